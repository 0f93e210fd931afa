"""The stored orders of large conversations: the same as in the levels after any changes."""

import random
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.linear.displayed_rows import DisplayedRows
from tanglescope.engine.linear.edits import Insert, Move
from tanglescope.engine.store.orders import order_cache
from tanglescope.engine.store.orders.order_cache import StoredKeys
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, write


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order_cache, "LARGE", 10)


@pytest.fixture
def said() -> list[Said]:
    authors = [Author(name) for name in ("ann", "bob", "cyn")]
    chance = random.Random(2)
    root = authors[0].say(post("root"))
    said = [root]
    for number in range(40):
        before = chance.sample(said[-6:], k=min(2, len(said)))
        said.append(authors[number % 3].say(post(f"answer {number}", root, *before)))
    return said


@pytest.fixture
def library(tmp_path: Path, said: list[Said]) -> Iterator[Library]:
    with library_of(tmp_path, *said[:25]) as opened:
        yield opened


def test_the_keys_of_a_large_order_are_looked_up_and_those_of_a_small_one_are_there(
    library: Library, said: list[Said], tmp_path: Path
) -> None:
    kept = library.conversation(said[0].key).snapshot().keys
    assert isinstance(kept, StoredKeys)
    assert kept.numbers.itemsize <= 4
    assert list(kept) == library.conversation(said[0].key).in_order()
    assert kept[3:5] == list(kept)[3:5]
    assert [kept.index(key) for key in kept] == list(range(len(kept)))
    assert kept[7] in kept
    assert "%nobody" not in kept
    assert kept[7] not in kept.of(kept.numbers[:7])
    with pytest.raises(ValueError, match="%nobody"):
        kept.index("%nobody")
    lone = Author("dee").say(post("alone"))
    with library_of(tmp_path, lone) as again:
        assert list(again.conversation(lone.key).snapshot().keys) == [lone.key]


def test_rows_of_numbers_show_what_rows_of_keys_show(tmp_path: Path, said: list[Said]) -> None:
    here = [each for number, each in enumerate(said) if number not in (3, 7, 20)]
    with library_of(tmp_path, *here) as library:
        snapshot = library.conversation(said[0].key).snapshot()
        assert isinstance(snapshot.keys, StoredKeys)
        plain = DisplayedRows(list(snapshot.keys), snapshot.waiting)
        numbered = DisplayedRows(snapshot.keys, snapshot.waiting)
        assert list(numbered) == list(plain)
        assert len(numbered) > len(here)
        chance = random.Random(5)
        missing = [said[3], said[7], said[20]]
        library.ingest(write(tmp_path / "late.ndjson", missing))
        for step in range(60):
            if step % 20 == 10:
                edits = [Insert(missing.pop().key, chance.randrange(len(here)))]
            else:
                source, destination = chance.sample(range(len(here)), 2)
                edits = [Move(source, destination)]
            assert numbered.apply(edits, {}) == plain.apply(edits, {})
            assert numbered.moved_keys == plain.moved_keys
            assert list(numbered) == list(plain)
            key = chance.choice(list(plain))
            assert numbered.row_of(key) == plain.row_of(key)
            assert numbered.rows_of({said[1].key}) == plain.rows_of({said[1].key})


def test_numbers_take_four_bytes_and_names_are_forgotten(library: Library) -> None:
    keys = StoredKeys(library._database, array("i", [1, 2, 3]))
    kept = keys.names([1, 2, 3])
    keys._names.update(dict.fromkeys(range(4, 20000), ""))
    assert keys.names([1, 2, 3, 4])[:3] == kept
    assert len(keys._names) < 20
    with pytest.raises(KeyError):
        keys.mark("%nobody")
