"""What the panel of sets shows after every message, as values."""

from collections.abc import Iterator

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.reduce.sets import PzpSet
from tanglescope.engine.words.rows import Tone
from tanglescope.engine.words.set_study import ListedItem, SetMoment, moment_of, study
from tests.engine.reduce.scenarios import EXAMPLE, Devices, entries_of, entry
from tests.engine.store.pzp_archives import write_log


@pytest.fixture(scope="module")
def devices() -> Devices:
    """One device adds milk and deletes it; meanwhile the other one adds bread."""
    made = Devices(2)
    made.add(0, "milk")
    made.sync(0, 1)
    made.add(1, "bread")
    made.delete(0, "milk")
    made.sync(0, 1)
    return made


@pytest.fixture(scope="module")
def whole(devices: Devices) -> PzpSet:
    return devices.set(1)


def rows(shown: SetMoment) -> list[tuple[str, Tone, str]]:
    """Return for each message its text, its tone and the texts of its pills."""
    return [(row.text, row.tone, " ".join(p.text for p in row.pills)) for row in shown.rows.all]


def test_nothing_is_shown_before_the_first_message(whole: PzpSet) -> None:
    shown = moment_of(whole, 0)
    assert (shown.items, rows(shown), shown.arcs) == ((), [], ())


def test_a_message_is_prominent_while_what_it_adds_is_in_the_set(whole: PzpSet) -> None:
    shown = moment_of(whole, 2)
    assert shown.position == 2
    assert shown.items == (ListedItem("milk", present=True),)
    assert rows(shown) == [
        ("begins the set", Tone.MUTED, "erase"),
        ("adds milk", Tone.STRONG, ""),
    ]
    assert [row.fresh for row in shown.rows.all] == [False, True], "the last one is new"
    assert [row.shaded for row in shown.rows.all] == [True, False], "the first may be erased"
    assert shown.arcs == ()


def test_superseded_messages_are_struck_through_and_joined_to_their_successors(
    whole: PzpSet,
) -> None:
    shown = moment_of(whole, 4)
    assert shown.items == (ListedItem("bread", present=True), ListedItem("milk", present=False))
    assert rows(shown) == [
        ("begins the set", Tone.MUTED, "erase"),
        ("adds milk", Tone.STRUCK, "erase"),
        ("adds bread", Tone.STRONG, ""),
        ("deletes milk", Tone.STRONG, ""),
    ]
    assert not any(row.fresh for row in shown.rows.all), "at the end nothing is"
    keys = list(whole.feed.messages)
    assert [(arc.later, arc.earlier) for arc in shown.arcs] == [(keys[3], keys[1])]
    edges = shown.rows.edges(keys)
    assert [edges[key].causes for key in keys] == [(), (keys[0],), (keys[1],), (keys[1],)]
    assert edges[keys[1]].effects == (keys[2], keys[3])
    for row in shown.rows.all:
        assert row.feed == whole.feed.messages[row.key].sigkey
        assert row.name == row.feed[:5]


@pytest.fixture(scope="module")
def library(
    devices: Devices, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Library, list[str]]]:
    """A library of two sets, and their roots."""
    folder = tmp_path_factory.mktemp("sets")
    ours = (*devices.account, *devices.set(1).feed.messages.values())
    said = [*map(entry, ours), *entries_of(EXAMPLE)]
    with Library.open(folder / "own.db") as opened:
        opened.ingest(write_log(folder / "log", said))
        yield opened, [each.root for each in opened.pzp.sets()]


def test_the_requested_set_is_shown_or_else_the_first(library: tuple[Library, list[str]]) -> None:
    opened, roots = library
    assert len(roots) == 2
    for wanted, shown in ((roots[1], roots[1]), ("%none", roots[0])):
        found = study(opened, [wanted])
        assert [each.root for each in found.offered] == roots
        assert found.root == shown
        assert found.whole is not None
        assert shown in found.whole.feed.messages


def test_without_sets_none_is_shown(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Library.open(tmp_path_factory.mktemp("none") / "own.db") as empty:
        found = study(empty, ["%none"])
    assert (found.offered, found.root, found.whole) == ((), "", None)
