"""A recorded walk through the window: pictures of everything, and what is cut in them.

    python -m tools.walk [--size 800x600] [--theme dark] [--language de] [--zoom 0] [--only why]

opens the samples and every panel at three sizes, in two themes and two languages, and at twice the
usual text size. build/walk holds a picture of each view, a sheet of all views for each look, and
faults.txt: what `tools.geometry` found. Ends with 1 when that isn't empty.
"""

import os
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

import resources
from engine.library import Library
from tools.geometry import faults
from viewer import app, language
from viewer.panels.table import PANELS
from viewer.settings import Forgetful, Settings
from viewer.theme import Choice
from viewer.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "walk"
SIZES = ("800x600", "1024x700", "1600x1000")
THEMES = ("light", "dark")
LANGUAGES = ("en", "de")
TWICE = 9
"""Points that double the usual size of text on most systems."""
VIEWS = ("welcome", "timeline", "inspector", *(kind.name for kind in PANELS))

_SAMPLES = ("harbour", "autobase", "gallery", "group")
_ACROSS = 4
_SHEET = QSize(640, 420)


@dataclass(frozen=True, slots=True)
class SheetLook:
    """How the window looks on one sheet."""

    size: str
    theme: str
    language: str
    zoom: int

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}-{self.language}-{self.zoom}"


def looks(
    sizes: Sequence[str], themes: Sequence[str], languages: Sequence[str], zooms: Sequence[int]
) -> list[SheetLook]:
    """Every look, those of one language together; twice the size of text in one theme only."""
    return [
        SheetLook(size, theme, code, zoom)
        for code, zoom, theme, size in product(languages, zooms, themes, sizes)
        if not zoom or theme == themes[0]
    ]


def database_of_samples(folder: Path) -> Path:
    """A database that holds everything that comes with the program."""
    database = folder / "walk.db"
    with Library.open(database) as library, ExitStack() as stack:
        for name in _SAMPLES:
            library.ingest(stack.enter_context(resources.sample_archive(name)))
    return database


def views(window: MainWindow, names: Sequence[str]) -> Iterator[str]:
    """The name of each view while it is seen."""
    for name in names:
        if name == "welcome":
            continue
        window.workbench.close_panel()
        if name in {kind.name for kind in PANELS}:
            window.workbench.open_panel(name)
        window.menus.action("inspector").trigger() if name == "inspector" else None
        app.wait_for(window.is_settled)
        yield name
        window.menus.action("inspector").trigger() if name == "inspector" else None


def extent(size: str) -> QSize:
    """A size such as `800x600`."""
    width, _, height = size.partition("x")
    return QSize(int(width), int(height))


def settled(window: MainWindow, size: QSize) -> None:
    """Lay everything out in a size."""
    window.resize(size)
    for _ in range(4):  # what wraps has its height only then
        QCoreApplication.processEvents()


def sheet(pictures: Sequence[tuple[str, QImage]]) -> QImage:
    """Pictures beside and below each other, with their names."""
    rows = -(-len(pictures) // _ACROSS)
    whole = QImage(_SHEET.width() * _ACROSS, _SHEET.height() * rows, QImage.Format.Format_RGB32)
    whole.fill(QColor("#888888"))
    painter = QPainter(whole)
    for number, (name, picture) in enumerate(pictures):
        left, top = number % _ACROSS * _SHEET.width(), number // _ACROSS * _SHEET.height()
        room = QSize(_SHEET.width() - 8, _SHEET.height() - 22)
        small = picture.scaled(
            room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        painter.drawText(left + 4, top + 14, name)
        painter.drawImage(left + 4, top + 18, small)
    painter.end()
    return whole


def record(window: MainWindow, look: SheetLook, names: Sequence[str]) -> list[str]:
    """Paint every view of a window in a look; what is cut in them."""
    folder, found, pictures = FOLDER / str(look), [], []
    folder.mkdir(parents=True)
    for name in views(window, names):
        settled(window, extent(look.size))
        picture = window.grab().toImage()
        picture.save(str(folder / f"{name}.png"))
        pictures.append((name, picture))
        found += [f"{look} {name}: {fault}" for fault in faults(window)]
    sheet(pictures).save(str(FOLDER / f"{look}.png"))
    return found


def walk(database: Path, wanted: Sequence[SheetLook], names: Sequence[str]) -> Iterator[str]:
    """Record all looks, with a window for each language; tell of every fault."""
    for code in dict.fromkeys(look.language for look in wanted):
        language.put_on(app.application(), code)
        window = MainWindow(database, Settings(Forgetful()), Choice.LIGHT)
        window.show()
        window.open_database(database)
        app.wait_for(window.is_settled)
        window.timeline.step(3)
        for look in wanted:
            if look.language == code:
                window.set_theme(Choice(look.theme))
                window.set_letters(look.zoom)
                yield from record(window, look, names)
        window.set_letters(0)
        window.leave()


def main() -> None:
    """Walk, and tell what is cut."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--theme", action="append", choices=[each.value for each in Choice])
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--zoom", action="append", type=int)
    parser.add_argument("--only", action="append", choices=VIEWS)
    options = parser.parse_args()
    wanted = looks(
        options.size or SIZES,
        options.theme or THEMES,
        options.language or LANGUAGES,
        [0, TWICE] if options.zoom is None else options.zoom,
    )
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        found = list(walk(database_of_samples(Path(folder)), wanted, options.only or VIEWS))
    (FOLDER / "faults.txt").write_text("".join(f"{each}\n" for each in found))
    print(f"{len(wanted)} looks in {FOLDER.relative_to(ROOT)}; {len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
