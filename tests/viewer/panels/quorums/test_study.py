from engine.linear.graph import Graph, Writer
from viewer.panels.quorums.study import Roster, RosterRole

GRAPH = Graph((), (Writer("a"), Writer("b", indexer=False), Writer("c")))


def test_nobody_has_another_part_than_the_graph_gives() -> None:
    roster = Roster({})
    assert roster.indexers(GRAPH) == GRAPH.writers
    assert roster.listed(GRAPH) == GRAPH.writers


def test_a_part_that_is_given_counts_for_one_writer() -> None:
    roster = (
        Roster({}).with_role("b", RosterRole(votes=True)).with_role("c", RosterRole(relayed=True))
    )
    assert roster.indexers(GRAPH) == (Writer("a"), Writer("b"), Writer("c", relayed=True))


def test_who_writes_no_more_neither_votes_nor_holds_the_line() -> None:
    roster = Roster({}).with_role("a", RosterRole(writes=False))
    assert roster.indexers(GRAPH)[0] == Writer("a", indexer=False)
    assert roster.listed(GRAPH) == GRAPH.writers[1:]
