"""Small tables of the user's own: JSON files that several processes change, whole at any moment."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from engine.private_files import make_private_file, make_private_folder
from engine.regular_files import open_regular
from engine.store.files.locking import is_locked_within, open_lock

Table: TypeAlias = dict[str, Any]

_LONGEST = 1 << 24  # bytes that are read of a table
_PATIENCE = 2.0  # seconds


class PrivateTable:
    """A table in a file that only the user can read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Table:
        """What the file holds; nothing where it is missing or damaged."""
        try:
            with open_regular(self._path) as file:
                found = json.loads(file.read(_LONGEST))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def change(self, change: Callable[[Table], Table]) -> None:
        """Replace the table by what `change` makes of it; no other process comes between.

        Raises `OSError` where it can't be written.
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
