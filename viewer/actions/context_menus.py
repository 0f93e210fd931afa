"""Context menus: what can be done with a message, an author, a conversation, a link, a lane.

This is the one table of it. Every entry is a command of the menus, which does the same for the
current message, its author or the open conversation, or has a key where it is listed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from engine.wording import later, tr
from viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    LaneSubject,
    LinkSubject,
    MessageSubject,
    Subject,
)
from viewer.window.commands import COMMANDS
from viewer.window.menus import Menus


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is offered: a command, and what it is called here if not as in the menus."""

    name: str
    text: str = ""


Groups: TypeAlias = Sequence[Sequence[Offer]]

_OF_AUTHOR: Groups = (
    (Offer("feed"), Offer("feed_tab"), Offer("feeds"), Offer("mentions_author")),
    (Offer("copy_feed"), Offer("copy_feed_link")),
    (Offer("search_author"), Offer("hide_author"), Offer("export_author")),
)

OFFERS: Mapping[type[Subject], Groups] = {
    MessageSubject: (
        (Offer("show_message", later("Go to this message")), Offer("reply")),
        (Offer("message_tab"), Offer("message_beside"), Offer("conversations")),
        (Offer("cause"), Offer("effect")),
        (Offer("copy"), Offer("copy_key"), Offer("copy_link"), Offer("copy_ndjson")),
        (Offer("panel_why"), Offer("compare_here"), Offer("hold")),
        (Offer("similar"), Offer("open_link"), Offer("export_part")),
        (Offer("feed"), Offer("feeds"), Offer("copy_feed"), Offer("hide_author")),
    ),
    AuthorSubject: (*_OF_AUTHOR, (Offer("pin", later("Pin or unpin")),)),
    ConversationSubject: (
        (
            Offer("open_conversation", later("Open")),
            Offer("new_tab", later("Open in a new tab")),
            Offer("beside", later("Open beside")),
        ),
        (Offer("copy_address"),),
        (Offer("search_here"), Offer("export"), Offer("pin", later("Pin or unpin"))),
    ),
    LinkSubject: (
        (Offer("open_link", later("Open this link …")),),
        (Offer("copy_link", later("Copy this link")),),
    ),
    LaneSubject: (
        (
            Offer("cause", later("To where this line begins")),
            Offer("effect", later("To where this line leads")),
        ),
        *_OF_AUTHOR,
    ),
}
"""What can be done with each kind of subject, wherever it is shown."""

IN_LISTS = {"open_conversation": later("Enter")}
"""What is no command but has a key of the list that shows it."""

_TEXTS = {command.name: command.text for command in COMMANDS}
_NAMES = {
    MessageSubject: later("Message"),
    AuthorSubject: later("Author"),
    ConversationSubject: later("Conversation"),
    LinkSubject: later("Link"),
    LaneSubject: later("Line between messages"),
}


def offered(subject: Subject) -> Groups:
    """What can be done with a subject, group by group."""
    groups = OFFERS[type(subject)]
    has_author = not isinstance(subject, LaneSubject) or subject.feed
    return groups if has_author else groups[:1]


def text_of(offer: Offer) -> str:
    """What something that is offered is called."""
    return tr(offer.text or _TEXTS[offer.name])


def context_menu(subject: Subject, act: Callable[[str, Subject], object], parent: QWidget) -> QMenu:
    """A menu of all that can be done with a subject."""
    menu = _menu(subject, parent)
    for number, group in enumerate(offered(subject)):
        if number:
            menu.addSeparator()
        for offer in group:
            action = menu.addAction(text_of(offer))
            action.triggered.connect(partial(_do, act, offer.name, subject))
    return menu


def menu_of_current(menus: Menus, parent: QWidget) -> QMenu:
    """A menu of all that can be done with the current message, with the keys of the commands."""
    menu = _menu(MessageSubject(""), parent)
    for number, group in enumerate(OFFERS[MessageSubject]):
        if number:
            menu.addSeparator()
        for offer in group:
            menu.addAction(menus.action(offer.name))
    return menu


def spot_of(widget: QWidget) -> QPoint:
    """Where a menu belongs that was asked for with the keyboard."""
    if not isinstance(widget, QAbstractItemView):
        return widget.mapToGlobal(widget.rect().center())
    place = widget.visualRect(widget.currentIndex()) & widget.viewport().rect()
    return widget.viewport().mapToGlobal(place.center())


def _menu(subject: Subject, parent: QWidget) -> QMenu:
    menu = QMenu(tr(_NAMES[type(subject)]), parent)
    menu.setAccessibleName(tr(_NAMES[type(subject)]))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _do(act: Callable[[str, Subject], object], name: str, subject: Subject, *_: object) -> None:
    act(name, subject)
