"""Saving a file that a message names, where the reader says."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from engine.wording import tr
from viewer.blobs.decoder import Decoded
from viewer.blobs.file_names import file_name
from viewer.blobs.pictures import Pictures
from viewer.dialogs import ask
from viewer.views.timeline.attachments import File


def save_file(file: File, pictures: Pictures, parent: QWidget, tell: Callable[[str], None]) -> None:
    """Ask where to save a file and copy it, if its bytes are what its name says."""
    shape = file.found.shape if file.found else None
    target = ask.where_to_save(parent, file_name(file.link.name, shape))
    if target is not None:
        pictures.save(file.link.address, target, lambda problem: tell(_report(problem, target)))


def _report(problem: Decoded | str, target: Path) -> str:
    return str(problem) or tr("Saved as {file}.", file=target)
