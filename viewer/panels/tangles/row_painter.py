"""How a row of a list in a panel looks: name, text, pills, and the line below it."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from viewer.panels.tangles.tangle_row import Pill, TangleRow, Tone
from viewer.theme import Theme
from viewer.views.timeline.border import BORDER_HEIGHT, paint_border

_PADDING = 7
_MARGIN = 10
_BETWEEN = 8
_WIDEST_NAME = 110


def row_height(metrics: QFontMetrics) -> int:
    """The height of a row without the line below it."""
    return metrics.height() + 2 * _PADDING


def paint_row(
    painter: QPainter, option: QStyleOptionViewItem, row: TangleRow, theme: Theme, gutter: int
) -> None:
    """Draw a row at the right of the lanes."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = QRect(option.rect)
    area.setHeight(row_height(option.fontMetrics))
    _paint_ground(painter, option, row, theme, area.adjusted(gutter - 6, 1, -4, -1))
    inner = area.adjusted(gutter + 2, 0, -_MARGIN, 0)
    for pill in reversed(row.pills):
        inner.setRight(_paint_pill(painter, option.font, pill, theme, inner) - _BETWEEN)
    inner.setLeft(_paint_name(painter, option.font, row, theme, inner) + _BETWEEN)
    _paint_text(painter, option.font, row, theme, inner)
    if row.below:
        top = area.bottom() + 1
        room = QRect(option.rect.left() + 6, top, option.rect.width() - 10, BORDER_HEIGHT)
        paint_border(painter, row.below, theme, _small(option.font), room)
    painter.restore()


def _paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, row: TangleRow, theme: Theme, area: QRect
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    selected = option.state & QStyle.StateFlag.State_Selected
    if selected or row.shaded or option.state & QStyle.StateFlag.State_MouseOver:
        name = "accent_soft" if selected else "code" if row.shaded else "bubble"
        painter.setBrush(theme.color(name))
        painter.drawRoundedRect(area, 7, 7)
    if selected and option.state & QStyle.StateFlag.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("accent"), 1.2))
        painter.drawRoundedRect(QRectF(area).adjusted(0.6, 0.6, -0.6, -0.6), 7, 7)
        painter.setPen(Qt.PenStyle.NoPen)
    if row.fresh:
        painter.setBrush(theme.color("warning"))
        painter.drawRoundedRect(
            QRectF(area.left() + 1, area.top() + 5, 3, area.height() - 10), 1.5, 1.5
        )


def _paint_pill(painter: QPainter, font: QFont, pill: Pill, theme: Theme, area: QRect) -> int:
    """Draw a pill at the right end of an area; where it begins."""
    small = _small(font)
    metrics = QFontMetrics(small)
    width, height = metrics.horizontalAdvance(pill.text) + 14, metrics.height() + 3
    place = QRect(
        area.right() - width, area.top() + (area.height() - height) // 2 + 1, width, height
    )
    if pill.ground:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(pill.ground))
        painter.drawRoundedRect(place, height / 2, height / 2)
    painter.setFont(small)
    painter.setPen(theme.color(pill.color))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, pill.text)
    return place.left()


def _paint_name(painter: QPainter, font: QFont, row: TangleRow, theme: Theme, area: QRect) -> int:
    """Draw who wrote it; where that ends."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(bold)
    name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, _WIDEST_NAME)
    painter.setFont(bold)
    quiet = row.tone in (Tone.MUTED, Tone.STRUCK)
    painter.setPen(theme.color("muted") if quiet else theme.author(row.feed))
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
    return area.left() + metrics.horizontalAdvance(name)


def _paint_text(painter: QPainter, font: QFont, row: TangleRow, theme: Theme, area: QRect) -> None:
    shown = QFont(font)
    shown.setStrikeOut(row.tone is Tone.STRUCK)
    if row.tone is Tone.STRONG:
        shown.setWeight(QFont.Weight.DemiBold)
    colors = {Tone.STRONG: "accent", Tone.USUAL: "text"}
    painter.setFont(shown)
    painter.setPen(theme.color(colors.get(row.tone, "muted")))
    text = QFontMetrics(shown).elidedText(row.text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.88)
    return small
