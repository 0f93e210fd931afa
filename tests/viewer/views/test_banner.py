from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.banner import Banner

# The offscreen platform has no size hints for windows and warns about widgets that set them.


@pytest.fixture
def banner(application: QApplication, qtbot: QtBot) -> Iterator[Banner]:
    window = QWidget()
    qtbot.addWidget(window)
    yield Banner(window)
    window.close()


def test_a_message_is_withdrawn_with_its_cause(banner: Banner) -> None:
    banner.say("log.ndjson is empty.", "log.ndjson")
    banner.withdraw("other.ndjson")
    assert not banner.isHidden()
    banner.withdraw("log.ndjson")
    assert banner.isHidden()


def test_a_message_about_a_conversation_disappears_with_it(banner: Banner) -> None:
    banner.say("This order raised an error.", address="%one")
    banner.turn_to("%one")
    assert not banner.isHidden()
    banner.turn_to("%two")
    assert banner.isHidden()


def test_a_message_from_before_stays_with_the_first_conversation(
    banner: Banner,
) -> None:
    banner.say("Two records can't be used.", address="")
    banner.turn_to("%one")
    assert not banner.isHidden()
    banner.turn_to("%two")
    assert banner.isHidden()


def test_a_message_without_a_cause_is_not_withdrawn(banner: Banner) -> None:
    banner.say("The disk is full.")
    banner.withdraw("")
    assert not banner.isHidden()


def test_a_message_about_no_conversation_stays_in_all(banner: Banner) -> None:
    banner.say("This order raised an error.", address="%one")
    banner.say("The disk is full.")
    for address in ("%one", "%two", "%three"):
        banner.turn_to(address)
        assert not banner.isHidden()


def test_a_message_leaves_those_with_other_causes_until_all_are_closed(banner: Banner) -> None:
    banner.say("wrong.png isn't an archive.", "wrong.png")
    banner.say("Reading log.ndjson…", "log.ndjson")
    banner.say("2 records can't be used.", "log.ndjson")
    assert banner.text.text() == "wrong.png isn't an archive.\n2 records can't be used."
    banner.withdraw("log.ndjson")
    assert banner.text.text() == "wrong.png isn't an archive."
    banner.hide()
    banner.turn_to("%one")
    assert banner.isHidden()
    for archive in ("one", "two", "three", "four"):
        banner.say(archive, archive)
    assert banner.text.text() == "two\nthree\nfour", "the closed one, and the oldest, are gone"


def test_only_a_failure_is_red_and_bad_records_have_a_button(banner: Banner) -> None:
    banner.note("79 messages were added. 2 records can't be used.", "log.ndjson", are_bad=True)
    assert not banner.property("failure")
    assert not banner.bad.isHidden()
    banner.say("wrong.png isn't an archive.", "wrong.png")
    assert banner.property("failure")
    banner.withdraw("wrong.png")
    assert not banner.property("failure")
    banner.withdraw("log.ndjson")
    banner.say("wrong.png isn't an archive.", "wrong.png")
    assert banner.bad.isHidden()


def test_nothing_moves_and_a_click_under_way_hits_what_was_there(
    application: QApplication, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    buttons = [QPushButton(str(number)) for number in range(8)]
    clicked: list[str] = []
    for button in buttons:
        button.clicked.connect(lambda _=False, button=button: clicked.append(button.text()))
        column.addWidget(button)
    banner = Banner(window)
    window.resize(500, 400)
    window.show()
    places = [button.geometry() for button in buttons]
    banner.say("The disk is full.")
    assert [button.geometry() for button in buttons] == places
    assert window.rect().contains(banner.geometry())
    below = banner.geometry().center()
    under = window.childAt(below)
    assert isinstance(under, QPushButton)
    assert under in buttons
    qtbot.mouseClick(under, Qt.MouseButton.LeftButton)
    assert clicked == [under.text()]
    banner._passing.timeout.emit()
    assert banner.isAncestorOf(window.childAt(below)) or window.childAt(below) is banner
    window.resize(300, 300)
    assert window.rect().contains(banner.geometry()), "it stays in the corner"


def test_a_notice_covers_no_hint(banner: Banner) -> None:
    window = banner.parentWidget()
    assert window is not None
    window.resize(800, 500)
    hint = QWidget(window)
    hint.hide()
    banner.stay_above(hint)
    window.show()
    banner.note("Two records can't be used.", "log.ndjson", are_bad=True)
    lowest = banner.geometry().bottom()
    hint.setGeometry(0, 440, 800, 60)
    hint.show()
    assert banner.geometry().bottom() == lowest - 60
    assert not banner.geometry().intersects(hint.geometry())
    hint.hide()
    assert banner.geometry().bottom() == lowest
