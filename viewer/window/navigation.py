"""Navigation through the messages: along causes, quotes and links, and back; and copying."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Library, StoredMessage, UnknownConversation
from tanglescope.engine.library.typed_address import (
    Resolution,
    addresses_in,
    resolve,
)
from tanglescope.engine.message.keys import is_blob_id
from tanglescope.engine.message.uris import uri, usual
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.tangle.references import message_reference, names_feed, names_message
from tanglescope.engine.words.inspection import Titled
from tanglescope.viewer.dialogs.boxes import follow_link, is_web
from tanglescope.viewer.models.row import Row
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import conversations_of
from tanglescope.viewer.views.popups import Menu, PeopleMenu
from tanglescope.viewer.views.timeline.timeline_view import TimelineView

_LONGEST_TITLE = 80
_LONGEST_PATH = 500  # stops in the history
_MOST_VOTERS = 30


class Stop(NamedTuple):
    """An entry of the history: collection, conversation, current message and panel."""

    address: str
    key: str | None
    panel: str = ""
    database: Path | None = None


class Navigation(QObject):
    """Leads from message to message, also into other threads."""

    person_wanted = Signal(str)
    """Emitted with the feed of an author whose name or picture was clicked."""
    ways_changed = Signal()
    """Emitted when Back or Forward may have changed."""

    def __init__(
        self,
        view: TimelineView,
        open_thread: Callable[[str, str | None], None],
        report: Callable[[str], None],
        parent: QWidget,
        turn_to: Callable[[Stop], bool] | None = None,
    ) -> None:
        """Create the navigation of `view`.

        `turn_to` opens the collection and the panel of a stop, for the page that has panels.
        """
        super().__init__(parent)
        self._turn_to = turn_to
        self._panel = ""
        self._retraces = False
        self._view = view
        self._open_thread = open_thread
        self._report = report
        self._parent = parent
        self._session: Session | None = None
        self._path_back: list[Stop] = []
        self._path_forward: list[Stop] = []
        view.key_clicked.connect(self.go_to)
        view.link_clicked.connect(self.follow)
        view.votes_clicked.connect(self.offer_voters)
        view.chosen_changed.connect(self._report_chosen)
        view.left_by_click.connect(self._leave_key)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none; Back leads to the previous one."""
        if self._turn_to is None:
            self._path_back.clear()
            self._path_forward.clear()
            self.ways_changed.emit()
        elif session is None:
            self._note_leaving(self._here())
        self._session = session

    def note_panel(self, name: str) -> None:
        """Note that another panel is open, or none; Back leads to the previous one."""
        if name != self._panel:
            self._note_leaving(self._here())
            self._panel = name

    def _leave_key(self, key: str | None) -> None:
        """Note that a click has led away from a message."""
        if key is not None:
            self._note_leaving(self._here()._replace(key=key))

    def _note_leaving(self, place: Stop) -> None:
        if not self._retraces:
            self._leave(place)

    def go_to(self, key: str) -> None:
        """Show a message in the open conversation, otherwise in the first that contains it."""
        if names_feed(key):
            self.follow(key)
            return
        if self._is_here(key):
            return
        for address in self._view.timeline.conversations_of(key) or [key]:
            with suppress(UnknownConversation):
                self._enter(address, key)
                return
        self._report(tr("That message isn't here."))

    def go_to_in(self, address: str, key: str) -> None:
        """Show a message in its conversation, in whatever order that is open."""
        is_open = split_order(self._view.timeline.address)[0] == address
        if not (is_open and self._is_here(key)):
            self.open(address, key)

    def go_to_feed(self, feed: str) -> None:
        """Show all messages by an author, at the current one if it is theirs."""
        key = self._view.current_key()
        self.open(feed, key if key is not None and self.author_of(key) == feed else None)

    def switch_to(self, address: str) -> None:
        """Show the current message in another conversation that contains it."""
        self.open(address, self._view.current_key())

    def resolve(self, text: str) -> Resolution:
        """Find what a text names in the collection."""
        return resolve(self._session.library, text) if self._session else Resolution()

    def paste(self) -> None:
        """Open the id, link or address in the clipboard."""
        if self._session is None:
            return
        texts = addresses_in(QGuiApplication.clipboard().text().strip())
        places = [self.resolve(each) for each in texts]
        found = next((each for each in places if each.address), None)
        problems = filter(None, (each.reason for each in places))
        nothing = tr("The clipboard holds no id, link or address.")
        self._show(found or Resolution(reason=next(problems, nothing)))

    def go_to_text(self, text: str) -> bool:
        """Open the address in a typed text; False for other texts, which do nothing."""
        return self._show(self.resolve(text))

    def _show(self, place: Resolution) -> bool:
        """Open what an address names, or report why it leads nowhere; whether it was opened."""
        if not place.address:
            if place.reason:
                self._report(place.reason)
            return False
        self._report("")  # an address that was incomplete may be complete now
        is_shown = place.key is not None and self._is_here(place.key)
        return is_shown or self.open(place.address, place.key)

    def _is_here(self, key: str) -> bool:
        here = self._here()
        if found := self._view.go_to(key):
            self._leave(here)
        return found

    def offer_conversations(self, key: str) -> None:
        """List the conversations that contain a message."""
        if self._session is None:
            return

        def offer(found: list[Titled] | None) -> None:
            if found:
                menu = self.menu_of(found, key)
                menu.popup(self._view.mapToGlobal(self._view.rect().center()))
            elif found is not None:
                self._report(tr("This message is in no conversation."))

        kind = f"conversations for {self._view.accessibleName()}"
        self._session.ask(kind, lambda library: conversations_of(library, key), offer)

    def offer_voters(self, key: str) -> None:
        """List who likes a message; a person leads to the profile."""
        if self._session is None:
            return

        def find(library: Library) -> list[tuple[str, str, str]]:
            names = library.names(feeds := library.votes.voters(key, _MOST_VOTERS))
            blobs = library.portraits.of(feeds)
            return [(each, blobs.get(each, ""), words.clean_name(names[each])) for each in feeds]

        def offer(people: list[tuple[str, str, str]] | None) -> None:
            view = self._view
            menu = PeopleMenu(tr("Liked by"), view, view.timeline.pictures, view.theme)
            for feed, blob, name in people or ():
                menu.add_person((feed, blob), name, partial(self.person_wanted.emit, feed))
            menu.popup(QCursor.pos())

        self._session.ask(f"voters for {self._view.accessibleName()}", find, offer)

    def message(self, key: str) -> StoredMessage | None:
        """A message, in the open conversation or elsewhere; None if it is missing."""
        if self._session is None:
            return None
        # A node of a graph is known only to its conversation.
        found = self._session.library.messages([key]) or self._view.timeline.messages([key])
        return found.get(key)

    def author_of(self, key: str) -> str:
        """The author of a message; `""` for a missing one and for a row of hidden ones."""
        if (row := self._view.timeline.row_of(key)) is not None:
            return self._view.timeline.row(row).feed
        message = self.message(key)
        return message.author if message else ""

    def menu_of(self, conversations: Sequence[Titled], key: str) -> QMenu:
        """A menu of the conversations that contain a message; the open one has a tick."""
        menu = Menu(tr("Conversations of this message"), self._parent, is_for_once=True)
        menu.setToolTipsVisible(True)
        for address, title in conversations:
            is_on = address == self._view.timeline.address
            name, show = words.clean(title, _LONGEST_TITLE), partial(self.open, address, key)
            menu.add_name(name, show, is_on=is_on, tip=address)
        return menu

    def _here(self) -> Stop:
        if not isinstance(self._view.model(), TimelineModel):
            return Stop("", None)
        database = self._session.database if self._session else None
        return Stop(self._view.timeline.address, self._view.current_key(), self._panel, database)

    def open(self, address: str, key: str | None = None) -> bool:
        """Open a conversation, at a message if one is named; or report why, and return False."""
        try:
            self._enter(address, key)
        except UnknownConversation as error:
            self._report(str(error))
            return False
        return True

    def _enter(self, address: str, key: str | None) -> None:
        """Open a conversation; Back leads to here. Raises `UnknownConversation`."""
        here = self._here()
        self._open_thread(address, key)
        self._leave(here)

    def _leave(self, place: Stop) -> None:
        if place.address and place != (self._path_back[-1] if self._path_back else None):
            self._path_back.append(place)
            del self._path_back[:-_LONGEST_PATH]
            self._path_forward.clear()
            self.ways_changed.emit()

    def go_to_cause(self) -> None:
        """Go to the message that the current one follows."""
        index = self._view.currentIndex()
        causes = self._view.timeline.row(index.row()).causes if index.isValid() else ()
        if causes:
            self.go_to(causes[0])
        elif index.isValid():
            self._report(tr("This message replies to no other."))

    def go_to_effect(self) -> None:
        """Go to the first message below that follows the current one."""
        key = self._view.current_key()
        if key is None:
            return
        model = self._view.timeline
        effects = model.edges.of([key])[key].effects
        rows = [row for effect in effects if (row := model.row_of(effect)) is not None]
        if rows:
            self.go_to(model.key(min(rows)))
        else:
            self._report(tr("Nothing here replies to this message."))

    def ways(self) -> tuple[bool, bool]:
        """Whether Back and Forward lead anywhere."""
        return bool(self._path_back), bool(self._path_forward)

    def retrace(self, forward: bool) -> None:
        """Go back in the history, or forward."""
        path, other = self._path_back, self._path_forward
        if forward:
            path, other = other, path
        if not path:
            return
        here, place = self._here(), path.pop()
        self._retraces = True
        try:
            if self._turn_to is not None and not self._turn_to(place):
                raise UnknownConversation(place.address)
            if place.address:  # otherwise nothing was open there
                self._open_thread(place.address, place.key)
            was_open = (place.address, place.database) == (here.address, here.database)
            if was_open and place.key is None:
                self._view.deselect_all()
        except UnknownConversation:
            self._report(tr("What you read there is no longer here."))
        else:
            other.append(here)
        finally:
            self._retraces = False
            self.ways_changed.emit()

    def follow(self, address: str) -> None:
        """Follow a link in a message to what it names, or say why it leads nowhere.

        It names a web page, a person, a message, a file, a channel or another conversation.
        """
        named = usual(address.partition("?")[0])
        if is_web(address):
            follow_link(address, self._parent)
        elif names_feed(named):
            self.person_wanted.emit(named)
        elif is_blob_id(named):
            self._view.open_file(address)
        elif names_message(named):
            self.go_to(message_reference(named))
        elif not self._show(place := self.resolve(address)) and not place.reason:
            follow_link(address, self._parent)

    def copy(self, key: str) -> None:
        """Copy the text of a message; of the current one, what is selected."""
        text = self.selected_text() if self._is_current(key) else self.text_of(key)
        self._copy(text, tr("Text copied"))

    def selected_text(self) -> str:
        """The selected text, otherwise that of the selected messages or the current one."""
        if text := self._view.selected_text():
            return text
        rows = [self._view.timeline.row(row) for row in self._selected_rows()]
        texts = [words.text_of(row.content) or row.text for row in rows]
        return texts[0] if len(texts) == 1 else "\n\n".join(map(_text_with_author, rows, texts))

    def copy_address(self, address: str, done: str = "") -> None:
        """Copy the address of a conversation, or another address."""
        self._copy(address, done or tr("Address copied"))

    def text_of(self, key: str) -> str:
        """The text of a message, or what it does in words; `""` if it isn't here, with a report."""
        if (found := self.message(key)) is None:
            self._report(tr("That message isn't here."))
            return ""
        text = None if isinstance(found.content, str) else words.text_of(found.content)
        call = self._view.timeline.call
        return text or words.one_line(found.content, call, found.epoch, author=found.author)

    def copy_key(self, key: str) -> None:
        """Copy the id of a message, or those of the selected ones if it is the current one."""
        keys = self._keys(key)
        self._copy("\n".join(keys), plural("{n:,} ids copied", "Id copied", len(keys)))

    def copy_link(self, key: str) -> None:
        """Copy the SSB URI of a message, or those of the selected ones if it is the current one."""
        links = [link for each in self._keys(key) if (link := uri(each))]
        self._copy("\n".join(links), plural("{n:,} links copied", "Link copied", len(links)))
        if not links:
            self._report(tr("Only SSB messages have links that can be copied."))

    def copy_ndjson(self, key: str) -> None:
        """Copy a message, or the selected ones if it is current, as lines of an archive."""
        if self._session is None:
            return
        model = self._view.timeline
        here = [model.address] if self._is_current(key) else model.conversations_of(key)
        if not here:
            self._report(tr("That message isn't here."))
            return
        conversation = self._session.library.conversation(here[0])
        text = b"".join(conversation.records(self._keys(key))).decode()
        self._copy(text, tr("Copied as NDJSON"))
        if not text:
            self._report(tr("There is no signed text of that message."))

    def copy_feed(self, feed: str) -> None:
        """Copy the id of an author."""
        self._copy(feed, tr("Id copied"))

    def copy_feed_link(self, feed: str) -> None:
        """Copy the SSB URI of an author."""
        self._copy(uri(feed) or feed, tr("Link copied"))

    def _copy(self, text: str, done: str) -> None:
        """Copy a text to the clipboard, and confirm it."""
        if text:
            QGuiApplication.clipboard().setText(text)
            self._report(done)

    def _is_current(self, key: str) -> bool:
        """Whether a message is the current one; so is `""` while messages are selected."""
        return key == (self._view.current_key() or "")

    def _keys(self, key: str) -> list[str]:
        """The keys of the selected messages if a message is the current one, otherwise its own."""
        rows = self._selected_rows() if self._is_current(key) else ()
        return [self._view.timeline.key(row) for row in rows] or [key]

    def _selected_rows(self) -> list[int]:
        """The rows of the selected messages, otherwise of the current one."""
        index = self._view.currentIndex()
        return self._view.chosen_rows() or ([index.row()] if index.isValid() else [])

    def _report_chosen(self, count: int) -> None:
        self._report(
            plural("{n:,} messages selected", "{n:,} message selected", count) if count else ""
        )


def _text_with_author(row: Row, text: str) -> str:
    return f"{row.author}: {text}" if row.author else text
