"""Ways through the messages: along causes, quotes and links, and back; what to take along."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.library import UnknownConversation, mentions_address
from engine.tangle.references import feed_reference, message_reference
from engine.wording import plural, tr
from viewer import words
from viewer.dialogs.links import follow_link
from viewer.models.row import Row
from viewer.session import Session
from viewer.views.timeline_view import TimelineView

Place: TypeAlias = tuple[str, str | None]
"""What is open, and the current message of it."""


class Navigation(QObject):
    """Leads the reader from message to message, into other threads too."""

    def __init__(
        self,
        view: TimelineView,
        open_thread: Callable[[str, str | None], None],
        own_feed: Callable[[], str | None],
        choose_mentioned: Callable[[], None],
        tell: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._open_thread = open_thread
        self._own_feed = own_feed
        self._choose_mentioned = choose_mentioned
        self._tell = tell
        self._parent = parent
        self._path_back: list[Place] = []
        self._path_forward: list[Place] = []
        view.key_clicked.connect(self.go_to)
        view.link_clicked.connect(self.follow)
        view.chosen_changed.connect(self._tell_chosen)

    def watch(self, _: Session | None) -> None:
        """Begin anew: the ways through one database lead nowhere in another."""
        self._path_back.clear()
        self._path_forward.clear()

    def go_to(self, key: str) -> None:
        """Show a message of what is open, else in the first conversation that it is in."""
        here = self._here()
        if self._view.go_to(key):
            self._leave(here)
            return
        for address in self._view.timeline.conversations_of(key) or [key]:
            if self._open(address, key):
                return
        self._tell(tr("That message is not here."))

    def go_to_feed(self) -> None:
        """Show all messages of the current one's author."""
        index = self._view.currentIndex()
        feed = self._view.timeline.row(index.row()).feed if index.isValid() else ""
        if feed:
            self._open(feed, self._view.current_key())

    def go_to_mentions(self) -> None:
        """Show the messages that mention whoever has unlocked their private messages."""
        me = self._own_feed()
        if me is None:
            self._choose_mentioned()
            self._tell(tr("Choose who is mentioned; unlock private messages to say who you are."))
        else:
            self._open(str(mentions_address(me)))

    def _here(self) -> Place:
        return self._view.timeline.address, self._view.current_key()

    def _open(self, address: str, key: str | None = None) -> bool:
        """Open a thread or a view; False when it is not here."""
        here = self._here()
        try:
            self._open_thread(address, key)
        except UnknownConversation:
            return False
        self._leave(here)
        return True

    def _leave(self, place: Place) -> None:
        if not place[0]:
            return
        self._path_back.append(place)
        self._path_forward.clear()

    def go_to_cause(self) -> None:
        """Show what the current message answers."""
        index = self._view.currentIndex()
        causes = self._view.timeline.row(index.row()).causes if index.isValid() else ()
        if causes:
            self.go_to(causes[0])
        elif index.isValid():
            self._tell(tr("This message answers no other."))

    def go_to_effect(self) -> None:
        """Show the first message below that answers the current one."""
        key = self._view.current_key()
        if key is None:
            return
        model = self._view.timeline
        effects = model.edges.of([key])[key].effects
        rows = [row for effect in effects if (row := model.row_of(effect)) is not None]
        if rows:
            self.go_to(model.key(min(rows)))
        else:
            self._tell(tr("Nothing here answers this message."))

    def retrace(self, forward: bool) -> None:
        """Go back, or forward again."""
        (self.go_forward if forward else self.go_back)()

    def go_back(self) -> None:
        """Return to where the last way began."""
        self._retrace(self._path_back, self._path_forward)

    def go_forward(self) -> None:
        """Take the way again that was gone back last."""
        self._retrace(self._path_forward, self._path_back)

    def _retrace(self, path: list[Place], other: list[Place]) -> None:
        if not path:
            return
        here = self._here()
        try:
            self._open_thread(*path.pop())
        except UnknownConversation:
            self._tell(tr("What was read there is no longer here."))
        else:
            other.append(here)

    def follow(self, address: str) -> None:
        """Follow what a message links to: a message, a feed, a channel, or a place on the web."""
        address = feed_reference(message_reference(address))
        if address.startswith("%"):
            self.go_to(address)
        elif not self._open(address):
            follow_link(address, self._parent)

    def copy(self) -> None:
        """Take along the marked text, else the chosen messages, else the current one."""
        text = self._view.selected_text()
        if not text:
            rows = [self._view.timeline.row(row) for row in self._taken()]
            texts = [words.text_of(row.content) or row.text for row in rows]
            text = texts[0] if len(texts) == 1 else "\n\n".join(map(_signed, rows, texts))
        if text:
            QGuiApplication.clipboard().setText(text)

    def copy_key(self) -> None:
        """Take along the ids of the chosen messages, else of the current one."""
        keys = [self._view.timeline.key(row) for row in self._taken()]
        if keys:
            QGuiApplication.clipboard().setText("\n".join(keys))

    def _taken(self) -> list[int]:
        """The rows of the chosen messages, else of the current one."""
        index = self._view.currentIndex()
        return self._view.chosen_rows() or ([index.row()] if index.isValid() else [])

    def _tell_chosen(self, count: int) -> None:
        self._tell(plural("{n:,} messages chosen", "{n:,} message chosen", count) if count else "")


def _signed(row: Row, text: str) -> str:
    return f"{row.author}: {text}" if row.author else text
