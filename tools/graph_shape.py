"""Graph files drawn: their nodes as a shape, and what is in their boxes."""

from engine.drawing.shape import MessageTraits, Shape, make_shape, ranks
from engine.drawing.svg import Card
from engine.linear.graph import Graph
from engine.linear.scuttlesort.timeline import Timeline


def shape_of_graph(graph: Graph) -> Shape:
    """The shape of a graph, ordered by rank and name; a node without a writer is its own."""
    timeline = Timeline()
    timeline.extend((node.id, node.after) for node in graph.nodes)
    told = [
        MessageTraits(node.id, node.writer or node.id, "", node.asserted, node.received, number)
        for number, node in enumerate(graph.nodes)
    ]
    pairs = ((cause, node.id) for node in graph.nodes for cause in node.after)
    return make_shape(list(timeline), told, pairs)


def graph_cards(shape: Shape) -> dict[str, Card]:
    """Names and ranks; what is missing has none."""
    depth = ranks(shape)
    return {
        key: Card(shape.feed(number), key, f"rank {depth[number]:,}")
        if number < shape.present
        else Card("", key, "missing")
        for number, key in enumerate(shape.keys)
    }
