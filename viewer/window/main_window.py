"""The window: the sidebar on the left, the timeline in the middle, the status bar below.

Dialogs are imported when they are opened: the first picture waits for none of them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QContextMenuEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from tanglescope.engine import words
from tanglescope.engine.archive.folder import store_of
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.sources import is_collection
from tanglescope.engine.store.files.collections import Collections, default_database
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.system.files import is_there
from tanglescope.viewer import drawings, theme
from tanglescope.viewer.actions.collecting import Collecting
from tanglescope.viewer.actions.exporting import Exporting
from tanglescope.viewer.actions.imports import Importing
from tanglescope.viewer.actions.inspecting import Inspecting
from tanglescope.viewer.actions.printing import Printing
from tanglescope.viewer.actions.rescuing import Rescuing
from tanglescope.viewer.actions.undoing import Undoing
from tanglescope.viewer.actions.unlocking import BaseKeys, TextStorage, Unlocking
from tanglescope.viewer.actions.writing import Writing
from tanglescope.viewer.blobs.showing import Showing
from tanglescope.viewer.command import CommandTable
from tanglescope.viewer.dialogs import boxes, file_dialogs
from tanglescope.viewer.dialogs.confirm import LeaveDialog
from tanglescope.viewer.manual.opener import ManualOpener
from tanglescope.viewer.manual.touring import Touring
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.search.quick import QuickSearch
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.session import Session, nothing_at
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice, Theme
from tanglescope.viewer.views.activity import Activity
from tanglescope.viewer.views.hints import Hinting
from tanglescope.viewer.views.keyboard import FocusReturn, FocusRing, press
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.views.toolbar import ToolBar
from tanglescope.viewer.window.appearance import Appearance, set_zoom
from tanglescope.viewer.window.arriving import (
    Arriving,
    CollectionOffers,
    Loading,
    RecentFiles,
    Verifying,
)
from tanglescope.viewer.window.context_menus import ContextMenus
from tanglescope.viewer.window.conversation_lists import ConversationLists
from tanglescope.viewer.window.facing import Facing
from tanglescope.viewer.window.frame import DropZones, Frame
from tanglescope.viewer.window.menus import CommandHider, Menus
from tanglescope.viewer.window.navigation import Navigation, Stop
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.window.page_parts import PageParts
from tanglescope.viewer.window.searching import Filtering, Searching
from tanglescope.viewer.window.second_page import SecondPage
from tanglescope.viewer.window.switches import Switches, Turn
from tanglescope.viewer.window.tabbing import Tabbing

_LATER = (
    *("tanglescope.viewer.window.palette", "tanglescope.viewer.window.preferences"),
    *("tanglescope.viewer.dialogs.export", "tanglescope.viewer.dialogs.import_dialog"),
    *("tanglescope.viewer.dialogs.quarantine", "tanglescope.viewer.manual.window"),
)
"""Dialogs that are imported ahead of time, while the program is idle."""

_WIDE = 1300
"""The width in pixels from which a panel that was open is open again."""


class MainWindow(QMainWindow):
    """One window on one collection at a time."""

    window_wanted = Signal()
    """Emitted to open another window."""
    closed = Signal()
    """Emitted when the window has been closed, and its work has ended."""

    def __init__(
        self,
        table: CommandTable,
        database: Path,
        settings: Settings,
        chosen: Choice | None = None,
        *,
        own_collections: bool = False,
    ) -> None:
        """Create a window on `database` with the commands of a table; archives are read into it.

        With `own_collections`, each archive is opened in a collection of its own instead.
        """
        set_zoom(settings.zoom)  # first: widgets keep the font with which they are measured
        super().__init__()
        self.setWindowIcon(QIcon(drawings.icon("tanglescope")))
        self._settings, self._home = settings, database
        self._takes_all = None if own_collections else database
        self._may_close = self._is_restored = False
        self.appearance = Appearance(settings, chosen, self)
        self._session: Session | None = None
        self.menus = Menus(self, table.commands, lambda: self.parts_here, self._report)
        self._make_widgets()
        self.context_menus = ContextMenus(
            *(table.context_menus, self.menus, self.absent, lambda: self.parts_here, self)
        )
        self.switches = Switches(settings, self._turns(), self.menus, self._report)
        button = self.menus.fill(self.tools, self.quick, self.facing.turn_place)
        self.offers = CollectionOffers(
            *(self.collecting, self.importing, self._frame.welcome),
            partial(self.tools.name, button, usual=tr("Collection")),
            self,
        )
        self.menus.collections_wanted(
            lambda: self.menus.show_collections(
                self.collecting.collections.all(), self._home, self.open_collection
            )
        )
        self._show_ways()
        self._ring = FocusRing(self)
        self._return = FocusReturn(self.timeline, (self.tools, *self._frame.parts_to_close()))
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._show_ways)
        self._show_theme(self.appearance.theme)
        self.appearance.changed.connect(self._show_theme)
        self.menus.when_absent(self.absent.why_absent, self.facing.turn)
        faced = self.workbench, self.activity, self.threads, self.parts, self.beside.parts
        turns = [part.set_face for part in faced]
        self.facing.hold(*turns)
        self._restore()

    # Opening

    def open_path(self, path: Path) -> None:
        """Open a database, or an archive in its collection, and follow it."""
        self.open_paths([path])

    def open_paths(
        self, paths: Sequence[Path], *, is_lasting: bool = True, is_added: bool = False
    ) -> None:
        """Open paths that belong together: all of them in the collection of the first.

        Temporary files aren't offered again. Archives may be added to the open collection instead.
        """
        self.banner.hide()  # messages about previous attempts
        problems: list[str] = []
        is_turned = is_added
        for each in paths:
            path = store_of(each.expanduser().absolute())
            try:
                if not is_there(path):
                    raise nothing_at(path)
                if is_collection(path) and not is_added:
                    self.open_database(path)
                    self.collecting.list_current()
                else:
                    if not is_turned:
                        self._turn_to_collection_of(path)
                    self._read(path)
                is_turned = True
                self.unlocking.offer_keys(path)
            except TanglescopeError as error:
                problems.append(str(error))
                continue
            if is_lasting:
                self.recent.add(path)
        if problems:
            self.say(words.list_sentences(problems))

    def open_database(self, database: Path) -> None:
        """Show `database`."""
        session = Session(database, self, self._settings)
        session.is_imported_into = partial(self.importing.is_busy, database)
        is_another = database != self._home
        if self._session or is_another:
            self.banner.hide()
        if self._session:
            self._close_session()
        self._session, self._home = session, database
        if is_another:
            self.importing.leave_collection()
        for part in self._watching:
            part.watch(session)
        session.failed.connect(self.say)
        session.unreadable.connect(self.say)
        session.unanswered.connect(self._say_here)
        session.waited.connect(self.activity.show_working)
        session.unlocked.connect(self._show_unlocked)
        session.reading.connect(self.banner.withdraw)
        self.text_storage.watch(session)
        if database != self._takes_all:
            self._settings.collection = database

    def open_collection(self, database: Path) -> None:
        """Show a collection, then follow its archives or offer to finish its import."""
        if self._session is None or self._session.database != database:
            self._turn_to_collection(database)
            self.importing.offer_to_continue()

    def _turn_to_collection(self, database: Path) -> None:
        """Show a collection and follow its archives."""
        try:
            if not is_there(database):  # it was removed in another window, or by hand
                self.offers.offer()
                raise self.collecting.removed_error(database)
            self.open_database(database)
            unfinished = self._settings.of(database).unfinished
            for archive in self.collecting.archives():
                if archive not in unfinished:
                    self._read(archive)
        except TanglescopeError as error:
            self.say(str(error))

    def open_if_there(self) -> None:
        """Show the collection of the window if its database exists, or finish its import."""
        if self._home.exists():
            self.open_collection(self._home)
        else:
            self.importing.offer_to_continue()

    def _turn_to_collection_of(self, archive: Path) -> None:
        """Show the collection of an archive, unless the window has one for all archives."""
        if self._home == self._takes_all:
            return
        database = self.collecting.for_archive(archive)
        if self._session is None or self._session.database != database:
            self.open_database(database)

    def _read(self, archive: Path) -> None:
        if not self.importing.takes(archive):
            self._require_session().read_archive(archive)

    def open_thread(self, address: str, key: str | None = None) -> None:
        """Show a thread, or a view by its address, at the message `key` if one is named.

        Raises `UnknownConversation`.
        """
        try:
            self._require_session()
        except DatabaseError as error:
            self.say(str(error))
        else:
            self.opening.open(address, key)

    @property
    def session(self) -> Session | None:
        """The session of the open collection."""
        return self._session

    @property
    def model(self) -> TimelineModel:
        """The rows of the open conversation."""
        return self.timeline.timeline

    def _show_opened(self, address: str) -> None:
        """Notify the other parts of the open conversation."""
        self._frame.show_reading()
        self.banner.turn_to(address)
        self.writing.open_thread(address)
        self.workbench.show_thread(address, self.timeline.current_key())

    def _show_person(self, feed: str) -> None:
        self.workbench.open_panel("person").show_person(feed)

    def show_view(self, name: str) -> None:
        """Show one view of the open thread: timeline, inspector, or a panel in the whole window."""
        if name == "import":
            self.importing.show()
        elif name == "inspector":
            self.switches.turn("inspector", on=True)
            if self.timeline.current_key() is None:
                self.timeline.step(1)
        elif name != "timeline":
            self.workbench.open_panel(name)
            self.workbench.fill(on=True)

    def show_around(self) -> None:
        """Begin to show hints, unless they are turned off."""
        if self.switches.is_on("hints"):
            self.hinting.begin()

    def warm_up(self) -> None:
        """Import modules ahead of time while the program is idle."""
        self.workbench.warm_up(
            *(partial(import_module, module) for module in _LATER),
            *(partial(self.tools.draw_ahead, theme.load(name)) for name in theme.NAMES),
        )

    def is_settled(self) -> bool:
        """Whether everything visible is complete: no answer is awaited."""
        session, panel = self._session, self.workbench.panel()
        return (
            (session is None or (session.pictures.is_settled() and not session.is_unlocking))
            and (panel is None or panel.is_settled())
            and self._inspecting.is_settled()
            and self.conversation_lists.is_settled
            and self.threads.previews.is_settled
            and self.beside.is_settled()
        )

    def say(self, sentence: str, cause: str = "") -> None:
        """Report a problem to the reader until its `cause` is withdrawn."""
        self.banner.say(sentence, cause)

    def _say_here(self, sentence: str, cause: str = "") -> None:
        """Report a problem until its `cause` is withdrawn or another conversation is opened."""
        self.banner.say(sentence, cause, self.opening.address)

    def _report(self, sentence: str) -> None:
        self.activity.say(sentence)

    def _offer(self, anything: bool) -> None:
        self._frame.panes.offer_threads(there=anything)
        if not anything:
            self._welcome()

    # Actions of the reader

    @property
    def parts_here(self) -> PageParts:
        """The parts of the page that has the keyboard focus."""
        return self.beside.parts if self.beside.is_read() else self.parts

    @property
    def page_here(self) -> ReadingPage:
        """The page that has the keyboard focus."""
        return self.parts_here.page

    @property
    def ways_here(self) -> Navigation:
        """The ways of the page that has the keyboard focus."""
        return self.parts_here.ways

    def _turns(self) -> dict[str, Sequence[Turn]]:
        both = self.parts, self.beside.parts
        return {
            **self._frame.turns(),
            "supersedes": [each.superseding.turn for each in both],
            "light": [each.light.turn for each in both],
            "inspector": [self._turn_inspector],
            "hints": [self._turn_hints],
            "toolbar": [self.tools.setVisible],
        }

    def _turn_inspector(self, on: bool) -> None:
        self._inspecting.show(shown=on)
        self.facing.check_places()

    def _turn_hints(self, on: bool) -> None:
        if not on:
            self.hinting.end()
        elif self._is_restored:
            self.hinting.begin_anew()

    def hold(self, key: str | None) -> None:
        """Pin a message for comparison, or unpin it."""
        if key:
            self.switches.turn("inspector", on=True)
            self.inspector.turn_held(key)
        self._tick_held()

    def _tick_held(self) -> None:
        """Tick the command that pins the current message if it is pinned."""
        key = self.timeline.current_key()
        self.menus.check("hold", on=key is not None and key == self.inspector.held_key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button with Return; return to the timeline with Escape."""
        if not press(self, event, self.timeline):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu for the subject under the mouse or with the keyboard focus."""
        self.context_menus.offer(event)

    def open_preferences(self) -> None:
        """Open the preferences."""
        from tanglescope.viewer.window.preferences import Preferences

        Preferences(self._settings, self.switches, self.appearance, self).open()

    def offer_commands(self) -> None:
        """Open the command palette."""
        from tanglescope.viewer.window.palette import CommandPalette

        collections = self.collecting.collections.all()
        CommandPalette(self.menus, self.ways, self, collections, self.open_collection).open()

    def _show_theme(self, shown: Theme) -> None:
        self._frame.set_theme(shown)
        self.tools.set_theme(shown)
        self.quick.set_theme(shown)
        self.manual.set_theme(shown)
        for each in Choice:
            self.menus.check(f"theme_{each}", on=each is self.appearance.choice)

    def show_shortcuts(self) -> None:
        """Open the page of all shortcuts."""
        from tanglescope.viewer.window.palette import show_shortcuts

        show_shortcuts(self.menus.commands.values(), self)

    def turn_threads(self) -> None:
        """Show or hide the list of conversations."""
        self._frame.panes.turn_threads()

    def open_asked(self, ask_for: Callable[[QWidget], Path | None]) -> None:
        """Open what the user chooses in a dialog."""
        if path := ask_for(self):
            self.open_path(path)

    def _show_unlocked(self) -> None:
        self.activity.say(self.text_storage.sentence())
        self.model.forget_messages()

    def cancel_work(self) -> None:
        """Stop what is running, or say that nothing is."""
        imported = self.importing.cancel()
        read = self._session is not None and self._session.cancel()
        if not (imported or read or any(each.cancel() for each in self._working)):
            self._report(tr("Nothing is running that could be stopped."))

    def show_quarantine(self) -> None:
        """Show the bad records of the collection."""
        from tanglescope.viewer.dialogs.quarantine import QuarantineDialog

        if self._session:
            dialog = QuarantineDialog(self._session.library, boxes.in_front(self))
            dialog.export_wanted.connect(self.exporting.export_quarantine)
            dialog.open()

    # Construction and end

    def _make_widgets(self) -> None:
        self._make_pages()
        self._make_reading()
        self._connect_reading()
        self._make_archives()
        self.facing: Facing = Facing(
            self._settings, self.workbench, self.inspector, self.menus, self
        )
        self.opening.opened.connect(self.facing.decide)
        self.touring = Touring(
            *(self.threads, self.timeline, self.tools, self.workbench, self.opening),
            *(self.facing, self.menus, self.hinting, self._settings, self),
        )
        self.touring.ended.connect(self.show_around)
        self._watching = (
            *(self.facing, self.quick, self.undoing, self.touring),
            *(self.opening, self._inspecting, self.workbench, self.absent, self.writing),
            *(self._arriving, self.conversation_lists, self.tabbing, self.beside, self.parts),
            *(self._frame.welcome, self.showing),
            *(self.loading, self.verifying, self.collecting, self._base_keys, self.recent),
        )

    def _make_pages(self) -> None:
        """Create the parts that are seen, and what opens conversations in them."""
        self._frame = frame = Frame(self.appearance.theme, self._settings, self)
        self.setCentralWidget(frame)
        # After the frame, so that Tab leads to the timeline first.
        self.tools = ToolBar(self.appearance.theme, self)
        self.addToolBar(self.tools)
        self.quick = QuickSearch(self.appearance.theme, self.tools)
        self.banner, self.threads, self.reading = frame.banner, frame.threads, frame.reading
        self.inspector, self.workbench = frame.inspector, frame.workbench
        self.timeline, self.pills = self.reading.timeline, self.reading.pills
        self.opening = Opening(self.reading, self)
        self.conversation_lists = ConversationLists(frame, self.opening, self._report, self)
        self.loading = Loading(frame, self.opening, self.conversation_lists, self)
        self.conversation_lists.offered.connect(self._offer)
        self.conversation_lists.pin_turned.connect(lambda on: self.menus.check("pin", on=on))
        self.opening.opened.connect(self._show_opened)
        self.tabbing = Tabbing(frame.tabs, self.opening, self._report, self)
        self.beside = SecondPage(frame.beside, self.opening, self._report, self)
        for page in (self.reading, self.beside.page):
            page.heading.news_wanted.connect(lambda: self.filtering.show(SidebarList.NEWS))
        self.threads.tab_wanted.connect(self.tabbing.open)
        self.threads.beside_wanted.connect(self.beside.open)
        frame.welcome.open_wanted.connect(lambda: self.open_asked(file_dialogs.for_archive))
        frame.welcome.sample_wanted.connect(lambda: self.touring.open_sample())
        self.hinting: Hinting = Hinting(frame.hints, self.timeline, self._settings, self)
        frame.hints.off.clicked.connect(lambda: self.switches.turn("hints", on=False))

    def _make_reading(self) -> None:
        """Create what helps to read a conversation and to answer it."""
        self._inspecting = Inspecting(self.timeline, self.inspector, self)
        self.ways: Navigation = Navigation(
            self.timeline,
            self.open_thread,
            self._report,
            self,
            self._turn_to_place,
        )
        self.filtering = Filtering(self._frame, self.ways, self.timeline, self._report)
        for ways in (self.ways, self.beside.ways):
            ways.person_wanted.connect(self._show_person)
            ways.ways_changed.connect(self._show_ways)
        self.showing: Showing = Showing(
            *((self.timeline, self.beside.page.timeline), self._report),
            lambda: self.collecting.add_blob_folder(),
            self,
        )
        self.parts = PageParts(self.reading, self.opening, self.ways, self)
        self.writing: Writing = Writing(
            self.reading, self._settings, self.ways.go_to, self._report, self
        )
        self.exporting: Exporting = Exporting(
            *(
                lambda: self.page_here,
                self.workbench.selection,
                lambda: self._session,
                self._report,
            ),
            lambda *said: self.activity.say_written(*said),
        )
        self.text_storage = TextStorage(
            partial(self.menus.check, "keep_private"), self._report, self
        )

    def _connect_reading(self) -> None:
        """Let lists, panels and the inspector lead to messages and conversations."""
        self.inspector.held.connect(self._tick_held)
        self.timeline.current_changed.connect(self._tick_held)
        self.inspector.page.key_clicked.connect(self.ways.go_to)
        self.inspector.page.address_clicked.connect(self.ways.switch_to)
        self.inspector.went.connect(self.ways.retrace)
        self.inspector.copied.connect(lambda: self._report(tr("Message copied")))
        self.workbench.made.connect(self._connect_panel)
        self.workbench.turned.connect(self._turn_panel)
        self.manual = ManualOpener(self.appearance.theme, self)
        self.workbench.manual_wanted.connect(self.manual.open_at)
        self.workbench.dock_wanted.connect(lambda: self.menus.action("below").trigger())
        self._frame.panes.threads_turned.connect(lambda on: self.menus.check("threads", on))
        self.timeline.current_changed.connect(
            lambda: self.workbench.show_key(self.opening.address, self.timeline.current_key())
        )
        self.searching = Searching(
            *(self.quick, self.ways, self.workbench, self._show_person, self.timeline.setFocus)
        )

    def _connect_panel(self, panel: Panel) -> None:
        panel.key_clicked.connect(self.ways.go_to)
        panel.thread_wanted.connect(lambda address: self.ways.open(address))
        panel.hit_chosen.connect(self.ways.go_to_in)
        panel.text_entered.connect(self.ways.go_to_text)
        panel.left.connect(self.timeline.setFocus)
        panel.said.connect(self._say_here)

    def _make_archives(self) -> None:
        """Create the status bar, and what reads archives and opens collections."""
        self.activity = Activity(self)
        self.activity.cancel.clicked.connect(self.cancel_work)
        for button in (self.activity.quarantine, self.banner.bad):
            button.clicked.connect(self.show_quarantine)
        self.setStatusBar(self.activity)
        self.printing: Printing = Printing(
            lambda: self.page_here, lambda: self._session, self._report, self.activity.say_written
        )
        self.undoing: Undoing = Undoing(self._report)
        self.opening.hiding.did.connect(self.undoing.did)
        self.conversation_lists.did.connect(self.undoing.did)
        self.drops: DropZones = DropZones(
            *(self, lambda: self.windowTitle() if self._session else "", self.open_paths),
            lambda files: self.open_paths(files, is_added=True),
            lambda files: self._home == self._takes_all and not any(map(is_collection, files)),
        )
        file_dialogs.begin_in(self._settings.folder)
        self.timeline.position_changed.connect(
            self._show_position, Qt.ConnectionType.QueuedConnection
        )
        self._arriving = Arriving(
            self.activity, self.conversation_lists, self.banner, self.opening, self
        )
        self.unlocking = Unlocking(self._require_session, self.banner, self)
        self._base_keys = BaseKeys(self)
        self.verifying = Verifying(self.activity, self.say, self)
        self.importing = Importing(lambda: self._home, self._settings, self.activity, self)
        self.importing.quarantine_wanted.connect(self.show_quarantine)
        self.importing.collection_wanted.connect(self._turn_to_collection)
        self.importing.finished.connect(self._take_over)
        self.importing.failed.connect(self.say)
        self.recent = RecentFiles(self._settings, self.importing, self)
        self.importing.reading.connect(self._frame.welcome.show_reading)
        self.importing.reading.connect(self.workbench.refresh_soon)
        collections = Collections(default_database())
        self.collecting = Collecting(collections, self.activity, self.banner, self.importing, self)
        self.rescuing = Rescuing(self.collecting.archives, self._report, self)
        self._working = self.collecting, self.exporting.pages, self.rescuing
        self.collecting.wanted.connect(self.open_collection)
        self.collecting.removing.connect(self.close_collection)
        self._frame.welcome.collection_wanted.connect(self.open_collection)
        self.absent: CommandHider = CommandHider(
            self.menus, self.reading, self.beside.page, self.workbench, self
        )
        self.opening.opened.connect(self.absent.ask)

    def _take_over(self, database: Path, archives: list[Path], added: int) -> None:
        # The import of another collection is shown and followed when that is opened.
        if database == self._home:
            self._arriving.take_over(self._require_session, archives, added)

    def _show_ways(self) -> None:
        """Enable Back and Forward for the page that has the keyboard focus."""
        back, forward = self.ways_here.ways()
        self.menus.enable("back", on=back)
        self.menus.enable("forward", on=forward)

    def close_collection(self, database: Path) -> None:
        """Close the collection if it is `database`."""
        if self._session is None or self._session.database != database:
            return
        self.banner.hide()
        self._close_session()
        self._home = default_database()
        self.importing.leave_collection()
        self._welcome()

    def _show_position(self, row: int, rows: int) -> None:
        text = tr("Row {row:,} of {rows:,}", row=row, rows=rows) if rows else ""
        self.activity.show_position(text)

    def _welcome(self) -> None:
        self.activity.show_position("")
        self._frame.panes.offer_threads(there=False)
        self._frame.hints.hide()  # it is about a conversation
        self.offers.offer()
        self._frame.show_welcome()

    def _turn_to_place(self, place: Stop) -> bool:
        """Open the collection and the panel of a stop; False if the collection is gone."""
        database = place.database
        if database is None or self._session is None or database != self._session.database:
            if database is None or not database.exists():
                return False
            self.open_collection(database)
        if place.panel:
            self.workbench.open_panel(place.panel)
        else:
            self.workbench.close_panel()
        return True

    def _turn_panel(self, name: str) -> None:
        self.ways.note_panel(name)
        self._settings.panel = name
        self.facing.turn_for_panel(name)
        for kind in PANELS:
            self.menus.check(kind.command, on=kind.name == name)

    def _restore(self) -> None:
        # Set once, so that no part of the window changes the limits of its size.
        self.setMinimumSize(QSize(480, 320))
        self.resize(QSize(1180, 780))
        self.restoreGeometry(self._settings.bytes("geometry"))
        self._frame.restore(self._settings)
        self.switches.restore()
        self._is_restored = True
        # In a narrow window, the conversation keeps its room until a place is asked for.
        if self._settings.panel in {kind.name for kind in PANELS} and self.width() >= _WIDE:
            self.workbench.open_panel(self._settings.panel)
        self.recent.show_in(partial(self.menus.show_recent, open_path=self.open_path))

    def _require_session(self) -> Session:
        if self._session is None:
            self.open_database(self._home)
        assert self._session is not None
        return self._session

    def _close_session(self) -> None:
        assert self._session is not None
        for part in reversed(self._watching):
            part.watch(None)
        self._session.close()
        self.activity.show_working(on=False)
        self._session.deleteLater()
        self._session = None

    def leave(self) -> None:
        """Close without a confirmation, for example when the system ends the program."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the window's geometry and end all work; ask first while some is running."""
        working = [each for each in (self.importing, *self._working) if each.is_busy()]
        if working and not self._may_close:
            event.ignore()
            LeaveDialog(
                [each.what_stops() for each in working], self.leave, boxes.in_front(self)
            ).open()
            return
        for each in self._working:
            each.end()
        self._settings.set_bytes("geometry", self.saveGeometry())
        self._frame.keep(self._settings)
        self._settings.folder = file_dialogs.last_folder()
        self.importing.end()
        if self._session:
            self._close_session()
        self.collecting.forget_new()
        super().closeEvent(event)
        self.closed.emit()
