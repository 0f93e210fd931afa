"""The stages of an import on one line: done, current, remaining."""

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import IMPORT_STAGES
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_row

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
