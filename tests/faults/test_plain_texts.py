"""Names and texts that are HTML: every part of the window shows them literally.

Qt renders a text as HTML if it looks like HTML, and opens the files that it names.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint
from PySide6.QtGui import QAction, QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.viewer.dialogs.boxes import follow_link
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_until_open

PATIENCE = 60_000
HTML = '<img src="/etc/hostname"><b>bold</b>'
PICTURE = "\ufffc"  # the character that a document has in place of a picture


def hostile() -> list[Said]:
    """A thread of people whose names, channels, texts, types and tangles are HTML."""
    eve, mallory = Author("eve"), Author("mallory")
    root = eve.say(post(f"{HTML} begins"))
    said = [root]
    named = {"type": "about", "name": HTML}
    said.extend(author.say(named | {"about": author.feed}) for author in (eve, mallory))
    for number in range(12):
        author = (eve, mallory)[number % 2]
        after = said[-1] if number else root
        said.append(author.say(post(f"{HTML} {number}", root, after) | {"channel": HTML}))
    links = {HTML: {"root": root.key, "previous": [root.key]}}
    said.append(eve.say({"type": HTML, HTML: HTML, "root": root.key, "tangles": links}))
    said.append(
        mallory.say(post(f"http://a.example/{HTML} [{HTML}](http://b.example/)", root, root))
    )
    return said


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    said = hostile()
    archive = write(tmp_path / f"{HTML.replace('/', '')}.ndjson", said)
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
    window = open_window(tmp_path / "own.db")
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    window.open_thread(said[0].key)
    wait_until_open(qtbot, window, said[0].key)
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    return window


def pictures_in(text: str) -> bool:
    """Whether Qt would find a picture in a text whose format it guesses."""
    if not Qt.mightBeRichText(text):
        return False
    document = QTextDocument()
    document.setHtml(text)
    return PICTURE in document.toPlainText() or "bold" in styled(document)


def styled(document: QTextDocument) -> str:
    """The texts in bold because a message's HTML says so."""
    found, block = [], document.begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.text() == "bold":
                found.append(piece.text())
            pieces += 1
        block = block.next()
    return " ".join(found)


def guessed(window: QWidget) -> Iterator[str]:
    """All texts whose format Qt guesses."""
    for action in window.findChildren(QAction):
        yield from (action.toolTip(), action.whatsThis())
    for widget in [window, *window.findChildren(QWidget)]:
        yield from (widget.toolTip(), widget.whatsThis())
        match widget:
            case QTabBar():
                yield from (widget.tabToolTip(number) for number in range(widget.count()))
            case QComboBox():
                yield from tooltips_of(widget.model())
            case QAbstractItemView() if widget.model():
                yield from tooltips_of(widget.model())
            case QLabel() if widget.textFormat() is not Qt.TextFormat.PlainText:
                yield widget.text()


def tooltips_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent or QModelIndex()
    is_list = isinstance(model, QAbstractListModel)
    for column in range(1 if is_list else model.columnCount(parent)):
        for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole):
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            for row in range(min(model.rowCount(parent), 200)):
                yield str(model.index(row, column, parent).data(role) or "")
    for row in range(min(model.rowCount(parent), 200)):
        if not is_list and model.rowCount(model.index(row, 0, parent)):
            yield from tooltips_of(model, model.index(row, 0, parent))


def assert_all_is_plain(window: QWidget) -> None:
    assert not [text for text in guessed(window) if pictures_in(text)]
    for page in window.findChildren(QTextEdit):
        assert "bold" not in styled(page.document())
        assert 'src="/etc' not in page.toHtml()


def test_a_picture_is_found_in_html() -> None:
    assert pictures_in(f"a {HTML}")
    assert pictures_in("a <b>bold</b>")
    assert not pictures_in("a &lt; b")


def test_lists_tabs_and_timeline_show_it_as_it_is(window: MainWindow, qtbot: QtBot) -> None:
    chooser = window.threads.chooser
    for number in range(chooser.count()):
        chooser.setCurrentIndex(number)
        qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        assert_all_is_plain(window)
    window.open_thread(EVERYTHING)
    qtbot.waitUntil(lambda: window.model.address == EVERYTHING, timeout=PATIENCE)
    assert_all_is_plain(window)


# Tooltips are windows, which the offscreen platform can't bring to the front.
@pytest.mark.slow
def test_every_panel_shows_it_as_it_is(window: MainWindow, qtbot: QtBot) -> None:
    for name in ("inspector", *(kind.name for kind in PANELS)):
        window.show_view(name)
        for row in (0, window.model.rowCount() - 1):
            window.timeline.go_to(window.model.key(row))
            qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
            assert_all_is_plain(window)
        assert_tooltips_are_plain(window)


def assert_tooltips_are_plain(window: QWidget) -> None:
    """Ask every visible widget for the tooltips at some of its points."""
    for widget in window.findChildren(QWidget):
        # The previous tooltip is among them until the first new one replaces it.
        if not isValid(widget) or not widget.isVisible() or widget.width() < 40:
            continue
        for x in range(20, widget.width(), max(30, widget.width() // 12)):
            for y in range(10, widget.height(), max(20, widget.height() // 12)):
                point = QPoint(x, y)
                event = QHelpEvent(QEvent.Type.ToolTip, point, widget.mapToGlobal(point))
                QApplication.sendEvent(widget, event)
                assert not pictures_in(QToolTip.text())
    QToolTip.hideText()


def test_dialogs_show_it_as_it_is(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.menus.action("import").trigger()
    (dialog,) = window.findChildren(ImportDialog)
    archive = tmp_path / f"{HTML.replace('/', '')} another.ndjson"
    archive.write_bytes(b"{}\n")
    dialog.add([archive])
    assert_all_is_plain(dialog)
    for address in (f"http://a.example/{HTML}", HTML):
        box = follow_link(address, window)
        assert_all_is_plain(box)
        assert {label.textFormat() for label in box.findChildren(QLabel)} == {
            Qt.TextFormat.PlainText
        }
        box.close()
