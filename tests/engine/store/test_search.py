"""Searching: words without syntax, and every message can be found."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.library import Library, Question
from tanglescope.engine.store.files.schema import SEARCH
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.search import match
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of


@pytest.fixture
def said() -> dict[str, Said]:
    alice, bob = Author("alice"), Author("bob")
    return {
        "tide": alice.say(post("The tide turns at noon")),
        "Zürich": bob.say(post("Grüße aus Zürich", channel="reisen")),
        "vote": bob.say({"type": "vote", "vote": {"link": alice.previous, "value": 1}}),
        "later": alice.say(post("tides again, at NOON")),
        "box": alice.say("c2VjcmV0.box"),
    }


@pytest.fixture
def library(tmp_path: Path, said: dict[str, Said]) -> Iterator[Library]:
    with library_of(tmp_path, *said.values()) as opened:
        yield opened


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("noon", ["later", "tide"]),
        ("noon turns", ["tide"]),
        ("tid", ["later", "tide"]),
        ("tid noon", []),
        ("zurich", ["Zürich"]),
        ("reisen", ["Zürich"]),
        ('"noon" OR', []),
        ("secret", []),
        ("", []),
    ],
)
def test_all_words_must_occur_and_the_last_may_be_unfinished(
    library: Library, said: dict[str, Said], words: str, found: list[str]
) -> None:
    assert library.search(Question(words)) == [said[name].key for name in found]


def test_author_type_and_time_narrow_what_is_found(library: Library, said: dict[str, Said]) -> None:
    tide, later = said["tide"], said["later"]
    author = tide.value["author"]
    assert library.search(Question("noon", author=Author("bob").feed)) == []
    assert library.search(Question("noon", author=author), count=1) == [later.key]
    page = library.found.page(Question("noon", author=author), count=1)
    assert [hit.key for hit in library.found.page(Question("noon"), 5, page[-1])] == [tide.key]
    assert library.search(Question("noon", type="vote")) == []
    asserted = later.value["timestamp"]
    assert library.search(Question("noon", since=asserted)) == [later.key]
    assert library.search(Question("noon", until=asserted)) == [tide.key]


@given(st.text(st.characters(), max_size=40))
def test_whatever_people_type_is_a_query(words: str) -> None:
    database = Database.in_memory()
    database.execute(SEARCH)
    query = match(words)
    if query:
        found = database.execute("SELECT rowid FROM search WHERE search MATCH ?", (query,))
        assert found.fetchall() == []
    database.close()


def test_one_conversation_can_be_searched_alone(tmp_path: Path) -> None:
    alice = Author("alice")
    root, other = alice.say(post("the tide")), alice.say(post("another tide"))
    answer = alice.say(post("a tide in answer", root))
    with library_of(tmp_path, root, other, answer) as library:
        assert library.search(Question("tide", thread=root.key)) == [answer.key, root.key]
        assert library.search(Question("tide", thread=other.key)) == [other.key]


def test_hits_are_counted_and_paged_without_gaps_or_repeats(tmp_path: Path) -> None:
    alice = Author("alice")
    said = [alice.say(post(f"{number} tides")) for number in range(23)]
    with library_of(tmp_path, *said) as library:
        question, found = Question("tides"), []
        page = library.found.page(question, 5)
        while page:
            found += [hit.key for hit in page]
            page = library.found.page(question, 5, page[-1])
        assert found == [each.key for each in reversed(said)]
        assert library.found.count_part(question)[0] == 23


def test_without_words_all_that_the_rest_allows_is_found(
    library: Library, said: dict[str, Said]
) -> None:
    assert library.search(Question("", type="vote")) == [said["vote"].key]
    assert library.found.count_part(Question("", author=Author("bob").feed)) == (2, None)
    assert library.search(Question("")) == []
    assert library.found.count_part(Question(""))[0] == 0


def test_an_author_is_found_by_name(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    named = alice.say({"type": "about", "about": alice.feed, "name": "Al_ice 100%"})
    said, other = alice.say(post("the tide")), bob.say(post("another tide"))
    with library_of(tmp_path, named, said, other) as library:
        assert library.search(Question("tide", author="al_")) == [said.key]
        assert library.search(Question("tide", author="al%")) == []
        assert library.search(Question("tide", author="nobody")) == []


def test_the_first_hits_cost_the_same_however_many_there_are(tmp_path: Path) -> None:
    alice = Author("alice")
    said = [alice.say(post(f"{number} tides")) for number in range(1200)]

    def work(count: int) -> int:
        """The steps of SQLite for the first page, in thousands."""
        steps: list[int] = []
        (tmp_path / str(count)).mkdir()
        with library_of(tmp_path / str(count), *said[:count]) as library:
            library._database.conn.set_progress_handler(lambda: steps.append(1) or 0, 100)
            assert len(library.found.page(Question("tides"), 50)) == 50
        return len(steps)

    assert work(1200) <= work(300) + 2
