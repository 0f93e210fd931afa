"""A conversation in another order has the same messages, graph and words."""

from pathlib import Path

import pytest

from tanglescope.engine.library import ORDERS, Library
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.store.conversations import wrapped
from tests.engine.authors import post
from tests.engine.store.conversations.games import NOWHERE, Game
from tests.engine.store.libraries import write


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
    monkeypatch.setattr(wrapped, "REMEMBERED", 2)
    address = f"{game.chess}?by=received"
    before = [played.conversation(address).in_order() for _ in range(3)]
    assert asked == ["received"]
    played.ingest(write(tmp_path / "more.ndjson", [game.ann.say(post("Elsewhere"))]))
    assert played.conversation(address).in_order() == before[0]
    assert asked == ["received"] * 2
    for by in ("depth", "forward", "received"):
        played.conversation(f"{game.chess}?by={by}").in_order()
    assert asked[2:] == ["depth", "forward", "received"], "only so many are remembered"


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
