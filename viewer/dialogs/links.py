"""Following an address that a stranger wrote: only on request, and only after showing it."""

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.wording import tr
from viewer import words

_OPENED = {"http", "https"}


def follow_link(address: str, parent: QWidget) -> QMessageBox:
    """Show where a link leads; the browser is asked when the reader says so."""
    url = QUrl(address)
    web = url.isValid() and url.scheme().lower() in _OPENED and bool(url.host())
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(tr("Link"))
    box.setAccessibleName(tr("Link"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(
        tr("Open this address in the browser?") if web else tr("This is no address of the web.")
    )
    box.setInformativeText(words.visible(address[:2000]))
    copy = box.addButton(tr("Copy"), QMessageBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(address))
    box.addButton(QMessageBox.StandardButton.Cancel)
    if web:
        browse = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        browse.clicked.connect(lambda: QDesktopServices.openUrl(url))
    box.open()
    return box
