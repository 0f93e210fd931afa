"""A dialog for keys of private groups."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.key_dialog import KeyDialog, KeyTexts
from tanglescope.viewer.tooltips import set_tooltip


class GroupKeysDialog(KeyDialog):
    """A field for keys, and a button to choose a folder of them.

    `unlock` takes the typed keys, `unlock_folder` a folder; both raise an error if they fail.
    """

    def __init__(
        self,
        unlock: Callable[[str], None],
        unlock_folder: Callable[[Path], None],
        parent: QWidget,
    ) -> None:
        texts = KeyTexts(
            title=tr("Enter group keys"),
            sentences=(tr("Keys stay in memory until you quit; they are never written to disk."),),
            field=tr("Group keys"),
            form=tr("32 bytes in base64; several with spaces between them"),
            problem=tr("What is wrong with the keys"),
            buttons=tr("Decrypt the messages of the groups, or cancel"),
        )
        super().__init__("group-keys", texts, parent)
        self._unlock = unlock
        self._unlock_folder = unlock_folder
        self.folder = self.add_choice(tr("Choose a folder…"), self._choose)
        set_tooltip(
            self.folder, tr("The folder of an SSB program, or the keyring or keystore in it")
        )

    def accept(self) -> None:
        """Decrypt with the typed keys, or show what is wrong with them."""
        self.attempt(partial(self._unlock, self.field.text()))

    def _choose(self) -> None:
        if folder := file_dialogs.for_keyring(self):
            self.attempt(partial(self._unlock_folder, folder))
