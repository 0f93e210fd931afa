from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tanglescope.engine.library import Horizon, StoredMessage
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer.fake_library import ROOT, FakeLibrary, message

DAY = 86_400_000.0
BEGIN = 1_500_000_000_000.0
GONE = [f"%gone{number}" for number in range(3)]


def post(key: str, day: int = 0, *causes: str) -> StoredMessage:
    return message(key, asserted=BEGIN + day * DAY, causes=causes)


def like(key: str, day: int = 0, author: str = "@ann") -> StoredMessage:
    content: dict[str, Any] = {"type": "vote", "vote": {"link": f"%of{key}", "value": 1}}
    return message(key, content, type="vote", author=author, asserted=BEGIN + day * DAY)


class Page:
    """A view of messages in which runs are folded."""

    def __init__(self, *messages: StoredMessage) -> None:
        self.fake = FakeLibrary([each.key for each in messages], messages)
        self.model = TimelineModel(self.fake)
        self.view = TimelineView(load("light"))
        self.view.resize(700, 900)
        self.view.setModel(self.model)
        self.model.open(ROOT)
        self.view.show()
        self.view.grab()

    @property
    def lines(self) -> list[str]:
        self.view.grab()
        return [self.model.line(row).text for row in self.rows]

    @property
    def keys(self) -> list[str]:
        self.view.grab()
        return [key for key, _ in self.view.visible_rows()]

    @property
    def rows(self) -> list[int]:
        found = (self.model.row_of(key) for key, _ in self.view.visible_rows())
        return [row for row in found if row is not None]

    def add(self, position: int, *messages: StoredMessage) -> None:
        steps = [("insert", each, position + n) for n, each in enumerate(messages)]
        self.model.apply(self.fake.change(steps))

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.view, key)

    def click(self, key: str) -> None:
        """Click on the text of a row."""
        row = self.model.row_of(key)
        area = self.view.visualRect(self.model.index(row or 0))
        at = next(
            QPoint(x, y)
            for y in range(area.top(), area.bottom())
            for x in range(self.view.width() // 3, self.view.width() - 40, 7)
            if self.view._shape_over(QPointF(x, y)) is Qt.CursorShape.PointingHandCursor
        )
        QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    @property
    def current(self) -> str:
        return self.view.current_key() or ""


@pytest.fixture
def pages(application: QApplication) -> Iterator[list[Page]]:
    made: list[Page] = []
    yield made
    for each in made:
        each.view.close()
        each.view.deleteLater()


LIKES = [like(f"%like{number}") for number in range(3)]


@pytest.fixture
def liked(pages: list[Page]) -> Page:
    """A post, three likes, and a post."""
    pages.append(Page(post("%a"), *LIKES, post("%b")))
    return pages[-1]


@pytest.fixture
def torn(pages: list[Page]) -> Page:
    """A post, and one that names three missing messages."""
    pages.append(Page(post("%a"), post("%b", 1, *GONE)))
    return pages[-1]


def test_a_run_of_likes_is_one_row(liked: Page) -> None:
    assert liked.lines == ["The text of %a", "likes 3 messages", "The text of %b"]


def test_neighbouring_missing_messages_are_one_line(torn: Page) -> None:
    assert torn.lines == ["The text of %a", "3 missing messages", "The text of %b"]


def test_one_missing_message_keeps_its_placeholder(torn: Page) -> None:
    torn.add(0, post(GONE[0]), post(GONE[1]))
    assert torn.lines[-2:] == ["A message that isn't here", "The text of %b"]


def test_the_line_counts_down_as_the_missing_messages_arrive(torn: Page) -> None:
    torn.add(0, post(GONE[1]))
    assert torn.lines[-2:] == ["2 missing messages", "The text of %b"]
    torn.add(0, post(GONE[0]))
    torn.add(0, post(GONE[2]))
    assert torn.keys == [GONE[2], GONE[0], GONE[1], "%a", "%b"]


@pytest.mark.parametrize("key", ["%like0", GONE[0]])
def test_a_click_opens_a_fold(liked: Page, torn: Page, key: str) -> None:
    page = liked if "like" in key else torn
    before = len(page.lines)
    page.click(key)
    assert len(page.lines) == before + 2


@pytest.mark.parametrize("key", ["%like0", GONE[0]])
def test_enter_opens_a_fold_and_closes_it_again(liked: Page, torn: Page, key: str) -> None:
    page = liked if "like" in key else torn
    folded = page.lines
    page.press(Qt.Key.Key_Home, Qt.Key.Key_Down)
    assert page.current == key
    page.press(Qt.Key.Key_Return)
    assert len(page.lines) == len(folded) + 2
    page.press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert page.lines == folded


def test_the_arrow_keys_pass_over_a_fold_as_one_row(liked: Page) -> None:
    liked.press(Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert liked.current == "%b"
    liked.press(Qt.Key.Key_Up)
    assert liked.current == "%like0"
    liked.press(Qt.Key.Key_Up)
    assert liked.current == "%a"


def test_what_leads_to_a_folded_message_opens_its_fold(liked: Page, torn: Page) -> None:
    assert liked.view.go_to("%like1")
    assert (liked.current, len(liked.lines)) == ("%like1", 5)
    assert torn.view.go_to(GONE[1])
    assert (torn.current, len(torn.lines)) == (GONE[1], 5)


def test_a_fold_grows_with_what_arrives(liked: Page) -> None:
    liked.add(4, like("%late", author="@bob"))
    assert liked.lines[1] == "and @bob like 4 messages"


def test_an_open_run_shows_what_arrives(liked: Page) -> None:
    liked.view.go_to("%like1")
    liked.add(4, like("%late"))
    assert len(liked.lines) == 6


def test_a_message_in_between_parts_a_fold(liked: Page) -> None:
    liked.add(2, post("%between"))
    assert liked.keys == ["%a", "%like0", "%between", "%like1", "%b"]


def test_a_fold_is_selected_as_a_whole(liked: Page) -> None:
    liked.press(Qt.Key.Key_Home)
    QTest.keyClick(liked.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert liked.view.chosen_keys() == {"%a", "%like0", "%like1", "%like2"}


def test_the_messages_of_a_visible_fold_are_seen(liked: Page) -> None:
    liked.view.mark_new([each.key for each in LIKES])
    liked.view.grab()
    assert liked.view.unread.counts() == (0, 0)


def test_a_fold_is_read_aloud_as_what_it_is(liked: Page, torn: Page) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    assert liked.model.data(liked.model.index(1), role).endswith(
        "likes 3 messages, 3 messages in one row"
    )
    assert torn.model.data(torn.model.index(1), role) == "3 missing messages"


def headings(page: Page) -> dict[str, str]:
    """The day above each row that has one, without the weekday and the pause."""
    page.view.grab()
    days = ((each.bubble.row.key, each.bubble.context.day) for each in page.view._placed)
    return {key: day.partition(", ")[2].partition(" · ")[0] for key, day in days if day}


def test_the_day_is_compared_with_the_last_message_that_is_present(torn: Page) -> None:
    assert headings(torn) == {"%a": "14 July 2017", "%b": "15 July 2017"}
    torn.view.go_to(GONE[1])
    assert headings(torn) == {"%a": "14 July 2017", "%b": "15 July 2017"}


def test_a_day_goes_on_below_missing_messages(pages: list[Page]) -> None:
    pages.append(Page(post("%a"), post("%b", 0, *GONE)))
    assert headings(pages[-1]) == {"%a": "14 July 2017"}


def test_the_first_present_message_says_its_day(pages: list[Page]) -> None:
    pages.append(Page(post("%b", 0, *GONE)))
    assert headings(pages[-1]) == {"%b": "14 July 2017"}


def test_a_fold_of_several_days_says_so_and_the_next_message_its_day(pages: list[Page]) -> None:
    run = [like("%x"), like("%y", 1), like("%z", 2)]
    pages.append(Page(post("%a"), *run, post("%b", 2)))
    assert pages[-1].lines[1] == "likes 3 messages · 14 – 16 Jul 2017"
    assert headings(pages[-1]) == {"%a": "14 July 2017", "%b": "16 July 2017"}


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.data())
def test_the_scroll_bar_reaches_every_line(
    qapp: QApplication, likes: list[bool], data: st.DataObject
) -> None:
    messages = [like(f"%{n}") if liked else post(f"%{n}") for n, liked in enumerate(likes)]
    page = Page(*messages)
    page.view.resize(700, 120)
    lines = {page.model.folds.at(row).start for row in range(len(likes))}
    bar, seen = page.view.verticalScrollBar(), set(page.rows)
    for _ in range(4 * len(lines) + 4):
        page.view.scroll_by(page.view.viewport().height() // 2)
        page.view.grab()
        seen.update(page.rows)
    assert seen == lines
    value = data.draw(st.integers(0, bar.maximum()))
    bar.setValue(value)
    page.view.grab()
    assert set(page.rows) <= lines
    bar.setValue(bar.maximum())
    page.view.grab()
    assert page.rows[-1] == max(lines)
    page.view.close()
    page.view.deleteLater()


def test_a_missing_message_is_never_tinted(torn: Page) -> None:
    torn.view.set_horizon(Horizon("%a", set(), set(), 0, 4))
    assert [torn.view.lanes.tints(key) for key in ("%b", GONE[0])] == [True, False]
