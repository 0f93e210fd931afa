"""Private messages and closed stores: decrypted with keys that the user gives.

The texts of private messages are stored in the database while the user wants it, and removed again
otherwise.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.engine.archive.keyrings import identity_in, keyring_in
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import ImportReport, Library, PrivateMessages
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.confirm import KeepTextsDialog, OfferKeysDialog
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.banner import Banner

if TYPE_CHECKING:
    from tanglescope.viewer.dialogs.keys import BaseKeyDialog

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
        identity, keyring = identity_in(folder), keyring_in(folder)

        def use() -> None:
            self.unlock(identity)
            self.unlock(keyring, groups=True)

        if identity or keyring:
            OfferKeysDialog(identity, keyring, use, self._window).open()

    def enter_groups(self) -> None:
        """Ask for the keys of groups as text."""
        from tanglescope.viewer.dialogs.keys import GroupKeysDialog

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
        from tanglescope.viewer.dialogs.keys import BaseKeyDialog

        address = report.locked[0]
        problem = tr("The key doesn't decrypt it.") if session.has_tried(address) else ""

        def unlock(key: bytes) -> None:
            session.read_archive_with(Path(path), address, key)

        self._asked = dialog = BaseKeyDialog(address, problem, unlock, self._window)
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self._asked = None


class TextStorage(QObject):
    """Whether the open database stores the texts of private messages; off by default."""

    def __init__(
        self, tick: Callable[[bool], None], report: Callable[[str], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._tick = tick
        self._report = report
        self._session: Session | None = None
        self._is_on = False
        self._kept = 0

    def watch(self, session: Session) -> None:
        """Switch to another database, or to none; texts that it keeps can be read."""
        self._session = session
        texts = session.library.stored_texts
        self._is_on, self._kept = texts.is_on, len(texts)
        self._tick(self._is_on)
        session.threads_found.connect(self._keep_more)
        session.unlocked.connect(self._keep_more)
        if self._is_on:
            session.unlock_nothing()

    def turn(self) -> None:
        """Ask whether to keep texts, or remove those that are kept."""
        self._tick(self._is_on)
        if self._session is None:
            return
        if self._is_on:
            self._write(on=False)
        else:
            database = self._session.database
            KeepTextsDialog(database, lambda: self._write(on=True), self._window).open()

    def sentence(self) -> str:
        """What to report after private messages were decrypted."""
        private = self._session.private if self._session else None
        if private is None or not private.count:
            return tr("Your keys decrypt no message in this collection.")
        if self._is_on:
            return plural(
                "{n:,} private messages are decrypted and in the list Private; their text is"
                " kept in the database.",
                "{n:,} private message is decrypted and in the list Private; its text is kept"
                " in the database.",
                private.count,
            )
        return plural(
            "{n:,} private messages are decrypted and in the list Private until you quit;"
            " nothing is saved to disk.",
            "{n:,} private message is decrypted and in the list Private until you quit; nothing"
            " is saved to disk.",
            private.count,
        )

    def _keep_more(self) -> None:
        private = self._session.private if self._session else None
        if self._is_on and private is not None and private.count > self._kept:
            self._write(on=True)

    def _write(self, *, on: bool) -> None:
        if session := self._session:
            database, private = session.database, session.private
            session.ask("keep", lambda _: _write_texts(database, private, on=on), self._show_kept)

    def _show_kept(self, kept: int | None) -> None:
        if self._session is None:
            return
        was_on, self._is_on = self._is_on, self._session.library.stored_texts.is_on
        self._tick(self._is_on)
        if kept is None:  # the session has reported the problem
            return
        self._kept = kept
        if self._is_on and not was_on:
            self._report(
                plural(
                    "The text of {n:,} private messages is kept from now on.",
                    "The text of {n:,} private message is kept from now on.",
                    kept,
                )
            )
        elif was_on and not self._is_on:
            self._report(
                tr("Private text is no longer kept; decrypted messages can be read until you quit.")
            )


def _write_texts(database: Path, private: PrivateMessages | None, *, on: bool) -> int:
    """Write texts, or remove them; return how many are kept."""
    with Library.open(database) as library:
        texts = library.stored_texts
        if on:
            texts.turn_on()
            texts.put(private.texts() if private else {})
        else:
            texts.turn_off()
        return len(texts)
