"""The window of the manual: contents and search on the left, a page on the right."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QByteArray, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QCursor,
    QFont,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import current_language, plural, tr
from tanglescope.viewer.dialogs.boxes import follow_link
from tanglescope.viewer.manual import glossary, pages
from tanglescope.viewer.manual.pages import ManualPlace
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.tooltips import set_column_tooltip, show_tooltip
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row, make_splitter
from tanglescope.viewer.views.search_field import SearchField

_SOON = 200
"""Milliseconds after which the other pages are read, once the first one is painted."""

_DIALECT = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value
    | QTextDocument.MarkdownFeature.MarkdownNoHTML.value
)
_BESIDE = 40  # pixels beside a picture
_AROUND = 8  # pixels above and below code and tables
_CONTINUED = 24  # pixels before the second line of a long line of code
_WIDE = 99  # percent of the page that a wide table takes; Qt may add a pixel
_CONTENTS = 43  # letters
_PAUSE = 100  # milliseconds to wait for the end of a resize


class ManualPage(QTextBrowser):
    """Shows one page, and reports where its links lead."""

    wanted = Signal(object)
    """Emitted with the `ManualPlace` to open."""
    refused = Signal(str)
    """Emitted with a link to a file that is only in the source code."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("manual_page")
        self.setAccessibleName(tr("Page of the manual"))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # A scroll bar that comes and goes changes the width, so the pictures, and so itself.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._theme = theme
        self.place = ManualPlace("")
        self._fitting = make_timer(_PAUSE, self._fit, self)
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._explain)

    def show_place(self, place: ManualPlace) -> None:
        """Show a page, scrolled to a heading."""
        if place.page != self.place.page:
            self._render(place.page)
        self.place = place
        self._go_to(place.anchor)

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`, a moment after the click, or when the page is shown again."""
        self._theme = theme
        if self.isVisible():
            self._fitting.start()
        else:
            self.place = ManualPlace("")

    def loadResource(self, _kind: int, name: QUrl | str) -> Any:
        """Load pictures of the manual, scaled to the width; nothing else is ever loaded."""
        url = name.toString() if isinstance(name, QUrl) else name
        data = pages.picture(url)
        if data is None:
            return None
        image = QImage.fromData(QByteArray(data))
        room = max(self.viewport().width() - _BESIDE, 1)
        if image.width() <= room:
            return image
        return image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures into a new width when resizing has ended."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fitting.start()

    def _fit(self) -> None:
        bar = self.verticalScrollBar()
        if not self.place.page:
            return
        number = self.cursorForPosition(QPoint(0, 0)).blockNumber() if bar.value() else None
        self._render(self.place.page)
        if number is not None:
            block = self.document().findBlockByNumber(number)
            bar.setValue(round(self.document().documentLayout().blockBoundingRect(block).top()))

    def _render(self, page: str) -> None:
        self.document().clear()
        self.document().setDocumentMargin(18)
        self.document().setMarkdown(
            pages.with_pictures_of_theme(page, dark=self._theme.dark), _DIALECT
        )
        self._set_off()
        if "glossary" not in page:
            self._mark_terms()

    def _set_off(self) -> None:
        """Give code a background and wrap it, and give tables lines and margins."""
        tables: list[QTextTable] = []
        block = self.document().begin()
        while block.isValid():
            cursor = QTextCursor(block)
            if (language := _language(block)) is not None:
                code = QTextBlockFormat()
                code.setBackground(self._theme.color("code"))
                code.setNonBreakableLines(False)
                code.setLeftMargin(_CONTINUED)
                code.setTextIndent(-_CONTINUED)
                if _language(block.previous()) != language:
                    code.setTopMargin(_AROUND)
                if _language(block.next()) != language:
                    code.setBottomMargin(_AROUND)
                cursor.mergeBlockFormat(code)
            if (table := cursor.currentTable()) is not None:
                form = table.format()
                form.setTopMargin(_AROUND)
                form.setBottomMargin(_AROUND)
                form.setBorderCollapse(True)
                form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                form.setBorderBrush(self._theme.color("line"))
                table.setFormat(form)
                tables.append(table)
                block = table.lastCursorPosition().block()
            block = block.next()
        self._fit_tables(tables)

    def _fit_tables(self, tables: Iterable[QTextTable]) -> None:
        """Make tables that need the whole width fit into it."""
        layout = self.document().documentLayout()
        room = self.viewport().width() - 2 * self.document().documentMargin()
        wide = [each for each in tables if layout.frameBoundingRect(each).width() >= room - 1]
        for table in wide:
            form = table.format()
            form.setWidth(QTextLength(QTextLength.Type.PercentageLength, _WIDE))
            table.setFormat(form)

    def _mark_terms(self) -> None:
        """Underline the first use of each term on the page, as a link to the glossary."""
        seen: set[str] = set()
        block = self.document().begin()
        while block.isValid():
            if not block.blockFormat().headingLevel() and _language(block) is None:
                for found in glossary.find(block.text()):
                    if found.term.word not in seen and self._mark(block, found):
                        seen.add(found.term.word)
            block = block.next()

    def _mark(self, block: QTextBlock, found: glossary.TermFound) -> bool:
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + found.start + 1)
        form = cursor.charFormat()
        if form.isAnchor() or form.fontFixedPitch():
            return False
        cursor.setPosition(block.position() + found.start)
        cursor.setPosition(block.position() + found.end, QTextCursor.MoveMode.KeepAnchor)
        marked = QTextCharFormat()
        marked.setAnchor(True)
        marked.setAnchorHref(f"{found.term.place.page}#{found.term.place.anchor}")
        marked.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        marked.setUnderlineColor(self._theme.color("muted"))
        marked.setForeground(self._theme.color("text"))
        cursor.mergeCharFormat(marked)
        return True

    def _go_to(self, anchor: str) -> None:
        block = self.document().begin()
        while anchor and block.isValid():
            level = block.blockFormat().headingLevel()
            if level and pages.anchor(block.text()) == anchor:
                break
            block = block.next()
        bar = self.verticalScrollBar()
        if not anchor or not block.isValid():
            bar.setValue(0)
            self.moveCursor(QTextCursor.MoveOperation.Start)
            return
        self.setTextCursor(QTextCursor(block))
        top = self.document().documentLayout().blockBoundingRect(block).top()
        bar.setValue(round(top) - 8)

    def _follow(self, url: QUrl) -> None:
        link = url.toString()
        if (place := pages.target(link, self.place.page)) is not None:
            self.wanted.emit(place)
        elif url.scheme():
            follow_link(link, self)
        else:
            self.refused.emit(link)

    def _explain(self, url: QUrl) -> None:
        place = pages.target(url.toString(), self.place.page) if not url.isEmpty() else None
        term = glossary.term_at(place) if place else None
        show_tooltip(QCursor.pos(), term.meaning if term else "", self)


def _language(block: QTextBlock) -> str | None:
    """The language of a block of code; None for other text."""
    form = block.blockFormat()
    kept = QTextFormat.Property.BlockCodeLanguage
    return form.stringProperty(kept) if form.hasProperty(kept) else None


_PLACE = Qt.ItemDataRole.UserRole
_MOST_HITS = 100


class ManualWindow(QDialog):
    """Stays open beside the window it explains."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("manual")
        self.setWindowTitle(tr("Manual"))
        self.setAccessibleName(tr("Manual"))
        self._visited: list[ManualPlace] = []
        self._at = -1
        self.field = self._make_field()
        self.list = self._make_list()
        self.page = ManualPage(theme, self)
        self.page.wanted.connect(self.go_to)
        self.page.refused.connect(self._report_missing)
        self.status = Note(self, style="hint", about=tr("Results of the search"))
        self.back = IconButton("arrow-left", tr("Back"), lambda: self._go(-1), parent=self)
        self.forward = IconButton("arrow-right", tr("Forward"), lambda: self._go(1), parent=self)
        self._lay_out()
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self._search_anew)
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self._search_anew)
        # The keys of the main window; the page would keep them for a history that it doesn't have.
        QShortcut(QKeySequence("Alt+Left"), self).activated.connect(self.back.click)
        QShortcut(QKeySequence("Alt+Right"), self).activated.connect(self.forward.click)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(140 * letter, 44 * self.fontMetrics().lineSpacing())
        self._show_contents()
        # after the first page has been painted
        QTimer.singleShot(_SOON, self, partial(self._prepare, pages.prepare()))

    def open_at(self, place: ManualPlace) -> None:
        """Show the window, opened at a place."""
        self.show()
        self.activateWindow()
        self.go_to(place)

    def go_to(self, place: ManualPlace) -> None:
        """Show a place in the current language, and remember the previous one."""
        place = pages.place_in_language(place)
        if not self._visited or self._visited[self._at] != place:
            self._visited = [*self._visited[: self._at + 1], place]
            self._at = len(self._visited) - 1
        self._show()

    def _prepare(self, steps: Iterator[None]) -> None:
        """Read one page after the other while the program is idle."""
        if next(steps, self) is None:
            QTimer.singleShot(0, self, partial(self._prepare, steps))

    def _go(self, steps: int) -> None:
        self._at = max(0, min(len(self._visited) - 1, self._at + steps))
        self._show()

    def _show(self) -> None:
        place = self._visited[self._at]
        self.page.show_place(place)
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at < len(self._visited) - 1)
        self.setWindowTitle(tr("{page} – Manual", page=pages.title(place.page)))

    def _search_anew(self) -> None:
        """Go to the field, where the next letter replaces the previous search."""
        self.field.setFocus()
        self.field.selectAll()

    def _search(self, words: str) -> None:
        if not words.strip():
            self._show_contents()
            return
        self.list.clear()
        hits = pages.find(words)
        for hit in hits[:_MOST_HITS]:
            item = QTreeWidgetItem([hit.title])
            item.setData(0, _PLACE, hit.place)
            set_column_tooltip(item, 0, hit.snippet)
            self.list.addTopLevelItem(item)
        if first := self.list.topLevelItem(0):
            self.list.setCurrentItem(first)
        whole = sum(hit.has_all for hit in hits)
        found = plural("Found in {n:,} places", "Found in {n:,} place", whole)
        if not hits:
            found = tr("Not found. Try other words.")
        elif not whole:
            found = tr("No place has all words. These have some of them.")
        elif whole < len(hits):
            found = tr("{found}; the places below have some of the words", found=found)
        self.status.setText(found)

    def _show_contents(self) -> None:
        self.list.clear()
        in_english = tr("Pages with an English title are in English only.")
        self.status.setText("" if current_language() == ENGLISH else in_english)
        strong = QFont(self.font())
        strong.setBold(True)
        for group, names in pages.CONTENTS:
            above = self.list.invisibleRootItem()
            if group:
                above = QTreeWidgetItem([tr(group)])
                above.setFont(0, strong)
                above.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.list.addTopLevelItem(above)
            for name in map(pages.page_in_language, names):
                item = QTreeWidgetItem([pages.title(name)])
                item.setData(0, _PLACE, ManualPlace(name))
                set_column_tooltip(item, 0, pages.title(name))
                above.addChild(item)
        self.list.expandAll()

    def _open(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and (place := item.data(0, _PLACE)) is not None:
            self.go_to(place)

    def _report_missing(self, link: str) -> None:
        self.status.setText(tr("{file} is in the source code only.", file=link))

    def _make_field(self) -> QLineEdit:
        field = SearchField(tr("Search the manual"), self)
        field.suggest(tr("Search the manual"))
        field.textChanged.connect(self._search)
        field.returnPressed.connect(lambda: self._open(self.list.currentItem()))
        return field

    def _make_list(self) -> QTreeWidget:
        made = QTreeWidget(self)
        made.setAccessibleName(tr("Pages of the manual"))
        made.setHeaderHidden(True)
        made.header().setAccessibleName(tr("Pages of the manual"))
        made.setRootIsDecorated(False)
        made.setIndentation(10)
        made.itemClicked.connect(self._open)
        made.itemActivated.connect(self._open)
        return made

    def _lay_out(self) -> None:
        side = NamedFrame(tr("Contents"), self)
        ways = make_row(self.back, self.forward, (self.field, 1))
        make_column(ways, self.status, (self.list, 1), on=side, margins=(10, 10, 10, 10))
        parts = (side, 0), (self.page, 1)
        name = tr("Contents and page")
        halves = make_splitter(Qt.Orientation.Horizontal, name, *parts, on=self)
        contents = _CONTENTS * self.fontMetrics().averageCharWidth()
        halves.setSizes([contents, 3 * contents])
        make_column(halves, on=self)
