"""Opening: the format of a file is recognized by its content, never by its name.

`read_archive` does everything in one call: open, check, and follow every feed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from tanglescope.engine.archive.checking import (
    Checked,
    ShorterForms,
    check_in_threads,
    follow_chains,
    processors,
)
from tanglescope.engine.archive.folder import database_in, find_log, has_log, holds_log
from tanglescope.engine.archive.graphs import traces
from tanglescope.engine.archive.graphs.adapters import Adapter, find_adapter
from tanglescope.engine.archive.graphs.drawings import DOT, MERMAID, is_other_diagram
from tanglescope.engine.archive.graphs.git import GitReader, is_repository, refuse_traps
from tanglescope.engine.archive.graphs.lines import GraphReader
from tanglescope.engine.archive.json_forms import JsonForm, UnknownJson, form_of
from tanglescope.engine.archive.lines import BYTE_ORDER_MARK, LineReader, ValueReader
from tanglescope.engine.archive.logs.bipf_log import BipfReader, is_bipf_log
from tanglescope.engine.archive.logs.offset_log import OffsetReader, width_of
from tanglescope.engine.archive.logs.pzp_log import PzpReader, is_pzp_log
from tanglescope.engine.archive.record import (
    COPY_OF_BASE,
    ArchiveError,
    Dialect,
    FolderReader,
    MissingArchive,
    NoLogInFolder,
    NotAnArchive,
    Reader,
    UnknownFormat,
    UnreadableArchive,
)
from tanglescope.engine.archive.source import ArchiveSource, is_packed
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message.canonical import is_json
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.identity import NotASecret, is_secret
from tanglescope.engine.message.private import read_group_keys
from tanglescope.engine.system.files import SQLITE_HEADER, is_own_database, missing, unreadable

_ADAPTERS: tuple[Adapter, ...] = (DOT, MERMAID, traces)
_SAMPLE = 1 << 18
_LINES_LOOKED_AT = 50
_NEIGHBOURS = re.compile(rb"\}[\s,]*\{")
_RECORD_STARTS = {
    re.compile(rb'\n\{"key":"%'): None,
    re.compile(rb'\n\{\r?\n  "key": "%'): False,
    re.compile(rb'\n  \{\r?\n    "key": "%'): True,
}
"""How records start after a line break, with whether they are in an array; None: on one line."""

_ITEM_STARTS = re.compile(rb'[,\[]\{"key":"%')
"""How a record starts in an array without line breaks."""

_SECTION = re.compile(rb"\[[A-Za-z][^\]{\n]*\]\s*?(?:\n|$)")
"""How a settings file such as that of a Git repository starts; otherwise [ starts an array."""

_PROSE = re.compile(rb"\[[^\[\]{}\",\n]*\] ?[^\s,\]\[{]")
"""How a text starts whose bracket isn't that of an array, such as a time in a log of IRC."""

_NAMED = 3
"""The number of archives in a folder that an error suggests."""

_FOLDERS_LOOKED_INTO = 50
_LEVELS = 3
"""The number of folders looked into, and how deep."""

_FOLDERS_AROUND = 4
"""The number of folders around a file that may be the archive it is in."""


_NOTHING = b" \t\r\n\0"
_CHAT_LINE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:\xe2\x80\x8e)?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? "
    rb"\d{1,2}[:.]\d\d[^\n]*?: "
)
"""How a chat begins that WhatsApp exported: the time in any country's way, and a name."""


_OF_GIT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\* +)?(?:\x1b\[[\d;]*m)*commit [0-9a-f]{40,64}\b|# v\d git bundle\n"
)
"""How a log of Git begins, or a bundle of commits."""


def read_archive(
    path: str | PathLike[str], *, hmac_key: bytes | None = None, threads: int | None = None
) -> Iterator[Checked]:
    """Every record of an archive, with its message and its verdict.

    An archive is a file in any known format, or the folder of a program that has one. It is read
    lazily, in bounded memory, with as many threads as there are cores.
    Raises `ArchiveError` if it can't be read at all; verdicts mark bad records.
    """
    reader = open_archive(Path(path))
    checked = check_in_threads(reader.records(), hmac_key, threads or processors())
    yield from follow_chains(checked, FeedChains(), ShorterForms(reader))


def open_archive(path: Path, keys: Sequence[bytes] = (), refs: Sequence[str] = ()) -> Reader:
    """A reader for the archive at `path`, a file or the folder of an SSB program.

    `keys` may decrypt Autobases; `refs` choose what is read of a Git repository. An empty file is
    an archive without records. Raises `MissingArchive`, `NoLogInFolder`, `NotAnArchive` or
    `UnreadableArchive`, each with one sentence that describes the problem.
    """
    try:
        return _open(path, keys, refs)
    except OSError as error:  # a folder, or what is in it, may be closed to the user
        raise UnreadableArchive(unreadable(path, error)) from error


def _open(path: Path, keys: Sequence[bytes], refs: Sequence[str]) -> Reader:
    if path.is_dir():
        if (graphs := graphs_in(path, keys, refs)) is not None:
            refuse_traps(path)
            return graphs
        path = _log_in(path)
    if not path.exists():
        raise MissingArchive(missing(path))
    if not path.is_file():
        raise NotAnArchive(tr("{path} isn't a regular file. Choose a file or a folder.", path=path))
    source = ArchiveSource.of(path)
    with source.open() as file:
        sample = file.read(_SAMPLE)
    for recognizes, why, name in _NO_ARCHIVES:
        if recognizes(sample):
            raise NotAnArchive(tr(why, path=path, name=name))
    opened = (open_as(source, sample, keys) for open_as in _READERS)
    return next(reader for reader in opened if reader is not None)


def _open_json(source: ArchiveSource, sample: bytes, _: Sequence[bytes]) -> Reader | None:
    """A reader for a file that begins with JSON in a known form. Raises `NotAnArchive`."""
    if not sample.removeprefix(BYTE_ORDER_MARK).lstrip(_NOTHING).startswith((b"{", b"[", b"//")):
        return None
    source, sample = _with_new_ends(source, sample)
    with source.open() as file:
        form = form_of(file, sample)
    if form is JsonForm.GRAPH:
        return GraphReader(source)
    if form is JsonForm.PZP:
        return replace(_open_text(source, sample), dialect=Dialect.PZP)
    if isinstance(form, UnknownJson):
        raise NotAnArchive(
            tr("{path} is {name}. {advice}", path=source.path, name=form.name, advice=form.advice)
        )
    return None


def _log_in(folder: Path) -> Path:
    """The log of an SSB program in a folder; without one, the error names archives below it."""
    try:
        return find_log(folder)
    except NoLogInFolder:
        if not (names := _archives_in(folder)):
            raise
        raise NoLogInFolder(
            tr(
                "{folder} isn't an archive, but there are archives in it. Open one of them:"
                " {names}.",
                folder=folder,
                names=", ".join(names),
            )
        ) from None


def _archives_in(folder: Path) -> list[str]:
    """The first folders in a folder, or a few levels further down, that are archives."""
    found: list[str] = []
    level = [folder]
    for _ in range(_LEVELS):
        level = list(islice(chain.from_iterable(map(_folders_in, level)), _FOLDERS_LOOKED_INTO))
        archives = set(islice(filter(_is_archive, level), _NAMED - len(found)))
        found += [str(inner.relative_to(folder)) for inner in level if inner in archives]
        level = [inner for inner in level if inner not in archives]
    return found


def _is_archive(folder: Path, has: Callable[[Path], bool] = has_log) -> bool:
    try:
        return has(folder) or graphs_in(folder) is not None
    except (OSError, ArchiveError):
        return False


def _folders_in(folder: Path) -> list[Path]:
    try:
        inside = sorted(islice(folder.iterdir(), _FOLDERS_LOOKED_INTO))
        return [inner for inner in inside if inner.is_dir()]
    except OSError:
        return []


def graphs_in(
    folder: Path, keys: Sequence[bytes] = (), refs: Sequence[str] = ()
) -> FolderReader | None:
    """A reader for a folder of another system; None if an SSB program keeps its log there."""
    if has_log(folder):
        return None
    # Imported here: only a Corestore needs cryptography and arrays.
    from tanglescope.engine.archive.corestore.copies import CorestoreReader, is_corestore
    from tanglescope.engine.archive.graphs.tinyssb import TinyReader, feeds_in

    if is_corestore(folder):
        return CorestoreReader(folder, tuple(keys))
    if feeds_in(folder):
        return TinyReader(folder)
    if is_repository(folder):
        return GitReader(folder, tuple(refs))
    return find_adapter(_ADAPTERS, folder)


def _open_copy(source: ArchiveSource, sample: bytes, keys: Sequence[bytes]) -> Reader | None:
    if not sample.startswith(COPY_OF_BASE):
        return None
    # Imported here: only an Autobase needs cryptography and arrays.
    from tanglescope.engine.archive.corestore.copies import BaseCopyReader

    return BaseCopyReader(source, tuple(keys))


def _open_offset(source: ArchiveSource, sample: bytes, _: Sequence[bytes]) -> Reader | None:
    width = width_of(sample)
    return None if width is None else OffsetReader(source, width)


def _with_new_ends(source: ArchiveSource, sample: bytes) -> tuple[ArchiveSource, bytes]:
    """A text whose lines may end in carriage returns alone, as on old Macs."""
    if b"\n" in sample or b"\r" not in sample:
        return source, sample
    return source.with_old_ends(), sample.replace(b"\r", b"\n")


def _open_text(source: ArchiveSource, sample: bytes) -> LineReader | ValueReader:
    source, sample = _with_new_ends(source, sample)
    text = sample.removeprefix(BYTE_ORDER_MARK).strip(b" \t\r\n\0")
    if _SECTION.match(text) is not None and not is_json(text.partition(b"\n")[0]):
        raise _not_an_archive(source.path)
    if text.startswith(b"[") and not (_is_array_without_objects(text) or _PROSE.match(text)):
        return ValueReader(source, is_array=True)
    lines = [line.rstrip(b"\r \0") for line in text.split(b"\n")[:_LINES_LOOKED_AT]]
    if b"{" in lines or lines[0].endswith(b"},") or _has_neighbours(lines):
        return ValueReader(source, is_array=False)
    for start, is_array in _RECORD_STARTS.items():
        if start.search(sample) is not None:
            return LineReader(source) if is_array is None else ValueReader(source, is_array)
    if not text or text.startswith(b"{"):
        return LineReader(source)
    if _ITEM_STARTS.search(sample) is not None:
        return ValueReader(source, is_array=True)
    if any(map(is_json, lines)):
        return LineReader(source)
    raise _not_an_archive(source.path)


def _holds_keys(sample: bytes) -> bool:
    """Whether a file holds secret keys, which must never reach the quarantine of a database."""
    if len(sample) == _SAMPLE:
        return False
    text = sample.decode("utf-8-sig", "replace")
    try:
        return is_secret(text) or bool(read_group_keys(text))
    except NotASecret:
        return False


def _begins(mark: bytes, place: int = 0) -> Callable[[bytes], bool]:
    return lambda sample: sample.startswith(mark, place)


_PACKED = later("{path} is a {name} file; unpack it, then open what was in it.")
_DOCUMENT = later(
    "{path} is a document of {name}, in its own binary format. Export its changes as a graph file,"
    " with the changes that each depends on."
)
_NO_ARCHIVES: tuple[tuple[Callable[[bytes], object], str, str], ...] = (
    (
        is_own_database,
        later(
            "{path} is a database, and only archives are read here. Export everything in it as"
            " NDJSON, which is an archive."
        ),
        "",
    ),
    (
        _begins(SQLITE_HEADER),
        later(
            "{path} is an SQLite database of another program. Export its messages as a graph file,"
            " with what each comes after."
        ),
        "",
    ),
    (_begins(b"PK\x03\x04"), _PACKED, "ZIP"),
    (_begins(b"ustar", 257), _PACKED, "tar"),
    (
        _holds_keys,
        later(
            "{path} holds secret keys and no messages. Nothing in it was kept. To read private"
            " messages with it, choose it in the window with File > Private messages > Decrypt"
            " private messages."
        ),
        "",
    ),
    (is_packed, later("{path} is compressed twice; unpack it once, then open what was in it."), ""),
    (
        _OF_GIT.match,
        later(
            "{path} was written by Git. Open the folder of the repository instead; a bundle has to"
            " be cloned first."
        ),
        "",
    ),
    (
        is_other_diagram,
        later(
            "{path} is a diagram of Mermaid, but no flowchart. It doesn't say what comes after"
            " what, so there is nothing to order."
        ),
        "",
    ),
    (_begins(b"\x85\x6f\x4a\x83"), _DOCUMENT, "Automerge"),
    (_begins(b"loro"), _DOCUMENT, "Loro"),
    (
        _CHAT_LINE.match,
        later(
            "{path} is a chat exported as text. It doesn't say what each message comes after, so"
            " there is nothing to order. To read it anyway, write it as a graph file."
        ),
        "",
    ),
)
"""Files of other kinds: how each is recognized by its beginning, why it isn't read, and a name."""

_READERS: tuple[Callable[[ArchiveSource, bytes, Sequence[bytes]], Reader | None], ...] = (
    _open_copy,
    lambda source, sample, _: find_adapter(_ADAPTERS, source.path, source, sample),
    lambda source, sample, _: PzpReader(source) if is_pzp_log(sample) else None,
    lambda source, sample, _: BipfReader(source) if is_bipf_log(sample) else None,
    _open_offset,
    _open_json,
    lambda source, sample, _: _open_text(source, sample),
)
"""The readers of files, in the order in which they are tried: each by what a file begins with."""


def _not_an_archive(file: Path) -> UnknownFormat:
    """The error for a file in no known format; it names the archive that the file is a part of."""
    if (folder := _archive_around(file)) is not None:
        return UnknownFormat(
            tr(
                "{path} holds no messages in a known format, but it is in the archive {folder}."
                " Open that folder.",
                path=file,
                folder=folder,
            )
        )
    return UnknownFormat(
        tr(
            "{path} holds no messages in a known format. Open the log or an export of an SSB"
            " program, a graph file, or the folder of an archive. Binary documents, such as those"
            " of Yjs, have to be exported as graph files.",
            path=file,
        )
    )


def _archive_around(file: Path) -> Path | None:
    """The folder of the archive that a file is in, or the outermost if one is in another."""
    found: Path | None = None
    for folder in islice(file.absolute().parents, _FOLDERS_AROUND):
        # Not only one of the folders in it.
        if _is_archive(folder, holds_log):
            found = folder
        elif found is not None:
            break
    return found


def _is_array_without_objects(text: bytes) -> bool:
    """Whether the first line is an array without records, and other lines aren't in an array."""
    line, _, rest = text.partition(b"\n")
    in_array = (b"[", b"]", b",")
    goes_on = bool(rest) and not rest.lstrip(b" \t\r\n\0").startswith(in_array)
    return goes_on and b"{" not in line and is_json(line)


def _has_neighbours(lines: list[bytes]) -> bool:
    """Whether the first line has several objects; its end may be missing."""
    line = lines[0]
    may_be_whole = line.startswith(b"{") and (line.endswith(b"}") or len(lines) == 1)
    return may_be_whole and _NEIGHBOURS.search(line) is not None and not is_json(line)


FolderState: TypeAlias = frozenset[tuple[Path, int, int, int]]
"""For each file: path, inode, size and time of the last change."""


def shape_of(archive: Path) -> FolderState | None:
    """The shape of an archive, which may be a folder; None if it doesn't exist."""
    try:
        shape = frozenset(_status(file) for file in _files_of(archive))
    except (OSError, NoLogInFolder):
        return None
    return shape or None


def archive_files(archive: Path) -> list[Path]:
    """The files that are read from an archive, which may be a folder; none if it is gone."""
    try:
        return list(_files_of(archive))
    except (OSError, ArchiveError):
        return []


def _files_of(archive: Path) -> Iterable[Path]:
    if not archive.is_dir():
        log = archive.with_name(f"{archive.name}-wal")
        return [archive, log] if log.exists() else [archive]
    if (database := database_in(archive)) is not None:
        return _files_of(database)
    graphs = graphs_in(archive)
    return [find_log(archive)] if graphs is None else graphs.files()


def _status(file: Path) -> tuple[Path, int, int, int]:
    status = file.stat()
    return file, status.st_ino, status.st_size, status.st_mtime_ns
