"""Hostile graphs and hostile deliveries, which reveal wrong orders fast.

Random graphs seldom contain what breaks an order: two events that differ only in their ids, a cause
that arrives last, a clock that jumps. Each kind of graph here contains one of these. Only `forks`
has writers who fork their logs. The same count, seed and size always give the same cases; the first
ones are the smallest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.linear.walk import least_order

SIZE = 12
"""The greatest number of events in a graph by default."""

_CONFUSED = (
    ("a", "A", "a\x00", "aa"),
    ("b", "B", ""),
    ("9", "10", " 9", "-1"),
    ("1e3", "1000", "0x10", "16"),
    ("é", "e\u0301", "e"),
    ("ß", "ss", "SS"),
    ("i", "I", "İ", "ı"),
    ("\ue000", "\uffff", "\U00010000", "\U0010ffff", "\ud7ff"),
    ("__proto__", "constructor", "null", "NaN", "~", "\x7f"),
)
"""Names that programs confuse with each other, or don't sort by code point."""


@dataclass(frozen=True, slots=True)
class Case:
    """A graph in causal order, and other orders in which its nodes arrive."""

    kind: str
    number: int
    graph: Graph
    deliveries: tuple[tuple[Node, ...], ...]


def hostile_cases(
    count: int,
    seed: int = 0,
    size: int = SIZE,
    *,
    causal: bool = False,
    kinds: Iterable[str] | None = None,
) -> Iterator[Case]:
    """Cases of each kind in turn, growing up to `size` events, then from the start again.

    With `causal`, no event arrives before its causes, and no cause is missing.
    """
    wanted = [name for name in kinds or KINDS if not (causal and KINDS[name] is ghosts)]
    for number in range(count if wanted else 0):
        turn, which = divmod(number, len(wanted))
        name = wanted[which]
        rng = Random(f"{name}/{seed}/{number}")
        nodes = KINDS[name](_GraphWriter(rng), 2 + turn % max(size - 1, 1))
        keys = dict.fromkeys(node.writer for node in nodes if node.writer is not None)
        graph = Graph(tuple(nodes), tuple(map(Writer, keys)), f"{name} {number}, seed {seed}")
        arrivals = (_in_causal_orders if causal else _in_any_orders)(nodes, rng)
        yield Case(name, number, graph, tuple(arrivals))


class _GraphWriter:
    """Appends events to a graph, under names that don't reveal their positions."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.nodes: list[Node] = []
        self._names = [f"{letter}{digit}" for letter in "abcdefgh" for digit in range(10)]
        rng.shuffle(self._names)

    def use(self, names: Sequence[str]) -> None:
        """Use these names for the next events."""
        self._names += names

    def write(self, writer: int, after: Sequence[str] = (), time: float | None = 0.0) -> str:
        """Append an event, and return its name."""
        if not self._names:
            self._names = [f"x{len(self.nodes) + more:06}" for more in range(100, 0, -1)]
        known = {node.id: node for node in self.nodes}
        causes = tuple(dict.fromkeys(after))
        depth = 1 + max((known[name].depth or 0 for name in causes if name in known), default=-1)
        name = self._names.pop()
        self.nodes.append(
            Node(name, causes, f"@{writer}", None, depth, asserted=time, received=time)
        )
        return name

    def some(self, most: int = 2) -> list[str]:
        """Choose up to `most` of the last events."""
        recent = [node.id for node in self.nodes[-6:]]
        return self.rng.sample(recent, self.rng.randint(0, min(most, len(recent))))

    def own(self, writer: int) -> list[str]:
        """The last event of a writer, if there is one."""
        return [node.id for node in self.nodes if node.writer == f"@{writer}"][-1:]


def ties(pen: _GraphWriter, size: int) -> list[Node]:
    """Rows of events that differ only in their names."""
    row: list[str] = []
    for number in range(size):
        if number and number % 4 == 0:
            row = [node.id for node in pen.nodes[-4:]]
        pen.write(number, row)
    return pen.nodes


def forks(pen: _GraphWriter, size: int) -> list[Node]:
    """Two writers who continue one of their old events as often as their latest one."""
    for number in range(size):
        writer = pen.rng.randrange(2)
        own = [node.id for node in pen.nodes if node.writer == f"@{writer}"]
        pen.write(writer, [pen.rng.choice(own)] if own else [], float(number % 3))
    return pen.nodes


def ghosts(pen: _GraphWriter, size: int) -> list[Node]:
    """Every second event names a cause that never arrives."""
    for number in range(size):
        missing = [f"?{pen.rng.randrange(2)}"] if pen.rng.random() < 0.5 else []
        pen.write(number, [*pen.some(), *missing], float(pen.rng.randrange(3)))
    return pen.nodes


def chain_beside_row(pen: _GraphWriter, size: int) -> list[Node]:
    """A long chain, a wide row beside it, and often an event that follows both."""
    last: list[str] = []
    for number in range(size // 2):
        last = [pen.write(0, last, float(number))]
    row = [pen.write(1 + number, (), 0.0) for number in range(size - size // 2 - 1)]
    pen.write(0, [*last, *row] if pen.rng.random() < 0.7 else last[:1], 0.0)
    return pen.nodes


def late_roots(pen: _GraphWriter, size: int) -> list[Node]:
    """Two roots with the greatest times, and chains that follow one, the other, or both."""
    count = min(2, size - 1)
    roots = [pen.write(number, (), 90.0 + pen.rng.randrange(2)) for number in range(count)]
    ends = [[root] for root in roots]
    for number in range(size - len(roots)):
        end = pen.rng.randrange(len(ends))
        ends[end] = [pen.write(end, [*ends[end], *pen.rng.choice((roots[:1], []))], float(number))]
    return pen.nodes


def equal_times(pen: _GraphWriter, size: int) -> list[Node]:
    """Logs that refer to each other, all at the same time."""
    for _ in range(size):
        writer = pen.rng.randrange(3)
        pen.write(writer, [*pen.own(writer), *pen.some()], 7.0)
    return pen.nodes


def jumping_clocks(pen: _GraphWriter, size: int) -> list[Node]:
    """Clocks that jump forward and back, stop, or are missing."""
    times = (None, 0.0, 1.0, 2.0, 3.0, 1e15, -1.0)
    for number in range(size):
        pen.write(number, pen.some(), pen.rng.choice(times))
    return pen.nodes


def partitions(pen: _GraphWriter, size: int) -> list[Node]:
    """Two groups without contact for a while, then an author who has read both."""
    root = pen.write(0, (), 0.0)
    ends = [[root], [root]]
    for number in range(size - 2):
        side = pen.rng.randrange(2)
        after = pen.rng.choice((ends[side], [root]))
        time = float(pen.rng.randrange(number + 1))
        ends[side] = [pen.write(1 + number, after, time)]
    pen.write(size, [*ends[0], *ends[1]], 1.0)
    return pen.nodes


def chosen_names(pen: _GraphWriter, size: int) -> list[Node]:
    """Names that programs confuse or sort in different ways."""
    groups = pen.rng.sample(_CONFUSED, len(_CONFUSED))
    pen.use([name for group in groups for name in pen.rng.sample(group, len(group))])
    for number in range(size):
        pen.write(number, pen.some(1) if pen.rng.random() < 0.3 else [])
    return pen.nodes


def logs(pen: _GraphWriter, size: int) -> list[Node]:
    """Logs that refer to each other, under clocks that are nearly right: nothing hostile."""
    for number in range(size):
        writer = pen.rng.randrange(3)
        time = number + pen.rng.choice((0.0, 0.0, -2.0, 2.0))
        pen.write(writer, [*pen.own(writer), *pen.some()], time)
    return pen.nodes


KINDS: Mapping[str, Callable[[_GraphWriter, int], list[Node]]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            *(ties, forks, ghosts, chain_beside_row, late_roots, equal_times, jumping_clocks),
            *(partitions, chosen_names, logs),
        )
    }
)
"""The kinds of graphs, by name; the first line of each function says what is hostile in it."""


def _in_any_orders(nodes: Sequence[Node], rng: Random) -> Iterator[tuple[Node, ...]]:
    yield tuple(reversed(nodes))
    for _ in range(3):
        yield tuple(rng.sample(nodes, len(nodes)))
    # Feed by feed; then every root last, then one event last.
    yield tuple(sorted(nodes, key=lambda node: node.writer or "", reverse=True))
    yield tuple(sorted(nodes, key=lambda node: not node.after))
    late = rng.choice(nodes)
    yield (*(node for node in nodes if node is not late), late)


def _in_causal_orders(nodes: Sequence[Node], rng: Random) -> Iterator[tuple[Node, ...]]:
    yield tuple(_eager(nodes, {node.id: -place for place, node in enumerate(nodes)}))
    by_writer = sorted(nodes, key=lambda node: node.writer or "", reverse=True)
    yield tuple(_eager(nodes, {node.id: place for place, node in enumerate(by_writer)}))
    for _ in range(4):
        yield tuple(_eager(nodes, {node.id: rng.random() for node in nodes}))


def _eager(nodes: Sequence[Node], priority: Mapping[str, float]) -> Iterator[Node]:
    """The nodes, causes first; of the ready ones, the one with the lowest priority comes next."""
    known = {node.id: node for node in nodes}
    causes = {node.id: node.after for node in nodes}
    return map(known.__getitem__, least_order(causes, priority.__getitem__))
