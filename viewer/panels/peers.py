"""Two peers: replicas that know different parts of a thread and exchange the rest."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.archive.folder import store_of
from tanglescope.engine.debug.explaining.words import moved_in_words
from tanglescope.engine.debug.open_graph import mark
from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.debug.replaying.replay import (
    RECORDED,
    ReplayProgress,
    SyncHistory,
    synchronize,
)
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import GivenFacts
from tanglescope.engine.library.two_sources import SourceComparison, compare_with
from tanglescope.engine.linear.edits import Insert
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.panels.labels import labels_of
from tanglescope.viewer.panels.replay.history_view import HistoryView
from tanglescope.viewer.panels.replay.playing import STEP_LINES, PlayingPanel, side_by_side
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.label import Note, PlainLabel
from tanglescope.viewer.views.layout.boxes import inset
from tanglescope.viewer.views.layout.flow_layout import FlowLayout, together

_AUTHOR, _TIME, _HAND = "author", "time", "hand"
_DIFFERENCES = 11
"""The height of the text about two archives."""
_AGAINST = "against"
"""The split by what another archive has."""

_PEERS = (later("The first peer"), later("The second peer"))
_DECKS = (later("The order of the first peer"), later("The order of the second peer"))
_RECEIVED = (later("To the first: {message}"), later("To the second: {message}"))


class PeersPanel(PlayingPanel):
    """Two decks whose histories play together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        step = later("message {step:,} of {steps:,}")
        super().__init__(step, tr("Messages exchanged"), theme, parent)
        self._sync: SyncHistory | None = None
        self._first: frozenset[str] | None = None
        self._other: Path | None = None
        self._differences: tuple[str, ...] = ()
        self._given = GivenFacts()
        self.decks = tuple(HistoryView(tr(name), self._labels, theme, self) for name in _DECKS)
        for deck in self.decks:
            deck.chosen.connect(self.key_clicked)
        self._make_controls()

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

    def show_given(self, given: GivenFacts) -> None:
        """Offer the splits for which the messages have data, such as times."""
        self._given, chosen = given, self.cut.currentData()
        self.give_author.setVisible(given.authors)
        self.percent.setVisible(given.times)
        self._offer_ways()
        if self.cut.currentData() != chosen:
            self._cut_otherwise()

    def _offer_ways(self) -> None:
        given, other = self._given, self._other
        author = later("Split by author") if given.authors else later("Every other message")
        ways = [
            (_AUTHOR, tr(author), True),
            (RECORDED, tr("As recorded"), given.peers),
            (_TIME, tr("Split by time"), given.times),
            (_HAND, tr("Split by hand"), True),
            (_AGAINST, tr("Against {name}", name=other.name if other else ""), other is not None),
        ]
        offered = ((way, title) for way, title, is_there in ways if is_there)
        self.cut.offer(offered, self.cut.currentData())

    def leave_thread(self) -> None:
        """Forget the messages that were given by hand: they belong to that thread."""
        self._sync = self._first = self._other = None
        self._offer_ways()

    def end(self) -> None:
        """Forget the exchange."""
        self.transport.stop()
        self._sync = self._first = None
        for deck in self.decks:
            deck.load(EditHistory(), 0)
        self.transport.show_steps(0, 0)

    # SyncHistory

    def _meet(self) -> None:
        way = self.cut.currentData()
        self.percent.setEnabled(way == _TIME)
        self._differences = ()
        self.page.set_lines(STEP_LINES)
        self._status.setText(tr("Reading the conversation…"))
        if way == _AGAINST:
            self._meet_other()
            return
        first = None if way in (_TIME, RECORDED) else self._first
        question = partial(synchronize, way=way, first=first, percent=self.percent.value())
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
        self._offer_ways()
        self._turn_to(_AGAINST)

    def _meet_anew(self) -> None:
        self.cancel()
        self._meet()

    def _cut_otherwise(self) -> None:
        """Begin the split by hand with the previous split."""
        before = self._sync if self.cut.currentData() == _HAND else None
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

    def go(self, step: int) -> None:
        """Show the orders of both peers after another step."""
        for deck in self.decks:
            deck.play_to(step, glide=self.transport.glides())
        self._report_step(step)

    def _report_step(self, step: int) -> None:
        if (sync := self._sync) is None:
            return
        for peer, title in enumerate(self._titles):
            knows = plural("{n:,} messages", "{n:,} message", len(self.decks[peer].rows))
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
            self._turn_to(_HAND)

    def _give_author(self) -> None:
        """Give all messages by the author of the selected message to the other peer."""
        feed = self._labels.get(self.key).feed if self.key else ""
        if self._sync and feed:
            is_by_author = self.cut.currentData() == _AUTHOR
            self._first = frozenset(self._sync.first if is_by_author else ()) ^ {feed}
            self._turn_to(_AUTHOR)

    def _turn_to(self, way: str) -> None:
        with QSignalBlocker(self.cut):
            self.cut.setCurrentIndex(self.cut.findData(way))
        self.transport.show_steps(0, 0)
        self._meet_anew()

    # Construction

    def _make_controls(self) -> None:
        self.cut = ChoiceBox(self, tr("What each of the two knows at the beginning"))
        self._offer_ways()
        self.cut.currentIndexChanged.connect(self._cut_otherwise)
        name = tr("How much of the conversation the first one knows")
        before, behind = tr("the older "), tr("%", "after a number")
        self.percent = number_field(name, 0, 100, self, before=before, behind=behind)
        self.percent.setValue(50)
        self.percent.valueChanged.connect(self._meet_anew)
        self._status = Note(self, style="hint")
        what = tr("Let the other peer know the selected message at the beginning")
        self.give = make_button(tr("Give to the other peer"), self, self._give, what=what)
        what = tr("Let the other peer know all messages of the author at the beginning")
        self.give_author = make_button(
            tr("… and everything by its author"), self, self._give_author, what=what
        )
        what = tr("Use an archive or a database as the second peer")
        self.file = make_button(tr("Another archive…"), self, self._choose_file, what=what)
        what = tr("Use a folder, such as a Corestore, as the second peer")
        self.folder = make_button(tr("Another folder…"), self, self._choose_folder, what=what)
        self._titles = [PlainLabel(tr(name), self) for name in _PEERS]
        for each in self._titles:
            each.setWordWrap(True)
        choices, ways = FlowLayout(), FlowLayout()
        choices.add(self.cut, self.percent)
        choices.add(together(self, self.file, self.folder))
        columns = zip(self._titles, self.decks, strict=True)
        both = side_by_side(tr("Two peers"), self, *columns)
        hint = PlainLabel(tr("The selected message, before the exchange:"), self, style="hint")
        ways.add_stretching(hint)
        ways.add(together(self, self.give, self.give_author))
        self.lay_out(choices, (inset(self._status, 12, 0, 12, 0), self.transport), both, ways)

    def _choose_file(self) -> None:
        self.compare_with(file_dialogs.for_archive(self))

    def _choose_folder(self) -> None:
        self.compare_with(file_dialogs.for_folder(self))
