"""The places of a message's pictures in its text: paragraphs that are kept free for them.

The text is laid out as one document. Where its author put a picture, or several in a row, the
document has a paragraph with an inline object as large as they are. What is painted there has the
height that was measured, and positions in the text count it as one character.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextImageFormat,
)

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.views.timeline.attachments import Attachments

_ADDRESSES = QTextFormat.Property.UserProperty.value + 1
_NAMES = QTextFormat.Property.UserProperty.value + 2
"""The addresses and the descriptions of the pictures in a free paragraph, each on a line."""
_FREE = "free"
"""The name of the transparent pixel that fills a free place."""
_QUOTE = QTextFormat.Property.BlockQuoteLevel
_BLANK = " \t\xa0\u2028"


@dataclass(frozen=True, slots=True)
class _PictureRun:
    """Pictures of a paragraph with nothing but blanks between them."""

    start: int
    end: int
    addresses: tuple[str, ...]
    names: tuple[str, ...]

    def with_picture(self, address: str, name: str, end: int) -> "_PictureRun":
        """This run with another picture at its end."""
        addresses, names = self.addresses, self.names
        if addresses[-1:] == (address,):  # Qt makes several of a description with markup
            addresses, names, name = addresses[:-1], names[:-1], f"{names[-1]} {name}"
        return _PictureRun(self.start, end, (*addresses, address), (*names, " ".join(name.split())))


def set_apart(document: QTextDocument, cursor: QTextCursor, places: Attachments) -> None:
    """Give pictures that follow each other a paragraph of their own, which stays empty."""
    # Blocks are found again after each change: Qt would crash where one is used that is gone.
    for number in reversed(range(document.blockCount())):
        for run in reversed(_runs(document.findBlockByNumber(number), places)):
            _divide(document, cursor, run)
    for number in reversed(range(1, document.blockCount())):
        block, below = map(document.findBlockByNumber, (number - 1, number))
        if _belong_together(block, below):
            _join(cursor, block, below)


def keep_free(document: QTextDocument, cursor: QTextCursor, places: Attachments) -> None:
    """Fill the paragraphs of pictures with an object as large as these."""
    free = free_blocks(document)
    if not free:
        return
    pixel = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    pixel.fill(Qt.GlobalColor.transparent)
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(_FREE), pixel)
    for block in free:
        size = places.reserve(_lines(block, _ADDRESSES), _indent(document, block))
        image = QTextImageFormat()
        image.setName(_FREE)
        image.setWidth(size.width())
        image.setHeight(size.height())
        if block.textList() is not None:  # the bullet is beside the middle of the pictures
            image.setVerticalAlignment(QTextImageFormat.VerticalAlignment.AlignMiddle)
        cursor.setPosition(block.position())
        cursor.insertImage(image)


def free_blocks(document: QTextDocument) -> list[QTextBlock]:
    """The paragraphs that are kept free, from top to bottom."""
    return [block for block in blocks_of(document) if is_free(block.blockFormat())]


def is_free(form: QTextBlockFormat) -> bool:
    """Whether a paragraph of this format is kept free for pictures."""
    return form.hasProperty(_ADDRESSES)


def corner_of(document: QTextDocument, block: QTextBlock) -> QPointF:
    """The upper left corner of the place in a free paragraph."""
    top = document.documentLayout().blockBoundingRect(block).topLeft()
    corner = top + block.layout().lineAt(0).naturalTextRect().topLeft()
    return QPointF(corner.toPoint())  # between pixels, pictures would be blurred


def text_between(document: QTextDocument, start: int, end: int) -> str:
    """The text between two positions, a line for each paragraph; pictures are described."""
    parts = []
    for block in free_blocks(document):
        if start <= (place := block.position()) < end:
            names = " ".join(map(describe_picture, _lines(block, _NAMES)))
            parts += [_text_in(document, start, place), names]
            start = place + 1
    return "".join([*parts, _text_in(document, start, end)])


def _text_in(document: QTextDocument, start: int, end: int) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")


def describe_picture(name: str) -> str:
    """The text in the place of a picture."""
    return tr("[picture: {name}]", name=name) if name else tr("[picture]")


def blocks_of(document: QTextDocument) -> list[QTextBlock]:
    """The paragraphs of a document."""
    blocks, block = [], document.begin()
    while block.isValid():
        blocks.append(block)
        block = block.next()
    return blocks


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    iterator = block.begin()
    while not iterator.atEnd():
        yield iterator.fragment()
        iterator += 1


def _runs(block: QTextBlock, places: Attachments) -> list[_PictureRun]:
    """The pictures of a paragraph that have places in it."""
    runs: list[_PictureRun] = []
    follows = False
    for fragment in _fragments(block):
        kind, start = fragment.charFormat(), fragment.position()
        address = kind.toImageFormat().name() if kind.isImageFormat() else ""
        if not address or address not in places:
            follows = follows and not fragment.text().strip()
            continue
        before = runs.pop() if follows else _PictureRun(start, start, (), ())
        name = kind.stringProperty(QTextFormat.Property.ImageAltText)
        runs.append(before.with_picture(address, name, start + fragment.length()))
        follows = True
    return runs


def _divide(document: QTextDocument, cursor: QTextCursor, run: _PictureRun) -> None:
    """Divide a paragraph into text, a free paragraph, and text."""
    block = document.findBlock(run.start)
    first, last = block.position(), block.position() + block.length() - 1
    start, end = run.start, run.end
    while start > first and document.characterAt(start - 1) in _BLANK:
        start -= 1
    while end < last and document.characterAt(end) in _BLANK:
        end += 1
    continued = _format_of_continuation(block)
    form = QTextBlockFormat(continued if start > first else block.blockFormat())
    if block.textList() is not None and start == first:
        form.setIndent(0)  # Qt indents a later point that is only a picture twice
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    if end < last:
        cursor.insertBlock(continued)
        cursor.setPosition(start)
    form.setProperty(_ADDRESSES, "\n".join(run.addresses))
    form.setProperty(_NAMES, "\n".join(run.names))
    if start > first:
        cursor.insertBlock(form)
    else:
        cursor.setBlockFormat(form)


def _format_of_continuation(block: QTextBlock) -> QTextBlockFormat:
    """The format of a paragraph that continues another one: in a list, it has no bullet."""
    form = QTextBlockFormat(block.blockFormat())
    if (bullets := block.textList()) is not None:
        form.setObjectIndex(-1)
        form.setIndent(form.indent() + bullets.format().indent())
    return form


def _belong_together(block: QTextBlock, below: QTextBlock) -> bool:
    """Whether two free paragraphs become one: below each other, and not separate points."""
    upper, lower = block.blockFormat(), below.blockFormat()
    if not (is_free(upper) and is_free(lower)) or below.textList() is not None:
        return False
    return upper.intProperty(_QUOTE) == lower.intProperty(_QUOTE)


def _join(cursor: QTextCursor, block: QTextBlock, below: QTextBlock) -> None:
    form = QTextBlockFormat(block.blockFormat())
    for name in (_ADDRESSES, _NAMES):
        form.setProperty(name, "\n".join([*_lines(block, name), *_lines(below, name)]))
    cursor.setPosition(block.position())
    cursor.setPosition(below.position(), QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    cursor.setBlockFormat(form)


def _lines(block: QTextBlock, name: int) -> list[str]:
    return block.blockFormat().stringProperty(name).split("\n")


def _indent(document: QTextDocument, block: QTextBlock) -> float:
    form, bullets = block.blockFormat(), block.textList()
    steps = form.indent() + (bullets.format().indent() if bullets is not None else 0)
    return form.leftMargin() + form.rightMargin() + steps * document.indentWidth()
