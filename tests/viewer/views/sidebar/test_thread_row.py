"""Rows of the list of conversations: their faces, and the line below the title."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ConversationSummary, feed_address
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.sidebar.thread_list import ThreadList
from tests.engine.authors import Author
from tests.viewer.painted import parts_of

FEED = Author("ann").feed
ANN = ConversationSummary(
    str(feed_address(FEED)), "feed", FEED, True, 23, 1, "Ann", first=0.0, latest=0.0
)


def picture_of(summary: ConversationSummary, qtbot: QtBot) -> QImage:
    """Where faces are, in the row of one conversation."""
    return shown_list(summary, qtbot).list.viewport().grab().toImage().copy(8, 0, 50, 54)


def shown_list(summary: ConversationSummary, qtbot: QtBot) -> ThreadList:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show_threads([summary])
    shown.show()
    return shown


@pytest.mark.usefixtures("application")
def test_a_person_is_listed_with_their_face(qtbot: QtBot) -> None:
    talk = replace(ANN, address="%a", feeds=(FEED,))
    assert picture_of(ANN, qtbot) == picture_of(talk, qtbot)
    assert picture_of(ANN, qtbot) != picture_of(replace(talk, feeds=()), qtbot)


@pytest.mark.usefixtures("application")
def test_channels_have_a_sign_of_their_own(qtbot: QtBot) -> None:
    other = replace(ANN, address="%a")
    assert picture_of(replace(ANN, address="#boats"), qtbot) != picture_of(other, qtbot)


def test_without_people_the_second_line_says_how_much_there_is(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = shown_list(ANN, qtbot)
    delegate = shown._delegate
    delegate.shows_sizes = False
    assert "“23 messages” 400" in str(parts_of(shown))
    delegate.shows_sizes = True
    assert "“23 messages” 400" not in str(parts_of(shown))


def test_a_narrow_row_has_room_for_its_title_instead_of_the_day(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = shown_list(ANN, qtbot)
    assert "“1 Jan 1970” 400" in str(parts_of(shown))
    shown.list.setFixedWidth(200)
    application.processEvents()
    assert "“1 Jan 1970” 400" not in str(parts_of(shown))
