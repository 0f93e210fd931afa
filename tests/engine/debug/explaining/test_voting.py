import pytest
from hypothesis import given

from tanglescope.engine.archive.corestore.bases import agreement, graph_of
from tanglescope.engine.archive.corestore.copies import read_corestore
from tanglescope.engine.debug.explaining.voting import (
    MOST_DEGREES,
    AutobaseMoment,
    EntryStatus,
    IndexerSignature,
    Signing,
    cut,
    signing,
)
from tanglescope.engine.linear.autobase.quorums import Quorums
from tanglescope.engine.linear.graph import Graph, Writer
from tanglescope.engine.linear.orders.named import order_of
from tests.engine.archive.corestore import STORES, store
from tests.engine.debug.explaining.test_autobase_places import graph
from tests.engine.linear.autobase_graphs import Logs, drawn, logs


def status(moment: AutobaseMoment, name: str) -> EntryStatus:
    found = moment.status(name)
    assert found is not None
    return found


@given(logs())
def test_a_moment_says_what_the_linearizer_says(logs: Logs) -> None:
    moment, base = AutobaseMoment(logs.graph), logs.base()
    assert moment.order == tuple(base)
    assert moment.confirmed == base.confirmed_length
    for place, name in enumerate(moment.order):
        found = status(moment, name)
        assert found.confirmed == (place < base.confirmed_length)
        assert found.progress == base.confirmation_progress(name)


@given(logs())
def test_rivals_are_those_in_the_tip_that_are_neither_before_nor_after(logs: Logs) -> None:
    moment = AutobaseMoment(logs.graph)
    past = {entry.name: {other.name for other in logs.past(entry.name)} for entry in logs.entries}
    tip = moment.order[moment.confirmed :]
    for name in moment.order:
        expected = [other for other in tip if other not in past[name] and name not in past[other]]
        assert list(status(moment, name).rivals) == expected


@given(logs())
def test_degrees_are_those_of_the_text_as_far_as_they_are_distinguished(logs: Logs) -> None:
    whole = Quorums(logs.graph.nodes, logs.writers)
    for name, degree in (
        AutobaseMoment(logs.graph).degrees([entry.name for entry in logs.entries]).items()
    ):
        assert degree == min(whole.of(name).degree, MOST_DEGREES)


@given(logs())
def test_what_is_contested_has_no_majority_left(logs: Logs) -> None:
    moment = AutobaseMoment(logs.graph)
    liveness = moment.liveness()
    assert set(liveness.contested) <= set(liveness.next) <= set(moment.order[moment.confirmed :])
    for name in liveness.contested:
        progress = status(moment, name).progress
        assert progress is not None
        open_ = [state for state in progress.states if state.ack or not state.rivals]
        assert len(open_) < progress.majority


def test_while_everyone_writes_at_once_the_order_stalls() -> None:
    moment = AutobaseMoment(drawn("a0 b0 c0 a1:b0,c0 b1:a0,c0 c1:a0,b0", "abc").graph)
    liveness = moment.liveness()
    assert moment.confirmed == 0
    assert liveness.next == liveness.contested == ("a0", "b0", "c0")
    assert liveness.is_stalled


def test_a_chain_does_not_stall() -> None:
    liveness = AutobaseMoment(drawn("a0 b0:a0 c0:b0 a1:c0", "abc").graph).liveness()
    assert not liveness.is_stalled
    assert liveness.next == ("c0",)


def test_those_who_have_written_nothing_are_named() -> None:
    graph = drawn("a0 a1", "abc").graph
    liveness = AutobaseMoment(graph).liveness()
    assert (liveness.indexers, liveness.silent) == (3, ("b", "c"))


def test_a_moment_knows_nothing_of_what_comes_later() -> None:
    graph = drawn("a0 b0:a0 c0:b0", "abc").graph
    moment = AutobaseMoment(cut(graph, 2))
    assert moment.order == ("a0", "b0")
    assert moment.status("c0") is None


def test_what_is_set_aside_has_no_prospect() -> None:
    graph = drawn("a0 b0:a0", "ab").graph
    moment = AutobaseMoment(Graph(graph.nodes[1:], (Writer("a"), Writer("b"))))
    assert moment.waiting == ("b0",)
    assert moment.status("b0") is None


def test_a_single_indexer_has_signed_all_but_its_last_entry() -> None:
    found = signing(graph("a0", "a1:a0", "a2:a1", indexers="a"))
    assert found == Signing(3, (IndexerSignature("a", 2),))
    assert found.missing == ("a",)


def test_an_indexer_signs_what_it_knew_to_be_confirmed() -> None:
    known = ("a0", "b0:a0", "a1:b0,a0", "b1:a1,b0")
    assert signing(graph(*known, indexers="ab")).missing == ("a", "b")
    more = graph(*known, "a2:b1,a1", "c0:a2", indexers="ab")
    by_indexer = {each.indexer: each.signed for each in signing(more).signers}
    assert by_indexer["a"] > by_indexer["b"] >= 0


def test_without_indexers_nothing_is_signed() -> None:
    assert signing(graph("a0", indexers="")) == Signing(0, ())


@pytest.mark.parametrize("name", STORES)
def test_where_less_is_signed_than_confirmed_an_indexer_is_missing(name: str) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    for base in read_corestore(store(name)).bases:
        entries = graph_of(base)
        found = signing(entries)
        on_disk = agreement(base.signed, base.shown, order_of(entries, "autobase")).signed
        assert on_disk is not None
        assert bool(found.missing) or on_disk == found.confirmed
