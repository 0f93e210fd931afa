"""`tanglescope install-desktop`: add the program to the desktop's menu, and an icon to its files.

All files go into the user's data folder, as specified by freedesktop.org. `--remove` removes them.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import click

from tanglescope.engine import child_processes
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.store.files.schema import APPLICATION

_PLACES = {
    "tanglescope.desktop": "applications/tanglescope.desktop",
    "tanglescope-mime.xml": "mime/packages/tanglescope.xml",
    "tanglescope.metainfo.xml": "metainfo/tanglescope.metainfo.xml",
    "tanglescope.svg": "icons/hicolor/scalable/apps/tanglescope.svg",
}
_INDEXES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


@click.command("install-desktop")
@click.option("--remove", is_flag=True, help="Remove it again.")
def install_desktop(remove: bool) -> None:
    """Add Tanglescope to the menu of your desktop. Its databases get its icon."""
    if sys.platform in ("win32", "darwin"):
        raise TanglescopeError(
            "This needs a desktop that follows freedesktop.org, such as those of Linux."
        )
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    for place, text in desktop_files(_call()):
        if remove:
            (data / place).unlink(missing_ok=True)
        else:
            _put(text, data / place)
    for command, folder in _INDEXES:
        _report(command, data / folder)
    click.echo(f"Tanglescope is {'no longer' if remove else 'now'} in the menu: {data}.")


def desktop_files(call: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files that desktops read below a `share` folder, for a program that is started so."""
    for name, place in _PLACES.items():
        folder = "icons" if name.endswith(".svg") else "desktop"
        text = (files("tanglescope.resources") / folder / name).read_text("utf-8")
        yield (
            place,
            text.replace("@exec@", " ".join(_quote_word(word) for word in call))
            .replace("@try@", _escape_value(call[0]))
            .replace("@application@", f"0x{APPLICATION:08x}"),
        )


def _call() -> list[str]:
    """The command that starts this program: the script beside this Python, or else a module."""
    command = Path(sys.executable).parent / "tanglescope"
    return (
        [str(command)] if command.exists() else child_processes.python("-m", "tanglescope.viewer")
    )


def _quote_word(word: str) -> str:
    """A word of a command line as the Desktop Entry Specification quotes it."""
    plain = word.replace("%", "%%")  # %f and others are fields, in quotes or not
    if shlex.quote(plain) != plain:
        escaped = re.sub(r'["`$\\]', r"\\\g<0>", plain)
        plain = f'"{escaped}"'
    return _escape_value(plain)


def _escape_value(text: str) -> str:
    """A text as a value of a desktop entry."""
    for sign, escape in (("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(sign, escape)
    return text


def _put(text: str, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8")


def _report(command: str, folder: Path) -> None:
    """Notify the desktop of a changed folder; without the command, it notices by itself."""
    if (found := shutil.which(command)) and folder.is_dir():
        subprocess.run([found, str(folder)], capture_output=True, check=False)
