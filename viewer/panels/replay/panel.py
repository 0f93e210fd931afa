"""Replay: a conversation arrives again, and every edit of its order is shown."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.debug.explaining.words import moved_in_words
from tanglescope.engine.debug.open_graph import mark
from tanglescope.engine.debug.replaying.edit_history import Bars, EditHistory, Trace, bars
from tanglescope.engine.debug.replaying.rebases import Rebase, rebase_in_words
from tanglescope.engine.debug.replaying.replay import BY_HAND, Replay, ReplayProgress, replay_graph
from tanglescope.engine.debug.shuffling.deliveries import AS_RECEIVED, DELIVERIES, deliveries_of
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import Library, LibraryChange, TimelineSnapshot
from tanglescope.engine.linear.edit_script import edits_between
from tanglescope.engine.linear.edits import Insert, Remove
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.orders.named import order_name
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.replay.cost_chart import CostChart
from tanglescope.viewer.panels.replay.history_view import HistoryView
from tanglescope.viewer.panels.replay.playing import PlayingPanel, side_by_side
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.flow_layout import FlowLayout, together


class LiveHistory(QObject):
    """Records from the moment at which a conversation is opened."""

    grown = Signal()
    """Emitted when a step was added."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._session: Session | None = None
        self._address = ""
        self._revision = self._heard = 0
        self._is_reported = True
        self._order: Sequence[str] = ()
        self.history: EditHistory | None = None
        """The history; None until the conversation has been read."""

    def watch(self, session: Session | None, address: str) -> None:
        """Record a conversation of a session; if it is being recorded, continue."""
        if session is not self._session:
            self.leave()
            self._session = session
            if session:
                session.changed.connect(self._record)
        if address != self._address:
            self._address, self.history, self._heard = address, None, 0
            self._begin()

    def leave(self) -> None:
        """Stop recording."""
        if self._session:
            self._session.changed.disconnect(self._record)
        self._session, self._address, self.history = None, "", None

    def _begin(self) -> None:
        address = self._address
        if address and self._session:
            self._session.ask(
                "live history", lambda library: _take_snapshot(library, address), self._start
            )

    def _start(self, found: "_LiveSnapshot | None") -> None:
        if not found or found.snapshot.address != self._address:
            return
        self._is_reported = found.is_reported
        if found.is_reported and found.snapshot.revision < self._heard:
            self._begin()  # some changes since then have already been missed
        else:
            self._revision, self.history = found.snapshot.revision, found.history
            self._order = found.snapshot.keys
            self.grown.emit()

    def _look_again(self) -> None:
        """Record the changes since the last look, if edits aren't reported one by one."""
        address = self._address
        if self._session and self.history is not None:
            self._session.ask(
                "live history", lambda library: _take_snapshot(library, address), self._follow
            )

    def _follow(self, found: "_LiveSnapshot | None") -> None:
        if not found or found.snapshot.address != self._address or self.history is None:
            return
        before, self._order = self._order, found.snapshot.keys
        if not set(before) <= set(self._order):
            self._start(found)  # a message was removed, so the history begins again
        elif edits := edits_between(before, self._order):
            self.history.record(edits)
            self.grown.emit()

    def _record(self, change: LibraryChange) -> None:
        if not self._is_reported:
            self._look_again()
            return
        for timeline in change.timelines:
            if timeline.address != self._address:
                continue
            self._heard = timeline.revision
            if self.history is None:
                continue
            edits = [edit for edit in timeline.edits if not isinstance(edit, Remove)]
            if timeline.since == self._revision and len(edits) == len(timeline.edits):
                self._revision = timeline.revision if timeline.is_whole else self._revision
                self.history.record(edits)
                self.grown.emit()
            elif timeline.revision > self._revision:
                self.history = None
                self._begin()  # a change was missed, or a message went: begin again


@dataclass(frozen=True, slots=True)
class _LiveSnapshot:
    """The current state of a conversation, and whether its edits are reported as they happen."""

    snapshot: TimelineSnapshot
    history: EditHistory
    is_reported: bool


def _take_snapshot(library: Library, address: str) -> _LiveSnapshot:
    conversation = library.conversation(address)
    snapshot = conversation.snapshot()
    return _LiveSnapshot(snapshot, EditHistory(snapshot.keys), conversation.revision() is not None)


LIVE = "live"
"""The delivery that is happening now."""

_WAYS = {
    BY_HAND: later("Dragged by hand"),
    LIVE: later("Live, as it happens"),
}
_SEEDED = frozenset(DELIVERIES) - {AS_RECEIVED, "in_order", "feed_by_feed", "reverse"}


class ReplayPanel(PlayingPanel):
    """A history with its player: arrivals on the left, the order on the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        step, page = later("step {step:,} of {steps:,}"), tr("What this step did")
        super().__init__(step, page, theme, parent)
        self._history = EditHistory()
        self._rebases: Sequence[Rebase] = ()
        self._by_hand: list[str] = []
        self._trail: tuple[str, list[Trace]] | None = None
        self._titles: Mapping[str, str] = {}
        self._live = LiveHistory(self)
        self._live.grown.connect(self._show_live)
        self.chart = CostChart(theme, self)
        self.chart.scrubbed.connect(self.transport.go)
        self._make_lists()
        self._make_controls()

    def refresh(self) -> None:
        """Record the open conversation unless it was recorded already."""
        self._live.watch(self.session, self.address)
        self.arrivals.set_key(self.key)
        self.order.set_key(self.key)
        if self.session is None or not self.address:
            self._show_nothing()
        else:
            self._record()

    def _show_nothing(self) -> None:
        """Show a hint while no conversation is open."""
        self.cancel()
        self.stop.hide()
        self._rebases = ()
        self._show_history(EditHistory(), Bars(0, 0, 0, ()), None)
        self._ordered.setText(tr("Order"))
        self._status.setText(tr("Open a conversation to replay how it could arrive."))

    def show_key(self) -> None:
        """Find the moves of the current message."""
        self.arrivals.set_key(self.key)
        self.order.set_key(self.key)
        self._ask_trail()

    def leave_thread(self) -> None:
        """Forget the delivery by hand: its messages belong to that thread."""
        self._by_hand = []

    def end(self) -> None:
        """Stop recording."""
        self.transport.stop()
        self._live.leave()
        self._rebases = ()
        self._show_history(EditHistory(), Bars(0, 0, 0, ()), None)

    # Recording

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message that arrived at a bar of the chart, or at the current step."""
        step = self.transport.step
        if point is not None:
            if not self.chart.rect().contains(at := self.chart.mapFrom(self, point)):
                return None
            step = self.chart.step_at(at.x())
        came = self._history.arrivals(step - 1) if 0 < step <= len(self._history) else []
        return MessageSubject(came[0]) if came else None

    def _record(self) -> None:
        way = self.delivery.currentData()
        self.seed.setEnabled(way in _SEEDED)
        if way == LIVE:
            self.cancel()
            self._show_live()
            return
        self._status.setText(tr("Reading the conversation…"))
        self.stop.show()
        names = tuple(self._by_hand) if way == BY_HAND else ()
        question = partial(replay_graph, delivery=way, seed=self.seed.value(), names=names)
        self.compute(question, self._show_replay, on_progress=self._show_progress)

    def _record_anew(self) -> None:
        """Cancel the recording and begin again."""
        self.cancel()
        self._record()

    def _show_progress(self, progress: ReplayProgress) -> None:
        self._status.setText(
            tr("Recording: {done:,} of {of:,}", done=progress.done, of=progress.of)
        )

    def _show_replay(self, replay: Replay) -> None:
        if not self._offer(replay.ways):
            self._record_anew()
            return
        self.stop.hide()
        steps = plural("{n:,} steps", "{n:,} step", replay.bars.steps)
        edits = plural("{n:,} edits", "{n:,} edit", replay.bars.edits)
        text = f"{steps}, {edits}"
        self._status.setText(replay.why_not or text)
        self._rebases = replay.rebases
        self._ordered.setText(tr("Order: {by}", by=order_name(replay.by)))
        self._show_history(replay.history, replay.bars, replay.report)

    def _offer(self, ways: Mapping[str, str]) -> bool:
        """Offer the deliveries of the conversation; whether the chosen one is among them."""
        titles = {name: words.capitalize(title) for name, title in ways.items()}
        titles |= {name: tr(title) for name, title in _WAYS.items()}
        chosen = self.delivery.currentData()
        if titles != self._titles:
            self._titles = titles
            self.delivery.offer(titles.items(), chosen)
        return chosen in titles or chosen == AS_RECEIVED

    def _show_live(self) -> None:
        if self.delivery.currentData() != LIVE or (history := self._live.history) is None:
            return
        self.stop.hide()
        self._status.setText(
            plural("{n:,} changes since you looked", "{n:,} change since you looked", len(history))
        )
        self._show_history(history, bars(history.ends), None)

    def _show_history(self, history: EditHistory, drawn: Bars, report: float | None) -> None:
        step = len(history) if self.transport.at_end else min(self.transport.step, len(history))
        glide = history is self._history and step == self.transport.step + 1
        self._history = history
        self.chart.show_bars(drawn, report)
        self.transport.show_steps(len(history), step)
        self.arrivals.show_rows(history.names)
        if glide:
            self.order.play_to(step)
        else:
            self.order.load(history, step)
        self._ask_trail()
        self._report_step(step)

    def _stop_recording(self) -> None:
        self.cancel()
        self.stop.hide()
        self._status.setText(tr("Stopped"))

    # Playing

    def go(self, step: int) -> None:
        """Show the order after another step."""
        self.order.play_to(step, glide=self.transport.glides())
        self._report_step(step)

    def _report_step(self, step: int) -> None:
        self.chart.show_step(step)
        came = self._history.arrivals(step - 1) if step else []
        self.arrivals.set_marks(dict.fromkeys(came, "accent_soft"))
        if step:
            self.arrivals.reveal(max(self._history.came(step) - 1, 0))
        self.page.show_only("", tuple(self._step_in_words(step)))
        self._show_trail()

    def _step_in_words(self, step: int) -> list[str]:
        if not step:
            return [tr("Nothing has been delivered yet.") if len(self._history) else ""]
        came = [(name, edit) for name, edit in self.order.last if isinstance(edit, Insert)]
        moved = [name for name, edit in self.order.last if not isinstance(edit, Insert)]
        if len(came) == 1:
            [(name, edit)] = came
            text = tr("{name} goes into row {row:,}", name=mark(name), row=edit.position + 1)
        else:
            text = plural("{n:,} messages are new", "{n:,} message is new", len(came))
        lines = [f"{text}{moved_in_words(moved, mark)}."]
        if self._rebases and self.delivery.currentData() != LIVE:
            rebase = rebase_in_words(self._rebases[step - 1], mark)
            lines = [rebase] if self._rebases[step - 1].waits else [*lines, rebase]
        return lines

    # The moves of the selected message

    def _ask_trail(self) -> None:
        self._trail = None
        self._show_trail()
        key, history = self.key, self._history
        if key is not None and key in history:
            self.ask(lambda _: (key, history.trail(key)), self._take_trail, "trail")

    def _take_trail(self, trail: tuple[str, list[Trace]]) -> None:
        if trail[0] == self.key:
            self._trail = trail
            self._show_trail()

    def _show_trail(self) -> None:
        steps = self._steps_of_chosen()
        step = self.transport.step
        self.earlier.setEnabled(bool(steps) and steps[0] < step)
        self.later.setEnabled(bool(steps) and steps[-1] > step)
        if self._trail is None:
            self._moves.setText(tr("Select a message to see when it moved."))
        else:
            moves = len(self._moves_of_chosen())
            self._moves.setText(
                plural(
                    "The selected message moved {n:,} times.",
                    "The selected message moved once.",
                    moves,
                )
                if moves
                else tr("The selected message never moved.")
            )

    def _steps_of_chosen(self) -> list[int]:
        """After which steps the selected message has just moved."""
        return [trace.step + 1 for trace in self._moves_of_chosen()]

    def _moves_of_chosen(self) -> list[Trace]:
        trail = self._trail[1] if self._trail else []
        return [trace for trace in trail if trace.source is not None and trace.is_moved]

    def _go_to_move(self, direction: int) -> None:
        steps, step = self._steps_of_chosen(), self.transport.step
        place = bisect_left(steps, step) - 1 if direction < 0 else bisect_right(steps, step)
        if 0 <= place < len(steps):
            self.transport.go(steps[place])

    # By hand

    def _drag(self, source: int, destination: int) -> None:
        self._by_hand = list(self._history.names)
        self._by_hand.insert(destination, self._by_hand.pop(source))
        way = self.delivery.findData(BY_HAND)
        if self.delivery.currentIndex() == way:
            self._record_anew()
        else:
            self.delivery.setCurrentIndex(way)

    # Construction

    def _make_lists(self) -> None:
        delivery, order = tr("The order of delivery"), tr("The order after this step")
        self.arrivals = RowsView(delivery, self._labels, self.theme, self, can_drag=True)
        self.arrivals.dragged.connect(self._drag)
        self.order = HistoryView(order, self._labels, self.theme, self)
        for rows in (self.arrivals, self.order):
            rows.chosen.connect(self.key_clicked)

    def _make_controls(self) -> None:
        self.delivery = ChoiceBox(self, tr("Delivery"))
        self._offer(deliveries_of(Graph(())))
        self.delivery.currentIndexChanged.connect(self._record_anew)
        self.seed = number_field(tr("Random seed"), 0, 999_999, self, before=tr("seed "))
        self.seed.valueChanged.connect(self._record_anew)
        self._status = PlainLabel(self, style="hint")
        self.stop = make_button(tr("Stop"), self, self._stop_recording, what=tr("Stop recording"))
        self.stop.hide()
        self._moves = PlainLabel(self, style="hint")
        what = tr("To the previous move of the selected message")
        self.earlier = make_button(
            tr("Earlier move"), self, lambda: self._go_to_move(-1), what=what
        )
        what = tr("To the next move of the selected message")
        self.later = make_button(tr("Later move"), self, lambda: self._go_to_move(1), what=what)
        choices, ways = FlowLayout(), FlowLayout()
        choices.add(self.delivery, self.seed)
        choices.add_stretching(self._status)
        choices.add(self.stop)
        self._ordered = PlainLabel(tr("Order"), self)
        delivered = PlainLabel(tr("Delivery"), self), self.arrivals
        name = tr("What arrives, and the order")
        lists = side_by_side(name, self, delivered, (self._ordered, self.order))
        lists.setSizes([400, 600])
        ways.add_stretching(self._moves)
        ways.add(together(self, self.earlier, self.later))
        self.lay_out(choices, (self.chart, self.transport), lists, ways)
