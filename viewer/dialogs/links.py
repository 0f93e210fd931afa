"""Following an address that a stranger wrote: only on request, and only after showing it."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.wording import tr
from viewer import words
from viewer.dialogs.plain_box import PlainBox

_OPENED = {"http", "https"}


def follow_link(address: str, parent: QWidget) -> PlainBox:
    """Show where a link leads; the browser is asked when the reader says so."""
    url = QUrl(address)
    web = url.isValid() and url.scheme().lower() in _OPENED and bool(url.host())
    box = PlainBox(parent, tr("Link"))
    box.setText(tr("Open this address in the browser?") if web else tr("This isn't a web address."))
    box.setInformativeText(words.visible(address[:2000]))
    copy = box.addButton(tr("Copy"), PlainBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(address))
    box.addButton(PlainBox.StandardButton.Cancel)
    if web:
        browse = box.addButton(tr("Open"), PlainBox.ButtonRole.AcceptRole)
        browse.clicked.connect(lambda: QDesktopServices.openUrl(url))
    box.open()
    return box
