"""The face of the window: chosen per collection, by its contents until the reader decides."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.table import DETAILS, PANELS
from tanglescope.viewer.session import Session
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.menus import Menus
from tanglescope.viewer.window.workbench import Workbench


class Facing(QObject):
    """Turns all parts of a window to one face."""

    def __init__(
        self,
        settings: Settings,
        workbench: Workbench,
        inspector: QWidget,
        menus: Menus,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._workbench, self._inspector, self._menus = workbench, inspector, menus
        self._session: Session | None = None
        self._is_decided = False
        self._turns: tuple[Callable[[Face], None], ...] = ()
        self.face = settings.usual_face or Face.READING

    def hold(self, *turns: Callable[[Face], None]) -> None:
        """Set the functions that turn parts to a face, and turn them to the present one."""
        self._turns = self._menus.set_face, *turns
        self._show(self.face)

    def watch(self, session: Session | None) -> None:
        """Show the face that was chosen for a database."""
        self._session = session
        chosen = session.kept.face if session else None
        self._is_decided = chosen is not None or self._settings.usual_face is not None
        if session is not None and (face := chosen or self._settings.usual_face) is not None:
            self._show(face)

    def decide(self) -> None:
        """Show the face that fits the contents, once a conversation is there to be shown."""
        if self._session is not None and not self._is_decided:
            self._is_decided = True
            has_feeds = self._session.library.holds_feeds()
            self._show(Face.READING if has_feeds else Face.DEBUGGING)

    def turn(self, face: Face | None = None) -> None:
        """Show a face, by default the other one, and remember it for the collection."""
        self._is_decided = True
        self._show(face or self.face.other)
        if self._session is not None:
            self._session.kept.face = self.face

    def turn_for_panel(self, name: str) -> None:
        """Show the face that a panel belongs to."""
        kind = next((each for each in PANELS if each.name == name), None)
        if kind is not None and kind.face not in (None, self.face):
            self.turn(kind.face)
        self.check_places()

    def turn_place(self, place: str) -> None:
        """Open a place, or close it; the inspector is beside the other places."""
        if place == DETAILS:
            self._menus.action("inspector").trigger()
        else:
            self._workbench.turn_place(place)
        self.check_places()

    def check_places(self) -> None:
        """Tick the buttons of the places that are open."""
        details = () if self._inspector.isHidden() else (DETAILS,)
        self._menus.check_places({self._workbench.place(), *details})

    def _show(self, face: Face) -> None:
        self.face = face
        for turn in self._turns:
            turn(face)
