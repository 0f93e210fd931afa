"""What the window shows when nothing is open: what it is for, and three ways in."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from viewer import icons


class Welcome(QWidget):
    """An empty page that isn't a dead end."""

    def __init__(
        self,
        open_file: Callable[[], None],
        open_sample: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Welcome")
        layout = QVBoxLayout(self)
        layout.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.setSpacing(14)
        picture = QLabel(self)
        picture.setAccessibleName("Tanglescope")
        picture.setPixmap(icons.icon("tanglescope").pixmap(64, 64))
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(_line("Read a tangle", 1.5, QFont.Weight.DemiBold))
        hint = _line("Drop an archive here: log.offset, log.bipf or a JSON export.", 1.0)
        hint.setObjectName("hint")
        layout.addWidget(hint)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for text, action, name in (
            ("Open an archive …", open_file, "primary"),
            ("Open the sample", open_sample, "secondary"),
        ):
            button = QPushButton(text, self)
            button.setObjectName(name)
            button.setAccessibleName(text)
            button.clicked.connect(lambda _=False, action=action: action())
            buttons.addWidget(button)
        layout.addSpacing(6)
        layout.addLayout(buttons)


def _line(text: str, scale: float, weight: QFont.Weight = QFont.Weight.Normal) -> QLabel:
    label = QLabel(text)
    label.setAccessibleName(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    font = QFont(label.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    font.setWeight(weight)
    label.setFont(font)
    return label
