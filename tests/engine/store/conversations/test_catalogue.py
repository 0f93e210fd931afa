"""The catalogue finds and lists the conversations of every kind."""

import pytest

from tanglescope.engine.library import Library, Listing, UnknownConversation
from tests.engine.store.conversations.games import NOWHERE, Game


def test_every_listed_address_finds_its_conversation(played: Library) -> None:
    listed = played.conversations()
    assert {each.kind for each in listed} == {"thread", "chess", "feed", "everything"}
    for summary in listed:
        conversation = played.conversation(summary.address)
        assert conversation.address.kind == summary.kind
        assert str(played.conversation(conversation.address.long).address) == summary.address
        assert len(conversation.in_order()) == summary.messages
        assert conversation.order == summary.order


def test_lists_hold_one_kind_or_one_list_with_the_latest_first(played: Library, game: Game) -> None:
    assert [each.address for each in played.conversations(kind="chess")] == [game.chess]
    threads = played.conversations(listing=Listing.THREADS)
    assert [each.address for each in threads] == [game.later.key, game.root.key]
    assert [each.address for each in played.conversations(words="who PLAYS")] == [
        game.root.key,
        game.chess,
    ]


def test_a_message_lists_all_that_it_is_in(played: Library, game: Game) -> None:
    assert played.conversations_of(game.root.key) == [
        game.root.key,
        game.chess,
        f"feed:{game.ann.feed}",
        "everything",
    ]
    assert game.chess not in played.conversations_of(game.me.key)
    assert played.conversations_of(NOWHERE) == []


@pytest.mark.parametrize("address", [NOWHERE, f"chess:{NOWHERE}", "feed:@me", "", "\udc80"])
def test_what_nothing_is_known_of_is_an_error_in_words(played: Library, address: str) -> None:
    with pytest.raises(UnknownConversation):
        played.conversation(address)


def test_an_address_is_written_in_one_way(played: Library, game: Game) -> None:
    assert played.canonical(f"thread:{game.root.key}") == game.root.key
    assert played.canonical(game.ann.feed) == f"feed:{game.ann.feed}"
    assert played.canonical(f"{game.ann.feed}?by=received") == f"feed:{game.ann.feed}?by=received"
    assert played.canonical("no address") == "no address"


def test_a_tangle_is_grown_by_the_kind_that_has_its_name(played: Library, game: Game) -> None:
    assert played.tangle("thread", game.root.key).connected == game.thread
    assert played.tangle("chess", game.root.key).connected == [game.root.key, game.move.key]
    feed = [each.key for each in game.said if each.value["author"] == game.ann.feed]
    assert played.tangle("feed", game.ann.feed).connected == feed
    assert [each.tangle_name for each in played.tangles()] == [
        "chess",
        "thread",
        "thread",
        "feed",
        "feed",
    ]
    for summary in played.tangles():
        growth = played.tangle(summary.tangle_name, summary.root)
        assert (len(growth), len(growth.candidates)) == (summary.messages, summary.candidates)
