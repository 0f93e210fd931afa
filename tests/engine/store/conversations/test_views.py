"""Views: one feed, one channel, mentions; their orders are consistent."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.export.orderings import ordering_of
from tanglescope.engine.library import (
    EVERYTHING,
    Edges,
    Library,
    Listing,
    Question,
    ReadMark,
    UnknownConversation,
    search_address,
)
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.conversations import views
from tanglescope.engine.store.files.schema import migrations
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders import everything, order_cache
from tests.engine.authors import Author, Said, post
from tests.engine.store.conversations.test_source import edit
from tests.engine.store.libraries import library_of, steps_of, write

ALICE, BOB = Author("alice").feed, Author("bob").feed


@pytest.fixture
def said() -> dict[str, Said]:
    alice, bob = Author("alice"), Author("bob")
    bob.clock -= 10_000_000  # his clock is slow
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
    assert library.conversation(ALICE).snapshot().keys == keys(said, "root", "other", "later")
    assert library.conversation(BOB).snapshot().keys == keys(said, "answer", "joined", "named")


def test_nothing_of_a_channel_is_above_what_it_answers_whatever_clocks_say(
    library: Library, said: dict[str, Said]
) -> None:
    assert library.conversation("#boats").snapshot().keys == keys(said, "root", "answer", "later")
    assert (
        library.conversation("#BOATS!").snapshot().keys
        == library.conversation("#boats").snapshot().keys
    )


def test_mentions_are_those_of_one_person(library: Library, said: dict[str, Said]) -> None:
    assert library.conversation(f"to {ALICE}").snapshot().keys == keys(said, "answer")
    assert library.conversation(f"to {BOB}").snapshot().keys == []


def test_a_message_missing_in_a_feed_is_waited_for(tmp_path: Path) -> None:
    alice = Author("alice")
    first, lost, third = (alice.say(post(text)) for text in ("one", "two", "three"))
    with library_of(tmp_path, first, third) as library:
        snapshot = library.conversation(alice.feed).snapshot()
        assert snapshot.keys == [first.key, third.key]
        assert snapshot.waiting == {third.key: (lost.key,)}
        # Its author had written the first one, too.
        assert library.conversation(alice.feed).edges([first.key, lost.key, third.key]) == {
            first.key: Edges((), (third.key,)),
            lost.key: Edges((), (third.key,)),
            third.key: Edges((lost.key, first.key), ()),
        }


def test_edges_join_what_is_in_the_view(library: Library, said: dict[str, Said]) -> None:
    root, answer, later = keys(said, "root", "answer", "later")
    assert library.conversation("#boats").edges([root, answer, later]) == {
        root: Edges((), (answer,)),
        answer: Edges((root,), (later,)),
        later: Edges((answer,), ()),
    }


def test_a_page_of_a_large_channel_asks_as_little_as_that_of_a_small_one(
    library: Library, said: dict[str, Said]
) -> None:
    page = keys(said, "root", "answer", "later")
    boats = library.conversation("#boats")

    def steps() -> int:
        return steps_of(library._database, lambda: boats.edges(page))

    few = steps()
    library._database.conn.executemany(
        "INSERT INTO links (target, kind, message) VALUES ('#boats', 'channel', ?)",
        ((number,) for number in range(1000, 6000)),
    )
    assert steps() <= 2 * few
    library._database.conn.rollback()


@pytest.fixture(params=["held", "near"])
def harbour(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Library, list[Said]]]:
    """A channel whose messages are joined by others, searched as a whole or near one of them."""
    if request.param == "near":
        monkeypatch.setattr(everything, "WHOLE", 0)
    alice, bob, cyn = Author("alice"), Author("bob"), Author("cyn")
    said = [alice.say(post("one", channel="boats"))]
    said += [alice.say(post("between")), cyn.say(post("apart", channel="boats"))]
    said += [alice.say(post("two", channel="boats"))]
    said += [bob.say(post("elsewhere", said[1]))]
    said += [bob.say(post("three", channel="boats"))]
    said += [cyn.say(post("four", said[5]))]
    said += [cyn.say(post("five", channel="boats")), bob.say(post("more"))]
    with library_of(tmp_path, *said) as library:
        yield library, said


def causes_of_all(said: list[Said]) -> dict[str, set[str]]:
    """The direct and indirect causes of each message."""
    past: dict[str, set[str]] = {}
    for each in said:
        content = each.value["content"]
        near = {each.value["previous"], content.get("root")} & past.keys()
        past[each.key] = near.union(*(past[key] for key in near))
    return past


@pytest.mark.parametrize("address", ["#boats", "find " + '{"words": "o", "type": "post"}'])
def test_past_and_future_in_a_view_lead_through_messages_outside_of_it(
    harbour: tuple[Library, list[Said]], address: str
) -> None:
    library, said = harbour
    view, past = library.conversation(address), causes_of_all(said)
    inside = set(view.in_order())
    for key in past:
        horizon = view.horizon(key)
        if key not in inside:
            assert horizon is None
            continue
        assert horizon is not None
        assert horizon.past == past[key] & inside
        assert horizon.future == {other for other in inside if key in past[other]}
        beside = {other for other in inside if horizon.is_concurrent(other)}
        assert (horizon.ghosts, horizon.concurrent) == (0, len(beside))
        assert beside == inside - horizon.past - horizon.future - {key}


def test_messages_joined_outside_of_a_view_are_not_called_concurrent(
    harbour: tuple[Library, list[Said]],
) -> None:
    library, said = harbour
    one, joined, apart = said[0].key, said[3].key, said[2].key
    for address in ("#boats", "#boats?by=received"):
        ordering = ordering_of(library.conversation(address))
        assert ordering.relation(one, joined).is_concurrent is False
        assert ordering.relation(one, apart).is_concurrent is True
        proofs = [library.inspect(address, joined, other).proof for other in (one, apart)]
        assert [proof.is_concurrent for proof in proofs if proof] == [False, True]
        (other,) = [library.inspect(address, one, joined).proof]
        assert other is not None
        assert (other.first, other.second) == (one, joined)


def test_near_to_a_message_the_horizon_of_a_view_says_what_it_looked_at(
    harbour: tuple[Library, list[Said]], monkeypatch: pytest.MonkeyPatch
) -> None:
    library, said = harbour
    monkeypatch.setattr(everything, "WHOLE", 0)
    monkeypatch.setattr(everything, "NEAR", 1)
    key = said[3].key
    near = library.conversation("#boats").horizon(key)
    whole = library.conversation(EVERYTHING).horizon(key)
    assert near is not None
    assert near.examined is not None
    assert whole is not None
    assert near.examined == set(whole.examined or ()) & set(
        library.conversation("#boats").in_order()
    )
    assert near.past == causes_of_all(said)[key] & near.examined


def test_a_missing_cause_that_comes_joins_the_past_to_the_future(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    first, between = alice.say(post("one", channel="boats")), alice.say(post("between"))
    last = bob.say(post("two", between, channel="boats"))
    with library_of(tmp_path, first, last) as library:
        boats = library.conversation("#boats")
        before = boats.horizon(last.key)
        assert before is not None
        assert (before.past, before.concurrent) == (set(), 1)
        library.ingest(write(tmp_path / "more.ndjson", [between]))
        after = boats.horizon(last.key)
        assert after is not None
        assert (after.past, after.concurrent) == ({first.key}, 0)


def test_the_horizon_of_what_is_found_in_a_thread_is_that_of_the_thread(
    library: Library, said: dict[str, Said]
) -> None:
    root, answer = keys(said, "root", "answer")
    found = library.conversation(str(search_address(Question("row", thread=root))))
    horizon = found.horizon(root)
    assert horizon is not None
    assert (horizon.past, horizon.future, horizon.concurrent) == (set(), set(), 0)
    both = library.conversation(str(search_address(Question("", type="post", thread=root))))
    horizon = both.horizon(answer)
    assert horizon is not None
    assert horizon.past == {root}
    assert both.horizon(said["named"].key) is None


def test_what_is_found_keeps_its_order_and_goes_on_being_gathered(
    library: Library, said: dict[str, Said]
) -> None:
    everything = library.conversation(EVERYTHING).in_order()
    posts = str(search_address(Question("", type="post")))
    found = library.conversation(posts).snapshot().keys
    assert found == [key for key in everything if key in keys(said, *said) and key in found]
    assert set(found) == set(keys(said, "root", "answer", "other", "later"))
    assert library.conversation(posts).summary().messages == 4
    assert library.conversation(posts).edges(keys(said, "answer"))[said["answer"].key].causes == (
        said["root"].key,
    )


def test_what_is_found_in_a_thread_is_in_its_order(library: Library, said: dict[str, Said]) -> None:
    root = said["root"].key
    rows = str(search_address(Question("", type="post", thread=root)))
    thread = library.conversation(root).snapshot().keys
    assert library.conversation(rows).snapshot().keys == thread
    alone = str(search_address(Question("do", thread=root)))
    assert library.conversation(alone).snapshot().keys == keys(said, "answer")


@contextmanager
def no_conversations() -> Iterator[Library]:
    """A library without conversations."""
    with closing(Database.in_memory()) as database:
        migrations.apply(database)
        yield Library(Path("nothing.db"), database)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"words": 3}', '{"words": "", "x": 1}'])
def test_text_that_isnt_a_question_is_no_view(text: str) -> None:
    with no_conversations() as library, pytest.raises(UnknownConversation):
        library.conversation(f"find {text}")


def test_views_are_listed_by_their_last_message_and_found_by_name(
    library: Library, said: dict[str, Said]
) -> None:
    feeds = library.conversations(listing=Listing.FEEDS)
    assert {(each.root, each.messages) for each in feeds} == {(ALICE, 3), (BOB, 3)}
    assert [each.title for each in library.conversations(listing=Listing.FEEDS, words="ali")] == [
        "Alice"
    ]
    assert [
        (each.root, each.messages) for each in library.conversations(listing=Listing.CHANNELS)
    ] == [("#boats", 3)]
    assert [each.address for each in library.conversations(listing=Listing.MENTIONS)] == [
        f"to {ALICE}"
    ]


def test_a_view_reports_how_large_it_is(library: Library, said: dict[str, Said]) -> None:
    summary = library.conversation("#boats").summary()
    assert (summary.root, summary.messages, summary.authors) == ("#boats", 3, 2)
    assert library.conversation(ALICE).summary().title == "Alice"


def test_the_headline_of_a_view_is_its_summary_without_what_is_counted(
    library: Library, said: dict[str, Said]
) -> None:
    for address in ("#boats", f"to {ALICE}", ALICE, said["root"].key, "#boats?by=received"):
        conversation = library.conversation(address)
        summary = conversation.summary()
        headline = conversation.headline(summary.messages)
        if conversation.revision() is not None:
            assert headline == summary
        assert replace(headline, authors=summary.authors, first=None, latest=None) == replace(
            summary, first=None, latest=None
        )


def test_a_message_in_a_view_says_what_it_says_among_everything(
    library: Library, said: dict[str, Said]
) -> None:
    (answer,) = keys(said, "answer")
    among_all = library.conversation(EVERYTHING).messages([answer])
    assert library.conversation("#boats").messages([answer]) == among_all


def test_a_view_keeps_the_order_of_everything(library: Library, said: dict[str, Said]) -> None:
    everything = library.conversation(EVERYTHING).in_order()
    for address in ("#boats", ALICE, BOB, f"to {ALICE}"):
        view = library.conversation(address).snapshot().keys
        assert view == [key for key in everything if key in view]
        assert library.conversation(address).in_order() == view


def test_mentions_of_a_metafeed_are_a_conversation_like_those_of_a_classic_feed(
    library: Library,
) -> None:
    metafeed = f"ssb:feed/bendybutt-v1/{'A' * 43}="
    for feed in (metafeed, metafeed.replace("ssb:", "ssb://")):
        mentions = library.conversation(f"to {feed}")
        assert str(mentions.address) == f"to {metafeed}"
        assert mentions.in_order() == []


@pytest.mark.parametrize("address", ["%x", "@ann", "to @ann", "#", "#" + "a" * 30, "to #boats", ""])
def test_text_that_isnt_an_address_is_no_view(address: str) -> None:
    with no_conversations() as library, pytest.raises(UnknownConversation):
        library.conversation(address)


@pytest.mark.parametrize("address", [f"feed:{ALICE}", f"to {ALICE}", "#boats"])
def test_a_view_writes_its_address_as_it_is_read(library: Library, address: str) -> None:
    assert str(library.conversation(address).address) == address


def test_every_address_that_is_listed_opens_also_of_other_formats(
    tribes2: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(tribes2 / "alice")
        library.unlock(Keyring().with_keys(read_keys(tribes2 / "alice")))
        listed = {summary.address: summary.messages for summary in library.conversations()}
        opened = {address: len(library.conversation(address).in_order()) for address in listed}
    assert any("bendybutt" in address for address in listed)
    assert opened == listed


@pytest.mark.parametrize("large", [1, 4096])
def test_messages_that_arrived_later_are_known(
    library: Library, said: dict[str, Said], large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_cache, "LARGE", large)  # the latest message arrived first
    feed = library.conversation(f"feed:{ALICE}")
    assert feed.in_order() == keys(said, "root", "other", "later")
    numbers = library.numbers(feed.in_order())
    root, later = (numbers[said[name].key] for name in ("root", "later"))
    assert feed.unread(ReadMark(0)) == feed.in_order()
    assert feed.unread(ReadMark(later)) == keys(said, "root", "other")
    assert feed.unread(ReadMark(library.latest())) == []
    assert feed.unread(ReadMark(0).with_read([root, later])) == keys(said, "other")
    thread = library.conversation(said["root"].key)
    assert thread.unread(ReadMark(0)) == thread.in_order()
    rest = [key for key in thread.in_order() if key != said["root"].key]
    assert thread.unread(ReadMark(0).with_read([root])) == rest


@given(seed=st.integers(0, 1000), cuts=st.lists(st.integers(1, 39), unique=True, max_size=6))
@settings(deadline=None, max_examples=25)
def test_a_view_that_is_read_again_after_arrivals_is_as_if_read_for_the_first_time(
    seed: int, cuts: list[int]
) -> None:
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(3)]
    said = [people[0].say(post("root", channel="boats"))]
    for number in range(40):
        near = random.sample(said[-5:], min(len(said), 2))
        more = {"channel": "boats"} if random.random() < 0.3 else {}
        said.append(random.choice(people).say(post(f"pier {number}", said[0], *near, **more)))
    random.shuffle(said)
    addresses = ("#boats", str(search_address(Question("pier"))))
    with TemporaryDirectory() as folder, Library.open(Path(folder) / "library.db") as library:
        for number, (start, end) in enumerate(pairwise(sorted({0, *cuts, len(said)}))):
            library.ingest(write(Path(folder) / f"{number}.ndjson", said[start:end]))
            with Library.open(library.path, read_only=True) as fresh:
                for address in addresses:
                    again = library.conversation(address).in_order()
                    assert again == fresh.conversation(address).in_order()
                    whole = library.conversation("everything").in_order()
                    assert again == [key for key in whole if key in set(again)]


@given(seed=st.integers(0, 10_000))
@settings(deadline=None, max_examples=8)
def test_a_part_of_a_view_is_what_the_whole_has_there(seed: int) -> None:
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(3)]
    said = [people[0].say(post("the first pier", channel="boats"))]
    own = {people[0].feed: said[:]}
    for number in range(40):
        author, near = random.choice(people), random.sample(said[-5:], min(len(said), 2))
        if author.feed in own and random.random() < 0.3:
            said.append(author.say(edit(random.choice(own[author.feed]), f"pier, {number}")))
            continue
        more = {"channel": "boats"} if random.random() < 0.3 else {}
        if random.random() < 0.3:
            more["mentions"] = [{"link": people[1].feed}]
        text = random.choice(["pier", "pie", "a pier at sea", "sea", "A\u0301 PI\u00cbR", "\7pier"])
        said.append(author.say(post(f"{text} {number}", said[0], *near, **more)))
        own.setdefault(author.feed, []).append(said[-1])
    thread, author_id = said[0].key, people[1].feed
    random.shuffle(said)
    questions = [
        *(Question("pie"), Question("pier", author=author_id), Question("pie", thread=thread)),
        *(Question("a pië"), Question("A\0PI")),
        Question("", phrases=("a pier",), either=(("sea", "at"), ("pier",))),
        Question("pie", without=(("", "sea"), ("author", author_id)), only_said=True),
        Question("", type="edit", channel="boats"),
    ]
    addresses = ["#boats", f"to {people[1].feed}", *(str(search_address(q)) for q in questions)]
    with (
        TemporaryDirectory() as folder,
        library_of(Path(folder), *said) as library,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(views, "LONG", 0)
        patch.setattr(views, "_TESTED", random.choice([1, 3, 20]))
        patch.setattr(views, "_FEW", random.choice([1, views._FEW]))
        for address, as_read in product(addresses, (False, True)):
            conversation = library.conversation(address, as_read=as_read)
            whole = conversation.in_order()
            for key in (None, *random.sample(whole, min(len(whole), 3))):
                part = library.conversation(address, as_read=as_read).part(key, 4)
                assert part is not None
                assert part.is_part
                keys = list(part.keys)
                first = 0 if key is None else max(0, whole.index(key) - 4)
                if as_read:  # what is left out counts
                    first = whole.index(keys[0]) if keys else 0
                assert keys == whole[first : first + len(keys)]
                assert key is None or key in keys
                assert as_read or len(keys) == min(
                    len(whole) - first, 4 if key is None else whole.index(key) - first + 4
                )


def test_nothing_is_found_in_a_thread_that_is_not_here(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LONG", 0)
    question = Question("rows", thread=Author("nobody").say(post("elsewhere")).key)
    found = library.conversation(str(search_address(question)))
    assert found.part(None, 4) is None
    assert found.in_order() == []


def test_what_is_found_by_words_alone_is_narrowed_to_what_people_said(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post("a pier")), ann.say({"type": "contact", "text": "pier", "contact": BOB})]
    with library_of(tmp_path, *said) as library:
        question = Question("pier", only_said=True)
        found = library.conversation(str(search_address(question)))
        assert found.in_order() == [said[0].key] == library.search(question)
