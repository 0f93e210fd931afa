"""The sidebar: the rail of sections, a filter field, and the list of conversations that match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.library import ConversationSummary
from tanglescope.engine.words import clean_name
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.models.previews import Previews
from tanglescope.viewer.models.sidebar import SidebarFilter, SidebarList, Sorting
from tanglescope.viewer.models.thread_model import HeadingRole, ThreadModel, ThreadRole
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import ConversationSubject, Subject, subject_of_address
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.buttons import IconButton, make_link
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import Note, PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.list_keys import LongList, index_at
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.search_field import SearchField
from tanglescope.viewer.views.sidebar.thread_row import ThreadDelegate
from tanglescope.viewer.views.timeline.skeleton import paint_listed
from tanglescope.viewer.views.typography import TextPainter

_SECTIONS = {
    SidebarList.THREADS: "conversations",
    SidebarList.FEEDS: "people",
    SidebarList.CHANNELS: "channels",
    SidebarList.PRIVATE: "lock",
    SidebarList.GROUPS: "groups",
    SidebarList.NEWS: "news",
}
_MARGIN = 6
_SCALE = 1.2
"""The size of the icons, as in the toolbar."""


class Rail(NamedFrame):
    """Buttons for the sections, and for everything."""

    chosen = Signal(object)
    """Emitted with the `SidebarList` to show."""
    everything_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Sections"), parent, style="rail")
        self._buttons: dict[SidebarList, IconButton] = {}
        for section, icon in _SECTIONS.items():
            choose = partial(self.chosen.emit, section)
            button = IconButton(icon, section.title, choose, parent=self, scale=_SCALE)
            button.setCheckable(True)
            self._buttons[section] = button
        name, show = tr("Everything"), self.everything_wanted.emit
        everything = IconButton("everything", name, show, parent=self, scale=_SCALE)
        parts = (*self._buttons.values(), everything)
        make_column(*parts, 1, on=self, margins=(_MARGIN, 12, _MARGIN, 8), spacing=4)

    def check(self, sidebar_list: SidebarList) -> None:
        """Mark the section that is shown."""
        for section, button in self._buttons.items():
            button.setChecked(section is sidebar_list)


_ABOVE_FIRST = 8  # pixels above the text of the first heading
_AT_ONCE = 1000  # rows that are laid out in the first batch
_BY_TIME = frozenset({SidebarList.THREADS, SidebarList.PRIVATE, SidebarList.GROUPS})
"""The lists that begin with the latest conversation."""
_LEAST_CHOICE = 8  # letters of the chooser that are always visible

_PLACEHOLDERS = {
    SidebarList.THREADS: later("Filter by words, names or months"),
    SidebarList.NEWS: later("Filter by words or names"),
    SidebarList.RECENT: later("Filter by words or names"),
    SidebarList.PRIVATE: later("Filter by words, names or months"),
    SidebarList.GROUPS: later("Filter by words, names or months"),
    SidebarList.TANGLES: later("Filter by words or names"),
    SidebarList.FEEDS: later("Filter by names"),
    SidebarList.CHANNELS: later("Filter by names"),
    SidebarList.MENTIONS: later("Filter by names"),
}


class Choices(LongList):
    """A list whose rows can be opened here, in a new tab, or to the side."""

    tab_wanted = Signal(int)
    beside_wanted = Signal(int)
    is_loading = False
    """Whether its rows are being loaded, and grey shapes are shown instead."""

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The conversation of the row with its authors, or the author of a feed."""
        index = index_at(self, point)
        thread: ConversationSummary | None = index.data(ThreadRole)
        if thread is None:
            return None
        subject = subject_of_address(thread.address)
        if not isinstance(subject, ConversationSubject):
            return subject
        names = map(clean_name, thread.names)
        return replace(subject, people=tuple(zip(thread.feeds, names, strict=False)))

    def row_height(self) -> int:
        """The height of each row, also before there are any."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        return self.itemDelegate().sizeHint(option, QModelIndex()).height()

    def updateGeometries(self) -> None:
        """Begin at the text of the first heading: the room above is for those further down."""
        bar, delegate, above = self.verticalScrollBar(), self.itemDelegate(), 0
        is_at_top = bar.value() <= bar.minimum()
        super().updateGeometries()
        if self.model() is None or not isinstance(delegate, ThreadDelegate):
            return
        if self.model().index(0, 0).data(HeadingRole):
            above = self.row_height() - delegate.height_of_heading(self.font()) - _ABOVE_FIRST
        bar.setMinimum(above)
        if is_at_top:
            bar.setValue(above)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter opens a tab, Shift+Enter the second page."""
        row = self.currentIndex().row()
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or row < 0:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.tab_wanted.emit(row)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.beside_wanted.emit(row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The middle button opens a new tab, the left one the current tab.

        The right one only opens a menu.
        """
        if event.button() is Qt.MouseButton.RightButton:
            event.accept()
        elif event.button() is not Qt.MouseButton.MiddleButton:
            super().mousePressEvent(event)
        elif (index := self.indexAt(event.position().toPoint())).data(ThreadRole) is not None:
            self.tab_wanted.emit(index.row())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible rows even while Qt lays out others, when it would paint none."""
        delegate = self.itemDelegate()
        if self.is_loading and isinstance(delegate, ThreadDelegate):
            with TextPainter(self.viewport()) as shapes:
                area = self.viewport().rect()
                paint_listed(shapes, area, self.row_height(), delegate.theme)
            return
        last = self.model().index(self.model().rowCount() - 1, 0)
        if not last.isValid() or self.visualRect(last).isValid():
            super().paintEvent(event)
            return
        painter = TextPainter(self.viewport())
        height, offset = self.row_height(), self.verticalOffset()
        for row in range(offset // height, last.row() + 1):
            rect = QRect(0, row * height - offset, self.viewport().width(), height)
            if rect.top() > self.viewport().height():
                break
            self._paint_row(painter, row, rect)
        painter.end()

    def _paint_row(self, painter: QPainter, row: int, rect: QRect) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = rect
        index = self.model().index(row, 0)
        if self.selectionModel().isSelected(index):
            option.state |= QStyle.StateFlag.State_Selected
        self.itemDelegate().paint(painter, option, index)


class ThreadList(NamedFrame):
    """The filter, the list and their signals."""

    wanted = Signal()
    """Emitted with a new filter."""
    turned = Signal()
    """Emitted when the reader has chosen another list or another sorting."""
    left = Signal()
    """Emitted when Escape is pressed in the empty filter field."""
    everything_wanted = Signal()
    chosen = Signal(str)
    """Emitted with the address of the conversation to open."""
    tab_wanted = Signal(str)
    """Emitted with the address of a conversation to open in a new tab."""
    beside_wanted = Signal(str)
    """Emitted with the address of a conversation to open on the second page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Conversations"), parent, style="sidebar")
        self.model = ThreadModel(self)
        self._chosen = ""
        self._listed: SidebarFilter | None = None
        self._sorting = Sorting.LATEST
        self._enters = False
        self._opened = ""
        """The text of the filter if it was an address that has been opened."""
        self._is_in_groups = False
        self.previews = Previews(self)
        self._delegate = ThreadDelegate(theme, self.previews.of, self)
        self.rail = Rail(self)
        chooser = self._make_chooser()  # Tab follows the order in which widgets are made
        self.filter = self._make_filter()
        self.list = self._make_list()
        self._nothing = Note(self, style="nothing", about=tr("Why the list is empty"))
        self._nothing.hide()
        self._count = PlainLabel(self, style="count", about=tr("How many match the filter"))
        above = make_column(chooser, self.filter, margins=(12, 0, 12, 0), spacing=8)
        # The line above the number touches the list.
        below = make_column((self.list, 1), self._count, spacing=0)
        parts = (above, self._nothing, (below, 1))
        column = make_column(*parts, margins=(0, 12, 0, 8), spacing=8)
        make_row(self.rail, (column, 1), on=self, spacing=0)
        self.rail.chosen.connect(self._turn_by_reader)
        self.rail.everything_wanted.connect(self.everything_wanted)
        self.rail.check(SidebarList.THREADS)
        self.previews.arrived.connect(self.list.viewport().update)
        self.set_theme(theme)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self.previews.watch(session.ask if session else None)
        self._delegate.pictures = session.pictures if session else None
        if session:
            session.pictures.arrived.connect(self.list.viewport().update)
            session.pictures.folders_changed.connect(self.list.viewport().update)

    def set_face(self, face: Face) -> None:
        """Show the rail, groups and numbers that belong to a face."""
        has_rail = face.shows(FacePart.RAIL)
        self._delegate.shows_sizes = face.shows(FacePart.SIZES)
        self.rail.setVisible(has_rail)
        self.everything.setHidden(has_rail)
        if self._is_in_groups != has_rail:
            self._is_in_groups = has_rail
            self.wanted.emit()

    def _turn_by_reader(self, sidebar_list: SidebarList) -> None:
        self.rail.check(sidebar_list)
        if sidebar_list is not self.sidebar_filter().sidebar_list:
            self.filter.forget()  # the words were meant for the other list
            self.turn_to(sidebar_list)
            self.turned.emit()

    def sidebar_filter(self) -> SidebarFilter:
        """The chosen list and the filter."""
        words = self.filter.text()
        return SidebarFilter(
            self.chooser.currentData(), "" if words == self._opened else words, self._sorting
        )

    def note_opened(self) -> None:
        """Filter by nothing: the text was an address, and no conversation need contain it.

        It stays until the field is left, because more of the address may follow.
        """
        self._opened = self.filter.text()

    def turn_to(self, sidebar_list: SidebarList) -> None:
        """Choose a list: threads, feeds or others."""
        self.chooser.setCurrentIndex(list(SidebarList).index(sidebar_list))

    def begin_anew(self, sidebar_list: SidebarList, sorting: Sorting) -> None:
        """Reset the filter for another database, and show the list that was chosen there."""
        self._listed = None
        self.model.show(())
        self.list.is_loading = True
        self._nothing.hide()
        self._count.setText(tr("Loading…"))
        self.filter.clear()
        self._tick(sorting)
        self.turn_to(sidebar_list)

    def show_threads(self, threads: Sequence[ConversationSummary], why_nowhere: str = "") -> None:
        """Replace the list; the selected thread stays selected.

        `why_nowhere` says why the filter, if it is an id or address, leads nowhere.

        The same list stays in place, another one or another filter begins at its top. The first
        list begins where the selected thread is visible.
        """
        bar, shown = self.list.verticalScrollBar(), self.sidebar_filter()
        self.list.is_loading = False
        value = bar.value() if shown == self._listed else 0
        if self._listed is None:
            places = (row for row, each in enumerate(threads) if each.address == self._chosen)
            value = self._pixels_above(next(places, 0))
        rows_above_end = (value + self.list.height()) // self.list.row_height()
        self.list.setBatchSize(_AT_ONCE + rows_above_end)
        is_by_time = shown.sorting is Sorting.LATEST and shown.sidebar_list in _BY_TIME
        in_groups = self._is_in_groups and is_by_time
        self._delegate.shows_years = not in_groups
        self.model.show(threads, in_groups=in_groups)
        row = self.model.row_of(self._chosen)
        if row is not None:
            selection = self.list.selectionModel()
            selection.blockSignals(True)
            self.list.setCurrentIndex(self.model.index(row))
            selection.blockSignals(False)
        if value > bar.maximum():
            self.list.doItemsLayout()  # the bar learns how many rows there are
        bar.setValue(value)
        self._count.setText(shown.sidebar_list.count_in_words(len(threads)))
        self._nothing.setVisible(not threads)
        if shown.words.strip():
            why = tr("Nothing here matches the filter. Enter fewer words, or choose another list.")
        else:
            why = shown.sidebar_list.emptiness
        self._nothing.say(why_nowhere or why)
        self._listed = shown
        if self._enters:
            self.open_match()

    def _pixels_above(self, row: int) -> int:
        """Where the list is scrolled to if a row is in its middle, or visible at its top."""
        height = self.list.row_height()
        return max(0, row * height - max(0, self.list.viewport().height() - height) // 2)

    def show_unread(self, unread: Mapping[str, int]) -> None:
        """Mark unread conversations."""
        self.model.unread = unread
        self.list.viewport().update()

    def sort_by(self, sorting: Sorting) -> None:
        """Change the sorting."""
        self._tick(sorting)
        self.turned.emit()
        self.wanted.emit()

    def _tick(self, sorting: Sorting) -> None:
        self._sorting = sorting
        for action in self.sorter.menu().actions():
            action.setChecked(action.data() is sorting)

    def show_pinned(self, roots: Sequence[str]) -> None:
        """Mark pinned conversations."""
        self.model.pinned = frozenset(roots)
        self.list.viewport().update()

    def choose(self, address: str) -> None:
        """Select the conversation with `address` without opening it."""
        self._chosen = address
        row = self.model.row_of(address)
        if row is None:
            self.list.selectionModel().clear()  # so that the previous row can be selected again
        elif not self.list.selectionModel().isRowSelected(row):
            self.list.setCurrentIndex(self.model.index(row))

    def begin_filtering(self) -> None:
        """Focus the filter field."""
        self.filter.setFocus()
        self.filter.selectAll()

    def step(self, rows: int) -> bool:
        """Open the thread a number of rows further down; whether there is another one."""
        before = self.list.currentIndex().row()
        self.list.setCurrentIndex(self.model.index(self.model.step(before, rows)))
        return self.list.currentIndex().row() != before

    def open_match(self) -> None:
        """Open the first match as soon as it is known, unless the open conversation is a match."""
        self._enters = self._listed != self.sidebar_filter()
        if self._enters:
            if not self.filter.hurry():
                self.wanted.emit()
        elif self.model.row_of(self._chosen) is None:
            self.list.setCurrentIndex(self.model.index(self.model.step(-1, 1)))

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._delegate.theme = theme
        self.list.viewport().update()

    def _make_chooser(self) -> QHBoxLayout:
        self.chooser = ChoiceBox(self)
        self.chooser.setObjectName("chooser")
        self.chooser.name_all(tr("What to choose from"))
        self.chooser.setSizeAdjustPolicy(
            ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.chooser.setMinimumContentsLength(_LEAST_CHOICE)
        for sidebar_list in SidebarList:
            self.chooser.addItem(sidebar_list.title, sidebar_list)
        self.chooser.currentIndexChanged.connect(lambda _: self._turn())
        self.chooser.activated.connect(lambda _: self._choose_list())
        self.sorter = IconButton("sort", tr("Sort by"), parent=self)
        self.sorter.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = Menu(tr("Sort by"), self.sorter)
        for sorting in Sorting:
            sort, is_on = partial(self.sort_by, sorting), sorting is self._sorting
            menu.add(sorting.title, sort, is_on=is_on).setData(sorting)
        self.sorter.setMenu(menu)
        tip, show = tr("All messages of all feeds in one timeline"), self.everything_wanted.emit
        self.everything = make_link(tr("Everything"), self, show, tip)
        return make_row((self.chooser, 1), self.sorter, self.everything)

    def _choose_list(self) -> None:
        if self.filter.text():
            self.filter.clear()
        self.turned.emit()

    def _turn(self) -> None:
        sidebar_list = self.sidebar_filter().sidebar_list
        self.rail.check(sidebar_list)
        self.filter.suggest(tr(_PLACEHOLDERS[sidebar_list]))
        self.list.setAccessibleName(tr("{list} that match the filter", list=sidebar_list.title))
        self.wanted.emit()

    def _make_filter(self) -> SearchField:
        field = SearchField(tr("Filter by words, names or months"), self, is_above_list=True)
        field.suggest(tr(_PLACEHOLDERS[SidebarList.THREADS]))
        field.paused.connect(self.wanted)
        field.textChanged.connect(self._wait_for_more)
        field.editingFinished.connect(self._clear_opened)
        field.stepped.connect(self.step)
        field.left.connect(self._leave_filter)
        return field

    def _clear_opened(self) -> None:
        if self._opened and self.filter.text() == self._opened:
            self.filter.clear()

    def _leave_filter(self) -> None:
        """Empty the filter, or leave an empty one."""
        if self.filter.text():
            self.filter.clear()
        else:
            self.left.emit()

    def _wait_for_more(self) -> None:
        self._enters = False

    def _make_list(self) -> Choices:
        view = Choices(tr("{list} that match the filter", list=SidebarList.THREADS.title), self)
        view.tab_wanted.connect(lambda row: self.tab_wanted.emit(self._address(row)))
        view.beside_wanted.connect(lambda row: self.beside_wanted.emit(self._address(row)))
        view.setModel(self.model)
        view.setItemDelegate(self._delegate)
        view.setUniformItemSizes(True)
        view.setLayoutMode(QListView.LayoutMode.Batched)  # 100,000 rows at once would take 150 ms
        view.setMouseTracking(True)
        view.setMinimumWidth(180)
        view.selectionModel().currentChanged.connect(self._announce)
        return view

    def _address(self, row: int) -> str:
        return self.model.thread_at(row).address

    def _announce(self, current: QModelIndex) -> None:
        if current.isValid():
            address = self._address(current.row())
            if address != self._chosen:
                self._chosen = address
                self.chosen.emit(address)
