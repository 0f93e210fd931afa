import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Edges
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.motion import set_motion
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer.fake_library import ROOT, FakeLibrary, message
from tests.viewer.live_view import MakeReader, Reader


def test_a_thread_opens_at_its_beginning(reader: MakeReader) -> None:
    assert next(iter(reader(100).seen())) == "m0000"


def test_the_view_keeps_its_position_when_rows_are_added_above(reader: MakeReader) -> None:
    here = reader(200)
    here.scroll_to(100)
    before = here.seen()
    for number in range(50):
        here.apply(here.fake.insert(number, here.said(f"n{number}", number)))
        assert here.seen() == before


def test_the_view_keeps_its_position_when_rows_move_above(reader: MakeReader) -> None:
    here = reader(200)
    here.scroll_to(100)
    before = here.seen()
    for number in range(40):
        here.apply(here.fake.move(number, 60))
        assert here.seen() == before


def test_the_view_keeps_its_position_when_a_thousand_edits_arrive_together(
    reader: MakeReader,
) -> None:
    here = reader(200)
    here.scroll_to(100)
    before = here.seen()
    new = [("insert", here.said(f"n{number:04}", number), 10) for number in range(1000)]
    here.apply(here.fake.change(new))
    assert here.seen() == before


def shown(view: TimelineView) -> dict[str, int]:
    """Where the visible rows are painted."""
    return {each.bubble.row.key: each.y for each in view._visible_bubbles()}


def test_a_message_that_moves_glides_to_its_place(reader: MakeReader) -> None:
    here = reader(200)
    here.view.show()
    before = shown(here.view)
    here.model.apply(here.fake.move(2, 4))
    assert shown(here.view) == before, "it begins where it was"
    (glide,) = here.view._row_glide.findChildren(QVariantAnimation)
    glide.setCurrentTime(110)
    between = shown(here.view)
    glide.setCurrentTime(220)
    after = shown(here.view)
    assert list(after)[2:5] == ["m0003", "m0004", "m0002"]
    assert before["m0002"] < between["m0002"] < after["m0002"]
    assert set(list(between)[-3:]) == {"m0002", "m0003", "m0004"}, "what moves is painted last"


def test_in_a_burst_of_moves_rows_are_where_they_belong(reader: MakeReader) -> None:
    here = reader(200)
    here.view.show()
    shown(here.view)
    here.model.apply(here.fake.move(2, 4))
    shown(here.view)
    assert here.view._row_glide.is_running
    here.model.apply(here.fake.move(1, 3))
    painted = shown(here.view)
    assert not here.view._row_glide.is_running
    assert painted == {each.bubble.row.key: each.y for each in here.view._placed}


def test_nothing_glides_without_motion(reader: MakeReader) -> None:
    here = reader(200)
    here.view.show()
    shown(here.view)
    set_motion(on=False)
    try:
        here.model.apply(here.fake.move(2, 4))
        shown(here.view)
        assert not here.view._row_glide.is_running
    finally:
        set_motion(on=True)


def test_when_the_current_row_moves_its_neighbours_stay(
    reader: MakeReader,
) -> None:
    here = reader(200)
    here.scroll_to(100)
    before = here.seen()
    anchor = next(key for key, y in before.items() if y >= 0)
    here.apply(here.fake.move(here.fake.keys.index(anchor), 199))
    after = here.seen()
    below = [key for key, y in before.items() if y >= 0 and key != anchor]
    assert below[0] in after
    assert {key: after[key] for key in below if key in after}[below[0]] == before[below[0]]


def test_a_timeline_at_its_end_follows_the_end(reader: MakeReader) -> None:
    here = reader(100)
    here.view.go_to_end()
    here.paint()
    here.apply(here.fake.insert(100, here.said("new", 1)))
    assert list(here.seen())[-1] == "new"
    assert here.view.unread.counts() == (0, 0)


def test_a_timeline_at_its_end_follows_the_end_when_all_rows_are_made_anew(
    reader: MakeReader,
) -> None:
    here = reader(100)
    here.view.go_to_end()
    here.paint()
    for number in range(30):
        here.fake.insert(100 + number, here.said(f"new {number}", number))
    here.model.show(here.fake.snapshot())
    here.paint()
    assert here.view.at_end
    assert list(here.seen())[-1] == "new 29"


def test_a_view_that_showed_all_rows_stays_at_its_beginning_when_they_no_longer_fit(
    reader: MakeReader,
) -> None:
    here = reader(30)
    size = here.view.size()
    here.view.resize(size.width(), 9000)
    here.paint()
    assert len(here.seen()) == 30
    here.view.resize(size)
    here.paint()
    assert next(iter(here.seen())) == "m0000"
    here.view.go_to_end()
    here.paint()
    here.view.resize(size.width(), size.height() - 40)
    here.paint()
    assert list(here.seen())[-1] == "m0029", "the end was chosen"


@pytest.mark.parametrize("width", [360, 1100])
def test_the_current_row_stays_in_place_when_the_view_gets_another_width(
    reader: MakeReader, width: int
) -> None:
    here = reader(100)
    here.scroll_to(40)
    here.view.scroll_by(-100)
    here.paint()
    before = here.seen()["m0040"]
    here.view.resize(width, 480)
    here.paint()
    assert here.seen()["m0040"] == before


@pytest.mark.parametrize("size", [(360, 480), (640, 240), (360, 240)])
@pytest.mark.parametrize("at_end", [False, True])
def test_the_current_row_stays_in_view_when_there_is_less_room(
    reader: MakeReader, size: tuple[int, int], at_end: bool
) -> None:
    here = reader(100)
    here.scroll_to(96 if at_end else 40)
    here.view.go_to_end() if at_end else here.view.scroll_by(-160)
    here.paint()
    here.view.resize(*size)
    here.paint()
    place = here.view.visualRect(here.view.currentIndex())
    assert not place.isEmpty()
    assert here.view.viewport().rect().contains(place)


@pytest.mark.parametrize("height", [0, 1, 15, 16])
def test_a_view_without_height_has_a_position(reader: MakeReader, height: int) -> None:
    here = reader(100)
    here.view.go_to_end()
    here.view.resize(300, height)
    assert here.view.place() is not None
    assert here.view.visible_rows()[-1][0] == "m0099"


def test_messages_off_the_screen_are_counted_until_they_are_seen(
    reader: MakeReader,
) -> None:
    here = reader(100)
    here.apply(here.fake.insert(100, here.said("new", 1)))
    here.apply(here.fake.move(99, 80))
    assert here.view.unread.counts() == (1, 1)
    here.view.go_to("new")
    here.paint()
    assert here.view.unread.new == []


def test_a_reset_keeps_the_position(reader: MakeReader) -> None:
    here = reader(200)
    here.scroll_to(100)
    before = here.seen()
    here.fake.insert(0, here.said("missed", 1))
    here.apply(here.fake.insert(0, here.said("late", 2)))
    assert here.seen() == before


@given(
    jumps=st.lists(
        st.tuples(st.sampled_from(["wheel", "bar", "key"]), st.integers(-3000, 3000)), max_size=12
    )
)
def test_the_screen_is_always_full_and_in_order(
    qapp: QApplication, jumps: list[tuple[str, int]]
) -> None:
    here = Reader(60)
    for kind, amount in jumps:
        if kind == "wheel":
            here.view.scroll_by(amount)
        elif kind == "bar":
            here.view.verticalScrollBar().setValue(abs(amount))
        else:
            here.view.step(amount // 100)
        here.paint()
        rows = [here.model.row_of(key) for key in here.seen()]
        assert rows == list(range(rows[0], rows[-1] + 1))
        first = here.view.visualRect(here.model.index(rows[0]))
        last = here.view.visualRect(here.model.index(rows[-1]))
        assert first.top() <= 0
        assert last.bottom() >= here.view.viewport().height() - 20
    here.view.deleteLater()


def test_every_row_can_be_reached_by_key_and_back(reader: MakeReader, qtbot: QtBot) -> None:
    here = reader(30)
    visited = []
    for _ in range(200):
        qtbot.keyClick(here.view, Qt.Key.Key_Down)
        here.paint()
        if here.view.current_key() not in visited:
            visited.append(here.view.current_key())
    assert visited == here.fake.keys
    qtbot.keyClick(here.view, Qt.Key.Key_Home)
    assert here.view.current_key() == "m0000"
    qtbot.keyClick(here.view, Qt.Key.Key_End)
    assert here.view.current_key() == "m0029"


def test_keys_scroll_a_row_taller_than_the_screen_to_its_end(
    reader: MakeReader, qtbot: QtBot
) -> None:
    here = reader(3)
    tall = message("tall", {"type": "post", "text": "line\n\n" * 200})
    here.apply(here.fake.insert(1, tall))
    here.view.go_to("tall")
    for _ in range(100):
        here.view.step(1)
        here.paint()
        if here.view.current_key() != "tall":
            break
        bottom = here.view.visualRect(here.view.currentIndex()).bottom()
    assert bottom <= here.view.viewport().height()


def test_a_click_on_a_quoted_line_leads_to_its_message(reader: MakeReader, qtbot: QtBot) -> None:
    here = reader(6)
    answer = message("answer", causes=("m0001", "m0004"))
    here.apply(here.fake.insert(6, answer))
    here.view.go_to("answer")
    here.paint()
    area = here.view.visualRect(here.view.currentIndex())
    clicked: list[str] = []
    here.view.key_clicked.connect(clicked.append)
    x = here.view.lanes.gutter + 120
    for y in range(area.top(), area.bottom(), 4):
        qtbot.mouseClick(here.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    assert set(clicked) == {"m0001", "m0004"}


def test_a_notch_of_the_wheel_scrolls_smoothly_by_its_full_distance(
    reader: MakeReader, qtbot: QtBot
) -> None:
    here = reader(100)
    here.scroll_to(50)
    key = here.view.current_key()
    height = here.seen()[key]
    nothing, wheel = QPoint(), QPoint(0, -120)
    here.view.wheelEvent(
        QWheelEvent(
            QPointF(50, 50),
            QPointF(50, 50),
            nothing,
            wheel,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
    )
    qtbot.waitUntil(lambda: here.seen().get(key) == height - 84)


def test_a_screen_reader_gets_a_list_with_all_its_rows(
    reader: MakeReader,
) -> None:
    here = reader(40)
    accessible = QAccessible.queryAccessibleInterface(here.view)
    assert accessible.role() is QAccessible.Role.List
    assert accessible.childCount() == 40


def test_only_visible_rows_of_a_million_are_laid_out(application: QApplication) -> None:
    keys = [f"{number:07}" for number in range(1_000_000)]
    fake = FakeLibrary()
    fake.keys = keys
    fake.messages = lambda keys, **_: {key: message(key) for key in keys}
    fake.waiting = lambda _: {}
    joined: list[str] = []
    fake.edges = lambda keys: (joined.extend(keys), {key: Edges() for key in keys})[1]
    model, view = TimelineModel(fake), TimelineView(load("light"))
    view.setModel(model)
    measured: list[int] = []
    bubble = view._placer.bubble
    view._placer.bubble = lambda row: (measured.append(row), bubble(row))[1]
    model.open(ROOT)
    view.show()
    view.grab()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    view.grab()
    model.apply(fake.insert(20, message("new")))
    view.grab()
    assert len(measured) < 200
    assert len(joined) < 5000
    view.deleteLater()


def test_a_text_with_a_content_warning_is_folded_until_it_is_clicked(
    reader: MakeReader, qtbot: QtBot
) -> None:
    here = reader(3)
    content = {"type": "post", "text": "the end\n\n" * 9, "contentWarning": "a spoiler"}
    here.apply(here.fake.insert(1, message("film", content)))
    here.view.go_to("film")
    area = here.view.visualRect(here.view.currentIndex())
    spoken = here.model.data(here.view.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
    assert "a spoiler" in spoken
    assert "the end" not in spoken
    for y in range(area.bottom(), area.top(), -3):
        qtbot.mouseClick(here.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(140, y))
        if not here.model.row(1).folded:
            break
    here.paint()
    assert here.view.visualRect(here.view.currentIndex()).height() > area.height() + 80
    qtbot.keyClick(here.view, Qt.Key.Key_Return)
    here.paint()
    assert here.view.visualRect(here.view.currentIndex()).height() == area.height()


def test_a_click_on_an_author_leads_to_the_feed(reader: MakeReader, qtbot: QtBot) -> None:
    here = reader(6)
    here.view.go_to("m0003")
    here.paint()
    area = here.view.visualRect(here.view.currentIndex())
    clicked: list[str] = []
    here.view.link_clicked.connect(clicked.append)
    x = here.view._placer.left + 10
    for y in range(area.top(), area.bottom(), 4):
        qtbot.mouseClick(here.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    assert set(clicked) == {"@3"}
