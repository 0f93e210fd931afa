"""Accessibility: every widget has a name for screen readers and can be reached by keyboard."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tanglescope.viewer import dialogs
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.views.toolbar import ToolBar
from tanglescope.viewer.window.commands import COMMANDS
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette
from tests.engine.store.libraries import write
from tests.viewer.every_dialog import every_dialog
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.windows import Open, Talk, wait_until_open

# The offscreen platform has no size hints for windows and warns about dialogs that set them.

SAMPLE = "Open the sample"

OPERATED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
"""The widgets that a user operates."""


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    made.resize(1600, 900)
    return made


def test_every_command_has_an_action_and_no_key_has_two(open_window: Open) -> None:
    window = open_window()
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    for command in COMMANDS:
        assert window.menus.action(command.name).text() == command.text


def test_every_widget_of_every_panel_has_a_name_for_screen_readers(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.menus.action("inspector").trigger()
    window.menus.action("beside").trigger()
    window.menus.action("new_tab").trigger()
    window.timeline.step(3)
    for kind in PANELS:
        window.workbench.open_panel(kind.name)
        settle(qtbot, window)
        assert (kind.name, nameless(window)) == (kind.name, [])
        assert (kind.name, mislabelled(window)) == (kind.name, [])


def test_every_widget_of_every_dialog_has_a_name_for_screen_readers(
    window: MainWindow, tmp_path: Path
) -> None:
    for dialog in every_dialog(window, tmp_path):
        assert dialog.isVisible()
    shown = {type(dialog) for dialog in window.findChildren(QDialog)}
    # A base that dialogs share is shown with each of them.
    seen = {base for kind in shown for base in kind.__mro__}
    assert {kind for kind in kinds_of_dialogs() if kind not in seen} == set()
    assert nameless(window) == []
    assert mislabelled(window) == []


def test_tab_reaches_everything_in_every_panel(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.action("inspector").trigger()
    window.menus.action("beside").trigger()
    window.timeline.step(3)
    for kind in PANELS:
        window.workbench.open_panel(kind.name)
        settle(qtbot, window)
        window.activateWindow()
        window.timeline.setFocus()
        assert (kind.name, unreachable(window)) == (kind.name, [])


def test_tab_reaches_everything_in_every_dialog(window: MainWindow, tmp_path: Path) -> None:
    for dialog in every_dialog(window, tmp_path):
        dialog.activateWindow()
        assert (dialog.accessibleName(), unreachable(dialog)) == (dialog.accessibleName(), [])
        # Otherwise Return would press the default button instead of the focused one.
        assert all(button.autoDefault() for button in dialog.findChildren(QPushButton))
        dialog.hide()


def test_tab_follows_the_layout_of_the_window_and_the_focus_is_visible(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.hinting.begin()
    window.timeline.step(3)
    window.timeline.setFocus()
    settle(qtbot, window)
    threads, heading = window.threads, window.reading.heading
    shown = {each: shows_focus(each) for each in tab_stops(qtbot, window)}
    assert [each for each, is_shown in shown.items() if not is_shown] == []
    stops = list(shown)
    first = stops.index(threads.chooser)
    everything = threads.everything
    inside = [threads.chooser, threads.sorter, everything, threads.filter, threads.list]
    assert stops[first:] == [*inside, window.timeline]
    assert stops[:2] == [window.reading.excluded.head, window.reading.composer.field]
    assert any(heading.isAncestorOf(each) for each in stops[2:4])  # the reply is empty


def test_tab_reaches_a_hint_below_the_timeline_after_the_timeline(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.hinting.begin()
    window.menus.action("inspector").trigger()
    window.timeline.step(3)
    window.timeline.setFocus()
    settle(qtbot, window)
    hints = window._frame.hints
    stops = list(tab_stops(qtbot, window))
    above = [*map(stops.index, (window.reading.composer.field, window.inspector.copy))]
    below = stops.index(window.tools.buttons()[0])
    assert max(above) < stops.index(hints.off) < stops.index(hints.close_hint) < below


@pytest.mark.parametrize(
    "part", ["banner", "hints", "panel", "inspector", "beside", "toolbar", "threads"]
)
def test_the_timeline_has_the_focus_after_the_part_that_had_it_is_closed(
    window: MainWindow, qtbot: QtBot, part: str
) -> None:
    window.activateWindow()
    window.timeline.step(3)
    focus, close = closable(window)[part]()
    settle(qtbot, window)
    focus.setFocus()
    assert window.focusWidget() is focus
    close()
    assert not focus.isVisible()
    assert window.focusWidget() is window.timeline


def test_tab_goes_through_a_panel_in_the_order_of_its_layout(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = window.workbench.open_panel("peers")
    settle(qtbot, window)
    window.activateWindow()
    window.timeline.setFocus()
    shown = {each: shows_focus(each) for each in tab_stops(qtbot, window)}
    assert [each for each, is_shown in shown.items() if not is_shown] == []
    heights = [each.mapTo(panel, QPoint()).y() for each in shown if panel.isAncestorOf(each)]
    assert len(heights) > 8
    assert all(after > before - 20 for before, after in pairwise(heights))
    places = [place for place, each in enumerate(shown) if window.workbench.isAncestorOf(each)]
    assert places == list(range(places[0], places[-1] + 1))  # from its head into the panel


def test_return_presses_the_focused_button(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.activateWindow()
    [button] = [each for each in window.findChildren(QPushButton) if each.text() == SAMPLE]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    qtbot.waitUntil(window.threads.isVisible, timeout=10_000)
    first = window.tools.buttons()[0]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Return)
    assert window.threads.isHidden()


def closable(
    window: MainWindow,
) -> dict[str, Callable[[], tuple[QWidget, Callable[[], object]]]]:
    """Functions that open a part of a window, and give a widget in it and what closes it."""
    bar, panels = window._frame.hints, window.workbench

    def command(name: str, inside: Callable[[], QWidget]) -> tuple[QWidget, Callable[[], object]]:
        action = window.menus.action(name)
        if not inside().isVisible():
            action.trigger()
        return inside(), action.trigger

    def notice() -> tuple[QWidget, Callable[[], object]]:
        window.say("The disk is full.")
        [close] = window.banner.findChildren(QToolButton)
        return close, close.click

    def hint() -> tuple[QWidget, Callable[[], object]]:
        window.hinting.begin()
        return bar.close_hint, bar.close_hint.click

    def panel() -> tuple[QWidget, Callable[[], object]]:
        field = panels.open_panel("search").findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        return field, panels.close_panel

    return {
        "banner": notice,
        "hints": hint,
        "panel": panel,
        "inspector": partial(command, "inspector", lambda: window.inspector.copy),
        "beside": partial(command, "beside", lambda: window.beside.page.timeline),
        "toolbar": partial(command, "toolbar", lambda: window.tools.buttons()[0]),
        "threads": partial(command, "threads", lambda: window.threads.filter),
    }


def tab_stops(qtbot: QtBot, window: MainWindow) -> Iterator[QWidget]:
    """Press Tab and yield each focused widget, until the first one has the focus again."""
    start = focus = window.focusWidget()
    while True:
        assert focus is not None
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
        if window.focusWidget() is focus:
            window.focusNextChild()
        focus = window.focusWidget()
        assert focus is not None
        yield focus
        if focus is start:
            return


def shows_focus(widget: QWidget) -> bool:
    """Whether a widget looks different with and without the keyboard focus."""
    focused = widget.grab().toImage()
    widget.clearFocus()
    other = widget.grab().toImage()
    widget.setFocus()
    return focused != other


def kinds_of_dialogs() -> set[type[QDialog]]:
    """Return the classes of dialogs in `viewer.dialogs`."""
    modules = [
        import_module(f"tanglescope.viewer.dialogs.{each.name}")
        for each in iter_modules(dialogs.__path__)
    ]
    return {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, QDialog)
        and value.__module__ == module.__name__
    }


def nameless(window: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        for widget in window.findChildren(QWidget)
        if not is_named(widget)
    ]


def mislabelled(window: QWidget) -> list[str]:
    """Return the buttons and labels whose name for screen readers lacks the words they show.

    Users of speech input say what they see (WCAG 2.5.3, Label in Name).
    """
    return [
        f"{widget.text()!r} is named {widget.accessibleName()!r}"
        for widget in window.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QLabel) and widget.accessibleName()
        if not says(widget.accessibleName(), widget)
    ]


def says(name: str, widget: QAbstractButton | QLabel) -> bool:
    """Whether the name of a widget has the words that it shows, those of a button in one piece."""
    if isinstance(widget, QToolButton) and shows_only_icon(widget):
        return True
    shown = words_in(re.sub("<[^>]*>", "", re.sub(r"&(.)", r"\1", widget.text())))
    if isinstance(widget, QLabel):
        return set(shown) <= set(words_in(name))
    return not shown or f" {' '.join(shown)} " in f" {' '.join(words_in(name))} "


def shows_only_icon(button: QToolButton) -> bool:
    only_icon = Qt.ToolButtonStyle.ToolButtonIconOnly
    return button.toolButtonStyle() is only_icon and not button.icon().isNull()


def words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def unreachable(window: QWidget) -> list[str]:
    """Return the widgets that a user can operate but can't reach with Tab."""
    reached = reached_by_tab(window)
    return [
        f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()}"
        for widget in window.findChildren(QWidget)
        if is_operated(widget) and widget.window() is window.window() and widget not in reached
    ]


def reached_by_tab(window: QWidget) -> set[QWidget]:
    """Return the widgets that Tab reaches before it comes back to the first one."""
    start = window.focusWidget()
    reached = {start, *group_of(start)} if start else set()
    while window.focusNextChild() and (focus := window.focusWidget()) not in reached:
        reached |= {focus, *group_of(focus)}
    return reached


def group_of(focus: QWidget) -> set[QWidget]:
    """Return the group of buttons that Tab reaches as one and arrow keys move in."""
    if isinstance(focus.parentWidget(), ToolBar):
        return set(focus.parentWidget().buttons())
    if not isinstance(focus, QAbstractButton) or focus.group() is None:
        return set()
    return set(focus.group().buttons())


def is_operated(widget: QWidget) -> bool:
    """Whether a user can operate the widget now and no command does the same."""
    if not isinstance(widget, OPERATED) or isinstance(widget, QScrollBar | QHeaderView):
        return False
    if not widget.isVisible() or not widget.isEnabled() or widget.visibleRegion().isEmpty():
        return False
    part_of = widget.parentWidget()
    inner = isinstance(part_of, QAbstractSpinBox | QComboBox | QLineEdit | QTabBar)
    # Commands do what pills do; arrow keys in the palette's field move in its list.
    by_command = widget.objectName() == "pill" or isinstance(widget.window(), CommandPalette)
    return not inner and not by_command and not widget.objectName().startswith("qt_")


def is_named(widget: QWidget) -> bool:
    """Whether a screen reader has a name for the widget, or Qt makes it itself."""
    if widget.objectName().startswith("qt_") or type(widget) is QWidget:
        return True
    if isinstance(widget, QAbstractButton | QLineEdit) and widget.accessibleName():
        return True
    if isinstance(widget, QLabel) and not widget.text() and widget.pixmap().isNull():
        return True  # shows nothing
    parts = (
        "QScrollBar",
        "QMenu",
        "QSplitterHandle",
        "QTableCornerButton",
        "QRubberBand",
        "QDialogButtonBox",
        "QLineEditIconButton",
        "QWidgetLineControl",
        "QComboBoxPrivateContainer",
    )
    kind = widget.metaObject().className()
    return bool(widget.accessibleName() or getattr(widget, "text", str)()) or kind in parts


def test_a_panel_that_covers_the_timeline_has_its_focus_until_it_is_closed(
    window: MainWindow, qtbot: QtBot
) -> None:
    """A button of the status bar once had it, which Space and Return pressed."""
    window.activateWindow()
    window.activity.show_quarantine(3)
    window.resize(480, 320)
    settle(qtbot, window)
    window.timeline.setFocus()
    window.menus.action("panel_why").trigger()
    settle(qtbot, window)
    assert not window.timeline.isVisible()
    focus = window.focusWidget()
    assert focus is not None
    assert window.workbench.isAncestorOf(focus)
    window.workbench.close_panel()
    settle(qtbot, window)
    assert window.focusWidget() is window.timeline


def test_a_timeline_that_is_uncovered_later_leaves_the_focus_where_it_is(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.resize(1200, 800)
    panel = window.workbench.open_panel("search")
    window.workbench.filled.emit(True)
    settle(qtbot, window)
    assert not window.timeline.isVisible()
    window.threads.list.setFocus()
    window.menus.action("threads").trigger()
    settle(qtbot, window)
    assert not window.threads.isVisible()
    field = panel.form.words
    field.setFocus()
    QCoreApplication.processEvents()  # what was done by then is over
    window.workbench.filled.emit(False)
    settle(qtbot, window)
    assert window.timeline.isVisible()
    assert window.focusWidget() is field
