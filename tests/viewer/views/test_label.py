"""Labels show any text as plain text."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.label import ElidedLabel, Note, PlainLabel

HOSTILE = "held by <img src='file:///etc/hostname'> & co\n<b>two</b>"


def test_a_label_shows_markup_as_text(qtbot: QtBot) -> None:
    label = PlainLabel(HOSTILE)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_a_note_has_the_same_text_in_its_tooltip(qtbot: QtBot) -> None:
    note = Note()
    qtbot.addWidget(note)
    note.say("a < b")
    assert note.wordWrap()
    assert (note.text(), note.toolTip()) == ("a < b", "<p>a &lt; b</p>")


def test_a_line_is_cut_only_if_it_does_not_fit(qtbot: QtBot) -> None:
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


def test_a_text_keeps_its_direction_in_a_mirrored_window(qtbot: QtBot) -> None:
    for kind in (ElidedLabel, PlainLabel):
        label = kind()
        qtbot.addWidget(label)
        label.setText("3 before · 14 after.")
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        label.resize(200, 40)
        before = label.grab().toImage()
        label.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        assert label.grab().toImage() == before
