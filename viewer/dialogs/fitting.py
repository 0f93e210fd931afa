"""As large as a dialog has to be for its text, whatever the language and the size of text."""

from PySide6.QtWidgets import QDialog


def fit(dialog: QDialog, letters: int) -> None:
    """Make a dialog wide enough for so many letters and its buttons, and as high as that wants.

    Qt asks for the height of what wraps in the width that it likes best, not in the one it gets.
    """
    layout = dialog.layout()
    assert layout is not None
    layout.activate()
    width = max(letters * dialog.fontMetrics().averageCharWidth(), layout.minimumSize().width())
    wraps = layout.hasHeightForWidth()
    height = layout.totalHeightForWidth(width) if wraps else layout.totalSizeHint().height()
    dialog.setMinimumSize(width, height)
    dialog.resize(dialog.minimumSize())
