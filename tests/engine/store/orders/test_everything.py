"""The stored order of everything: time order after any changes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tanglescope.engine.library import EVERYTHING, Library, LibraryChange
from tanglescope.engine.linear import Timeline
from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.store.orders import everything, members, order_blocks, order_cache
from tests.engine.authors import Said
from tests.engine.store.conversations.test_everything import (
    conversation,
    in_time_order,
    timeline_of,
)
from tests.engine.store.libraries import library_of, write
from tests.quick import mostly_slow


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order_cache, "LARGE", 10)
    monkeypatch.setattr(order_blocks, "FULL", 9)
    monkeypatch.setattr(order_blocks, "_FILLED", 8)


@pytest.fixture
def said() -> list[Said]:
    return conversation(3, messages=80)


def everything_of(said: list[Said]) -> list[str]:
    return in_time_order(said, timeline_of(said))


@pytest.fixture
def library(tmp_path: Path, said: list[Said]) -> Iterator[Library]:
    with library_of(tmp_path, *said[:70]) as opened:
        yield opened


def test_it_is_stored_when_an_archive_has_been_read_and_is_that_of_the_timeline(
    library: Library, said: list[Said]
) -> None:
    keys = library.conversation(EVERYTHING).snapshot().keys
    assert isinstance(keys, NumberedKeys)
    assert list(keys) == everything_of(said[:70])
    assert library.conversation(EVERYTHING).summary().messages == 70


@pytest.mark.parametrize("seed", mostly_slow(range(6), 0))
def test_what_comes_and_what_it_lifts_is_put_in_its_place_and_reported(
    seed: int, tmp_path: Path
) -> None:
    said = conversation(seed, messages=90)
    Random(seed).shuffle(said)
    with library_of(tmp_path, *said[:60]) as library:
        replica = library.conversation(EVERYTHING).in_order()
        revision = library.conversation(EVERYTHING).revision()
        for start in range(60, 90, 2):
            changes: list[LibraryChange] = []
            log = write(tmp_path / f"{start}.ndjson", said[start : start + 2])
            library.ingest(log, on_change=changes.append)
            (change,) = (
                each for one in changes for each in one.timelines if each.address == EVERYTHING
            )
            assert change.since == revision
            apply(change.edits, replica)
            revision = change.revision
            assert revision == library.conversation(EVERYTHING).revision()
            expected = timeline_of(said[: start + 2])
            order = in_time_order(said[: start + 2], expected)
            assert replica == library.conversation(EVERYTHING).in_order() == order
            assert change.causes.keys() >= {each.key for each in said[start : start + 2]}
            waits = {key for key, named in change.causes.items() if expected.ghosts & set(named)}
            assert waits == {key for key, missing in change.waiting.items() if missing}
            assert library.check().problems == ()


def test_if_too_many_would_rise_everything_is_sorted_again_without_edits(
    library: Library, said: list[Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = conversation(5, messages=40)
    lost = max(rest[:10], key=lambda each: each.value["timestamp"])
    rest.remove(lost)
    library.ingest(write(tmp_path / "rest.ndjson", rest))
    monkeypatch.setattr(members, "MOST_RAISED", 1)
    changes: list[LibraryChange] = []
    library.ingest(write(tmp_path / "lost.ndjson", [lost]), on_change=changes.append)
    assert not any(each.address == EVERYTHING for one in changes for each in one.timelines)
    expected = everything_of([*said[:70], *rest, lost])
    assert library.conversation(EVERYTHING).in_order() == expected
    assert library.check().problems == ()


@pytest.mark.parametrize(
    "forged",
    [
        "UPDATE order_blocks SET numbers = (SELECT numbers FROM order_blocks ORDER BY id DESC)",
        "UPDATE order_blocks SET first = first + 1 WHERE conversation = 0",
        "UPDATE order_blocks SET rows = rows + 1 WHERE conversation = 0",
        "DELETE FROM order_blocks WHERE conversation = 0",
    ],
)
def test_a_wrong_order_is_found(library: Library, forged: str) -> None:
    assert library.check().ok
    library._database.execute(forged)
    assert any("stored order" in problem.what for problem in library.check().problems)


def test_another_connection_reads_the_same_keys(
    library: Library, tmp_path: Path, said: list[Said]
) -> None:
    with Library.open(tmp_path / "library.db", read_only=True) as reader:
        snapshot = reader.conversation(EVERYTHING).snapshot()
    adopted = library.adopt_snapshot(snapshot)
    assert list(adopted.keys) == everything_of(said[:70])
    feed = library.conversation(said[0].value["author"]).snapshot()
    assert list(library.adopt_snapshot(feed).keys) == list(feed.keys)


def test_small_orders_are_adopted_as_they_are(library: Library, said: list[Said]) -> None:
    channel = library.conversation("#nobody").snapshot()
    assert library.adopt_snapshot(channel) is channel


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
        monkeypatch.setattr(everything, "WHOLE", 0)
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
