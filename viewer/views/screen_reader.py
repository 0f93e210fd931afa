"""Reports to screen readers: the current row, and announcements.

Qt's lists report a row by its layout. A view that lays out only visible rows has to report rows
itself; otherwise a screen reader would say the name of the list each time.
"""

from collections.abc import Iterable

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractButton, QWidget


def report_focus(view: QWidget, row: int) -> None:
    """Announce the row that has the keyboard focus."""
    _report(view, QAccessible.Event.Focus, row)


def report_selected(view: QWidget, rows: Iterable[int], *, selected: bool) -> None:
    """Report that rows are selected now, or no longer."""
    event = QAccessible.Event.Selection if selected else QAccessible.Event.SelectionRemove
    for row in rows:
        _report(view, event, row)


def say(widget: QWidget, sentence: str) -> None:
    """Announce a sentence that appears somewhere in the window."""
    if sentence and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))


def describe(widget: QWidget, sentence: str) -> None:
    """Describe the current item of a painted widget; announce it if the widget has the focus."""
    if sentence != widget.accessibleDescription():
        widget.setAccessibleDescription(sentence)
        if widget.hasFocus():
            say(widget, sentence)


def explain(button: QAbstractButton, what: str) -> None:
    """Describe what a button does; one that shows only a sign gets this as its name.

    The name of other buttons is their text, which users of speech input say.
    """
    if any(map(str.isalnum, button.text())):
        button.setAccessibleDescription(what)
    else:
        button.setAccessibleName(what)


def _report(view: QWidget, kind: QAccessible.Event, row: int) -> None:
    if QAccessible.isActive():
        event = QAccessibleEvent(view, kind)
        event.setChild(row)
        QAccessible.updateAccessibility(event)
