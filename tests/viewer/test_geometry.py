"""No widget is cut or overlaps another, in any window size, language or text size."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QMargins
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton, QScrollArea, QTableView
from pytestqt.qtbot import QtBot

from tanglescope.engine.language.wording import tr
from tanglescope.viewer import language
from tanglescope.viewer.dialogs.crash_report import CrashReport
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.facts import FactPage
from tanglescope.viewer.views.welcome import Welcome
from tanglescope.viewer.window.palette import CommandPalette
from tests.engine.store.libraries import write
from tests.viewer.every_dialog import every_dialog
from tests.viewer.panels.disordered_thread import DisorderedThread, settle
from tests.viewer.windows import Open, destroy, wait_until_open
from tools import walk
from tools.walk import faults
from tools.walk_parts import STATES

# The offscreen platform has no size hints for windows and warns about dialogs that set them.

TWICE = walk.TWICE
TIGHT = ("800x600", "1024x700")


@pytest.fixture
def german(application: QApplication) -> Iterator[None]:
    language.put_on(application, "de")
    yield
    language.put_on(application, "en")


@pytest.mark.usefixtures("german")
def test_nothing_is_cut_in_any_panel(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    """Use German, whose words are longer, and windows that are small for the text size."""
    talk = DisorderedThread()
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.timeline.step(1)
    for zoom in (0, TWICE):
        window.appearance.set_text_size(zoom)
        for name in walk.views(window, walk.VIEWS):
            settle(qtbot, window)
            for size in TIGHT:
                walk.settled(window, walk.extent(size))
                assert (name, size, zoom, faults(window)) == (name, size, zoom, [])
    window.appearance.set_text_size(0)


@pytest.mark.parametrize(("zoom", "size"), [(0, "1024x700"), (TWICE, "800x600")])
@pytest.mark.usefixtures("german")
def test_nothing_is_cut_in_any_state_of_the_window(
    zoom: int, size: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    """The preview of a reply lay on its field, and a hint on the heading, in a low window."""
    talk = DisorderedThread()
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.timeline.step(1)
    window.activity.show_quarantine(3)
    window.appearance.set_text_size(zoom)
    walk.settled(window, walk.extent(size))
    for name, state in STATES.items():
        with state(window):
            settle(qtbot, window)
            walk.settled(window, walk.extent(size))
            assert (name, faults(window)) == (name, [])
    window.appearance.set_text_size(0)


def beside_leaving(dialog: QDialog) -> list[str]:
    """The buttons to the right of *Close* or *Cancel*."""
    buttons = [each for each in dialog.findChildren(QPushButton) if each.isVisible()]
    leaving = [each for each in buttons if each.text() in (tr("Close"), tr("Cancel"))]
    return [
        other.text()
        for one, other in product(leaving, buttons)
        if abs(other.geometry().center().y() - one.geometry().center().y()) < one.height() // 2
        and other.x() > one.x()
    ]


@pytest.mark.usefixtures("german")
def test_nothing_is_cut_in_any_dialog(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.appearance.set_text_size(TWICE)
    for dialog in every_dialog(window, tmp_path):
        dialog.grab()
        dialog.grab()
        assert (dialog.accessibleName(), faults(dialog)) == (dialog.accessibleName(), [])
        areas = dialog.findChildren(QScrollArea)
        assert not [each.accessibleName() for each in areas if each.horizontalScrollBar().maximum()]
        assert not beside_leaving(dialog), "the button that leaves a dialog is the last one"
        heads = [each.horizontalHeader() for each in dialog.findChildren(QTableView)]
        assert not any(head.highlightSections() for head in heads), "all heads of tables are plain"
        dialog.close()
    window.appearance.set_text_size(0)


def test_labels_keep_their_margins_when_the_text_size_changed_before_they_were_shown(
    open_window: Open,
) -> None:
    def margins(zooms: Sequence[int]) -> list[tuple[str, QMargins]]:
        window = open_window()
        for zoom in zooms:
            window.appearance.set_text_size(zoom)
            walk.settled(window, walk.extent("800x600"))
            window.grab()
        for kind in PANELS:
            window.workbench.open_panel(kind.name)
        labels = window.workbench.findChildren(QLabel)
        return [(each.accessibleName() or each.text(), each.contentsMargins()) for each in labels]

    assert margins([TWICE, 0]) == margins([])


def test_an_empty_window_follows_the_text_size(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    welcome = window.findChild(Welcome)
    texts = (welcome.heading, welcome.hint)
    small = min(label.fontMetrics().height() for label in texts)
    window.appearance.set_text_size(TWICE)
    qtbot.waitUntil(lambda: min(label.fontMetrics().height() for label in texts) > 1.5 * small)
    window.appearance.set_text_size(0)


def test_dialogs_and_texts_in_them_grow_with_the_text_size(open_window: Open) -> None:
    """The text of a report once stayed small, and commands were cut after a few words."""
    window = open_window()
    window.resize(1800, 1200)
    sizes = {}
    for zoom in (0, TWICE):
        window.appearance.set_text_size(zoom)
        window.menus.action("palette").trigger()
        [palette] = window.findChildren(CommandPalette)
        report = CrashReport("ValueError", window)
        seen = [each for each in window.findChildren(IconButton) if each.isVisibleTo(window)]
        icons = {button.iconSize().height() for button in seen}
        page = FactPage("Facts", window)
        page.set_lines(4)
        sizes[zoom] = (
            palette.width(),
            report.width(),
            QFontMetrics(report.text.font()).height(),
            page.height(),
            *sorted(icons),
            *(label.fontMetrics().height() for label in window.banner.findChildren(QLabel)),
        )
        assert page.height() >= 4 * page.fontMetrics().lineSpacing()
        for dialog in (palette, report):
            destroy(dialog)
    window.appearance.set_text_size(0)
    assert all(large > 1.5 * usual for usual, large in zip(*sizes.values(), strict=True))


@pytest.mark.slow
def test_the_whole_walk_finds_nothing_cut() -> None:
    root = Path(walk.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "tools.walk"], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
