"""PZP messages: ids, signatures and data, as when they came out of an archive."""

from collections.abc import Iterator

from engine.archive.checking import check_record
from engine.archive.record import START, Dialect, Place, Record
from engine.message.canonical import NotJSON, parse
from engine.message.verdict import reason
from engine.store.check.subject import CheckSubject, How, Problem, RowRange, by_rows
from engine.store.files.sqlite import Database
from engine.store.pzp_messages import is_erased


def compare(database: Database, part: RowRange, _how: How) -> Iterator[Problem]:
    """Messages of PZP."""
    for key, erased, value in database.execute(
        "SELECT key, is_erased, value FROM pzp_messages WHERE id >= ? AND id < ? ORDER BY id",
        (part.first, part.end),
    ):
        where = f"PZP message {key}"
        try:
            parsed = parse(value.encode())
        except NotJSON:
            yield Problem("Its text isn't JSON.", where)
            continue
        record = Record(Place("item", 1), b"", START, key, parsed, dialect=Dialect.PZP)
        verdict = check_record(record).verdict
        if not verdict.is_good:
            yield Problem(f"It is no valid message: {reason(verdict)}.", where)
        elif is_erased(parsed) != erased:
            yield Problem("Whether its data was erased is not what its text says.", where)


PZP = CheckSubject("PZP messages", by_rows("pzp_messages", 1000), compare)
