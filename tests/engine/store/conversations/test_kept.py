"""Kept conversations answer from the database, as one that is computed anew would."""

from pathlib import Path

from engine.library import Library
from engine.linear.orders.named import order_of
from engine.linear.scuttlesort.timeline import Timeline
from tests.engine.authors import Author
from tests.engine.store.conversations.games import NOWHERE, Game
from tests.engine.store.libraries import library_of
from tests.engine.tangle.strategies import ROOT_DATA


def test_the_order_is_that_of_the_graph(played: Library, game: Game) -> None:
    for address in (game.root.key, game.chess):
        conversation = played.conversation(address)
        graph = conversation.graph()
        timeline = Timeline()
        for node in graph.nodes:
            timeline.add(node.id, node.after)
        assert conversation.in_order() == list(timeline) == order_of(graph, "scuttlesort")
        for position, key in enumerate(timeline):
            place = conversation.position(key)
            assert place is not None
            assert (place.position, place.events) == (position, len(timeline))
            assert place.rank == timeline.rank(key)
        assert conversation.position(NOWHERE) is None


def test_a_heading_says_what_the_list_says(played: Library, game: Game) -> None:
    for summary in played.conversations(kind="thread") + played.conversations(kind="chess"):
        assert played.conversation(summary.address).summary() == summary
    thread, chess = (played.conversation(each).summary() for each in (game.root.key, game.chess))
    assert (thread.messages, thread.authors, thread.set_aside) == (3, 2, 0)
    assert (chess.messages, chess.set_aside, chess.title) == (2, 1, "Who plays?")
    assert (thread.tangle, chess.tangle) == ("", "chess")


def test_what_joins_messages_is_what_their_rule_says(played: Library, game: Game) -> None:
    chess = played.conversation(game.chess)
    keys = [game.root.key, game.move.key]
    assert chess.edges(keys)[game.root.key].effects == (game.move.key,)
    assert chess.messages(keys)[game.move.key].causes == (game.root.key,)
    horizon = chess.horizon(game.move.key)
    assert horizon is not None
    assert horizon.past == {game.root.key}


def test_the_outsiders_are_those_of_the_tangle(played: Library, game: Game) -> None:
    outside = played.conversation(game.chess).outside()
    growth = played.tangle("chess", game.root.key)
    assert [(each.key, each.waits_for) for each in outside if each.rule is None] == [
        (game.lost.key, (NOWHERE,))
    ]
    assert growth.set_aside == [game.lost.key]
    refused = [(each.key, each.rule, each.why) for each in outside if each.rule is not None]
    assert refused == [(each.key, each.rule, each.why) for each in growth.excluded]
    assert [key for key, *_ in refused] == [game.odd.key]


def test_a_tangle_without_words_says_who_began_it(tmp_path: Path) -> None:
    ann = Author("ann")
    name = ann.say({"type": "about", "about": ann.feed, "name": "Ann"})
    root = ann.say({"type": "game", "tangles": {"chess": ROOT_DATA}})
    with library_of(tmp_path, name, root) as library:
        [listed] = library.conversations(kind="chess")
        assert (listed.title, listed.begun_by) == ("chess", "Ann")
        assert library.conversation(listed.address).summary() == listed
