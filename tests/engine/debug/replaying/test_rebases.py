from dataclasses import replace

from hypothesis import given

from tanglescope.engine.debug.replaying.rebases import Rebases, heard_by, link_as_autobase
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.linear.autobase_graphs import Logs, drawn, logs


def count_confirmed(rebases: Rebases, steps: int) -> int:
    """The number of final entries after so many steps."""
    return rebases.steps[steps - 1].confirmed if steps else 0


@given(logs())
def test_the_history_holds_the_order_after_every_arrival(logs: Logs) -> None:
    rebases = Rebases(logs.graph)
    for steps in range(len(rebases) + 1):
        base = base_of(replace(logs.graph, nodes=logs.graph.nodes[:steps]))
        assert rebases.history.order(steps) == list(base)
        assert count_confirmed(rebases, steps) == base.confirmed_length


@given(logs())
def test_a_rebase_takes_back_the_end_of_the_order_and_applies_another(logs: Logs) -> None:
    rebases = Rebases(logs.graph)
    for number, rebase in enumerate(rebases.steps):
        before, after = rebases.history.order(number), rebases.history.order(number + 1)
        stays = len(before) - rebase.undo
        assert before[:stays] == after[: len(after) - rebase.applied]
        assert not rebase.undo or before[stays] != after[stays]
        fresh = after[count_confirmed(rebases, number) : rebase.confirmed]
        assert tuple(fresh) == rebase.fresh


@given(logs())
def test_arrivals_without_confirmation_are_counted(logs: Logs) -> None:
    rebases = Rebases(logs.graph)
    for steps in range(len(rebases) + 1):
        quiet = rebases.since_confirmed(steps)
        assert not any(step.fresh for step in rebases.steps[steps - quiet : steps])
        assert quiet == steps or rebases.steps[steps - quiet - 1].fresh


def test_the_worst_case_of_the_text_undoes_five_and_applies_six() -> None:
    graph = drawn("z0 b0 c0:z0 c1:c0,b0 b1:c1 c2:b1", "bcz").graph
    rebase = Rebases(graph).steps[-1]
    assert (rebase.undo, rebase.applied, rebase.confirmed) == (5, 6, 4)
    assert rebase.fresh == ("z0", "b0", "c0", "c1")


def test_an_entry_that_waits_changes_nothing() -> None:
    graph = drawn("a0 b0:a0", "ab").graph
    rebases = Rebases(replace(graph, nodes=graph.nodes[::-1]))
    assert [(step.name, step.waits, step.applied) for step in rebases.steps] == [
        ("b0", True, 0),
        ("a0", False, 2),
    ]


def test_a_peer_knows_its_last_entry_and_the_past_of_it() -> None:
    graph = drawn("a0 c0 c1:a0,c0 b0:c0", "abc").graph
    assert [node.id for node in heard_by(graph, "c").nodes] == ["a0", "c0", "c1"]
    assert [node.id for node in heard_by(graph, "b").nodes] == ["c0", "b0"]
    assert heard_by(graph, "nobody").nodes == ()


def test_causes_that_are_not_here_count_as_confirmed_before() -> None:
    graph = Graph((Node("a0", ("gone",), "a", 0),))
    assert link_as_autobase(graph).nodes[0].after == ()
    assert Rebases(graph).history.order(1) == ["a0"]
