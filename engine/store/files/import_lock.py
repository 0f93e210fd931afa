"""The lock of imports: one import into a database at a time, in any process.

Two imports of one archive would continue at the same record. Whichever way an archive is read, the
lock is held until all of it is in the database.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from engine.errors import TanglescopeError
from engine.files import locked_by
from engine.wording import tr

_SECONDS = 2.0
"""How long processes of a killed import may take to notice that it is gone."""

_IMPORT = b"import"
"""The content of the lock of an import; those who keep imports off leave it empty."""


class ImportRunning(TanglescopeError):
    """Another import writes the same database."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            tr(
                "Another import into {path} is running. Wait until it ends or cancel it, then "
                "start this one again.",
                path=path,
            )
        )


@contextmanager
def importing_alone(path: Path) -> Iterator[None]:
    """Keep other imports out of the database at `path`.

    Raises `ImportRunning` if one is running.
    """
    with _held(path, _SECONDS) as is_alone:
        if not is_alone:
            raise ImportRunning(path)
        with suppress(OSError):  # the import itself reports a full disk or a missing folder
            _lock(path).write_bytes(_IMPORT)
        yield


@contextmanager
def keeping_imports_off(path: Path, seconds: float = 0.0) -> Iterator[bool]:
    """Keep imports out of the database at `path`; whether none is running, in any process.

    Wait up to `seconds` for one to end.
    """
    with _held(path, seconds) as is_idle:
        yield is_idle


def is_imported_into(path: Path) -> bool:
    """Whether any process imports into the database at `path`; following an archive isn't meant."""
    try:
        if _lock(path).read_bytes() != _IMPORT:
            return False
    except OSError:
        return False
    with keeping_imports_off(path) as is_idle:
        return not is_idle


@contextmanager
def _held(path: Path, seconds: float) -> Iterator[bool]:
    with ExitStack() as stack:
        is_held = True
        with suppress(OSError):  # nothing can be imported where no lock can be made
            is_held = stack.enter_context(locked_by(_lock(path), seconds))
        yield is_held


def _lock(path: Path) -> Path:
    """The file that those who import into a database lock."""
    database = Path(os.path.realpath(path))
    return database.with_name(f".{database.name}.importing.lock")
