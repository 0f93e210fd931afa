"""A message's Markdown as a document that loads nothing.

HTML tags are shown as text. The document loads no pictures, files or network resources. It keeps
places free for the pictures of the message; any other image becomes its description. Tables are
left out too: a row of 8,192 bars would ask for millions of cells.
"""

import re
from typing import Any

from PySide6.QtCore import QPointF, QRegularExpression, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from tanglescope.engine.tangle.emoji import NAMED_EMOJI, has_named_emoji, show_emoji
from tanglescope.engine.tangle.links import bare_links, without_end
from tanglescope.viewer import picture_places
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.attachments import Attachments

_NO_HTML = 0x20 | 0x40
_FIND_ADDRESSES = 0x4 | 0x400
_STRIKE_OUT = 0x200
_FEATURES = QTextDocument.MarkdownFeature(_NO_HTML | _FIND_ADDRESSES | _STRIKE_OUT)

_COSTLY = re.compile(r"[\n\r\u2028\u2029`*_~\[<>@%#]|://|www\.")
_MOST_COSTLY = 900
"""Each line, mark or address takes up to 20 us to lay out; a page of prose has some dozens."""

_NAMELESS = re.compile(r"!\[(?=\s*\]\(&)")
"""Qt leaves out a picture without a description."""

_EMOJI = QRegularExpression(NAMED_EMOJI)

_QUOTE = QTextFormat.Property.BlockQuoteLevel
_CODE = QTextFormat.Property.BlockCodeLanguage
_INDENT = 16
_BULLET_INDENT = 18
_CODE_PADDING = 8
_BETWEEN = 4
_DEEPEST = 6
_NAMED = ("@", "#")
"""What people and channels begin with: as links, they need no line below them."""
_OF_LINKS = (
    QTextFormat.Property.IsAnchor,
    QTextFormat.Property.AnchorHref,
    QTextFormat.Property.ForegroundBrush,
    QTextFormat.Property.TextUnderlineStyle,
)
_SIGILS = (*_NAMED, "%", "&")
_LINE_HEIGHT = 122
_LOWER = 0.12
"""How much lower Qt writes in lines of a fixed height, as a share of it."""


def is_costly(text: str) -> bool:
    """Whether a text is mostly markup, so that it is better shown as source."""
    return len(_COSTLY.findall(text)) > _MOST_COSTLY


class MessageDocument(QTextDocument):
    """The text of one message, laid out without loading anything."""

    def __init__(
        self,
        text: str,
        font: QFont,
        theme: Theme,
        places: Attachments | None = None,
        *,
        is_ssb: bool = True,
    ) -> None:
        """Lay out `text`; the files in `places` are shown where it names them as pictures.

        Elsewhere than in SSB, `#1` is the number of an issue or anything else, but no channel.
        """
        super().__init__()
        self._is_ssb = is_ssb
        self.setUndoRedoEnabled(False)
        self.setDefaultFont(font)
        self._line_height = QFontMetricsF(font).lineSpacing() * _LINE_HEIGHT / 100
        self.lowered = round(_LOWER * self._line_height)
        """How far below its place in the layout text is painted, in pixels."""
        self.setDocumentMargin(0)
        self.setIndentWidth(_BULLET_INDENT)
        text = text.expandtabs(4)  # the layout doesn't count tabs in the width of a text
        if is_costly(text):
            self.lowered = 0
            self.setPlainText(text)
            return
        places = places if "![" in text else None
        if places is not None:
            text = _NAMELESS.sub("![\xa0", text)
        self.setMarkdown(text, _FEATURES)
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        if places is not None:
            picture_places.set_apart(self, cursor, places)
        if has_named_emoji(text):
            self._show_emoji(cursor)
        self._calm_down(cursor, theme)
        self._raise()
        if places is not None:
            picture_places.keep_free(self, cursor, places)
        cursor.endEditBlock()

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """Load nothing: a message must not load anything."""
        return None

    def links(self) -> list[str]:
        """The addresses of all links, without repetition."""
        formats = (each.format for block in self._blocks() for each in block.textFormats())
        return list(dict.fromkeys(filter(None, (each.anchorHref() for each in formats))))

    def quotes(self) -> list[QTextBlock]:
        """The blocks of quotes, for the bar beside them."""
        return [block for block in self._blocks() if block.blockFormat().intProperty(_QUOTE)]

    def corners(self) -> list[QPointF]:
        """The upper left corners of the places of pictures, from top to bottom."""
        free = picture_places.free_blocks(self)
        return [picture_places.corner_of(self, block) for block in free]

    def codes(self) -> list[tuple[QTextBlock, QTextBlock]]:
        """The first and last block of each piece of code, for the panel behind it."""
        pieces: list[tuple[QTextBlock, QTextBlock]] = []
        for block in self._blocks():
            if not _is_code(block):
                continue
            if pieces and pieces[-1][1].blockNumber() == block.blockNumber() - 1:
                pieces[-1] = (pieces[-1][0], block)
            else:
                pieces.append((block, block))
        return pieces

    def _blocks(self) -> list[QTextBlock]:
        return picture_places.blocks_of(self)

    def _show_emoji(self, cursor: QTextCursor) -> None:
        """Show emoji in place of their names, except in code."""
        for block in filter(lambda block: not _is_code(block), self._blocks()):
            names = _EMOJI.globalMatch(block.text())
            found = [names.next() for _ in iter(names.hasNext, False)]
            for name in reversed(found):  # the positions of those before stay
                cursor.setPosition(block.position() + name.capturedStart())
                move = QTextCursor.MoveMode.KeepAnchor
                cursor.setPosition(block.position() + name.capturedEnd(), move)
                if not cursor.charFormat().fontFixedPitch():
                    cursor.insertText(show_emoji(name.captured()))

    def _calm_down(self, cursor: QTextCursor, theme: Theme) -> None:
        blocks = self._blocks()
        for number, block in enumerate(blocks):
            self._set_block(cursor, block, number, len(blocks))
            self._set_list(block)
            self._set_letters(cursor, block, theme)

    def _raise(self) -> None:
        """Move the text up by as much as Qt writes lower in lines of a fixed height."""
        frame = self.rootFrame()
        margins = frame.frameFormat()
        margins.setTopMargin(-self.lowered)
        margins.setBottomMargin(self.lowered)
        frame.setFrameFormat(margins)

    def _set_block(self, cursor: QTextCursor, block: QTextBlock, number: int, count: int) -> None:
        old = block.blockFormat()
        new = QTextBlockFormat(old)
        level = min(old.intProperty(_QUOTE), _DEEPEST)
        leftward = block.textDirection() is Qt.LayoutDirection.RightToLeft
        new.setLeftMargin(0 if leftward else _INDENT * level)
        new.setRightMargin(_INDENT * level if leftward else 0)
        new.setIndent(min(old.indent(), _DEEPEST))
        above = 0 if number == 0 else _BETWEEN
        below = 0 if number == count - 1 else _BETWEEN
        if _is_code(block):
            new.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            new.setNonBreakableLines(False)
            new.setLeftMargin(_INDENT * level + _CODE_PADDING)
            new.setRightMargin(_CODE_PADDING)
            above = 0 if _is_code(block.previous()) else above + _CODE_PADDING
            below = 0 if _is_code(block.next()) else below + _CODE_PADDING
        elif old.headingLevel() and number:
            above = 2 * _BETWEEN
        if is_free := picture_places.is_free(old):
            above, below = 2 * above, 2 * below
        heights = QTextBlockFormat.LineHeightTypes
        if is_free:
            new.setLineHeight(100, heights.ProportionalHeight.value)
        else:  # in proportion, lines would be higher where other fonts have emoji or CJK
            high = self._line_height * _larger(old.headingLevel())
            new.setLineHeight(high, heights.FixedHeight.value)
        new.setTopMargin(above)
        new.setBottomMargin(below)
        cursor.setPosition(block.position())
        cursor.setBlockFormat(new)

    def _set_list(self, block: QTextBlock) -> None:
        bullets = block.textList()
        if bullets and bullets.format().indent() > _DEEPEST:
            shallower = bullets.format()
            shallower.setIndent(_DEEPEST)
            bullets.setFormat(shallower)

    def _set_letters(self, cursor: QTextCursor, block: QTextBlock, theme: Theme) -> None:
        heading = block.blockFormat().headingLevel()
        for start, length, kind in _fragments(block):
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            if kind.isImageFormat():
                self._describe_picture(cursor, kind, theme)
                continue
            kind = _without_full_stop(cursor, kind)
            change = QTextCharFormat(kind)
            if heading:
                change.clearProperty(QTextFormat.Property.FontSizeAdjustment)
                change.setFontPointSize(self.defaultFont().pointSizeF() * _larger(heading))
            if kind.isAnchor():
                change.setForeground(theme.color("accent"))
                change.setFontUnderline(not kind.anchorHref().startswith(_NAMED))
            if is_code := kind.fontFixedPitch() or _is_code(block):
                fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
                change.setFontFamilies([fixed.family()])
                change.setFontStyleHint(QFont.StyleHint.Monospace)
                if not _is_code(block):
                    change.setBackground(theme.color("code"))
            if block.blockFormat().intProperty(_QUOTE):
                change.setForeground(theme.color("muted"))
            if change != kind:
                cursor.setCharFormat(change)
            if not (kind.isAnchor() or is_code):
                self._link_names(cursor, start, length, theme)

    def _link_names(self, cursor: QTextCursor, start: int, length: int, theme: Theme) -> None:
        """Turn what is a link without markup into one, except for files of messages."""
        link = QTextCharFormat()
        link.setAnchor(True)
        link.setForeground(theme.color("accent"))
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        text = cursor.selectedText()
        for first, end in bare_links(text):
            is_web = text[first] not in _SIGILS
            if text[first] == "&" or not (is_web or self._is_ssb):
                continue
            before, size = qt_span(text, first, end)
            cursor.setPosition(start + before)
            cursor.setPosition(start + before + size, QTextCursor.MoveMode.KeepAnchor)
            link.setAnchorHref(text[first:end])
            link.setFontUnderline(text[first] not in _NAMED)
            cursor.mergeCharFormat(link)

    def _describe_picture(self, cursor: QTextCursor, kind: QTextCharFormat, theme: Theme) -> None:
        name = kind.stringProperty(QTextFormat.Property.ImageAltText)
        plain = QTextCharFormat()
        plain.setForeground(theme.color("muted"))
        plain.setFontItalic(True)
        cursor.insertText(picture_places.describe_picture(name), plain)


def _without_full_stop(cursor: QTextCursor, kind: QTextCharFormat) -> QTextCharFormat:
    """Take the full stop of a sentence, which Qt includes, out of a selected bare address.

    Return the format of what is left selected.
    """
    address, end = kind.anchorHref(), cursor.selectionEnd()
    kept = without_end(address)
    if cursor.selectedText() == address != kept:
        after = QTextCharFormat(kind)
        for name in _OF_LINKS:
            after.clearProperty(name)
        start = cursor.selectionStart()
        cursor.setPosition(end)
        cursor.setPosition(end - len(address) + len(kept), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(after)
        cursor.setPosition(start)
        cursor.setPosition(end - len(address) + len(kept), QTextCursor.MoveMode.KeepAnchor)
        kind = QTextCharFormat(kind)
        kind.setAnchorHref(kept)
    return kind


def _larger(heading: int) -> float:
    """How much larger than other text a heading is; 0 is no heading."""
    if not heading:
        return 1
    return 1.25 if heading < 3 else 1.1


def _is_code(block: QTextBlock) -> bool:
    """Whether a block is code, between fences or indented."""
    return block.isValid() and block.blockFormat().hasProperty(_CODE)


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """Start, length and format of each piece; last first, as a replaced one moves those behind."""
    pieces = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        pieces.append((fragment.position(), fragment.length(), fragment.charFormat()))
        iterator += 1
    return pieces[::-1]


def qt_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The start and length of a span in Qt, which counts in UTF-16 units."""
    return _utf16_units(text[:start]), _utf16_units(text[start:end])


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
