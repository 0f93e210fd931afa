"""The scrubber: a slider through moments, with buttons for single steps."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QSlider,
    QWidget,
)

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row


class Scrubber(NamedFrame):
    """A slider over moments 0 to `last`, and a line about the current one."""

    moved = Signal(int)
    """Emitted with the moment to show."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(what, parent, style="scrubber")
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(what)
        self.slider.setRange(0, 0)
        self.slider.valueChanged.connect(self.moved)
        self._status = Note(self, style="hint")
        self._status.setAccessibleDescription(tr("{what}: what happened", what=what))
        self.back = self._button("back", tr("One step back"), -1)
        self.forward = self._button("forward", tr("One step forward"), 1)
        self.end = self._button("last", tr("To the latest"), 0)
        bar = QWidget(self)
        bar.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # time runs to the right
        make_row(self.back, (self.slider, 1), self.forward, self.end, on=bar, spacing=4)
        make_column(bar, self._status, on=self, margins=(14, 6, 14, 8), spacing=2)

    def value(self) -> int:
        """The moment that is shown."""
        return self.slider.value()

    def is_at_end(self) -> bool:
        """Whether the last moment is shown."""
        return self.slider.value() == self.slider.maximum()

    def set_range(self, last: int, value: int) -> None:
        """Set the range to 0 to `last`, and show a moment, without a signal."""
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, last)
            self.slider.setValue(value)

    def set_text(self, text: str) -> None:
        """Set the text about the current moment."""
        self._status.setText(text)

    def text(self) -> str:
        """The text about the current moment."""
        return self._status.text()

    def _button(self, icon: str, what: str, steps: int) -> IconButton:
        button = IconButton(icon, what, lambda: self._step(steps), parent=self)
        button.setAutoRepeat(bool(steps))
        return button

    def _step(self, steps: int) -> None:
        to = self.slider.value() + steps if steps else self.slider.maximum()
        self.slider.setValue(to)
