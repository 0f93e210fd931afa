"""The panel of sets: the items of a PZP set at any point of its tangle, and what may be pruned."""

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.reduce.sets import Item
from tanglescope.engine.words import sets as set_words
from tanglescope.engine.words.rows import TangleRows
from tanglescope.engine.words.sets import SetMoment, SetStudy, moment_of, study
from tanglescope.viewer.panels.panel import LEAST_PAGE, Panel, PanelHead, PanelNotes
from tanglescope.viewer.panels.replay.scrubber import Scrubber
from tanglescope.viewer.panels.tangle_list import TangleList
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views import facts
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.facts import FactPage
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import make_column, make_splitter
from tanglescope.viewer.views.list_keys import index_at

_NOTHING = later(
    "There is no set here. Sets come with the log of a pzp-db: open it like any archive."
)


class SetPanel(Panel):
    """Items, messages and history of one set: that of the open thread, or the chosen one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("set")
        self.setAccessibleName(tr("Set"))
        self._seen: Session | None = None
        self._study: SetStudy | None = None
        self._item: Item | None = None
        self.moment: SetMoment | None = None
        self._make_widgets()

    # Called by the workbench

    def refresh(self) -> None:
        """Reload the sets; if the open thread is a set, it is shown."""
        if self.session is not self._seen:
            self._seen, self._study, self._item = self.session, None, None
            self._show_nothing("")
        open_thread = self.address
        before = self._study.root if self._study else ""
        self.ask(lambda library: study(library, (open_thread, before)), self._take, "study")

    def show_key(self) -> None:
        """Show the current message."""
        if self.moment and self.key in self.moment.rows.places:
            self._item = None
            self.items.setCurrentRow(-1)
            self.list.choose(self.key)
        self._report()

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The last message about the item at a point; it decides whether the item is in the set."""
        shown = index_at(self.items, point, self)
        if not shown.isValid() or self.moment is None:
            return None
        about = self.moment.set_.mentions.get(shown.data(Qt.ItemDataRole.UserRole), ())
        return MessageSubject(about[-1]) if about else None

    def write_again(self) -> None:
        """Write texts again in the colours of the theme."""
        if self.moment:
            self._show(self.moment)

    # Answers

    def _take(self, found: SetStudy) -> None:
        follows = self._study is None or self._study.root != found.root
        follows = follows or self.scrubber.is_at_end()
        self._study = found
        self._offer(found)
        for part in self._parts:
            part.setVisible(found.whole is not None)
        if found.whole is None:
            self._show_nothing(tr(_NOTHING))
            return
        last = len(found.whole.feed.messages)
        self.scrubber.set_range(last, last if follows else min(self.scrubber.value(), last))
        self._show_moment()

    def _show_moment(self) -> None:
        whole, position = self._study.whole if self._study else None, self.scrubber.value()
        if whole is not None:
            self.ask(lambda _: moment_of(whole, position), self._show, "moment")

    def _show(self, moment: SetMoment) -> None:
        assert self._study is not None
        assert self._study.whole is not None
        self.moment = moment
        self.summary.say(set_words.summary(moment.set_, moment.pruning))
        self.warning.say_or_hide(set_words.warning(moment.pruning))
        self._show_items(moment)
        self.list.show_rows(moment.rows, moment.arcs)
        self.scrubber.set_text(set_words.moment(self._study.whole, moment.position))
        self.show_key()

    def _show_items(self, moment: SetMoment) -> None:
        gone = QFont(self.items.font())
        gone.setStrikeOut(True)
        with QSignalBlocker(self.items):
            self.items.clear()
            for listed in moment.items:
                name = set_words.item(listed.item)
                shown = QListWidgetItem(name, self.items)
                shown.setData(Qt.ItemDataRole.UserRole, listed.item)
                if not listed.present:
                    shown.setFont(gone)
                    shown.setForeground(self.theme.color("muted"))
                    spoken = tr("{item}, not in the set", item=name)
                    shown.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
                if listed.item == self._item:
                    self.items.setCurrentItem(shown)

    def _report(self) -> None:
        if self.moment is None:
            return
        set_, key = self.moment.set_, self.list.current_key()
        if self._item is not None:
            status, sentence = set_words.item_headline(set_, self._item)
            word = f"{status}: {set_words.item(self._item)}"
            is_in, sections = (
                self._item in set_.state.items,
                set_words.item_sections(set_, self._item),
            )
        elif key is not None and key in set_.feed.messages:
            word, sentence = set_words.message_headline(set_, key)
            is_in, sections = key in set_.state.item_roots, set_words.message_sections(set_, key)
        else:
            self.page.setHtml(self._whole_set(self.moment))
            return
        head = facts.headline(word, sentence, self.theme, "accent" if is_in else "text")
        self.page.setHtml(head + facts.render(sections, self.theme))

    def _whole_set(self, moment: SetMoment) -> str:
        """The page while no item and no message is selected."""
        sections = [
            *set_words.preview(moment.pruning),
            *set_words.warnings(moment.set_, moment.violations),
        ]
        if self._study and self._study.whole:
            sections += set_words.refused_sections(self._study.whole.feed.rejected)
        hint = facts.hint(tr("Select an item to see its history, or a message."), self.theme)
        return hint + facts.render(sections, self.theme)

    def _show_nothing(self, hint: str) -> None:
        self.moment = None
        self.summary.say(hint)
        self.warning.hide()
        self.items.clear()
        self.list.show_rows(TangleRows((), {}))
        self.scrubber.set_range(0, 0)
        self.scrubber.set_text("")
        self.page.setHtml("")

    def _offer(self, found: SetStudy) -> None:
        self.sets.offer(((each.root, set_words.title(each)) for each in found.offered), found.root)
        self.sets.setVisible(self.sets.count() > 0)  # else it would be an empty box

    # Actions of the reader

    def _choose_set(self) -> None:
        root = self.sets.currentData()
        self._item = None
        self.ask(lambda library: study(library, (root,)), self._take, "study")
        self.thread_wanted.emit(root)

    def _choose_item(self, current: QListWidgetItem | None) -> None:
        self._item = current.data(Qt.ItemDataRole.UserRole) if current else None
        if self._item is not None:
            self.list.choose(None)
        self._report()

    def _choose_message(self, key: str) -> None:
        self._item = None
        self.items.setCurrentRow(-1)
        self._report()
        if self._study and self._study.root != self.address:
            self.thread_wanted.emit(self._study.root)
        self.key_clicked.emit(key)

    def _follow(self, key: str) -> None:
        self.list.choose(key)
        self._choose_message(key)

    # Construction

    def _make_widgets(self) -> None:
        self.sets = ChoiceBox(self, tr("Set"))
        self.sets.hide()
        self.sets.currentIndexChanged.connect(lambda _: self._choose_set())
        self.summary = Note(self, style="hint")
        self.warning = Note(self, style="stalled")
        self.warning.hide()
        self.items = QListWidget(self)
        self.items.setObjectName("items")
        self.items.setAccessibleName(tr("Items; those that were deleted are struck through"))
        self.items.setFrameShape(QFrame.Shape.NoFrame)
        self.items.setMinimumWidth(90)
        self.items.currentItemChanged.connect(lambda current, _: self._choose_item(current))
        self.list = TangleList(self.theme, tr("Messages of the set in the order of pzp-db"), self)
        self.list.chosen.connect(self._choose_message)
        self.page = FactPage(tr("History of the item or message"), self, style="panel_page")
        self.page.set_least_lines(LEAST_PAGE)
        self.page.key_clicked.connect(self._follow)
        self.scrubber = Scrubber(tr("Points of the tangle"), self)
        self.scrubber.moved.connect(lambda _: self._show_moment())
        self._lay_out()

    def _lay_out(self) -> None:
        head = PanelHead(tr("Set"), self, self.sets)
        name = tr("Items and messages")
        parts = (self.items, 0), (self.list, 1)
        side_by_side = make_splitter(Qt.Orientation.Horizontal, name, *parts, on=self)
        side_by_side.setSizes([100, 400])
        self._parts = (side_by_side, self.scrubber, self.page)
        """What there is to see of a set."""
        notes = PanelNotes(self.summary, self.warning, parent=self)
        room = 0  # below the hint, where there is no set
        make_column(
            head, self.scrubber, notes, (side_by_side, 3), (self.page, 2), room, on=self, spacing=0
        )
