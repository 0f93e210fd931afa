"""A whole Corestore: its Autobases, and the other cores in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tanglescope.engine.archive.corestore.base_reading import bases_in, belongs_to, read_base
from tanglescope.engine.archive.corestore.bases import Base
from tanglescope.engine.archive.corestore.copies import KeptRecords, read_copies
from tanglescope.engine.archive.corestore.cores import Core, cores_of
from tanglescope.engine.archive.corestore.errors import NotACorestore, UnsupportedStorage
from tanglescope.engine.archive.corestore.storage import Records, Storage, database_of
from tanglescope.engine.archive.corestore.verifying import Trust, prove_head
from tanglescope.engine.archive.record import COPY_OF_BASE
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.wording import tr


@dataclass(frozen=True, slots=True)
class OtherCore:
    """A core that belongs to no Autobase; its blocks aren't read."""

    key: str
    length: int
    trust: Trust
    why: str


@dataclass(frozen=True, slots=True)
class Corestore:
    """The content of a folder; `problems` are about the folder as a whole."""

    path: Path
    bases: tuple[Base, ...]
    others: tuple[OtherCore, ...]
    problems: tuple[str, ...]


def is_corestore(path: Path) -> bool:
    """Whether a folder looks like a Corestore of any version."""
    if not path.is_dir():
        return False
    if database_of(path) is not None:
        is_rocks = any((path / "db").glob("OPTIONS-*")) or any(path.glob("OPTIONS-*"))
        return (path / "CORESTORE").is_file() or is_rocks
    return (path / "CORESTORE").is_file() or _older(path) is not None


def read_corestore(path: Path, keys: Sequence[bytes] = ()) -> Corestore:
    """Read everything in a Corestore, or in a file of copies.

    `keys` may decrypt Autobases and are not stored. Raises `CorestoreError`, `ArchiveError`.
    """
    if path.is_file():
        return _read_copies(path, keys)
    if database_of(path) is None:
        older = _older(path)
        raise NotACorestore(path) if older is None else UnsupportedStorage(path, older)
    with Storage(path) as storage:
        storage.check_version()
        return read_records(storage, path, keys)


def _read_copies(path: Path, keys: Sequence[bytes]) -> Corestore:
    """The Autobases in a file of copies."""
    bases: list[Base] = []
    problems: list[str] = []
    with ArchiveSource.of(path).open() as file:
        if not file.read(len(COPY_OF_BASE)).startswith(COPY_OF_BASE):
            raise NotACorestore(path)
    with ArchiveSource.of(path).open() as file:
        for copy in read_copies(file):
            found = read_records(KeptRecords(copy.records), path, keys)
            bases += [base for base in found.bases if base.key == copy.base]
            problems += found.problems
            problems += [
                tr("{place} can't be read", place=place.in_words()) for place, _ in copy.damaged
            ]
    return Corestore(path, tuple(bases), (), tuple(problems))


def read_records(storage: Records, path: Path, keys: Sequence[bytes] = ()) -> Corestore:
    """Read everything in the records of a Corestore, or of a copy; see `read_corestore`."""
    found = list(cores_of(storage))
    cores = [core for core in found if isinstance(core, Core)]
    problems = [
        tr("core {place} can't be read", place=core) for core in found if isinstance(core, str)
    ]
    bases = bases_in(cores)
    others = [core for core in cores if not any(belongs_to(core, base) for base in bases)]
    return Corestore(
        path,
        tuple(read_base(storage, cores, base, keys) for base in bases),
        tuple(_other(storage, core) for core in others if core.head is not None),
        tuple(problems),
    )


def _other(storage: Records, core: Core) -> OtherCore:
    trust, why = prove_head(storage, core)
    return OtherCore(core.key.hex(), core.head.length if core.head else 0, trust, why)


def _older(path: Path) -> str | None:
    """The older storage format in this folder, in words."""
    if (path / "cores").is_dir() and (path / "primary-key").is_file():
        return tr(
            "this Corestore keeps each core in files, as before Hypercore 11; open it once "
            "with a current Corestore, which converts it, and try again"
        )
    if all((path / name).is_file() for name in ("oplog", "tree", "bitfield", "data")):
        return tr("this is a single Hypercore 10 in files, not a Corestore")
    if all((path / name).is_file() for name in ("key", "signatures", "tree", "bitfield")):
        return tr("this is a single Hypercore of version 9 or older, not a Corestore")
    return None
