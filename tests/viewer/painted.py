"""What a widget shows, as lines of text: its texts, states and painted shapes."""

import difflib
import re
from collections.abc import Iterator
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QPoint
from PySide6.QtGui import QImage, QRegion, QTextDocument
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QMenu,
    QProgressBar,
    QScrollBar,
    QSpinBox,
    QTextEdit,
    QWidget,
)

from tanglescope.viewer.views.label import PlainLabel
from tests.viewer.window_texts import texts_of_widget

_MOST = 150  # shapes listed for each widget
_WHOLE = (QComboBox, QAbstractSpinBox)
"""Widgets whose child widgets show nothing else."""
_CUT = re.compile("(.{3}).*…$")
"""A text that is cut at the end of its space."""

_SVG = "{http://www.w3.org/2000/svg}"


def picture_of(widget: QWidget) -> QImage:
    """A picture of a widget with a pixel for each of its units, whatever the screen's scale."""
    picture = QImage(widget.size(), QImage.Format.Format_RGB32)
    widget.render(picture)
    return picture


def parts_of(panel: QWidget) -> list[tuple[str, ...]]:
    """Return, for each part of a panel, a line for it and lines for what it paints."""
    for _ in range(2):
        panel.grab()  # forces a layout: wrapped texts have no height before
    parts = (
        tuple(_widget(widget, panel))
        for widget in panel.findChildren(QWidget)
        if not isinstance(widget, QMenu | QScrollBar) and not _is_inside(widget)
    )
    return [part for part in parts if part]


def differences(lines: list[str], approved: list[str]) -> list[str]:
    """Return the lines that differ from the approved ones."""
    found = difflib.unified_diff(approved, lines, "approved", "now", lineterm="", n=0)
    return [*found]


def _is_inside(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return parent is not None and (isinstance(parent, _WHOLE) or _is_inside(parent))


def _widget(widget: QWidget, panel: QWidget) -> Iterator[str]:
    is_seen = widget.isVisibleTo(panel)
    said = (widget.accessibleName(),) if isinstance(widget, QTextEdit) else texts_of_widget(widget)
    texts = dict.fromkeys(re.sub("\\s+", " ", text).strip() for text in said)
    states = [*_states(widget)]
    if not widget.isEnabledTo(panel):
        states.append("disabled")
    if not is_seen:
        states.append("hidden")
    if any(texts) or (is_seen and states):
        parts = [type(widget).__name__, *(f"“{text}”" for text in texts if text), *states]
        yield " ".join(parts)
    if isinstance(widget, QTextEdit):
        yield from _page(widget.document())
    if is_seen and _paints(widget):
        yield from _shapes(widget)


def _states(widget: QWidget) -> Iterator[str]:
    match widget:
        case QAbstractButton():
            if widget.isCheckable():
                yield "checked" if widget.isChecked() else "unchecked"
        case QSpinBox() | QAbstractSlider() | QProgressBar():
            yield f"{widget.value()} of {widget.minimum()} to {widget.maximum()}"
        case QComboBox():
            yield f"at {widget.currentText()!r} of {widget.currentData()!r}"
        case QAbstractItemView() if widget.currentIndex().isValid():
            yield f"at row {widget.currentIndex().row()}"


def _page(document: QTextDocument) -> Iterator[str]:
    """Yield the paragraphs of a page with their indents and links."""
    block = document.begin()
    while block.isValid():
        links = dict.fromkeys(
            each.format.anchorHref() for each in block.textFormats() if each.format.anchorHref()
        )
        if block.text().strip():
            # Qt's line break within a paragraph would end the line of an approved text.
            text = block.text().replace("\u2028", " ")
            parts = ("  ", f"“{text}”", *links)
            yield " ".join((*parts, f"indent {round(block.blockFormat().leftMargin())}"))
        block = block.next()


def _paints(widget: QWidget) -> bool:
    """Whether code of this project paints the widget."""
    if type(widget).paintEvent is PlainLabel.paintEvent:
        return False  # its text is among its states
    if isinstance(widget, QComboBox):
        return False  # its current item is listed as a text
    if isinstance(widget, QAbstractItemView):
        return type(widget.itemDelegate()).__module__.startswith("tanglescope.viewer.")
    kinds = (
        kind for kind in type(widget).__mro__ if kind.__module__.startswith("tanglescope.viewer.")
    )
    return any("paintEvent" in vars(kind) for kind in kinds)


def _shapes(widget: QWidget) -> Iterator[str]:
    canvas = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    written = QBuffer()
    written.open(QIODevice.OpenModeFlag.ReadWrite)
    picture = QSvgGenerator()
    picture.setOutputDevice(written)
    picture.setSize(canvas.size())
    canvas.render(picture, QPoint(), QRegion(), QWidget.RenderFlag(0))
    svg = ElementTree.fromstring(bytes(written.data().data()))
    found = [line for group in svg.iter(f"{_SVG}g") for line in _in_group(group)]
    yield from found[:_MOST]


def _in_group(group: ElementTree.Element) -> Iterator[str]:
    for shape in group:
        kind = shape.tag.removeprefix(_SVG)
        if kind == "text":
            text = _CUT.sub(r"\1…", shape.text or "")
            yield f"   text {shape.get('fill', '')} “{text}” {shape.get('font-weight', '')}"
        elif kind != "g":
            fill = shape.get("fill", group.get("fill", ""))
            yield f"   {kind} {fill} {group.get('stroke', '')}"
