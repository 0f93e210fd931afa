"""Whether to write down what private messages say: a question, since it can harm."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from engine.wording import tr
from viewer.dialogs.confirm import ConfirmDialog


class KeepTextsDialog(ConfirmDialog):
    """What it means to keep private text; `agreed` is called if the reader wants it."""

    def __init__(self, database: Path, agreed: Callable[[], None], parent: QWidget) -> None:
        sentences = (
            tr(
                "What private messages say can be written into the database, without encryption:"
                " those that are open now, and those that you open later. You can read them without"
                " your key then."
            ),
            tr(
                "So can everyone with access to this file or a copy of it:\n{database}",
                database=database,
            ),
            tr("Your keys are never written. The same command removes the text again."),
        )
        title, agree = tr("Keep private text"), tr("Keep the text")
        super().__init__("keep-texts", title, sentences, agree, agreed, parent)
