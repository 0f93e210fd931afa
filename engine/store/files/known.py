"""Files of databases that this program made, or checked in full, for this user.

What such a database says is valid was verified here; what one from elsewhere says may be forged.
Each has a random number in its header, and a file of the user's says which number belongs to
which file on the disk. A copy is another file, and a file that comes from elsewhere has another
number, even if it is copied over a known one; a backup gets a number of its own. What can't be
written down is not known, and is checked once more.
"""

import secrets
from contextlib import suppress
from pathlib import Path

import platformdirs

from engine.store.files.private_table import PrivateTable, Table

_MOST = 1000
_HIGHEST = (1 << 31) - 1


def new_number() -> int:
    """A number for a database, which can't be guessed."""
    return secrets.randbelow(_HIGHEST) + 1


def is_noted(number: int, path: Path) -> bool:
    """Whether the file at `path` is the one that a number was given to."""
    with suppress(OSError):
        return number != 0 and _table().read().get(str(number)) == path.stat().st_ino
    return False


def note(number: int, path: Path) -> None:
    """Write down that a number belongs to the file at `path`, if that is possible."""

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
