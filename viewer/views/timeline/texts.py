"""The text of a row as a document: the message, or a text in its place."""

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from tanglescope.engine import words
from tanglescope.engine.drawing.chess_board import SIDE
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.message.uris import cut_id
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.words.message_types import SENTENCE, Details, NameLink, title_above
from tanglescope.viewer.markdown import MessageDocument
from tanglescope.viewer.models.row import Row, RowKind
from tanglescope.viewer.views.timeline.attachments import Attachments
from tanglescope.viewer.views.typography import BubbleLook

_SIGNS = dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))
_SQUARE = 26
_LIGHT, _DARK = "#eee2cc", "#a9825e"
_WHITE, _BLACK = "#fffdf6", "#26211d"


def board_image(rows: tuple[str, ...], look: BubbleLook) -> QImage:
    """A picture of a position, white at the bottom; with letters if the font has no pieces."""
    pixels = round(SIDE * _SQUARE * look.ratio)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(look.ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, squares in enumerate(rows):
            for column, piece in enumerate(squares):
                area = QRectF(column * _SQUARE, row * _SQUARE, _SQUARE, _SQUARE)
                painter.fillRect(area, QColor(_DARK if (row + column) % 2 else _LIGHT))
                if piece.lower() in _SIGNS:
                    _paint_piece(painter, area, piece, look.font)
    return image


def _paint_piece(painter: QPainter, area: QRectF, piece: str, usual: QFont) -> None:
    font = QFont(usual)
    font.setPixelSize(round(_SQUARE * 0.86))
    sign = _SIGNS[piece.lower()]
    metrics = QFontMetricsF(font)
    if not metrics.inFontUcs4(ord(sign)):
        sign = piece.upper()
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, sign)
    path.translate(area.center() - path.boundingRect().center())
    painter.setPen(QPen(QColor(_BLACK), 0.9))
    painter.setBrush(QColor(_WHITE if piece.isupper() else _BLACK))
    painter.drawPath(path)


_ABOVE_BOARD = 4


def document_of(row: Row, look: BubbleLook, places: Attachments | None = None) -> QTextDocument:
    """The text of `row`, laid out for the width of `look`; the files in `places` are in it."""
    match row.kind:
        case RowKind.WRITING:
            title = title_above(row.content)
            text = words.text_of(row.content) or ""
            text = f"**{title}**\n\n{text}" if title else text
            document: QTextDocument = MessageDocument(
                text, look.font, look.theme, places, is_ssb=names_feed(row.feed)
            )
        case RowKind.EVENT:
            document = _event(row, look)
        case RowKind.LOCKED:
            document = _plain(tr("Encrypted for someone else"), look)
        case RowKind.GHOST:
            document = _plain(_missing(row), look)
            document.setDefaultFont(look.small)
    icon = look.line + 8 if row.kind in (RowKind.LOCKED, RowKind.GHOST) else 0
    document.setTextWidth(look.text_width_beside(row.votes) - icon)
    return document


def alignment_of(text: str) -> Qt.AlignmentFlag:
    """The side on which a line begins: that of its first strong character (UAX #9, P2)."""
    sides = (unicodedata.bidirectional(letter) for letter in text)
    first = next((side for side in sides if side in ("L", "R", "AL")), "L")
    return Qt.AlignmentFlag.AlignLeft if first == "L" else Qt.AlignmentFlag.AlignRight


def reads_leftward(document: QTextDocument) -> bool:
    """Whether a paragraph is written from right to left."""
    block = document.begin()
    while block.isValid():
        if block.textDirection() is Qt.LayoutDirection.RightToLeft:
            return True
        block = block.next()
    return False


def _missing(row: Row) -> str:
    if not row.named_by:
        return row.text
    missing = tr("Missing message {key}", key=words.clean_name(cut_id(row.key)))
    if row.named_by == 1:
        return missing
    who = plural("{n:,} messages name it", "{n:,} message names it", row.named_by)
    return tr("{missing} — {who}", missing=missing, who=who)


def _plain(text: str, look: BubbleLook) -> QTextDocument:
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(look.font)
    document.setPlainText(text)
    return document


def _event(row: Row, look: BubbleLook) -> QTextDocument:
    document = _plain("", look)
    cursor = QTextCursor(document)
    author, plain, small = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    author.setFont(look.bold)
    author.setForeground(look.theme.author(row.feed))
    author.setAnchor(True)
    author.setAnchorHref(row.feed)
    plain.setForeground(look.theme.color("muted"))
    small.setFont(look.small)
    small.setForeground(look.theme.color("muted"))
    cursor.insertText(row.author, author)
    cursor.insertText(" ", plain)
    if row.details:
        _insert(cursor, row.details.summary, plain, row.details.names_in(SENTENCE), look)
    else:
        cursor.insertText(row.text, plain)
    cursor.insertText("  ", plain)
    cursor.insertText(row.clock, small)
    if row.folds:
        small.setForeground(look.theme.color("accent"))
        cursor.insertText(f"  {tr('Show')}", small)
    if row.details:
        _add_details(cursor, row.details, small, look)
    return document


def _insert(
    cursor: QTextCursor,
    text: str,
    usual: QTextCharFormat,
    names: Sequence[NameLink],
    look: BubbleLook,
) -> None:
    """Insert a text whose names lead to the people and the messages."""
    end = 0
    for name in names:
        link = QTextCharFormat(usual)
        if names_feed(name.target):
            link.setForeground(look.theme.author(name.target))
        link.setAnchor(True)
        link.setAnchorHref(name.target)
        cursor.insertText(text[end : name.start], usual)
        cursor.insertText(text[name.start : name.end], link)
        end = name.end
    cursor.insertText(text[end:], usual)


def _add_details(
    cursor: QTextCursor, details: Details, label: QTextCharFormat, look: BubbleLook
) -> None:
    """Facts below the sentence, a line each, and the position of a game."""
    text = QTextCharFormat()
    text.setForeground(look.theme.color("text"))
    for number, (name, fact) in enumerate(details.facts):
        cursor.insertBlock(QTextBlockFormat())
        _insert(cursor, name, label, details.names_in(number, part=0), look)
        cursor.insertText("  " if name else "", label)
        _insert(cursor, fact, text, details.names_in(number), look)
    if details.board:
        below = QTextBlockFormat()
        below.setTopMargin(_ABOVE_BOARD)
        cursor.insertBlock(below)
        cursor.insertImage(board_image(details.board, look), "board")
