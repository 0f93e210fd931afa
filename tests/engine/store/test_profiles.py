"""Profiles: what public messages say about a person, and their authors."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.library import Library, Profile
from tests.engine.archive.samples import unpack
from tests.engine.authors import Author, Said, post
from tests.engine.blobs.pictures import blob_id
from tests.engine.store.libraries import library_of, write

FACE, OTHER = blob_id(b"face"), blob_id(b"other")


def about(feed: str, **fields: object) -> dict[str, object]:
    return {"type": "about", "about": feed, **fields}


def contact(feed: str, **fields: object) -> dict[str, object]:
    return {"type": "contact", "contact": feed, **fields}


class Village:
    """Ann is followed, liked, renamed and blocked; she answers and leaves."""

    def __init__(self) -> None:
        self.ann, self.bob, self.cem = Author("ann"), Author("bob"), Author("cem")
        ann, bob, cem = self.ann.feed, self.bob.feed, self.cem.feed
        say_ann, say_bob, say_cem = self.ann.say, self.bob.say, self.cem.say
        self.said: list[Said] = [
            say_ann(about(ann, name="Ann")),
            say_ann(about(ann, name="Ann", description="Bakes.")),
            say_ann(about(ann, name="Anna", image={"link": FACE})),
            say_bob(about(ann, name="the baker", image=OTHER)),
            say_bob(about(cem, name="Cem", image=OTHER)),
            say_ann(contact(bob, following=True)),
            say_ann(contact(cem, following=True)),
            say_ann(contact(cem, following=False)),
            say_bob(contact(ann, following=True)),
            say_cem(contact(ann, following=True)),
            say_cem(contact(ann, blocking=True)),
        ]
        self.root = say_ann(post("Who wants bread?"))
        self.answer = say_bob(post("I do", self.root, self.root))
        self.said += [self.root, self.answer]
        for key, value in ((self.root.key, 1), (self.root.key, 0), (self.root.key, 1)):
            self.said.append(say_bob({"type": "vote", "vote": {"link": key, "value": value}}))
        self.said.append(say_ann({"type": "vote", "vote": {"link": self.answer.key, "value": 1}}))


@pytest.fixture(scope="module")
def village() -> Village:
    return Village()


@pytest.fixture(scope="module")
def library(village: Village, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("village")
    with Library.open(folder / "library.db") as library:
        library.ingest(write(folder / "log.ndjson", village.said))
        yield library


@pytest.fixture(scope="module")
def ann(village: Village, library: Library) -> Profile:
    return library.profile(village.ann.feed)


def test_names_come_with_their_time_and_with_who_says_them(village: Village, ann: Profile) -> None:
    assert ann.name == "Anna"
    assert [each.name for each in ann.names] == ["Ann", "Anna"]
    assert [(each.name, each.by) for each in ann.others] == [("the baker", village.bob.feed)]
    assert ann.description == "Bakes."


def test_the_own_picture_counts_before_those_of_others(
    village: Village, library: Library, ann: Profile
) -> None:
    assert (ann.portrait, ann.portrait_by) == (FACE, "")
    cem = library.profile(village.cem.feed)
    assert (cem.portrait, cem.portrait_by) == (OTHER, village.bob.feed)
    assert library.portraits.of([village.ann.feed, village.cem.feed]) == {village.ann.feed: FACE}


def test_of_each_the_latest_word_counts(village: Village, library: Library, ann: Profile) -> None:
    bob, cem = village.bob.feed, village.cem.feed
    assert ann.follows == (bob,)
    assert ann.followers == (bob,)
    assert ann.blocked_by == (cem,)
    assert library.profile(cem).blocks == (village.ann.feed,)


def test_messages_conversations_and_likes_are_counted(
    village: Village, library: Library, ann: Profile
) -> None:
    own = [each for each in village.said if each.value["author"] == village.ann.feed]
    assert ann.messages == len(own)
    assert ann.first is not None
    assert ann.latest is not None
    assert (ann.first[0], ann.latest[0]) == (own[0].key, own[-1].key)
    assert [(each.address, each.own, each.messages) for each in ann.conversations] == [
        (village.root.key, 1, 2)
    ]
    assert (ann.likes_given, ann.likes_got) == (1, 1)
    assert library.profile(village.bob.feed).likes_got == 1


def test_a_person_who_wrote_nothing_has_an_empty_profile(library: Library) -> None:
    nobody = library.profile(Author("nobody").feed)
    assert (nobody.messages, nobody.first, nobody.conversations, nobody.names) == (0, None, (), ())


def test_a_conversation_whose_first_message_is_missing_is_marked(tmp_path: Path) -> None:
    ann = Author("ann")
    lost = ann.say(post("lost"))
    with library_of(tmp_path, ann.say(post("an answer", lost)), ann.say(post("here"))) as library:
        present = {each.title: each.present for each in library.profile(ann.feed).conversations}
    assert present == {"an answer": False, "here": True}


def test_all_feeds_of_a_person_count_together(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(unpack("tribes2", tmp_path) / "alice")
        feeds = [each.address.removeprefix("feed:") for each in library.conversations(kind="feed")]
        person = max((library.person(feed) for feed in feeds), key=lambda each: len(each.feeds))
        profile = library.profile(person.main)
        counts = {feed: library.conversation(f"feed:{feed}").summary().messages for feed in feeds}
    assert profile.person == person
    assert profile.messages == sum(counts[feed] for feed in feeds if feed in person.ids)
