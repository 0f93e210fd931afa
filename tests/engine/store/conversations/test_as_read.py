"""Messages that only edit or delete others aren't messages of their own where people read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.export.conversations import rows
from tanglescope.engine.library import Library, Listing, Question, ReadMark, search_address
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.private import Keyring
from tests.engine.authors import Author, Said, post
from tests.engine.commandline.graphs import run
from tests.engine.store.conversations.test_source import edit, tombstone
from tests.engine.store.libraries import library_of, write
from tools import sealing


class Talk:
    """A thread in which a post was edited, another one deleted, and a third one proposed."""

    def __init__(self) -> None:
        self.ann, self.bob = Author("ann"), Author("bob")
        boats = {"channel": "boats"}
        self.root = self.ann.say(post("the oak", **boats))
        self.answer = self.bob.say(post("indeed", self.root))
        self.edited = self.ann.say({**edit(self.root, "the lime"), **boats})
        self.gone = self.bob.say(post("nonsense", self.root, self.edited))
        self.tomb = self.bob.say(tombstone(self.gone))
        self.proposal = self.bob.say(edit(self.root, "the ash"))
        self.event = self.ann.say({"type": "event", "title": "walk"})
        self.later = self.ann.say({"type": "event", "title": "hike", "replaces": self.event.key})
        self.after = self.bob.say(post("so it is", self.root, self.edited))
        self.said = [
            *(self.root, self.answer, self.edited, self.gone, self.tomb, self.proposal),
            *(self.event, self.later, self.after),
        ]
        self.applied = {self.edited.key, self.tomb.key, self.later.key}
        self.read = {each.key for each in self.said} - self.applied


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def library(tmp_path: Path, talk: Talk) -> Iterator[Library]:
    with library_of(tmp_path, *talk.said) as made:
        yield made


def addresses(talk: Talk) -> list[str]:
    feeds = [f"feed:{each.feed}" for each in (talk.ann, talk.bob)]
    return ["everything", talk.root.key, "#boats", *feeds, f"{talk.root.key}?by=received"]


def test_applied_edits_and_deletions_are_signed_messages_and_not_read_ones(
    library: Library, talk: Talk
) -> None:
    for address in addresses(talk):
        signed, read = library.conversation(address), library.conversation(address, as_read=True)
        assert read.in_order() == [key for key in signed.in_order() if key not in talk.applied]
        assert read.summary().messages == len(read.in_order()) < signed.summary().messages
        assert [row["key"] for row in rows(library, address)] == read.in_order()
        assert set(library.conversation(address).in_order()) & talk.applied
    assert set(library.conversation("everything", as_read=True).in_order()) == talk.read


def test_lists_news_and_searches_count_what_is_read(library: Library, talk: Talk) -> None:
    nothing = ReadMark(0)
    unread = library.unread(nothing)
    listed = [
        each for listing in Listing for each in library.conversations(listing=listing)
    ] + library.conversations(kind="everything")
    assert talk.later.key not in {each.address for each in listed}, "it is no thread of its own"
    for summary in listed:
        read = library.conversation(summary.address, as_read=True)
        assert summary.messages == len(read.in_order()), summary.address
        assert read.unread(nothing) == read.in_order()
        assert unread.get(summary.address, summary.messages) == summary.messages
    for question in (Question("", author=talk.ann.feed), Question("", type="tombstone")):
        found = library.search(question)
        assert not talk.applied.intersection(found)
        assert library.found.count_part(question)[0] == len(found)
        view = library.conversation(str(search_address(question)), as_read=True)
        assert sorted(view.in_order()) == sorted(found)


def test_an_edit_does_not_make_a_conversation_the_latest(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    old, first = ann.say(post("old")), bob.say(post("first"))
    new = bob.say(post("new", first))
    also, late = ann.say(post("also", old)), ann.say(edit(old, "older"))
    assert late.value["timestamp"] > new.value["timestamp"] >= also.value["timestamp"]
    with library_of(tmp_path, old, first, new, also, late) as library:
        for listed in (library.threads(), library.conversations(listing=Listing.THREADS)):
            assert {each.root: each.latest for each in listed} == {
                first.key: new.value["timestamp"],
                old.key: also.value["timestamp"],
            }
        summary = library.conversation(old.key, as_read=True).summary()
        assert summary.latest == also.value["timestamp"]


def test_a_profile_has_the_figures_and_titles_of_what_is_read(
    library: Library, talk: Talk, tmp_path: Path
) -> None:
    for author in (talk.ann, talk.bob):
        profile = library.profile(author.feed)
        assert (
            profile.messages
            == library.conversation(f"feed:{author.feed}", as_read=True).summary().messages
        )
        [thread] = profile.conversations
        assert (thread.address, thread.title, thread.messages) == (talk.root.key, "the lime", 5)
        assert thread.own == (1 if author is talk.ann else 4)
    library.ingest(write(tmp_path / "more.ndjson", [talk.ann.say(tombstone(talk.root))]))
    [thread] = library.profile(talk.ann.feed).conversations
    assert thread.title == "Deleted message", "a profile doesn't say what was deleted"


def test_a_reply_to_an_edit_answers_what_is_read(library: Library, talk: Talk) -> None:
    read = library.conversation(talk.root.key, as_read=True)
    assert read.messages([talk.gone.key])[talk.gone.key].causes == (talk.root.key,)
    signed = library.conversation(talk.root.key)
    assert talk.edited.key in signed.edges([talk.gone.key])[talk.gone.key].causes
    edges = read.edges(read.in_order())
    for key, (causes, effects) in edges.items():
        assert not talk.applied.intersection((*causes, *effects))
        assert all(key in edges[cause].effects for cause in causes)
    assert edges[talk.gone.key].causes
    assert not talk.applied & set(read.shape().keys)
    assert all(not talk.applied & set(node.after) for node in read.graph().nodes)
    assert read.shown_as(talk.edited.key) == talk.root.key
    place = read.position(talk.after.key)
    assert place is not None
    assert (place.position, place.events) == (len(read.in_order()) - 1, len(read.in_order()))


def test_proposals_forks_and_what_changes_nothing_here_are_read(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    lost, root = ann.say(post("lost")), ann.say(post("the oak"))
    one, two = (ann.say(edit(root, text)) for text in ("the ash", "the elm"))
    orphan = ann.say(edit(lost, "found"))
    asked = bob.say(tombstone(root))
    with library_of(tmp_path, root, one, two, orphan, asked) as library:
        read = library.conversation("everything", as_read=True).in_order()
        assert set(read) == {root.key, one.key, orphan.key, asked.key}, "the other edit counts"
        library.ingest(write(tmp_path / "more.ndjson", [lost]))
        read = library.conversation("everything", as_read=True).in_order()
        assert set(read) == {root.key, one.key, lost.key, asked.key}


def test_a_withdrawn_edit_leaves_the_message_as_it_was(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("the oak"))
    changed = ann.say(edit(root, "the lime"))
    with library_of(tmp_path, root, changed, ann.say(tombstone(changed))) as library:
        assert library.conversation("everything", as_read=True).in_order() == [root.key]
        assert library.messages([root.key])[root.key].content == post("the oak")


def test_private_edits_are_read_in_their_message(tmp_path: Path) -> None:
    ann = Author("ann")

    def seal(content: dict[str, Any]) -> Said:
        return ann.say(sealing.box1(json.dumps(content).encode(), [ann.feed]))

    root = seal(post("the oak"))
    changed = seal({**edit(root, "the lime"), "root": root.key})
    with library_of(tmp_path, root, changed) as library:
        library.unlock(Keyring(Identity(ann.feed, ann._secret)))
        address = f"private:{root.key}"
        assert len(library.conversation(address).in_order()) == 2
        assert library.conversation(address, as_read=True).in_order() == [root.key]
        (listed,) = (each for each in library.threads() if each.address == address)
        assert listed.messages == 1
        assert library.unread(ReadMark(0))[address] == 1


def test_show_prints_what_is_read_and_everything_signed_on_request(
    library: Library, talk: Talk
) -> None:
    def shown(*options: str) -> list[str]:
        result = run("show", "everything", "--json", "--database", str(library.path), *options)
        return [each["key"] for each in json.loads(result.output)["messages"]]

    assert set(shown()) == talk.read
    assert set(shown("--signed")) == {each.key for each in talk.said}
    for options, is_there in (((), False), (("--signed",), True)):
        text = run("show", "everything", "--database", str(library.path), *options).output
        assert (talk.edited.key in text) is is_there
        assert talk.proposal.key in text
    archive = run("show", "everything", "--format", "ndjson", "--database", str(library.path))
    assert len(archive.output.splitlines()) == len(talk.said), "an archive keeps what was signed"
    listed = run("conversations", "--json", "--database", str(library.path)).output
    summaries = map(json.loads, listed.splitlines())
    counts = {each["address"]: each["messages"] for each in summaries}
    assert counts["everything"] == len(talk.read)


def test_arrivals_say_whether_known_messages_are_read_differently(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root, event = ann.say(post("the oak")), ann.say({"type": "event", "title": "walk"})
    changed = ann.say(edit(root, "the lime"))
    batches = [
        ([changed], True),
        ([root, event], True),
        ([bob.say(post("indeed", root))], False),
        ([bob.say({"type": "about", "about": bob.feed, "name": "Bob"})], False),
        ([ann.say({"type": "about", "about": event.key, "title": "hike"})], True),
        ([ann.say(tombstone(root))], True),
    ]
    with library_of(tmp_path) as library:
        for number, (said, revises) in enumerate(batches):
            follower = library.follow(write(tmp_path / f"{number}.ndjson", said))
            assert any(change.revises for change in follower.poll()) is revises, number
