"""The shuffle test: a graph delivered in many sequences must always end in the same order.

If it doesn't, or if the linearizer fails, the test builds a counterexample that can be followed by
hand: as few messages as possible, delivered first as written, then in another sequence with as few
differences as possible.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any, Literal, TypeAlias, TypeVar

from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph, mark
from tanglescope.engine.debug.shuffling.deliveries import AS_RECEIVED, DELIVERIES, as_written
from tanglescope.engine.debug.shuffling.deliveries import delivery as in_words
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.linear.edit_script import first_difference, inversions
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, graph_line
from tanglescope.engine.linear.orders.named import order_name, running
from tanglescope.engine.linear.orders.own import Linearizer, OrderResult, put_in_order

_Item = TypeVar("_Item")

Fails: TypeAlias = Callable[[Sequence[_Item]], bool]


def shrunk(items: Sequence[_Item], fails: Fails[_Item]) -> list[_Item]:
    """A minimal failing subsequence of the items: none of them can be left out.

    Delta debugging (Zeller and Hildebrandt 2002, ddmin without the test of subsets): leave out
    a chunk; when no chunk can go, try smaller ones.
    """
    kept = list(items)
    size = len(kept)
    while size:
        start, left_out = 0, False
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            if fails(rest):
                kept, left_out = rest, True
            else:
                start += size
        # Items that were needed before may not be, now that others are gone.
        size = min(size, len(kept)) if left_out else size // 2
    return kept


def small_cases(items: Sequence[_Item], below: int, tries: int) -> Iterator[tuple[_Item, ...]]:
    """Subsets of fewer than `below` items, the smallest first, within a limit of tries.

    A subset takes as many tries as it has permutations; all subsets of one size are given, or none.
    """
    for size in range(1, below):
        tries -= comb(len(items), size) * factorial(size)
        if tries < 0:
            return
        yield from combinations(items, size)


def by_distance(items: Sequence[_Item]) -> list[tuple[_Item, ...]]:
    """All permutations, ordered by the number of swaps of neighbours they need."""
    numbers = range(len(items))
    orders = sorted(permutations(numbers), key=lambda order: (inversions(order), order))
    return [tuple(items[number] for number in order) for order in orders]


def straighten(
    items: Sequence[_Item], fails: Fails[_Item], place: Callable[[_Item], int]
) -> list[_Item]:
    """The items in a failing order in which no two neighbours can be swapped into place.

    Neighbours are out of place when the first has the greater `place`.
    """
    kept = list(items)
    index = 0
    while index + 1 < len(kept):
        swapped = kept[:]
        swapped[index], swapped[index + 1] = kept[index + 1], kept[index]
        if place(kept[index]) > place(kept[index + 1]) and fails(swapped):
            kept, index = swapped, max(index - 1, 0)
        else:
            index += 1
    return kept


def simplest(
    items: Sequence[_Item], fails: Fails[_Item], place: Callable[[_Item], int]
) -> list[_Item]:
    """Failing items, sorted and shrunk until neither changes them."""
    found, straight = shrunk(items, fails), list[_Item]()
    while straight != found:
        straight = straighten(found, fails, place)
        found = shrunk(straight, fails)
    return found


_TRIES = 5_000  # the most runs of the search through all small cases

_USUAL, _FEWEST = 20, 3  # orders
_MOST_DELIVERED = 400_000  # messages in all orders together; 100,000 shuffled take half a minute

OrderedNames: TypeAlias = tuple[str, ...]

FindingKind: TypeAlias = Literal["differs", "fickle", "fails"]
"""Two deliveries give two orders, one delivery gives two orders, or the linearizer fails."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One delivery: the first is as written, the others have seeds."""

    number: int
    edits: int | None


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A small case that shows the fault.

    `graph` holds its messages as written; `deliveries` are two orders of arrival and `orders` what
    they ended in. If the linearizer `fails`, there is one delivery and no order; `detail` holds the
    linearizer's message.
    """

    kind: FindingKind
    graph: Graph
    deliveries: tuple[OrderedNames, ...]
    orders: tuple[OrderedNames, ...]
    detail: str | None = None
    is_crash: bool = False

    @property
    def first_difference(self) -> int | None:
        """The first position at which the two orders differ."""
        return first_difference(*self.orders) if len(self.orders) == 2 else None


@dataclass(frozen=True, slots=True)
class ShuffleReport:
    """The result of the deliveries: one order, or a counterexample."""

    messages: int
    trials: tuple[Trial, ...]
    left_out: int
    counterexample: Counterexample | None

    @property
    def edits(self) -> list[int]:
        """The edits of every delivery, ascending, if the linearizer counts them."""
        return sorted(trial.edits for trial in self.trials if trial.edits is not None)


def shuffle_test(
    graph: Graph,
    linearize: Linearizer,
    *,
    times: int,
    seed: int = 0,
    delivery: str = "shuffled",
    on_trial: Callable[[Trial], None] = lambda _trial: None,
) -> ShuffleReport:
    """Deliver a graph as written and then `times` in other ways, until a result differs."""
    search = CounterexampleSearch(graph, linearize)
    results: list[OrderResult] = []

    def deliveries() -> Iterator[OrderedNames]:
        yield search.written
        for number in range(times):
            yield tuple(node.id for node in DELIVERIES[delivery](graph, seed + number))

    def note(result: OrderResult) -> None:
        results.append(result)
        on_trial(Trial(len(results) - 1, result.edits))

    found = search.of_deliveries(deliveries(), note)
    trials = tuple(Trial(number, result.edits) for number, result in enumerate(results))
    left_out = len(graph.nodes) - len(results[0].names) if results else 0
    return ShuffleReport(len(graph.nodes), trials, left_out, found)


SHUFFLES = tuple(name for name in DELIVERIES if name != AS_RECEIVED)
"""The deliveries of a shuffle test; a recorded one is the same every time."""


def usual_times(messages: int) -> int:
    """The default number of deliveries of a graph; large graphs get fewer."""
    return max(_FEWEST, min(_USUAL, _MOST_DELIVERED // max(messages, 1)))


class CounterexampleSearch:
    """Delivers parts of a graph in any sequence to find a small failure."""

    def __init__(
        self,
        graph: Graph,
        linearize: Linearizer,
    ) -> None:
        nodes = as_written(graph)
        self.written: OrderedNames = tuple(node.id for node in nodes)
        self._graph = graph
        self._linearize = linearize
        self._nodes = {node.id: node for node in nodes}
        self._place = {name: place for place, name in enumerate(self.written)}

    def order(self, delivery: Sequence[str]) -> OrderResult:
        """The linearizer's order of a delivery. Raises `OrderFailed`."""
        return put_in_order(self._linearize, self._part(delivery))

    def of_deliveries(
        self,
        deliveries: Iterable[OrderedNames],
        on_order: Callable[[OrderResult], None] = lambda _: None,
    ) -> Counterexample | None:
        """The smallest case of the first delivery that fails, or ends otherwise than the first."""
        first: OrderResult | None = None
        for names in deliveries:
            try:
                result = self.order(names)
            except OrderFailed as failure:
                return self.of_failure(names, failure)
            on_order(result)
            first = first or result
            if result.names != first.names:
                return self.of_difference(names)
        return None

    def of_failure(self, delivery: OrderedNames, failure: OrderFailed) -> Counterexample:
        """The smallest delivery for which the linearizer fails in the same way."""

        def fails(names: Sequence[str]) -> bool:
            found = self._failure(names)
            return found is not None and found.kind == failure.kind

        smallest = self.smallest(delivery, fails)
        found = self._failure(smallest)
        if found is None or found.kind != failure.kind:
            found = failure
        case = self._counterexample("fails", (smallest,), (), str(found))
        return replace(case, is_crash=found.is_crash)

    def of_difference(self, delivery: OrderedNames) -> Counterexample:
        """The smallest delivery whose order differs from that of the same messages as written."""
        for names in (self._as_written(delivery), delivery):
            once, again = self._names(names), self._names(names)
            if once != again:
                return self._counterexample("fickle", (names, names), (once or (), again or ()))
        smallest = self.smallest(delivery, self._differs)
        deliveries = self._as_written(smallest), smallest
        orders = tuple(self._names(names) or () for names in deliveries)
        return self._counterexample("differs", deliveries, orders)

    def smallest(self, delivery: OrderedNames, fails: Fails[str]) -> OrderedNames:
        """The case with the fewest messages, then the one closest to the order of writing."""
        found = shrunk(delivery, fails)
        for names in small_cases(self._candidates(found), len(found), _TRIES):
            for order in by_distance(names):
                if fails(order):
                    return order
        return tuple(simplest(found, fails, self._place.__getitem__))

    def _candidates(self, delivery: Sequence[str]) -> OrderedNames:
        """The items to search for a smaller case: all of them, unless that is too much."""
        if len(self._place) <= 2 * len(delivery):
            return tuple(self._place)
        return self._as_written(delivery)

    def _differs(self, delivery: Sequence[str]) -> bool:
        one, other = self._names(self._as_written(delivery)), self._names(delivery)
        return one is not None and other is not None and one != other

    def _names(self, delivery: Sequence[str]) -> OrderedNames | None:
        try:
            return self.order(delivery).names
        except OrderFailed:
            return None

    def _failure(self, delivery: Sequence[str]) -> OrderFailed | None:
        try:
            self.order(delivery)
        except OrderFailed as failure:
            return failure
        return None

    def _as_written(self, names: Sequence[str]) -> OrderedNames:
        return tuple(sorted(names, key=self._place.__getitem__))

    def _part(self, delivery: Sequence[str]) -> Graph:
        return replace(self._graph, nodes=tuple(self._nodes[name] for name in delivery), head=None)

    def _counterexample(
        self,
        kind: FindingKind,
        deliveries: tuple[OrderedNames, ...],
        orders: tuple[OrderedNames, ...],
        detail: str | None = None,
    ) -> Counterexample:
        graph = self._part(self._as_written(deliveries[0]))
        return Counterexample(kind, graph, deliveries, orders, detail)


MOST = 40
"""The largest counterexample that is prepared for stepping through."""


@dataclass(frozen=True, slots=True)
class DeliveryTrace:
    """A delivery, and the order after 0, 1, 2 ... of its messages.

    If the linearizer fails, the orders end before that.
    """

    arrivals: OrderedNames
    orders: tuple[OrderedNames, ...]


def traces(found: Counterexample, linearize: Linearizer) -> tuple[DeliveryTrace, ...]:
    """The traces of its deliveries; empty if it is too large to step through, or has no steps."""
    if not 0 < len(found.graph.nodes) <= MOST:
        return ()
    laboratory = CounterexampleSearch(found.graph, linearize)
    made = []
    for number, delivery in enumerate(found.deliveries):
        orders = list(_orders(laboratory, delivery))
        if number < len(found.orders):
            # Use the recorded result: the linearizer may answer differently when called again.
            orders[len(delivery) :] = [found.orders[number]]
        made.append(DeliveryTrace(delivery, tuple(orders)))
    return tuple(made)


def _orders(laboratory: CounterexampleSearch, delivery: OrderedNames) -> Iterator[OrderedNames]:
    for count in range(len(delivery) + 1):
        try:
            yield laboratory.order(delivery[:count]).names
        except OrderFailed:
            return


@dataclass(frozen=True, slots=True)
class ShuffleAnswer:
    """The result of a shuffle test, in lines with marks.

    A counterexample is included as a graph line, with the traces of its deliveries.
    """

    ok: bool
    trials: tuple[Trial, ...]
    lines: tuple[str, ...]
    case: dict[str, Any] | None
    traces: tuple[DeliveryTrace, ...] = ()


def try_deliveries(
    opened: OpenGraph, on_progress: OnProgress, by: str, delivery: str, times: int, seed: int
) -> ShuffleAnswer:
    """Deliver a graph in many sequences, and report every trial.

    Raises:
        UnknownOrder: there is no order of that name.
        NoProgram: its command can't be started.
    """
    with running(by) as order:
        report = shuffle_test(
            opened.graph,
            order.answer,
            times=times,
            seed=seed,
            delivery=delivery,
            on_trial=on_progress,
        )
        found = report.counterexample
        return ShuffleAnswer(
            found is None,
            report.trials,
            tuple(report_in_words(order_name(by), delivery, report, mark)),
            None if found is None else graph_line(found.graph),
            () if found is None else traces(found, order.answer),
        )


def report_answer(report: ShuffleReport) -> dict[str, Any]:
    """A report as JSON."""
    found = report.counterexample
    return {
        "ok": found is None,
        "messages": report.messages,
        "left_out": report.left_out,
        "deliveries": len(report.trials),
        "edits": [trial.edits for trial in report.trials],
        "counterexample": None if found is None else _counterexample_answer(found),
    }


def _counterexample_answer(found: Counterexample) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "detail": found.detail,
        "deliveries": found.deliveries,
        "orders": found.orders,
        "first_difference": found.first_difference,
        "graph": graph_line(found.graph),
    }


def report_in_words(
    by: str, delivery: str, report: ShuffleReport, label: Labeller
) -> Iterator[str]:
    """The result for a linearizer, line by line."""
    found = report.counterexample
    if found is None:
        yield _sameness_in_words(by, delivery, report)
    else:
        yield from _difference_in_words(by, found, label)
    if report.left_out:
        yield tr("It leaves {number:,} of them out.", number=report.left_out)
    if edits := report.edits:
        yield (
            tr(
                "Edits per delivery: minimum {least:,}, median {median:,}, maximum {most:,}.",
                least=edits[0],
                median=edits[len(edits) // 2],
                most=edits[-1],
            )
        )


def _sameness_in_words(by: str, delivery: str, report: ShuffleReport) -> str:
    if report.messages <= 1:
        return plural(
            "{n:,} messages have only one order, so there is nothing to compare.",
            "{n:,} message has only one order, so there is nothing to compare.",
            report.messages,
        )
    return plural(
        "{by} gives the same order of {messages:,} messages every time: "
        "delivered as written, and {n:,} times {way}.",
        "{by} gives the same order of {messages:,} messages both times: "
        "delivered as written, and once {way}.",
        len(report.trials) - 1,
        by=by,
        messages=report.messages,
        way=in_words(delivery),
    )


def _difference_in_words(by: str, found: Counterexample, label: Labeller) -> Iterator[str]:
    size = len(found.graph.nodes)
    messages = plural("{n:,} messages", "{n:,} message", size)
    if found.kind == "fails":
        if found.is_crash:
            yield tr("{by} crashes: {detail}.", by=by, detail=found.detail)
        else:
            yield tr("{by} fails: {detail}.", by=by, detail=found.detail)
        if not size:
            yield tr("It fails even if there are no messages.")
            return
        yield tr("The smallest delivery for which it fails has {messages}:", messages=messages)
        yield from _numbered_lines(found.deliveries[0], label)
        return
    if found.kind == "fickle":
        yield tr(
            "{by} gives two orders for the same delivery of {messages}: it isn't deterministic.",
            by=by,
            messages=messages,
        )
    else:
        yield tr(
            "{by} depends on the order of arrival. The smallest case has {messages}:",
            by=by,
            messages=messages,
        )
    for node in found.graph.nodes:
        if known := [cause for cause in node.after if cause in found.deliveries[0]]:
            yield tr(
                "  {name} follows {causes}",
                name=label(node.id),
                causes=", ".join(map(label, known)),
            )
    for delivery, order in zip(found.deliveries, found.orders, strict=True):
        yield tr("It arrives as")
        yield from _numbered_lines(delivery, label)
        yield tr("and ends as")
        yield from _numbered_lines(order, label)


def _numbered_lines(names: Sequence[str], label: Labeller) -> Iterator[str]:
    return (f"  {place}. {label(name)}" for place, name in enumerate(names, start=1))
