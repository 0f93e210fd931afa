from typing import Any

import pytest
from hypothesis import given

from tanglescope.engine.linear.autobase.quorums import UNBOUNDED, Quorum, Quorums
from tanglescope.engine.linear.graph import Node, Writer
from tests.engine.linear.autobase_graphs import Logs, drawn, first_to_know, from_vector, logs
from tests.quick import mostly_slow
from tests.vectors.autobase import load

SEARCHED = 12
"""How far the vectors look for degrees; further on they say 13."""


def quorums(logs: Logs) -> Quorums:
    return Quorums(logs.graph.nodes, logs.writers)


def as_data(view: dict[str, Quorum]) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "votes": list(quorum.votes),
            "degree": min(quorum.degree, SEARCHED + 1),
            "rival": min(quorum.rival, SEARCHED + 1),
        }
        for name, quorum in view.items()
    }


DEGREES = load("design_degrees")


@pytest.mark.parametrize(
    "vector", mostly_slow(DEGREES, *DEGREES[::3]), ids=lambda vector: str(vector["name"])
)
def test_votes_and_degrees_are_those_of_the_design_text(vector: dict[str, Any]) -> None:
    graph = from_vector(vector)
    subject = quorums(graph)
    assert as_data(subject.view()) == vector["all"]
    for view in vector["views"].values():
        assert as_data(subject.view(view["head"])) == view["nodes"]
    for name, first in vector["first_node_knowing"].items():
        for degree in range(1, SEARCHED + 1):
            knowing = first_to_know(subject, graph, name, degree)
            assert sorted(knowing) == sorted(first.get(str(degree), []))


@given(logs())
def test_a_larger_view_never_takes_votes_or_degrees_away(logs: Logs) -> None:
    subject = quorums(logs)
    everything = subject.view()
    for entry in logs.entries:
        for name, quorum in subject.view(entry.name).items():
            assert set(quorum.votes) <= set(everything[name].votes)
            assert quorum.degree <= everything[name].degree


def test_a_lead_can_be_lost_in_a_larger_view() -> None:
    subject = quorums(drawn("a0 b0 c0:a0 a1:c0 c1:b0,c0 b1:c1", indexers="abc"))
    before, after = subject.of("a0", head="a1"), subject.of("a0")
    assert before.degree - before.rival >= 2 > after.degree - after.rival


def test_a_lone_indexer_agrees_with_itself_without_end() -> None:
    subject = quorums(drawn("a0 b0:a0", indexers="a"))
    assert subject.of("a0") == Quorum(("a",), UNBOUNDED, 0)
    assert subject.of("b0") == Quorum((), 0, 0)


def test_causes_outside_of_the_graph_are_ignored() -> None:
    subject = Quorums([Node("a", ("ghost",), "a")], [Writer("a"), Writer("b")])
    assert subject.view() == {"a": Quorum(("a",), 0, 0)}


def test_a_node_without_a_writer_is_no_vote() -> None:
    nobody = Quorums([Node("x")], [Writer("")])
    assert nobody.of("x") == Quorum((), 0, 0)
