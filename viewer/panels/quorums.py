"""The panel of quorums: a conversation in the order of an Autobase, with what is final."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.debug.explaining.voting import EntryStatus
from tanglescope.engine.debug.supposing import SupposedEntry, Supposition
from tanglescope.engine.language.wording import later, number, tr
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.words import quorums as quorum_words
from tanglescope.engine.words.quorums import (
    Roster,
    RosterRole,
    Study,
    StudyMoment,
    ThreadGraph,
    moment_of,
    study,
    votes_on,
)
from tanglescope.engine.words.rows import TangleRows
from tanglescope.viewer.panels.panel import LEAST_PAGE, Panel, PanelHead, PanelNotes
from tanglescope.viewer.panels.replay.scrubber import Scrubber
from tanglescope.viewer.panels.tangle_list import TangleList
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import Subject, subject_of_author
from tanglescope.viewer.theme import Measured, Theme
from tanglescope.viewer.tooltips import set_column_tooltip
from tanglescope.viewer.views import facts
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.facts import FactPage
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.popups import Menu

_MOST_WRITERS = 20


class WhatIf(NamedFrame):
    """What the reader supposes: a menu to add to it, and a line with a button to end it.

    `current` returns the current message, which can be held back.
    """

    changed = Signal()
    """Emitted when something else is supposed."""

    def __init__(self, current: Callable[[], str | None], parent: QWidget) -> None:
        super().__init__(tr("What is supposed"), parent)
        self._current = current
        self.supposition = Supposition()
        self._thread: ThreadGraph | None = None
        self.button = QPushButton(tr("What if"), parent)
        self.button.setAccessibleDescription(
            tr("Suppose entries that don't exist, or that some are missing")
        )
        self.menu = Menu(tr("What if"), self.button)
        self.menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self.menu)
        self.note = Note(self)
        what = tr("Show what is there again")
        self.end = make_button(tr("End"), self, lambda: self._suppose(Supposition()), what=what)
        make_row((self.note, 1), self.end, on=self)
        self.hide()

    def clear(self) -> None:
        """Suppose nothing, for another conversation."""
        self.supposition = Supposition()
        self._thread = None
        self.hide()

    def offer(self, thread: ThreadGraph, said: str) -> None:
        """Offer the writers of a thread; `said` is what is supposed."""
        self._thread = thread
        self.note.say(said)
        self.setVisible(bool(said))

    def _suppose(self, supposition: Supposition) -> None:
        self.supposition = supposition
        self.changed.emit()

    def _fill(self) -> None:
        self.menu.clear()
        for earlier in self.menu.findChildren(QMenu):
            earlier.deleteLater()
        thread, before = self._thread, self.supposition
        if thread is None:
            return
        writers = sorted(thread.graph.writers, key=lambda writer: (not writer.indexer, writer.key))
        adding = self.menu.submenu(tr("Another entry by"))
        dropping = self.menu.submenu(tr("Without the entries of"))
        for writer in writers[:_MOST_WRITERS]:
            name = thread.name(writer.key)
            added = (*before.added, SupposedEntry(writer.key))
            self._add(adding, name, replace(before, added=added))
            dropped = before.dropped ^ {writer.key}
            self._add(dropping, name, replace(before, dropped=dropped))
        key = self._current()
        hold = self._add(
            self.menu,
            tr("Without the selected message"),
            before if key is None else replace(before, held=before.held ^ {key}),
        )
        hold.setEnabled(key is not None)
        end = self._add(self.menu, tr("End"), Supposition())
        end.setEnabled(bool(before))

    def _add(self, menu: Menu, text: str, supposition: Supposition) -> QAction:
        return menu.add_name(text, lambda: self._suppose(supposition))


_AUTHOR, _MESSAGES, _WRITES, _VOTES, _RELAYED = range(5)
_ROLES = {
    _WRITES: later("May keep writing: the settled line allows for more messages, and votes count"),
    _VOTES: later("Votes: a majority of those who vote confirms messages"),
    _RELAYED: later("Relayed: only in the design text of Autobase; no implementation is known"),
}


_MOST_LINES = 14
"""The greatest height of the authors, in lines of text."""


class RosterView(Measured, QTreeWidget):
    """The authors of a thread with a tick for each role."""

    changed = Signal(str, object)
    """Emitted when a writer was given another `RosterRole`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roster")
        self.setAccessibleName(tr("Writers, and which of them vote"))
        self.setColumnCount(5)
        self.setHeaderLabels(
            [tr("Author"), tr("Messages"), tr("Writes"), tr("Votes"), tr("Relayed")]
        )
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self._measure()
        head = self.header()
        head.setAccessibleName(tr("Roles of writers"))
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(_AUTHOR, QHeaderView.ResizeMode.Stretch)
        for column, meaning in _ROLES.items():
            set_column_tooltip(self.headerItem(), column, tr(meaning))
        self.itemChanged.connect(self._announce)

    def _measure(self) -> None:
        self.setMaximumHeight(_MOST_LINES * self.fontMetrics().lineSpacing())

    def show_roster(self, graph: Graph, roster: Roster, names: Mapping[str, str]) -> None:
        """Show the roles of the writers of a graph, those who wrote most first."""
        written = Counter(node.writer for node in graph.nodes)
        current, column = self.currentItem(), max(self.currentColumn(), 0)
        keep = current.data(_AUTHOR, Qt.ItemDataRole.UserRole) if current else ""
        with QSignalBlocker(self):
            self.clear()
            for writer in sorted(graph.writers, key=lambda each: (-written[each.key], each.key)):
                item = QTreeWidgetItem(self, [words.clean_name(names[writer.key])])
                item.setData(_AUTHOR, Qt.ItemDataRole.UserRole, writer.key)
                item.setText(_MESSAGES, number(written[writer.key]))
                _tick(item, roster.role(writer))
                if writer.key == keep:
                    self.setCurrentItem(item, column)

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The author of a row."""
        at = None if point is None else self.viewport().mapFrom(self, point)
        item = self.currentItem() if at is None else self.itemAt(at)
        author = item.data(_AUTHOR, Qt.ItemDataRole.UserRole) if item else ""
        return subject_of_author(author)

    def _announce(self, item: QTreeWidgetItem, _column: int) -> None:
        ticks = [item.checkState(column) is Qt.CheckState.Checked for column in _ROLES]
        self.changed.emit(item.data(_AUTHOR, Qt.ItemDataRole.UserRole), RosterRole(*ticks))


def _tick(item: QTreeWidgetItem, role: RosterRole) -> None:
    for column, on in zip(_ROLES, (role.writes, role.votes, role.relayed), strict=True):
        item.setCheckState(column, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        set_column_tooltip(item, column, tr(_ROLES[column]))
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)


class QuorumsPanel(Panel):
    """The order of the open thread, arrival by arrival; marks the timeline while it is open."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("quorums")
        self.setAccessibleName(tr("Quorums"))
        self._roster = Roster({})
        self._place: tuple[Session | None, str] | None = None
        self._study: Study | None = None
        self._offered: list[tuple[str, str]] = []
        self.shown: StudyMoment | None = None
        self._make_widgets()

    # Called by the workbench

    def refresh(self) -> None:
        """Study the open thread again."""
        if (self.session, self.address) != self._place:
            self._place, self._roster = (self.session, self.address), Roster({})
            self._study = self.shown = None
            self.what_if.clear()
            self._offer_peers(None)
            self._show_nothing(
                ""
                if self.address
                else tr("Open a conversation to see how much of it is confirmed.")
            )
        if not self.address:
            return
        asked = self.address, self._roster, self.peers.currentData(), self.what_if.supposition
        self.ask(lambda library: study(library, *asked), self._take, "study")

    def show_key(self) -> None:
        """Show the votes on the current message."""
        self.list.choose(self.key)
        shown, key = self.shown, self.key
        if shown is None or key is None:
            self._report(None, None)
            return
        self.ask(lambda _: votes_on(shown.moment, key), lambda found: self._report(*found), "key")

    def write_again(self) -> None:
        """Write texts again in the colours of the theme."""
        self.show_key()

    # Answers

    def _take(self, found: Study) -> None:
        follows = self._study is None or self.scrubber.is_at_end()
        self._study = found
        last = len(found.rebases)
        self.scrubber.set_range(last, last if follows else min(self.scrubber.value(), last))
        self.roster.show_roster(found.thread.graph, found.roster, found.thread.names)
        self._offer_peers(found)
        supposed = quorum_words.supposition(is_autobase=found.is_autobase)
        self.supposition.say_or_hide(supposed)
        self.what_if.offer(
            found.thread, quorum_words.supposition_sentence(found.thread, found.supposition)
        )
        self.marked.emit(found.markings)
        self._show_moment()

    def _show_moment(self) -> None:
        found, step = self._study, self.scrubber.value()
        if found is not None:
            self.ask(lambda _: moment_of(found, step), self._show, "moment")

    def _show(self, shown: StudyMoment) -> None:
        assert self._study is not None
        self.shown = shown
        self.list.show_rows(shown.rows)
        self.summary.say(shown.summary)
        self.writers.setText(
            tr(
                "{number:,} of {all:,} vote",
                # An indexer that is added votes from the moment that this is confirmed.
                number=len(shown.moment.indexers),
                all=len(self._study.thread.graph.writers),
            )
        )
        self.scrubber.set_text(shown.arrival)
        stalled = quorum_words.liveness(self._study.thread, shown.liveness)
        self.liveness.say_or_hide(stalled)
        self.liveness.setAccessibleName(stalled or tr("Messages are being confirmed"))
        self.settles.say_or_hide(quorum_words.settles(self._study.thread, shown.settlement))
        self.show_key()

    def _report(self, status: EntryStatus | None, needed: Settlement | Unsettled | None) -> None:
        self.page.keep_low(on=status is None)
        if status is None or needed is None or self._study is None:
            self.page.setHtml(facts.hint(self._no_prospect(), self.theme))
            return
        thread = self._study.thread
        word, sentence = quorum_words.verdict(status)
        color = "accent" if status.confirmed else "warning" if word == tr("Contested") else "text"
        self.page.setHtml(
            facts.headline(word, sentence, self.theme, color)
            + facts.render(
                [
                    *quorum_words.prospect(thread, status, needed),
                    *quorum_words.sections(thread, status),
                ],
                self.theme,
            )
        )

    def _no_prospect(self) -> str:
        if self.key is None or self.shown is None:
            return tr("Select a message to see who voted for it, and what it still lacks.")
        if self.key in self.shown.moment.waiting:
            return tr("This message is set aside until its causes are here.")
        return tr("This message isn't known at the moment shown.")

    def _show_nothing(self, hint: str) -> None:
        self.summary.say(hint)
        self.list.show_rows(TangleRows((), {}))
        self.liveness.hide()
        self.supposition.hide()
        self.scrubber.set_range(0, 0)
        self.scrubber.set_text("")
        self.settles.hide()
        self._report(None, None)
        self.marked.emit(None)

    # Actions of the reader

    def _give_role(self, key: str, role: RosterRole) -> None:
        self._roster = self._roster.with_role(key, role)
        self.refresh()

    def _offer_peers(self, found: Study | None) -> None:
        """Offer the writers of a thread, whose knowledge can be taken; none before it is read."""
        peers = [("", tr("All writers together"))]
        if found:
            writers = found.thread.graph.writers
            peers += [(each.key, found.thread.name(each.key)) for each in writers]
        if peers != self._offered:
            self._offered = peers
            self.peers.offer(peers)
        with QSignalBlocker(self.peers):
            self.peers.setCurrentIndex(max(0, self.peers.findData(found.peer if found else "")))

    # Construction

    def _make_widgets(self) -> None:
        self.peers = ChoiceBox(self, tr("As known to"))
        self._offer_peers(None)
        self.peers.currentIndexChanged.connect(lambda _: self.refresh())
        self.writers = QPushButton(tr("Writers"), self)
        self.writers.setAccessibleDescription(tr("Choose the writers, and which of them vote"))
        self.writers.setCheckable(True)
        self.roster = RosterView(self)
        self.roster.hide()
        self.roster.changed.connect(self._give_role)
        self.writers.toggled.connect(self.roster.setVisible)
        self.what_if = WhatIf(lambda: self.key, self)
        self.what_if.changed.connect(self.refresh)
        self.summary = Note(self, style="hint")
        self.supposition = Note(self, style="hint")
        self.settles = Note(self, style="hint")
        self.liveness = Note(self, style="stalled")
        self.liveness.setAccessibleName(tr("Messages are being confirmed"))
        for note in (self.supposition, self.liveness, self.settles):
            note.hide()
        self.list = TangleList(self.theme, tr("The conversation as an Autobase orders it"), self)
        self.list.chosen.connect(self.key_clicked)
        self.page = FactPage(tr("Votes on the current message"), self, style="panel_page")
        self.page.set_least_lines(LEAST_PAGE)
        self.page.key_clicked.connect(self.key_clicked)
        self.scrubber = Scrubber(tr("Delivery"), self)
        self.scrubber.moved.connect(lambda _: self._show_moment())
        self._lay_out()

    def _lay_out(self) -> None:
        beside = self.writers, self.what_if.button
        below = self.roster, self.supposition, self.what_if
        head = PanelHead(tr("As known to"), self, self.peers, *beside, below=below)
        notes = PanelNotes(self.summary, self.liveness, self.settles, parent=self)
        make_column(head, self.scrubber, notes, (self.list, 3), (self.page, 2), on=self, spacing=0)
