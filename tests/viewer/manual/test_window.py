"""The window of the manual: contents, search, links, and the panels that open it."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor, QTextDocument, QTextFrameFormat
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer import language
from tanglescope.viewer.dialogs.boxes import PlainBox
from tanglescope.viewer.manual.pages import ManualPlace
from tanglescope.viewer.manual.window import ManualPage, ManualWindow
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.test_accessibility import nameless, unreachable
from tests.viewer.windows import Open, Talk, wait_until_open
from tools.walk import faults

# The offscreen platform has no size hints for windows and warns about dialogs that set them.


def manual_of(window: MainWindow) -> ManualWindow:
    [found] = window.findChildren(ManualWindow)
    return found


def widest_picture(page: ManualPage) -> int:
    """Return the width of the widest picture of a page, as shown."""
    document, widest = page.document(), 0
    block = document.begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            form = pieces.fragment().charFormat()
            if form.isImageFormat():
                url = QUrl(form.toImageFormat().name())
                image = document.resource(QTextDocument.ResourceType.ImageResource.value, url)
                widest = max(widest, image.width())
            pieces += 1
        block = block.next()
    return widest


def test_the_manual_can_be_read_searched_and_navigated(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    manual = manual_of(window)
    page = manual.page
    assert manual.isVisible()
    assert page.place == ManualPlace("index.md")
    assert "Tanglescope" in page.toPlainText()
    assert not page.loadResource(2, QUrl("pictures/timeline-light.png")).isNull()
    assert page.loadResource(2, QUrl("https://example.org/a.png")) is None
    assert (nameless(manual), unreachable(manual), faults(manual)) == ([], [], [])

    page.anchorClicked.emit(QUrl("settled.md#definition"))
    assert page.place == ManualPlace("settled.md", "definition")
    assert page.verticalScrollBar().value() > 0
    manual.back.click()
    assert page.place == ManualPlace("index.md")
    manual.forward.click()
    assert page.place == ManualPlace("settled.md", "definition")

    manual.activateWindow()
    qtbot.waitUntil(manual.isActiveWindow)
    for place in (page, manual.field, manual.list):
        place.setFocus()
        qtbot.keyClick(place, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert page.place == ManualPlace("index.md")
        qtbot.keyClick(place, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert page.place == ManualPlace("settled.md", "definition")

    manual.field.setText("double quorum")
    assert manual.list.topLevelItemCount() > 0
    manual.field.returnPressed.emit()
    assert page.place.page == "autobase.md"
    manual.field.setText("xyzzy")
    assert manual.list.topLevelItemCount() == 0
    assert "Not found" in manual.status.text()
    manual.field.clear()
    assert manual.list.topLevelItemCount() > 5

    page.anchorClicked.emit(QUrl("examples/order.py"))
    assert "source code" in manual.status.text()
    page.anchorClicked.emit(QUrl("https://example.org/"))
    [box] = window.findChildren(PlainBox)
    assert "https://example.org/" in box.informativeText()
    assert {button.text() for button in box.findChildren(QPushButton)} >= {"Copy", "Open"}
    window.appearance.set_theme(Choice.DARK)
    assert manual.isVisible()


def test_another_theme_paints_the_page_later(
    open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    manual = manual_of(window)
    painted: list[bool] = []
    render = ManualPage._render

    def note(page: ManualPage, name: str) -> None:
        painted.append(page._theme.dark)
        render(page, name)

    monkeypatch.setattr(ManualPage, "_render", note)
    window.appearance.set_theme(Choice.DARK)
    assert not painted, "a click doesn't wait for the manual"
    qtbot.waitUntil(lambda: painted == [True])
    manual.close()
    window.appearance.set_theme(Choice.LIGHT)
    assert not manual.page._fitting.isActive(), "nothing is painted that isn't shown"
    window.menus.action("manual").trigger()
    assert painted == [True, False]
    assert manual.page.place == ManualPlace("index.md")


def test_pictures_fit_into_the_page_however_wide_it_becomes(
    open_window: Open, qtbot: QtBot
) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    manual = manual_of(window)
    page = manual.page
    for width in (900, 640, 1200):
        manual.resize(width, 500)
        qtbot.waitUntil(lambda: 0 <= page.viewport().width() - widest_picture(page) < 60)
        page._fitting.stop()
        page._fit()
        assert not page._fitting.isActive(), "once they fit, they are fitted no more"


def test_terms_of_a_page_lead_to_the_glossary(open_window: Open) -> None:
    window = open_window()
    window.manual.open_at(ManualPlace("settled.md"))
    html = manual_of(window).page.toHtml()
    assert 'href="glossary.md#rank-ranks"' in html
    window.menus.action("glossary").trigger()
    assert manual_of(window).page.place == ManualPlace("glossary.md")
    assert "href" not in manual_of(window).page.toHtml()


def test_a_panel_names_its_question_and_leads_to_its_page(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.workbench.open_panel("compare")
    line = window.workbench.answers
    assert line.accessibleName().startswith("Shows up to four orders")
    assert "glossary.md#order" in line.text()
    [ask] = [
        each
        for each in window.workbench.findChildren(QToolButton)
        if each.accessibleName() == "What this panel answers"
    ]
    tabs = window.workbench._tabs
    assert line.accessibleName().startswith(tabs.tabToolTip(tabs.currentIndex()))
    assert not line.isVisible(), "it is said when it is asked for"
    ask.click()
    assert line.isVisible()
    line.linkActivated.emit("debugging.md#do-the-clocks-agree")
    assert "More in the manual" in line.text()
    page = manual_of(window).page
    assert page.place == ManualPlace("debugging.md", "do-the-clocks-agree")
    line.linkActivated.emit("glossary.md#order-orders-linearization")
    assert page.place == ManualPlace("glossary.md", "order-orders-linearization")


def test_in_another_language_the_manual_says_that_it_is_in_english(
    open_window: Open, application: QApplication
) -> None:
    for code, has_note in (("de", True), ("en", False)):
        language.put_on(application, code)
        window = open_window()
        window.menus.action("manual").trigger()
        assert ("Englisch" in manual_of(window).status.text()) == has_note
        manual_of(window).field.setText("tangle")
        manual_of(window).field.clear()
        assert ("Englisch" in manual_of(window).status.text()) == has_note
        window.leave()


def test_code_has_a_background_and_tables_have_lines(open_window: Open) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    page = manual_of(window).page
    page.show_place(ManualPlace("graph-files.md"))
    backgrounds, tables = set[bool](), []
    block = page.document().begin()
    while block.isValid():
        is_code = block.text().startswith("tanglescope import replies")
        if is_code or block.text().startswith("In a graph file, "):
            brush = block.blockFormat().background().style()
            backgrounds.add((brush is not Qt.BrushStyle.NoBrush) is is_code)
        if (table := QTextCursor(block).currentTable()) is not None:
            tables.append(table.format())
        block = block.next()
    assert backgrounds == {True}
    assert tables
    for form in tables:
        assert form.borderStyle() is QTextFrameFormat.BorderStyle.BorderStyle_Solid
        assert min(form.topMargin(), form.bottomMargin()) > 0


def test_no_page_has_to_be_scrolled_sideways(open_window: Open) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    manual = manual_of(window)
    manual.resize(900, 700)
    page = manual.page
    for name in ("commands", "kit", "debugging", "installing", "graph-files", "benchmarks"):
        page.show_place(ManualPlace(f"{name}.md"))
        page._fitting.stop()
        page._fit()
        assert page.horizontalScrollBar().maximum() == 0, name
    code = page.document().find("python bench/scuttlesort.py").block()
    assert code.blockFormat().leftMargin() + code.blockFormat().textIndent() == 0


def test_a_program_and_its_output_have_a_gap_between_them(open_window: Open) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    page = manual_of(window).page
    page.show_place(ManualPlace("library.md"))
    block = page.document().begin()
    while block.text() != "print(list(timeline))":
        block = block.next()
    first, *rest = (each.blockFormat() for each in (block.next(), block.next().next()))
    assert first.topMargin() > 0
    assert [form.topMargin() for form in rest] == [0]


def test_a_second_search_of_the_manual_replaces_the_first(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.menus.action("manual").trigger()
    manual = manual_of(window)
    manual.field.setText("delete")
    [find] = [
        each
        for each in manual.findChildren(QShortcut)
        if each.key() == QKeySequence(QKeySequence.StandardKey.Find)
    ]
    find.activated.emit()
    qtbot.keyClicks(manual.field, "tangle")
    assert manual.field.text() == "tangle"
