"""The worked examples of the design text of Autobase, with its drawings.

Time runs to the right, causes are on the left of their effects. Indexers are a, b and c.
"""

import re
from importlib.resources import files

import orjson

from tanglescope.engine.linear.autobase.quorums import Quorums
from tanglescope.engine.linear.graph import read_graph
from tanglescope.engine.linear.orders.named import linearize
from tests.engine.linear.autobase_graphs import Logs, drawn, first_to_know
from tests.vectors.autobase import load


def final(logs: Logs) -> str:
    base = logs.base()
    return " ".join(list(base)[: base.confirmed_length])


def view(logs: Logs, head: str) -> str:
    return " ".join(logs.base(logs.past(head)))


def degrees(logs: Logs, head: str | None = None) -> dict[str, tuple[int, int]]:
    quorums = Quorums(logs.graph.nodes, logs.writers).view(head)
    return {name: (quorum.degree, quorum.rival) for name, quorum in quorums.items()}


def test_a_chain_has_one_order() -> None:
    """a0 - b0 - c0 - a1 - b1."""
    logs = drawn("a0 b0:a0 c0:b0 a1:c0 b1:a1", indexers="abc")
    assert " ".join(logs.base()) == "a0 b0 c0 a1 b1"
    assert final(logs) == "a0 b0 c0"


def test_a_branch_is_ordered_by_key() -> None:
    """Two orders are possible, the smaller key goes first.

    a0 - c0 - a1
        /
    b0 -
    """
    assert " ".join(drawn("b0 a0 c0:a0,b0 a1:c0", "abc").base()) == "a0 b0 c0 a1"
    assert " ".join(drawn("b0 a0 c0:a0,b0 b1:c0", "abc").base()) == "a0 b0 c0 b1"


def test_branches_are_ordered_again_and_again() -> None:
    """Each writer sees an order of its own.

    a0 - b0 - c1
       X    \\    \\
    c0 - a1 - b1 - b2
    """
    logs = drawn("a0 c0 b0:a0,c0 a1:a0,c0 c1:b0 b1:a1,b0 b2:b1,c1", indexers="abc")
    assert view(logs, "b2") == "a0 c0 a1 b0 b1 c1 b2"
    assert view(logs, "c1") == "a0 c0 b0 c1"
    assert view(logs, "a1") == "a0 c0 a1"
    assert final(logs) == ""


def test_the_degree_of_a_quorum_grows_with_who_knows_of_it() -> None:
    """b0 makes the quorum over a0, c0 the double one, a1 the triple one.

           2' quorum
               |
    a0 - b0 - c0 - a1
         |         |
      1' quorum   3' quorum
    """
    logs = drawn("a0 b0:a0 c0:b0 a1:c0", indexers="abc")
    quorums = Quorums(logs.graph.nodes, logs.writers)
    assert [first_to_know(quorums, logs, "a0", degree) for degree in (1, 2, 3, 4)] == [
        ["b0"],
        ["c0"],
        ["a1"],
        [],
    ]
    assert final(logs) == "a0 b0"


def test_a_single_quorum_is_not_enough() -> None:
    """c votes for a0 and for c0, so both have a quorum, and b has to take back what it showed.

    a0 - c1
        /
    c0 - b0
    """
    logs = drawn("c0 b0:c0 a0 c1:c0,a0", indexers="abc")
    assert degrees(logs) == {"a0": (1, 1), "c0": (1, 1), "b0": (0, 1), "c1": (0, 0)}
    assert (view(logs, "a0"), view(logs, "b0"), view(logs, "c1")) == ("a0", "c0 b0", "a0 c0 c1")
    b = logs.base(logs.past("b0"))
    update = b.add("a0", [], "a")
    assert (list(b), update.undo, update.shared) == (["a0", "c0", "b0"], 2, 0)


def test_a_double_quorum_is_enough_where_nothing_competes() -> None:
    """c0 - b0 - c1: everyone else will know that b and c know c0; but not yet that of b0."""
    logs = drawn("c0 b0:c0 c1:b0", indexers="abc")
    assert degrees(logs) == {"c0": (2, 0), "b0": (1, 0), "c1": (0, 0)}
    assert final(logs) == "c0"


AGAINST_THE_WORST_CASE = "{0}0 b0 c0:{0}0 {0}1:c0 c1:b0,c0 b1:c1"
"""
a0 - c0 - a1
       \\
b0 ---- c1 - b1
"""


def test_the_lead_that_a_has_is_lost_in_the_larger_view_but_not_the_confirmation() -> None:
    logs = drawn(AGAINST_THE_WORST_CASE.format("a"), indexers="abc")
    assert degrees(logs, "a1")["a0"] == (2, 0)
    assert degrees(logs)["a0"] == (3, 2)
    assert view(logs, "a1") == "a0 c0 a1"
    assert view(logs, "b1") == "a0 b0 c0 c1 b1"
    assert final(logs) == "a0"


def test_b_and_c_order_as_if_a_had_confirmed_what_they_cannot_see() -> None:
    """By key b0 would go before z0; once c1 is confirmed without z1, z0 is first."""
    logs = drawn("z0 b0 c0:z0 c1:c0,b0 b1:c1 c2:b1 b2:c2", indexers="bcz")
    assert view(logs, "b1") == "b0 z0 c0 c1 b1"
    assert view(logs, "b2") == "z0 b0 c0 c1 b1 c2 b2"
    assert final(logs) == "z0 b0 c0 c1 b1"
    z = drawn(AGAINST_THE_WORST_CASE.format("z"), indexers="bcz")
    assert final(z) == "z0"


def test_servers_decide_where_the_entries_of_clients_are() -> None:
    """n refers and is referred to, but has no vote: a0 - n0 - b0 - a1 - n1 - b1."""
    logs = drawn("a0 n0:a0 b0:n0 a1:b0 n1:a1 b1:n1", indexers="ab")
    assert " ".join(logs.base()) == "a0 n0 b0 a1 n1 b1"
    assert final(logs) == "a0 n0 b0 a1"


def test_the_samples_are_these_examples_with_their_drawings() -> None:
    samples = (
        files("tanglescope.resources")
        .joinpath("samples", "autobase.ndjson")
        .read_bytes()
        .splitlines()
    )
    answers = {
        tuple((node["id"], *node["links"]) for node in vector["nodes"]): vector
        for vector in load("design_examples")
    }
    for line in samples:
        sample = orjson.loads(line)
        vector = answers[tuple((node["id"], *node["after"]) for node in sample["nodes"])]
        answer = linearize(read_graph(line), "autobase")
        assert (answer["order"], answer["confirmed"]) == (vector["order"], len(vector["indexed"]))
        shown = re.findall(r"\b[a-z]\d\b", "\n".join(sample["drawing"]))
        assert sorted(shown) == sorted(answer["order"])
