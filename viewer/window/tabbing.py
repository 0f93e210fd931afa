"""Conversations in tabs: each keeps its reading position, also for the next session."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import UnknownConversation
from tanglescope.engine.words.inspection import Titled
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import find_titles
from tanglescope.viewer.views.thread_tabs import Tabs, ThreadTabs
from tanglescope.viewer.window.opening import Opening


class Tabbing(QObject):
    """Manages the tabs of one page."""

    def __init__(
        self,
        bar: ThreadTabs,
        opening: Opening,
        report: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._opening = opening
        self._report = report
        self._session: Session | None = None
        self._titles: dict[str, str] = {}
        self.tabs = Tabs()
        """What is open in tabs."""
        bar.currentChanged.connect(lambda number: self._turn_to(self.tabs.turned_to(number)))
        bar.closed.connect(lambda number: self._turn_to(self.tabs.without(number)))
        opening.opened.connect(self._note)

    def close(self) -> None:
        """Close the current tab."""
        self._turn_to(self.tabs.without(self.tabs.current))

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._titles, self.tabs = session, {}, Tabs()
        if session:
            addresses, current = session.kept.tabs
            kept = Tabs.of(addresses, current)
            session.ask("titles", lambda library: find_titles(library, kept.addresses), self._name)
            self._turn_to(kept)
        self._show()

    def open_here(self) -> None:
        """Keep the current tab, and continue in a new one."""
        if self._opening.address:
            self.open(self._opening.address)

    def open(self, address: str) -> None:
        """Open a thread or a view in a new tab."""
        self._turn_to(self.tabs.adding(address))

    def step(self, tabs: int) -> None:
        """Turn to another tab; after the last comes the first."""
        if len(self.tabs.addresses) < 2:
            self._report(tr("There is only one tab."))
        else:
            self._turn_to(self.tabs.turned_to(self.tabs.current + tabs))

    def _turn_to(self, tabs: Tabs) -> None:
        """Show tabs, and the conversation of the current one."""
        self.tabs = tabs
        self._show()
        if tabs.address and tabs.address != self._opening.address:
            try:
                self._opening.open(tabs.address)
            except UnknownConversation:
                self._report(tr("What was open in this tab is no longer here."))
                self._turn_to(tabs.without(tabs.current) if len(tabs.addresses) > 1 else Tabs())

    def _note(self, address: str) -> None:
        """Note that another conversation is open in the current tab."""
        self._titles[address] = self._opening.page.heading.title
        self.tabs = self.tabs.showing(address)
        self._show()

    def _name(self, titles: list[Titled] | None) -> None:
        self._titles |= titles or ()
        self._show()

    def _show(self) -> None:
        self._bar.show_tabs(self.tabs, self._titles)
        if self._session:
            self._session.kept.tabs = self.tabs.addresses, self.tabs.current
