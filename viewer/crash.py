"""What to do when the program itself is wrong: keep the trace, tell it at the next start.

Nothing leaves the machine. The file is the one thing to attach to a report.
"""

import faulthandler
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import IO

import platformdirs

_open_file: IO[str] | None = None


def file() -> Path:
    """Where traces are kept."""
    return Path(platformdirs.user_log_dir("tanglescope", appauthor=False)) / "crash.txt"


def kept() -> Path:
    """Where the traces of the run before are kept."""
    return file().with_name("crash.last.txt")


def note(error: BaseException) -> str:
    """Keep the trace of `error`; the sentence to tell a person."""
    text = "".join(traceback.format_exception(error))
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError:
        sys.stderr.write(text)
        return f"Something went wrong inside Tanglescope: {error}"
    return f"Something went wrong inside Tanglescope: {error}. The trace is in {path}."


def watch() -> str | None:
    """Keep traces from now on; what the last run left behind, if anything."""
    global _open_file
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        left = path.read_text("utf-8", errors="replace") if path.exists() else ""
        if left.strip():
            path.replace(kept())
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
