"""Actions on what is shown: commands for a message, an author, a conversation or a link.

Menus list the commands for each kind of subject, and `SubjectActions` runs them. Commands with the
same names act on the current message of the page that has the keyboard focus.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Protocol, TypeAlias

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QContextMenuEvent, QFont
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from tanglescope.engine.blobs.links import MARK, BlobLink, blobs_in
from tanglescope.engine.library import (
    EVERYTHING,
    Library,
    feed_address,
    is_channel,
    mentions_address,
)
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.reduce.activities import ACTIVITIES
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.tangle.thread import identity
from tanglescope.engine.wording import later, tr
from tanglescope.engine.words import clean, text_of, visible
from tanglescope.viewer.actions.exporting import Exporting
from tanglescope.viewer.actions.writing import Writing
from tanglescope.viewer.blobs.showing import Showing
from tanglescope.viewer.command import Command
from tanglescope.viewer.markdown import MessageDocument
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    FileSubject,
    LaneSubject,
    LinkSubject,
    MessageSubject,
    ShowsSubjects,
    Subject,
    subject_of_address,
)
from tanglescope.viewer.views.activity import Activity
from tanglescope.viewer.views.inspector import Inspector
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.attachments import Click, File
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tanglescope.viewer.window.conversation_lists import ConversationLists
from tanglescope.viewer.window.menus import CommandHider, Menus
from tanglescope.viewer.window.navigation import Navigation
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.window.second_page import SecondPage, Side
from tanglescope.viewer.window.tabbing import Tabbing
from tanglescope.viewer.window.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Offer:
    """A menu entry: a command, and its label if it differs from the menu bar's."""

    name: str
    text: str = ""
    submenu: str = ""


_COPIES, _AUTHOR, _SHOWING, _ORDER = (
    later("Copy as"),
    later("Its author"),
    later("Show"),
    later("Order"),
)

Groups: TypeAlias = Sequence[Sequence[Offer]]

_OF_AUTHOR: Groups = (
    (Offer("feed"), Offer("feed_tab"), Offer("feeds"), Offer("mentions_author")),
    (Offer("copy_feed"), Offer("copy_feed_link")),
    (Offer("search_author"), Offer("hide_author"), Offer("export_author")),
)

OFFERS: Mapping[type[Subject], Groups] = {
    MessageSubject: (
        (
            Offer("reply"),
            Offer("quote"),
            Offer("copy"),
            *(Offer(name, submenu=_COPIES) for name in ("copy_key", "copy_link", "copy_ndjson")),
        ),
        (Offer("search_word"), Offer("similar"), Offer("open_link"), Offer("open_file")),
        (
            Offer("show_message", later("Go to this message"), submenu=_SHOWING),
            *(
                Offer(name, submenu=_SHOWING)
                for name in ("cause", "effect", "conversations", "message_tab", "message_beside")
            ),
            *(Offer(name, submenu=_ORDER) for name in ("panel_why", "compare_here", "hold")),
            *(
                Offer(name, submenu=_AUTHOR)
                for name in ("feed", "feeds", "copy_feed", "hide_author")
            ),
            Offer("export_part"),
        ),
    ),
    AuthorSubject: (*_OF_AUTHOR, (Offer("pin", later("Pin")),)),
    ConversationSubject: (
        (
            Offer("open_conversation", later("Open")),
            Offer("new_tab", later("Open in a new tab")),
            Offer("beside", later("Open to the side")),
        ),
        (Offer("copy_address"),),
        (Offer("search_here"), Offer("export"), Offer("pin", later("Pin"))),
    ),
    LinkSubject: (
        (Offer("open_link", later("Open this link…")),),
        (Offer("copy_link", later("Copy this link")),),
    ),
    FileSubject: (
        (
            Offer("open_file", later("Open")),
            Offer("copy_picture", later("Copy picture")),
            Offer("save_file", later("Save…")),
            Offer("blob_folder", later("Add a folder with pictures…")),
        ),
        (
            Offer("copy_link", later("Copy id of this file")),
            Offer("show_message", later("Go to this message")),
        ),
    ),
    LaneSubject: (
        (
            Offer("cause", later("To the start of this line")),
            Offer("effect", later("To the end of this line")),
        ),
        *_OF_AUTHOR,
    ),
}
"""The commands for each kind of subject, wherever it is shown."""

_UNDOING = {
    "pin": later("Unpin"),
    "hold": later("Unpin"),
    "hide_author": later("Show this author again"),
}
"""The labels of commands that undo what they did."""

_NAMES = {
    MessageSubject: later("Message"),
    AuthorSubject: later("Author"),
    ConversationSubject: later("Conversation"),
    LinkSubject: later("Link"),
    FileSubject: later("File"),
    LaneSubject: later("Line between messages"),
}


def offered(subject: Subject, absent: AbstractSet[str] = frozenset()) -> Groups:
    """The commands for a subject, group by group, without some."""
    groups = (
        [offer for offer in group if offer.name not in absent] for group in OFFERS[type(subject)]
    )
    return [group for group in groups if group]


def offer_text(offer: Offer, commands: Mapping[str, Command]) -> str:
    """The label of a menu entry."""
    return tr(offer.text or commands[offer.name].text)


def context_menu(
    subject: Subject,
    act: Callable[[str, Subject], object],
    commands: Mapping[str, Command],
    parent: QWidget,
    absent: AbstractSet[str] = frozenset(),
    undone: AbstractSet[str] = frozenset(),
) -> QMenu:
    """A menu of the commands for a subject, without some; others undo what they did."""
    menu = _menu(subject, parent)
    for inside, offer in _filling(menu, offered(subject, absent)):
        text = tr(_UNDOING[offer.name]) if offer.name in undone else offer_text(offer, commands)
        action = inside.addAction(text)
        action.triggered.connect(partial(_do, act, offer.name, subject))
    if isinstance(subject, ConversationSubject) and subject.people:
        menu.addSeparator()
        menu.addMenu(_menu_of_people(subject.people, act, menu))
    return menu


def _menu_of_people(
    people: Iterable[tuple[str, str]], act: Callable[[str, Subject], object], parent: QWidget
) -> QMenu:
    """A menu of authors, which shows the profile of the one that is chosen."""
    menu = Menu(tr("Profiles of its authors"), parent)
    for feed, name in people:
        action = menu.addAction(name.replace("&", "&&"))
        action.triggered.connect(partial(_do, act, "feeds", AuthorSubject(feed)))
    return menu


def menu_of_current(
    menus: Menus,
    parent: QWidget,
    absent: AbstractSet[str] = frozenset(),
    instead: Mapping[str, tuple[str, Callable[[], object]]] = MappingProxyType({}),
) -> QMenu:
    """A menu of the commands for the current message, with their keys, without some.

    `instead` has labels and functions for commands that do something else where the mouse is.
    """
    menu = _menu(MessageSubject(""), parent)
    for inside, offer in _filling(menu, offered(MessageSubject(""), absent)):
        if offer.name in instead:
            text, act = instead[offer.name]
            inside.addAction(text).triggered.connect(partial(_ignoring, act))
        else:
            inside.addAction(menus.action(offer.name))
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            action.setVisible(any(each.isVisible() for each in inner.actions()))
    return menu


def _filling(menu: Menu, groups: Groups) -> Iterator[tuple[Menu, Offer]]:
    """Each offer with the menu that it belongs in, which is created when it is needed."""
    inside = {"": menu}
    for number, group in enumerate(groups):
        if number:
            menu.addSeparator()
        for offer in group:
            if offer.submenu not in inside:
                inside[offer.submenu] = menu.submenu(tr(offer.submenu))
            yield inside[offer.submenu], offer


def spot_of(widget: QWidget) -> QPoint:
    """The position of a menu opened with the keyboard."""
    if not isinstance(widget, QAbstractItemView):
        return widget.mapToGlobal(widget.rect().center())
    place = widget.visualRect(widget.currentIndex()) & widget.viewport().rect()
    return widget.viewport().mapToGlobal(place.center())


def _menu(subject: Subject, parent: QWidget) -> Menu:
    return Menu(tr(_NAMES[type(subject)]), parent, is_for_once=True)


def _do(act: Callable[[str, Subject], object], name: str, subject: Subject, *_: object) -> None:
    act(name, subject)


def _is_searched(address: str) -> bool:
    """Whether searches find the messages of a conversation, as they do unless it is a graph."""
    # Imported here: only menus of conversations need it.
    from tanglescope.engine.store.query import is_searched

    plain = split_order(address)[0]
    return plain == EVERYTHING or is_searched(plain)


def _ignoring(act: Callable[[], object], *_: object) -> None:
    act()


_Deeds: TypeAlias = Mapping[str, Callable[[str], object]]

_LONGEST_LINK = 80
_WORD = re.compile(r"[^\W_]+")
_LONGEST_WORDS = 30  # letters in a label
_MOST_WORDS, _MOST_COMPARED = 12, 5


class ActionContext(Protocol):
    """The parts of a window that actions use."""

    opening: Opening
    conversation_lists: ConversationLists
    tabbing: Tabbing
    beside: SecondPage
    workbench: Workbench
    writing: Writing
    exporting: Exporting
    activity: Activity
    absent: CommandHider
    inspector: Inspector
    menus: Menus
    showing: Showing

    @property
    def session(self) -> Session | None:
        """The session of the open collection."""

    def side(self) -> Side:
        """The page that has the keyboard focus."""

    def hold(self, key: str | None) -> None:
        """Pin a message for comparison, or unpin it."""


class SubjectActions(QObject):
    """Runs the actions chosen in a context menu or by a command."""

    def __init__(self, parts: ActionContext, window: QWidget) -> None:
        super().__init__(window)
        self._parts, self._window = parts, window
        self._waiting: tuple[str, Callable[[], object]] | None = None
        parts.opening.opened.connect(lambda _: self._arrive())
        self._with_message = self._deeds_with_message()
        self._with_author = self._deeds_with_author()
        self._with_conversation: _Deeds = {
            "open_conversation": lambda address: self._ways.open(address),
            "new_tab": parts.tabbing.open,
            "beside": parts.beside.open,
            "copy_address": lambda address: self._ways.copy_address_of(address),
            "search_here": self._search_in,
            "export": parts.exporting.ask_for,
            "pin": parts.conversation_lists.turn_pin,
        }
        self._with_link: _Deeds = {
            "open_link": lambda address: self._ways.follow(address),
            "copy_link": lambda address: self._ways.copy_address_of(address, tr("Link copied")),
        }
        self._with_file: Mapping[str, Callable[[FileSubject], object]] = {
            "open_file": lambda file: self._at(
                file.key, lambda: self._page.timeline.open_file(file.address)
            ),
            "copy_picture": lambda file: parts.showing.copy(self._file_of(file)),
            "save_file": lambda file: parts.showing.save(self._file_of(file)),
            "blob_folder": lambda _: parts.menus.action("blob_folder").trigger(),
            "copy_link": lambda file: self._ways.copy_address_of(
                file.address.partition("?")[0], tr("Id of the file copied")
            ),
            "show_message": lambda file: self._read(file.key),
        }

    def _deeds_with_message(self) -> _Deeds:
        """The functions of the commands for a message, which take its key."""
        parts = self._parts
        return {
            "show_message": lambda key: self._ways.go_to(key),
            "reply": lambda key: self._at(key, parts.writing.reply),
            "message_tab": self._open_in_tab,
            "message_beside": self._open_beside,
            "conversations": lambda key: self._ways.offer_conversations(key),
            "cause": lambda key: self._at(key, lambda: self._ways.go_to_cause()),
            "effect": lambda key: self._at(key, lambda: self._ways.go_to_effect()),
            "copy": lambda key: self._ways.copy_text_of(key),
            "copy_key": lambda key: self._ways.copy_key([key]),
            "copy_link": lambda key: self._ways.copy_link([key]),
            "copy_ndjson": lambda key: self._ways.copy_ndjson([key]),
            "panel_why": lambda key: self._at(key, lambda: self._open_panel("why")),
            "compare_here": lambda key: self._at(key, lambda: self._open_panel("compare")),
            "hold": parts.hold,
            "similar": self._find_similar,
            "quote": self._quote,
            "search_word": self._search_word,
            "open_link": self._offer_links,
            "open_file": lambda key: self._at(key, self._offer_files),
            "save_file": lambda key: self._at(key, self._offer_to_save),
            "copy_picture": lambda key: self._at(key, self._offer_to_copy),
            "export_part": parts.exporting.ask_part,
        }

    def _deeds_with_author(self) -> _Deeds:
        """The functions of the commands for an author, which take their feed."""
        parts = self._parts
        return {
            "feed": lambda feed: self._ways.open(feed),
            "feed_tab": lambda feed: parts.tabbing.open(str(feed_address(feed))),
            "feeds": lambda feed: self._ways.show_profile(feed),
            "mentions_author": lambda feed: self._ways.open(str(mentions_address(feed))),
            "copy_feed": lambda feed: self._ways.copy_feed(feed),
            "copy_feed_link": lambda feed: self._ways.copy_feed_link(feed),
            "search_author": lambda feed: self._search("author", (feed,)),
            "hide_author": lambda feed: self._page.hiding_wanted.emit(f"author {feed}"),
            "export_author": lambda feed: parts.exporting.ask_for(str(feed_address(feed))),
            "pin": lambda feed: parts.conversation_lists.turn_pin(str(feed_address(feed))),
        }

    def offer(self, event: QContextMenuEvent) -> None:
        """Open the context menu for what is under the mouse or has the keyboard focus."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        widget = QApplication.focusWidget() if by_key else self._window.childAt(event.pos())
        while widget is not None and not isinstance(widget, ShowsSubjects):
            widget = widget.parentWidget()
        if widget is None or not isinstance(widget, ShowsSubjects):
            return
        point = None if by_key else widget.mapFromGlobal(event.globalPos())
        if (subject := widget.subject_at(point)) is not None:
            found = widget.words_at(point) if point and isinstance(widget, TimelineView) else ""
            menu = self.menu_for(subject, found)
            menu.popup(spot_of(widget) if by_key else event.globalPos())

    def menu_for(self, subject: Subject, found: str = "") -> QMenu:
        """The menu of commands for a subject; `found` are the words under the mouse."""
        current = self._page.timeline.current_key() or ""
        if subject == MessageSubject(current):
            self._parts.absent.show_commands()
            absent = self._absent_of(current)
            instead = {"search_word": self._search_for(found)} if found.strip() else {}
            return menu_of_current(self._parts.menus, self._window, absent, instead)
        absent, undone = self._absent_for(subject), self._undone_for(subject)
        commands = self._parts.menus.commands
        return context_menu(subject, self.act, commands, self._window, absent, undone)

    def _undone_for(self, subject: Subject) -> frozenset[str]:
        """The commands that would undo what they did to a subject."""
        match subject:
            case MessageSubject(key):
                done = {
                    "hold": key == self._parts.inspector.held_key,
                    "hide_author": self._is_hidden(self._ways.author_of(key)),
                }
            case AuthorSubject(feed):
                done = {
                    "pin": self._parts.conversation_lists.is_pinned(str(feed_address(feed))),
                    "hide_author": self._is_hidden(feed),
                }
            case LaneSubject(feed=feed):
                done = {"hide_author": self._is_hidden(feed)}
            case ConversationSubject(address):
                done = {"pin": self._parts.conversation_lists.is_pinned(address)}
            case _:
                done = {}
        return frozenset(name for name, is_done in done.items() if is_done)

    def _is_hidden(self, feed: str) -> bool:
        """Whether the messages of an author are hidden in the conversation of the page."""
        session = self._parts.session
        address = self._page.timeline.timeline.address
        return session is not None and feed in session.settings.hidden(address).feeds

    def _absent_for(self, subject: Subject) -> frozenset[str]:
        """The commands of a menu that a subject has no data for."""
        match subject:
            case MessageSubject(key):
                absent = self._parts.absent.absent_for(self._ways.author_of(key))
                return absent | self._absent_of(key)
            case LaneSubject(feed=feed):
                return self._parts.absent.absent_for(feed)
            case FileSubject():
                return self._absent_of_file(subject)
            case ConversationSubject(address) if not _is_searched(address):
                return frozenset({"search_here"})
            case _:
                return frozenset()

    def _absent_of_file(self, subject: FileSubject) -> frozenset[str]:
        """The commands that can't be run on a file."""
        file = self._file_of(subject)
        absent = {
            "open_file": not file.is_shown or subject.is_open,
            "copy_picture": not file.is_shown,
            "save_file": file.found is None,
            "blob_folder": file.found is not None,
            "show_message": not subject.is_open,
        }
        return frozenset(name for name, is_absent in absent.items() if is_absent)

    def _file_of(self, subject: FileSubject) -> File:
        """The file that a message names, with what it declares, and where it is."""
        message, session = self._ways.message(subject.key), self._parts.session
        named = blobs_in(message.content) if message is not None else ()
        blob, _, key = subject.address.partition(MARK)
        link = next((each for each in named if each.id == blob), BlobLink(blob, key=key))
        return File(link, session.pictures.find(link.address) if session else None)

    def _absent_of(self, key: str) -> frozenset[str]:
        """The commands that a message has no links, files or searched words for."""
        found = {
            "quote": self._ways.message(key) is not None,
            "open_link": bool(self._links_of(key)),
            "open_file": self._has_files(key),
            "similar": self._is_compared(key),
            "search_word": self._ways.message(key) is not None,
        }
        return frozenset(name for name, is_there in found.items() if not is_there)

    def act(self, name: str, subject: Subject) -> None:
        """Run a command on a subject."""
        match subject:
            case MessageSubject(key) if name in self._with_message:
                self._with_message[name](key)
            case MessageSubject(key):
                if author := self._ways.author_of(key):
                    self._with_author[name](author)
            case AuthorSubject(feed):
                self._with_author[name](feed)
            case ConversationSubject(address):
                self._with_conversation[name](address)
            case LinkSubject(address):
                self._with_link[name](address)
            case FileSubject():
                self._with_file[name](subject)
            case LaneSubject(cause, effect, _) if name in ("cause", "effect"):
                self._ways.go_to(cause if name == "cause" else effect)
            case LaneSubject(_, _, feed):
                self._with_author[name](feed)

    def act_on_current(self, name: str) -> None:
        """Run a command on the current message."""
        key = self._page.timeline.current_key()
        if key is None:
            self._parts.activity.say(tr("Select a message first."))
        else:
            self.act(name, MessageSubject(key))

    def search_open(self) -> None:
        """Search in the open conversation."""
        self._search_in(self._parts.opening.address)

    @property
    def _page(self) -> ReadingPage:
        return self._parts.side()[0]

    @property
    def _ways(self) -> Navigation:
        return self._parts.side()[1]

    def _read(self, key: str) -> None:
        """Go to a message, from a part of the window that covers it."""
        self._ways.go_to(key)
        self._page.timeline.setFocus()

    def _at(self, key: str, act: Callable[[], object]) -> None:
        """Go to a message, and call a function as soon as it is current."""
        self._waiting = key, act
        if self._page.timeline.current_key() != key:
            self._ways.go_to(key)
        self._arrive()

    def _arrive(self) -> None:
        if self._waiting and self._page.timeline.current_key() == self._waiting[0]:
            _, act = self._waiting
            self._waiting = None
            act()

    def _open_panel(self, name: str) -> None:
        self._parts.workbench.open_panel(name)

    def _open_in_tab(self, key: str) -> None:
        if address := self._address_of(key):
            self._parts.tabbing.open_here()
            self._ways.open(address, key)

    def _open_beside(self, key: str) -> None:
        if address := self._address_of(key):
            self._parts.beside.open(address, key)

    def _address_of(self, key: str) -> str:
        """The first conversation of a message, or the open one that shows it as missing."""
        timeline = self._page.timeline.timeline
        if addresses := timeline.conversations_of(key):
            return addresses[0]
        if timeline.row_of(key) is not None:
            return timeline.address
        self._parts.activity.say(tr("That message isn't here."))
        return ""

    def _offer_links(self, key: str) -> None:
        """Follow the link of a message, or list its links."""
        ways, links = self._ways, self._links_of(key)
        if not links:
            self._parts.activity.say(tr("This message has no links."))
        elif len(links) == 1:
            ways.follow(links[0])
        else:
            names = [visible(link[:_LONGEST_LINK]) for link in links]
            acts = [partial(ways.follow, link) for link in links]
            self._offer_each(tr("Links of this message"), zip(names, acts, strict=True))

    def _offer_files(self) -> None:
        """Open or save the file of the current message, or list its files."""
        timeline = self._page.timeline
        self._choose_file(timeline.files_of_current(), timeline.file_clicked.emit)

    def _offer_to_save(self) -> None:
        """Save the file of the current message, or list its files that are here."""
        files = [each for each in self._page.timeline.files_of_current() if each.file.found]
        self._choose_file(files, lambda click: self._parts.showing.save(click.file))

    def _offer_to_copy(self) -> None:
        """Copy the picture of the current message, or list its pictures."""
        files = [each for each in self._page.timeline.files_of_current() if each.file.is_shown]
        self._choose_file(files, lambda click: self._parts.showing.copy(click.file))

    def _choose_file(self, clicks: Sequence[Click], act: Callable[[Click], object]) -> None:
        """Call a function with the only one of some files, or with the one chosen in a menu."""
        if not clicks:
            self._parts.activity.say(tr("This message has no files."))
        elif len(clicks) == 1:
            act(clicks[0])
        else:
            names = [click.file.caption() for click in clicks]
            acts = [partial(act, click) for click in clicks]
            self._offer_each(tr("Files of this message"), zip(names, acts, strict=True))

    def _offer_each(self, title: str, acts: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """Open a menu in the middle of the timeline, from labels and functions."""
        menu = Menu(title, self._window, is_for_once=True)
        for name, act in acts:
            menu.addAction(name.replace("&", "&&")).triggered.connect(partial(_ignoring, act))
        viewport = self._page.timeline.viewport()
        menu.popup(viewport.mapToGlobal(viewport.rect().center()))

    def _links_of(self, key: str) -> list[str]:
        """The links in the text of a message, each once."""
        message = self._ways.message(key)
        if message is None or isinstance(message.content, str):
            return []
        if not (text := text_of(message.content)):
            return []
        theme, is_ssb = self._page.timeline.lanes.theme, names_feed(message.author)
        return MessageDocument(text, QFont(), theme, is_ssb=is_ssb).links()

    def _has_files(self, key: str) -> bool:
        """Whether a message refers to files, or describes something that can have a picture."""
        message = self._ways.message(key)
        return message is not None and (
            bool(blobs_in(message.content)) or message.type in ACTIVITIES
        )

    def _is_compared(self, key: str) -> bool:
        """Whether searches find a message, as they do unless it is in a graph."""
        session = self._parts.session
        return session is not None and key in session.library.messages([key])

    def _quote(self, key: str) -> None:
        """Begin a reply with a message, or with what is selected in it, as a quote."""
        found = self._ways.message(key)
        if text := self._ways.text_of(key):
            author = found.author if found and is_feed_id(found.author) else ""
            if key == self._page.timeline.current_key():
                text = self._ways.taken_text()
                if len(self._page.timeline.chosen_rows()) > 1:
                    author = ""  # the text names the authors of several messages
            self._at(key, partial(self._parts.writing.quote, text, author))

    # Searches

    def search(self, query: str) -> None:
        """Show the messages that match a query."""
        from tanglescope.viewer.panels.search.panel import SearchPanel

        panel = self._parts.workbench.open_panel("search")
        assert isinstance(panel, SearchPanel)
        panel.ask_for(query)

    def _search(self, field: str, words: tuple[str, ...], *, is_quoted: bool = False) -> None:
        # The only place that builds queries; the search panel parses them.
        from tanglescope.engine.store.query import Term, write_query

        self.search(write_query([Term(field, words, is_quoted=is_quoted)]))

    def _search_in(self, address: str) -> None:
        plain = split_order(address)[0]
        subject = subject_of_address(plain)
        if isinstance(subject, AuthorSubject):
            self._search("author", (subject.feed,))
        elif identity(plain) is not None or is_channel(plain):
            self._search("in", (plain,))
        elif _is_searched(plain):
            self.search("")
        else:
            self._page.finder.open_bar()

    def _search_for(self, found: str) -> tuple[str, Callable[[], object]]:
        """The label and the function of the command that searches for these words."""
        words = " ".join(found.split())
        label = tr("Search for “{words}”", words=clean(words, _LONGEST_WORDS))
        return label.replace("&", "&&"), partial(self._search, "", (words,), is_quoted=True)

    def _search_word(self, key: str) -> None:
        """Search for the selected text, or for a word that is chosen from a menu."""
        timeline = self._page.timeline
        if len(timeline.selection.rows) == 1 and key == timeline.current_key():
            self._search_for(timeline.selected_text())[1]()
            return

        def offer(found: tuple[str, ...]) -> None:
            acts = (partial(self._search, "", (word,), is_quoted=True) for word in found)
            self._offer_each(tr("Words of this message"), zip(found, acts, strict=True))

        if self._is_compared(key):
            self._ask_for_words(key, _MOST_WORDS, offer)
        else:
            offer(longest_words(self._ways.text_of(key), _MOST_WORDS))

    def _find_similar(self, key: str) -> None:
        """Search for messages that share the rarest words of one."""
        self._ask_for_words(
            key,
            _MOST_COMPARED,
            lambda found: self._search("", found, is_quoted=len(found) == 1),
        )

    def _ask_for_words(
        self, key: str, most: int, then: Callable[[tuple[str, ...]], object]
    ) -> None:
        """Ask for the rarest words that a message shares with others."""
        session = self._parts.session
        if session is None:
            return
        if not self._is_compared(key):
            self._parts.activity.say(
                tr("Searches find only SSB messages. Ctrl+F finds words in this conversation.")
            )
            return

        def show(words: tuple[str, ...] | None) -> None:
            if words:
                then(words)
            elif words is not None:
                self._parts.activity.say(tr("No other message shares a word with this one."))

        session.ask("words", lambda library: rarest_words(library, key, most), show)


def longest_words(text: str, most: int) -> tuple[str, ...]:
    """The longest words of a text, up to a number."""
    found = dict.fromkeys(word.casefold() for word in _WORD.findall(text))
    return tuple(sorted(found, key=len, reverse=True)[:most])


def rarest_words(library: Library, key: str, most: int) -> tuple[str, ...]:
    """The rarest words that a message shares with other messages."""
    message = library.messages([key]).get(key)
    return library.found.rarest(message.content, most) if message else ()
