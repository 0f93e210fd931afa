"""The export dialog: which part, in which format."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine.export.conversations import PICTURES, ExportSelection
from tanglescope.engine.wording import later, tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import PlainLabel


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A format: its name for `export --format`, its suffix, and what it is for.

    One without a suffix is a folder.
    """

    name: str
    title: str
    suffix: str
    hint: str


FORMS = (
    ExportForm(
        "svg",
        later("SVG, a picture of the diagram"),
        "svg",
        later("A picture that stays sharp at any size."),
    ),
    ExportForm(
        "png",
        later("PNG, a picture of the diagram"),
        "png",
        later("A picture that every program opens."),
    ),
    ExportForm(
        "mermaid",
        "Mermaid",
        "mmd",
        later("A flowchart as text, as in the tangles specification."),
    ),
    ExportForm(
        "dot", "Graphviz DOT", "dot", later("A graph as text, for dot and similar programs.")
    ),
    ExportForm(
        "markdown",
        later("Markdown, notes"),
        "",
        later("A folder of notes with pictures, for Obsidian and other editors."),
    ),
    ExportForm("epub", later("EPUB, a book"), "epub", later("A book for e-book readers.")),
    ExportForm("json", "JSON", "json", later("The messages in their order, for programs.")),
    ExportForm(
        "ndjson",
        later("NDJSON, an archive"),
        "ndjson",
        later("The messages as they were read. They can be opened again."),
    ),
)


@dataclass(frozen=True, slots=True)
class Scope:
    """A part of a thread that can be exported."""

    title: str
    wanted: ExportSelection


class ExportDialog(QDialog):
    """Asks for a part, a format and a file."""

    chosen = Signal(ExportSelection, str, Path)

    def __init__(self, scopes: Sequence[Scope], title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export"))
        self.setAccessibleName(tr("Export"))
        self._scopes, self._title = scopes, title
        self.scope = _choice(tr("Part"), [scope.title for scope in scopes], self)
        self.form = _choice(tr("Format"), [tr(form.title) for form in FORMS], self)
        self.status = PlainLabel(tr(FORMS[0].hint), self)
        self.status.setObjectName("hint")
        self.backlinks = QCheckBox(tr("As the &specifications draw it"), self)
        set_tooltip(
            self.backlinks,
            tr(
                "From right to left: each message points to those that it comes after. A private "
                "group shows all its tangles."
            ),
        )
        self.form.currentIndexChanged.connect(self._describe)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.setAccessibleName(tr("Export or cancel"))
        go = buttons.addButton(tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        go.setDefault(True)
        buttons.accepted.connect(self._ask_where)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(tr("&Part"), self.scope)
        form.addRow(tr("&Format"), self.form)
        form.addRow("", self.status)
        form.addRow("", self.backlinks)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        column.addLayout(form)
        column.addWidget(buttons)

    def choose_form(self, name: str) -> None:
        """Preselect a format."""
        self.form.setCurrentIndex([form.name for form in FORMS].index(name))

    def _describe(self, number: int) -> None:
        self.status.setText(tr(FORMS[number].hint))
        self.backlinks.setVisible(FORMS[number].name in PICTURES)

    def _ask_where(self) -> None:
        form = FORMS[self.form.currentIndex()]
        if form.suffix:
            usual = f"{file_dialogs.plain_file_name(self._title)}.{form.suffix}"
            kind = f"{tr(form.title)} (*.{form.suffix})"
            file = file_dialogs.where_to_write(self, tr("Export"), usual, kind)
        else:
            file = file_dialogs.for_notes(self)
        if file is not None:
            wanted = self._scopes[self.scope.currentIndex()].wanted
            backlinks = self.backlinks.isChecked() and form.name in PICTURES
            self.chosen.emit(replace(wanted, backlinks=backlinks), form.name, file)
            self.accept()


def _choice(name: str, texts: Sequence[str], parent: QWidget) -> QComboBox:
    box = ChoiceBox(parent)
    box.setAccessibleName(name)
    box.view().setAccessibleName(name)
    box.addItems(list(texts))
    return box
