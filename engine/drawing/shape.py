"""Shapes: a whole tangle without its words, small enough to hold a million messages.

To draw, count or filter a tangle takes who wrote what after what, and nothing of
what was said. Messages are numbers here: those of the timeline by their position, so causes come
before effects, and behind them the ghosts.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import NamedTuple

from engine.drawing.lanes.tints import Hue
from engine.linear.horizon import Components


class MessageTraits(NamedTuple):
    """What is known of a message beside its causes; `arrival` ascends as messages are taken in."""

    key: str
    feed: str
    type: str
    asserted: float | None
    received: float | None
    arrival: int


@dataclass(frozen=True, slots=True)
class Links:
    """The numbers that each number is joined to: from `starts[n]` on in `ends`."""

    starts: "array[int]"
    ends: "array[int]"

    def of(self, number: int) -> "array[int]":
        """What a number is joined to, ascending."""
        return self.ends[self.starts[number] : self.starts[number + 1]]

    def count(self, number: int) -> int:
        """To how many it is joined."""
        return self.starts[number + 1] - self.starts[number]


@dataclass(frozen=True, slots=True)
class Shape:
    """Messages by number; `present` of them are here, the rest are ghosts.

    `feeds` are the authors in the order in which they joined, so that what is laid out by it
    stays where it is when others come; `authors` and `kinds` point into `feeds` and `types`, and
    are -1 for a ghost and for what is not known. Times are in milliseconds, NaN where unknown.
    """

    keys: Sequence[str]
    present: int
    feeds: Sequence[str]
    authors: "array[int]"
    types: Sequence[str]
    kinds: "array[int]"
    asserted: "array[float]"
    received: "array[float]"
    causes: Links
    effects: Links
    components: "array[int]" = field(default_factory=lambda: array("i"))
    """The numbers of components, 0 for ghosts; empty where messages have authors."""

    def __len__(self) -> int:
        return len(self.keys)

    def numbers(self, keys: Collection[str]) -> dict[str, int]:
        """The numbers of those of `keys` that are here."""
        wanted = set(keys)
        return {key: number for number, key in enumerate(self.keys) if key in wanted}

    def feed(self, number: int) -> str:
        """Who wrote a message; `""` for a ghost."""
        author = self.authors[number]
        return self.feeds[author] if author >= 0 else ""

    def hue(self, number: int) -> Hue:
        """What the colour of a message is decided by."""
        return (self.components[number] or "") if self.components else self.feed(number)

    def owners(self) -> tuple[Sequence[Hue], "array[int]"]:
        """What has columns of its own, and which of these each has; -1 for a ghost."""
        if not self.components:
            return self.feeds, self.authors
        most = max(self.components)
        return range(1, most + 1), array("i", (number - 1 for number in self.components))

    def edges(self) -> Iterator[tuple[int, int]]:
        """Every edge once, as cause and effect."""
        for effect in range(len(self)):
            for cause in self.causes.of(effect):
                yield cause, effect


def make_shape(
    order: Sequence[str], traits: Iterable[MessageTraits], pairs: Iterable[tuple[str, str]]
) -> Shape:
    """The shape of an `order` in which causes come first; `pairs` are causes with their effects.

    A cause that is not in the order is a ghost.
    """
    numbers = {key: number for number, key in enumerate(order)}
    keys = list(order)
    causes, effects = array("i"), array("i")
    for cause, effect in pairs:
        if (number := numbers.get(effect, len(order))) >= len(order) or cause == effect:
            continue
        if cause not in numbers:
            numbers[cause] = len(keys)
            keys.append(cause)
        causes.append(numbers[cause])
        effects.append(number)
    facts = _Facts(len(keys))
    arrived = array("i")
    for each in sorted(traits, key=lambda each: each.arrival):
        if (number := numbers.get(each.key, len(order))) < len(order):
            facts.note(number, each)
            arrived.append(number)
    joined = links(len(keys), effects, causes)
    return Shape(
        keys=keys,
        present=len(order),
        feeds=list(facts.feeds),
        authors=facts.authors,
        types=list(facts.types),
        kinds=facts.kinds,
        asserted=facts.asserted,
        received=facts.received,
        causes=joined,
        effects=links(len(keys), causes, effects),
        components=array("i") if any(facts.feeds) else _components(arrived, joined),
    )


def _components(arrived: Iterable[int], causes: Links) -> "array[int]":
    """The numbers of the components of messages that arrived; 0 for ghosts."""
    components = Components[int]()
    for number in arrived:
        components.add(number, causes.of(number))
    found = array("i", bytes(4 * (len(causes.starts) - 1)))
    for number in arrived:
        found[number] = components.number(number)
    return found


def links(count: int, sources: "array[int]", targets: "array[int]") -> Links:
    """Links from every source to the target beside it, each once."""
    # A pair as one number sorts ten times faster and needs a third of the memory.
    pairs = sorted(
        {source * count + target for source, target in zip(sources, targets, strict=True)}
    )
    starts = array("i", bytes(4 * (count + 1)))
    for pair in pairs:
        starts[pair // count + 1] += 1
    for number in range(count):
        starts[number + 1] += starts[number]
    return Links(starts, array("i", (pair % count for pair in pairs)))


class _Facts:
    """Columns that are filled message by message."""

    def __init__(self, count: int) -> None:
        self.feeds: dict[str, int] = {}
        self.types: dict[str, int] = {}
        self.authors = array("i", [-1]) * count
        self.kinds = array("i", [-1]) * count
        self.asserted = array("d", [nan]) * count
        self.received = array("d", [nan]) * count

    def note(self, number: int, traits: MessageTraits) -> None:
        self.authors[number] = self.feeds.setdefault(traits.feed, len(self.feeds))
        self.kinds[number] = self.types.setdefault(traits.type, len(self.types))
        if traits.asserted is not None:
            self.asserted[number] = traits.asserted
        if traits.received is not None:
            self.received[number] = traits.received


def ranks(shape: Shape) -> "array[int]":
    """How many steps the longest known path to each takes; a ghost comes before its effects.

    Ghosts may have rank -1.
    """
    found = array("i", bytes(4 * len(shape)))
    starts, ends = shape.causes.starts, shape.causes.ends
    for number in range(shape.present):
        rank = 0
        for place in range(starts[number], starts[number + 1]):
            cause = ends[place]
            if cause < shape.present and found[cause] >= rank:
                rank = found[cause] + 1
        found[number] = rank
    for ghost in range(shape.present, len(shape)):
        effects = shape.effects.of(ghost)
        found[ghost] = min((found[effect] for effect in effects), default=1) - 1
    return found
