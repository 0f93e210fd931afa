"""Listing: which tangles there are, by what messages say of themselves."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tangle.growth import Growth
from engine.tangle.references import message_reference
from engine.tangle.rules import (
    FEED,
    THREAD,
    Admitted,
    Entry,
    TangleData,
    names_of_tangles,
    rule_of,
    tangle_data,
)


@dataclass(frozen=True, slots=True)
class TangleSummary:
    """A tangle that somebody writes in; its root may be unknown.

    `root` is the key of its first message, in a feed the id of the author. `set_aside` is how many
    of the candidates wait for others; None where nobody has counted.
    """

    name: str
    root: str
    candidates: int
    set_aside: int | None = None


def tangles_in(entries: Iterable[Entry]) -> list[TangleSummary]:
    """The tangles that these messages belong to, the largest first, then by name and root."""
    growths: dict[tuple[str, str], Growth] = {}
    for entry in entries:
        for name, root in _memberships(entry):
            if (name, root) not in growths:
                growths[name, root] = Growth(rule_of(name), root)
            growths[name, root].add(entry)
    return _sorted(
        TangleSummary(name, root, len(growth.candidates), len(growth.candidates) - len(growth))
        for (name, root), growth in growths.items()
    )


def with_all_kinds(
    tangles: Iterable[TangleSummary],
    conversations: Iterable[tuple[str, int]],
    feeds: Iterable[tuple[str, int]],
) -> list[TangleSummary]:
    """The tangles of `tangles_in`, and those that need no tangle data, with their sizes.

    A conversation counts those that are in it by `root` and those that are by tangle data.
    """
    talks = dict(conversations)
    found = [each for each in tangles if each.name != THREAD or each.root not in talks]
    return [
        *found,
        *_sorted(TangleSummary(THREAD, root, size) for root, size in talks.items()),
        *_sorted(TangleSummary(FEED, author, size) for author, size in feeds),
    ]


def _sorted(tangles: Iterable[TangleSummary]) -> list[TangleSummary]:
    return sorted(tangles, key=lambda tangle: (-tangle.candidates, tangle.name, tangle.root))


def _memberships(entry: Entry) -> Iterable[tuple[str, str]]:
    for name in names_of_tangles(entry.content):
        data = tangle_data(entry.content, name)
        if name != FEED and isinstance(data, TangleData):
            root = message_reference(entry.key) if data.root is None else data.root
            if isinstance(rule_of(name).admit(entry, root), Admitted):
                yield name, root
