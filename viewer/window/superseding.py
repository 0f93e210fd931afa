"""Finds what messages of the open set supersede, while the lanes show it."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from engine.library import Conversation, Library
from viewer.views.timeline.reading import ReadingPage
from viewer.window.page_question import PageQuestion


def superseded_bows(page: ReadingPage, parent: QObject) -> PageQuestion:
    """Draws bows from the messages of a set to those that they supersede, on one page."""
    found = PageQuestion("superseded", page, _superseded, page.timeline.set_bows, (), parent)
    found.turn(on=False)
    return found


def _superseded(_library: Library, conversation: Conversation) -> Sequence[tuple[str, str]]:
    return conversation.supersedes()
