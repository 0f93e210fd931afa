from engine.debug.parting import Parting, Peer, parting
from tests.engine.debug.test_autobase_places import graph


def test_peers_that_know_the_same_do_not_part() -> None:
    both = graph("a0", "b0:a0")
    assert parting(both, both) == Parting(2, Peer((), None, None), Peer((), None, None))


def test_a_peer_that_is_behind_has_a_beginning_of_the_order() -> None:
    found = parting(graph("a0", "b0:a0", "c0:b0"), graph("a0", "b0:a0"))
    assert found.same == 2
    assert found.one == Peer(("c0",), "c0", "c0")
    assert found.other == Peer((), None, None)


def test_an_entry_that_only_one_has_may_go_first() -> None:
    found = parting(graph("b0", "a0"), graph("b0", "c0"))
    assert found.same == 0
    assert found.one == Peer(("a0",), "a0", "a0")
    assert found.other == Peer(("c0",), "b0", None)


def test_the_vote_that_confirms_explains_what_it_moves() -> None:
    known = ("z0", "b0", "c0:z0", "c1:c0,b0", "b1:c1")
    behind = graph(*known, indexers="bcz")
    ahead = graph(*known, "c2:b1", indexers="bcz")
    found = parting(ahead, behind)
    assert (found.same, found.one.entry, found.other.entry) == (0, "z0", "b0")
    assert found.one.because == "c2"
