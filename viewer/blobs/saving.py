"""Save a file that a message names, or copy the picture in it."""

import re
from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tanglescope.engine.blobs.formats import PictureShape
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.blobs.decoder import DecodedPicture
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.views.timeline.attachments import File

_BAD = re.compile(r"[^\w.()\- ]+")
_ENDS = {"png": ".png", "jpeg": ".jpg", "gif": ".gif", "webp": ".webp"}
_LONGEST = 80


def file_name(name: str, shape: PictureShape | None) -> str:
    """A file name without folders or a leading dot; pictures get the suffix of their format."""
    base = _BAD.sub("_", name.replace("\\", "/").rpartition("/")[2]).strip(". ")[:_LONGEST]
    base = base or "file"
    if shape is None:
        return base
    end = _ENDS[shape.format]
    stem, dot, last = base.rpartition(".")
    is_right = dot and last.lower() in (end[1:], shape.format)
    return base if is_right else (stem if dot and len(last) <= 4 else base) + end


def save_file(file: File, pictures: Pictures, parent: QWidget, show: Callable[[str], None]) -> None:
    """Ask where to save a file and copy it, if its bytes are what its name says."""
    shape = file.found.shape if file.found else None
    target = file_dialogs.where_to_save(parent, file_name(file.link.name, shape))
    if target is not None:
        saved = tr("Saved as {file}.", file=target)
        pictures.save(file.link.address, target, lambda problem: show(str(problem) or saved))


def copy_picture(file: File, pictures: Pictures, show: Callable[[str], None]) -> None:
    """Put a picture on the clipboard."""

    def take(found: DecodedPicture | str) -> None:
        if isinstance(found, str):
            show(found)
        else:
            QGuiApplication.clipboard().setImage(found.image)
            show(tr("Picture copied"))

    pictures.whole(file.link.address, take)
