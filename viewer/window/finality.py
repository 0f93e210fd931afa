"""Lines in the timeline of an Autobase: so much is confirmed, and so much is signed."""

from collections.abc import Mapping
from typing import TypeAlias

from PySide6.QtCore import QObject

from engine.library import Conversation, Library
from engine.tangle.titles import one_line
from engine.wording import tr
from viewer.views.timeline.border import Border
from viewer.views.timeline.reading import ReadingPage
from viewer.window.page_question import PageQuestion

_NAMED = 4

_Borders: TypeAlias = Mapping[str, tuple[Border, ...]]


def final_borders(page: ReadingPage, parent: QObject) -> PageQuestion:
    """Draws the lines on one page."""
    return PageQuestion("final", page, borders_of, page.timeline.set_lasting_borders, {}, parent)


def borders_of(library: Library, conversation: Conversation) -> _Borders:
    """The lines below messages of a conversation; none where nothing is voted on."""
    if (facts := conversation.finality()) is None:
        return {}
    order = conversation.in_order()
    if facts.confirmed and facts.signed == facts.confirmed:
        line = Border(tr("confirmed and signed up to here"), "accent")
        return {order[facts.confirmed - 1]: (line,)}
    borders: dict[str, tuple[Border, ...]] = {}
    if facts.confirmed:
        line = Border(tr("confirmed up to here"), "accent")
        borders[order[facts.confirmed - 1]] = (line,)
    if facts.signed:
        called = library.names(facts.missing)
        missing = ", ".join(one_line(called[key], 16) for key in facts.missing[:_NAMED])
        told = tr("signed up to here")
        if missing:
            told = tr("signed up to here; yet to sign more: {names}", names=missing)
        borders[order[facts.signed - 1]] = (Border(told, "warning"),)
    return borders
