"""The transport controls of a player: start, step back, play, step forward, end."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_row
from tanglescope.viewer.views.layout.flow_layout import FlowLayout

SPEEDS = (1, 4, 20, 100, 1000)
"""Steps per second."""

GLIDING = 4
"""The highest speed, in steps per second, at which rows glide."""

_SLIDER = 120
"""The minimum width of the slider in pixels."""

_LOW = 720
"""The minimum height of a window for a second line of controls."""

_TICK = 40  # milliseconds between frames; faster playback makes several steps per frame


class Transport(NamedFrame):
    """Buttons to play and step; holds the current step."""

    stepped = Signal(int)
    """Emitted when the step has changed."""

    def __init__(self, text: str, parent: QWidget, *, paced: bool = True) -> None:
        """Create the controls; without `paced` the speed is fixed at one step per second."""
        super().__init__(tr("Player"), parent)
        self._step_text = text
        self._step = self._steps = 0
        buttons = QWidget(self)
        line = make_row(on=buttons, spacing=2)
        self.first = self._button(line, "first", tr("To the beginning"), lambda: self.go(0))
        self.back = self._button(
            line, "back", tr("A step back (,)"), lambda: self.go(self._step - 1)
        )
        self.play = self._button(line, "play", tr("Play (Space)"), self.toggle)
        self.forward = self._button(
            line, "forward", tr("A step forward (.)"), lambda: self.go(self._step + 1)
        )
        self.last = self._button(line, "last", tr("To the end"), lambda: self.go(self._steps))
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Step"))
        self.slider.setMinimumWidth(_SLIDER)
        self.slider.valueChanged.connect(self.go)
        self._status = PlainLabel(self, style="hint")
        self._speed = ChoiceBox(self, tr("Speed"))
        self._speed.offer(((speed, tr("{speed:,}/s", speed=speed)) for speed in SPEEDS), SPEEDS[1])
        self._speed.currentIndexChanged.connect(self._set_pace)
        self._parts = FlowLayout((8, 0, 8, 0))
        self._parts.add(buttons)
        self._parts.add_stretching(self.slider)
        self._parts.add(self._status, self._speed)
        self.setLayout(self._parts)
        for part in (buttons, self.slider):  # time runs to the right, as the icons say
            part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._set_pace()
        if not paced:
            self._speed.hide()
            self.set_speed(1)
        self.show_steps(0, 0)

    @property
    def step(self) -> int:
        """The number of steps that have been played."""
        return self._step

    @property
    def at_end(self) -> bool:
        """Whether the end is reached."""
        return self._step == self._steps

    def glides(self) -> bool:
        """Whether the speed is low enough for rows to glide."""
        return not self.is_playing() or int(self._speed.currentData()) <= GLIDING

    def is_playing(self) -> bool:
        """Whether it is playing."""
        return self._timer.isActive()

    def show_steps(self, steps: int, step: int) -> None:
        """Set the number of steps and the current one, without a signal."""
        self._steps, self._step = steps, step
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, steps)
        self._show()

    def set_speed(self, speed: int) -> None:
        """Set the speed in steps per second, one of `SPEEDS`."""
        self._speed.setCurrentIndex(SPEEDS.index(speed))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the text in a narrow panel."""
        super().resizeEvent(event)
        self._show_step_if_it_fits()

    def _show_step_if_it_fits(self) -> None:
        """Hide the number of the step if there is no room for it."""
        wanted = self.sizeHint().width()
        if self._status.isHidden():
            wanted += self._status.sizeHint().width() + self._parts.spacing()
        has_room = self.width() >= wanted or self.window().height() >= _LOW
        self._status.setHidden(not has_room)

    def go(self, step: int) -> None:
        """Go to a step and stop there."""
        self.stop()
        self._be_at(step)

    def _be_at(self, step: int) -> None:
        step = max(0, min(step, self._steps))
        if step != self._step:
            self._step = step
            self._show()
            self.stepped.emit(step)

    def toggle(self) -> None:
        """Play, or stop; from the end, play from the beginning."""
        if self.is_playing():
            self.stop()
        elif self._steps:
            if self._step == self._steps:
                self._be_at(0)
            self._timer.start()
            self._show()

    def stop(self) -> None:
        """Stop playing."""
        self._timer.stop()
        self._show()

    def obey(self, event: QKeyEvent) -> bool:
        """Handle a key: Space plays, a comma steps back, a full stop steps forward."""
        acts: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Space: self.toggle,
            Qt.Key.Key_Comma: lambda: self.go(self._step - 1),
            Qt.Key.Key_Period: lambda: self.go(self._step + 1),
        }
        act = acts.get(Qt.Key(event.key()))
        if act:
            act()
        return act is not None

    def _tick(self) -> None:
        speed = int(self._speed.currentData())
        self._be_at(self._step + max(1, speed * self._timer.interval() // 1000))
        if self._step == self._steps:
            self.stop()

    def _set_pace(self) -> None:
        self._timer.setInterval(max(_TICK, 1000 // int(self._speed.currentData())))

    def _show(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._step)
        self._status.setText(tr(self._step_text, step=self._step, steps=self._steps))
        self._show_step_if_it_fits()
        self.play.draw("pause" if self.is_playing() else "play")
        self.first.setEnabled(self._step > 0)
        self.back.setEnabled(self._step > 0)
        self.forward.setEnabled(self._step < self._steps)
        self.last.setEnabled(self._step < self._steps)
        self.play.setEnabled(self._steps > 0)

    def _button(
        self, line: QHBoxLayout, drawing: str, what: str, act: Callable[[], object]
    ) -> IconButton:
        button = IconButton(drawing, what, parent=self)

        def click() -> None:
            act()
            if not button.hasFocus():
                # A click doesn't focus a button, and Space would go to the timeline. The slider
                # leaves the player's keys to the panel.
                self.slider.setFocus(Qt.FocusReason.MouseFocusReason)

        button.clicked.connect(click)
        line.addWidget(button)
        return button
