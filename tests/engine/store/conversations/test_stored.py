"""Stored conversations answer from the database as freshly computed ones do."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tests.engine.authors import Author, post
from tests.engine.club import Club
from tests.engine.store.conversations.games import NOWHERE, Game
from tests.engine.store.conversations.test_private import keyring, library, small
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


def test_its_writers_are_those_of_its_messages(played: Library, game: Game) -> None:
    for address in (game.root.key, game.chess):
        conversation = played.conversation(address)
        messages = conversation.messages(conversation.in_order())
        arrived = conversation.numbers(list(messages))
        authors = (messages[key].author for key in sorted(messages, key=arrived.__getitem__))
        assert conversation.writers() == tuple(dict.fromkeys(authors))


def test_what_joins_messages_is_what_their_rule_says(played: Library, game: Game) -> None:
    chess = played.conversation(game.chess)
    keys = [game.root.key, game.move.key]
    assert chess.edges(keys)[game.root.key].effects == (game.move.key,)
    assert chess.messages(keys)[game.move.key].causes == (game.root.key,)
    horizon = chess.horizon(game.move.key)
    assert horizon is not None
    assert horizon.past == {game.root.key}


def test_the_excluded_messages_are_those_of_the_tangle(played: Library, game: Game) -> None:
    outside = played.conversation(game.chess).list_excluded()
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


__all__ = ["keyring", "library", "small"]

KEY = "%" + "A" * 43 + "=.sha256"


def test_what_waits_is_reported_with_what_it_waits_for_and_what_is_excluded_with_its_rule(
    tmp_path: Path,
) -> None:
    club = Club()
    with library_of(tmp_path, *club.said) as library:
        waiting, broken = library.conversation(club.chess).list_excluded()
        assert (waiting.key, waiting.rule) == (club.waiting.key, None)
        assert waiting.waits_for == (club.lost.key,)
        assert waiting.why == f"It waits for {club.lost.key}."
        assert (broken.key, broken.rule) == (club.broken.key, "root-shape")
        assert "`root` is a number" in broken.why
        reordered = library.conversation(f"{club.chess}?by=timestamp")
        assert reordered.list_excluded() == [waiting, broken]
        assert library.conversation(club.root.key).list_excluded() == []


def test_what_arrives_at_last_is_outside_no_more(tmp_path: Path) -> None:
    club = Club()
    with library_of(tmp_path, *club.said, club.lost) as library:
        (broken,) = library.conversation(club.chess).list_excluded()
        assert broken.key == club.broken.key


def test_what_waits_for_many_messages_names_some(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say({"type": "game", "tangles": {"go": {"root": None, "previous": None}}})
    lost = [ann.say(post(f"{number}")).key for number in range(5)]
    late = ann.say({"type": "game", "tangles": {"go": {"root": root.key, "previous": lost}}})
    with library_of(tmp_path, root, late) as library:
        (waiting,) = library.conversation(f"go:{root.key}").list_excluded()
        assert waiting.waits_for == tuple(lost)
        assert waiting.why == f"It waits for {', '.join(lost[:3])} and 2 more."


DATA = st.sampled_from(
    [
        {"root": None, "previous": None},
        {"root": "ROOT", "previous": ["ROOT"]},
        {"root": "ROOT", "previous": [KEY]},
        {"root": "ROOT", "previous": ["LAST"]},
        {"root": "ROOT", "previous": None},
        {"root": "ROOT", "previous": []},
        {"root": 7, "previous": ["ROOT"]},
        {"root": KEY, "previous": [KEY]},
        "nothing",
    ]
)


@given(st.lists(DATA, max_size=8), st.booleans())
def test_a_conversation_and_its_tangle_agree_on_what_is_outside(
    tmp_path_factory: pytest.TempPathFactory, written: list[Any], malformed: bool
) -> None:
    ann = Author("ann")
    root = ann.say({"type": "game", "tangles": {"go": {"root": None, "previous": None}}})
    said = [root]
    for data in written:
        names = {"ROOT": root.key, "LAST": said[-1].key}
        said.append(ann.say({"type": "game", "tangles": {"go": _spelled(data, names)}}))
    if malformed:
        said.append(ann.say({"type": "game", "tangles": []}))
    with library_of(tmp_path_factory.mktemp("outside"), *said) as library:
        outside = library.conversation(f"go:{root.key}").list_excluded()
        growth = library.tangle("go", root.key)
        assert {each.key for each in outside if each.rule is None} == set(growth.set_aside)
        assert {(each.key, each.rule, each.why) for each in outside if each.rule} == {
            (each.key, each.rule, each.why) for each in growth.excluded
        }
        for each in outside:
            waits_for = growth.waits_for(each.key) if each.rule is None else ()
            assert each.waits_for == waits_for


def _spelled(data: Any, names: dict[str, str]) -> Any:
    if not isinstance(data, dict):
        return data
    root, previous = data["root"], data["previous"]
    return {
        "root": names.get(root, root),
        "previous": previous and [names.get(each, each) for each in previous],
    }


def test_an_opened_conversation_and_its_tangle_agree_on_what_is_outside(
    library: Library, keyring: Any
) -> None:
    library.unlock(keyring)
    opened = [each for each in library.conversations(kind="group") if each.private]
    assert opened
    for each in opened:
        outside = library.conversation(each.address).list_excluded()
        growth = library.tangle("group", each.root)
        assert {found.key for found in outside if found.rule is None} == set(growth.set_aside)
        assert {(found.key, found.rule) for found in outside if found.rule} == {
            (found.key, found.rule) for found in growth.excluded
        }
