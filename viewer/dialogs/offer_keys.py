"""The keys in a program's folder: a question, since they are a person's own."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from engine.wording import tr
from viewer.dialogs.confirm import ConfirmDialog


class OfferKeysDialog(ConfirmDialog):
    """Whether to open private messages with the keys in a folder; `agreed` is called if so."""

    def __init__(self, keyring: Path, agreed: Callable[[], None], parent: QWidget) -> None:
        sentences = (
            tr("This folder holds keys of private groups:\n{keyring}", keyring=keyring),
            tr(
                "Tanglescope can open private messages with them. Keys stay in memory until you"
                " quit; they are never written."
            ),
        )
        title, agree = tr("Use the keys in this folder?"), tr("Use the keys")
        super().__init__("offer-keys", title, sentences, agree, agreed, parent)
