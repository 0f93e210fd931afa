"""Storing private texts: in the database while the user wants it, removed again otherwise."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.engine.library import Library, PrivateMessages
from tanglescope.engine.wording import plural, tr
from tanglescope.viewer.session import Session


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
            from tanglescope.viewer.dialogs.confirm import KeepTextsDialog

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
            session.ask("keep", lambda _: _write_texts(database, private, on=on), self._written)

    def _written(self, kept: int | None) -> None:
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
