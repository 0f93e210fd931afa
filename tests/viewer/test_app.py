"""What the window says of standard input."""

import io

from pytestqt.qtbot import QtBot

from engine.archive.stdin import Spool
from tests.viewer.windows import Open
from viewer.app import fill


def test_standard_input_that_cannot_be_kept_is_told(open_window: Open, qtbot: QtBot) -> None:
    window, spool = open_window(), Spool()
    spool.remove()  # as on a disk without room
    fill(spool, io.BytesIO(b"{}\n"), window).join()
    qtbot.waitUntil(window.banner.isVisible)
    assert window.banner.text.text().startswith("Standard input can't be kept: No such file")
