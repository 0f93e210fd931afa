"""Preparing a reply: position, length and preview."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.library import OwnFeed
from tanglescope.engine.message.classic import LONGEST_MESSAGE
from tanglescope.engine.tangle.replies import mentions_in
from tanglescope.viewer.models.composing import (
    MOST_OFFERED,
    PreparedReply,
    ReplyPlace,
    Suggestion,
    WritingRefused,
    export,
    find_place,
    offers,
    prepare,
    quote_text,
    unfinished_name,
)
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of

NOWHERE = "%" + "x" * 42 + "A=.sha256"


def test_finding_the_place_of_a_reply_names_its_tips_and_creates_no_identity(
    tmp_path: Path,
) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say(post("Shall we?"))
    replies = [ben.say(post("yes", root)), ann.say(post("no", root))]
    with library_of(tmp_path, root, *replies) as library:
        place = find_place(library, root.key, tmp_path / "feed")
    assert isinstance(place, ReplyPlace)
    assert {tip.text for tip in place.tips} == {"yes", "no"}
    assert place.feed is None
    assert not OwnFeed.is_in(tmp_path / "feed")


def test_a_missing_tip_is_named_by_its_key(tmp_path: Path) -> None:
    lost = Author("ann").say(post("lost", NOWHERE, NOWHERE[:-12] + "B=.sha256"))
    with library_of(tmp_path, lost) as library:
        place = find_place(library, NOWHERE, tmp_path / "feed")
    assert isinstance(place, ReplyPlace)
    assert [tip.key for tip in place.tips] == [lost.key]


def test_an_unknown_thread_is_refused_in_words(tmp_path: Path) -> None:
    with library_of(tmp_path) as library:
        place = find_place(library, NOWHERE, tmp_path / "feed")
    assert isinstance(place, WritingRefused)
    assert NOWHERE in place.reason


@pytest.mark.parametrize("text", ["", "short", "ü ☃ 👩‍🚀", '"\\\n', "x" * 7000])
def test_the_length_is_that_of_the_first_message(tmp_path: Path, text: str) -> None:
    root = Author("ann").say(post("Shall we?"))
    with library_of(tmp_path, root) as library:
        place = find_place(library, root.key, tmp_path / "feed")
        assert isinstance(place, ReplyPlace)
        prepared = prepare(library, place, text)
    assert isinstance(prepared, PreparedReply)
    # The first message of a feed has null in place of the previous message's key.
    assert prepared.unsigned.length == (place.length(text) or 0) - len(f'"{root.key}"') + len(
        "null"
    )


def test_a_reply_that_is_too_long_is_refused(tmp_path: Path) -> None:
    root = Author("ann").say(post("Shall we?"))
    with library_of(tmp_path, root) as library:
        place = find_place(library, root.key, tmp_path / "feed")
        assert isinstance(place, ReplyPlace)
        assert isinstance(prepare(library, place, "x" * LONGEST_MESSAGE), WritingRefused)
        assert place.length("\ud800" * 3_000_000) is None


def test_a_quote_marks_every_line_of_a_text() -> None:
    assert quote_text("\nthe old oak\n\n- an *ash*\n") == "> the old oak\n>\n> - an *ash*"


def test_a_feed_without_messages_is_not_exported(tmp_path: Path) -> None:
    with library_of(tmp_path) as library:
        assert "Nothing" in export(library, tmp_path / "feed", tmp_path / "mine.ndjson")
        OwnFeed.open(tmp_path / "feed")
        assert "can't be written" in export(library, tmp_path / "feed", tmp_path / "no" / "file")
    assert not (tmp_path / "mine.ndjson").exists()


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("@", "@"),
        ("Hi @in", "@in"),
        ("Hi (@in", "@in"),
        ("(@in", "@in"),
        ("one\n@in", "@in"),
        ("see #boa", "#boa"),
        ("@in ", ""),
        ("# A heading", ""),
        ("me@example", ""),
        ("[@Ines](@9ZT6", ""),
        ("a#b", ""),
        ("", ""),
        ("@" + "x" * 60, ""),
    ],
)
def test_what_is_begun_is_the_last_word(before: str, expected: str) -> None:
    assert unfinished_name(before) == expected


@given(st.text("@# \n(a", max_size=20))
def test_what_is_begun_is_at_the_end(before: str) -> None:
    assert before.endswith(unfinished_name(before))


def named(author: Author, name: str) -> Said:
    return author.say({"type": "about", "about": author.feed, "name": name})


def test_people_of_the_conversation_come_first_then_those_who_write_most(tmp_path: Path) -> None:
    ann, amy, abe, bob = map(Author, ("ann", "amy", "abe", "bob"))
    said = [named(ann, "Ann"), named(amy, "Amy"), named(abe, "Abe"), named(bob, "Bob Aar")]
    root = ann.say(post("Shall we?"))
    said += [root, bob.say(post("yes", root))]
    said += [amy.say(post(f"{number}")) for number in range(3)]
    with library_of(tmp_path, *said) as library:
        found = offers(library, root.key, "@a")
    assert [each.name for each in found] == ["Ann", "Bob Aar", "Amy", "Abe"]
    assert [each.beside for each in found] == ["in this conversation"] * 2 + ["", ""]
    assert [each.feed for each in found] == [ann.feed, bob.feed, amy.feed, abe.feed]
    assert found[0].written == f"[@Ann]({ann.feed})"


def test_people_with_the_same_name_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    one, other = Author("one"), Author("other")
    with library_of(tmp_path, named(one, "Ann"), named(other, "Ann")) as library:
        found = offers(library, "thread", "@ann")
    assert {each.beside for each in found} == {one.feed[:9], other.feed[:9]}


@pytest.mark.parametrize("name", ["A]](x", "[A", "A`b`", "A\\", "@Ann", "][", "A\nb"])
def test_any_name_makes_a_mention(tmp_path: Path, name: str) -> None:
    ann = Author("ann")
    root = ann.say(post("Shall we?"))
    with library_of(tmp_path, named(ann, name), root, ann.say(post("yes", root))) as library:
        [offer] = offers(library, root.key, "@")
    assert [each["link"] for each in mentions_in(f"Hi {offer.written}!")] == [ann.feed]


def test_channels_are_offered_the_most_used_first(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post(name, channel=name)) for name in ("boats", "bikes", "boats", "art")]
    with library_of(tmp_path, *said) as library:
        assert offers(library, "thread", "#b") == [
            Suggestion("#boats", "#boats"),
            Suggestion("#bikes", "#bikes"),
        ]
        assert offers(library, "thread", "#boats") == []


def test_few_are_offered(tmp_path: Path) -> None:
    people = [Author(f"a{number}") for number in range(MOST_OFFERED + 3)]
    said = [named(each, f"A{number}") for number, each in enumerate(people)]
    with library_of(tmp_path, *said) as library:
        assert len(offers(library, "thread", "@")) == MOST_OFFERED
