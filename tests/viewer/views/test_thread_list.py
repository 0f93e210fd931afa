import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.library import ThreadSummary
from viewer.theme import load
from viewer.views.thread_list import ThreadList


def thread(title: str) -> ThreadSummary:
    return ThreadSummary("%a", True, 3, 1, title, ("Ann",), first=0.0, latest=0.0)


# A window of its own, whose size the offscreen platform can't tell a system.
@pytest.mark.qt_log_ignore("propagateSizeHints")
@pytest.mark.parametrize(
    ("title", "from_right"), [("איפה המעבורת?", True), ("Where is it?", False)]
)
def test_a_title_begins_on_the_side_from_which_it_is_read(
    title: str, from_right: bool, application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show_threads([thread(title)])
    shown.show()
    picture = shown.list.viewport().grab().toImage()
    dark = [
        x
        for x in range(20, picture.width() - 20)
        if any(picture.pixelColor(x, y).lightness() < 90 for y in range(8, 24))
    ]
    middle = sum(dark) / len(dark)
    assert (middle > picture.width() / 2) is from_right
