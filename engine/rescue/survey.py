"""Survey: every record of an archive, verified, as a message that survived or as damage.

An archive is read in parts, by several processes where its format can be split. A part is the unit
that is kept if a rescue is interrupted: the same archive has the same parts.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import orjson

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.processes import start_workers
from tanglescope.engine.archive.record import START, Cursor, Dialect, Reader, Record
from tanglescope.engine.archive.splitting import ArchivePart, parts, read_part
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.message.canonical import parse
from tanglescope.engine.message.classic import shorter
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.verdict import Rule, ValidationStatus

_PART = 1 << 19
_BATCH = 500
_WORTH_IT = 8
"""The number of parts from which it pays to start processes."""

_LAST_TIME = 253_402_300_799_999.0

LOST_TEXT = "lost-text"
OTHER_FORMAT = "format"


class Survivor(NamedTuple):
    """A message that survived; `text` is its value as one line of JSON.

    `why_aside` says why it can't be in a log: it isn't proven, or not of a classic feed.
    """

    key: str
    author: str
    sequence: int
    previous: str | None
    received: float | None
    claimed: float | None
    text: bytes
    is_extended: bool = False
    """Whether bytes follow the 64 of its signature."""

    why_aside: str = ""


class Damage(NamedTuple):
    """A record that holds no message that can be proven: its place, its size, and the rule."""

    place: str
    size: int
    rule: str


class Surveyed(NamedTuple):
    """The records of a part of an archive, and the cursor after it."""

    after: Cursor
    records: int
    survivors: list[Survivor]
    damages: list[Damage]


def survey(
    reader: Reader, start: Cursor = START, hmac_key: bytes | None = None, processes: int = 1
) -> Iterator[Surveyed]:
    """Verify the records of an archive from the end of an earlier part on, part by part.

    Raises `UnreadableArchive` and `WorkerEnded`.
    """
    if not reader.can_be_split:
        yield from _one_by_one(reader, start, hmac_key)
        return
    left = list(_from(start, parts(reader, _PART)))
    if processes == 1 or len(left) < _WORTH_IT:
        for part in left:
            yield _survey_part(reader, hmac_key, part)
        return
    with start_workers(processes) as workers:
        yield from workers.map(_survey_part, ((reader, hmac_key, part) for part in left))


def _from(start: Cursor, parts_: Iterable[ArchivePart]) -> Iterator[ArchivePart]:
    """What is left of the parts from a cursor on, which another version may have put elsewhere."""
    for part in parts_:
        if part.start.offset >= start.offset:
            yield part
        elif part.end is None or part.end > start.offset:
            yield part._replace(start=start)


def _one_by_one(reader: Reader, start: Cursor, hmac_key: bytes | None) -> Iterator[Surveyed]:
    # A database may have graphs and PZP messages as well.
    records = (each for each in reader.records(start) if each.dialect is Dialect.CLASSIC)
    while batch := list(islice(records, _BATCH)):
        yield _survey_records(batch, batch[-1].after, hmac_key)


def _survey_part(reader: Reader, hmac_key: bytes | None, part: ArchivePart) -> Surveyed:
    records = [record for _, record in read_part(reader, part.start, part.end)]
    end = records[-1].after if part.end is None and records else part.start
    return _survey_records(records, end if part.end is None else Cursor(part.end), hmac_key)


def _survey_records(records: Iterable[Record], after: Cursor, hmac_key: bytes | None) -> Surveyed:
    survivors: list[Survivor] = []
    damages: list[Damage] = []
    checked = check(records, hmac_key)
    for record, message, _, verdict, _ in checked:
        # A genuine message survives, although its record has a false key.
        if message is None or (not verdict.is_good and verdict.rule != Rule.ID):
            rule = str(verdict.rule or "")
            damages.append(Damage(str(record.place), len(record.raw), rule))
            continue
        why = "" if is_feed_id(message.author) else OTHER_FORMAT
        if verdict.status is ValidationStatus.UNVERIFIED:
            why = LOST_TEXT
        form = shorter(message) if why == "" else None
        survivors.append(_survivor(message, record, record.value, form is not None, why))
        if form is not None:  # perhaps only the other form survived anywhere
            survivors.append(_survivor(form, record, parse(form.text), False, why))
    return Surveyed(after, len(checked), survivors, damages)


def _survivor(
    message: Message, record: Record, value: object, is_extended: bool, why: str
) -> Survivor:
    return Survivor(
        message.key,
        message.author,
        message.sequence,
        message.previous,
        _possible(record.received),
        _possible(message.asserted),
        _as_text(value),
        is_extended,
        why,
    )


def _possible(time: float | None) -> float | None:
    """A time before the year 10000; later ones would come after everything else in the log."""
    return time if time is not None and 0 <= time <= _LAST_TIME else None


def _as_text(value: object) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError:  # lone surrogates, numbers beyond 64 bits
        return json_line(value)
