"""What would settle an Autobase, in words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from tanglescope.engine.debug.explaining.words import Label
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled
from tanglescope.engine.linear.edits import MovedRow
from tanglescope.engine.wording import plural, tr

_MOST_MOVES = 5

Author: TypeAlias = Callable[[str], str]
"""The name of a writer, by key."""


def settlement_answer(
    found: Settlement | Unsettled, entry: str | None, label: Label
) -> dict[str, Any]:
    """What would confirm an entry, or everything that is there, as JSON; rows count from 1."""
    if isinstance(found, Unsettled):
        why = why_unsettled(found, _what(entry, label), label)
        nothing: dict[str, Any] = {"entries": [], "confirms": None, "order": [], "moves": []}
        return {"confirmed": found.confirmed, **nothing, "possible": False, "why": why}
    return {
        "confirmed": found.confirmed,
        "entries": [asdict(each) for each in found.entries],
        "confirms": found.confirms,
        "order": found.order,
        "moves": moves_answer(found.moves),
        "possible": True,
        "fewest": found.is_fewest,
    }


def moves_answer(moves: Iterable[MovedRow]) -> list[dict[str, Any]]:
    """The rows that change, as JSON; rows count from 1."""
    return [{"id": each.id, "from": each.before, "to": each.after} for each in moves]


def _what(entry: str | None, label: Label) -> str:
    return tr("everything here") if entry is None else label(entry)


def settlement_in_words(
    found: Settlement | Unsettled, entry: str | None, label: Label, author: Author
) -> Iterator[str]:
    """The next entries that confirm an entry, or everything that is there, line by line."""
    what = _what(entry, label)
    if isinstance(found, Unsettled):
        yield plural("{n:,} entries are confirmed.", "{n:,} entry is confirmed.", found.confirmed)
        yield why_unsettled(found, what, label)
        return
    all_now = len(found.order) - len(found.entries)
    yield tr(
        "{confirmed:,} of {entries:,} entries are confirmed.",
        confirmed=found.confirmed,
        entries=all_now,
    )
    if not found.entries:
        yield tr("Nothing is missing: {what} is confirmed.", what=what)
        return
    yield needed_entries(found, what)
    for number, each in enumerate(found.entries, 1):
        after = ", ".join(map(label, each.after)) if number == 1 else tr("the one before")
        yield "  " + tr(
            "{number}. by {author}, after {after}",
            number=number,
            author=author(each.writer),
            after=after,
        )
    yield plural(
        "Then {n:,} entries are confirmed.", "Then {n:,} entry is confirmed.", found.confirms
    )
    yield from moves_in_words(found.moves, label)


def needed_entries(found: Settlement, what: str) -> str:
    """How many next entries confirm `what`, in a sentence."""
    count = len(found.entries)
    if not found.is_fewest:
        return plural(
            "{n:,} next entries confirm {what}; it isn't known whether fewer would:",
            "{n:,} next entry confirms {what}:",
            count,
            what=what,
        )
    return plural(
        "The fewest next entries that confirm {what} are {n:,}:",
        "{n:,} next entry confirms {what}:",
        count,
        what=what,
    )


def settled_by(found: Settlement | Unsettled, what: str, label: Label, author: Author) -> str:
    """Whose next entries confirm `what`, or why none do, in a sentence."""
    if isinstance(found, Unsettled):
        return why_unsettled(found, what, label)
    writers = ", ".join(author(entry.writer) for entry in found.entries)
    if not found.entries:
        return ""
    if not found.is_fewest:
        return plural(
            "{n:,} next entries confirm {what}, each after everything there is: by {writers}."
            " It isn't known whether fewer would.",
            "{n:,} next entry confirms {what}, after everything there is: by {writers}.",
            len(found.entries),
            what=what,
            writers=writers,
        )
    return plural(
        "The fewest next entries that confirm {what}, each after everything there is, are {n:,}:"
        " by {writers}.",
        "{n:,} next entry confirms {what}, after everything there is: by {writers}.",
        len(found.entries),
        what=what,
        writers=writers,
    )


def why_unsettled(found: Unsettled, what: str, label: Label) -> str:
    """Why no next entries confirm `what`, in a sentence."""
    if found.waiting:
        first, more = label(found.waiting[0]), len(found.waiting) - 1
        waits = (
            plural("{name} and {n:,} more wait", "{name} and {n:,} more wait", more, name=first)
            if more
            else tr("{name} waits", name=first)
        )
        return tr(
            "No next entries confirm {what}: {waits} for entries that haven't arrived.",
            what=what,
            waits=waits,
        )
    if not found.indexers:
        return tr("No next entries confirm {what}: there is no indexer.", what=what)
    if not found.is_certain:
        return tr(
            "It isn't known whether any next entries confirm {what}: a majority of the indexers is"
            " {majority:,}, only {available:,} can write, and unconfirmed entries change the"
            " indexers.",
            what=what,
            majority=found.majority,
            available=found.available,
        )
    return tr(
        "No next entries confirm {what}: a majority of the indexers is {majority:,}, and only"
        " {available:,} can write.",
        what=what,
        majority=found.majority,
        available=found.available,
    )


def moves_in_words(moves: Sequence[MovedRow], label: Label) -> Iterator[str]:
    """The rows that change, line by line."""
    if not moves:
        yield tr("No other row changes.")
        return
    yield plural("{n:,} rows change:", "{n:,} row changes:", len(moves))
    for moved in moves[:_MOST_MOVES]:
        yield "  " + tr(
            "{name}: from row {before:,} to row {after:,}",
            name=label(moved.id),
            before=moved.before,
            after=moved.after,
        )
    if len(moves) > _MOST_MOVES:
        yield "  " + tr("and {more:,} more", more=len(moves) - _MOST_MOVES)
