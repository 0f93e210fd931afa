"""Clock faults: authors whose asserted times contradict causality.

A message can't be older than one that it answers. If the times say so, one of two clocks was wrong,
and the two messages alone don't show which. All contradictions are explained by as few authors as
possible, then by as few messages, then by those that are furthest from the times of their
neighbours. Where that is equal, it can't be known who was wrong. A witness is another message whose
time was assumed to be right at that point.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from math import fsum, isfinite
from typing import Literal

from tanglescope.engine.debug.arrived_events import ArrivedEvents
from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph, mark, mark_author
from tanglescope.engine.debug.shuffling.deliveries import feed_of
from tanglescope.engine.language.wording import date_and_time, later, plural, tr
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.horizon import Components
from tanglescope.engine.linear.walk import effects_of


@dataclass(frozen=True, slots=True)
class ClockFault:
    """A message whose asserted time is wrong by at least `by` milliseconds.

    `behind`: it claims to be older than the witness, which it follows; `ahead`: younger than
    the witness, which follows it. If the author is unknown, it is the message's own id. If it isn't
    `certain`, the witness is just as likely to be wrong.
    """

    author: str
    message: str
    asserted: float
    kind: Literal["behind", "ahead"]
    by: float
    witness: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A message whose time is `by` milliseconds later than that of one that follows it."""

    earlier: str
    later: str
    by: float


def clock_faults(graph: Graph) -> list[ClockFault]:
    """The faults of every blamed author, by author and time."""
    nodes = {node.id: node for node in graph.nodes}
    known = ArrivedEvents(graph.nodes)
    claims = {
        name: node.asserted
        for name, node in nodes.items()
        if node.asserted is not None and isfinite(node.asserted)
    }
    faults: dict[str, ClockFault] = {}
    while conflicts := list(_conflicts(known, claims)):
        dispute = _Dispute(conflicts, nodes, claims, _neighbours(known, claims))
        blamed = set()
        for part in dispute.parts():
            for fault in part.faults():
                blamed.add(fault.author)
                if fault.message not in faults or faults[fault.message].by < fault.by:
                    faults[fault.message] = fault
        # Once these are removed, contradictions that they hid become visible.
        claims = {name: time for name, time in claims.items() if feed_of(nodes[name]) not in blamed}
    return sorted(faults.values(), key=lambda fault: (fault.author, fault.asserted, fault.message))


def _neighbours(known: ArrivedEvents, claims: Mapping[str, float]) -> dict[str, list[str]]:
    """The direct causes and effects of every message that has a time."""
    found: dict[str, list[str]] = {name: [] for name in claims}
    for name in claims:
        for cause in known.causes(name):
            if cause in claims:
                found[name].append(cause)
                found[cause].append(name)
    return found


def _conflicts(known: ArrivedEvents, claims: Mapping[str, float]) -> Iterator[_Conflict]:
    """Every contradicted time, with the message that contradicts it most.

    Both directions count, so that clocks that are behind and clocks that are ahead are treated
    alike.
    """
    order = list(known.timeline)
    effects = effects_of({name: known.causes(name) for name in order})
    latest = _furthest(order, known.causes, claims, max)
    earliest = _furthest(order[::-1], lambda name: effects.get(name, ()), claims, min)
    pairs = {(latest[name][1], name): None for name in claims if name in latest}
    pairs |= {(name, earliest[name][1]): None for name in claims if name in earliest}
    for before, after in pairs:
        if claims[before] > claims[after]:
            yield _Conflict(before, after, claims[before] - claims[after])


def _furthest(
    order: Sequence[str],
    neighbours: Callable[[str], Sequence[str]],
    claims: Mapping[str, float],
    further: Callable[[Sequence[tuple[float, str]]], tuple[float, str]],
) -> dict[str, tuple[float, str]]:
    """For every event, the most extreme time among all events before or after it, and its event."""
    beyond: dict[str, tuple[float, str]] = {}
    for name in order:
        claimed = [beyond[each] for each in neighbours(name) if each in beyond]
        claimed += [(claims[each], each) for each in neighbours(name) if each in claims]
        if claimed:
            beyond[name] = further(claimed)
    return beyond


_FEW = 10
"""The most authors among whom every set is tried; of more, those with most conflicts are taken."""


class _Dispute:
    """Conflicts, and what is known of the messages in them."""

    def __init__(
        self,
        conflicts: Sequence[_Conflict],
        nodes: Mapping[str, Node],
        claims: Mapping[str, float],
        neighbours: Mapping[str, Sequence[str]],
    ) -> None:
        self.conflicts = conflicts
        self._opposed: dict[str, set[str]] = {}
        for each in conflicts:
            self._opposed.setdefault(each.earlier, set()).add(each.later)
            self._opposed.setdefault(each.later, set()).add(each.earlier)
        self.nodes = nodes
        self._claims = claims
        self._neighbours = neighbours

    def author(self, name: str) -> str:
        """The author of a message."""
        return feed_of(self.nodes[name])

    def authors(self, conflict: _Conflict) -> frozenset[str]:
        """The authors of the two messages."""
        return frozenset((self.author(conflict.earlier), self.author(conflict.later)))

    def distance(self, name: str) -> float:
        """How far the time of a message is from the nearest one of its neighbours.

        Messages that contradict it don't count, but the neighbours of these do if it has no others.
        """
        opposed = self._opposed.get(name, set())
        near = [each for each in self._neighbours[name] if each not in opposed]
        beyond = (next_ for each in opposed for next_ in self._neighbours[each])
        others = near or [each for each in beyond if each != name and each not in opposed]
        return min((abs(self._claims[name] - self._claims[each]) for each in others), default=0.0)

    def parts(self) -> "Iterator[_Dispute]":
        """The parts that have no author in common."""
        components = Components[str]()
        for conflict in self.conflicts:
            components.add(self.author(conflict.earlier), self.authors(conflict))
        parts: dict[int, list[_Conflict]] = {}
        for conflict in self.conflicts:
            number = components.number(self.author(conflict.earlier))
            parts.setdefault(number, []).append(conflict)
        for part in parts.values():
            yield _Dispute(part, self.nodes, self._claims, self._neighbours)

    def faults(self) -> Iterator[ClockFault]:
        """Who was wrong; where that can't be known, both, uncertainly."""
        certain = self._blamed_authors()
        wrong = self._messages(certain)
        for conflict in self.conflicts:
            both = [name for name in (conflict.later, conflict.earlier) if name in wrong]
            if both:
                yield self._fault(max(both, key=wrong.__getitem__), conflict, certain=True)
            else:
                for name in (conflict.later, conflict.earlier):
                    yield self._fault(name, conflict, certain=False)

    def _blamed_authors(self) -> frozenset[str]:
        """The authors who were wrong whichever of the best explanations is true."""
        pairs = {self.authors(conflict) for conflict in self.conflicts}
        authors = sorted({author for pair in pairs for author in pair})
        if len(authors) > _FEW:
            return self._greedily()
        for count in range(1, len(authors) + 1):
            sets = map(frozenset, combinations(authors, count))
            covers = [each for each in sets if all(each & pair for pair in pairs)]
            if covers:
                break
        ranked = [(self._weight(each), each) for each in covers]
        best = min(weight for weight, _ in ranked)
        return frozenset.intersection(*(each for weight, each in ranked if weight == best))

    def _greedily(self) -> frozenset[str]:
        """Authors who contradict many, until nothing is left but what can't be known."""
        left: dict[str, set[int]] = {}
        for number, conflict in enumerate(self.conflicts):
            for author in self.authors(conflict):
                left.setdefault(author, set()).add(number)
        blamed = set[str]()
        while left:
            most = max(map(len, left.values()))
            tied = {author for author, some in left.items() if len(some) == most}
            weights = {
                author: self._of(left[author])._weight(frozenset([author])) for author in tied
            }
            closed = set[int]()
            for author in tied:
                rivals = {
                    each
                    for number in left[author]
                    for each in self.authors(self.conflicts[number]) & tied - {author}
                }
                if all(weights[author] < weights[each] for each in rivals):
                    blamed.add(author)
                    closed |= left[author]
                else:
                    # Of two who are equal and contradict each other, neither is blamed.
                    equal = {each for each in rivals if weights[each] == weights[author]}
                    closed |= {
                        number
                        for number in left[author]
                        if self.authors(self.conflicts[number]) & equal
                    }
            for author in list(left):
                left[author] -= closed
                if not left[author]:
                    del left[author]
        return frozenset(blamed)

    def _of(self, numbers: Iterable[int]) -> "_Dispute":
        """Some of the conflicts."""
        some = [self.conflicts[number] for number in sorted(numbers)]
        return _Dispute(some, self.nodes, self._claims, self._neighbours)

    def _weight(self, authors: frozenset[str]) -> tuple[int, float]:
        """How many messages of these authors are wrong; of as many, the furthest come first."""
        wrong = self._messages(authors)
        return len(wrong), -fsum(map(self.distance, wrong))

    def _messages(self, authors: Set[str]) -> dict[str, tuple[int, float, bool, str]]:
        """The fewest messages of these authors that explain their conflicts, with their weights."""
        open_ = [
            [name for name in (each.later, each.earlier) if self.author(name) in authors]
            for each in self.conflicts
        ]
        counts = Counter(name for names in open_ for name in names)
        late = {each.later for each in self.conflicts}
        weights = {name: (counts[name], self.distance(name), name in late, name) for name in counts}
        chosen = {names[0]: weights[names[0]] for names in open_ if len(names) == 1}
        for names in sorted(open_, key=lambda names: [weights[name] for name in names][::-1]):
            if names and chosen.keys().isdisjoint(names):
                name = max(names, key=weights.__getitem__)
                chosen[name] = weights[name]
        return chosen

    def _fault(self, name: str, conflict: _Conflict, *, certain: bool) -> ClockFault:
        is_behind = name == conflict.later
        witness = conflict.earlier if is_behind else conflict.later
        return ClockFault(
            self.author(name),
            name,
            self._claims[name],
            "behind" if is_behind else "ahead",
            conflict.by,
            witness,
            certain,
        )


def by_author(faults: Iterable[ClockFault]) -> dict[str, list[ClockFault]]:
    """The faults of each author."""
    found: dict[str, list[ClockFault]] = {}
    for fault in faults:
        found.setdefault(fault.author, []).append(fault)
    return found


_LISTED = 10  # faults of an author listed individually
_MOST_POINTS = 2_000


@dataclass(frozen=True, slots=True)
class Point:
    """A fault in a chart: `when` is the time of the witness, which is taken as right.

    `by` is above 0 for a clock that was ahead and below 0 for one that was behind; milliseconds.
    """

    author: str
    message: str
    when: float
    by: float


@dataclass(frozen=True, slots=True)
class ClockStudy:
    """The faults of all authors, in lines with marks, and as points; of many faults the worst.

    What can't be known is only in the lines.
    """

    faults: int
    authors: int
    points: tuple[Point, ...]
    lines: tuple[str, ...]


def study_clocks(opened: OpenGraph, _on_progress: OnProgress) -> ClockStudy:
    """The authors whose clocks contradict causality, with amounts and times."""
    faults = clock_faults(opened.graph)
    times = {node.id: node.asserted for node in opened.graph.nodes}
    certain = [fault for fault in faults if fault.certain]
    worst = sorted(certain, key=lambda fault: -fault.by)[:_MOST_POINTS]
    points = [
        Point(
            fault.author,
            fault.message,
            times[fault.witness] or 0.0,
            fault.by if fault.kind == "ahead" else -fault.by,
        )
        for fault in worst
    ]
    lines = clocks_in_words(opened.graph, faults, mark, mark_author)
    return ClockStudy(len(certain), len(by_author(certain)), tuple(points), tuple(lines))


def clocks_in_words(
    graph: Graph, faults: Sequence[ClockFault], label: Labeller, author_label: Callable[[str], str]
) -> Iterator[str]:
    """The wrong clocks of a graph, their errors and the evidence, line by line."""
    if all(node.asserted is None for node in graph.nodes):
        yield tr("No message here has an asserted time, so no clock is checked.")
    elif not faults:
        yield tr("No asserted time contradicts the order of causes.")
    for author, some in by_author(fault for fault in faults if fault.certain).items():
        worst = max(fault.by for fault in some)
        yield plural(
            "The clock of {name} was wrong in {n:,} messages, in the worst by {time} or more:",
            "The clock of {name} was wrong by {time} or more in {n:,} message:",
            len(some),
            name=author_label(author),
            time=duration(worst),
        )
        for fault in some[:_LISTED]:
            where = (
                later("    {time} earlier than the message that it follows, {name}")
                if fault.kind == "behind"
                else later("    {time} later than its reply, {name}")
            )
            yield tr(
                "  {name}, asserted {date}:", name=label(fault.message), date=_date(fault.asserted)
            )
            yield tr(where, time=duration(fault.by), name=label(fault.witness))
        if len(some) > _LISTED:
            yield tr("  and {more:,} more", more=len(some) - _LISTED)
    unclear = [fault for fault in faults if not fault.certain and fault.kind == "behind"]
    for fault in unclear[:_LISTED]:
        yield tr(
            "It can't be known which of two clocks was wrong, by {time} or more:",
            time=duration(fault.by),
        )
        yield tr(
            "  {name} claims to be later than {other}, which follows it",
            name=label(fault.witness),
            other=label(fault.message),
        )
    if len(unclear) > _LISTED:
        yield tr("  and {more:,} more", more=len(unclear) - _LISTED)


def duration(milliseconds: float) -> str:
    """A span of time, in the largest unit that fits at least twice."""
    seconds = milliseconds / 1000
    for text, size in (
        (later("{number:,.0f} years"), 31_556_952),
        (later("{number:,.0f} days"), 86_400),
        (later("{number:,.0f} h"), 3_600),
        (later("{number:,.0f} min"), 60),
    ):
        if seconds >= 2 * size:
            return tr(text, number=seconds / size)
    return tr("{number:,.3g} s", number=seconds)


def _date(milliseconds: float) -> str:
    try:
        when = datetime.fromtimestamp(milliseconds / 1000, UTC)
        return date_and_time(when, f"{when:%H:%M} UTC")
    except (ValueError, OverflowError, OSError):
        return tr("a time outside the calendar")
