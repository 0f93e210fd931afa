"""A dialog for the key of an encrypted Autobase."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tanglescope.engine.archive.corestore.encryption import read_base_key
from tanglescope.engine.files import unreadable
from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.key_dialog import KeyDialog, KeyTexts

_SHOWN = 16  # digits of the key by which an Autobase is known
_LONGEST = 1024  # bytes of a file that holds a key and nothing else


class BaseKeyDialog(KeyDialog):
    """Asks for the key of the Autobase with an address; `unlock` takes it.

    `problem` says what was wrong with the previous key.
    """

    def __init__(
        self, address: str, problem: str, unlock: Callable[[bytes], None], parent: QWidget
    ) -> None:
        named = f"{address.partition(':')[2][:_SHOWN]}…"
        texts = KeyTexts(
            title=tr("Enter the key of an Autobase"),
            sentences=(
                tr("The Autobase {name} is encrypted.", name=named),
                tr(
                    "The key stays in memory until you quit and is never written to disk. "
                    "The entries that it decrypts are kept in the database."
                ),
            ),
            field=tr("Key of the Autobase"),
            form=tr("64 hexadecimal digits, or z-base-32"),
            problem=tr("What is wrong with the key"),
            buttons=tr("Decrypt the Autobase with this key, or cancel"),
        )
        super().__init__("base-key", texts, parent)
        self._unlock = unlock
        self.problem.setText(problem)
        self.file = self.add_choice(tr("Choose a file…"), self._choose)

    def accept(self) -> None:
        """Decrypt with the typed key, or show what is wrong with it."""
        self._take(self.field.text().encode())

    def _choose(self) -> None:
        if file := file_dialogs.for_base_key(self):
            try:
                self._take(_beginning(file))
            except OSError as error:
                self.problem.setText(unreadable(file, error))

    def _take(self, given: bytes) -> None:
        if (key := self.attempt(partial(read_base_key, given))) is not None:
            self._unlock(key)


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(_LONGEST)
