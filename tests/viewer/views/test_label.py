"""Whatever a stranger writes into a label or its tip stays text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from viewer.views.label import Label, Note, tip

HOSTILE = "held by <img src='file:///etc/hostname'> & co\n<b>two</b>"


def test_a_label_takes_nothing_for_html(qtbot: QtBot) -> None:
    label = Label(HOSTILE)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


@pytest.mark.usefixtures("application")
def test_a_tip_shows_a_text_as_it_is() -> None:
    document = QTextDocument()
    document.setHtml(tip(HOSTILE))
    assert document.toPlainText() == HOSTILE
    assert tip("") == ""


def test_a_note_says_the_same_in_its_tip(qtbot: QtBot) -> None:
    note = Note()
    qtbot.addWidget(note)
    note.say("a < b")
    assert note.wordWrap()
    assert (note.text(), note.toolTip()) == ("a < b", "<p>a &lt; b</p>")
