"""Test whether an order converges on hostile graphs, and find the smallest counterexample.

`assert_convergent` is for the tests of any developer. Its message shows two deliveries, two
results, their first difference, and the graph to try again.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tanglescope.engine.debug.comparison import compare_orders, crossings, drawing
from tanglescope.engine.debug.shuffling.shuffle import (
    Counterexample,
    CounterexampleSearch,
    OrderedNames,
)
from tanglescope.engine.kit.hostile import SIZE, Case, hostile_cases
from tanglescope.engine.kit.properties import CAUSES_FIRST, COMPLETE, Breach, Property
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.linear.edit_script import first_difference
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node, graph_line
from tanglescope.engine.linear.orders.own import Linearizer, OrderResult

GRAPHS = 200
"""The number of graphs that an order is tried on by default."""

USUAL = (COMPLETE, CAUSES_FIRST)
"""The properties that are checked besides convergence by default."""

_CONVERGENT = "convergent"
_EXPLAINED = {
    "differs": "The same events have one order, however they arrive.",
    "fickle": "The same delivery has one order whenever it is asked for.",
    "fails": "Every delivery has an order.",
}


class NotConvergent(AssertionError):
    """An order breaks a law; `finding` is the smallest case that was found."""

    def __init__(self, message: str, finding: "BrokenLaw") -> None:
        super().__init__(message)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class BrokenLaw:
    """A broken law, and the smallest case that shows it.

    `case` is the graph that it was found in. `deliveries` holds the one or two sequences of
    arrivals, `orders` the results; an order that fails has none.
    """

    law: str
    explanation: str
    detail: str
    case: Case
    graph: Graph
    deliveries: tuple[OrderedNames, ...]
    orders: tuple[OrderedNames, ...]

    @property
    def first_difference(self) -> int | None:
        """The first position at which the two orders differ."""
        return first_difference(*self.orders) if len(self.orders) == 2 else None


def find_breach(
    order: Linearizer,
    *,
    graphs: int = GRAPHS,
    seed: int = 0,
    size: int = SIZE,
    causal: bool = False,
    kinds: Iterable[str] | None = None,
    properties: Iterable[Property] = USUAL,
) -> BrokenLaw | None:
    """Try an order on hostile graphs until it breaks a law; None if it never does.

    With `causal`, causes always arrive before their effects.
    """
    linearize = _with_causes_first(order) if causal else order
    law = tuple(properties)
    for case in hostile_cases(graphs, seed, size, causal=causal, kinds=kinds):
        found = _diverging(linearize, case) or _broken(linearize, case, law)
        if found is not None:
            return found
    return None


def assert_convergent(
    order: Linearizer,
    *,
    graphs: int = GRAPHS,
    seed: int = 0,
    size: int = SIZE,
    causal: bool = False,
    kinds: Iterable[str] | None = None,
    properties: Iterable[Property] = USUAL,
    pictures: Path | None = None,
) -> None:
    """Raise `NotConvergent` if an order breaks a law on one of many hostile graphs.

    The order takes an `engine.Graph`, whose nodes are in the order of arrival, and returns
    ids. A picture of the failure is written to the folder `pictures`.
    """
    __tracebackhide__ = True  # in pytest the message is all that is worth reading
    found = find_breach(
        order,
        graphs=graphs,
        seed=seed,
        size=size,
        causal=causal,
        kinds=kinds,
        properties=properties,
    )
    if found is not None:
        picture = _draw(found, pictures)
        raise NotConvergent(
            "\n".join(finding_in_words(_name_of_order(order), found, picture)), found
        )


def finding_in_words(by: str, found: BrokenLaw, picture: Path | None = None) -> Iterator[str]:
    """The lines of text that describe a finding."""
    case, size = found.case, len(found.graph.nodes)
    verdict = "isn't convergent" if found.law == _CONVERGENT else f"breaks “{found.law}”"
    if found.explanation == _EXPLAINED["fails"]:
        yield f"{by} {found.detail}."
    else:
        yield f"{by} {verdict}: {found.detail}."
    yield f"The law: {found.explanation}"
    yield (
        f"Found in graph {case.graph.name} ({len(case.graph.nodes)} events), and shrunk to"
        f" {size} {'event' if size == 1 else 'events'}:"
    )
    yield from (f"  {_describe_node(node)}" for node in found.graph.nodes)
    for number, delivery in enumerate(found.deliveries):
        yield f"Delivered {_list_names(delivery)}"
        if number < len(found.orders):
            yield f"  gives   {_list_names(found.orders[number])}"
    row = found.first_difference
    if row is not None and found.law == _CONVERGENT:
        one, other = (repr(order[row]) if row < len(order) else "nothing" for order in found.orders)
        yield f"The first difference is in row {row + 1}: {one} and {other}."
    yield "To try it again, as a line for `tanglescope shuffle` or `tanglescope linearize`:"
    yield f"  {json_line(graph_line(found.graph)).decode()}"
    if picture is not None:
        yield f"Picture: {picture}"


def finding_answer(found: BrokenLaw) -> dict[str, Any]:
    """A finding for JSON."""
    return {
        "law": found.law,
        "detail": found.detail,
        "kind": found.case.kind,
        "number": found.case.number,
        "deliveries": found.deliveries,
        "orders": found.orders,
        "first_difference": found.first_difference,
        "graph": graph_line(found.graph),
    }


def _diverging(linearize: Linearizer, case: Case) -> BrokenLaw | None:
    search = CounterexampleSearch(case.graph, linearize)
    found = search.of_deliveries(_deliveries(search, case))
    return None if found is None else _of_counterexample(case, found)


def _deliveries(search: CounterexampleSearch, case: Case) -> Iterator[OrderedNames]:
    yield search.written
    for nodes in case.deliveries:
        yield tuple(node.id for node in nodes)


def _of_counterexample(case: Case, found: Counterexample) -> BrokenLaw:
    details = {
        "differs": "two deliveries of the same events end in two orders",
        "fickle": "the same delivery gives two orders",
        "fails": f"{'crashes' if found.is_crash else 'fails'}: {found.detail}",
    }
    return BrokenLaw(
        _CONVERGENT,
        _EXPLAINED[found.kind],
        details[found.kind],
        case,
        found.graph,
        found.deliveries,
        found.orders,
    )


def _broken(linearize: Linearizer, case: Case, properties: Sequence[Property]) -> BrokenLaw | None:
    laboratory = CounterexampleSearch(case.graph, linearize)
    nodes = {node.id: node for node in case.graph.nodes}

    def run(arrived: Sequence[Node]) -> OrderResult:
        return laboratory.order([node.id for node in arrived])

    def breach(law: Property, names: Sequence[str]) -> Breach | None:
        try:
            return law.breach(run, [nodes[name] for name in names])
        except OrderFailed:
            return None

    def is_broken(law: Property, names: Sequence[str]) -> bool:
        return breach(law, names) is not None

    for law in properties:
        for names in _deliveries(laboratory, case):
            if is_broken(law, names):
                smallest = laboratory.smallest(names, partial(is_broken, law))
                found = breach(law, smallest)
                assert found is not None, "a breach that is gone when it is asked for again"
                graph = replace(case.graph, nodes=tuple(nodes[name] for name in smallest))
                return BrokenLaw(
                    law.name,
                    law.explanation,
                    found.detail,
                    case,
                    graph,
                    found.deliveries,
                    found.orders,
                )
    return None


def _with_causes_first(order: Linearizer) -> Linearizer:
    """The order, made to refuse other deliveries, so that shrinking avoids them."""

    def check_graph(graph: Graph) -> Any:
        seen: set[str] = set()
        for node in graph.nodes:
            if not seen.issuperset(node.after):
                raise OrderFailed("delivery", node.id)
            seen.add(node.id)
        return order(graph)

    return check_graph


def _draw(found: BrokenLaw, folder: Path | None) -> Path | None:
    """Write the orders side by side as an SVG; return its path.

    None if there are none or the file can't be written.
    """
    if not found.orders:
        return None
    orders = dict(zip(("first delivery", "second delivery"), found.orders, strict=False))
    text = drawing(crossings(compare_orders(found.graph, orders)), repr)
    try:
        with tempfile.NamedTemporaryFile(
            "w", dir=folder, prefix="order-", suffix=".svg", delete=False, encoding="utf-8"
        ) as file:
            file.write(text)
    except OSError:
        return None
    return Path(file.name)


def _describe_node(node: Node) -> str:
    facts = [repr(node.id)]
    if node.writer is not None:
        facts.append(f"by {node.writer}")
    if node.asserted is not None:
        facts.append(f"time {node.asserted:g}")
    if node.after:
        facts.append(f"after {_list_names(node.after)}")
    return ", ".join(facts)


def _list_names(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "nothing"


def _name_of_order(order: Callable[..., object]) -> str:
    return str(getattr(order, "__name__", repr(order)))
