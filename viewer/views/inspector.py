"""The inspector: all that is known of the current message, beside the timeline."""

from html import escape
from typing import Any

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.library import Inspection
from viewer import inspection_words as told
from viewer import words
from viewer.inspection_words import Fact, Section
from viewer.theme import Theme


class Inspector(QFrame):
    """One message at a time; links lead to those that it is joined to."""

    key_clicked = Signal(str)
    """A message that this one is joined to was clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self._theme = theme
        self._shown: Inspection | None = None
        title = QLabel("Inspector", self)
        title.setObjectName("inspector_title")
        self.page = _Page(self)
        self.page.anchorClicked.connect(lambda url: self.key_clicked.emit(url.path()))
        self.copy = QPushButton("Copy as signed", self)
        self.copy.setObjectName("secondary")
        self.copy.setAccessibleName("Copy the message as it was signed")
        self.copy.clicked.connect(self._copy)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 12, 12)
        column.addWidget(title)
        column.addWidget(self.page, 1)
        column.addLayout(line)
        self.setMinimumWidth(260)
        self.show_inspection(None)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Tell of a message, or of none."""
        self._shown = inspection
        self.copy.setEnabled(inspection is not None and inspection.value is not None)
        self.page.setHtml(_html(inspection, self._theme))

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._theme = theme
        self.show_inspection(self._shown)

    def _copy(self) -> None:
        if self._shown and self._shown.value:
            QGuiApplication.clipboard().setText(self._shown.value)


class _Page(QTextBrowser):
    """Text that opens nothing by itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("All about the current message")

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """Nothing is ever fetched."""
        return None


def _html(inspection: Inspection | None, theme: Theme) -> str:
    if inspection is None:
        return f'<p style="color: {theme.colors["muted"]}">Choose a message to look into it.</p>'
    word, sentence = told.verdict(inspection)
    color = theme.colors["text" if word == "Valid" else "warning"]
    parts = [
        f'<p style="margin-bottom: 0"><b style="color: {color}">{escape(word)}</b></p>'
        f'<p style="margin-top: 2px; color: {theme.colors["muted"]}">{escape(sentence)}</p>'
    ]
    parts += [_section(section, theme) for section in told.sections(inspection)]
    if inspection.value is not None:
        parts.append(_title("As it was signed", theme))
        text = escape(words.visible(inspection.value))
        parts.append(f'<pre style="white-space: pre-wrap; font-size: small">{text}</pre>')
    return "".join(parts)


def _section(section: Section, theme: Theme) -> str:
    return _title(section.title, theme) + "".join(_fact(fact, theme) for fact in section.facts)


def _title(title: str, theme: Theme) -> str:
    color = theme.colors["text"]
    return f'<p style="margin: 14px 0 2px 0; color: {color}"><b>{escape(title)}</b></p>'


def _fact(fact: Fact, theme: Theme) -> str:
    label = f"{escape(fact.label)} " if fact.label else ""
    text = escape(fact.text)
    if fact.key:
        address = QUrl()
        address.setPath(fact.key)
        href = escape(address.toString(QUrl.ComponentFormattingOption.FullyEncoded), quote=True)
        color = theme.colors["accent"]
        text = f'<a href="{href}" style="color: {color}; text-decoration: none">{text}</a>'
    muted = theme.colors["muted"]
    return f'<p style="margin: 2px 0"><span style="color: {muted}">{label}</span>{text}</p>'
