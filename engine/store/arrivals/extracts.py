"""Extracts: everything that a database stores about a message, computed from the message alone.

Creating them needs no database, so it can be done in any thread or process, or on any machine. The
writer only has to store them (`engine.store.arrivals.intake`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.graphs.pieces import Piece, RefusedPiece, read_piece
from tanglescope.engine.archive.record import START, Cursor, Dialect, Place, Record
from tanglescope.engine.message.classic import shorter
from tanglescope.engine.message.message import Content, Message, content_of
from tanglescope.engine.message.verdict import (
    DUPLICATE,
    VALID,
    Rule,
    ValidationStatus,
    Verdict,
    invalid,
)
from tanglescope.engine.store.pzp_messages import PzpExtract, pzp_extract
from tanglescope.engine.store.reference_limit import ReferenceLimit, cut_text
from tanglescope.engine.store.search import words_to_index
from tanglescope.engine.tangle.links import IN_TANGLE, links_in
from tanglescope.engine.tangle.names import naming_in
from tanglescope.engine.tangle.thread import causes_in_thread, opens_thread, thread_root
from tanglescope.engine.tangle.titles import one_line, title_of


class Extract(NamedTuple):
    """One valid message, ready for the tables; the verdict is that without its chain.

    `offset` and `number` are the cursor before its record, to find the record again.
    `root` is the thread it replies in, `causes` its causes there; `title` is that of
    the thread it opens, None if it opens none by itself. `feed` and `name` are a naming. `cut` is
    the text with the references that count, if a limit leaves some out.
    """

    offset: int
    number: int
    key: str
    author: str
    sequence: int
    previous: str | None
    asserted: float | None
    received: float | None
    type: str | None
    value: str
    status: str
    rule: str | None
    kinds: Sequence[str]
    targets: Sequence[str]
    text: str
    channel: str
    feed: str | None
    name: str | None
    root: str | None
    causes: Sequence[str]
    title: str | None
    cut: str | None = None


class BadRecord(NamedTuple):
    """A record that isn't a valid message: its place, its claimed key, the violated rule."""

    offset: int
    number: int
    unit: str
    place: int
    key: str | None
    rule: str
    raw: bytes

    @property
    def at(self) -> Place:
        """The place of the record, in the unit of its format."""
        return Place(self.unit, self.place)


@dataclass(frozen=True, slots=True)
class Batch:
    """A checked run of records of one archive: valid ones, bad ones, and the cursor at the end."""

    records: int
    good: list[Extract]
    bad: list[BadRecord]
    after: Cursor
    pzp: list[PzpExtract] = field(default_factory=list)
    graphs: list[Piece] = field(default_factory=list)


def together(batches: Sequence[Batch]) -> Batch:
    """Consecutive batches as one."""
    return Batch(
        sum(batch.records for batch in batches),
        [extract for batch in batches for extract in batch.good],
        [bad for batch in batches for bad in batch.bad],
        batches[-1].after,
        [extract for batch in batches for extract in batch.pzp],
        [piece for batch in batches for piece in batch.graphs],
    )


Positioned = tuple[Cursor, Record]
"""A record and the cursor before it."""


def with_cursors(records: Iterator[Record], start: Cursor) -> Iterator[Positioned]:
    """Records in the order of the file, each with the cursor to read it again."""
    for record in records:
        yield start, record
        start = record.after


def in_runs(records: Iterator[Positioned], length: int) -> Iterator[list[Positioned]]:
    """Runs of up to `length` records."""
    while run := list(islice(records, length)):
        yield run


def checked_in_runs(
    records: Iterator[Positioned],
    length: int,
    hmac_key: bytes | None = None,
    limit: ReferenceLimit | None = None,
) -> Iterator[Batch]:
    """Runs of up to `length` records, each record checked as soon as it is read."""
    for first in records:
        yield check_run(chain([first], islice(records, length - 1)), hmac_key, limit)


def check_run(
    run: Iterable[Positioned],
    hmac_key: bytes | None = None,
    limit: ReferenceLimit | None = None,
) -> Batch:
    """Check a run of records, of which there is at least one, in a collection with that limit."""
    good: list[Extract] = []
    pzp: list[PzpExtract] = []
    bad: list[BadRecord] = []
    graphs: list[Piece] = []
    records = 0
    for some in in_runs(iter(run), _AT_ONCE):
        records += len(some)
        checks = iter(check([each for _, each in some if not _is_piece(each)], hmac_key))
        for start, record in some:
            if _is_piece(record):
                piece = read_piece(record)
                graphs.append(piece)
                bad += bad_parts(start, piece.place, piece.refused)
                continue
            _, message, computed, verdict, _ = next(checks)
            is_good = verdict.is_good
            if message is not None and is_good:
                form = shorter(message) if message.key == computed else None
                if form is not None:
                    # A second form of it, which anyone can make: only the first one is a message.
                    message = form
                    bad.append(bad_record(start, record, DUPLICATE))
                made = extract(start, message, record.received, verdict)
                if limit is not None and len(named := references(made)) > limit.most:
                    bad.append(bad_record(start, record, invalid(limit.rule)))
                    if not limit.is_cut:
                        continue
                    made = cut_extract(message, made, named[: limit.most])
                good.append(made)
            elif not is_good:
                bad.append(bad_record(start, record, verdict))
            elif record.dialect is Dialect.PZP:
                pzp.append(pzp_extract(record))
    return Batch(records, good, bad, record.after, pzp, graphs)


_AT_ONCE = 256
"""The number of records whose signatures are verified together."""


def _is_piece(record: Record) -> bool:
    """Whether a record contains nodes of a graph."""
    return (
        record.dialect is not Dialect.CLASSIC
        and record.dialect.is_of_graphs
        and record.problem is None
    )


def bad_parts(start: Cursor, place: Place, parts: Iterable[RefusedPiece]) -> Iterator[BadRecord]:
    """Parts of a record that can't be in a graph, each as a bad record of its own."""
    for key, rule, raw in parts:
        yield BadRecord(start.offset, start.number, place.unit, place.number, key, str(rule), raw)


def bad_record(start: Cursor, record: Record, verdict: Verdict) -> BadRecord:
    """A record with the rule that it violates."""
    # The claimed key may have a lone surrogate, which a database can't store.
    key = record.key and record.key.encode("utf-8", "replace").decode()
    place = record.place
    return BadRecord(
        start.offset, start.number, place.unit, place.number, key, str(verdict.rule), record.raw
    )


def verdict_of(status: str, rule: str | None) -> Verdict:
    """The verdict that was stored as two texts."""
    return _VERDICTS[status, rule]


_VERDICTS = {
    (str(status), rule and str(rule)): Verdict(status, rule)
    for status in ValidationStatus
    for rule in (None, *Rule)
}


def extract(start: Cursor, message: Message, received: float | None, verdict: Verdict) -> Extract:
    """Everything a database stores about a valid message; `verdict` is that without its chain."""
    content = message.content
    kind = content.get("type") if isinstance(content, dict) else None
    links = links_in(content)
    naming = naming_in(message.author, message.sequence, content)
    root = thread_root(content)
    rule = verdict.rule
    return Extract(
        start.offset,
        start.number,
        message.key,
        message.author,
        message.sequence,
        message.previous,
        message.asserted,
        received,
        _kind(kind) if isinstance(kind, str) else None,
        message.text.decode(),
        verdict.status.value,
        None if rule is None else str(rule),
        [kind for kind, _ in links],
        [target for _, target in links],
        *words_to_index(content),
        None if naming is None else naming.feed,
        None if naming is None else naming.name,
        root,
        () if root is None else causes_in_thread(message.key, content, root),
        title_of(content) if root is None and opens_thread(content) else None,
    )


def references(message: Extract) -> list[str]:
    """What a message comes after by what it says, each once: first the one before it."""
    named = (
        target
        for kind, target in zip(message.kinds, message.targets, strict=True)
        if kind == "branch" or kind.startswith(IN_TANGLE)
    )
    before = () if message.previous is None else (message.previous,)
    return list(dict.fromkeys((*before, *message.causes, *named)))


def references_of(previous: str | None, content: Content) -> list[str]:
    """What a message with that content would come after by what it says."""
    message = Message("", "", 0, previous, None, content, b"")
    return references(extract(START, message, None, VALID))


def cut_extract(message: Message, made: Extract, kept: Collection[str]) -> Extract:
    """What is stored of a message of which only these references count."""
    text = cut_text(message.text, kept)
    cut = message._replace(content=content_of(text))
    left = extract(Cursor(made.offset, made.number), cut, made.received, VALID)
    return made._replace(kinds=left.kinds, targets=left.targets, causes=left.causes, cut=text)


@lru_cache(maxsize=1 << 10)
def _kind(text: str) -> str:
    """A type as shown; cached, since there are few."""
    return one_line(text, 52)
