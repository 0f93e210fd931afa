"""The order cache of everything: the same as by ranks and keys after any changes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.library import EVERYTHING, Library
from engine.linear import Timeline
from engine.linear.chunked_rows import NumberedKeys
from engine.store.conversations import everything, views
from engine.store.conversations.everything import Everything
from engine.store.orders import everything_order
from engine.store.orders.order_cache import to_blob
from tests.engine.authors import Said
from tests.engine.store.conversations.test_everything import conversation, timeline_of
from tests.engine.store.libraries import library_of, write
from tests.quick import mostly_slow


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (everything, everything_order, views):
        monkeypatch.setattr(module, "LARGE", 10)


@pytest.fixture
def said() -> list[Said]:
    return conversation(3, messages=80)


@pytest.fixture
def library(tmp_path: Path, said: list[Said]) -> Iterator[Library]:
    with library_of(tmp_path, *said[:70]) as opened:
        yield opened


def cached_revisions(library: Library) -> list[int]:
    return [n for (n,) in library._database.execute("SELECT revision FROM everything_cache")]


def test_it_is_kept_when_an_archive_has_been_read_and_is_that_of_the_timeline(
    library: Library, said: list[Said]
) -> None:
    assert cached_revisions(library) == [70]
    keys = library.conversation(EVERYTHING).snapshot().keys
    assert isinstance(keys, NumberedKeys)
    assert list(keys) == list(timeline_of(said[:70]))
    assert library.conversation(EVERYTHING).summary().messages == 70


@pytest.mark.parametrize("seed", mostly_slow(range(6), 0))
def test_what_comes_and_whom_it_lifts_takes_its_place_in_what_is_kept(
    seed: int, tmp_path: Path
) -> None:
    said = conversation(seed, messages=90)
    Random(seed).shuffle(said)
    with library_of(tmp_path, *said[:60]) as library:
        for start in range(60, 90, 2):
            end = start + 2
            library.ingest(
                write(tmp_path / f"{start}.ndjson", said[start:end]), on_change=[].append
            )
            assert cached_revisions(library) == [end]
            assert list(library.conversation(EVERYTHING).snapshot().keys) == list(
                timeline_of(said[:end])
            )
            assert library.check().problems == ()


def test_what_has_come_since_is_not_left_out_and_kept_again_when_it_is_asked_for(
    library: Library, said: list[Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everything_order, "FEW", 1)
    before = library.conversation(EVERYTHING).snapshot()
    library.ingest(write(tmp_path / "late.ndjson", said[70:72]), on_change=[].append)
    assert cached_revisions(library) == [70]
    now = library.conversation(EVERYTHING).snapshot()
    assert list(now.keys) == list(timeline_of(said[:72]))
    assert len(now.change_from(before).edits) == 2
    assert library.conversation(EVERYTHING).summary().messages == 72
    with Library.open(tmp_path / "library.db", read_only=True) as reader:
        assert list(reader.conversation(EVERYTHING).snapshot().keys) == list(now.keys)
    assert cached_revisions(library) == [72]


def test_an_order_of_an_earlier_moment_replaces_no_later_one(library: Library) -> None:
    order = Everything(library._database).order
    order.put(3, order.numbers()[:3])
    assert cached_revisions(library) == [70]


def test_a_wrong_order_is_found(library: Library) -> None:
    assert library.check().ok
    numbers = Everything(library._database).order.numbers()
    blob = to_blob(numbers[::-1])
    library._database.execute("UPDATE everything_cache SET numbers = ?", (blob,))
    assert any("one block" in problem.what for problem in library.check().problems)


def test_another_connection_reads_the_same_keys(
    library: Library, tmp_path: Path, said: list[Said]
) -> None:
    with Library.open(tmp_path / "library.db", read_only=True) as reader:
        snapshot = reader.conversation(EVERYTHING).snapshot()
    adopted = library.adopted(snapshot)
    assert list(adopted.keys) == list(timeline_of(said[:70]))
    feed = library.conversation(said[0].value["author"]).snapshot()
    assert list(library.adopted(feed).keys) == list(feed.keys)


def test_small_orders_are_adopted_as_they_are(library: Library, said: list[Said]) -> None:
    channel = library.conversation("#nobody").snapshot()
    assert library.adopted(channel) is channel


@pytest.mark.parametrize("near", [1, 4, 15])
def test_near_to_a_message_its_horizon_is_that_of_all(
    near: int, tmp_path: Path, said: list[Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = {said[7].key, said[30].key}
    here = [each for each in said if each.key not in lost]
    timeline: Timeline = timeline_of(here)
    with library_of(tmp_path, *here) as library:
        wholes = {
            name: library.conversation(EVERYTHING).horizon(name) for name in [*timeline, *lost]
        }
        monkeypatch.setattr(everything, "NEAR", near)
        for name, whole in wholes.items():
            part = library.conversation(EVERYTHING).horizon(name)
            assert whole is not None
            assert part is not None
            assert whole.examined is None
            assert part.examined is not None
            assert part.past == whole.past & part.examined
            assert part.future == whole.future & part.examined
            others = part.examined - lost - {name}
            beside = {other for other in others if part.is_concurrent(other)}
            assert beside == {other for other in others if whole.is_concurrent(other)}
            assert len(beside) == part.concurrent
            assert not any(part.is_concurrent(far) for far in set(timeline) - part.examined)
        assert library.conversation(EVERYTHING).horizon("%nobody") is None
