"""The stages of an import on one line: done, current, remaining."""

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.wording import later, tr
from viewer.views.label import PlainLabel

STAGES = {
    "starting": later("Prepare"),
    "checking": later("Check"),
    "loading": later("Load"),
    "publishing": later("Finish"),
}
"""The names of the engine's stages, in their order."""


class ImportStages(QWidget):
    """The names of stages; the current one is highlighted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: dict[str, PlainLabel] = {}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for name, text in STAGES.items():
            if self._labels:
                arrow = PlainLabel("›", self)
                arrow.setObjectName("hint")
                line.addWidget(arrow)
            label = self._labels[name] = PlainLabel(tr(text), self)
            line.addWidget(label)
        line.addStretch(1)
        self.show_stage("")

    def show_stage(self, stage: str) -> None:
        """Highlight a stage; `""` is none."""
        names = list(STAGES)
        now = names.index(stage) if stage in STAGES else -1
        for number, (name, label) in enumerate(self._labels.items()):
            done = number < now
            label.setText(f"✓ {tr(STAGES[name])}" if done else tr(STAGES[name]))
            label.setObjectName("stage_now" if number == now else "hint")
            font = QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold if number == now else QFont.Weight.Normal)
            label.setFont(font)
            label.style().unpolish(label)
            label.style().polish(label)
        self.setAccessibleName(
            tr("Stages of the import: {stage}", stage=tr(STAGES[stage]))
            if stage in STAGES
            else tr("Stages of the import")
        )
