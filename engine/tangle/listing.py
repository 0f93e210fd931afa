"""Listing: which tangles there are, by what messages say of themselves."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.tangle.recipe import Entry, is_root, named_root, tangle_data
from engine.tangle.references import message_reference


@dataclass(frozen=True, slots=True)
class TangleSummary:
    """A tangle that somebody writes in; its root may be unknown, and not all may connect."""

    name: str
    root: str
    candidates: int


def tangles_in(entries: Iterable[Entry]) -> list[TangleSummary]:
    """The tangles that these messages belong to, the largest first, then by name and root."""
    counts: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        counts.update(_memberships(entry))
    found = [TangleSummary(name, root, count) for (name, root), count in counts.items()]
    return sorted(found, key=lambda tangle: (-tangle.candidates, tangle.name, tangle.root))


def _memberships(entry: Entry) -> Iterable[tuple[str, str]]:
    tangles = entry.content.get("tangles") if isinstance(entry.content, dict) else None
    for name in tangles if isinstance(tangles, dict) else ():
        data = tangle_data(entry.content, name)
        if data is None:
            continue
        if is_root(data):
            yield name, message_reference(entry.key)
        elif data.get("previous") and (root := named_root(data)) is not None:
            yield name, root
