import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.timeline.marking_view import Chosen
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer.live_view import MakeReader, Reader


def drag(qtbot: QtBot, view: TimelineView, start: QPoint, end: QPoint) -> None:
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for point in (end, end):
        move = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(point),
            view.viewport().mapToGlobal(QPointF(point)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QCoreApplication.sendEvent(view.viewport(), move)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)


def test_the_mouse_selects_text_within_a_message(reader: MakeReader, qtbot: QtBot) -> None:
    here = reader(30)
    (_, y), *_ = here.view.visible_rows()
    drag(qtbot, here.view, QPoint(80, y + 5), QPoint(600, y + 5))
    assert here.view.selected_text() == "short"
    qtbot.mouseClick(here.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(90, y + 5))
    assert here.view.selected_text() == ""


def test_text_selected_across_messages_stays_selected_while_rows_move(
    reader: MakeReader, qtbot: QtBot
) -> None:
    here = reader(30)
    (_, first), (_, second), *_ = here.view.visible_rows()
    drag(qtbot, here.view, QPoint(80, first + 5), QPoint(600, second + 5))
    marked = "@0: short\n\n@1: some words that make a line"
    assert here.view.selected_text() == marked
    here.apply(here.fake.insert(0, here.said("new", 2)))
    assert here.view.selected_text() == marked


def test_a_double_click_selects_a_word(reader: MakeReader, qtbot: QtBot) -> None:
    here = reader(30)
    _, (_, y), *_ = here.view.visible_rows()
    qtbot.mouseDClick(here.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(90, y + 5))
    assert here.view.selected_text() == "some"


CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def click(qtbot: QtBot, here: Reader, key: str, modifiers: Qt.KeyboardModifier) -> None:
    point = QPoint(300, here.seen()[key] + 5)
    qtbot.mouseClick(here.view.viewport(), Qt.MouseButton.LeftButton, modifiers, point)


def chosen(here: Reader) -> list[str]:
    return [here.model.key(row) for row in here.view.chosen_rows()]


def test_messages_chosen_one_by_one_stay_chosen_while_rows_move(
    reader: MakeReader, qtbot: QtBot
) -> None:
    here = reader(60)
    click(qtbot, here, "m0000", Qt.KeyboardModifier.NoModifier)
    click(qtbot, here, "m0002", CONTROL)
    click(qtbot, here, "m0003", CONTROL)
    click(qtbot, here, "m0000", CONTROL)
    assert chosen(here) == ["m0002", "m0003"]
    here.apply(here.fake.move(2, 50))
    here.apply(here.fake.insert(0, here.said("new", 1)))
    assert chosen(here) == ["m0003", "m0002"]
    assert len(here.model.persistentIndexList()) < 10
    click(qtbot, here, "m0001", Qt.KeyboardModifier.NoModifier)
    assert chosen(here) == []


def test_a_range_is_chosen_by_mouse_and_by_keyboard(reader: MakeReader, qtbot: QtBot) -> None:
    here = reader(60)
    click(qtbot, here, "m0001", Qt.KeyboardModifier.NoModifier)
    click(qtbot, here, "m0003", SHIFT)
    assert chosen(here) == ["m0001", "m0002", "m0003"]
    qtbot.keyClick(here.view, Qt.Key.Key_Down, SHIFT)
    assert chosen(here) == ["m0001", "m0002", "m0003", "m0004"]
    for _ in range(4):
        qtbot.keyClick(here.view, Qt.Key.Key_Up, SHIFT)
    assert chosen(here) == ["m0000", "m0001"]
    qtbot.keyClick(here.view, Qt.Key.Key_End, SHIFT)
    assert len(chosen(here)) == 59
    qtbot.keyClick(here.view, Qt.Key.Key_A, CONTROL)
    assert len(chosen(here)) == 60
    qtbot.keyClick(here.view, Qt.Key.Key_Escape)
    assert chosen(here) == []


def test_selected_text_and_the_current_message_survive_a_reset(
    reader: MakeReader, qtbot: QtBot
) -> None:
    here = reader(30)
    (_, first), (_, second), *_ = here.view.visible_rows()
    drag(qtbot, here.view, QPoint(80, first + 5), QPoint(600, second + 5))
    marked, current = here.view.selected_text(), here.view.current_key()
    assert marked
    here.fake.insert(0, here.said("missed", 1))
    here.apply(here.fake.insert(0, here.said("late", 2)))
    assert here.view.selected_text() == marked
    assert here.view.current_key() == current
    here.model.forget_messages()
    here.paint()
    assert here.view.selected_text() == marked


@given(st.data())
def test_choosing_all_equals_choosing_each_message(data: st.DataObject) -> None:
    rows = [f"m{number}" for number in range(8)]
    chosen, wanted = Chosen(), set[str]()
    for step in range(data.draw(st.integers(1, 12))):
        match data.draw(st.sampled_from(("all", "toggle", "put", "clear", "arrive"))):
            case "all":
                chosen.put_all(len(rows))
                wanted = set(rows)
            case "toggle":
                key = data.draw(st.sampled_from(rows))
                chosen.toggle(key, rows[0])
                if not wanted and key != rows[0]:
                    wanted = {rows[0]}
                wanted ^= {key}
            case "put":
                wanted = data.draw(st.sets(st.sampled_from(rows)))
                chosen.put(wanted)
            case "clear":
                chosen.clear()
                wanted = set()
            case _:
                rows.append(f"new{step}")
                chosen.leave_out(rows[-1:])
        assert {key for key in rows if key in chosen} == wanted
        assert chosen.among(lambda: rows) == wanted
        assert len(chosen) == len(wanted)
        assert not chosen.is_all or wanted == set(rows)


@given(count=st.integers(1, 12), ends=st.lists(st.integers(0, 11), min_size=2, max_size=2))
def test_a_range_has_the_rows_it_covers_and_reads_at_most_half_of_all(
    count: int, ends: list[int]
) -> None:
    first, last = sorted(min(end, count - 1) for end in ends)
    every = [str(row) for row in range(count)]
    read: list[str] = []

    def keys(start: int, length: int) -> list[str]:
        read.extend(every[start : start + length])
        return every[start : start + length]

    chosen = Chosen()
    chosen.put_range(range(first, last + 1), count, keys)
    assert len(read) <= count / 2
    assert chosen.among(lambda: every) == set(every[first : last + 1])
    assert len(chosen) == last - first + 1
    assert [key for key in every if key in chosen] == every[first : last + 1]


def test_choosing_all_reads_no_row_and_excludes_later_messages(
    reader: MakeReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = reader(60)
    with monkeypatch.context() as patch:
        patch.setattr(here.model, "keys", None)
        here.view.choose_all()
    here.apply(here.fake.insert(0, here.said("new", 1)))
    assert "new" not in here.view.chosen
    assert len(here.view.chosen) == 60
    assert len(here.view.chosen_rows()) == 60
    assert here.view.chosen_rows()[0] == 1
