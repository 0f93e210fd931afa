"""What the window shows when nothing is open: what it is for, and three ways in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.wording import tr
from viewer import icons
from viewer.views.label import PlainLabel


class Welcome(QWidget):
    """An empty page that isn't a dead end."""

    open_wanted = Signal()
    sample_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Welcome"))
        layout = QVBoxLayout(self)
        layout.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.setSpacing(14)
        picture = PlainLabel(self)
        picture.setAccessibleName("Tanglescope")
        picture.setPixmap(icons.icon("tanglescope").pixmap(64, 64))
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(_line(tr("Read a tangle"), 1.5, QFont.Weight.DemiBold))
        hint = _line(tr("Drop an archive here: log.offset, log.bipf or a JSON export."), 1.0)
        hint.setObjectName("hint")
        layout.addWidget(hint)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for text, wanted, name in (
            (tr("Open an archive …"), self.open_wanted, "primary"),
            (tr("Open the sample"), self.sample_wanted, "secondary"),
        ):
            button = QPushButton(text, self)
            button.setObjectName(name)
            button.setAccessibleName(text)
            button.clicked.connect(wanted)
            buttons.addWidget(button)
        layout.addSpacing(6)
        layout.addLayout(buttons)


def _line(text: str, scale: float, weight: QFont.Weight = QFont.Weight.Normal) -> PlainLabel:
    label = PlainLabel(text)
    label.setAccessibleName(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    font = QFont(label.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    font.setWeight(weight)
    label.setFont(font)
    return label
