"""Encrypted Autobases: a dialog asks for the key when a store was read that holds none."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.library import ImportReport
from engine.wording import tr
from viewer.session import Session

if TYPE_CHECKING:
    from viewer.dialogs.base_key import BaseKeyDialog


class BaseKeys(QObject):
    """Asks for keys, and reads the store again with what was given."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._session: Session | None = None
        self._asked: BaseKeyDialog | None = None

    def watch(self, session: Session | None) -> None:
        """Ask for what another database reads, or for nothing."""
        self._session = session
        if session is not None:
            session.read.connect(self._finish_reading)

    def _finish_reading(self, path: str, report: ImportReport | None) -> None:
        session = self._session
        if report is None or not report.locked or session is None or self._asked is not None:
            return
        from viewer.dialogs.base_key import BaseKeyDialog

        address = report.locked[0]
        problem = tr("The key doesn't open it.") if session.has_tried(address) else ""

        def unlock(key: bytes) -> None:
            session.read_archive_with(Path(path), address, key)

        self._asked = dialog = BaseKeyDialog(address, problem, unlock, self._window)
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self._asked = None
