"""Golden pictures of every panel of the debugger.

    python -m tests.viewer.panels.test_golden_panels

paints new ones; look at them before you commit.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtGui import QFont, QFontInfo, QImage
from PySide6.QtWidgets import QApplication, QFrame

from tanglescope.engine.library import Library
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import load, put_on
from tests.engine.store.libraries import write
from tests.viewer.panels.test_clocks import WrongClock
from tests.viewer.test_golden import FOLDER, difference_of
from tests.viewer.windows import destroy

NAMES = ("why", "replay", "moved", "compare", "shuffle", "peers", "clocks")
THEMES = ("light", "dark")
SIZE = (760, 540)
PATIENCE = 60_000


def paint(name: str, theme: str, folder: Path) -> QImage:
    look = load(theme)
    put_on(look)
    before = QApplication.font()
    QApplication.setFont(QFont("DejaVu Sans", 9))  # tests of windows change the font
    talk = WrongClock()
    with Library.open(folder / "own.db") as library:
        library.ingest(write(folder / "log.ndjson", [*talk.said, talk.early]))
    bench = QFrame()
    bench.setObjectName("workbench")
    session = Session(folder / "own.db", bench)
    panel = next(kind for kind in PANELS if kind.name == name).make(look, bench)
    try:
        for each in (bench, panel):
            each.resize(*SIZE)
        panel.show_place(session, talk.root.key, talk.third.key)
        wait_for(panel.is_settled)
        if name == "shuffle":
            panel.run.click()
            wait_for(lambda: panel.is_settled() and not panel.is_running())
        if name == "moved":
            panel.ago.setValue(1)
            wait_for(panel.is_settled)
        bench.grab()  # makes the panel request the labels of visible messages
        wait_for(panel.is_settled)
        return bench.grab().toImage()
    finally:
        QApplication.setFont(before)
        panel.end()
        session.close()
        destroy(bench)


def wait_for(condition: Callable[[], bool]) -> None:
    patience = QDeadlineTimer(PATIENCE)
    while not condition():
        assert not patience.hasExpired()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_panels_look_as_they_were_approved(
    qapp: QApplication, name: str, theme: str, tmp_path: Path
) -> None:
    if QFontInfo(QFont("DejaVu Sans", 9)).family() != "DejaVu Sans":
        pytest.skip("the pictures are set in DejaVu Sans, which is not installed")
    golden = QImage(str(FOLDER / f"panel-{name}-{theme}.png"))
    painted = paint(name, theme, tmp_path)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.01


if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    application = QApplication([])
    for each in NAMES:
        for shade in THEMES:
            with tempfile.TemporaryDirectory() as place:
                image = paint(each, shade, Path(place))
                image.save(str(FOLDER / f"panel-{each}-{shade}.png"))
