from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QTableWidget,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from tanglescope.viewer import theme
from tanglescope.viewer.style_sheet import change_style_sheet, style_when_shown
from tanglescope.viewer.window.appearance import set_zoom
from tests.viewer.windows import destroy

PARTS: tuple[tuple[type[QWidget], tuple[str, ...]], ...] = (
    (QLabel, ("", "column_title", "hint", "error", "stage_now")),
    (QPushButton, ("", "link", "chip", "primary")),
    *((part, ("",)) for part in (QSpinBox, QComboBox, QCheckBox)),
    *((part, ("",)) for part in (QListWidget, QTableWidget, QTreeWidget, QPlainTextEdit)),
)
"""Kinds of widgets with the names that they have in the style sheet."""


class Counter(QObject):
    """Counts how often a widget gets another style."""

    restyled = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.restyled += event.type() == QEvent.Type.StyleChange
        return super().eventFilter(watched, event)


def make_page() -> QFrame:
    """A page like that of a panel."""
    page = QFrame()
    page.setObjectName("workbench")
    column = QVBoxLayout(page)
    for part, names in PARTS:
        for name in names:
            widget = part()
            widget.setObjectName(name)
            if isinstance(widget, QLabel | QPushButton | QCheckBox):
                widget.setText("Bicycles")
            column.addWidget(widget)
    return page


def looks(page: QWidget) -> list[object]:
    """What a style decides about each widget of a page.

    Qt's own boxes around scroll bars and in corners are left out: they hold no text, and their
    fonts aren't always updated.
    """
    return [
        (each.objectName(), each.font(), each.palette(), each.sizeHint(), each.minimumSizeHint())
        for each in (page, *page.findChildren(QWidget))
        if not each.objectName().startswith(("qt_scrollarea_", "qt_tableview_"))
    ]


@contextmanager
def shown_pages() -> Iterator[QStackedWidget]:
    """A page that keeps its style while it is hidden, in front of another one."""
    window = QWidget()
    stack = QStackedWidget(window)
    stack.addWidget(make_page())
    stack.addWidget(QWidget())
    style_when_shown(stack.widget(0))
    window.show()
    yield stack
    set_zoom(0)
    theme.put_on(theme.load("light"))
    destroy(window)


@pytest.fixture
def pages(application: QApplication) -> Iterator[QStackedWidget]:
    with shown_pages() as stack:
        yield stack


CHANGES = st.lists(
    st.tuples(st.sampled_from(theme.NAMES), st.integers(-1, 4), st.booleans()),
    min_size=1,
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_a_page_that_was_closed_looks_as_if_it_had_been_open(
    application: QApplication, changes: list[tuple[str, int, bool]]
) -> None:
    with shown_pages() as pages:
        for name, points, closed in changes:
            pages.setCurrentIndex(1 if closed else 0)
            theme.put_on(theme.load(name))
            set_zoom(points)
        pages.setCurrentIndex(0)
        looks_now = looks(pages.widget(0))
        change_style_sheet(application.styleSheet(), lambda: None)
        assert looks_now == looks(pages.widget(0))


def test_a_failed_change_leaves_closed_pages_as_they_were(pages: QStackedWidget) -> None:
    page = pages.widget(0)
    pages.setCurrentIndex(1)

    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_style_sheet("", fail)
    assert page.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)
    assert not page.testAttribute(Qt.WidgetAttribute.WA_SetStyle)


def test_a_closed_page_is_styled_once_when_it_is_shown(pages: QStackedWidget) -> None:
    counter = Counter()
    label = pages.widget(0).findChild(QLabel, "hint")
    assert label is not None
    label.installEventFilter(counter)
    pages.setCurrentIndex(1)
    for name in ("dark", "contrast", "light", "dark"):
        theme.put_on(theme.load(name))
    assert counter.restyled == 0
    pages.setCurrentIndex(0)
    assert counter.restyled == 1
    assert label.palette().windowText().color() == theme.load("dark").color("muted")
    pages.setCurrentIndex(1)
    pages.setCurrentIndex(0)
    assert counter.restyled == 1, "nothing has changed"


def test_a_page_that_is_removed_is_forgotten(pages: QStackedWidget) -> None:
    page = make_page()
    style_when_shown(page)
    destroy(page)
    theme.put_on(theme.load("dark"))
    assert pages.palette().window().color() == theme.load("dark").color("window")
