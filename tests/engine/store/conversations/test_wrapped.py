"""A conversation in another order has the same messages, graph and words."""

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.library import (
    EVERYTHING,
    ORDERS,
    Conversation,
    Library,
    Question,
    search_address,
)
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.conversations import wrapped
from tanglescope.engine.store.orders import order_cache
from tests.engine.authors import Author, post
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.conversations.games import NOWHERE, Game
from tests.engine.store.conversations.test_joining import Message, archives, deliveries
from tests.engine.store.conversations.test_private import GROUP, group_talk, sealed_thread
from tests.engine.store.libraries import library_of, write
from tests.engine.store.pzp_archives import write_log

BY_TABLES = ("asserted", "backward", "newest", "received", "scuttlesort", "timestamp")


def by_graph(conversation: Conversation, by: str) -> list[str]:
    """A conversation in an order, found among its messages as they are read."""
    own = conversation.in_order()
    if by == conversation.order:
        return own
    if by == "newest" and conversation.order == "timestamp":
        return own[::-1]
    ranks = conversation.ranks(own) if by == "scuttlesort" else None
    if ranks is None:
        return order_of(conversation.graph(), by)
    return sorted(ranks, key=lambda key: (ranks[key], key))


def assert_orders_are_those_of_the_graph(library: Library, addresses: Iterable[str]) -> None:
    for address, by in product(addresses, BY_TABLES):
        expected = by_graph(library.conversation(address), by)
        assert library.conversation(f"{address}?by={by}").in_order() == expected, (address, by)


@given(deliveries(cycles=False))
def test_orders_found_in_tables_are_those_of_the_messages(
    delivery: tuple[tuple[Message, ...], list[list[Message]]],
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_cache, "LARGE", 0)
        with Library.open(Path(folder) / "all.db") as library:
            for archive in archives(Path(folder), delivery[1]):
                library.ingest(archive)
            search = str(search_address(Question("a")))
            listed = [each.address for each in library.conversations()]
            assert_orders_are_those_of_the_graph(library, [*listed, search, EVERYTHING])


times = st.none() | st.integers(1, 3)


@st.composite
def timed_graphs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """The nodes of a graph file, some of them with times."""
    names = [f"{draw(st.sampled_from('abc'))}{number}" for number in range(draw(st.integers(1, 8)))]
    return [
        {"id": name, "asserted": draw(times), "received": draw(times)}
        | {"after": draw(st.lists(st.sampled_from([*names[:number], "lost"]), max_size=3))}
        for number, name in enumerate(names)
    ]


@given(timed_graphs(), st.sampled_from([0, order_cache.LARGE]))
def test_orders_of_a_graph_are_found_in_tables(nodes: list[dict[str, Any]], large: int) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_cache, "LARGE", large)
        archive = Path(folder) / "nodes.ndjson"
        archive.write_text("".join(f"{json.dumps(node)}\n" for node in nodes))
        with Library.open(Path(folder) / "graph.db") as library:
            library.ingest(archive)
            assert_orders_are_those_of_the_graph(library, ["graph:nodes"])


def test_orders_of_what_is_decrypted_and_of_pzp_are_found_in_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_cache, "LARGE", 0)
    bob = Author("bob")
    said = [*sealed_thread(bob, 4), *group_talk(Author("cyn"), 5)]
    with library_of(tmp_path, *said) as library:
        library.ingest(write_log(tmp_path / "log.pzp", entries_of(EXAMPLE)))
        library.unlock(Keyring(Identity(bob.feed, bob._secret), (GROUP,)))
        listed = [each.address for each in library.conversations()]
        kinds = {library.conversation(each).address.kind for each in listed}
        assert kinds >= {"private", "group", "pzp"}
        assert_orders_are_those_of_the_graph(library, listed)


@pytest.mark.parametrize("by", [by for by in ORDERS if by != "scuttlesort"])
def test_only_the_order_changes(played: Library, game: Game, by: str) -> None:
    for listed in (game.root.key, game.chess, f"feed:{game.ann.feed}", "everything"):
        own, other = played.conversation(listed), played.conversation(f"{listed}?by={by}")
        if own.order == by:
            assert str(other.address) == str(own.address)
            continue
        keys = other.in_order()
        assert keys == order_of(own.graph(), by)
        assert (other.order, other.revision()) == (by, None)
        assert str(other.address) == f"{own.address}?by={by}"
        assert other.edges(keys) == own.edges(keys)
        assert other.messages(keys) == own.messages(keys)
        assert other.graph() == own.graph()
        assert other.list_excluded() == own.list_excluded()
        places = [other.position(key) for key in keys]
        assert [place and place.position for place in places] == list(range(len(keys)))
        ranks = [own.position(key) for key in keys]
        assert [place and place.rank for place in places] == [rank and rank.rank for rank in ranks]
        assert other.position(NOWHERE) is None


def test_another_order_is_sorted_once_while_nothing_changes(
    played: Library, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def sort(graph: Graph, by: str) -> list[str]:
        asked.append(by)
        return order_of(graph, by)

    monkeypatch.setattr(wrapped, "order_of", sort)
    monkeypatch.setattr(wrapped.OtherOrders, "most", 2)
    address = f"{game.chess}?by=git"
    before = [played.conversation(address).in_order() for _ in range(3)]
    assert asked == ["git"]
    played.ingest(write(tmp_path / "more.ndjson", [game.ann.say(post("Elsewhere"))]))
    assert played.conversation(address).in_order() == before[0]
    assert asked == ["git"] * 2
    for by in ("depth", "forward", "git"):
        played.conversation(f"{game.chess}?by={by}").in_order()
    assert asked[2:] == ["depth", "forward", "git"], "only so many are remembered"


def test_the_own_order_asked_for_is_the_conversation_itself(played: Library, game: Game) -> None:
    conversation = played.conversation(f"{game.chess}?by=scuttlesort")
    assert str(conversation.address) == game.chess
    assert conversation.revision() is not None
    by_word = played.conversation(game.root.key, "received")
    assert by_word.in_order() == [game.root.key, game.no.key, game.me.key]


def test_records_are_written_in_the_order_that_is_read(played: Library, game: Game) -> None:
    other = played.conversation(f"{game.root.key}?by=received")
    lines = list(other.records(other.in_order()))
    assert [key in line.decode() for key, line in zip(other.in_order(), lines, strict=True)] == [
        True
    ] * 3
