import json

import pytest

from tanglescope.engine.linear.graph import read_graph
from tanglescope.engine.linear.orders.named import LINEARIZERS, linearize
from tanglescope.viewer.window.commands import BY_NAME
from tools import gallery


def test_the_gallery_is_what_its_tool_writes() -> None:
    lines = gallery.OUT.read_text().splitlines()
    assert [json.loads(line) for line in lines] == [gallery.scene(name) for name in gallery.SCENES]
    commands = [f"scene_{name.replace('-', '_')}" for name in gallery.SCENES]
    assert commands == [name for name in BY_NAME if name.startswith("scene_")]


@pytest.mark.parametrize("name", gallery.SCENES)
def test_every_order_takes_every_scene_and_some_differ(name: str) -> None:
    graph = read_graph(json.dumps(gallery.scene(name)))
    orders = [tuple(linearize(graph, by)["order"]) for by in LINEARIZERS]
    assert {len(set(order)) for order in orders} == {len(graph.nodes)}
    assert len(set(orders)) > 2
