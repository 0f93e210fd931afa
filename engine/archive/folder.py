"""Folders: where SSB programs keep their log below the folder that the user chose."""

from collections.abc import Iterable
from pathlib import Path

from tanglescope.engine.archive.logs.blocks import BLOCK
from tanglescope.engine.archive.logs.pzp_log import is_pzp_log
from tanglescope.engine.archive.record import NoLogInFolder
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import is_regular

_LOGS = ("db2/log.bipf", "flume/log.offset", "log.bipf", "log.offset", "db/log")
_PZP_LOG = "log"
"""The log in the folder `db` of a pzp folder: any file may have that name."""

_FOLDERS = ("", ".ssb", "ssb")
_GO_LOG = ("log/data", "log/ofst", "log/jrnl")


def find_log(folder: Path) -> Path:
    """The log of `~/.ssb`, of a Manyverse or pzp folder, or of their parents.

    If there are an old and a new log after a migration, the one that was written to last is the
    one in use. Raises `NoLogInFolder`.
    """
    if logs := logs_in(folder):
        return max(logs, key=lambda log: log.stat().st_mtime)
    if all((folder / name).exists() for name in _GO_LOG):
        raise NoLogInFolder(
            tr(
                "{folder} is the folder of a go-ssb program. Tanglescope can't read its log.",
                folder=folder,
            )
        )
    raise NoLogInFolder(
        tr(
            "{folder} holds no archive: no log of an SSB program (db2/log.bipf, flume/log.offset"
            " or db/log), no Corestore, no tinySSB feeds and no Git repository.",
            folder=folder,
        )
    )


def database_in(folder: Path) -> Path | None:
    """The database of Tilde Friends in its folder, if no other program keeps its log there."""
    file = folder / "db.sqlite"
    return file if is_regular(file) and not has_log(folder) else None


def store_of(path: Path) -> Path:
    """The folder of a Corestore, given the folder or a file in it."""
    is_mark = path.name == "CORESTORE" and is_regular(path)
    return path.parent if is_mark else path


def has_log(folder: Path) -> bool:
    """Whether an SSB program keeps its log in a folder."""
    return bool(logs_in(folder))


def holds_log(folder: Path) -> bool:
    """Whether an SSB program keeps its log in this folder, and not in one below it."""
    return bool(logs_in(folder, [""]))


def logs_in(folder: Path, bases: Iterable[str] = _FOLDERS) -> list[Path]:
    """The logs of SSB programs in a folder or below it, old and new ones."""
    logs = [folder / base / log for base in bases for log in _LOGS]
    found = [log for log in logs if log.is_file() and log.stat().st_size > 0]
    log = folder / _PZP_LOG
    if found or not log.is_file():
        return found
    with log.open("rb") as file:
        return [log] if is_pzp_log(file.read(BLOCK)) else []
