"""Growth: a tangle out of candidates, from its root on, in whatever order they arrive.

A candidate joins when everything it comes after is in; until then it is set aside. One that its
recipe refuses is excluded, with everything that comes after it. What has joined, been set aside
and been excluded is a function of the set of messages: a message at a time gives the same as all
at once (`grow`).
"""

from collections.abc import Iterable, Iterator, Set

from engine.tangle.recipe import Causes, Entry, Recipe
from engine.tangle.references import message_reference


class Growth:
    """One tangle, known by `root`, that grows as messages are added."""

    def __init__(self, recipe: Recipe, root: str) -> None:
        self.recipe = recipe
        self.root = message_reference(root)
        self._entries: dict[str, Entry] = {}
        self._causes: dict[str, Causes] = {}
        self._ranks: dict[str, int] = {}
        self._excluded: set[str] = set()
        self._tips: set[str] = set()
        # Of candidates outside: how many causes they lack, and who lacks what.
        self._lacks: dict[str, int] = {}
        self._needed_by: dict[str | None, list[str]] = {}

    def __contains__(self, key: str) -> bool:
        """Whether the message has joined."""
        return key in self._ranks

    def __len__(self) -> int:
        """How many messages have joined."""
        return len(self._ranks)

    @property
    def candidates(self) -> list[str]:
        """All candidates in the order in which they were added."""
        return list(self._causes)

    @property
    def connected(self) -> list[str]:
        """The messages in the tangle, by (rank, key)."""
        return sorted(self._ranks, key=lambda key: (self._ranks[key], key))

    @property
    def set_aside(self) -> list[str]:
        """The candidates that wait, in the order in which they were added."""
        inside = self._ranks.keys() | self._excluded
        return [key for key in self._causes if key not in inside]

    @property
    def excluded(self) -> list[str]:
        """What was refused or comes after it, in the order in which it was added."""
        return [key for key in self._causes if key in self._excluded]

    @property
    def tips(self) -> list[str]:
        """The messages in the tangle after which nothing comes yet, by (rank, key)."""
        return sorted(self._tips, key=lambda key: (self._ranks[key], key))

    def entry(self, key: str) -> Entry:
        """A candidate."""
        return self._entries[key]

    def rank(self, key: str) -> int:
        """The length of the longest path from the root to a message in the tangle."""
        return self._ranks[key]

    def causes(self, key: str) -> tuple[str, ...]:
        """What a candidate comes after, each once, where it names messages at all."""
        return tuple(cause for cause in self._causes[key] if cause is not None)

    def waits_for(self, key: str) -> tuple[str, ...]:
        """What keeps a candidate out of the tangle: causes that are missing or outside of it."""
        return tuple(cause for cause in self.causes(key) if cause not in self._ranks)

    def past(self, key: str) -> set[str]:
        """The messages in the tangle that lead to this one, be it in or not."""
        seen: set[str] = set()
        open_ends = [key]
        while open_ends:
            for cause in self._causes.get(open_ends.pop(), ()):
                if cause in self._ranks and cause not in seen:
                    seen.add(cause)
                    open_ends.append(cause)
        return seen

    def concurrent_pairs(self, among: Set[str]) -> Iterator[tuple[str, str]]:
        """The pairs of these messages, all in the tangle, of which neither leads to the other.

        Each is by (rank, key). There can be very many of them: take as many as you can show.
        """
        order = self.connected
        places = {key: place for place, key in enumerate(order)}
        pasts: list[int] = []  # bits, one a place
        earlier = 0
        for place, key in enumerate(order):
            past = 0
            for cause in self.causes(key):
                past |= pasts[places[cause]] | 1 << places[cause]
            pasts.append(past)
            if key in among:
                # Whatever this one leads to stands after it.
                yield from ((order[other], key) for other in _places(earlier & ~past))
                earlier |= 1 << place

    def add(self, entry: Entry) -> list[str]:
        """Add a message; the keys of those that join by it, causes first.

        What is no candidate, and what is here already, changes nothing.
        """
        key = message_reference(entry.key)
        causes = self.recipe.claim(entry, self.root)
        if causes is None or key in self._causes:
            return []
        self._entries[key] = entry
        self._causes[key] = causes = tuple(dict.fromkeys(causes))
        if not self._excluded.isdisjoint(causes):
            self._exclude(key)
            return []
        missing = [cause for cause in causes if cause not in self._ranks]
        if not missing:
            return list(self._join(key))
        self._lacks[key] = len(missing)
        for cause in missing:
            self._needed_by.setdefault(cause, []).append(key)
        return []

    def _join(self, first: str) -> Iterator[str]:
        ready = [first]
        while ready:
            key = ready.pop()
            if key in self._excluded:
                continue
            causes = self.causes(key)
            if not self.recipe.check(self._entries[key], [self._entries[each] for each in causes]):
                self._exclude(key)
                continue
            self._ranks[key] = 1 + max((self._ranks[cause] for cause in causes), default=-1)
            self._tips.difference_update(causes)
            self._tips.add(key)
            yield key
            for effect in self._needed_by.pop(key, ()):
                self._lacks[effect] -= 1
                if not self._lacks[effect]:
                    ready.append(effect)

    def _exclude(self, first: str) -> None:
        refused = [first]
        while refused:
            key = refused.pop()
            if key not in self._excluded:
                self._excluded.add(key)
                refused += self._needed_by.pop(key, ())


def grow(recipe: Recipe, root: str, entries: Iterable[Entry]) -> Growth:
    """The tangle that these messages make."""
    growth = Growth(recipe, root)
    for entry in entries:
        growth.add(entry)
    return growth


def _places(bits: int) -> Iterator[int]:
    """The places of the ones, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
