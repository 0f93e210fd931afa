from typing import Any

import pytest

from tanglescope.engine.linear.autobase.tip import Tip
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.orders.node_sequence import SequencedNode
from tests.vectors.autobase import load


@pytest.mark.parametrize("vector", load("topolist"), ids=lambda vector: str(vector["name"]))
def test_the_tip_changes_as_that_of_the_original(vector: dict[str, Any]) -> None:
    tip = Tip()
    nodes: dict[str, SequencedNode] = {}
    shown: list[str] = []
    for place, node in enumerate(vector["nodes"]):
        behind = [nodes[cause] for cause in node["deps"]]
        key = (node["key"], 0, node["id"])
        nodes[node["id"]] = SequencedNode(node["id"], key, behind, optimistic=node["optimistic"])
        tip.add(nodes[node["id"]])
        if place == vector["mark_after"]:
            apply(tip.release([]).edits, shown)
    update = tip.release([])
    apply(update.edits, shown)
    assert shown == vector["list"]
    assert [node.name for node in tip.nodes] == vector["list"]
    assert (update.shared, update.undo) == (vector["shared"], vector["undo"])


def test_what_waited_for_a_released_node_may_come_forward() -> None:
    tip = Tip()
    released = SequencedNode("z", ("z", 0, "z"), [])
    tip.add(SequencedNode("b", ("b", 0, "b"), []))
    tip.add(released)
    tip.add(SequencedNode("a", ("a", 0, "a"), [released]))
    assert [node.name for node in tip.nodes] == ["b", "z", "a"]
    shown = ["b", "z", "a"]
    tip.release([])
    released.confirmed = True
    update = tip.release([released])
    apply(update.edits, shown)
    assert shown == ["z", "a", "b"]
    assert (update.confirmed, update.undo, len(update.edits)) == (("z",), 3, 1)
