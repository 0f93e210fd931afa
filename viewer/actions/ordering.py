"""The order of a conversation: chosen once, for its timeline and all panels.

An order is part of the address (`?by=ORDER`), so that tabs, history and panels keep it. What the
settings keep of a conversation, such as where it was left, is the same in every order.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import UnknownConversation
from tanglescope.engine.linear.orders.named import (
    check_name,
    known_orders,
    order_name,
    orders_without,
    trust,
)
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs.rename import RenameDialog
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.reading import ReadingPage


class OrderChooser(QObject):
    """Offers the orders of a page's conversation, and reopens it in the one that is chosen."""

    def __init__(
        self, page: ReadingPage, open_address: Callable[[str, str | None], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._open = open_address
        self._session: Session | None = None
        self.menu = Menu(tr("Order of the messages"), page)
        self.menu.aboutToShow.connect(self.fill)
        self.button = IconButton(
            "order", tr("Order of the messages"), self.offer, parent=page.heading
        )
        page.heading.offer(self.button)

    def set_face(self, face: Face) -> None:
        """Show the button if it belongs to a face."""
        self.button.setVisible(face.shows(FacePart.ORDERS))

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session

    def offer(self) -> None:
        """Open the menu of the orders."""
        if self._session and self._page.timeline.timeline.address:
            self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def fill(self) -> None:
        """List the orders of the open conversation; the current one has a tick."""
        self.menu.clear()
        assert self._session is not None
        own, by = split_order(self._page.timeline.timeline.address)
        try:
            conversation = self._session.library.conversation(own)
            usual, given = conversation.order, conversation.given()
        except UnknownConversation:
            return
        without = {usual} | orders_without(
            times=given.times, receipts=given.receipts, hides=given.hides
        )
        others = (name for name in known_orders() if name not in without)
        for name in (None, *others):
            called = order_name(name or usual)
            action = self.menu.addAction(called if name else tr("{order} (its own)", order=called))
            action.setCheckable(True)
            action.setChecked(name == by)
            action.triggered.connect(lambda _=False, name=name: self.choose(name))

        self.menu.addSeparator()
        self.menu.addAction(tr("An order of your own…")).triggered.connect(self.ask)

    def ask(self) -> None:
        """Ask for an order of one's own."""
        RenameDialog(
            "",
            self.take,
            self._page,
            title=tr("An order of your own"),
            agree=tr("Read in this order"),
            label=tr("A command such as node order.js, or file.py:function:"),
        ).open()

    def take(self, typed: str) -> None:
        """Reopen the conversation in an order of one's own, which is offered from now on."""
        if self._session is None or not (by := typed.strip()):
            return
        try:
            check_name(by)
        except TanglescopeError as error:
            self._session.failed.emit(str(error))
            return
        self._session.settings.add_own_order(by)
        trust([by])
        self.choose(by)

    def choose(self, by: str | None) -> None:
        """Reopen the conversation in an order, or in its own."""
        own, before = split_order(self._page.timeline.timeline.address)
        if self._session and own and by != before:
            address = self._session.library.conversation(own, by).address
            self._open(str(address), self._page.timeline.current_key())
