from xml.etree import ElementTree

from hypothesis import given

from engine.linear.graph import Graph, Node, Writer
from tests.engine.linear.autobase_graphs import Logs, drawn, logs
from tools.quorum_svg import quorum_svg

SVG = "{http://www.w3.org/2000/svg}"


def painted(graph: Graph, order: list[str], confirmed: int) -> ElementTree.Element:
    text = "".join(quorum_svg(graph, order, confirmed, dict.fromkeys(order[:1], 2)))
    return ElementTree.fromstring(text)


@given(logs(max_size=12).filter(lambda logs: bool(logs.entries)))
def test_every_node_and_every_edge_is_drawn_from_left_to_right(logs: Logs) -> None:
    base = logs.base()
    picture = painted(logs.graph, list(base), base.confirmed)
    edges = sum(len(node.after) for node in logs.graph.nodes)
    assert len(picture.findall(f"{SVG}circle")) == len(logs.graph.nodes)
    paths = [path.attrib["d"].split() for path in picture.findall(f"{SVG}path")]
    assert len(paths) == edges
    assert all(int(path[1]) < int(path[-2]) for path in paths)


def test_what_is_confirmed_is_full_and_quorums_are_marked() -> None:
    picture = painted(drawn("a0 b0:a0 c0:b0", "abc").graph, ["a0", "b0", "c0"], 1)
    fills = [circle.attrib["fill"] for circle in picture.findall(f"{SVG}circle")]
    assert len({fills[0], fills[1]}) == 2
    assert fills[1] == fills[2]
    assert "2′" in [text.text for text in picture.findall(f"{SVG}text")]


def test_names_of_strangers_end_no_element() -> None:
    name = '"><script>&'
    picture = painted(Graph((Node(name, (), "a", 0),), (Writer("a"),)), [name], 0)
    assert name in [text.text for text in picture.findall(f"{SVG}text")]
