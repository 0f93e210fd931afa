"""Animation: whether rows glide and scrolling is smooth, in the whole program."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer

_STILL = "without_motion"


def set_motion(*, on: bool) -> None:
    """Turn animation on or off."""
    application = QCoreApplication.instance()
    assert application is not None
    application.setProperty(_STILL, not on)


def has_motion() -> bool:
    """Whether animation is on."""
    application = QCoreApplication.instance()
    return application is None or not application.property(_STILL)


_FRAME_MILLISECONDS = 12
_SHARE = 0.35


class Glide(QObject):
    """Moves something by pixels, fast at first and slowly at the end."""

    def __init__(self, move: Callable[[int], None], parent: QObject) -> None:
        super().__init__(parent)
        self._move = move
        self._left = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._step)

    def push(self, pixels: int) -> None:
        """Move by more pixels."""
        if self._left * pixels < 0:
            self._left = 0
        self._left += pixels
        if not has_motion():
            self._left, pixels = 0, self._left
            self._move(pixels)
            return
        self._step()
        self._timer.start()

    def stop(self) -> None:
        """Stay here."""
        self._left = 0
        self._timer.stop()

    def _step(self) -> None:
        if not self._left:
            self._timer.stop()
            return
        step = round(self._left * _SHARE) or (1 if self._left > 0 else -1)
        self._left -= step
        self._move(step)
