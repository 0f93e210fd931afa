"""Subjects: what the commands of a context menu act on.

A part of the window that shows messages, authors or conversations implements `subject_at`. The
commands for each kind of subject are in the table of commands (`viewer.window.commands`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from tanglescope.engine.library import (
    Library,
    UnknownConversation,
    feed_address,
    feed_named,
    is_channel,
)
from tanglescope.engine.tangle.references import message_reference, names_message
from tanglescope.engine.words.inspection import Titled
from tanglescope.viewer.models.thread_model import title


@dataclass(frozen=True, slots=True)
class MessageSubject:
    """A message, by its key, and the words in it that were clicked or are selected."""

    key: str
    words: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ConversationSubject:
    """A conversation, by its address; `people` are the feeds and names of some of its authors."""

    address: str
    people: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class AuthorSubject:
    """An author, by the id of the feed."""

    feed: str

    @property
    def conversation(self) -> ConversationSubject:
        """All messages of the author."""
        return ConversationSubject(str(feed_address(self.feed)))


@dataclass(frozen=True, slots=True)
class LinkSubject:
    """An address outside the archive: a web page or a file."""

    address: str


@dataclass(frozen=True, slots=True)
class FileSubject:
    """A file that a message refers to: the key of the message, the address of the file."""

    key: str
    address: str
    is_open: bool = False
    """Whether it is the picture in the viewer."""


@dataclass(frozen=True, slots=True)
class LaneSubject:
    """A stretch of a lane: an edge from a cause to an effect, whose author it is coloured for."""

    cause: str
    effect: str
    feed: str


Subject: TypeAlias = (
    MessageSubject | AuthorSubject | ConversationSubject | LinkSubject | FileSubject | LaneSubject
)


@runtime_checkable
class ShowsSubjects(Protocol):
    """A widget that shows subjects."""

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The subject at a point of the widget, or at the keyboard focus without one."""


def ask_for_menu(widget: QWidget, event: QMouseEvent) -> None:
    """Request the context menu for the position of a mouse event."""
    place = event.position().toPoint(), event.globalPosition().toPoint()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Other, *place)
    QApplication.sendEvent(widget, asked)


def subject_of_address(address: str) -> Subject:
    """The subject of an address: an author for a feed, otherwise a conversation."""
    feed = feed_named(address)
    return AuthorSubject(feed) if feed else ConversationSubject(address)


def subject_of_author(author: str) -> AuthorSubject | None:
    """The subject of an author; None for one without a feed, such as a writer of an Autobase."""
    return AuthorSubject(author) if feed_named(author) else None


def subject_of_link(link: str) -> Subject:
    """The subject of a link in a text."""
    if names_message(link):
        return MessageSubject(message_reference(link))
    if is_channel(link):
        return ConversationSubject(link)
    subject = subject_of_address(link)
    return subject if isinstance(subject, AuthorSubject) else LinkSubject(link)


def conversations_of(library: Library, key: str) -> list[Titled]:
    """The conversations that contain a message, with their titles."""
    return find_titles(library, library.conversations_of(key))


def find_titles(library: Library, addresses: Sequence[str]) -> list[Titled]:
    """The titles of conversations, if they are known."""
    found = []
    for address in addresses:
        try:
            found.append((address, title(library.conversation(address).summary())))
        except UnknownConversation:
            continue
    return found
