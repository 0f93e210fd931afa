"""The command palette, any command by a few of its letters; and the page of all shortcuts."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.store.files.collections import Collection
from tanglescope.engine.words import clean_name, command_name
from tanglescope.viewer.command import COLLECTION, Command
from tanglescope.viewer.corners import CORNER, round_corners
from tanglescope.viewer.dialogs.boxes import Dialog, size_in_letters
from tanglescope.viewer.tooltips import set_column_tooltip
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import inset, make_column
from tanglescope.viewer.window.menus import Menus
from tanglescope.viewer.window.navigation import Navigation

READING = (
    ("↑ ↓", later("Previous, next message")),
    (later("Space, Page down"), later("Scroll down one page")),
    (later("Shift+Space, Page up"), later("Scroll up one page")),
    (later("Home, End"), later("To the beginning, to the end")),
    (later("Enter"), later("Show or hide the text behind a content warning")),
    (later("Shift+↑ ↓, Shift+click"), later("Select a range of messages")),
    (later("Ctrl+click, Ctrl+A"), later("Add to the selection, select all")),
    (later("Escape"), later("Deselect")),
    (later("Right-click, Menu"), later("All actions for a message")),
    (later("Ctrl+Enter"), later("Sign the reply")),
    (later("@ #, then ↑ ↓ Enter"), later("In a reply: complete a person or a channel")),
    (later("Escape"), later("From the reply back to the timeline; undo while it waits")),
    (later("↑ ↓ Enter"), later("In a field above a list: go through the results, open one")),
    (later("Ctrl+Enter, middle button"), later("In the list: open the conversation in a new tab")),
    (later("Shift+Enter"), later("In the list: open the conversation to the side")),
    (later("1, 2, 3…"), later("In a table: sort by that column; again to reverse")),
    ("Tab", later("From filter to conversations to timeline")),
)
"""Keys of the timeline itself."""

DRAWING = (
    ("↑ ↓", later("To a cause, to an effect")),
    ("← →", later("Along the same rank")),
    (later("Ctrl and the arrows"), later("Scroll the diagram")),
    ("+ - 0", later("Zoom in, zoom out, show everything")),
    (later("Enter, double click"), later("Show the messages around this one")),
    (later("Shift and drag"), later("Show the messages in a box")),
    (later("Escape"), later("Back to the whole diagram")),
)
"""Keys of the diagram itself."""

_MARK = "collection "
"""The prefix of entries for collections; no command has it."""

_DOTS = re.compile(r"\s*(…|\.\.\.)\s*$")

_KEYS_OF_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A command as the palette shows it."""

    name: str
    text: str
    keys: str


def entries(commands: Iterable[Command]) -> list[PaletteEntry]:
    """The entries of all commands: menu, text and first key."""
    return [PaletteEntry(command.name, _words(command), _key(command)) for command in commands]


def fitting(entries: Sequence[PaletteEntry], wanted: str) -> list[PaletteEntry]:
    """The entries that contain the letters of every word in order, the best first.

    A word at the beginning of a word of the entry ranks above one within a word, which ranks above
    scattered letters. Dots at the end, as commands have them in menus, don't count.
    """
    words = _DOTS.sub("", wanted.casefold()).split()
    scored = [(_score(entry.text.casefold(), words), entry) for entry in entries]
    good = [(score, entry) for score, entry in scored if score is not None]
    return [entry for _, entry in sorted(good, key=lambda pair: pair[0])]


class CommandPalette(Dialog):
    """A field and the commands that fit; Enter runs the chosen one, or opens an address."""

    def __init__(
        self,
        menus: Menus,
        ways: Navigation,
        parent: QWidget,
        collections: Sequence[Collection] = (),
        open_collection: Callable[[Path], None] | None = None,
    ) -> None:
        super().__init__(tr("Commands"), parent)
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        round_corners(self)
        self._menus = menus
        self._ways = ways
        self._entries = [
            entry
            for entry in entries(menus.commands.values())
            if entry.name != "palette" and menus.is_offered(entry.name)
        ]
        self._open_collection = open_collection
        self._databases = {_MARK + str(each.database): each.database for each in collections}
        self._entries += [_entry(each) for each in collections]
        self.field = self._make_field()
        self.list = _List(self)
        self.list.itemClicked.connect(self._choose)
        make_column(self.field, self.list, on=self, margins=(10, 10, 10, 10))
        self.setMinimumSize(280, 200)
        size_in_letters(self, 90, 30)

    def showEvent(self, event: QShowEvent) -> None:
        """List all entries, now that the height of a line is known."""
        super().showEvent(event)
        self._show(self.field.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw an edge: a window without a frame has none, and style sheets give it none."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QGuiApplication.palette().color(QPalette.ColorRole.Dark))
            edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(edge, CORNER, CORNER)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys walk the list while the field has the focus."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in _KEYS_OF_LIST:
            self.list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _make_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName("filter")
        field.setPlaceholderText(tr("What do you want to do?"))
        field.setAccessibleName(tr("What do you want to do?"))
        field.textChanged.connect(self._show)
        field.returnPressed.connect(self._choose)
        field.installEventFilter(self)
        return field

    def _show(self, wanted: str) -> None:
        self.list.clear()
        place = self._ways.resolve(wanted)
        if place.address:
            self.list.addTopLevelItem(QTreeWidgetItem([tr("Go to {address}", address=wanted), ""]))
        for entry in fitting(self._entries, wanted):
            item = QTreeWidgetItem([entry.text, entry.keys])
            item.setData(0, Qt.ItemDataRole.UserRole, entry.name)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, QApplication.palette().placeholderText())
            self.list.addTopLevelItem(item)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)
        else:
            nothing = tr("No command fits. Ids, links and addresses can be entered, too.")
            self.list.say(place.reason or nothing)

    def _choose(self) -> None:
        if item := self.list.currentItem():
            name, text = item.data(0, Qt.ItemDataRole.UserRole), self.field.text()
            self.close()
            if name is None:
                self._ways.go_to_text(text)
            elif (database := self._databases.get(name)) and self._open_collection:
                self._open_collection(database)
            else:
                self._menus.run(str(name))


class _List(QTreeWidget):
    """Two columns, command and key, that never take the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Matching commands"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setColumnCount(2)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setHeaderHidden(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setAccessibleName(tr("Command, key"))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def say(self, text: str) -> None:
        """Show a text that can't be chosen."""
        item = QTreeWidgetItem([text, ""])
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setForeground(0, QApplication.palette().placeholderText())
        set_column_tooltip(item, 0, text)
        self.addTopLevelItem(item)


def _entry(collection: Collection) -> PaletteEntry:
    menu = tr(COLLECTION).replace("&", "")
    return PaletteEntry(
        _MARK + str(collection.database), f"{menu}: {clean_name(collection.name)}", ""
    )


def _words(command: Command) -> str:
    return ": ".join(command_name(tr(part)) for part in (command.menu, command.text))


def _key(command: Command) -> str:
    if not command.keys:
        return ""
    return QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)


def _score(text: str, words: Sequence[str]) -> tuple[int, int] | None:
    """How well words match a text, lower is better; None if one of them doesn't."""
    distance = 0
    for word in words:
        if re.search(rf"\b{re.escape(word)}", text):
            continue
        if word in text:
            distance += 1
        elif _has_letters(text, word):
            distance += 3
        else:
            return None
    return distance, len(text) if words else 0


def _has_letters(text: str, word: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in word)


_SHARES = (3, 4)
"""How keys and descriptions share the width."""

_LETTERS, _LINES = 94, 43
"""The usual size of the page."""


def shortcuts(commands: Iterable[Command]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The shortcuts by menu: keys and descriptions."""
    groups: dict[str, list[tuple[str, str]]] = {tr("Reading"): _translate_keys(READING)}
    for command in commands:
        if command.keys:
            keys = ", ".join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                for key in command.keys
            )
            menu = command_name(tr(command.menu))
            groups.setdefault(menu, []).append((keys, command.title))
    groups[tr("Diagram")] = _translate_keys(DRAWING)
    return list(groups.items())


def show_shortcuts(commands: Iterable[Command], parent: QWidget) -> QDialog:
    """Open the page."""
    dialog = Dialog(tr("Keyboard shortcuts"), parent)
    page = QWidget()
    page.setAccessibleName(tr("All keyboard shortcuts"))
    grid = QGridLayout(page)
    grid.setHorizontalSpacing(28)
    for column, share in enumerate(_SHARES):
        grid.setColumnStretch(column, share)
    row = 0
    for title, keys in shortcuts(commands):
        grid.addLayout(inset(_heading(title), 0, 10, 0, 2), row, 0, 1, 2)
        for number, (key, text) in enumerate(keys, row + 1):
            for column, said in enumerate((key, text)):
                label = PlainLabel(said, wraps=True)
                grid.addWidget(label, number, column, Qt.AlignmentFlag.AlignTop)
        row += len(keys) + 1
    area = QScrollArea(dialog)
    area.setAccessibleName(tr("All keyboard shortcuts"))
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    close = QDialogButtonBox.StandardButton.Close
    dialog.lay_out(area, dialog.make_buttons(close, tr("Close")))
    dialog.setMinimumSize(280, 240)
    size_in_letters(dialog, _LETTERS, _LINES)
    dialog.open()
    return dialog


def _translate_keys(keys: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(tr(key), tr(text)) for key, text in keys]


def _heading(text: str) -> PlainLabel:
    label = PlainLabel(text)
    font = QFont(label.font())
    font.setWeight(QFont.Weight.DemiBold)
    label.setFont(font)
    return label
