"""`tanglescope members`: who belongs to a private group, epoch by epoch."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer
from tanglescope.engine.commandline.common.opening import library_in, split_source
from tanglescope.engine.errors import NotFound
from tanglescope.engine.language.wording import count_noun, local_day
from tanglescope.engine.library import Library
from tanglescope.engine.tangle.groups import (
    EpochMembership,
    GroupMoment,
    MemberChange,
    PreferenceReason,
    moment,
    unknown_in_words,
)
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.tangle.rules import GROUP


@dataclass(frozen=True, slots=True)
class _NamesAndTimes:
    """What is known beside the group: names, and the claimed times of its messages."""

    names: Mapping[str, str]
    times: Mapping[str, float | None]


@click.command()
@click.argument("source", metavar="ADDRESS|FILE")
@options.address("The group in FILE, if there are several.")
@options.database
@options.group_keys
@options.json()
def members(
    source: str, address: str | None, database: Path | None, group_keys: Path | None
) -> None:
    """Say who belongs to the private group ADDRESS.

    FILE, which may be - for standard input, is read like a database.
    For each epoch: the members, since when and by whom, who was excluded when and by whom, who has
    yet to be added, and what can't be known without a key. Times are as claimed by the authors.
    """
    database, words = split_source((source,), database)
    with library_in(database, group_keys) as library:
        group = words[0] if words else address or _only_group(library, source)
        root = group.removeprefix(f"{GROUP}:")
        library.conversation(f"{GROUP}:{root}")
        now = moment(library.group(root))
        known = _people_and_times(library, now)
        print_answer(
            lambda: {"address": f"{GROUP}:{root}", **_answer(now, known)}, _lines(now, known)
        )


def _only_group(library: Library, source: str) -> str:
    found = [each.address for each in library.conversations(kind=GROUP)]
    if not found:
        raise NotFound(f"{source} has no group that can be read. Give its keys with --group-keys.")
    if len(found) > 1:
        raise click.UsageError(f"{source} has several groups; add --in: {', '.join(found)}.")
    return found[0]


def _people_and_times(library: Library, now: GroupMoment) -> _NamesAndTimes:
    people = {epoch.author for epoch in now.epochs}
    keys = [epoch.key for epoch in now.epochs]
    for epoch in now.epochs:
        people |= epoch.members | epoch.excluded | epoch.missing
        people |= {change.author for change in epoch.changes}
        keys += [change.key for change in epoch.changes]
    messages = library.messages(keys)
    times = {key: message.asserted for key, message in messages.items()}
    return _NamesAndTimes(told_apart(library.names(people)), times)


def _unknown(now: GroupMoment, epoch: EpochMembership, known: _NamesAndTimes) -> str | None:
    """What can't be known without a key because of an epoch; None if nothing is missing."""
    part = replace(now, epochs=(epoch,))
    return " ".join(unknown_in_words(part, known.names.__getitem__)) or None


def _answer(now: GroupMoment, known: _NamesAndTimes) -> dict[str, Any]:
    preference = now.preference
    return {
        "preferred": preference.epoch,
        "why": preference.reason,
        "epochs": [
            {
                "epoch": epoch.key,
                "number": number,
                **_event_as_json(epoch.key, epoch.author, known, "begun"),
                "members": [
                    {
                        **_person(feed, known),
                        **_event_as_json(change.key, change.author, known, "since"),
                    }
                    for feed, change in _since(epoch)
                ],
                "excluded": [
                    {
                        **_person(feed, known),
                        **_event_as_json(change.key, change.author, known, "at"),
                    }
                    for feed, change in _exclusions(epoch)
                ],
                "missing": [_person(feed, known) for feed in sorted(epoch.missing)],
                "unknown": _unknown(now, epoch, known),
            }
            for number, epoch in enumerate(now.epochs)
        ],
    }


def _since(epoch: EpochMembership) -> Iterator[tuple[str, MemberChange]]:
    """Each member with the first change that added them."""
    found: dict[str, MemberChange] = {}
    for change in epoch.changes:
        for feed in sorted(change.added & epoch.members):
            found.setdefault(feed, change)
    yield from found.items()


def _exclusions(epoch: EpochMembership) -> Iterator[tuple[str, MemberChange]]:
    """Everyone who was excluded with each change that did it: several may be concurrent."""
    for change in epoch.changes:
        for feed in sorted(change.excluded):
            yield feed, change


def _person(feed: str, known: _NamesAndTimes) -> dict[str, Any]:
    return {"feed": feed, "name": known.names[feed]}


def _event_as_json(key: str, author: str, known: _NamesAndTimes, when: str) -> dict[str, Any]:
    return {"by": author, "message": key, when: known.times.get(key)}


def _lines(now: GroupMoment, known: _NamesAndTimes) -> Iterator[str]:
    for number, epoch in enumerate(now.epochs):
        begun = f"begun by {known.names[epoch.author]}{_when(epoch.key, known)}"
        preferred = ", preferred" if epoch.key == now.preference.epoch else ""
        yield f"Epoch {number}{preferred}: {count_noun(len(epoch.members), 'member')}, {begun}"
        for feed, change in _since(epoch):
            by = known.names[change.author]
            yield f"  {known.names[feed]}: added by {by}{_when(change.key, known)}"
        for feed, change in _exclusions(epoch):
            by = known.names[change.author]
            yield f"  {known.names[feed]}: excluded by {by}{_when(change.key, known)}"
        for feed in sorted(epoch.missing):
            yield f"  {known.names[feed]}: has yet to be added"
        if (unknown := _unknown(now, epoch, known)) is not None:
            yield f"  {unknown}"
    if now.preference.reason is PreferenceReason.LOCKED:
        yield "Which epoch is preferred can't be known without the keys of the last epochs."


def _when(key: str, known: _NamesAndTimes) -> str:
    time = known.times.get(key)
    return "" if time is None else f", {local_day(time)}"
