"""The preferences on one page; each takes effect at once."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.engine.language.languages import names
from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.dialogs.boxes import Dialog
from tanglescope.viewer.face import Face
from tanglescope.viewer.settings import LETTERS, Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column
from tanglescope.viewer.window.appearance import Appearance, usual_points
from tanglescope.viewer.window.switches import Switches

_V = TypeVar("_V")

_THEMES = {
    Choice.SYSTEM: later("System"),
    Choice.LIGHT: later("Light"),
    Choice.DARK: later("Dark"),
    Choice.CONTRAST: later("High contrast"),
}
_FACES = {
    None: later("what they contain"),
    Face.READING: later("reading"),
    Face.DEBUGGING: later("debugging"),
}
_SWITCHES = {
    "compact": later("One line per message"),
    "lanes": later("The graph beside the messages"),
    "feed_lanes": later("A lane for each author"),
    "supersedes": later("What messages of a set supersede"),
    "light": later("Past and future of the selected message"),
    "inspector": later("The inspector"),
    "below": later("Panels below the timeline"),
    "motion": later("Animated rows and smooth scrolling"),
    "hints": later("Hints for newcomers"),
}


class CheckBox(QCheckBox):
    """A check box with a visible edge also when it is checked.

    Fusion draws the edge in a shade of the background, which can't be seen in a dark theme.
    """

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, and the edge of a checked one."""
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxIndicator
        box = self.style().subElementRect(part, option, self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)


class Preferences(Dialog):
    """Theme, language, font size and switches of one window."""

    def __init__(
        self, settings: Settings, switches: Switches, appearance: Appearance, parent: QWidget
    ) -> None:
        super().__init__(tr("Preferences"), parent)
        self._settings = settings
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(24)
        self._form.setVerticalSpacing(10)
        self._offer(tr("Theme"), _THEMES, settings.theme, appearance.set_theme)
        languages = {"": tr("System"), **names()}
        chosen = settings.language if settings.language in languages else ""
        box = self._offer(tr("Language"), languages, chosen, self._choose_language)
        box.setObjectName("language")
        self.note = PlainLabel(
            *(tr("The language changes when Tanglescope is started again."), self), style="hint"
        )
        self.restart = make_button(tr("Start again now"), self, self.accept)
        self.restart.clicked.connect(appearance.restart_wanted)
        for part in (self.note, self.restart):
            self._form.addRow("", part)
            self._form.setRowVisible(part, False)
        title = tr("New collections open for")
        self._offer(title, _FACES, settings.usual_face, self._choose_face)
        self._form.addRow(tr("Font size"), self._text_sizes(settings.zoom, appearance))
        for number, (name, text) in enumerate(_SWITCHES.items()):
            switch = CheckBox(tr(text), self)
            switch.setObjectName(f"show-{name}")
            switch.setChecked(switches.is_on(name))
            switch.toggled.connect(lambda on, name=name: switches.turn(name, on))
            self._form.addRow("" if number else tr("Show"), switch)
        self._form.addRow(tr("Thumbnails"), self._copies())
        buttons = self.make_buttons(QDialogButtonBox.StandardButton.Close, tr("Close"))
        make_column(self._form, buttons, on=self, margins=(24, 20, 24, 16), spacing=18)

    def _offer(
        self, title: str, texts: Mapping[_V, str], now: _V, choose: Callable[[_V], None]
    ) -> ChoiceBox:
        """Add a row with values to choose from."""
        box = ChoiceBox(self)
        box.setAccessibleName(title)
        box.addItems([tr(text) for text in texts.values()])
        values = list(texts)
        box.setCurrentIndex(values.index(now))
        box.currentIndexChanged.connect(lambda number: choose(values[number]))
        self._form.addRow(title, box)
        return box

    def _choose_language(self, code: str) -> None:
        self._settings.language = code
        for part in (self.note, self.restart):
            self._form.setRowVisible(part, True)

    def _choose_face(self, face: Face | None) -> None:
        self._settings.usual_face = face

    def _copies(self) -> QPushButton:
        """The size of the thumbnails; a click deletes them."""
        copies = Thumbnails()
        button = QPushButton(self)
        button.setAccessibleDescription(tr("Delete the thumbnails"))

        def show() -> None:
            size = copies.size()
            button.setText(tr("Delete {size}", size=words.size(size)) if size else tr("None"))
            button.setEnabled(size > 0)

        button.clicked.connect(copies.empty)
        button.clicked.connect(show)
        show()
        return button

    def _text_sizes(self, now: int, appearance: Appearance) -> QSpinBox:
        usual = round(usual_points())
        least, most = usual + LETTERS.start, usual + LETTERS.stop - 1
        box = number_field(tr("Font size in points"), least, most, self, behind=tr(" pt"))
        box.setValue(usual + now)
        box.valueChanged.connect(lambda points: appearance.set_text_size(points - usual))
        return box
