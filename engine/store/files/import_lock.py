"""The lock of imports: one import into a database at a time, in any process.

Two imports of one archive would continue at the same record. Whichever way an archive is read, the
lock is held until all of it is in the database.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import Beside, locked_by, open_plain, unwritable
from tanglescope.engine.system.systems import write_at

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

    Raises `ImportRunning` if one is running, and `TanglescopeError` if something else has the name
    of the lock.
    """
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(locked_by(_lock(path), _SECONDS))
        except FileExistsError as error:
            raise TanglescopeError(unwritable(_lock(path), error)) from None
        except OSError:
            pass  # the import itself reports a missing folder, or one that can't be written
        else:
            if lock is None:
                raise ImportRunning(path)
            with suppress(OSError):  # as it does a full disk
                os.ftruncate(lock.fileno(), 0)
                write_at(lock.fileno(), _IMPORT, 0)
        yield


@contextmanager
def keeping_imports_off(path: Path, seconds: float = 0.0) -> Iterator[bool]:
    """Keep imports out of the database at `path`; whether none is running, in any process.

    Wait up to `seconds` for one to end.
    """
    with ExitStack() as stack:
        is_idle = True
        with suppress(OSError):  # nothing can be imported where no lock can be made
            lock = stack.enter_context(locked_by(_lock(path), seconds))
            is_idle = lock is not None
            if lock is not None:
                os.ftruncate(lock.fileno(), 0)  # a killed import may have left its content
        yield is_idle


def is_imported_into(path: Path) -> bool:
    """Whether any process imports into the database at `path`; following an archive isn't meant.

    What a killed import left of its lock is removed.
    """
    try:
        with open_plain(_lock(path)) as lock:
            if lock.read(len(_IMPORT)) != _IMPORT:
                return False
    except OSError:
        return False
    with keeping_imports_off(path) as is_idle:
        return not is_idle


def _lock(path: Path) -> Path:
    """The file that those who import into a database lock."""
    return Beside.IMPORT_LOCK.of(Path(os.path.realpath(path)))
