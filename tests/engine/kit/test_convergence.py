"""The kit finds a fault in every wrong order, and none in correct ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tanglescope.engine import Timeline
from tanglescope.engine.kit import (
    BOUNDED_MOVES,
    CAUSES_FIRST,
    COMPLETE,
    FEWEST_EDITS,
    KINDS,
    NEVER_RETRACTED,
    PROPERTIES,
    STABLE,
    NotConvergent,
    Property,
    assert_convergent,
    find_breach,
    incremental,
)
from tanglescope.engine.linear.edits import Insert, Move
from tanglescope.engine.linear.graph import Graph, read_graph
from tanglescope.engine.linear.orders.named import LINEARIZERS
from tests.engine.kit.wrong_orders import ZOO, Names, by_arrival, by_time_then_id

Assert = Callable[..., None]

FEW = 60
"""Graphs for orders that are right, some of each kind: their laws have tests of their own."""


@pytest.mark.parametrize(
    ("order", "most"), [pytest.param(*each, id=each[0].__name__) for each in ZOO]
)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_order_of_the_zoo_is_found_and_shrunk(order, most: int, seed: int) -> None:
    found = find_breach(order, seed=seed)
    assert found is not None
    assert len(found.graph.nodes) <= most


@pytest.mark.parametrize("name", ["scuttlesort", "timestamp", "pzp"])
def test_orders_that_are_right_pass_every_property(name: str, assert_convergent: Assert) -> None:
    assert_convergent(LINEARIZERS[name].answer, properties=PROPERTIES, graphs=FEW)


def test_autobase_passes_what_logs_without_forks_can_bring_it(assert_convergent: Assert) -> None:
    laws = [COMPLETE, CAUSES_FIRST, NEVER_RETRACTED]
    kinds = [kind for kind in KINDS if kind != "forks"]
    autobase = LINEARIZERS["autobase"].answer
    assert_convergent(autobase, causal=True, kinds=kinds, properties=laws, graphs=FEW)
    found = find_breach(autobase, causal=True, kinds=["forks"])
    assert found is not None
    assert found.law == "convergent"


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("asserted", CAUSES_FIRST),
        ("received", CAUSES_FIRST),
        ("backward", STABLE),
        ("backward", BOUNDED_MOVES),
    ],
)
def test_the_other_orders_break_what_they_are_known_for(name: str, law: Property) -> None:
    found = find_breach(LINEARIZERS[name].answer, properties=[law])
    assert found is not None
    assert (found.law, found.explanation) == (law.name, law.explanation)
    assert find_breach(LINEARIZERS[name].answer, properties=[COMPLETE]) is None


def test_an_order_that_needs_causes_first_gets_them() -> None:
    def order(graph: Graph) -> Names:
        ranks: dict[str, int] = {}
        for node in graph.nodes:
            ranks[node.id] = 1 + max((ranks[cause] for cause in node.after), default=-1)
        return sorted(ranks, key=lambda name: (ranks[name], name))

    assert find_breach(order) is not None
    assert_convergent(order, causal=True)
    found = find_breach(by_arrival, causal=True)
    assert found is not None
    assert len(found.graph.nodes) == 2


def test_what_is_confirmed_may_not_be_taken_back() -> None:
    def order(graph: Graph) -> dict[str, object]:
        answer = LINEARIZERS["scuttlesort"].answer(graph)
        return {**answer, "confirmed": len(answer["order"]) - 1}

    found = find_breach(order, properties=[NEVER_RETRACTED])
    assert found is not None
    assert found.law == "prefix never retracted"
    assert len(found.graph.nodes) == 3


def test_edits_that_an_order_counts_are_compared_with_the_fewest() -> None:
    def order(graph: Graph) -> dict[str, object]:
        answer = LINEARIZERS["scuttlesort"].answer(graph)
        return {**answer, "edits": len(answer["order"])}  # as if nothing ever moved

    found = find_breach(order, properties=[FEWEST_EDITS])
    assert found is not None
    assert found.detail == "it counts 3 edits, and the fewest are 4"


def test_what_is_left_out_is_found() -> None:
    def order(graph: Graph) -> Names:
        return sorted(node.id for node in graph.nodes if not node.after)

    found = find_breach(order, properties=[COMPLETE])
    assert found is not None
    assert found.law == "complete"
    assert len(found.graph.nodes) == 1


def test_the_message_says_all_that_a_developer_needs(tmp_path: Path) -> None:
    with pytest.raises(NotConvergent) as raised:
        assert_convergent(by_arrival, pictures=tmp_path)
    lines = str(raised.value).splitlines()
    assert lines[0].startswith("by_arrival isn't convergent: two deliveries of the same events")
    first, second = (node.id for node in raised.value.finding.graph.nodes)
    for delivery in ((first, second), (second, first)):
        listed = ", ".join(map(repr, delivery))
        assert lines[lines.index(f"Delivered {listed}") + 1] == f"  gives   {listed}"
    assert f"The first difference is in row 1: {first!r} and {second!r}." in lines
    [line] = [line for line in lines if line.startswith("  {")]
    case = read_graph(line.strip())
    assert [node.id for node in case.nodes] == [first, second]
    picture = Path(lines[-1].removeprefix("Picture: "))
    assert picture.parent == tmp_path
    assert picture.read_text().startswith("<svg")


def test_the_message_names_and_explains_a_broken_property() -> None:
    with pytest.raises(NotConvergent) as raised:
        assert_convergent(by_time_then_id)
    first, second, *_ = str(raised.value).splitlines()
    assert first.startswith("by_time_then_id breaks “causes first”: ")
    assert second == "The law: No event is above one that it follows."


class Mirror(Timeline):
    """Correct edits."""


class Forgetful(Timeline):
    """Omits moves from its edits."""

    def add(self, name, after):
        return [edit for edit in super().add(name, after) if isinstance(edit, Insert)]


class Fidgety(Timeline):
    """Moves the first element to its own position."""

    def add(self, name, after):
        return [*super().add(name, after), Move(0, 0)]


class Misplaced(Timeline):
    """Moves a missing element."""

    def add(self, name, after):
        return [Move(len(self), 0), *super().add(name, after)]


def test_incremental_orders_are_replayed_and_their_edits_counted(
    assert_convergent: Assert,
) -> None:
    assert_convergent(incremental(Mirror), properties=PROPERTIES, graphs=FEW)
    for make, said, most in (
        (Forgetful, "its edits lead to", 3),
        (Fidgety, "it took 2 edits where 1 are enough", 1),
        (Misplaced, "an edit moves an element that isn't in the list", 1),
    ):
        found = find_breach(incremental(make))
        assert found is not None
        assert said in found.detail
        assert len(found.graph.nodes) <= most
    assert find_breach(incremental(Fidgety, fewest=False), graphs=FEW) is None
