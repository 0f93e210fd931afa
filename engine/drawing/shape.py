"""Shapes: a tangle without texts, compact enough for a million messages.

Drawing, counting and filtering a tangle need authors, types, times and edges, but no texts.
Messages are numbers here: their positions in the timeline, so causes come before effects, followed
by the missing messages.

A `Proof` says which of two messages of a shape came first, or that it can't be known.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from typing import NamedTuple

from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.linear.horizon import Components, joining, reach, shortest_path


class MessageTraits(NamedTuple):
    """The attributes of a message besides its causes; `arrival` ascends by local arrival."""

    key: str
    feed: str
    type: str
    asserted: float | None
    received: float | None
    arrival: int


@dataclass(frozen=True, slots=True)
class Links:
    """The numbers linked to each number n: those in `ends` from `starts[n]` on."""

    starts: "array[int]"
    ends: "array[int]"

    def of(self, number: int) -> "array[int]":
        """The numbers linked to a number, ascending."""
        return self.ends[self.starts[number] : self.starts[number + 1]]

    def count(self, number: int) -> int:
        """How many numbers are linked to a number."""
        return self.starts[number + 1] - self.starts[number]


@dataclass(frozen=True, slots=True)
class Shape:
    """Messages by number; `present` of them are here, the rest are missing.

    `feeds` are the authors in the order in which they joined, so that layouts based on it are
    stable when others come; `authors` and `kinds` are indices into `feeds` and `types`, -1 for a
    missing message or an unknown value. Times are in milliseconds, NaN where unknown.
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
    """The numbers of components, 0 for missing messages; empty if messages have authors."""

    def __len__(self) -> int:
        return len(self.keys)

    def numbers(self, keys: Collection[str]) -> dict[str, int]:
        """The numbers of those of `keys` that are present."""
        wanted = set(keys)
        return {key: number for number, key in enumerate(self.keys) if key in wanted}

    def feed(self, number: int) -> str:
        """The author of a message; `""` for a missing one."""
        author = self.authors[number]
        return self.feeds[author] if author >= 0 else ""

    def hue(self, number: int) -> Hue:
        """What determines the colour of a message."""
        return (self.components[number] or "") if self.components else self.feed(number)

    def owners(self) -> tuple[Sequence[Hue], "array[int]"]:
        """The owners of columns, and the owner of each message; -1 for a missing one."""
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
    """The shape of a causal `order`; `pairs` are causes with their effects.

    A cause that is not in the order is a missing message.
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


def in_a_row(shape: Shape, order: Sequence[str]) -> Shape:
    """The shape of the messages here, each after the one before it in an order."""
    numbers = {key: number for number, key in enumerate(shape.keys[: shape.present])}
    row = [numbers[key] for key in order if key in numbers]
    causes, effects = array("i", row[:-1]), array("i", row[1:])
    here = slice(shape.present)
    return replace(
        shape,
        keys=shape.keys[here],
        authors=shape.authors[here],
        kinds=shape.kinds[here],
        asserted=shape.asserted[here],
        received=shape.received[here],
        causes=links(shape.present, effects, causes),
        effects=links(shape.present, causes, effects),
        components=shape.components[here],
    )


def roots_of(shape: Shape) -> frozenset[str]:
    """The messages that come after nothing."""
    here = range(shape.present)
    return frozenset(shape.keys[number] for number in here if not shape.causes.count(number))


def find_disconnected(shape: Shape) -> frozenset[str]:
    """The messages that come only after missing ones."""
    return frozenset(
        shape.keys[number]
        for number in range(shape.present)
        if (causes := shape.causes.of(number)) and min(causes) >= shape.present
    )


def _components(arrived: Iterable[int], causes: Links) -> "array[int]":
    """The numbers of the components of present messages; 0 for missing ones."""
    components = Components[int]()
    for number in arrived:
        components.add(number, causes.of(number))
    found = array("i", bytes(4 * (len(causes.starts) - 1)))
    for number in arrived:
        found[number] = components.number(number)
    return found


def links(count: int, sources: "array[int]", targets: "array[int]") -> Links:
    """Links from every source to its target, without duplicates."""
    # Pairs packed into one number sort ten times faster and need a third of the memory.
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
    """The length of the longest known path to each; a missing message comes before its effects.

    Missing messages may have rank -1.
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


@dataclass(frozen=True, slots=True)
class Proof:
    """Two messages; `path` leads from the first to the second, over signed edges.

    Without a path, neither author knew of the other's message, and the sequence can't be known;
    unless the second follows the first `outside`, through messages that aren't in the conversation,
    or so many are outside that it isn't known, or `missing` ones may lead from one to the other.
    """

    first: str
    second: str
    path: tuple[str, ...]
    outside: bool | None = False
    missing: tuple[str, ...] = ()

    @property
    def is_concurrent(self) -> bool | None:
        """Whether neither is in the past of the other; None if that isn't known."""
        if self.path or self.outside:
            return False
        return None if self.outside is None or self.missing else True


def prove(shape: Shape, one: str, other: str) -> Proof | None:
    """The proof about two different messages of a shape; None if one isn't in it."""
    numbers = shape.numbers({one, other})
    if one == other or len(numbers) < 2:
        return None
    for first, second in ((one, other), (other, one)):
        if path := _shortest(shape, numbers[first], numbers[second]):
            return Proof(first, second, tuple(shape.keys[number] for number in path))
    missing = joining(*(_missing_before(shape, numbers[key]) for key in (one, other)))
    return Proof(one, other, (), missing=missing)


def _shortest(shape: Shape, earlier: int, later: int) -> list[int]:
    """A shortest path from one number to another; empty if there is none."""
    # Numbers decrease towards the past, so lower ones than that of the earlier message can't lead
    # to it.
    least = 0 if earlier >= shape.present else earlier

    def causes(number: int) -> Iterator[int]:
        return (cause for cause in shape.causes.of(number) if cause >= least)

    return shortest_path(later, earlier, causes)[::-1]


def _missing_before(shape: Shape, number: int) -> set[str]:
    """The missing messages that one comes after, or itself if it is missing."""
    past = reach([number], shape.causes.of)
    return {shape.keys[each] for each in past if each >= shape.present}
