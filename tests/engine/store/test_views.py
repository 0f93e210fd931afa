"""Views: one feed, one channel, mentions; each in an order that contradicts nobody."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.library import EVERYTHING, Edges, Library, Question, ViewKind, view_at, view_of
from engine.store.schema import migrations
from engine.store.sqlite import Database
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of

ALICE, BOB = Author("alice").feed, Author("bob").feed


@pytest.fixture
def said() -> dict[str, Said]:
    alice, bob = Author("alice"), Author("bob")
    bob.clock -= 10_000_000  # his clock is late
    root = alice.say(post("Who rows?", channel="Boats"))
    answer = bob.say(
        post("I do, @alice", root, mentions=[{"link": alice.feed}, {"link": "#boats"}])
    )
    other = alice.say(post("something else"))
    return {
        "root": root,
        "answer": answer,
        "other": other,
        "later": alice.say(post("and on #boats", answer, mentions=[{"link": "#Boats"}])),
        "joined": bob.say({"type": "channel", "channel": "boats", "subscribed": True}),
        "named": bob.say({"type": "about", "about": alice.feed, "name": "Alice"}),
    }


@pytest.fixture
def library(tmp_path: Path, said: dict[str, Said]) -> Iterator[Library]:
    with library_of(tmp_path, *reversed(said.values())) as opened:
        yield opened


def keys(said: dict[str, Said], *names: str) -> list[str]:
    return [said[name].key for name in names]


def test_a_feed_is_in_the_order_of_its_chain(library: Library, said: dict[str, Said]) -> None:
    assert library.timeline(ALICE).keys == keys(said, "root", "other", "later")
    assert library.timeline(BOB).keys == keys(said, "answer", "joined", "named")


def test_nothing_of_a_channel_stands_above_what_it_answers_whatever_clocks_say(
    library: Library, said: dict[str, Said]
) -> None:
    assert library.timeline("#boats").keys == keys(said, "root", "answer", "later")
    assert library.timeline("#BOATS!").keys == library.timeline("#boats").keys


def test_mentions_are_those_of_one_person(library: Library, said: dict[str, Said]) -> None:
    assert library.timeline(f"to {ALICE}").keys == keys(said, "answer")
    assert library.timeline(f"to {BOB}").keys == []


def test_a_message_missing_in_a_feed_is_waited_for(tmp_path: Path) -> None:
    alice = Author("alice")
    first, lost, third = (alice.say(post(text)) for text in ("one", "two", "three"))
    with library_of(tmp_path, first, third) as library:
        snapshot = library.timeline(alice.feed)
        assert snapshot.keys == [first.key, third.key]
        assert snapshot.waiting == {third.key: (lost.key,)}
        assert library.edges(alice.feed, [first.key, lost.key, third.key]) == {
            first.key: Edges(),
            lost.key: Edges((), (third.key,)),
            third.key: Edges((lost.key,), ()),
        }


def test_edges_join_what_is_in_the_view(library: Library, said: dict[str, Said]) -> None:
    root, answer, later = keys(said, "root", "answer", "later")
    assert library.edges("#boats", [root, answer, later]) == {
        root: Edges((), (answer,)),
        answer: Edges((root,), (later,)),
        later: Edges((answer,), ()),
    }


def test_what_is_found_keeps_its_order_and_goes_on_being_gathered(
    library: Library, said: dict[str, Said]
) -> None:
    everything = library.everything().keys
    posts = view_of(Question("", type="post")).address
    found = library.timeline(posts).keys
    assert found == [key for key in everything if key in keys(said, *said) and key in found]
    assert set(found) == set(keys(said, "root", "answer", "other", "later"))
    assert library.thread(posts).messages == 4
    assert library.edges(posts, keys(said, "answer"))[said["answer"].key].causes == (
        said["root"].key,
    )


def test_what_is_found_in_a_thread_is_in_its_order(library: Library, said: dict[str, Said]) -> None:
    root = said["root"].key
    rows = view_of(Question("", type="post", thread=root)).address
    thread = library.timeline(root).keys
    assert library.timeline(rows).keys == thread
    alone = view_of(Question("do", thread=root)).address
    assert library.timeline(alone).keys == keys(said, "answer")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"words": 3}', '{"words": "", "x": 1}'])
def test_what_is_no_question_is_no_view(text: str) -> None:
    assert view_at(f"find {text}") is None


def test_views_are_listed_by_their_last_message_and_found_by_name(
    library: Library, said: dict[str, Said]
) -> None:
    feeds = library.views.all(ViewKind.FEED)
    assert {(each.root, each.messages) for each in feeds} == {(ALICE, 3), (BOB, 3)}
    assert [each.title for each in library.views.all(ViewKind.FEED, "ali")] == ["Alice"]
    assert [(each.root, each.messages) for each in library.views.all(ViewKind.CHANNEL)] == [
        ("#boats", 3)
    ]
    assert [each.root for each in library.views.all(ViewKind.MENTIONS)] == [f"to {ALICE}"]


def test_a_view_tells_how_large_it_is(library: Library, said: dict[str, Said]) -> None:
    summary = library.thread("#boats")
    assert (summary.root, summary.messages, summary.authors) == ("#boats", 3, 2)
    assert library.thread(ALICE).title == "Alice"


def test_a_message_in_a_view_is_what_it_is_among_everything(
    library: Library, said: dict[str, Said]
) -> None:
    (answer,) = keys(said, "answer")
    assert library.inspect("#boats", answer) == library.inspect(EVERYTHING, answer)
    among_all = library.messages([answer], thread=EVERYTHING)
    assert library.messages([answer], thread="#boats") == among_all


def test_a_view_keeps_the_order_of_everything(library: Library, said: dict[str, Said]) -> None:
    everything = library.everything().keys
    for address in ("#boats", ALICE, BOB, f"to {ALICE}"):
        view = library.timeline(address).keys
        assert view == [key for key in everything if key in view]
        assert library.order(address) == view


@pytest.mark.parametrize("address", ["%x", "@ann", "to @ann", "#", "#" + "a" * 30, "to #boats", ""])
def test_what_is_no_address_is_no_view(address: str) -> None:
    assert view_at(address) is None


@pytest.mark.parametrize("address", [ALICE, f"to {ALICE}", "#boats"])
def test_a_view_has_one_address(address: str) -> None:
    view = view_at(address)
    assert view is not None
    assert view.address == address


def test_older_databases_learn_of_mentions_and_channels(
    tmp_path: Path, said: dict[str, Said]
) -> None:
    path = tmp_path / "library.db"
    library_of(tmp_path, *said.values()).close()
    with closing(Database(path)) as database:
        database.execute("DELETE FROM links WHERE target LIKE '@%' OR target LIKE '#%'")
        for table in ("kept_texts", "keeping", "pzp_messages", "kept_orders", "kept_everything"):
            database.execute(f"DROP TABLE {table}")  # they came later
        database.execute(
            "DELETE FROM _sqlite_migrations WHERE id >="
            " (SELECT id FROM _sqlite_migrations WHERE name = 'mentions_and_channels')"
        )
        database.conn.commit()
        assert migrations.pending(database)
    with Library.open(path) as library:
        assert library.timeline("#boats").keys == keys(said, "root", "answer", "later")
        assert library.check().ok
