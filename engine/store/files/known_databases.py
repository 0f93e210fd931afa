"""Databases that this program created, or checked in full, for this user.

Verdicts in such a database were computed here; those in a database from elsewhere may be forged.
Each has a random number in its header, and a file in the user's folder maps numbers to files on the
disk. A copy is another file, and a file from elsewhere has another number, even if it is copied
over a known one; a backup gets its own number. If the map can't be written, the database stays
unknown and is checked again.
"""

import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import platformdirs

from engine.files import (
    is_locked_within,
    make_private_file,
    make_private_folder,
    open_lock,
    open_regular,
)

Table: TypeAlias = dict[str, Any]

_LONGEST = 1 << 24  # bytes of a table
_PATIENCE = 2.0  # seconds


class PrivateTable:
    """A table in a file that only the user can read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Table:
        """The table in the file; empty if it is missing or damaged."""
        try:
            with open_regular(self._path) as file:
                found = json.loads(file.read(_LONGEST))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def change(self, change: Callable[[Table], Table]) -> None:
        """Replace the table by the result of `change`, locked against other processes.

        Raises `OSError` if it can't be written.
        """
        make_private_folder(self._path.parent)
        with open_lock(self._path.with_suffix(".lock")) as lock:
            if not is_locked_within(_PATIENCE, lock):
                raise TimeoutError(f"{self._path} is in use by another process")
            growing = self._path.with_suffix(".new")
            make_private_file(growing)
            try:
                growing.write_text(json.dumps(change(self.read()), ensure_ascii=True))
                growing.replace(self._path)
            finally:
                with suppress(OSError):
                    growing.unlink(missing_ok=True)


_MOST = 1000
_HIGHEST = (1 << 31) - 1


def new_number() -> int:
    """A random number for a database, which can't be guessed."""
    return secrets.randbelow(_HIGHEST) + 1


def is_noted(number: int, path: Path) -> bool:
    """Whether a number belongs to the file at `path`."""
    with suppress(OSError):
        return number != 0 and _table().read().get(str(number)) == path.stat().st_ino
    return False


def note(number: int, path: Path) -> None:
    """Record that a number belongs to the file at `path`, if possible."""

    def noted(files: Table) -> Table:
        files.pop(str(number), None)
        files[str(number)] = path.stat().st_ino
        return dict(list(files.items())[-_MOST:])

    with suppress(OSError):
        _table().change(noted)


def _table() -> PrivateTable:
    return PrivateTable(
        platformdirs.user_state_path("tanglescope", appauthor=False) / "known-databases.json"
    )
