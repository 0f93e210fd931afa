from hypothesis import given

from engine.debug.explaining.slack import slack
from engine.debug.known import Known
from engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle


@given(graph=graphs())
def test_slack_is_the_last_rank_at_which_nothing_else_has_to_move(graph: Graph) -> None:
    causes = {node.id: node.after for node in graph.nodes}
    ranks = oracle.ranks(causes)
    assert ranks is not None
    known = Known(graph.nodes)
    last = max(ranks.values(), default=0)
    for name in causes:
        free = [
            rank
            for rank in range(ranks[name], last + 1)
            if all(rank < ranks[other] for other, after in causes.items() if name in after)
        ]
        assert slack(known, name) == max(free) - ranks[name]


def test_slack_in_figure_6_of_the_report() -> None:
    """The chain d20, b20, d21 is tight; a22 could be a rank later, and c19 too."""
    nodes = (
        Node("d20"),
        Node("b20", ("d20",)),
        Node("a22", ("d20",)),
        Node("c19", ("b20",)),
        Node("d21", ("b20",)),
        Node("a23", ("a22", "d21")),
    )
    known = Known(nodes)
    found = {node.id: slack(known, node.id) for node in nodes}
    assert found == {"d20": 0, "b20": 0, "a22": 1, "c19": 1, "d21": 0, "a23": 0}
