"""Golden pictures of panels.

    python -m tests.viewer.panels.test_panel_pictures

paints new ones; look at them before you commit.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontInfo, QImage
from PySide6.QtWidgets import QApplication

from tanglescope.engine.library import Library
from tanglescope.viewer.panels.quorums import QuorumsPanel
from tanglescope.viewer.panels.sets import SetPanel
from tanglescope.viewer.theme import Theme, load, put_on
from tests.engine.reduce.scenarios import SCENARIOS, entries_of
from tests.engine.store.libraries import library_of
from tests.engine.store.pzp_archives import write_log
from tests.viewer.panels.pictures import AnsweringSession, picture_of
from tests.viewer.panels.stalled_thread import StalledThread
from tests.viewer.test_golden import FOLDER, difference_of

SIZE = (560, 640)


def stalled(folder: Path, theme: Theme) -> QImage:
    quarrel = StalledThread()
    return quorums(library_of(folder, *quarrel.said), quarrel, theme, quarrel.rivals[0].key)


def settling(folder: Path, theme: Theme) -> QImage:
    quarrel = StalledThread()
    library = library_of(folder, *quarrel.said, *quarrel.settle())
    return quorums(library, quarrel, theme, quarrel.rivals[1].key)


def quorums(library: Library, quarrel: StalledThread, theme: Theme, key: str) -> QImage:
    with library:
        panel = QuorumsPanel(theme)
        panel.show_place(AnsweringSession(library), quarrel.root.key, key)
        return picture_of(panel, SIZE)


def set_with_history(folder: Path, theme: Theme) -> QImage:
    return set_of(folder, "seed-example", "alice", theme)


def set_in_danger(folder: Path, theme: Theme) -> QImage:
    return set_of(folder, "rand-38", "bob", theme)


def set_of(folder: Path, name: str, item: str, theme: Theme) -> QImage:
    scenario = next(each for each in SCENARIOS if each["name"] == name)
    with Library.open(folder / "sets.db") as library:
        library.ingest(write_log(folder / "log", entries_of(scenario)))
        panel = SetPanel(theme)
        panel.show_place(AnsweringSession(library), scenario["moot"], None)
        (found,) = panel.items.findItems(item, Qt.MatchFlag.MatchExactly)
        panel.items.setCurrentItem(found)
        return picture_of(panel, SIZE)


PICTURES: dict[str, Callable[[Path, Theme], QImage]] = {
    "quorums-stalled": stalled,
    "quorums": settling,
    "set": set_with_history,
    "set-in-danger": set_in_danger,
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PICTURES)
def test_panels_look_as_they_were_approved(
    qapp: QApplication, tmp_path: Path, name: str, theme: str
) -> None:
    if QFontInfo(QFont("DejaVu Sans", 9)).family() != "DejaVu Sans":
        pytest.skip("the pictures are set in DejaVu Sans, which is not installed")
    golden = QImage(str(FOLDER / f"{name}-{theme}.png"))
    put_on(load(theme))
    image = PICTURES[name](tmp_path, load(theme))
    assert image.size() == golden.size()
    assert difference_of(image, golden) < 0.01


if __name__ == "__main__":
    application = QApplication([])
    for each, paint in PICTURES.items():
        for look in ("light", "dark"):
            put_on(load(look))
            with tempfile.TemporaryDirectory() as folder:
                paint(Path(folder), load(look)).save(str(FOLDER / f"{each}-{look}.png"))
