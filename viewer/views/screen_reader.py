"""Reports to screen readers: the current row, and announcements.

Qt's lists report a row by its layout. A view that lays out only visible rows has to report rows
itself; otherwise a screen reader would say the name of the list each time. A view that lays out
only what is visible reports rows itself; otherwise a screen reader would say the name of the list
each time.
"""

from collections.abc import Iterable

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget


def report_focus(view: QWidget, row: int) -> None:
    """Let the row be read aloud on which the keyboard is now."""
    _report(view, QAccessible.Event.Focus, row)


def report_selected(view: QWidget, rows: Iterable[int], *, selected: bool) -> None:
    """Report that rows are selected now, or no longer."""
    event = QAccessible.Event.Selection if selected else QAccessible.Event.SelectionRemove
    for row in rows:
        _report(view, event, row)


def say(widget: QWidget, sentence: str) -> None:
    """Let a sentence be read aloud that appears somewhere in the window."""
    if sentence and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))


def describe(widget: QWidget, sentence: str) -> None:
    """Describe what is current in something that is painted, aloud if the keyboard is on it."""
    if sentence != widget.accessibleDescription():
        widget.setAccessibleDescription(sentence)
        if widget.hasFocus():
            say(widget, sentence)


def _report(view: QWidget, kind: QAccessible.Event, row: int) -> None:
    if QAccessible.isActive():
        event = QAccessibleEvent(view, kind)
        event.setChild(row)
        QAccessible.updateAccessibility(event)
