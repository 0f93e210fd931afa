"""The search field of the toolbar and the filter of the list, and where they lead."""

from collections.abc import Callable

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import EVERYTHING, mentions_address
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.panels.search.quick import QuickSearch
from tanglescope.viewer.views.keyboard import enter
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tanglescope.viewer.window.frame import Frame
from tanglescope.viewer.window.navigation import Navigation
from tanglescope.viewer.window.workbench import Workbench


class Filtering:
    """Connects the list of conversations and its filter with a page."""

    def __init__(
        self,
        frame: Frame,
        ways: Navigation,
        timeline: TimelineView,
        report: Callable[[str], None],
    ) -> None:
        self._threads, self._panes = frame.threads, frame.panes
        self._ways, self._timeline, self._report = ways, timeline, report
        self._threads.chosen.connect(lambda address: ways.open(address))
        self._threads.everything_wanted.connect(self.open_everything)
        self._threads.filter.address_typed.connect(self._go_to_typed)
        self._threads.filter.entered.connect(self._enter_match)
        self._threads.left.connect(timeline.setFocus)

    def show(self, sidebar_list: SidebarList) -> None:
        """Choose a list, even if it was hidden."""
        self._unhide()
        self._threads.turn_to(sidebar_list)

    def begin(self) -> None:
        """Focus the filter, even if the list was hidden."""
        self._unhide()
        if self._threads.isHidden():  # there is nothing to list
            self._report(tr("No conversation is here yet."))
        else:
            self._threads.begin_filtering()

    def open_everything(self) -> None:
        """Open all messages; the next keys are for them, not for the filter."""
        self._ways.open(EVERYTHING)
        self._timeline.setFocus()

    def open_mentions(self, me: str | None) -> None:
        """Open what mentions the user, who is known once private messages have been decrypted."""
        if me is None:
            self.show(SidebarList.MENTIONS)
            self._report(
                tr("Choose who is mentioned; decrypt private messages to say who you are.")
            )
        else:
            self._ways.open(str(mentions_address(me)))

    def _unhide(self) -> None:
        if self._threads.isHidden():
            self._panes.turn_threads()

    def _enter_match(self, words: str) -> None:
        """Open the first match, unless the words are an address."""
        if not self._ways.resolve(words).address:
            self._threads.open_match()
        self._timeline.setFocus()

    def _go_to_typed(self, text: str) -> None:
        """Open an address that was typed into the filter, and list all conversations again."""
        if self._ways.go_to_text(text):
            self._threads.note_opened()


class Searching:
    """Connects the search field with the window."""

    def __init__(
        self,
        field: QuickSearch,
        ways: Navigation,
        workbench: Workbench,
        show_person: Callable[[str], None],
        leave: Callable[[], None],
    ) -> None:
        self._field, self._workbench = field, workbench
        field.person_chosen.connect(show_person)
        # The keyboard was in the field: it continues in what was found.
        field.person_chosen.connect(lambda _: self._enter_panel())
        for found in (field.conversation_chosen, field.message_chosen):
            found.connect(leave)
        field.conversation_chosen.connect(lambda address: ways.open(address))
        field.message_chosen.connect(ways.go_to_in)
        field.all_wanted.connect(self.search)
        field.address_typed.connect(ways.go_to_text)
        field.left.connect(leave)

    def _enter_panel(self) -> None:
        if (panel := self._workbench.panel()) is not None:
            enter(panel)

    def begin(self) -> None:
        """Focus the field, or the panel where there is no room for the field."""
        if self._field.isVisible():
            self._field.begin()
        else:
            self._workbench.open_panel("search").begin_typing()

    def search(self, query: str) -> None:
        """Show the messages that match a query."""
        self._workbench.open_panel("search").ask_for(query)
