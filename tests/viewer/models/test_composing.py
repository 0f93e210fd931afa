"""Preparing a reply: position, length and preview."""

from pathlib import Path

import pytest

from tanglescope.engine.library import OwnFeed
from tanglescope.engine.message.classic import LONGEST_MESSAGE
from tanglescope.viewer.models.composing import (
    PreparedReply,
    ReplyPlace,
    WritingRefused,
    export,
    find_place,
    prepare,
    quoted,
)
from tests.engine.authors import Author, post
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
    assert quoted("\nthe old oak\n\n- an *ash*\n") == "> the old oak\n>\n> - an *ash*"


def test_a_feed_without_messages_is_not_exported(tmp_path: Path) -> None:
    with library_of(tmp_path) as library:
        assert "Nothing" in export(library, tmp_path / "feed", tmp_path / "mine.ndjson")
        OwnFeed.open(tmp_path / "feed")
        assert "can't be written" in export(library, tmp_path / "feed", tmp_path / "no" / "file")
    assert not (tmp_path / "mine.ndjson").exists()
