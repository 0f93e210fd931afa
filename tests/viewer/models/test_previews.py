"""The second line of conversations in a list."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject

from tanglescope.engine.library import Library
from tanglescope.viewer.models.previews import Preview, Previews, previews
from tests.engine.authors import Author, post
from tests.engine.store.conversations.test_source import tombstone
from tests.engine.store.libraries import write
from tests.viewer.windows import Talk


def test_a_preview_is_the_latest_text_with_its_author(talk: Talk, tmp_path: Path) -> None:
    like = {"type": "vote", "vote": {"link": talk.answers[-1].key, "value": 1}}
    said = [*talk.said, talk.ann.say(like)]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", said))
        threads = {each.root: each for each in library.threads()}
        found = previews(library, [threads[talk.root.key], threads[talk.bread.key]])
    assert [each.text for each in found] == ["answer 39", ""], "a title isn't repeated"
    assert found[0].author == found[1].author != ""
    assert found[0].portraits == ("", "")


def test_a_deletion_is_no_latest_message(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("the oak"))
    gone = bob.say(post("nonsense", root))
    said = [root, gone, bob.say({**tombstone(gone), "root": root.key, "text": "never mind"})]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", said))
        (found,) = previews(library, library.threads())
    assert found.text == "", "the title, which isn't repeated"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Soup\n\nWho has leeks?", "Who has leeks?"),
        ("Soup", ""),
        ("Soups of the month", "Soups of the month"),
    ],
)
def test_a_preview_goes_on_where_the_title_ends(tmp_path: Path, text: str, shown: str) -> None:
    said = Author("ann").say(post(text))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [said]))
        (thread,) = library.threads()
        (found,) = previews(library, [replace(thread, title="Soup")])
    assert found.text == shown


class Once:
    """Counts the questions, and answers them at once."""

    def __init__(self, library: Library) -> None:
        self.library, self.asked = library, 0

    def ask(
        self, _kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        self.asked += 1
        then(question(self.library))


@pytest.mark.usefixtures("application")
def test_a_preview_is_asked_for_once_until_there_are_more_messages(
    talk: Talk, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
        owner = QObject()
        found, asks = Previews(owner), Once(library)
        found.watch(asks.ask)
        thread = next(each for each in library.threads() if each.root == talk.root.key)
        assert found.of(thread) is None
        assert not found.is_settled
        found._ask()
        assert found.is_settled
        assert isinstance(found.of(thread), Preview)
        library.ingest(write(tmp_path / "more.ndjson", [talk.answer("late")]))
        now = next(each for each in library.threads() if each.root == talk.root.key)
        assert now.messages > thread.messages
        assert found.of(now) is None
        found._ask()
        assert (preview := found.of(now)) is not None
        assert preview.text == "late"
    assert asks.asked == 2
