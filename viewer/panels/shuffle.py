"""The shuffle test: whether an order is the same for every delivery."""

import json
import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent
from PySide6.QtWidgets import (
    QProgressBar,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.debug.shuffling.deliveries import delivery
from tanglescope.engine.debug.shuffling.edit_counts import distribution
from tanglescope.engine.debug.shuffling.shuffle import (
    SHUFFLES,
    DeliveryTrace,
    ShuffleAnswer,
    Trial,
    try_deliveries,
    usual_times,
)
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.named import known_orders, order_name
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.replay.transport import Transport
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.charts import Histogram
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.facts import FactPage, link
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.layout.boxes import make_column, make_row
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.workers.question_process import QuestionProcess

_NAMES = later("First delivery"), later("Second delivery")
_STEPS = later("{step:,} of {steps:,} messages")
_LONGEST = 40


class TwoDeliveries(Themed, QWidget):
    """The messages that have arrived after some steps, and their order, in two columns."""

    key_clicked = Signal(str)

    def __init__(self, labels: Labels, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("The two deliveries, step by step"))
        self._labels = labels
        self.theme = theme
        self._traces: tuple[DeliveryTrace, ...] = ()
        self.page = FactPage(tr("The two deliveries, step by step"), self)
        self.page.key_clicked.connect(self.key_clicked)
        self.transport = Transport(_STEPS, self, paced=False)
        self.transport.stepped.connect(self._render)
        labels.came.connect(self._render)
        make_column((self.page, 1), self.transport, on=self)
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
        """Write the columns in another theme."""
        super().set_theme(theme)
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
        parts = [f"<p><b>{escape(tr(_NAMES[number]))}</b></p>", self._text_line(tr("Arrivals"))]
        for place, key in enumerate(trace.arrivals):
            mark = "<b>{}</b>" if place == step - 1 else "{}"
            parts.append(self._row(place, mark, key if place < step else ""))
        parts.append(self._text_line(tr("The order afterwards")))
        parts += self._order(number, trace, step)
        return "".join(parts)

    def _order(self, number: int, trace: DeliveryTrace, step: int) -> Iterator[str]:
        if step >= len(trace.orders):
            yield self._text_line(tr("The linearizer fails here."))
            return
        others = [each.orders for place, each in enumerate(self._traces) if place != number]
        order = trace.orders[step]
        other = others[0][step] if others and step < len(others[0]) else order
        same_set = set(order) == set(other)
        for place, key in enumerate(order):
            differs = same_set and key != other[place]
            color = self.theme.colors["danger"]
            mark = f'<span style="color: {color}"><b>≠</b></span> {{}}' if differs else "{}"
            yield self._row(place, mark, key)

    def _row(self, place: int, mark: str, key: str) -> str:
        text = mark.format(self._link(key)) if key else "…"
        return f'<p style="margin: 2px 0 2px 12px">{place + 1}. {text}</p>'

    def _link(self, key: str) -> str:
        text = self._labels.get(key).spoken_text()
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        return link(key, shown, self.theme)

    def _text_line(self, text: str) -> str:
        color = self.theme.colors["muted"]
        return f'<p style="margin: 10px 0 2px 0; color: {color}">{escape(text)}</p>'


_MOST_TIMES = 10_000


class ShufflePanel(Panel):
    """Delivers the open conversation in many orders, in a process of its own."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._own: QuestionProcess | None = None
        self._tested = ""
        self._edits: list[int] = []
        self._case = ""
        self._make_controls()
        self.histogram = Histogram(tr("Deliveries by how many edits they took"), theme, self)
        labels = Labels(self)
        self.page = AnswerPage(tr("What the test found"), labels, theme, self)
        self.page.key_clicked.connect(self.key_clicked)
        self.two = TwoDeliveries(labels, theme, self)
        self.two.key_clicked.connect(self.key_clicked)
        self._lay_out()

    def refresh(self) -> None:
        """End the test if another conversation or order is open; a new message doesn't end it."""
        self.run.setEnabled(bool(self.session and self.address))
        if self.address != self._tested:
            self.stop_test()
            self._tested = self.address
            self._show_trials([])
            self.two.show_traces(())
            self.page.show_only(
                "",
                (
                    tr(
                        "A good order doesn't depend on the delivery. This test delivers the "
                        "conversation many times, in different sequences, and compares the results."
                    ),
                ),
            )
            if self.address:
                address = self.address
                self.ask(lambda library: _usual(library, address), self._suggest, "size")

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the test continue while another panel is open."""
        QWidget.hideEvent(self, event)

    def end(self) -> None:
        """End the test and its process."""
        self.stop_test()
        if self._own:
            self._own.end()
            self._own = None
        self._tested = ""

    def question_process(self) -> QuestionProcess:
        """A process of its own: minutes of work would block the shared one."""
        assert self.session
        if self._own is None:
            self._own = QuestionProcess(self.session.database, self)
            self._own.failed.connect(self._fail)
        return self._own

    def start_test(self) -> None:
        """Test the chosen order."""
        self._show_trials([])
        self._case = ""
        self.copy_case.hide()
        self.two.show_traces(())
        self.progress.setRange(0, self.times.value() + 1)
        self._show_delivered(0)
        self._show_running(on=True)
        wanted = {
            "by": self.by.chosen_value(),
            "delivery": self.delivery.currentData(),
            "times": self.times.value(),
            "seed": self.seed.value(),
        }
        self.compute(partial(try_deliveries, **wanted), self._show, on_progress=self._show_trial)

    def run_chosen(self) -> None:
        """Start a test if one can be started now."""
        if self.run.isEnabled() and not self.is_running():
            self.start_test()

    def stop_test(self) -> None:
        """Stop the test; its results so far stay."""
        if self.is_running():
            self.cancel()
            self._show_running(on=False)
            text = plural(
                "Stopped after {n:,} deliveries.", "Stopped after {n:,} delivery.", len(self._edits)
            )
            self.page.show_only("", (text,))

    def is_running(self) -> bool:
        """Whether a test is running."""
        return not self.cancel_test.isHidden()

    def command(self) -> str:
        """The command that does the same without a window."""
        address, _ = split_order(self.address)
        return shlex.join(
            (
                *("tanglescope", "shuffle", "--in", address, "--by", self.by.chosen_value()),
                *("--delivery", self.delivery.currentData(), "--times", str(self.times.value())),
                *("--seed", str(self.seed.value())),
            )
        )

    def _fail(self, sentence: str) -> None:
        self._show_running(on=False)
        self.page.show_only(tr("It can't be tested"), (sentence,))

    def _suggest(self, usual: tuple[str, int]) -> None:
        """Preselect the order of the conversation."""
        by, messages = usual
        self.by.choose(by)
        self.times.setValue(usual_times(messages))

    def _show_delivered(self, number: int) -> None:
        text = tr("{number:,} of {all:,} delivered", number=number, all=self.progress.maximum())
        self.page.show_only("", (text,))
        self.progress.setValue(number)

    def _show_trial(self, trial: Trial) -> None:
        self._show_delivered(trial.number + 1)
        if trial.edits is not None:
            self._edits.append(trial.edits)
            self._show_trials(self._edits)

    def _show_trials(self, edits: list[int]) -> None:
        self._edits = edits
        self.histogram.show_bins(distribution(edits))
        self.histogram.setVisible(bool(edits))

    def _show(self, answer: ShuffleAnswer) -> None:
        self._show_running(on=False)
        self._show_trials([trial.edits for trial in answer.trials if trial.edits is not None])
        self.page.show_only("" if answer.ok else tr("The test failed"), answer.lines)
        self.two.show_traces(answer.traces)
        self._case = "" if answer.case is None else json.dumps(answer.case)
        self.copy_case.setVisible(bool(self._case))

    def _show_running(self, *, on: bool) -> None:
        self.progress.setVisible(on)
        self.cancel_test.setVisible(on)
        self.run.setVisible(not on)

    def _make_controls(self) -> None:
        self._make_subject()
        self._make_deliveries()
        self._make_buttons()
        for part in (self.cancel_test, self.progress, self.copy_case):
            part.hide()

    def _make_subject(self) -> None:
        """Create the choice of what is tested."""
        self.by = ChoiceBox(self)
        set_tooltip(self.by, tr("An order, or a command, file.py:function or plug-in of your own"))
        self.by.let_type(tr("What is tested")).returnPressed.connect(self.run_chosen)
        self.by.offer(((name, order_name(name)) for name in known_orders()), "scuttlesort")

    def _make_deliveries(self) -> None:
        self.delivery = ChoiceBox(self, tr("How the messages arrive"))
        self.delivery.offer(
            ((name, words.capitalize(delivery(name))) for name in SHUFFLES), "shuffled"
        )
        name, before = tr("How many deliveries"), tr("deliveries: ")
        self.times = number_field(name, 1, _MOST_TIMES, self, before=before)
        self.times.setValue(usual_times(0))
        name, before = tr("Seed of the first delivery"), tr("seed ")
        self.seed = number_field(name, 0, 999_999, self, before=before)

    def _make_buttons(self) -> None:
        """Create the buttons, and the progress between them."""
        self.run = make_button(tr("Run"), self, self.start_test, what=tr("Run the shuffle test"))
        what = tr("Cancel the shuffle test")
        self.cancel_test = make_button(tr("Cancel"), self, self.stop_test, what=what)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName(tr("Deliveries made"))
        self.progress.setTextVisible(False)
        clipboard = QGuiApplication.clipboard()
        what = tr("Copy the command that does the same")
        self.copy_command = make_button(
            tr("Copy the command"), self, lambda: clipboard.setText(self.command()), what=what
        )
        what = tr("Copy the case as a graph file")
        self.copy_case = make_button(
            tr("Copy the case"), self, lambda: clipboard.setText(self._case), what=what
        )

    def _lay_out(self) -> None:
        top = FlowLayout()
        top.add_stretching(self.by)
        top.add(self.delivery, self.times, self.seed)
        top.add_space()
        top.add(self.run, self.cancel_test)
        below = make_row(1, self.copy_case, self.copy_command)
        make_column(
            top,
            self.progress,
            self.histogram,
            (self.page, 1),
            (self.two, 2),
            below,
            on=self,
            margins=(12, 10, 12, 10),
            spacing=8,
        )


def _usual(library: Library, address: str) -> tuple[str, int]:
    """The order of a conversation, and its number of messages."""
    conversation = library.conversation(address)
    return conversation.order, len(conversation.in_order())
