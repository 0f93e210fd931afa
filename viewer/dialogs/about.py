"""What this is, which version on what, under which license."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.wording import tr
from viewer import icons


def show(parent: QWidget) -> QMessageBox:
    """Open the page."""
    from engine.commandline.versions import versions  # nobody needs it before

    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(tr("About Tanglescope"))
    box.setAccessibleName(tr("About Tanglescope"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIconPixmap(icons.icon("tanglescope").pixmap(48, 48))
    ours, _, others = versions().partition("\n")
    box.setText(ours.capitalize())
    box.setInformativeText(
        tr(
            "Reads and debugs tangles: threads in an order that is right.\nMIT"
            " license.\n\n{others}",
            others=others,
        )
    )
    box.open()
    return box
