"""Unlocking: private messages and closed stores are decrypted with the keys that the user gives."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import ImportReport
from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.banner import Banner

if TYPE_CHECKING:
    from tanglescope.viewer.dialogs.base_key import BaseKeyDialog

_CAUSE = "unlock"
"""The cause of notices about files without keys: the next file withdraws them."""


class Unlocking(QObject):
    """Decrypts private messages with an identity, or with the keys of groups."""

    def __init__(self, session: Callable[[], Session], banner: Banner, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._session = session
        self._banner = banner

    def ask_for_identity(self) -> None:
        """Ask for an identity, and decrypt private messages with it."""
        self.unlock(file_dialogs.for_identity(self._window))

    def ask_for_group_keys(self) -> None:
        """Ask for keys of groups, and decrypt private messages with them."""
        self.unlock(file_dialogs.for_group_keys(self._window), groups=True)

    def unlock(self, file: Path | None, *, groups: bool = False) -> None:
        """Decrypt private messages with an identity, or with keys in a file or folder."""
        if file:
            session = self._session()
            self._banner.withdraw(_CAUSE)
            try:
                (session.unlock_groups if groups else session.unlock)(file)
            except TanglescopeError as error:
                self._banner.say(str(error), _CAUSE)

    def offer_keys(self, folder: Path) -> None:
        """Ask whether to use the keys of the program whose folder was opened."""
        from tanglescope.engine.archive.keyrings import identity_in, keyring_in
        from tanglescope.viewer.dialogs.confirm import OfferKeysDialog

        identity, keyring = identity_in(folder), keyring_in(folder)

        def use() -> None:
            self.unlock(identity)
            self.unlock(keyring, groups=True)

        if identity or keyring:
            OfferKeysDialog(identity, keyring, use, self._window).open()

    def enter_groups(self) -> None:
        """Ask for the keys of groups as text."""
        from tanglescope.viewer.dialogs.group_keys import GroupKeysDialog

        session = self._session()
        GroupKeysDialog(session.unlock_with_group_keys, session.unlock_groups, self._window).open()


class BaseKeys(QObject):
    """Asks for the key of an Autobase, and reads its store again with that key."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._session: Session | None = None
        self._asked: BaseKeyDialog | None = None

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        if session is not None:
            session.read.connect(self._finish_reading)

    def _finish_reading(self, path: str, report: ImportReport | None) -> None:
        session = self._session
        if report is None or not report.locked or session is None or self._asked is not None:
            return
        from tanglescope.viewer.dialogs.base_key import BaseKeyDialog

        address = report.locked[0]
        problem = tr("The key doesn't decrypt it.") if session.has_tried(address) else ""

        def unlock(key: bytes) -> None:
            session.read_archive_with(Path(path), address, key)

        self._asked = dialog = BaseKeyDialog(address, problem, unlock, self._window)
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self._asked = None
