"""Changes of the application's style sheet, which closed pages take over when they are shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
_OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle


def change_style_sheet(sheet: str, meanwhile: Callable[[], object]) -> None:
    """Replace the style sheet of the application, and call a function while there is none."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    with _without_closed_pages():
        # Where one sheet replaces another, Qt polishes a widget once for each widget around it.
        # Widgets with a sheet also keep their font.
        application.setStyleSheet("")
        meanwhile()
        application.setStyleSheet(sheet)


def style_again(*widgets: QWidget) -> None:
    """Apply the style sheet to widgets with another name or property."""
    for widget in widgets:
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def style_when_shown(page: QWidget) -> None:
    """Let a page ignore new style sheets while it is hidden, and take over the last when shown."""
    _PAGES.add(_ClosedPage(page))


class _ClosedPage(QObject):
    """Keeps a hidden page out of changes of the style sheet, most of whose time it would take."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._left_out: list[QWidget] = []
        self._is_outdated = False
        page.installEventFilter(self)

    def leave_out(self) -> None:
        """Hide the widgets of a hidden page from Qt, which passes over these two attributes."""
        if self._page.isVisible():
            return
        self._is_outdated = True
        self._left_out = _polished_widgets(self._page)
        for widget in self._left_out:
            widget.setAttribute(_POLISHED, on=False)
            widget.setAttribute(_OWN_STYLE)

    def put_back(self) -> None:
        """Restore the attributes."""
        for widget in self._left_out:
            widget.setAttribute(_POLISHED)
            widget.setAttribute(_OWN_STYLE, on=False)
        self._left_out = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take over the current style sheet before the page is shown."""
        if event.type() == QEvent.Type.Show and self._is_outdated:
            self._is_outdated = False
            _polish_again(_polished_widgets(self._page))
        return super().eventFilter(watched, event)


_PAGES: WeakSet[_ClosedPage] = WeakSet()


@contextmanager
def _without_closed_pages() -> Iterator[None]:
    pages = list(_PAGES)
    try:
        for page in pages:
            page.leave_out()
        yield
    finally:
        for page in pages:
            page.put_back()


def _polished_widgets(page: QWidget) -> list[QWidget]:
    """The page and all widgets in it that have a style already."""
    widgets = (page, *page.findChildren(QWidget))
    return [widget for widget in widgets if widget.testAttribute(_POLISHED)]


def _polish_again(widgets: list[QWidget]) -> None:
    style = QApplication.style()
    for widget in widgets:
        style.unpolish(widget)
    for widget in widgets:
        style.polish(widget)
    for widget in widgets:
        QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
        widget.update()
