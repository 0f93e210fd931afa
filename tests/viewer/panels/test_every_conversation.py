"""Every panel opens every kind of conversation and shows data or says why it has none."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.table import PANELS
from tests.engine.club import Club
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.windows import Open, wait_for_messages, wait_until_open

KINDS = [*Club().addresses, "another order"]


def marks_on(panel: QWidget) -> int:
    """Return the number of pixels that aren't background."""
    image = panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = Counter(memoryview(image.constBits()).cast("I"))
    return pixels.total() - pixels.most_common(1)[0][1]


@pytest.mark.parametrize(
    "kind", mostly_slow(KINDS, "thread", "everything", "tangle", "forked feed")
)
def test_every_panel_opens_every_kind_of_conversation(
    kind: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    club = Club()
    addresses = {**club.addresses, "another order": f"{club.chess}?by=timestamp"}
    window = open_window(write(tmp_path / "log.ndjson", club.said))
    wait_for_messages(qtbot, window, len(club.said))
    window.open_thread(addresses[kind])
    wait_until_open(qtbot, window, addresses[kind])
    window.timeline.step(1)
    window.timeline.step(1)
    for panel_kind in PANELS:
        panel = window.workbench.open_panel(panel_kind.name)
        settle(qtbot, window)
        window.grab()
        assert panel is window.workbench.panel()
        assert marks_on(panel) > 200, panel_kind.name
        assert window.banner.isHidden(), panel_kind.name
