"""The dialogs for secret keys, which are kept in memory only."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPushButton, QWidget

from tanglescope.engine.archive.corestore.encryption import read_base_key
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import unreadable
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.boxes import Dialog, fit
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 68
_SHOWN = 16  # digits of the key by which an Autobase is known
_LONGEST = 1024  # bytes of a file that holds a key and nothing else

_Taken = TypeVar("_Taken")


@dataclass(frozen=True, slots=True)
class KeyTexts:
    """The texts of a dialog: what is above the field, and the names for screen readers.

    `form` says how a key is written.
    """

    title: str
    sentences: tuple[str, ...]
    field: str
    form: str
    problem: str
    buttons: str


class KeyDialog(Dialog):
    """A hidden field for keys, and below it what is wrong with them.

    A subclass overrides `accept` to attempt what is to be done with the typed keys.
    """

    def __init__(self, name: str, texts: KeyTexts, parent: QWidget) -> None:
        super().__init__(texts.title, parent, name)
        # One line, hidden like a password: a key must not appear in a screenshot.
        self.field = QLineEdit(self)
        self.field.setObjectName("filter")
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(texts.field)
        set_tooltip(self.field, texts.form)
        self.field.setPlaceholderText(texts.form)
        self.problem = PlainLabel(self, about=texts.problem, wraps=True)
        self.field.textChanged.connect(self.problem.clear)
        standard = QDialogButtonBox.StandardButton
        self.buttons = self.make_buttons(standard.Ok | standard.Cancel, texts.buttons)
        sentences = [PlainLabel(text, self, wraps=True) for text in texts.sentences]
        self.lay_out(*sentences, self.field, self.problem, self.buttons)

    def add_choice(self, text: str, choose: Callable[[], None]) -> QPushButton:
        """Add a button to choose keys instead of typing them, and give the dialog its size."""
        button = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(choose)
        fit(self, _LETTERS)
        return button

    def attempt(self, take: Callable[[], _Taken]) -> _Taken | None:
        """Close the dialog with what `take` returns; None if it fails, which is shown."""
        try:
            taken = take()
        except TanglescopeError as error:
            self.problem.setText(str(error))
            return None
        self.field.clear()
        super().accept()
        return taken


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
                with file.open("rb") as opened:
                    self._take(opened.read(_LONGEST))
            except OSError as error:
                self.problem.setText(unreadable(file, error))

    def _take(self, given: bytes) -> None:
        if (key := self.attempt(partial(read_base_key, given))) is not None:
            self._unlock(key)
