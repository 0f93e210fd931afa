"""Animation: whether rows glide and scrolling is smooth, in the whole program."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import (
    QCoreApplication,
    QEasingCurve,
    QObject,
    Qt,
    QTimer,
    QVariantAnimation,
)

_STILL = "without_motion"
_ROW_MILLISECONDS = 220


def set_motion(*, on: bool) -> None:
    """Turn animation on or off."""
    application = QCoreApplication.instance()
    assert application is not None
    application.setProperty(_STILL, not on)


def has_motion() -> bool:
    """Whether animation is on."""
    application = QCoreApplication.instance()
    return application is None or not application.property(_STILL)


class RowGlide(QObject):
    """Lets rows glide from where they were to where they are."""

    def __init__(self, paint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._paint = paint
        self._offsets: dict[str, float] = {}
        self._share = 0.0
        self._animation = QVariantAnimation(self, startValue=1.0, endValue=0.0)
        self._animation.setDuration(_ROW_MILLISECONDS)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._show)

    @property
    def is_running(self) -> bool:
        """Whether rows are on their way."""
        return self._share > 0

    def begin(self, before: Mapping[str, float], now: Mapping[str, float]) -> None:
        """Begin at the y coordinates of before; rows without one are where they belong."""
        self.stop()
        if not has_motion():
            return
        moved = {key: before[key] - y for key, y in now.items() if key in before}
        self._offsets = {key: offset for key, offset in moved.items() if offset}
        if self._offsets:
            self._share = 1.0
            self._animation.start()

    def stop(self) -> None:
        """Show all rows where they belong."""
        self._animation.stop()
        self._offsets, self._share = {}, 0.0

    def glides(self, key: str) -> bool:
        """Whether a row is one of those that moved last."""
        return key in self._offsets

    def offset(self, key: str) -> float:
        """How far below its place a row is shown, in pixels."""
        return self._offsets.get(key, 0.0) * self._share

    def _show(self, share: float) -> None:
        self._share = share
        self._paint()


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
