"""Check archives: the reading position of each, and that everything read is stored.

An archive that is unchanged is read again: the stored position must be the end of a record, and
every record before it must be a message here or be in the quarantine. A changed, moved or removed
archive can't be compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from tanglescope.engine.archive.checking import check_record
from tanglescope.engine.archive.lines import read_value
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import START, ArchiveError, Cursor, Place, Reader, Record
from tanglescope.engine.archive.source import ArchiveSource, FileReader
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.message.canonical import TextTooLarge, canonical
from tanglescope.engine.message.formats import key_of
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.verdict import Rule, Verdict
from tanglescope.engine.store.arrivals.archives import fingerprint
from tanglescope.engine.store.arrivals.quarantine import digest
from tanglescope.engine.store.check.graphs import are_stored
from tanglescope.engine.store.check.subject import (
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    by_rows,
)
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.files import system_message

_AT_ONCE = 500
_DIGEST = 32
_BYTES = 1500  # of an archive, read in the time that a message takes to be checked
_NOTHING = b" \t\r\n\0"
"""The characters of a line without a record."""

_LOOK = 1 << 20


def divide(database: Database) -> list[RowRange]:
    """One part per archive."""
    rows = database.execute("SELECT id, extent FROM archives ORDER BY id")
    return [RowRange(number, number + 1, max(0, extent) // _BYTES + 1) for number, extent in rows]


def compare_archives(
    database: Database, part: RowRange, options: CheckOptions
) -> Iterator[Problem]:
    """Compare the reading positions of archives."""
    for path, offset, count, extent, kept in database.execute(
        "SELECT path, offset, number, extent, fingerprint FROM archives WHERE id >= ? AND id < ?",
        (part.first, part.end),
    ).fetchall():
        where = tr("archive {path}", path=path)
        if not 0 <= extent <= offset or count < 0 or len(kept) != _DIGEST:
            yield Problem(tr("Its recorded reading position is impossible."), where)
        elif (reader := _reader(Path(path), extent, kept)) is not None:
            for what in _compare_archive(database, reader, Cursor(offset, count), options):
                yield Problem(what, where)


def _compare_archive(
    database: Database, reader: Reader, reached: Cursor, options: CheckOptions
) -> Iterator[str]:
    """Compare the reading position of an archive with its records."""
    size = reader.path.stat().st_size
    if reached.offset > size and not _is_compressed(reader):
        yield tr(
            "Its recorded reading position is byte {offset:,}, but it has {size:,} bytes.",
            offset=reached.offset,
            size=size,
        )
    elif not options.quick:
        try:
            yield from _read_again(database, reader, reached)
        except (ArchiveError, OSError) as error:
            if reached != START:  # otherwise nothing was read of it before
                why = f"{system_message(error)}." if isinstance(error, OSError) else error
                yield tr("It can't be read any more: {why}", why=why)


def _reader(path: Path, extent: int, kept: bytes) -> Reader | None:
    """A reader for an archive, if it exists and its bytes are those that were read."""
    # The path comes from the database and may be hostile: only regular files are opened.
    try:
        if not path.is_file():
            return None
        reader = open_archive(path)
        return reader if fingerprint(path, extent) == kept else None
    except (ArchiveError, OSError, ValueError):
        return None


def _is_compressed(reader: Reader) -> bool:
    return bool(getattr(reader, "source", ArchiveSource(reader.path)).magic)


def _read_again(database: Database, reader: Reader, reached: Cursor) -> Iterator[str]:
    """The differences from the state that all records up to a cursor would have produced."""
    before = START
    is_hit = reached == START
    missing = 0
    records = _up_to(reader, reached)
    while run := list(islice(records, _AT_ONCE)):
        is_hit = is_hit or any(record.after == reached for record in run)
        starts = [before, *(record.after for record in run)]
        before = starts.pop()
        # A record that ends where it starts is truncated: it is read again once the rest exists.
        whole = [each for start, each in zip(starts, run, strict=True) if each.after != start]
        if reader.dialect.is_of_graphs:
            missing += _graphs_missing(database, reader.path, whole)
        else:
            missing += len(whole) - _count_accounted(database, whole)
    if not is_hit and not _is_nothing_between(reader, before, reached):
        yield tr("Its recorded reading position isn't the end of a record.")
    if missing:
        yield plural(
            "{n:,} of its records are neither messages here nor in the quarantine.",
            "{n:,} of its records is neither a message here nor in the quarantine.",
            missing,
        )


def _graphs_missing(database: Database, path: Path, records: Sequence[Record]) -> int:
    """The number of records of a graph file that are neither stored nor quarantined as a whole."""
    kept = are_stored(database, path, records)
    others = [record for record, is_kept in zip(records, kept, strict=True) if not is_kept]
    return len(others) - _count_accounted(database, others)


def _up_to(reader: Reader, reached: Cursor) -> Iterator[Record]:
    for record in reader.records():
        if record.after.offset > reached.offset:
            return
        yield record


def _count_accounted(database: Database, records: Sequence[Record]) -> int:
    """The number of records that are stored messages or in the quarantine."""
    keys = [key for record in records if (key := _key(record)) is not None]
    texts: dict[str, str | None] = {}
    for question in (
        "SELECT key, value FROM messages WHERE key IN ({marks})",
        "SELECT key, NULL FROM pzp_messages WHERE key IN ({marks})",
    ):
        texts.update(database.among(question, keys))
    left = [str(record.place) for record in records if not _is_here(record, texts)]
    question = "SELECT place FROM quarantine WHERE place IN ({marks})"
    places = {place for (place,) in database.among(question, left)}
    return len(records) - sum(place not in places for place in left)


def _is_here(record: Record, texts: Mapping[str, str | None]) -> bool:
    """Whether a record is the message of its key and that message is stored."""
    key = _key(record)
    if key is None or key not in texts:
        return False
    text = texts[key]
    if text is None or record.is_lossy:
        return True  # a database stores other texts of these than archives do
    said = _canonical_text(record.value)
    return said is not None and (said == text.encode() or key_of(said) == key)


def _key(record: Record) -> str | None:
    """The key of a record; a record without a wrapper doesn't contain it."""
    if not isinstance(record.value, dict) or record.problem is not None:
        return None
    if record.key is not None:
        return record.key.encode("utf-8", "replace").decode()
    said = _canonical_text(record.value)
    return None if said is None else key_of(said)


def _canonical_text(value: object) -> bytes | None:
    """The canonical text of a value, unless it is too large."""
    try:
        return canonical(value)
    except TextTooLarge:
        return None


def _is_nothing_between(reader: Reader, before: Cursor, reached: Cursor) -> bool:
    """Whether there are only empty lines between two positions of a text archive."""
    length = reached.offset - before.offset
    if not isinstance(reader, FileReader) or not reader.has_lines or not 0 <= length <= _LOOK:
        return False
    with reader.source.open(before.offset) as file:
        between = bytes(file.read(length))
    return not between.strip(_NOTHING) and reached.number == before.number + between.count(b"\n")


ARCHIVES = CheckSubject(later("archives"), divide, compare_archives)


_BY_PLACE = (
    Rule.FORK,
    Rule.DUPLICATE,
    Rule.SEQUENCE,
    Rule.GAP,
    Rule.CYCLE,
    Rule.REFERENCES,
    Rule.CUT,
)
"""Rules whose violation depends on the position of a message, or on its collection."""

_BY_FILE = (Rule.DAMAGED, Rule.TOO_LONG, Rule.JSON)
"""Rules that only the whole file can show to be broken."""


def compare_quarantine(
    database: Database, part: RowRange, options: CheckOptions
) -> Iterator[Problem]:
    """Records in the quarantine."""
    for path, place, rule, raw, kept in database.execute(
        "SELECT path, place, rule, raw, digest FROM quarantine JOIN archives"
        " ON archives.id = archive WHERE quarantine.id >= ? AND quarantine.id < ?",
        (part.first, part.end),
    ):
        where = tr("{place} of {path}", place=Place.read(place).in_words(), path=path)
        if digest(rule, raw) != kept:
            yield Problem(tr("Its rule or its bytes in the quarantine were changed."), where)
        elif not options.quick and not _is_refused(raw, rule, options):
            yield Problem(
                tr("It is in the quarantine but doesn't break the rule {rule}.", rule=rule), where
            )


def _is_refused(raw: bytes, rule: str, options: CheckOptions) -> bool:
    """Whether a rule may have rejected a record, judging by its bytes."""
    if rule in _BY_FILE:
        return True
    record = read_value(raw, Place("item", 1), START)
    if record is None or not isinstance(record.value, dict):
        return True
    if not is_feed_id(record.value.get("author")):
        return True  # older versions had other rules for this format, or none
    verdicts = [check_record(record).verdict]
    if options.hmac_key is not None:
        verdicts.append(check_record(record, options.hmac_key).verdict)
    return any(_fits(verdict, rule) for verdict in verdicts)


def _fits(verdict: Verdict, rule: str) -> bool:
    if verdict.is_good:
        return rule in _BY_PLACE
    return verdict.rule == rule


QUARANTINE = CheckSubject(later("quarantine"), by_rows("quarantine", 1000), compare_quarantine)
