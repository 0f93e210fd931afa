"""Names for files that strangers named: harmless ones, with the end that the bytes deserve."""

import re

from engine.blobs.formats import PictureShape

_BAD = re.compile(r"[^\w.()\- ]+")
_ENDS = {"png": ".png", "jpeg": ".jpg", "gif": ".gif", "webp": ".webp"}
_LONGEST = 80


def file_name(name: str, shape: PictureShape | None) -> str:
    """A name without folders, tricks or a leading dot; a picture ends as its format does."""
    base = _BAD.sub("_", name.replace("\\", "/").rpartition("/")[2]).strip(". ")[:_LONGEST]
    base = base or "file"
    if shape is None:
        return base
    end = _ENDS[shape.format]
    stem, dot, last = base.rpartition(".")
    is_right = dot and last.lower() in (end[1:], shape.format)
    return base if is_right else (stem if dot and len(last) <= 4 else base) + end
