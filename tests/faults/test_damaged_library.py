"""Damaged pages: all conversations and all calls of the library report them in sentences."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import (
    ORDERS,
    Conversation,
    Library,
    Question,
    feed_address,
    mentions_address,
    search_address,
)
from tanglescope.engine.store.files.errors import DatabaseError
from tests.engine.authors import Author
from tests.engine.commandline.every_kind import SET, database_of_every_kind, messages
from tests.faults.test_damaged_databases import damage

DAMAGES = 3

ALICE = Author("alice").feed
ROOT = messages()[0].key
ADDRESSES = (
    ROOT,
    SET,
    str(feed_address(ALICE)),
    "everything",
    "#boats",
    str(mentions_address(ALICE)),
    str(search_address(Question("row"))),
    f"{ROOT}?by={ORDERS[-1]}",
)
"""One conversation of each kind, and one in another order."""

Call = Callable[[], object]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with conversations of every kind, as a single file."""
    path = Path(database_of_every_kind(tmp_path_factory.mktemp("whole")))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return path


def questions(conversation: Conversation, key: str) -> Iterator[Call]:
    """All calls of a conversation."""
    keys = [key, ROOT]
    without: tuple[str, ...] = (
        *("summary", "revision", "in_order", "graph", "shape", "finality", "facts"),
        "list_excluded",
    )
    yield from (getattr(conversation, name) for name in without)
    yield from conversation.relations.values()
    of_one = ("position", "horizon", "value", "extras_of")
    yield from (lambda name=name: getattr(conversation, name)(key) for name in of_one)
    of_some = ("edges", "messages", "numbers", "messages_with_causes")
    yield from (lambda name=name: getattr(conversation, name)(keys) for name in of_some)
    yield lambda: list(conversation.snapshot().keys)
    yield lambda: list(conversation.records(keys))


def calls(library: Library, folder: Path) -> Iterator[Call]:
    """All calls of a library."""
    yield from (library.conversations, library.tangles, library.threads)
    yield from (
        lambda: len(library.quarantine),
        library.version,
        library.is_known,
        library.is_moved,
    )
    yield from (library.check, lambda: len(library), lambda: library.pzp.sets())
    yield from (library.archives.paths, library.archives.bad_records)
    yield from (lambda: len(library.stored_texts), lambda: library.stored_texts.is_on)
    yield lambda: library.inspect(ROOT, ROOT)
    yield lambda: library.conversations_of(ROOT)
    yield lambda: library.messages([ROOT])
    yield lambda: library.value(ROOT)
    yield lambda: library.names([ALICE])
    yield lambda: library.person(ALICE)
    yield lambda: library.votes.of([ROOT])
    yield lambda: library.search(Question("row"))
    yield lambda: library.found.page(Question("row"), 5)
    yield lambda: library.found.count_part(Question("row"))[0]
    yield lambda: library.tangle("thread", ROOT)
    yield lambda: library.tangle("feed", ALICE)
    yield lambda: library.group(ROOT)
    yield lambda: library.reply(ROOT, "I do")
    yield lambda: library.export(ALICE, folder / "feed.ndjson")


def asked(library: Library, folder: Path) -> Iterator[Any]:
    """The errors of all these calls."""
    for call in calls(library, folder):
        yield ended(call)
    for address in ADDRESSES:
        found: list[Conversation] = []
        yield ended(
            lambda address=address, found=found: found.append(library.conversation(address))
        )
        for conversation in found:
            for call in questions(conversation, messages()[1].key):
                yield ended(call)


def ended(call: Call) -> TanglescopeError | None:
    """The text of a typed error; any other exception fails the test."""
    try:
        call()
    except TanglescopeError as error:
        return error
    return None


def test_a_sound_database_answers_everything(whole: Path, tmp_path: Path) -> None:
    with Library.open(whole, read_only=True) as library:
        assert [error for error in asked(library, tmp_path) if error is not None] == []


def test_damaged_pages_are_reported_in_words_by_every_call(
    whole: Path, tmp_path: Path, chance: int
) -> None:
    reported = 0
    for number in range(DAMAGES):
        damaged = tmp_path / f"{number}.db"
        shutil.copy(whole, damaged)
        with Library.open(damaged, read_only=True) as library:
            damage(damaged, Random(f"library {chance} {number}"))
            for error in asked(library, tmp_path):
                if isinstance(error, DatabaseError):
                    assert str(damaged) in str(error)
                    assert "restore a backup" in str(error) or "disk" in str(error), error
                    reported += 1
    assert reported > 0
