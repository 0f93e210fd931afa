"""Tables in files that only the user can read: the list of collections, the state of a feed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from tanglescope.engine.system.files import (
    is_locked_within,
    make_private_folder,
    open_lock,
    open_regular,
    replacing_private,
)

Table: TypeAlias = dict[str, Any]

_LONGEST = 1 << 24  # bytes of a table
_PATIENCE = 2.0  # seconds


def read_table(path: Path, longest: int) -> Table:
    """The table in a file of a greatest length; empty if it is missing or damaged."""
    try:
        with open_regular(path) as file:
            found = json.loads(file.read(longest))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


class PrivateTable:
    """A table in a file that only the user can read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Table:
        """The table in the file; empty if it is missing or damaged."""
        return read_table(self._path, _LONGEST)

    def change(self, change: Callable[[Table], Table]) -> None:
        """Replace the table by the result of `change`, locked against other processes.

        Raises `OSError` if it can't be written.
        """
        make_private_folder(self._path.parent)
        with open_lock(self._path.with_suffix(".lock")) as lock:
            if not is_locked_within(_PATIENCE, lock):
                raise TimeoutError(f"{self._path} is in use by another process")
            changed = change(self.read())
            with replacing_private(self._path) as growing:
                growing.write(json.dumps(changed).encode())
