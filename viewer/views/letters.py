"""Letters of other sizes than those of the window."""

from PySide6.QtGui import QFont


def small(font: QFont, share: float = 0.9) -> QFont:
    """Smaller letters of the same font, as charts have them beside their lines."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * share)
    return made
