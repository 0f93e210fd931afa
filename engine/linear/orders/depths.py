"""The graph of one PZP tangle, by declared depth.

Every message of a PZP tangle declares its depth and names messages before it: the tips its author
knew and the lipmaa links. This module computes what pzp-db needs of a tangle: order, tips, trails
to the root, precedence. The graph may have holes (deleted or not yet received messages), but no
cycles: ids are hashes. Depths of causes are smaller; the caller that adds a node has checked that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.orders.collation import key_among, sort_by_collation
from tanglescope.engine.linear.walk import causes_first


def lipmaa_depth(depth: int) -> int:
    """The depth that a message at `depth` > 0 links to besides its tips."""
    return _lipmaa_entry(depth + 1) - 1


def _lipmaa_entry(entry: int) -> int:
    # Spans are 1, 4, 13, 40, ...: (3^k - 1) / 2. An entry that is a span links back by 3^(k-1); any
    # other one links back by the largest span that fits, after subtracting spans repeatedly.
    span, power = 1, 1
    while span < entry:
        power *= 3
        span += power
    if span == entry:
        return entry - power
    rest = entry
    while rest:
        span -= power
        power //= 3
        rest %= span
    return entry - span


class DepthTangle:
    """The known part of the tangle whose root is `root`."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._depths: dict[str, int] = {}
        self._prev: dict[str, tuple[str, ...]] = {}
        self._levels: dict[int, list[str]] = {}
        self._named: set[str] = set()

    def add(self, id_: str, depth: int = 0, prev: tuple[str, ...] = ()) -> None:
        """Add `id_`, unless it is known already."""
        if id_ in self._depths:
            return
        self._depths[id_] = depth
        self._prev[id_] = prev
        self._levels.setdefault(depth, []).append(id_)
        self._named.update(prev)

    def __len__(self) -> int:
        return len(self._depths)

    def __contains__(self, id_: str) -> bool:
        return id_ in self._depths

    def __iter__(self) -> Iterator[str]:
        """The known messages in order: by depth, then by collation of their ids."""
        key = key_among(self._depths)
        for depth in sorted(self._levels):
            level = self._levels[depth]
            yield from level if len(level) == 1 else sorted(level, key=key)

    @property
    def depths(self) -> Mapping[str, int]:
        """The declared depths of the known messages; a view that grows with the tangle."""
        return MappingProxyType(self._depths)

    def depth(self, id_: str) -> int:
        """The declared depth of a known message."""
        return self._depths[id_]

    def prev(self, id_: str) -> tuple[str, ...]:
        """The messages that a known message names, present or not."""
        return self._prev[id_]

    def is_named(self, id_: str) -> bool:
        """Whether any known message names `id_`, which may be missing or deleted."""
        return id_ in self._named

    @property
    def tips(self) -> list[str]:
        """The known messages that no known message names, in order."""
        return self.in_order(self._depths.keys() - self._named)

    @property
    def max_depth(self) -> int:
        """The greatest declared depth, 0 in an empty tangle."""
        return max(self._levels, default=0)

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Known messages by depth, then by collation."""
        return sorted(sort_by_collation(ids), key=self.depth)

    def lipmaa_set(self, depth: int) -> frozenset[str]:
        """The known messages that a message at `depth` has to name besides the tips."""
        return frozenset(self._levels.get(lipmaa_depth(depth), ()))

    def lipmaa_links(self, id_: str) -> list[str]:
        """The known messages that `id_` names at its lipmaa depth."""
        if id_ == self.root:
            return []
        return self.in_order(self.lipmaa_set(self.depth(id_)).intersection(self.prev(id_)))

    def lacking_lipmaa(self, id_: str) -> list[str]:
        """The messages in the past of `id_` at its lipmaa depth that it should name but doesn't.

        Messages concurrent with it aren't required, since its author didn't know them.
        """
        if id_ == self.root:
            return []
        wanted = self.lipmaa_set(self.depth(id_)).difference(self.prev(id_))
        if not wanted:
            return []
        return self.in_order(wanted & self.past((id_,), lipmaa_depth(self.depth(id_))))

    def past(self, ids: Iterable[str], floor: int = 0) -> set[str]:
        """The known messages, at depth `floor` or more, that precede any of `ids`."""
        found: set[str] = set()
        ahead = [id_ for id_ in ids if id_ in self._depths]
        while ahead:
            for id_ in self._prev[ahead.pop()]:
                if id_ not in found and self._depths.get(id_, -1) >= floor:
                    found.add(id_)
                    ahead.append(id_)
        return found

    def earliest(self, ids: Iterable[str]) -> list[str]:
        """Those of `ids` that none of the others precedes, in order."""
        chosen = {id_ for id_ in ids if id_ in self._depths}
        later: set[str] = set()
        for id_ in self:
            if any(cause in later or cause in chosen for cause in self._prev[id_]):
                later.add(id_)
        return self.in_order(chosen - later)

    def trail(self, id_: str) -> list[str] | None:
        """The shortest path from `id_` to the root, without `id_`; None if a message is missing.

        Step by step the known cause of least depth, the first by collation if there are several.
        """
        way: list[str] = []
        while id_ != self.root:
            known = [cause for cause in self._prev[id_] if cause in self._depths]
            if not known:
                return None
            least = min(map(self.depth, known))
            id_ = sort_by_collation(cause for cause in known if self.depth(cause) == least)[0]
            way.append(id_)
        return way

    def near(self, id_: str) -> tuple[str, ...]:
        """The causes of `id_` that none of its other causes comes after."""
        far = self.transitive(id_)
        return tuple(cause for cause in self.prev(id_) if cause not in far)

    def transitive(self, id_: str) -> frozenset[str]:
        """The causes of `id_` that another of its causes comes after; they needn't be drawn."""
        return find_implied(self.prev(id_), self._depths.get, self._prev.__getitem__)


def find_implied(
    causes: Iterable[str],
    depth_of: Callable[[str], int | None],
    prev_of: Callable[[str], Sequence[str]],
) -> frozenset[str]:
    """The known `causes` of a message that another of them implies.

    The functions return the depth of a message, None for an unknown one, and the messages that a
    known one names. Lipmaa links lead far back, so the lowest path is tried first, along the lipmaa
    links of others.
    """
    depths = {cause: depth for cause in causes if (depth := depth_of(cause)) is not None}
    known = sorted(depths, key=lambda cause: (depths[cause], cause))
    found: set[str] = set()
    for wanted in known:
        floor = depths[wanted]
        if wanted in found or floor == depths[known[-1]]:
            continue
        ahead = [cause for cause in known if depths[cause] > floor]
        seen = set(ahead)
        while ahead and wanted not in found:
            lower: list[tuple[int, str]] = []
            for id_ in prev_of(ahead.pop()):
                if id_ not in seen and (depth := depth_of(id_)) is not None and depth >= floor:
                    seen.add(id_)
                    lower.append((depth, id_))
            found.update(id_ for _, id_ in lower if id_ in depths)
            ahead += [id_ for _, id_ in sorted(lower, reverse=True)]
    return frozenset(found)


def pzp_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph by (depth, collation)."""
    depths = declared_depths(graph)
    key = key_among(depths)
    return sorted(sorted(depths, key=key), key=depths.__getitem__)


def declared_depths(graph: Graph) -> dict[str, int]:
    """The depth of every node, declared or computed."""
    depths = {node.id: node.depth for node in graph.nodes if node.depth is not None}
    causes = {node.id: node.after for node in graph.nodes}
    for id_ in causes_first(causes):
        if id_ not in depths:
            known = (depths[cause] for cause in causes[id_] if cause in depths)
            depths[id_] = 1 + max(known, default=-1)
    return depths
