"""Labels show any text as plain text."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from viewer.views.label import ElidedLabel, Note, PlainLabel

HOSTILE = "held by <img src='file:///etc/hostname'> & co\n<b>two</b>"


def test_a_label_takes_nothing_for_html(qtbot: QtBot) -> None:
    label = PlainLabel(HOSTILE)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_a_note_says_the_same_in_its_tooltip(qtbot: QtBot) -> None:
    note = Note()
    qtbot.addWidget(note)
    note.say("a < b")
    assert note.wordWrap()
    assert (note.text(), note.toolTip()) == ("a < b", "<p>a &lt; b</p>")


def test_a_line_is_cut_only_where_there_is_no_room_for_it(qtbot: QtBot) -> None:
    looks = []
    for kind in (ElidedLabel, PlainLabel):
        label = kind()
        qtbot.addWidget(label)
        label.setStyleSheet("padding: 3px 8px")
        label.setIndent(0)
        label.setText("Following harbour.ndjson")
        label.resize(label.sizeHint())
        looks.append(label.grab().toImage())
    assert looks[0] == looks[1]
