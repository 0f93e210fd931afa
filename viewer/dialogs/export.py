"""The export dialog: which part, in which format."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QWidget,
)

from tanglescope.engine.export.conversations import PICTURES, ExportSelection
from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.boxes import Dialog
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


class ExportDialog(Dialog):
    """Asks for a part, a format and a file."""

    chosen = Signal(ExportSelection, str, Path)

    def __init__(self, scopes: Sequence[Scope], title: str, parent: QWidget) -> None:
        super().__init__(tr("Export"), parent)
        self._scopes, self._title = scopes, title
        self.scope = _choice(tr("Part"), [scope.title for scope in scopes], self)
        self.form = _choice(tr("Format"), [tr(form.title) for form in FORMS], self)
        self.status = PlainLabel(tr(FORMS[0].hint), self, style="hint")
        self.backlinks = QCheckBox(tr("As the &specifications draw it"), self)
        set_tooltip(
            self.backlinks,
            tr(
                "From right to left: each message points to those that it comes after. A private "
                "group shows all its tangles."
            ),
        )
        self.form.currentIndexChanged.connect(self._describe)
        buttons = self.make_buttons(QDialogButtonBox.StandardButton.Cancel, tr("Export or cancel"))
        go = buttons.addButton(tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        go.setDefault(True)
        form = QFormLayout()
        form.addRow(tr("&Part"), self.scope)
        form.addRow(tr("&Format"), self.form)
        form.addRow("", self.status)
        form.addRow("", self.backlinks)
        self.lay_out(form, buttons)

    def choose_form(self, name: str) -> None:
        """Preselect a format."""
        self.form.setCurrentIndex([form.name for form in FORMS].index(name))

    def _describe(self, number: int) -> None:
        self.status.setText(tr(FORMS[number].hint))
        self.backlinks.setVisible(FORMS[number].name in PICTURES)

    def accept(self) -> None:
        """Ask for the file, and emit what was chosen."""
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
            super().accept()


def _choice(name: str, texts: Sequence[str], parent: QWidget) -> QComboBox:
    box = ChoiceBox(parent)
    box.name_all(name)
    box.addItems(list(texts))
    return box
