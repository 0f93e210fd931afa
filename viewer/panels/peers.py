"""Two peers: replicas that know different parts of a thread and exchange the rest."""

from functools import partial
from pathlib import Path

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.archive.folder import store_of
from tanglescope.engine.debug.explaining.words import moved_in_words
from tanglescope.engine.debug.open_graph import mark
from tanglescope.engine.debug.peers import RECORDED, SyncHistory, synced
from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.debug.replaying.replay import ReplayProgress
from tanglescope.engine.library import GivenFacts
from tanglescope.engine.linear.edits import Insert
from tanglescope.engine.two_sources import SourceComparison, compare_with
from tanglescope.engine.wording import later, plural, tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels, labels_of
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.replay.history_view import HistoryView, lay_out, side_by_side
from tanglescope.viewer.panels.replay.transport import Transport
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import inset
from tanglescope.viewer.views.layout.flow_layout import FlowLayout, together
from tanglescope.viewer.views.wheel import require_focus

_AUTHOR, _TIME = "author", "time"
_AS_RECORDED = later("As recorded")
_EVERY_OTHER = later("Every other message")
_WAYS = {
    _AUTHOR: later("Split by author"),
    _TIME: later("Split by time"),
    "hand": later("Split by hand"),
}
_STEP, _DIFFERENCES = 4, 11  # lines for the texts about a step, and about two archives
_AGAINST = "against"
"""The split by what another archive has."""

_PEERS = (later("The first peer"), later("The second peer"))
_DECKS = (later("The order of the first peer"), later("The order of the second peer"))
_RECEIVED = (later("To the first: {message}"), later("To the second: {message}"))


class PeersPanel(Panel):
    """Two decks whose histories play together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("peers")
        self._sync: SyncHistory | None = None
        self._first: frozenset[str] | None = None
        self._other: Path | None = None
        self._differences: tuple[str, ...] = ()
        self._labels = labels = Labels(self)
        self.transport = Transport(later("message {step:,} of {steps:,}"), self)
        self.decks = tuple(HistoryView(tr(name), labels, theme, self) for name in _DECKS)
        self.page = AnswerPage(tr("Messages exchanged"), labels, theme, self)
        self.page.set_lines(_STEP)
        self._make_controls()
        self._join()
        self._lay_out()

    def refresh(self) -> None:
        """Let the two peers exchange the open thread."""
        for deck in self.decks:
            deck.set_key(self.key)
        if self.session is None or not self.address:
            self._show_nothing()
        else:
            self._meet()

    def _show_nothing(self) -> None:
        """Show a hint while no conversation is open."""
        self.cancel()
        self.end()
        self.page.show_only("", ())
        self._status.setText(tr("Open a conversation to let two peers exchange it."))
        self._show_giving()

    def show_key(self) -> None:
        """Mark another message at both peers."""
        for deck in self.decks:
            deck.set_key(self.key)
        self._show_giving()

    def paint_in(self, theme: Theme) -> None:
        """Apply a theme."""
        for deck in self.decks:
            deck.set_theme(theme)
        self.page.set_theme(theme)

    def show_given(self, given: GivenFacts) -> None:
        """Offer the splits for which the messages have data, such as times."""
        title = _WAYS[_AUTHOR] if given.authors else _EVERY_OTHER
        self.cut.setItemText(self.cut.findData(_AUTHOR), tr(title))
        self.give_author.setVisible(given.authors)
        self.percent.setVisible(given.times)
        for way, title, there in (
            (_TIME, _WAYS[_TIME], given.times),
            (RECORDED, _AS_RECORDED, given.peers),
        ):
            place = self.cut.findData(way)
            if there and place < 0:
                self.cut.insertItem(1, tr(title), way)
            elif not there and place >= 0:
                self.cut.removeItem(place)

    def leave_thread(self) -> None:
        """Forget the messages that were given by hand: they belong to that thread."""
        self._sync = self._first = None
        place = self.cut.findData(_AGAINST)
        if place >= 0:
            self.cut.blockSignals(True)
            self.cut.removeItem(place)
            self.cut.blockSignals(False)
        self._other = None

    def end(self) -> None:
        """Forget the exchange."""
        self.transport.stop()
        self._sync = self._first = None
        for deck in self.decks:
            deck.load(EditHistory(), 0)
        self.transport.show_steps(0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play and step, wherever the focus is in the panel."""
        if not self.transport.obey(event):
            super().keyPressEvent(event)

    # SyncHistory

    def _meet(self) -> None:
        way = self.cut.currentData()
        self.percent.setEnabled(way == _TIME)
        self._differences = ()
        self.page.set_lines(_STEP)
        self._status.setText(tr("Reading the conversation…"))
        if way == _AGAINST:
            self._meet_other()
            return
        first = None if way in (_TIME, RECORDED) else self._first
        question = partial(synced, way=way, first=first, percent=self.percent.value())
        self.compute(question, self._show, on_progress=self._show_progress)

    def _meet_other(self) -> None:
        """Exchange the conversation with the same one in another archive."""
        if self.session is not None and self._other is not None:
            keys = self.session.base_keys()
            question = partial(
                compare_with, address=self.address, path=self._other, label=labels_of, keys=keys
            )
            self.ask(question, self._show_against, "against")

    def _show_against(self, found: SourceComparison) -> None:
        if self.cut.currentData() == _AGAINST:
            self._differences = found.lines
            self._labels.take_from_elsewhere(found.labels)
            self.page.set_lines(_DIFFERENCES)
            self._show(found.sync)

    def compare_with(self, other: Path | None) -> None:
        """Use an archive, store, graph file or database as the second peer."""
        if other is None:
            return
        self._other = store_of(other)
        title = tr("Against {name}", name=self._other.name)
        place = self.cut.findData(_AGAINST)
        if place < 0:
            self.cut.addItem(title, _AGAINST)
        else:
            self.cut.setItemText(place, title)
        self._turn_to(_AGAINST)

    def _meet_anew(self) -> None:
        self.cancel()
        self._meet()

    def _cut_otherwise(self) -> None:
        """Begin the split by hand with the previous split."""
        before = self._sync if self.cut.currentData() == "hand" else None
        self._first = before.known[0] if before else None
        self._meet_anew()

    def _show_progress(self, progress: ReplayProgress) -> None:
        self._status.setText(
            tr("{done:,} of at most {of:,} messages exchanged", done=progress.done, of=progress.of)
        )

    def _show(self, sync: SyncHistory) -> None:
        self._sync = sync
        step = 0 if self.transport.at_end else min(self.transport.step, len(sync.receivers))
        self.transport.show_steps(len(sync.receivers), step)
        for deck, history in zip(self.decks, sync.histories, strict=True):
            deck.load(history, step)
        edits = [sync.edits(peer, len(sync.receivers)) for peer in (0, 1)]
        ends = (
            later("They end in the same order, after {one:,} and {other:,} edits")
            if sync.are_equal
            else later("They end in different orders, after {one:,} and {other:,} edits")
        )
        self._status.setText(tr(ends, one=edits[0], other=edits[1]))
        self._report_step(step)
        self._show_giving()

    def _go(self, step: int) -> None:
        for deck in self.decks:
            deck.play_to(step, glide=self.transport.glides())
        self._report_step(step)

    def _report_step(self, step: int) -> None:
        if (sync := self._sync) is None:
            return
        for peer, title in enumerate(self._titles):
            knows = plural("{n:,} messages", "{n:,} message", self.decks[peer].count())
            edits = plural("{n:,} edits", "{n:,} edit", sync.edits(peer, step))
            facts = [self._peer(sync, peer), knows, edits]
            if waiting := sync.set_aside(peer, step):
                facts.insert(
                    2, plural("{n:,} messages set aside", "{n:,} message set aside", waiting)
                )
            title.setText(" · ".join(facts))
        lines = list(self._differences) or [tr("Nothing has been exchanged yet.")]
        if step:
            receiver = sync.receivers[step - 1]
            last = self.decks[receiver].last
            moved = [name for name, edit in last if not isinstance(edit, Insert)]
            text = tr(_RECEIVED[receiver], message=mark(sync.names[step - 1]))
            lines = [f"{text}{moved_in_words(moved, mark)}."]
        if step == len(sync.receivers) and sync.are_equal:
            lines.append(tr("Now both have the same order."))
        self.page.show_only("", tuple(lines))

    def _peer(self, sync: SyncHistory, peer: int) -> str:
        """What a peer is called, where its source says that."""
        names = tuple(sync.first) if self.cut.currentData() == RECORDED else ()
        return words.clean_name(names[peer]) if names else tr(_PEERS[peer])

    # Giving by hand

    def _show_giving(self) -> None:
        known = self._sync is not None and self.key is not None
        there = known and self.key in self._sync.histories[0] if self._sync else False
        self.give.setEnabled(there)
        self.give_author.setEnabled(there)

    def _give(self) -> None:
        """Give the selected message to the other peer at the beginning."""
        if self._sync and self.key:
            self._first = self._sync.known[0] ^ {self.key}
            self._turn_to("hand")

    def _give_author(self) -> None:
        """Give all messages by the author of the selected message to the other peer."""
        feed = self._labels.get(self.key).feed if self.key else ""
        if self._sync and feed:
            is_by_author = self.cut.currentData() == _AUTHOR
            self._first = frozenset(self._sync.first if is_by_author else ()) ^ {feed}
            self._turn_to(_AUTHOR)

    def _turn_to(self, way: str) -> None:
        self.cut.blockSignals(True)
        self.cut.setCurrentIndex(self.cut.findData(way))
        self.cut.blockSignals(False)
        self.transport.show_steps(0, 0)
        self._meet_anew()

    # Construction

    def _make_controls(self) -> None:
        self.cut = ChoiceBox(self)
        self.cut.setAccessibleName(tr("What each of the two knows at the beginning"))
        for way, title in _WAYS.items():
            self.cut.addItem(tr(title), way)
        self.percent = QSpinBox(self)
        require_focus(self.percent)
        self.percent.setAccessibleName(tr("How much of the conversation the first one knows"))
        self.percent.setPrefix(tr("the older "))
        self.percent.setSuffix(tr("%", "after a number"))
        self.percent.setRange(0, 100)
        self.percent.setValue(50)
        self._status = PlainLabel(self)
        self._status.setObjectName("hint")
        self._status.setWordWrap(True)
        self.give = QPushButton(tr("Give to the other peer"), self)
        self.give.setAccessibleDescription(
            tr("Let the other peer know the selected message at the beginning")
        )
        self.give_author = QPushButton(tr("… and everything by its author"), self)
        self.give_author.setAccessibleDescription(
            tr("Let the other peer know all messages of the author at the beginning")
        )
        self._titles = [PlainLabel(tr(name), self) for name in _PEERS]
        for each in self._titles:
            each.setObjectName("column_title")
            each.setWordWrap(True)
        self.file = QPushButton(tr("Another archive…"), self)
        self.file.setAccessibleDescription(tr("Use an archive or a database as the second peer"))
        self.folder = QPushButton(tr("Another folder…"), self)
        self.folder.setAccessibleDescription(
            tr("Use a folder, such as a Corestore, as the second peer")
        )

    def _join(self) -> None:
        self.cut.currentIndexChanged.connect(self._cut_otherwise)
        self.percent.valueChanged.connect(self._meet_anew)
        self.transport.stepped.connect(self._go)
        self.give.clicked.connect(self._give)
        self.give_author.clicked.connect(self._give_author)
        self.file.clicked.connect(lambda: self.compare_with(file_dialogs.for_archive(self)))
        self.folder.clicked.connect(lambda: self.compare_with(file_dialogs.for_folder(self)))
        self.page.key_clicked.connect(self.key_clicked)
        for deck in self.decks:
            deck.chosen.connect(self.key_clicked)

    def _lay_out(self) -> None:
        choices, ways = FlowLayout(), FlowLayout()
        choices.add(self.cut, self.percent)
        choices.add(together(self, self.file, self.folder))
        columns = tuple(zip(self._titles, self.decks, strict=True))
        both = side_by_side(tr("Two peers"), columns, self)
        hint = PlainLabel(tr("The selected message, before the exchange:"), self)
        hint.setObjectName("hint")
        ways.add_stretching(hint)
        ways.add(together(self, self.give, self.give_author))
        above = QVBoxLayout()
        above.addLayout(inset(self._status, 12, 0, 12, 0))
        above.addWidget(self.transport)
        lay_out(self, choices, above, both, self.page, ways)
