"""Errors of the program: store the traceback, report it now and at the next start.

Nothing leaves the machine. The user reads a report before anyone else sees it, and
whatever looks like a secret key, or names the home folder, is removed before it is stored.
"""

import faulthandler
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO

from tanglescope.engine.language.wording import quote_program, tr
from tanglescope.engine.system.files import make_private_file, make_private_folder
from tanglescope.engine.system.user_folders import log_folder

_open_file: IO[str] | None = None
_notify: Callable[[str], object] | None = None

_SECRETS = re.compile(
    r"[A-Za-z0-9+/]{86}==(?:\.ed25519)?"  # a signing key, 64 bytes in base64
    r"|\b[0-9a-fA-F]{64,}\b"
    r"|(?<![%@&#A-Za-z0-9+/])[A-Za-z0-9+/]{43}=(?!\.(?:sha256|ed25519))"  # 32 bytes: a group key
)


def file() -> Path:
    """The file in which tracebacks are kept."""
    return log_folder() / "crash.txt"


def kept_file() -> Path:
    """The file with the tracebacks of the previous run."""
    return file().with_name("crash.last.txt")


def without_secrets(text: str) -> str:
    """A text without secret keys and without the name of the home folder."""
    return _SECRETS.sub("(removed)", text).replace(str(Path.home()), "~")


def report(trace: str) -> str:
    """The report for the developers: versions and the traceback."""
    from tanglescope.engine.commandline.common.versions import (
        versions,  # importing it takes a frame, and most runs don't crash
    )

    return f"{versions()}\n\n{trace.strip()}\n"


def _keep_private(path: Path) -> None:
    make_private_folder(path.parent)
    make_private_file(path)


def note(error: BaseException) -> str:
    """Store the traceback of `error`; return a sentence for the user."""
    text = without_secrets("".join(traceback.format_exception(error)))
    path, said = file(), quote_program("Python", traceback.format_exception_only(error)[-1].strip())
    try:
        _keep_private(path)
        with path.open("a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError:
        sys.stderr.write(text)
        return tr("Something went wrong inside Tanglescope: {error}.", error=said)
    return tr(
        "Something went wrong inside Tanglescope: {error}. The trace is in {path}.",
        error=said,
        path=path,
    )


def watch(notify: Callable[[str], object] | None = None) -> str | None:
    """Keep traces from now on and `notify` of them; the report of the last run, if any."""
    global _open_file, _notify
    _notify = notify
    path = file()
    try:
        _keep_private(path)
        left = path.read_text("utf-8", errors="replace") if path.exists() else ""
        if left.strip():
            path.replace(kept_file())
        before, _open_file = _open_file, path.open("a", encoding="utf-8")
    except OSError:
        return None
    faulthandler.enable(_open_file)
    if before:
        before.close()
    sys.excepthook = _hook
    return left.strip() or None


def _hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    note(error)
    sys.__excepthook__(kind, error, trace)
    if _notify is not None:
        _notify(without_secrets("".join(traceback.format_exception(error))))
