"""What a search asks for: words, an author, a type of message, a span of days."""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QWidget

from engine.library import Question
from engine.store.query import extent, read_query
from engine.wording import later, tr
from viewer import icons
from viewer.actions.pasting import watch_for_addresses
from viewer.theme import Theme
from viewer.tooltips import set_tooltip
from viewer.views.choice_box import ChoiceBox
from viewer.views.label import PlainLabel
from viewer.views.list_keys import ListKeys

_TYPING_PAUSE = 120  # milliseconds
_ALL = later("All types")
_TYPES = ("post", "vote", "about", "contact", "channel", "blog", "gathering", "git-repo")


class SearchForm(QFrame):
    """Fields to fill in; says what they ask for when nobody types any more."""

    asked = Signal()
    entered = Signal(str)
    """Return was pressed in the field of words."""
    stepped = Signal(int)
    """The list of hits is to go so many rows down."""
    left = Signal()
    """The reader has left the fields."""
    address_typed = Signal(str)
    """Something was typed or pasted that may be an address."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_form")
        self.setAccessibleName(tr("What to search for"))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING_PAUSE)
        self._pause.timeout.connect(self.asked)
        self.words = self._field(
            tr("Search all messages"), tr("Words to search for in all messages")
        )
        watch_for_addresses(self.words, self.address_typed.emit)
        self.words.returnPressed.connect(self._enter)
        self._glass = QAction(self.words)
        self.words.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.author = self._field(tr("Anybody"), tr("Author: a name, its beginning, or an id"))
        self.since = self._field("2015", tr("From this day, month or year on"))
        self.until = self._field("2015-08", tr("Up to and with this day, month or year"))
        self.type = self._make_types()
        self._told = PlainLabel(self)
        self._told.setObjectName("hint")
        self._told.setAccessibleName(tr("Nothing wrong with the dates"))
        self._told.hide()
        self._lay_out()

    def question(self) -> Question | None:
        """What is asked for; None while a date can't be read."""
        since, until = self._day(self.since), self._day(self.until)
        wrong = [
            field.text()
            for field, day in ((self.since, since), (self.until, until))
            if field.text().strip() and day is None
        ]
        told = (
            tr("“{text}” is no date such as 2015, 2015-08 or 2015-08-01.", text=wrong[0].strip())
            if wrong
            else ""
        )
        self._told.setText(told)
        self._told.setAccessibleName(told or tr("Nothing wrong with the dates"))
        self._told.setVisible(bool(told))
        if wrong:
            return None
        kind = self.type.currentText().strip()
        asked = read_query(self.words.text()).question
        return replace(
            asked,
            author=self.author.text().strip() or asked.author,
            type=asked.type if kind in ("", tr(_ALL)) else kind,
            since=since[0] if since else asked.since,
            until=until[1] if until else asked.until,
        )

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._glass.setIcon(icons.icon("search", theme.colors["muted"]))

    @staticmethod
    def _day(field: QLineEdit) -> tuple[float, float] | None:
        return extent(field.text())

    def _field(self, example: str, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName("filter")
        field.setPlaceholderText(example)
        field.setAccessibleName(name)
        set_tooltip(field, name)
        field.setClearButtonEnabled(True)
        field.textChanged.connect(lambda _: self._pause.start())
        keys = ListKeys(field)
        keys.stepped.connect(self.stepped)
        keys.left.connect(self.left)
        return field

    def _enter(self) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self.asked.emit()
        self.entered.emit(self.words.text())

    def _make_types(self) -> ChoiceBox:
        types = ChoiceBox(self)
        types.addItems([tr(_ALL), *_TYPES])
        types.let_type(tr("Type of message"))
        types.currentTextChanged.connect(lambda _: self._pause.start())
        return types

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.addWidget(self.words, 0, 0, 1, 4)
        fields = (
            (tr("&Author"), self.author),
            (tr("&Type"), self.type),
            (tr("&Since"), self.since),
            (tr("Unti&l"), self.until),
        )
        for column, (title, field) in enumerate(fields):
            label = PlainLabel(title, self)
            label.setObjectName("hint")
            label.setBuddy(field)
            grid.addWidget(label, 1, column, Qt.AlignmentFlag.AlignBottom)
            grid.addWidget(field, 2, column)
            grid.setColumnStretch(column, 1)
        grid.addWidget(self._told, 3, 0, 1, 4)
