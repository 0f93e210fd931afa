"""The window of the manual: contents and a search at the left, a page at the right."""

from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.languages import ENGLISH
from engine.wording import plural, spoken, tr
from viewer import icons
from viewer.manual import pages
from viewer.manual.page import ManualPage
from viewer.manual.pages import ManualPlace
from viewer.theme import Theme
from viewer.tooltips import set_column_tooltip, set_tooltip
from viewer.views.label import PlainLabel

_PLACE = Qt.ItemDataRole.UserRole
_MOST_HITS = 100


class ManualWindow(QDialog):
    """Stays open beside the window it explains."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("manual")
        self.setWindowTitle(tr("Manual"))
        self.setAccessibleName(tr("Manual"))
        self._theme = theme
        self._visited: list[ManualPlace] = []
        self._at = -1
        self.field = self._make_field()
        self.list = self._make_list()
        self.page = ManualPage(theme, self)
        self.page.wanted.connect(self.go_to)
        self.page.refused.connect(self._tell_missing)
        self.told = PlainLabel(self)
        self.told.setObjectName("hint")
        self.told.setWordWrap(True)
        self.told.setAccessibleName(tr("Results of the search"))
        self.back = self._button("back", tr("Back"), -1)
        self.forward = self._button("forward", tr("Forward"), 1)
        self._lay_out()
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.field.setFocus)
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self.field.setFocus)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(140 * letter, 44 * self.fontMetrics().lineSpacing())
        self._show_contents()
        self._prepare(pages.prepare())

    def open_at(self, place: ManualPlace) -> None:
        """Show the window at a place of the manual."""
        self.show()
        self.activateWindow()
        self.go_to(place)

    def go_to(self, place: ManualPlace) -> None:
        """Show a place, and remember the one before."""
        if not self._visited or self._visited[self._at] != place:
            self._visited = [*self._visited[: self._at + 1], place]
            self._at = len(self._visited) - 1
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._theme = theme
        self.page.set_theme(theme)
        for button, name in ((self.back, "back"), (self.forward, "forward")):
            button.setIcon(icons.icon(name, theme.colors["text"]))

    def _prepare(self, steps: Iterator[None]) -> None:
        """Read page after page while nothing else is to be done."""
        if next(steps, self) is None:
            QTimer.singleShot(0, self, lambda: self._prepare(steps))

    def _go(self, steps: int) -> None:
        self._at = max(0, min(len(self._visited) - 1, self._at + steps))
        self._show()

    def _show(self) -> None:
        place = self._visited[self._at]
        self.page.show_place(place)
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at < len(self._visited) - 1)
        self.setWindowTitle(tr("{page} – Manual", page=pages.title(place.page)))

    def _search(self, words: str) -> None:
        if not words.strip():
            self._show_contents()
            return
        self.list.clear()
        hits = pages.find(words)
        for hit in hits[:_MOST_HITS]:
            item = QTreeWidgetItem([hit.title])
            item.setData(0, _PLACE, hit.place)
            set_column_tooltip(item, 0, hit.snippet)
            self.list.addTopLevelItem(item)
        if first := self.list.topLevelItem(0):
            self.list.setCurrentItem(first)
        found = plural("Found in {n:,} places", "Found in {n:,} place", len(hits))
        self.told.setText(found if hits else tr("Not found. Try fewer words, or one of them."))

    def _show_contents(self) -> None:
        self.list.clear()
        in_english = tr("The manual is in English. The glossary is in your language, too.")
        self.told.setText("" if spoken() == ENGLISH else in_english)
        for group, names in pages.CONTENTS:
            above = self.list.invisibleRootItem()
            if group:
                above = QTreeWidgetItem([tr(group)])
                above.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.list.addTopLevelItem(above)
            for name in names:
                item = QTreeWidgetItem([pages.title(name)])
                item.setData(0, _PLACE, ManualPlace(name))
                set_column_tooltip(item, 0, pages.title(name))
                above.addChild(item)
        self.list.expandAll()

    def _open(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and (place := item.data(0, _PLACE)) is not None:
            self.go_to(place)

    def _tell_missing(self, link: str) -> None:
        self.told.setText(tr("{file} is in the source code only.", file=link))

    def _make_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName("filter")
        field.setPlaceholderText(tr("Search the manual"))
        field.setAccessibleName(tr("Search the manual"))
        set_tooltip(field, tr("Search the manual"))
        field.setClearButtonEnabled(True)
        field.textChanged.connect(self._search)
        field.returnPressed.connect(lambda: self._open(self.list.currentItem()))
        return field

    def _make_list(self) -> QTreeWidget:
        made = QTreeWidget(self)
        made.setAccessibleName(tr("Pages of the manual"))
        made.setHeaderHidden(True)
        made.header().setAccessibleName(tr("Pages of the manual"))
        made.setRootIsDecorated(False)
        made.setIndentation(10)
        made.itemClicked.connect(self._open)
        made.itemActivated.connect(self._open)
        return made

    def _button(self, name: str, what: str, steps: int) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("tool")
        button.setIcon(icons.icon(name, self._theme.colors["text"]))
        button.setAccessibleName(what)
        set_tooltip(button, what)
        button.clicked.connect(lambda: self._go(steps))
        button.setEnabled(False)
        return button

    def _lay_out(self) -> None:
        side = QFrame(self)
        side.setAccessibleName(tr("Contents"))
        left = QVBoxLayout(side)
        left.setContentsMargins(10, 10, 10, 10)
        ways = QHBoxLayout()
        ways.addWidget(self.back)
        ways.addWidget(self.forward)
        ways.addWidget(self.field, 1)
        left.addLayout(ways)
        left.addWidget(self.told)
        left.addWidget(self.list, 1)
        halves = QSplitter(Qt.Orientation.Horizontal, self)
        halves.setAccessibleName(tr("Contents and page"))
        halves.setHandleWidth(1)
        halves.setChildrenCollapsible(False)
        halves.addWidget(side)
        halves.addWidget(self.page)
        halves.setStretchFactor(1, 1)
        halves.setSizes([260, 700])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(halves)
