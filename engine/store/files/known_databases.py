"""What this program has written: databases that it vouches for, and the logs beside databases.

Verdicts in a database that this program created, or checked in full, for this user were computed
here; those in a database from elsewhere may be forged. A file in the user's state records of each
database that was opened for writing:

- its device and inode, and its time of birth where Python can read that;
- the random number in its header, if the program vouches for it. A file from elsewhere has another
  number, and so has a backup;
- its size, when it was last written and when it was last changed (`st_ctime`, which no program can
  set): what any other program writes changes them, and so does another file on the same inode;
- the log (`-wal`) beside it, which SQLite continues after a crash.

Records of files that are gone are removed. If nothing can be recorded, a database stays unknown and
is checked again.
"""

import json
import os
import secrets
from contextlib import suppress
from pathlib import Path

from tanglescope.engine.store.files.private_table import Table, read_table
from tanglescope.engine.system.files import make_private_folder, replacing_private
from tanglescope.engine.system.user_folders import state_folder

_LONGEST = 1 << 16  # bytes of a record
_MOST = 1000
_TRIES = 3
_HIGHEST = (1 << 31) - 1


def new_number() -> int:
    """A random number for a database, which can't be guessed."""
    return secrets.randbelow(_HIGHEST) + 1


def is_noted(number: int, path: Path) -> bool:
    """Whether this program vouches for the database at `path`, which has this number."""
    record = _record(path)
    if number == 0 or record.get("number") != number:
        return False
    if (log := _log(path)) is not None and log == record.get("log"):
        return True  # the rest of what was written is in it
    return not has_log(path) and record.get("state") == _state(path)


def is_untouched(path: Path) -> bool:
    """Whether a database is as this program left it when it last closed it."""
    return (state := _state(path)) is not None and _record(path).get("state") == state


def is_own_log(path: Path) -> bool:
    """Whether this program wrote the log beside a database."""
    return (log := _log(path)) is not None and _record(path).get("log") == log


def has_log(path: Path) -> bool:
    """Whether there is anything in the log beside a database."""
    with suppress(OSError):
        return _beside(path).lstat().st_size > 0
    return False


def note(number: int, path: Path) -> None:
    """Vouch for the database at `path`, which has this number, if that can be recorded."""
    _change(path, {"number": number, "state": _state(path), "log": _log(path)})


def note_log(path: Path) -> None:
    """Record that this program writes the log beside a database."""
    if (log := _log(path)) is not None and _record(path).get("log") != log:
        _change(path, {"log": log})


def note_closed(path: Path, *, vouched: bool) -> None:
    """Record how this program leaves a database, for which it still vouches or never did."""
    if not vouched:
        if _log(path) is None and _record(path).get("log"):
            _change(path, {"log": None})
        return
    for _ in range(_TRIES):  # another process may close it at the same time
        state = _state(path)
        _change(path, {"state": state, "log": _log(path)})
        if state == _state(path):
            return


def _change(path: Path, change: Table) -> None:
    with suppress(OSError):
        name, record = _identity(path), _record(path)
        make_private_folder(_folder())
        with replacing_private(_folder() / name) as growing:
            growing.write(json.dumps({**record, "path": str(path), **change}).encode())
        if not record:
            _forget_others(name)


def _forget_others(new: str) -> None:
    """Remove the records of files that are gone, and the oldest of very many."""
    kept = []
    for each in _folder().iterdir():
        path = Path(read_table(each, _LONGEST).get("path") or "")
        try:
            is_there = _identity(path) == each.name
        except (OSError, ValueError):
            is_there = False
        if is_there and each.name != new:
            kept.append(each)
        elif each.name != new:
            each.unlink(missing_ok=True)
    kept.sort(key=lambda each: each.stat().st_mtime_ns)
    for each in kept[: max(len(kept) + 1 - _MOST, 0)]:
        each.unlink(missing_ok=True)


def _record(path: Path) -> Table:
    with suppress(OSError):
        return read_table(_folder() / _identity(path), _LONGEST)
    return {}


def _folder() -> Path:
    return state_folder() / "known-databases"


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _log(path: Path) -> str | None:
    """The identity of the log beside a database."""
    with suppress(OSError):
        return _identity_of(_beside(path).lstat())
    return None


def _identity(path: Path) -> str:
    return _identity_of(path.stat())


def _identity_of(status: os.stat_result) -> str:
    born = getattr(status, "st_birthtime_ns", None) or getattr(status, "st_birthtime", 0)
    return f"{status.st_dev:x}-{status.st_ino:x}-{born}"


def _state(path: Path) -> str | None:
    with suppress(OSError):
        status = path.stat()
        return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ctime_ns}"
    return None
