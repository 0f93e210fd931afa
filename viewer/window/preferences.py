"""The preferences on one page; each takes effect at once."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.engine.languages import names
from tanglescope.engine.wording import later, tr
from tanglescope.viewer.face import Face
from tanglescope.viewer.settings import LETTERS, Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.wheel import require_focus
from tanglescope.viewer.window.appearance import Appearance, usual_points
from tanglescope.viewer.window.switches import Switches

_MARGIN = 6  # pixels
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


class Preferences(QDialog):
    """Theme, language, font size and switches of one window."""

    def __init__(
        self,
        settings: Settings,
        switches: Switches,
        appearance: Appearance,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Preferences"))
        self.setAccessibleName(tr("Preferences"))
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(10)
        form.addRow(tr("Theme"), self._themes(settings.theme, appearance))
        form.addRow(tr("Language"), self._languages(settings))
        self._form = form
        self.note = PlainLabel(tr("The language changes when Tanglescope is started again."), self)
        self.note.setObjectName("hint")
        self.restart = QPushButton(tr("Start again now"), self)
        self.restart.clicked.connect(self.accept)
        self.restart.clicked.connect(appearance.restart_wanted)
        for part in (self.note, self.restart):
            form.addRow("", part)
            form.setRowVisible(part, False)
        form.addRow(tr("New collections open for"), self._faces(settings))
        form.addRow(tr("Font size"), self._text_sizes(settings.zoom, appearance))
        for number, (name, text) in enumerate(_SWITCHES.items()):
            box = CheckBox(tr(text), self)
            box.setObjectName(f"show-{name}")
            box.setChecked(switches.is_on(name))
            box.toggled.connect(lambda on, name=name: switches.turn(name, on))
            form.addRow("" if number else tr("Show"), box)
        form.addRow(tr("Thumbnails"), self._copies())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.setAccessibleName(tr("Close"))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(18)
        column.addLayout(form)
        column.addWidget(buttons)

    def _themes(self, now: Choice, appearance: Appearance) -> ChoiceBox:
        box = ChoiceBox(self)
        box.setAccessibleName(tr("Theme"))
        for choice, text in _THEMES.items():
            box.addItem(tr(text), choice)
        box.setCurrentIndex(list(_THEMES).index(now))
        box.currentIndexChanged.connect(lambda number: appearance.set_theme(list(_THEMES)[number]))
        return box

    def _languages(self, settings: Settings) -> ChoiceBox:
        box = ChoiceBox(self)
        box.setObjectName("language")
        box.setAccessibleName(tr("Language"))
        box.addItem(tr("System"), "")
        for code, name in names().items():
            box.addItem(name, code)
        box.setCurrentIndex(max(box.findData(settings.language), 0))

        def choose(number: int) -> None:
            settings.language = box.itemData(number)
            for part in (self.note, self.restart):
                self._form.setRowVisible(part, True)

        box.currentIndexChanged.connect(choose)
        return box

    def _faces(self, settings: Settings) -> ChoiceBox:
        """The face of collections for which none was chosen."""
        box = ChoiceBox(self)
        box.setAccessibleName(tr("New collections open for"))
        for face, text in _FACES.items():
            box.addItem(tr(text), face)
        box.setCurrentIndex(list(_FACES).index(settings.usual_face))

        def choose(number: int) -> None:
            settings.usual_face = list(_FACES)[number]

        box.currentIndexChanged.connect(choose)
        return box

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
        box = QSpinBox(self)
        require_focus(box)
        box.setAccessibleName(tr("Font size in points"))
        usual = round(usual_points())
        box.setRange(usual + LETTERS.start, usual + LETTERS.stop - 1)
        box.setSuffix(tr(" pt"))
        box.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)  # a style sheet doesn't move this text
        box.setValue(usual + now)
        box.valueChanged.connect(lambda points: appearance.set_text_size(points - usual))
        return box
