import re
from xml.etree import ElementTree

from hypothesis import given

from tanglescope import resources
from tanglescope.engine.drawing.eliding import EVERYTHING, apply_filters
from tanglescope.engine.drawing.layered import lay_out_in_layers
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.linear.graph import Graph, Node, Writer, read_graph
from tests.engine.linear.autobase_graphs import Logs, drawn, logs
from tests.house.repository import tracked
from tools import pictures
from tools.pictures import graph_cards, quorum_svg, shape_of_graph


def test_every_picture_that_a_document_shows_is_made_by_one_command() -> None:
    shown = {
        name
        for document in tracked("*.md")
        for name in re.findall(r"pictures/([\w-]+\.\w+)", document.read_text())
    }
    assert shown
    assert shown <= pictures.names()


def test_every_picture_that_is_kept_is_made_by_it_too() -> None:
    kept = {file.name for file in tracked("docs/pictures")}
    assert kept == pictures.names()


def figures(name: str) -> dict[str, Shape]:
    """The graphs of a sample, by their names."""
    with resources.sample_archive(name) as file:
        graphs = [read_graph(line) for line in file.read_bytes().splitlines()]
    return {str(graph.name): shape_of_graph(graph) for graph in graphs}


def levels(shape: Shape) -> list[set[str]]:
    """The nodes by rank, the lowest first."""
    cards = graph_cards(shape)
    found: dict[str, set[str]] = {}
    for key in shape.keys[: shape.present]:
        found.setdefault(cards[key].text, set()).add(key)
    return list(found.values())


def test_figure_2_draws_a_clip_of_four_logs() -> None:
    shape = figures("scuttlesort")["ScuttleSort report, Figure 2"]
    assert levels(shape) == [{"d_046", "b_042"}, {"b_043", "c_045"}, {"a_049", "c_046"}, {"a_050"}]


def test_figure_8_has_two_events_per_rank() -> None:
    shape = figures("scuttlesort")["ScuttleSort report, Figure 8"]
    assert list(map(len, levels(shape))) == [2] * 6 + [1]
    assert levels(shape)[-3:] == [{"8:0x29", "f:0x32"}, {"b:0x2b", "d:0x2a"}, {"2:0x29"}]


def test_figure_3_groups_its_nodes_by_rank_as_the_report_does() -> None:
    shape = figures("scuttlesort")["ScuttleSort report, Figure 3"]
    assert levels(shape) == [{"D", "E"}, {"B", "C"}, {"A"}, {"F"}]


def test_figure_6_has_its_choice_made_for_the_lowest_rank() -> None:
    shape = figures("scuttlesort")["ScuttleSort report, Figure 6"]
    ranked = levels(shape)
    assert {"a_022", "b_020"} <= ranked[1]
    assert ranked[-1] == {"a_023"}


def test_figure_7_shows_one_late_entry_that_makes_a_whole_chain_rise() -> None:
    drawn = figures("scuttlesort")
    before = drawn["ScuttleSort report, Figure 7, before"]
    after = drawn["ScuttleSort report, Figure 7, after"]
    assert list(before.keys[before.present :]) == ["B2"]
    assert len(after) == after.present
    old, new = graph_cards(before), graph_cards(after)
    risen = {key for key in old if key != "B2" and old[key].text != new[key].text}
    assert risen == {"A5", "A6", "A7", "Cc", "Cd"}


def test_the_drawings_of_the_sips_have_their_edges() -> None:
    drawn = figures("sips")
    thread = drawn["SIP 10, Threads"]
    edges = {(thread.keys[cause], thread.keys[effect]) for cause, effect in thread.edges()}
    assert edges == {tuple(pair) for pair in ("AB", "BC", "BD", "CM", "DM", "XY", "MN")}
    assert list(thread.keys[thread.present :]) == ["X"]
    for shape in drawn.values():
        picture = lay_out_in_layers(apply_filters(shape, EVERYTHING))
        assert len(picture.routes) == len(list(shape.edges()))


SVG = "{http://www.w3.org/2000/svg}"


def painted(graph: Graph, order: list[str], confirmed: int) -> ElementTree.Element:
    text = "".join(quorum_svg(graph, order, confirmed, dict.fromkeys(order[:1], 2)))
    return ElementTree.fromstring(text)


@given(logs(max_size=12).filter(lambda logs: bool(logs.entries)))
def test_every_node_and_every_edge_is_drawn_from_left_to_right(logs: Logs) -> None:
    base = logs.base()
    picture = painted(logs.graph, list(base), base.confirmed_length)
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


def test_untrusted_names_cannot_end_an_element() -> None:
    name = '"><script>&'
    picture = painted(Graph((Node(name, (), "a", 0),), (Writer("a"),)), [name], 0)
    assert name in [text.text for text in picture.findall(f"{SVG}text")]
