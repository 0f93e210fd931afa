"""The archive of `tests.data.old_archive` has the shape that it promises."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tanglescope.engine.library import EVERYTHING, Library
from tests.data import old_archive


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("old")
    with Library.open(folder / "library.db") as library:
        library.ingest(old_archive.write(folder / "old.ndjson"))
        yield library


def test_it_is_always_the_same() -> None:
    assert list(old_archive.lines()) == list(old_archive.lines())


def test_most_threads_lack_their_beginning(library: Library) -> None:
    threads = [each for each in library.conversations(kind="thread") if each.messages > 1]
    missing = sum(not each.present for each in threads)
    assert len(threads) / 2 < missing < len(threads) * 4 / 5


def test_feeds_have_gaps_and_forks_and_nothing_else_is_wrong(library: Library) -> None:
    keys = list(library.conversation(EVERYTHING).snapshot().keys)
    verdicts = Counter(each.status for each in library.messages(keys).values())
    assert set(verdicts) == {"valid", "gap", "forked"}
    assert library.check().ok


def test_types_of_all_ages_are_there(library: Library) -> None:
    keys = list(library.conversation(EVERYTHING).snapshot().keys)
    types = Counter(each.type for each in library.messages(keys).values())
    assert types["vote"] + types["contact"] > len(keys) / 3
    assert {None, "post", "about", "pub", "git-update", "日誌帳"} <= set(types)


def test_clocks_are_wrong_by_decades(library: Library) -> None:
    keys = list(library.conversation(EVERYTHING).snapshot().keys)
    times = [each.asserted for each in library.messages(keys).values() if each.asserted is not None]
    years = 365 * old_archive.DAY
    assert min(times) < 5 * years
    assert max(times) > 115 * years
