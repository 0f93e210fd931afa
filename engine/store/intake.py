"""Intake: one batch of checked records becomes one transaction, and what it changed.

Every door into the database leads through here, so that an import, a followed file and a
message written in the window leave the same rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.archive.checking import Checked
from engine.archive.record import Cursor
from engine.message.message import Message
from engine.store.archives import Archives, SeenArchive
from engine.store.changes import LibraryChange
from engine.store.conversations import Conversations
from engine.store.database import writing
from engine.store.feeds import Feeds, Rejudged
from engine.store.messages import Messages, NewMessage
from engine.store.names import Names
from engine.store.quarantine import Quarantine, QuarantinedRecord
from engine.store.search import Search
from engine.store.sqlite import Database
from engine.tangle.names import naming_in


@dataclass(frozen=True, slots=True)
class Taken:
    """What a batch has changed: for those who look on, and for the report."""

    archive: SeenArchive
    change: LibraryChange
    bad: list[Checked]


def take_in(
    database: Database, archive: SeenArchive, batch: Sequence[Checked], cursor: Cursor
) -> Taken:
    """Commit a batch of records of `archive`, which was read up to `cursor` after them."""
    with writing(database):
        bad = [checked for checked in batch if not checked.verdict.is_good]
        new, refused = _add(database, [checked for checked in batch if checked.verdict.is_good])
        bad += refused
        Quarantine(database).put(
            archive.number, (_quarantined(archive, checked) for checked in bad)
        )
        timelines = Conversations(database).join(new)
        names_changed = _note_names(database, new)
        after = Archives(database).advance(archive, cursor)
    return Taken(after, LibraryChange(tuple(timelines), names_changed, len(new), len(bad)), bad)


def _add(database: Database, batch: Sequence[Checked]) -> tuple[list[NewMessage], list[Checked]]:
    """Add the messages that are new; those, and the records that their feeds refuse."""
    messages = Messages(database)
    found = _each_once(batch)
    here = messages.received(found)
    received = ((key, checked.record.received) for key, checked in found.items() if key in here)
    messages.received_earlier(
        (time, key) for key, time in received if time is not None and _is_earlier(time, here[key])
    )
    fresh = {key: checked for key, checked in found.items() if key not in here}
    feeds = Feeds(database, (_message(checked).author for checked in fresh.values()))
    new: dict[str, NewMessage] = {}
    refused: list[Checked] = []
    rejudged: list[Rejudged] = []
    for key, checked in fresh.items():
        message = _message(checked)
        verdict, others = feeds.judge(message, checked.verdict)
        if verdict.is_good:
            number = feeds.number(message.author)
            new[key] = NewMessage(message, number, checked.record.received, verdict)
        else:
            refused.append(replace(checked, verdict=verdict))
        rejudged += others
    for key, verdict in rejudged:
        if key in new:
            new[key] = replace(new[key], verdict=verdict)
    messages.put(list(new.values()))
    messages.judge((key, verdict) for key, verdict in rejudged if key not in new)
    Search(database).put(new.values())
    feeds.save()
    return list(new.values()), refused


def _each_once(batch: Iterable[Checked]) -> dict[str, Checked]:
    """The records by key: of one that stands here twice, the one that was received first."""
    found: dict[str, Checked] = {}
    for checked in batch:
        key = _message(checked).key
        known = found.get(key)
        if known is None:
            found[key] = checked
        elif _is_earlier(checked.record.received, known.record.received):
            found[key] = replace(known, record=checked.record)
    return found


def _is_earlier(time: float | None, than: float | None) -> bool:
    return time is not None and (than is None or time < than)


def _message(checked: Checked) -> Message:
    assert checked.message is not None, "a record with a good verdict holds a message"
    return checked.message


def _note_names(database: Database, new: Iterable[NewMessage]) -> frozenset[str]:
    """Remember the names that messages give; the feeds whose name may have changed."""
    messages = [each.message for each in new]
    found = [naming_in(each.author, each.sequence, each.content) for each in messages]
    namings = [naming for naming in found if naming is not None]
    Names(database).put(namings)
    return frozenset(naming.feed for naming in namings)


def _quarantined(archive: SeenArchive, checked: Checked) -> QuarantinedRecord:
    record = checked.record
    rule = str(checked.verdict.rule)
    return QuarantinedRecord(str(archive.path), str(record.place), record.key, rule, record.raw)
