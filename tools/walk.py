"""A recorded walk through the window: pictures of all views, and layout faults in them.

    python -m tools.walk [--size 800x600] [--theme dark] [--language de] [--zoom 0] [--only why]

opens the samples in both faces, every panel, menu and dialog at three sizes, in two themes and two
languages, and at twice the usual text size, and the views of an archive with the shape of real
ones. It writes a picture of each view, two sheets for each look (of views, and of other parts of
the window), and faults.txt with the faults to build/walk. Exits with 1 if there are faults.
"""

import json
import os
import re
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenuBar,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QSplitterHandle,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionSpinBox,
    QTabBar,
    QWidget,
)

import tools.group
from tanglescope import resources
from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.viewer import app, language
from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import ElidedLabel
from tanglescope.viewer.views.layout.scroller import Scroller
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.data import old_archive
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.pzp_archives import write_log
from tools import walk_parts

_ARROW = 8
"""The width of an arrow in a field of numbers."""

_OVERLAYS = frozenset({"pill", "banner"})
"""The names of widgets that overlap others on purpose."""

_CLIPPING = (QAbstractScrollArea, QMenuBar, QTabBar, QComboBox, QLineEdit, QAbstractSpinBox)
"""The widgets that lay out or scroll their own parts."""


def faults(window: QWidget) -> list[str]:
    """A line for every widget in a window that is cut off or overlaps another."""
    shown = [each for each in window.findChildren(QWidget) if _is_shown(each, window)]
    found = (
        f"{_path(widget, window)}: {fault}"
        for widget in [window, *shown]
        for fault in _faults_of(widget)
    )
    return sorted(set(found))


def _faults_of(widget: QWidget) -> Iterator[str]:
    yield from _too_small(widget)
    yield from _sticking_out(widget)
    yield from _on_each_other(widget)
    match widget:
        case Scroller() if widget.horizontalScrollBar().maximum():
            yield f"is scrolled sideways: {widget.width()}, needs {widget.width_wanted()}"
        case QScrollArea() if not isinstance(widget, Scroller):
            yield from _cut_at_the_side(widget)
        case QLabel():
            yield from _cut_label(widget)
        case QComboBox():
            yield from _cut_choice(widget)
        case QSpinBox():
            yield from _cut_arrows(widget)
        case QLineEdit():
            yield from _cut_placeholder(widget)
        case QTabBar():
            yield from _cut_tabs(widget)
        case QHeaderView():
            yield from _cut_sections(widget)
        case _:
            pass


def _too_small(widget: QWidget) -> Iterator[str]:
    """A widget below its minimum size, or a button or field that is cut off."""
    own_affair = isinstance(widget.parentWidget(), (QComboBox, QLineEdit, QAbstractSpinBox))
    if own_affair or isinstance(widget, QLabel | QHeaderView):
        return
    least = widget.minimumSizeHint()
    if isinstance(widget, QAbstractButton | QAbstractSpinBox) and not _elides(widget):
        least = widget.sizeHint()
    layout = widget.layout()
    if layout is not None and layout.hasHeightForWidth():
        least.setHeight(layout.minimumHeightForWidth(widget.width()))
    # An explicit minimum takes precedence over Qt's hint.
    if widget.minimumWidth():
        least.setWidth(widget.minimumWidth())
    if widget.minimumHeight():
        least.setHeight(widget.minimumHeight())
    least = least.boundedTo(widget.maximumSize())
    if not _holds(widget.size(), least):
        yield f"is {_sized(widget.size())}, needs {_sized(least)}"


def _elides(part: QWidget) -> bool:
    """Whether a button may be narrower than its text, which ends in an ellipsis then."""
    return part.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Maximum


def _sticking_out(widget: QWidget) -> Iterator[str]:
    parent = widget.parentWidget()
    if parent is None or widget.isWindow() or _scrolls(parent):
        return
    if widget.objectName() not in _OVERLAYS and not parent.rect().contains(widget.geometry()):
        yield f"at {_placed(widget.geometry())} sticks out of {_sized(parent.size())}"


def _on_each_other(parent: QWidget) -> Iterator[str]:
    if isinstance(parent, (*_CLIPPING, QStackedWidget)):
        return
    parts = [
        each
        for each in parent.children()
        if isinstance(each, QWidget)
        and each.isVisible()
        and not each.isWindow()
        and not isinstance(each, QSplitterHandle)
        and each.objectName() not in _OVERLAYS
        and not each.size().isEmpty()
    ]
    for number, one in enumerate(parts):
        for other in parts[number + 1 :]:
            if one.geometry().intersects(other.geometry()):
                yield f"{_name(one)} lies on {_name(other)}"


def _cut_at_the_side(area: QScrollArea) -> Iterator[str]:
    """What is too wide where nothing scrolls sideways."""
    is_off = area.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    room, inside = area.viewport().width(), area.widget()
    if is_off and inside is not None and inside.width() > room:
        yield f"is {room} wide inside, needs {inside.width()}"


def _cut_label(label: QLabel) -> Iterator[str]:
    if not label.text() or isinstance(label, ElidedLabel):
        return
    if not label.wordWrap():
        if not _holds(label.size(), label.sizeHint()):
            yield f"“{label.text()}” is {_sized(label.size())}, needs {_sized(label.sizeHint())}"
        return
    needed = label.heightForWidth(label.width())
    if needed > label.height():
        yield f"“{label.text()}” is {label.height()} high, needs {needed}"
    parts = re.split(r"[\s/-]", label.text())  # where Qt breaks lines
    words = (label.fontMetrics().horizontalAdvance(word) for word in parts)
    if label.textFormat() is Qt.TextFormat.PlainText and max(words) > label.width():
        yield f"a word of “{label.text()}” is wider than {label.width()}"


def _cut_choice(box: QComboBox) -> Iterator[str]:
    if isinstance(box, ChoiceBox) and not box.isEditable():
        return  # ends in an ellipsis, with the full text in the tooltip
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    needed = box.fontMetrics().horizontalAdvance(box.currentText())
    if needed > room.width() and not box.toolTip():
        yield f"“{box.currentText()}” needs {needed}, has {room.width()}"


def _cut_arrows(box: QSpinBox) -> Iterator[str]:
    field, line = box.lineEdit(), box.fontMetrics().height()
    if field.height() < line:
        yield f"“{box.text()}” is {field.height()} high, needs {line}"
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    for arrow in (QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown):
        room = box.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, arrow, box)
        if room.width() < _ARROW or not box.rect().contains(room):
            yield f"an arrow has {_placed(room)} of {_sized(box.size())}"


def _cut_placeholder(field: QLineEdit) -> Iterator[str]:
    hint, margins = field.placeholderText(), field.textMargins()
    room = field.contentsRect().width() - margins.left() - margins.right() - _MARGIN
    needed = field.fontMetrics().horizontalAdvance(hint)
    if not field.text() and needed > room and not field.toolTip():
        yield f"“{hint}” needs {needed}, has {room}"


def _cut_tabs(bar: QTabBar) -> Iterator[str]:
    for number in range(bar.count()):
        if not bar.isTabVisible(number):
            continue
        place, text = bar.tabRect(number), bar.tabText(number).replace("&", "")
        if bar.fontMetrics().horizontalAdvance(text) > place.width() and not bar.tabToolTip(number):
            yield f"the tab “{text}” is {place.width()} wide"
        if not bar.rect().contains(place):
            yield f"the tab “{text}” at {_placed(place)} sticks out of {_sized(bar.size())}"


def _cut_sections(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    if model is None or header.orientation() is not Qt.Orientation.Horizontal:
        return
    for number in range(header.count()):
        if header.isSectionHidden(number):
            continue
        text = model.headerData(number, Qt.Orientation.Horizontal)
        needed = header.fontMetrics().horizontalAdvance(str(text or "")) + _MARGIN
        if needed > header.sectionSize(number):
            yield f"the column “{text}” is {header.sectionSize(number)} wide, needs {needed}"


_MARGIN = 4
"""The total margin that Qt leaves on both sides of a text."""


def _is_shown(widget: QWidget, window: QWidget) -> bool:
    if not widget.isVisible() or widget.window() is not window:
        return False
    return not widget.objectName().startswith("qt_") and not widget.size().isEmpty()


def _scrolls(parent: QWidget) -> bool:
    """Whether parts outside of a widget can be scrolled to, or are laid out by itself."""
    above = parent.parentWidget()
    is_viewport = isinstance(above, QAbstractScrollArea) and above.viewport() is parent
    return is_viewport or isinstance(parent, _CLIPPING)


def _holds(size: QSize, least: QSize) -> bool:
    """Whether there is enough room, up to a rounding error of one pixel."""
    return size.width() + 1 >= least.width() and size.height() + 1 >= least.height()


def _path(widget: QWidget, window: QWidget) -> str:
    names = []
    part: QWidget | None = widget
    while part is not None and part is not window:
        if type(part) is not QWidget and not part.objectName().startswith("qt_"):
            names.append(_name(part))
        part = part.parentWidget()
    return " < ".join(names[:4]) or type(window).__name__


def _name(widget: QWidget) -> str:
    return widget.objectName() or type(widget).__name__


def _sized(size: QSize) -> str:
    return f"{size.width()}x{size.height()}"


def _placed(place: QRect) -> str:
    return f"{place.x()},{place.y()} {_sized(place.size())}"


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "walk"
SIZES = ("800x600", "1024x700", "1600x1000")
THEMES = ("light", "dark")
LANGUAGES = ("en", "de")
TWICE = 9
"""The points that double the usual text size on most systems."""
VIEWS = ("welcome", "timeline", "inspector", "debugging", *(kind.name for kind in PANELS))
NAMES = (*VIEWS, *walk_parts.STATES, "menus", "dialogs")

_SAMPLES = ("harbour", "autobase", "gallery", "group")
_DAMAGED = b'{"key": "%a"}\n{"key": \n\xff\xfe{"value": {"author": "@a"}}\n'
_SCREEN = {
    "name": "walk",
    "x": 0,
    "y": 0,
    "width": 2560,
    "height": 1440,
    "logicalDpi": 96,
    "logicalBaseDpi": 96,
    "dpr": 1,
}
_ACROSS = 4
_SHEET = QSize(640, 420)


@dataclass(frozen=True, slots=True)
class SheetLook:
    """The appearance of the window on one sheet."""

    size: str
    theme: str
    language: str
    zoom: int
    archive: str = ""
    """What is read; empty for the samples."""

    def __str__(self) -> str:
        name = f"{self.size}-{self.theme}-{self.language}-{self.zoom}"
        return f"{self.archive}-{name}" if self.archive else name


def looks(
    sizes: Sequence[str], themes: Sequence[str], languages: Sequence[str], zooms: Sequence[int]
) -> list[SheetLook]:
    """All looks, grouped by language."""
    return [
        SheetLook(size, theme, code, zoom)
        for code, zoom, theme, size in product(languages, zooms, themes, sizes)
    ]


@dataclass(frozen=True, slots=True)
class Scene:
    """The content with which a panel is shown."""

    address: str = ""
    """The conversation; `""` is the one that the window opens first."""
    act: Callable[[Any], object] = id
    """The action in the panel."""


def scenes() -> Mapping[str, Scene]:
    """Scenes in a database of samples, by the names of panels."""
    return {
        "search": Scene(act=lambda panel: panel.form.words.setText("oak")),
        "quorums": Scene("graph:The worst case"),
        "replay": Scene("graph:late-peer", lambda panel: panel.transport.go(5)),
        "moved": Scene("graph:late-peer", lambda panel: panel.ago.setValue(4)),
        "shuffle": Scene(act=lambda panel: panel.start_test()),
        "peers": Scene(act=lambda panel: panel.transport.go(7)),
        "clocks": Scene("graph:wrong-clocks"),
        "group": Scene(f"group:{tools.group.build()[1]['0']}"),
        "set": Scene(EXAMPLE["moot"]),
    }


def database_of_samples(folder: Path) -> Path:
    """A database with all samples of the program, and a PZP set."""
    database = folder / "walk.db"
    with Library.open(database) as library, ExitStack() as stack:
        for name in _SAMPLES:
            library.ingest(stack.enter_context(resources.sample_archive(name)))
        library.ingest(write_log(folder / "log", entries_of(EXAMPLE)))
        (folder / "damaged.ndjson").write_bytes(_DAMAGED)
        library.ingest(folder / "damaged.ndjson")
    return database


def database_of_old_archive(folder: Path) -> Path:
    """A database of an archive with the shape of real ones."""
    database = folder / "old.db"
    with Library.open(database) as library:
        library.ingest(old_archive.write(folder / "old.ndjson"))
    return database


def views(
    window: MainWindow, names: Sequence[str], staged: Mapping[str, Scene] | None = None
) -> Iterator[str]:
    """The name of each view while it is shown, with its scene, if it has one."""
    home, key = window.opening.address, window.timeline.current_key()
    window.facing.turn(Face.READING)  # the views before may have turned it
    for name in names:
        if name == "welcome":
            continue
        if name == "debugging":
            window.facing.turn(Face.DEBUGGING)
        scene = (staged or {}).get(name, Scene())
        window.workbench.close_panel()
        if scene.address:
            go_to(window, scene.address)
        if name in {kind.name for kind in PANELS}:
            panel = window.workbench.open_panel(name)
            rest(window)
            scene.act(panel)
        window.menus.action("inspector").trigger() if name == "inspector" else None
        rest(window)
        yield name
        window.menus.action("inspector").trigger() if name == "inspector" else None
        if scene.address:
            go_to(window, home, key)


def go_to(window: MainWindow, address: str, key: str | None = None) -> None:
    """Open a conversation, at a message if one is given."""
    window.open_thread(address, key)
    rest(window)


def rest(window: MainWindow) -> None:
    """Wait until the window and its status bar are settled."""
    walk_parts.wait_until(
        lambda: window.is_settled() and window.activity.working.isHidden(), "the window never rests"
    )


def extent(size: str) -> QSize:
    """A size such as `800x600`."""
    width, _, height = size.partition("x")
    return QSize(int(width), int(height))


def settled(window: MainWindow, size: QSize) -> None:
    """Lay out the window in a size."""
    window.resize(size)
    for _ in range(4):  # wrapped texts get their height only then
        QCoreApplication.processEvents()


def sheet(pictures: Sequence[tuple[str, QImage]]) -> QImage:
    """A grid of pictures with their names."""
    rows = -(-len(pictures) // _ACROSS)
    whole = QImage(_SHEET.width() * _ACROSS, _SHEET.height() * rows, QImage.Format.Format_RGB32)
    whole.fill(QColor("#888888"))
    painter = QPainter(whole)
    for number, (name, picture) in enumerate(pictures):
        left, top = number % _ACROSS * _SHEET.width(), number // _ACROSS * _SHEET.height()
        room = QSize(_SHEET.width() - 8, _SHEET.height() - 22)
        small = picture.scaled(
            room.boundedTo(picture.size()),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        painter.drawText(left + 4, top + 14, name)
        painter.drawImage(left + 4, top + 18, small)
    painter.end()
    return whole


def record(
    window: MainWindow, look: SheetLook, names: Sequence[str], staged: Mapping[str, Scene]
) -> list[str]:
    """Paint every view of a window in a look; return the faults."""
    shown = [name for name in VIEWS if name in names]
    found = [fault for name in views(window, shown, staged) for fault in paint(window, look, name)]
    write_sheet(look, str(look), shown)
    return found


def record_parts(
    window: MainWindow, look: SheetLook, names: Sequence[str], folder: Path
) -> list[str]:
    """Paint states of a window, its menus and its dialogs in a look; return the faults."""
    found, shown = [], []
    window.workbench.close_panel()
    for name, state in walk_parts.STATES.items():
        if name in names:
            with state(window):
                rest(window)
                found += paint(window, look, name)
            rest(window)
            shown.append(name)
    parts = [walk_parts.menus(window)] if "menus" in names else []
    parts += [walk_parts.dialogs(window, folder)] if "dialogs" in names else []
    for name, part in chain.from_iterable(parts):
        part.grab()  # wrapped texts get their height only then
        found += paint_part(part, look, name)
        shown.append(name)
    write_sheet(look, f"{look}-parts", shown)
    return found


def write_sheet(look: SheetLook, name: str, shown: Sequence[str]) -> None:
    """Write a sheet of pictures that were painted in a look."""
    if shown:
        taken = [(each, QImage(str(FOLDER / str(look) / f"{each}.png"))) for each in shown]
        sheet(taken).save(str(FOLDER / f"{name}.png"))


def paint(window: MainWindow, look: SheetLook, name: str) -> list[str]:
    """Save a picture of a window in a look; return the faults."""
    settled(window, extent(look.size))
    rest(window)  # another size may load more
    return paint_part(window, look, name)


def paint_part(part: QWidget, look: SheetLook, name: str) -> list[str]:
    """Save a picture of a window, menu or dialog in a look; return the faults."""
    folder = FOLDER / str(look)
    folder.mkdir(parents=True, exist_ok=True)
    part.grab().save(str(folder / f"{name}.png"))
    return [f"{look} {name}: {fault}" for fault in faults(part)]


def dress(window: MainWindow, look: SheetLook) -> None:
    """Give a window the theme and the size of text of a look, and the focus of the desktop."""
    window.activateWindow()  # dialogs of the look before have taken it
    window.appearance.set_theme(Choice(look.theme))
    QCoreApplication.processEvents()  # as between two commands
    window.appearance.set_text_size(look.zoom)


def walk(database: Path, wanted: Sequence[SheetLook], names: Sequence[str]) -> Iterator[str]:
    """Record all looks of the samples, with a window for each language; report every fault."""
    staged = scenes()
    for code, spoken in by_language(wanted):
        window = new_window(database, code)
        for look in spoken if "welcome" in names else ():
            dress(window, look)
            yield from paint(window, look, "welcome")
        window.appearance.set_text_size(0)
        window.open_database(database)
        rest(window)
        with resources.sample_keys() as keys:
            window.unlocking.unlock(keys, groups=True)
        rest(window)
        window.activity.say("")
        go_to(window, window.opening.address, window.model.row(4).key)
        for look in spoken:
            dress(window, look)
            yield from record(window, look, names, staged)
            yield from record_parts(window, look, names, database.parent / str(look))
        window.appearance.set_text_size(0)
        window.leave()


def walk_old(database: Path, wanted: Sequence[SheetLook], names: Sequence[str]) -> Iterator[str]:
    """Record the views of an old archive: of its latest thread, and of everything.

    One theme is enough: the colours are those of the samples.
    """
    for code, spoken in by_language(wanted):
        window = new_window(database, code)
        window.open_database(database)
        rest(window)
        addresses = {"old-thread": window.opening.address, "old-everything": EVERYTHING}
        for look in (each for each in spoken if each.theme == wanted[0].theme):
            dress(window, look)
            for archive, address in addresses.items():
                go_to(window, address)
                window.timeline.go_to(window.model.key(window.model.rowCount() // 2))
                yield from record(window, replace(look, archive=archive), names, {})
        window.appearance.set_text_size(0)
        window.leave()


def by_language(wanted: Sequence[SheetLook]) -> Iterator[tuple[str, list[SheetLook]]]:
    """The looks of each language."""
    for code in dict.fromkeys(look.language for look in wanted):
        yield code, [look for look in wanted if look.language == code]


def new_window(database: Path, code: str) -> MainWindow:
    """A window in a language."""
    language.put_on(app.application(), code)
    window = MainWindow(TABLE, database, Settings(MemoryStore()), Choice.LIGHT)
    window.show()
    return window


def give_screen(folder: Path) -> None:
    """Give Qt, where it paints into memory, a screen on which menus are as high as they want."""
    if os.environ["QT_QPA_PLATFORM"] == "offscreen":
        (folder / "screen.json").write_text(json.dumps({"screens": [_SCREEN]}))
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={folder / 'screen.json'}"


def main() -> None:
    """Run the walk, and print the faults."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--theme", action="append", choices=[each.value for each in Choice])
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--zoom", action="append", type=int)
    parser.add_argument("--only", action="append", choices=NAMES)
    options = parser.parse_args()
    wanted = looks(
        options.size or SIZES,
        options.theme or THEMES,
        options.language or LANGUAGES,
        [0, TWICE] if options.zoom is None else options.zoom,
    )
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        # The welcome lists the collections of the user's data folder.
        os.environ["XDG_DATA_HOME"] = str(Path(folder) / "data")
        give_screen(Path(folder))
        names = options.only or NAMES
        found = list(walk(database_of_samples(Path(folder)), wanted, names))
        found += walk_old(database_of_old_archive(Path(folder)), wanted, names)
    (FOLDER / "faults.txt").write_text("".join(f"{each}\n" for each in found))
    print(f"{len(wanted)} looks in {FOLDER.relative_to(ROOT)}; {len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
