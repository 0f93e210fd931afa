"""Message boxes: all texts are shown as plain text, including the details."""

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QProgressBar,
    QProgressDialog,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.viewer import drawings
from tanglescope.viewer.views.label import plain_labels
from tanglescope.viewer.views.layout.boxes import BoxPart, make_column

_MARGINS = (20, 18, 20, 14)
_SPACING = 12


class Dialog(QDialog):
    """A dialog, which is deleted when it is closed."""

    def __init__(self, title: str, parent: QWidget, name: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setAccessibleName(title)

    def make_buttons(
        self, usual: QDialogButtonBox.StandardButton, what: str = ""
    ) -> QDialogButtonBox:
        """The buttons of the dialog, some of which accept or reject it."""
        buttons = QDialogButtonBox(usual, self)
        buttons.setAccessibleName(what or self.windowTitle())
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def lay_out(self, *parts: BoxPart) -> None:
        """Put parts one below the other."""
        make_column(*parts, on=self, margins=_MARGINS, spacing=_SPACING)


class PlainBox(QMessageBox):
    """A message box that shows plain text only, and is deleted when it is closed."""

    def __init__(self, parent: QWidget, title: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setInformativeText(self, text: str) -> None:
        """Set the small text as plain text; Qt would interpret HTML in it."""
        super().setInformativeText(" ")
        plain_labels(self)
        super().setInformativeText(text)


class PlainProgress(QProgressDialog):
    """Cancellable progress, shown only if it takes a while."""

    _PATIENCE = 500  # milliseconds

    def __init__(self, parent: QWidget, title: str, text: str) -> None:
        super().__init__("", tr("Cancel"), 0, 0, parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumDuration(self._PATIENCE)
        self.setAutoReset(False)
        plain_labels(self)
        self.setLabelText(text)
        for bar in self.findChildren(QProgressBar):
            bar.setAccessibleName(title)


def show(parent: QWidget) -> PlainBox:
    """Open the page."""
    from tanglescope.engine.commandline.common.versions import versions  # not needed before

    box = PlainBox(parent, tr("About Tanglescope"))
    box.setIconPixmap(drawings.icon("tanglescope").pixmap(48, 48))
    ours, _, others = versions().partition("\n")
    box.setText(ours.capitalize())
    box.setInformativeText(
        tr(
            "Reads and debugs tangles: conversations in the right order.\nMIT license.\n\n{others}",
            others=others,
        )
    )
    box.open()
    return box


_OPENED = {"http", "https"}


def _url(address: str) -> QUrl:
    """The address of a web page, which may lack its scheme."""
    return QUrl(f"http://{address}" if address.lower().startswith("www.") else address)


def is_web(address: str) -> bool:
    """Whether an address is that of a web page, which the browser can open."""
    url = _url(address)
    return url.isValid() and url.scheme().lower() in _OPENED and bool(url.host())


def follow_link(address: str, parent: QWidget) -> PlainBox:
    """Show where a link leads; open the browser if the reader confirms."""
    url, web = _url(address), is_web(address)
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


def in_front(window: QWidget) -> QWidget:
    """The active dialog of a window, or the window: who gets the focus back from a new dialog."""
    above = active = QApplication.activeWindow()
    while above is not None and above is not window:
        above = above.parentWidget()
    return window if above is None or active is None else active


_TITLE_BAR = 160
"""Pixels for the icon and the buttons of a window manager beside a title."""


def size_in_letters(dialog: QDialog, letters: int, lines: int) -> None:
    """Give a dialog room for letters and lines of its font, but no more than its window has."""
    metrics = dialog.fontMetrics()
    wanted = QSize(letters * metrics.averageCharWidth(), lines * metrics.lineSpacing())
    parent = dialog.parentWidget()
    dialog.resize(wanted.boundedTo(parent.window().size()) if parent else wanted)


def fit(dialog: QDialog, letters: int) -> None:
    """Make a dialog wide enough for a number of letters and its buttons, and high enough for both.

    Window managers cut a title that is too long; many write it larger than the texts of the dialog.
    Qt computes the height of wrapped text for its preferred width, not for its actual one.
    """
    layout = dialog.layout()
    assert layout is not None
    layout.activate()
    metrics = dialog.fontMetrics()
    width = max(
        letters * metrics.averageCharWidth(),
        layout.minimumSize().width(),
        # Qt appends the name of the program.
        metrics.horizontalAdvance(f"{dialog.windowTitle()} — Tanglescope") * 4 // 3 + _TITLE_BAR,
    )
    wraps = layout.hasHeightForWidth()
    height = layout.totalHeightForWidth(width) if wraps else layout.totalSizeHint().height()
    dialog.setMinimumSize(width, height)
    dialog.resize(dialog.minimumSize())
