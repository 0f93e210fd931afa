"""The order after a step: which rows are tinted, shown and glide."""

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.linear.edits import Edit, Insert, Move, apply
from tanglescope.viewer import motion
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.replay.history_view import HistoryView, _final_place
from tanglescope.viewer.theme import load
from tests.viewer.panels.test_answer_page import Loading

STEPS: list[list[Edit]] = [
    [Insert("a", 0)],
    [Insert("b", 1)],
    [Insert("c", 0), Move(2, 0)],
    [Move(2, 1)],
]
ORDERS = [[], ["a"], ["a", "b"], ["b", "c", "a"], ["b", "a", "c"]]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def view(window: QWidget, monkeypatch: pytest.MonkeyPatch) -> HistoryView:
    monkeypatch.setattr(motion, "has_motion", lambda: True)
    view = HistoryView("Order", cast(Labels, Loading()), load("light"), window)
    view.resize(200, 200)
    view.load(history(STEPS), 4)
    return view


def history(steps: list[list[Edit]]) -> EditHistory:
    made = EditHistory()
    for edits in steps:
        made.record(edits)
    return made


def rows(view: HistoryView) -> list[str]:
    return list(view.rows)


def glides(view: HistoryView) -> bool:
    (glide,) = view.findChildren(QVariantAnimation)
    return glide.state() == QVariantAnimation.State.Running


def test_every_step_shows_its_order_forward_back_and_after_a_jump(view: HistoryView) -> None:
    assert view.accessibleName() == "Order"
    for step in (4, 3, 2, 0, 1, 4, 2):
        view.play_to(step)
        assert rows(view) == ORDERS[step]
    view.load(history(STEPS[:2]), 1)
    assert rows(view) == ORDERS[1]


def test_a_jump_over_thousands_of_edits_shows_the_order_there(view: HistoryView) -> None:
    view.load(history([[Insert(f"m{number}", number)] for number in range(5000)]), 1)
    for step in (4999, 2, 5000):
        view.play_to(step)
        assert (len(view.rows), view.rows[step - 1]) == (step, f"m{step - 1}")


def test_rows_that_the_step_inserted_and_moved_are_tinted(view: HistoryView) -> None:
    marks = [{}, {"a": "accent_soft"}, {"b": "accent_soft"}]
    marks += [{"c": "accent_soft", "b": "moved"}, {"a": "moved"}]
    assert view._marks == marks[4]
    for step in (3, 2, 1, 0, 4):
        view.play_to(step)
        assert view._marks == marks[step]
    view.play_to(3)
    assert view.last == [("c", Insert("c", 0)), ("b", Move(2, 0))]
    view.play_to(0)
    assert view.last == []


def test_a_message_that_arrives_and_moves_in_one_step_is_tinted_as_new(view: HistoryView) -> None:
    view.load(history([[Insert("a", 0)], [Insert("b", 1), Move(1, 0)]]), 2)
    assert view._marks == {"b": "accent_soft"}


def test_rows_glide_by_single_steps_only(view: HistoryView) -> None:
    view.play_to(2)
    assert not glides(view)
    view.play_to(3)
    assert glides(view)
    view.play_to(3)
    assert not glides(view)
    view.play_to(2)
    assert glides(view)
    view.play_to(3, glide=False)
    assert not glides(view)


def test_the_row_that_changed_is_shown(view: HistoryView) -> None:
    names = [f"m{number}" for number in range(100)]
    steps = [[Insert(name, place)] for place, name in enumerate(names)]
    view.load(history([*steps, [Insert("new", 50)]]), 100)
    assert 99 in view.visible()
    view.play_to(101)
    assert 50 in view.visible()
    assert 99 not in view.visible()


def every_edit(rows: int) -> Iterator[Edit]:
    """Every edit of a list."""
    yield from (Insert("new", place) for place in range(rows + 1))
    yield from (Move(source, place) for source in range(rows) for place in range(rows))


def test_the_first_change_is_followed_through_the_next() -> None:
    for first in every_edit(3):
        before = ["a", "b", "c"]
        changed = "new" if isinstance(first, Insert) else before[first.source]
        apply([first], before)
        for second in every_edit(len(before)):
            if isinstance(second, Insert):
                second = Insert("newer", second.position)
            rows = [*before]
            apply([second], rows)
            assert _final_place([first, second]) == rows.index(changed)
