"""A page of the manual on the screen: nothing is fetched, and terms show what they mean."""

from typing import Any

from PySide6.QtCore import QByteArray, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QCursor,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from engine.wording import tr
from viewer.dialogs.links import follow_link
from viewer.manual import glossary, pages
from viewer.manual.pages import ManualPlace
from viewer.theme import Theme
from viewer.tooltips import show_tooltip

_DIALECT = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value
    | QTextDocument.MarkdownFeature.MarkdownNoHTML.value
)
_BESIDE = 40  # pixels beside a picture
_PAUSE = 100  # milliseconds in which a window may still be resized


class ManualPage(QTextBrowser):
    """Shows one page; says where a link of it leads."""

    wanted = Signal(object)
    """The reader wants to go to this `ManualPlace`."""
    refused = Signal(str)
    """This link leads to a file that is only in the source code."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("manual_page")
        self.setAccessibleName(tr("Page of the manual"))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # One that comes and goes changes the width, and so the pictures, and so itself.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._theme = theme
        self.place = ManualPlace("")
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(_PAUSE)
        self._fitting.timeout.connect(self._fit)
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._explain)

    def show_place(self, place: ManualPlace) -> None:
        """Show a page, from a heading of it on."""
        if place.page != self.place.page:
            self._render(place.page)
        self.place = place
        self._go_to(place.anchor)

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._theme = theme
        if self.place.page:
            self._render(self.place.page)
            self._go_to(self.place.anchor)

    def loadResource(self, _kind: int, name: QUrl | str) -> Any:
        """Pictures of the manual, no wider than there is room; nothing else is ever fetched."""
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
        """Fit the pictures into another width, once it stays."""
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
        self.document().setMarkdown(pages.painted(page, dark=self._theme.dark), _DIALECT)
        if "glossary" not in page:
            self._mark_terms()

    def _mark_terms(self) -> None:
        """Underline each term where the page uses it first, as a link to the glossary."""
        seen: set[str] = set()
        block = self.document().begin()
        while block.isValid():
            if not block.blockFormat().headingLevel() and not _is_code(block):
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


def _is_code(block: QTextBlock) -> bool:
    form, codes = block.blockFormat(), QTextFormat.Property
    return form.hasProperty(codes.BlockCodeFence) or form.hasProperty(codes.BlockCodeLanguage)
