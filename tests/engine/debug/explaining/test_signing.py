import pytest

from tanglescope.engine.archive.corestore import agreement, graph_of, read_corestore
from tanglescope.engine.debug.explaining.signing import IndexerSignature, Signing, signing
from tanglescope.engine.linear.orders.named import order_of
from tests.engine.archive.corestore import STORES, store
from tests.engine.debug.explaining.test_autobase_places import graph


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
