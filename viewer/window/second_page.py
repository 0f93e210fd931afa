"""A second page beside the first one: another thread, or another part of the same one.

It is for reading only. Panels, the inspector and replies belong to the first page. The contents of
the two pages can be swapped.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import UnknownConversation
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.window.navigation import Navigation
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.window.page_parts import PageParts


class SecondPage(QObject):
    """Opens conversations on the second page, and closes it."""

    def __init__(
        self, page: ReadingPage, first: Opening, report: Callable[[str], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.page = page
        self._first = first
        self._report = report
        self._session: Session | None = None
        self._opening = Opening(page, self)
        self._opening.opened.connect(self._keep)
        self.ways = Navigation(page.timeline, self._opening.open, report, parent)
        self.parts = PageParts(page, self._opening, self.ways, self)
        for icon, what, act in (
            ("swap", tr("Swap sides"), self.change_sides),
            ("close", tr("Close the second timeline"), self.close),
        ):
            page.heading.offer(IconButton(icon, what, act, parent=page.heading))
        page.hide()

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        self._opening.watch(session)
        self.parts.watch(session)
        self.page.hide()
        if session and (address := session.kept.beside):
            self.open(address)

    def is_read(self) -> bool:
        """Whether the second page has the keyboard focus."""
        focus = QApplication.focusWidget()
        return focus is not None and self.page.isAncestorOf(focus)

    def is_settled(self) -> bool:
        """Whether the page shows its conversation, if it is visible at all."""
        return self.page.isHidden() or bool(self._opening.address)

    def open(self, address: str, key: str | None = None) -> None:
        """Show a thread or a view on the second page, at a message if one is named."""
        if self._session is None:
            return
        try:
            self._opening.open(address, key)
        except UnknownConversation:
            self._report(tr("What the second timeline showed is no longer here."))
            self.close()
        else:
            self.page.show()

    def close(self) -> None:
        """Close the second page."""
        self.page.leave()
        self.page.hide()
        self._keep("")

    def toggle(self) -> None:
        """Show the open conversation a second time, or close the second page."""
        if not self.page.isHidden():
            self.close()
        elif self._first.address:
            self.open(self._first.address)

    def change_sides(self) -> None:
        """Swap the contents of the two pages."""
        here, there = self._opening.address, self._first.address
        if self.page.isHidden():
            self._report_alone()
        elif here and there:
            self._first.open(here)
            self.open(there)

    def go_to_other_side(self) -> None:
        """Move the keyboard focus to the other page."""
        if self.page.isHidden():
            self._report_alone()
        else:
            (self._first.page if self.is_read() else self.page).timeline.setFocus()

    def _report_alone(self) -> None:
        self._report(tr("There is only one timeline. View > Second timeline opens another."))

    def _keep(self, address: str) -> None:
        if self._session:
            self._session.kept.beside = address
