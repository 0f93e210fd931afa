"""Graph files drawn: the figures of the texts, as their authors drew them."""

import resources
from engine.drawing.focus import layered
from engine.drawing.shape import Shape
from engine.drawing.shown import EVERYTHING, filtered
from engine.linear.graph import read_graph
from tools.graph_shape import graph_cards, shape_of_graph


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
        picture = layered(filtered(shape, EVERYTHING))
        assert len(picture.routes) == len(list(shape.edges()))
