"""The import dialog: archives, stages and progress, bad records, and the result."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont
from PySide6.QtWidgets import (
    QFormLayout,
    QHeaderView,
    QProgressBar,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import IMPORT_STAGES, Engine, ImportReport, Progress, spark_missing
from tanglescope.engine.message.verdict import reason, refusal
from tanglescope.engine.words.rows import TableLine
from tanglescope.viewer.dialogs.archive_list import ArchiveList
from tanglescope.viewer.dialogs.boxes import Dialog, size_in_letters
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.lines import LinesModel
from tanglescope.viewer.style_sheet import style_again
from tanglescope.viewer.theme import Measured
from tanglescope.viewer.views.activity import progress_text, short_name
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.keyboard import tab_by_layout
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_row
from tanglescope.viewer.views.list_keys import LongTable

_ADDING = ("loading",)
_BUILDING = ("linking", "ordering", "publishing")
"""Stages of which an import has the former if it adds to a database, the latter if it makes one."""


class ImportStages(QWidget):
    """The names of stages; the current one is highlighted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: dict[str, PlainLabel] = {}
        self._arrows: dict[str, PlainLabel] = {}
        line = make_row(on=self, spacing=8)
        for name, text in IMPORT_STAGES.items():
            if self._labels:
                self._arrows[name] = PlainLabel("›", self, style="hint")
                line.addWidget(self._arrows[name])
            self._labels[name] = PlainLabel(tr(text), self)
            line.addWidget(self._labels[name])
        line.addStretch(1)
        self.show_stage("")

    def show_stage(self, stage: str) -> None:
        """Highlight a stage; `""` is none."""
        names = list(IMPORT_STAGES)
        now = names.index(stage) if stage in IMPORT_STAGES else -1
        for name in (*_ADDING, *_BUILDING):
            has = (name in _ADDING) == (stage in _ADDING)
            self._labels[name].setVisible(has)
            self._arrows[name].setVisible(has)
        for number, (name, label) in enumerate(self._labels.items()):
            done = number < now
            label.setText(f"✓ {tr(IMPORT_STAGES[name])}" if done else tr(IMPORT_STAGES[name]))
            label.setObjectName("stage_now" if number == now else "hint")
            font = QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold if number == now else QFont.Weight.Normal)
            label.setFont(font)
            label.style().unpolish(label)
            label.style().polish(label)
        self.setAccessibleName(
            tr("Stages of the import: {stage}", stage=tr(IMPORT_STAGES[stage]))
            if stage in IMPORT_STAGES
            else tr("Stages of the import")
        )


_HINT = later(
    "Archives are files such as log.offset, log.bipf and JSON exports, compressed or not."
)
_WHOLE = 1000
_ENGINES = {
    Engine.AUTO: later("Automatic"),
    Engine.DIRECT: later("Direct"),
    Engine.SPARK: later("Spark"),
}
_EXPLAINED = {
    Engine.AUTO: later("Direct, unless the messages don't fit into memory and Spark is installed."),
    Engine.DIRECT: later("Processes of this program read the archives; nothing else is needed."),
    Engine.SPARK: later("Apache Spark reads the archives, for more messages than fit into memory."),
}
_LINES = 6
"""The height of the list of archives."""
_SHARE = 5
"""The largest part of a low dialog that the list takes: one in so many."""
_PADDING = 8
"""Pixels beside the text of a table, as in the style sheet."""


class ImportDialog(Measured, Dialog):
    """Archives to import, and the progress of the import, which continues when this is closed."""

    start_wanted = Signal(list, object)
    """Emitted with the archives to import and the engine."""
    cancel_wanted = Signal()
    quarantine_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Import archives"), parent, "import")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        self._rules: dict[str, int] | None = None
        self._make_widgets()
        self._put_together()
        tab_by_layout(self)
        self._running(on=False)
        self.show_imported([], {})
        self.setMinimumSize(360, 300)
        self.setAcceptDrops(True)
        self._measure()

    def _measure(self) -> None:
        size_in_letters(self, 100, 34)
        lines = _LINES * self.fontMetrics().lineSpacing()
        least = self.chosen.minimumSizeHint().height()
        self.chosen.setFixedHeight(max(least, min(lines, self.height() // _SHARE)))

    def archives(self) -> list[Path]:
        """The archives in the list."""
        return self.chosen.archives()

    def add(self, archives: list[Path]) -> None:
        """Add archives to the list, each once."""
        self.chosen.add(archives)

    def _focus_start(self) -> None:
        if self.start.isEnabled():
            self.start.setFocus()  # so that Return imports

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files, unless an import is running."""
        self.chosen.dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the dropped files to the list."""
        self.chosen.dropEvent(event)

    def show_imported(self, archives: list[Path], rules: dict[str, int]) -> None:
        """Begin a new import: show what was imported before. Nothing changes while one runs."""
        if self.bar.isVisibleTo(self):
            return
        self._explain()
        (self.start if self.start.isEnabled() else self.chosen.add_button).setFocus()
        names = ", ".join(short_name(str(path)) for path in archives)
        self._say(
            tr("Read before: {names}.", names=words.clean(names, 400)) if names else tr(_HINT)
        )
        self._show_bad(rules, are_kept=True)

    def show_start(self) -> None:
        """Show that the import has begun."""
        self._say("")
        self.bar.setRange(0, 0)
        self._show_bad({}, are_kept=False)
        self._running(on=True)
        self.close_button.setFocus()  # Qt has moved it to Cancel

    def show_engine(self, engine: str, why: str) -> None:
        """Show which engine imports, and why if the user didn't choose it."""
        name = tr(_ENGINES[Engine(engine)])
        self.note.setText(
            tr("Engine: {engine}. {why}", engine=name, why=why)
            if why
            else tr("Engine: {engine}, as chosen.", engine=name)
        )

    def progress(self, progress: Progress) -> None:
        """Show the progress."""
        self.stages.setVisible(progress.stage in IMPORT_STAGES)
        self.stages.show_stage(progress.stage)
        knows = progress.total_bytes and progress.stage != "starting"
        self.bar.setRange(0, _WHOLE if knows else 0)
        if knows:
            self.bar.setValue(min(_WHOLE, _WHOLE * progress.done_bytes // progress.total_bytes))
        self.detail.setText(progress_text(progress))
        self._show_bad(progress.rules, are_kept=False)

    def show_end(self, report: ImportReport | None, error: str = "") -> None:
        """Show the result: a report, even if the import was cancelled, or an error."""
        self._running(on=False)
        self.stages.show_stage("")
        self.detail.setText("")
        self._say(error if report is None else _report_text(report), is_bad=report is None)
        if report is not None and not report.cancelled:
            self._show_bad(report.rules, are_kept=True)
            self.clear()
        if self.focusWidget() in (self.chosen.list, self.close_button):  # not where it was moved
            (self.start if self.start.isEnabled() else self.close_button).setFocus()

    def clear(self) -> None:
        """Empty the list of archives."""
        self.chosen.clear()

    def cancelling(self) -> None:
        """Show that the import was asked to stop."""
        self.cancel.setEnabled(False)
        self.detail.setText(tr("Stopping…"))

    def _say(self, text: str, *, is_bad: bool = False) -> None:
        self.outcome.setText(text)
        self.outcome.setVisible(bool(text))
        self.outcome.setObjectName("error" if is_bad else "")
        style_again(self.outcome)

    def _show_bad(self, rules: dict[str, int], *, are_kept: bool) -> None:
        total = sum(rules.values())
        self.show_bad.setVisible(total > 0 and not self.bar.isVisibleTo(self))
        self.bad_title.setText(_bad_records(total, are_kept))
        self.bad_title.setVisible(total > 0)
        self.bad.setVisible(total > 0)
        if rules == self._rules:
            return
        self._rules = rules
        rows = sorted(rules.items(), key=lambda each: (-each[1], each[0]))
        whys = [(reason(refusal(rule)), count) for rule, count in rows]
        self._bad_lines.show_lines([TableLine(why, (why, count), why) for why, count in whys])

    def _explain(self) -> None:
        """Say what the chosen engine does, or what it lacks."""
        engine = Engine(self.engine.currentData())
        missing = spark_missing() if engine is Engine.SPARK else ""
        self.note.setText(missing or tr(_EXPLAINED[engine]))

    def _running(self, *, on: bool) -> None:
        for shown in (self.bar, self.detail, self.cancel):
            shown.setVisible(on)
        self.stages.setVisible(False)
        self.chosen.lock(on=on)
        self.engine.setEnabled(not on)
        self.cancel.setEnabled(on)
        self.start.setVisible(not on)
        self.close_button.setText(tr("Continue in background") if on else tr("Close"))
        self._look()

    def _look(self) -> None:
        self.start.setEnabled(bool(self.chosen.archives()))

    def _make_widgets(self) -> None:
        self.chosen = ArchiveList(tr("Archives to import"), self)
        self.engine = ChoiceBox(self)
        self.engine.name_all(tr("Engine of the import"))
        for engine, text in _ENGINES.items():
            self.engine.addItem(tr(text), engine)
        self.engine.currentIndexChanged.connect(self._explain)
        self.stages = ImportStages(self)
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("Progress of the import"))
        self.bar.setTextVisible(False)
        self.detail = _label(tr("Progress of the import"), self, "hint")
        self.note = _label(tr("The engine that imports"), self, "hint")
        self.outcome = _label(tr("Result"), self)
        self.bad_title = _label(tr("Bad records"), self)
        self.bad = self._table()
        for part in (self.stages, self.bar, self.bad):  # which come and go, and move nothing
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)
        self.show_bad = make_button(tr("Show bad records"), self, self.quarantine_wanted.emit)
        self.start = make_button(
            *(tr("Import"), self),
            lambda: self.start_wanted.emit(self.archives(), Engine(self.engine.currentData())),
            style="primary",
        )
        self.start.setDefault(True)
        self.cancel = make_button(tr("Cancel"), self, self.cancel_wanted.emit)
        self.close_button = make_button(tr("Close"), self, self.close)
        self.chosen.changed.connect(self._look)
        self.chosen.added.connect(self._focus_start)

    def _table(self) -> LongTable:
        self._bad_lines = LinesModel((tr("What is wrong"), tr("Records")), self)
        table = LongTable(tr("Bad records by rule"), self._bad_lines, self)
        table.setSelectionMode(LongTable.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setItemDelegate(_WrappedText(table))
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header = table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        return table

    def _put_together(self) -> None:
        form = QFormLayout()
        form.addRow(tr("Engine"), self.engine)
        buttons = make_row(self.show_bad, 1, self.start, self.cancel, self.close_button, spacing=8)
        texts = (self.note, self.detail, self.outcome, self.bad_title)
        parts = (self.chosen, form, *texts, (self.bad, 1), self.stages, self.bar, buttons)
        self.lay_out(*parts)


class _WrappedText(QStyledItemDelegate):
    """Measures wrapped text within the padding of the style sheet, which Qt leaves out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The size with the lines that the text has inside the padding."""
        option.rect = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
        return super().sizeHint(option, index)


def _label(what: str, parent: QWidget, style: str = "") -> PlainLabel:
    label = PlainLabel(parent, style=style, about=what, wraps=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _bad_records(count: int, are_kept: bool) -> str:
    """The number of bad records; they are in the quarantine only when the import has ended."""
    if are_kept:
        return plural(
            "{n:,} bad records, kept in File > Bad records",
            "{n:,} bad record, kept in File > Bad records",
            count,
        )
    return plural("{n:,} bad records so far", "{n:,} bad record so far", count)


def _report_text(report: ImportReport) -> str:
    if report.cancelled:
        lines = [tr("Cancelled. What was checked is kept; the same import continues from there.")]
        if report.added:
            lines.append(
                plural(
                    "{n:,} messages were added and can be read already.",
                    "{n:,} message was added and can be read already.",
                    report.added,
                )
            )
    else:
        lines = [
            plural(
                "{n:,} messages added, {messages:,} in all.",
                "{n:,} message added, {messages:,} in all.",
                report.added,
                messages=report.messages,
            )
        ]
    return "\n".join([*lines, *report.work, words.list_sentences(report.failed)]).rstrip()
