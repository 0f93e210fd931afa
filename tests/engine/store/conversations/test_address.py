"""Addresses: each kind reads the addresses of its conversations, and refuses all others."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tanglescope.engine.library import Library, UnknownConversation
from tanglescope.engine.linear.orders.named import LINEARIZERS
from tanglescope.engine.store.conversations.address import Address, meanings
from tanglescope.engine.store.conversations.catalogue import KINDS
from tests.engine import pzp_log
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log
from tests.engine.tangle.strategies import ROOT_DATA

KEY = f"%{'A' * 43}=.sha256"
FEED = f"@{'A' * 43}=.ed25519"

WORDS = st.sampled_from(
    [
        *(KEY, FEED, "thread:", "feed:", "pzp:", "chess:", "everything", "to ", "find ", "#boats"),
        *("?by=", "search:", "mentions:", "channel:", "private:", "group:", "autobase", "{"),
        *(
            "ssb:message/classic/",
            '{"words": "x"}',
            "\ud800",
            "\x00",
            "☃",
            "%",
            "@",
            ":",
            "?",
            "\n",
        ),
    ]
)


@given(st.lists(WORDS, max_size=6).map("".join) | st.text())
def test_a_kind_reads_what_it_writes_and_nothing_else(text: str) -> None:
    for kind in KINDS:
        if (found := kind.read(text)) is not None:
            for written in (str(found), found.long):
                assert kind.read(written) == found


@given(st.sampled_from([None, *LINEARIZERS]), st.lists(WORDS, max_size=4).map("".join))
@example("pzp", "x?by=")
@example(None, "?by=pzp")
def test_the_order_of_an_address_is_split_off(by: str | None, subject: str) -> None:
    address = Address("chess", subject, by=by)
    assert (address.long, by) in meanings(str(address))
    assert (address.long, None) in meanings(str(address.in_order_by(None)))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library with a conversation of each public kind."""
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Who rows?", channel="boats"))
    game = bob.say({"type": "chess", "tangles": {"chess: of ☃": ROOT_DATA}})
    answer = bob.say(post("I do", root, mentions=[{"link": ann.feed}]))
    library = Library.open(tmp_path / "library.db")
    library.ingest(write(tmp_path / "log.ndjson", [root, game, answer]))
    library.ingest(write_log(tmp_path / "pzp", pzp_log.entries()))
    return library


def test_the_address_of_every_conversation_leads_back_to_it(library: Library) -> None:
    with library:
        summaries = library.conversations()
        expected = {"thread", "pzp", "feed", "everything", "channel", "mentions", "chess: of ☃"}
        assert {each.kind for each in summaries} == expected
        for summary in summaries:
            conversation = library.conversation(summary.address)
            assert str(conversation.address) == summary.address
            assert library.canonical(conversation.address.long) == summary.address
            long = library.conversation(conversation.address.long)
            assert long.address == conversation.address
            assert long.in_order() == conversation.in_order()


@pytest.mark.parametrize("by", sorted(LINEARIZERS))
def test_any_order_holds_the_same_messages_and_is_kept_in_the_address(
    library: Library, by: str
) -> None:
    with library:
        for summary in library.conversations():
            own = library.conversation(summary.address)
            if own.graph().nodes:
                other = library.conversation(summary.address, by)
                assert other.order == by
                assert sorted(other.in_order()) == sorted(own.in_order())
                assert library.conversation(str(other.address)).in_order() == other.in_order()
                assert other.snapshot().keys == other.in_order()
                if by == own.order:
                    assert other.in_order() == own.in_order()
                for row, key in enumerate(other.in_order()):
                    place = other.position(key)
                    assert place is not None
                    assert place.position == row


@given(text=st.lists(WORDS, max_size=6).map("".join) | st.text())
def test_a_hostile_address_is_answered_in_words(hostile: Library, text: str) -> None:
    with suppress(UnknownConversation):
        conversation = hostile.conversation(text)
        assert hostile.conversation(str(conversation.address)).in_order() == []


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library.open(tmp_path_factory.mktemp("hostile") / "library.db")


def test_an_unknown_order_is_reported_with_the_known_ones(library: Library) -> None:
    address = str(library.threads()[0].address)
    with pytest.raises(UnknownConversation, match=r"No order is called “rank”.*scuttlesort"):
        library.conversation(f"{address}?by=rank")
    with pytest.raises(UnknownConversation, match="No conversation with the address chess:none"):
        library.conversation("chess:none?by=forward")
