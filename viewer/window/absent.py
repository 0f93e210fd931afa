"""What menus and panels leave out, because the open conversation or collection has none of it.

The nodes of a graph file may have no writers and no times. Nothing in it was published in a feed,
so nothing can be answered or linked to; and a collection of graphs alone has nothing private, no
tangles with names and no sets.
"""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from engine.library import Conversation, GivenFacts, Library
from viewer.panels.table import PANELS
from viewer.session import Session
from viewer.views.timeline.reading import ReadingPage
from viewer.views.workbench import Workbench
from viewer.window.page_question import PageQuestion

_AUTHORS = frozenset({"panel_quorums", "feed_lanes"})
_TIMES = frozenset({"panel_clocks"})
_LINKS = frozenset(
    {
        *("reply", "copy_link", "feed", "feeds"),
        *("feed_tab", "mentions_author", "copy_feed_link", "export_author"),
    }
)
_OF_AUTHOR = frozenset(
    {
        *("feed", "feeds", "copy_feed", "hide_author", "search_author"),
        *("feed_tab", "mentions_author", "copy_feed_link", "export_author"),
    }
)
_MESSAGES = frozenset(
    {
        "panel_search",
        "search_here",
        "search_author",
        "similar",
        "unlock",
        "unlock_groups",
        "enter_groups",
        "keep_private",
        "export_feed",
        "adopt",
        "publish_as_usual",
        "mentions",
        "supersedes",
        "panel_tangles",
        "panel_group",
        "panel_set",
    }
)


class _Found(NamedTuple):
    """What the messages of a conversation say, and whether the collection holds only graphs."""

    given: GivenFacts
    only_graphs: bool


_ALL = _Found(GivenFacts(), only_graphs=False)


class Absent(QObject):
    """Shows only commands and panels for which the open conversation has something.

    While a second page is open, commands that may be about its messages are shown, too.
    """

    left_out = Signal(object)
    """The names of commands that aren't to be shown now."""

    def __init__(
        self,
        page: ReadingPage,
        second: ReadingPage,
        workbench: Workbench,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._view = page.timeline
        self._second = second
        self._workbench = workbench
        self._found = _ALL
        self._question = PageQuestion("given", page, _asked, self._show, None, self)
        self._view.current_changed.connect(self.show_commands)

    def watch(self, session: Session | None) -> None:
        """Ask another database, or none."""
        self._question.watch(session)
        if session is None:
            self._show(_ALL)

    def ask(self) -> None:
        """Ask about the conversation that is open now."""
        self._question.ask()

    def show_commands(self) -> None:
        """Show the commands for the current message."""
        given = self._found.given if self._second.isHidden() else GivenFacts()
        absent = absent_commands(given, only_graphs=self._found.only_graphs)
        index = self._view.currentIndex()
        if self._second.isHidden() and index.isValid():
            absent |= frozenset() if self._view.timeline.row(index.row()).feed else _OF_AUTHOR
        panels = {kind.command for kind in PANELS if kind.name not in self._workbench.offered()}
        self.left_out.emit(absent | panels)

    def _show(self, found: _Found | None) -> None:
        if found is None:  # until the answer comes
            return
        self._found = found
        absent = absent_commands(found.given, only_graphs=found.only_graphs)
        self._workbench.show_given(found.given)
        self._workbench.offer([kind.name for kind in PANELS if kind.command not in absent])
        self.show_commands()


def absent_commands(given: GivenFacts, *, only_graphs: bool) -> frozenset[str]:
    """The commands for which a conversation, or its collection, has nothing."""
    absent = _MESSAGES if only_graphs else frozenset[str]()
    if not given.authors:
        absent |= _AUTHORS | _OF_AUTHOR
    if not given.times:
        absent |= _TIMES
    if not given.links:
        absent |= _LINKS
    return absent


def _asked(library: Library, conversation: Conversation) -> _Found:
    return _Found(conversation.given(), library.holds_only_graphs())
