"""Listing: which tangles there are, by what messages say of themselves."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tangle.growth import Growth
from engine.tangle.recipe import FEED, THREAD, Entry, is_root, named, named_root, tangle_data
from engine.tangle.references import message_reference


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
                growths[name, root] = Growth(named(name), root)
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
    found = [each for each in tangles if each.name != THREAD.name or each.root not in talks]
    return [
        *found,
        *_sorted(TangleSummary(THREAD.name, root, size) for root, size in talks.items()),
        *_sorted(TangleSummary(FEED.name, author, size) for author, size in feeds),
    ]


def _sorted(tangles: Iterable[TangleSummary]) -> list[TangleSummary]:
    return sorted(tangles, key=lambda tangle: (-tangle.candidates, tangle.name, tangle.root))


def _memberships(entry: Entry) -> Iterable[tuple[str, str]]:
    tangles = entry.content.get("tangles") if isinstance(entry.content, dict) else None
    for name in tangles if isinstance(tangles, dict) else ():
        data = tangle_data(entry.content, name)
        if data is None:
            continue
        root = message_reference(entry.key) if is_root(data) else named_root(data)
        if root is not None and named(name).claim(entry, root) is not None:
            yield name, root
