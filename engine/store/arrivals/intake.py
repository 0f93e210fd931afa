"""Intake: store one batch of an archive in one transaction, and report what it changed.

Everything enters the database through this module, so that an import, a followed file and a message
written in the window produce the same rows. What a reader sees depends neither on the size of the
batches nor on the order of arrival.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tanglescope.engine.archive.record import Cursor
from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.verdict import Verdict
from tanglescope.engine.sources import open_source
from tanglescope.engine.store.arrivals.archives import Archives, SeenArchive
from tanglescope.engine.store.arrivals.chains import Rejudged, StoredChains
from tanglescope.engine.store.arrivals.changes import LibraryChange
from tanglescope.engine.store.arrivals.extracts import (
    BadRecord,
    Batch,
    Extract,
    bad_record,
    verdict_of,
)
from tanglescope.engine.store.arrivals.quarantine import Quarantine
from tanglescope.engine.store.conversations.catalogue import GRAPHS
from tanglescope.engine.store.conversations.joining import Joining
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.database_reader import DatabaseReader
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import Messages, NewMessage
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.graph_joining import GraphJoining
from tanglescope.engine.store.orders.pzp_joining import PzpJoining
from tanglescope.engine.store.reference_limit import put_cut
from tanglescope.engine.store.search import Search
from tanglescope.engine.tangle.metafeeds import TYPES
from tanglescope.engine.tangle.names import Naming
from tanglescope.engine.tangle.revisions import ABOUT, EDIT, REPLACES, TOMBSTONE

REVISING = frozenset({EDIT, REPLACES, TOMBSTONE})
"""The links to messages that are read differently from then on."""

RANKED = frozenset(kind for kind, each in GRAPHS.items() if each.is_ranked)
"""The kinds of graphs whose orders are by rank."""


@dataclass(frozen=True, slots=True)
class CommittedBatch:
    """The changes made by a batch: for observers, and for the report."""

    archive: SeenArchive
    change: LibraryChange
    bad: list[BadRecord]


def take_in(
    database: Database, archive: SeenArchive, batch: Batch, *, with_edits: bool = True
) -> CommittedBatch:
    """Commit a batch of `archive`.

    Without edits, which only a replica needs, the orders of threads are written at once instead of
    event by event; then `change.timelines` is empty.
    """
    with writing(database):
        conversations = Joining(database)
        found = _add(database, batch.good)
        joining = _cut(database, found.new)
        graphs = GraphJoining(database, archive, RANKED, with_edits=with_edits).put(batch.graphs)
        bad = batch.bad + graphs.bad + [read_again(archive, *refused) for refused in found.refused]
        quarantine = Quarantine(database)
        quarantine.forget(archive.number, archive.cursor)
        quarantine.put(archive.number, bad)
        timelines = conversations.join(joining, with_edits=with_edits)
        conversations.date_back(found.earlier)
        everything = Everything(database).add(found.new, found.redated, with_edits=with_edits)
        names_changed = note_names(database, found.new)
        pzp = PzpJoining(database, with_edits=with_edits)
        grown = pzp.put(batch.pzp)
        after = Archives(database).advance(archive, batch.after)
    timelines += graphs.changes + pzp.changes
    if everything is not None:
        timelines.append(everything)
    change = LibraryChange(
        tuple(timelines),
        names_changed,
        len(found.new) + grown + graphs.added,
        len(bad),
        bool(batch.graphs),
        with_edits and (pzp.gives_back or _revises(database, found.new)),
    )
    return CommittedBatch(after, change, bad)


def _cut(database: Database, new: Sequence[NewMessage]) -> list[NewMessage]:
    """The new messages as they join: those over the limit of references with their cut texts."""
    put_cut(database, [(each.number, text) for each in new if (text := each.extract.cut)])
    return [
        each._replace(extract=extract._replace(value=extract.cut)) if extract.cut else each
        for each in new
        for extract in [each.extract]
    ]


def _revises(database: Database, new: Sequence[NewMessage]) -> bool:
    """Whether new messages change others, or are changed by known ones."""
    names = any(
        kind in REVISING or (kind == ABOUT and is_message_id(target))
        for each in new
        for kind, target in zip(each.extract.kinds, each.extract.targets, strict=True)
    )
    return names or bool(Messages(database).revising([each.extract.key for each in new]))


@dataclass(slots=True)
class _Received:
    """The result for the valid messages of a batch.

    `earlier` are known ones that were received earlier, `redated` those of them that were received
    before the time that they claim.
    """

    new: list[NewMessage] = field(default_factory=list)
    earlier: list[Extract] = field(default_factory=list)
    redated: list[str] = field(default_factory=list)
    refused: list[tuple[Extract, Verdict]] = field(default_factory=list)


def _add(database: Database, extracts: Sequence[Extract]) -> _Received:
    """Add the new messages."""
    messages = Messages(database)
    feeds = StoredChains(database, (extract.author for extract in extracts))
    here = messages.received_times(extract.key for extract in extracts)
    new: dict[str, Extract] = {}
    verdicts: dict[str, Verdict] = {}
    rejudged: list[Rejudged] = []
    found = _Received()
    for extract in extracts:
        key = extract.key
        if key in here:
            if _is_earlier(extract.received, here[key]):
                here[key] = extract.received
                found.earlier.append(extract)
                if _is_earlier(extract.received, extract.asserted):
                    found.redated.append(key)
        elif key in new:
            if _is_earlier(extract.received, new[key].received):
                new[key] = new[key]._replace(received=extract.received)
        else:
            verdict, others = feeds.judge(extract, verdict_of(extract.status, extract.rule))
            rejudged += others
            if verdict.is_good:
                new[key] = extract
                verdicts[key] = verdict
            else:
                found.refused.append((extract, verdict))
    verdicts.update((key, verdict) for key, verdict in rejudged if key in new)
    first = messages.next_number()
    found.new = [
        NewMessage(number, feeds.number(extract.author), extract, verdicts[key])
        for number, (key, extract) in enumerate(new.items(), first)
    ]
    messages.put(found.new)
    messages.judge((key, verdict) for key, verdict in rejudged if key not in new)
    messages.received_earlier((extract.received, extract.key) for extract in found.earlier)
    Search(database).put(
        (message.number, message.extract.text, message.extract.channel) for message in found.new
    )
    feeds.save()
    return found


def _is_earlier(time: float | None, than: float | None) -> bool:
    return time is not None and (than is None or time < than)


def read_again(archive: SeenArchive, extract: Extract, verdict: Verdict) -> BadRecord:
    """Read the record of a message again that its feed refuses; these are few."""
    start = Cursor(extract.offset, extract.number)
    reader = open_source(archive.path)
    if isinstance(reader, DatabaseReader):  # it has no bytes to begin at
        record = reader.record(extract.key)
    else:
        record = next(iter(reader.records(start)))
    return bad_record(start, record, verdict)


def note_names(database: Database, new: Iterable[NewMessage]) -> frozenset[str]:
    """Store the names that messages give; return the feeds whose name may have changed."""
    namings = [
        Naming(extract.feed, extract.author, extract.sequence, extract.name)
        for extract in (message.extract for message in new)
        if extract.feed is not None and extract.name is not None
    ]
    names = Names(database)
    names.put(namings)
    changed = {naming.feed for naming in namings}
    changed |= {each.extract.author for each in new if each.extract.type in TYPES}
    changed |= names.withdrawn_by(each.number for each in new if each.extract.type == TOMBSTONE)
    if not changed:
        return frozenset()
    people = names.people()
    return frozenset(changed | {id_ for feed in changed for id_ in people.of(feed).ids})
