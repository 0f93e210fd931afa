"""The two deliveries of a counterexample side by side, one message after the other."""

from collections.abc import Iterator, Sequence
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tanglescope.engine.debug.shuffling.shuffle_words import DeliveryTrace
from tanglescope.engine.wording import later, tr
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.replay.transport import Transport
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.facts import FactPage, link

_NAMES = later("First delivery"), later("Second delivery")
_STEPS = later("{step:,} of {steps:,} messages")
_LONGEST = 40


class TwoDeliveries(QWidget):
    """The messages that have arrived after some steps, and their order, in two columns."""

    key_clicked = Signal(str)

    def __init__(self, labels: Labels, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("The two deliveries, step by step"))
        self._labels = labels
        self._theme = theme
        self._traces: tuple[DeliveryTrace, ...] = ()
        self.page = FactPage(tr("The two deliveries, step by step"), self)
        self.page.key_clicked.connect(self.key_clicked)
        self.transport = Transport(_STEPS, self, paced=False)
        self.transport.stepped.connect(self._render)
        labels.came.connect(self._render)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page, 1)
        column.addWidget(self.transport)
        self.hide()

    def show_traces(self, traces: Sequence[DeliveryTrace]) -> None:
        """Show two deliveries, beginning at the end, where they differ; or nothing."""
        self._traces = tuple(traces)
        self.transport.stop()
        steps = max((len(trace.arrivals) for trace in traces), default=0)
        self.transport.show_steps(steps, steps)
        self.setVisible(bool(traces))
        self._render()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self._render()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with the keys of the player."""
        if not self.transport.obey(event):
            super().keyPressEvent(event)

    def _render(self, _step: int = 0) -> None:
        self._labels.want(key for trace in self._traces for key in trace.arrivals)
        columns = "".join(
            f'<td width="50%">{self._column(n)}</td>' for n in range(len(self._traces))
        )
        self.page.setHtml(f'<table width="100%" cellspacing="8"><tr>{columns}</tr></table>')

    def _column(self, number: int) -> str:
        step, trace = self.transport.step, self._traces[number]
        parts = [f"<p><b>{escape(tr(_NAMES[number]))}</b></p>", self._said(tr("Arrivals"))]
        for place, key in enumerate(trace.arrivals):
            mark = "<b>{}</b>" if place == step - 1 else "{}"
            parts.append(self._row(place, mark, key if place < step else ""))
        parts.append(self._said(tr("The order afterwards")))
        parts += self._order(number, trace, step)
        return "".join(parts)

    def _order(self, number: int, trace: DeliveryTrace, step: int) -> Iterator[str]:
        if step >= len(trace.orders):
            yield self._said(tr("The linearizer fails here."))
            return
        others = [each.orders for place, each in enumerate(self._traces) if place != number]
        order = trace.orders[step]
        other = others[0][step] if others and step < len(others[0]) else order
        same_set = set(order) == set(other)
        for place, key in enumerate(order):
            differs = same_set and key != other[place]
            color = self._theme.colors["danger"]
            mark = f'<span style="color: {color}"><b>≠</b></span> {{}}' if differs else "{}"
            yield self._row(place, mark, key)

    def _row(self, place: int, mark: str, key: str) -> str:
        text = mark.format(self._link(key)) if key else "…"
        return f'<p style="margin: 2px 0 2px 12px">{place + 1}. {text}</p>'

    def _link(self, key: str) -> str:
        text = self._labels.get(key).spoken()
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        return link(key, shown, self._theme)

    def _said(self, text: str) -> str:
        color = self._theme.colors["muted"]
        return f'<p style="margin: 10px 0 2px 0; color: {color}">{escape(text)}</p>'
