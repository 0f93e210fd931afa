from collections.abc import Collection

import pytest
from hypothesis import given

from tanglescope.engine.linear import CycleError, Edit, Insert, Move, Timeline
from tanglescope.engine.linear.scuttlesort import timeline
from tanglescope.engine.linear.scuttlesort.events import Events
from tanglescope.engine.linear.scuttlesort.levels import Levels
from tests.engine.linear.strategies import delivered, digraphs

pytestmark = pytest.mark.usefixtures("small_blocks")


def no_short_cut(
    _events: Events, _levels: Levels, _event: int, _rank: int, _causes: Collection[int]
) -> None:
    """Disable the shortcut."""


def outcomes(events: dict[str, list[str]]) -> list[tuple[int, list[str]]]:
    """The number of edits and the order after every addition; -1 for a refused one."""
    built = Timeline()
    told = []
    for name, after in events.items():
        try:
            edits = len(built.add(name, after))
        except CycleError:
            edits = -1
        told.append((edits, list(built)))
    return told


def with_and_without(events: dict[str, list[str]]) -> tuple[object, object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline, "rise_alone", no_short_cut)
        swept = outcomes(events)
    return outcomes(events), swept


@given(delivered(20))
def test_the_short_cut_does_what_the_sweep_does(events: dict[str, list[str]]) -> None:
    short, swept = with_and_without(events)
    assert short == swept


@given(digraphs())
def test_the_short_cut_misses_no_cycle(events: dict[str, list[str]]) -> None:
    short, swept = with_and_without(events)
    assert short == swept


@pytest.mark.parametrize(
    ("earlier", "edits"),
    [
        # b is already behind its new cause.
        ([("r", []), ("b", ["r", "a"]), ("s", [])], [Insert("a", 0)]),
        # b passes c.
        ([("b", ["a"]), ("c", [])], [Move(0, 1), Insert("a", 0)]),
        # b rises without passing anything.
        ([("b", []), ("c", ["a"])], [Insert("a", 0)]),
    ],
)
def test_one_waiting_event_takes_one_move_at_most(
    earlier: list[tuple[str, list[str]]], edits: list[Edit], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = Timeline()
    for name, after in earlier:
        built.add(name, after)

    def refuse(*_: object) -> None:
        raise AssertionError("swept")

    monkeypatch.setattr(timeline, "sweep", refuse)
    assert built.add("a") == edits
