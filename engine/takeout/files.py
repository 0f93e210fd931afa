"""Files beside a take-out: blobs, under names that other programs show.

Only the content of a file decides its suffix. What the message says about it is a beginning of its
name, in letters and digits that every system accepts.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from tanglescope.engine.blobs.folders import BlobError, BlobFolders
from tanglescope.engine.blobs.formats import NoPictureError, PictureShape, examine
from tanglescope.engine.blobs.links import BlobLink
from tanglescope.engine.site.markup import hashed
from tanglescope.engine.site.pictures import Picture

FOLDER = "files"

_MOST_BYTES = 64 << 20
_LONGEST_NAME = 32
_DIGITS = 12
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_BEGINNINGS = (
    (re.compile(rb"%PDF-"), "pdf"),
    (re.compile(rb"ID3|\xff[\xfb\xf3\xf2]"), "mp3"),
    (re.compile(rb".{4}ftyp", re.DOTALL), "mp4"),
    (re.compile(rb"OggS"), "ogg"),
    (re.compile(rb"\x1aE\xdf\xa3"), "webm"),
    (re.compile(rb"RIFF.{4}WAVE", re.DOTALL), "wav"),
    (re.compile(rb"fLaC"), "flac"),
    (re.compile(rb"PK\x03\x04"), "zip"),
)


class TakenFile(NamedTuple):
    """A file of a take-out: its path there, and its shape if it is a picture."""

    path: str
    shape: PictureShape | None


class TakenFiles:
    """The files of a take-out, each written when a message first refers to it."""

    def __init__(
        self, blobs: BlobFolders, write: Callable[[str, bytes], None], *, only_pictures: bool
    ) -> None:
        self._blobs = blobs
        self._write = write
        self._only_pictures = only_pictures
        self._known: dict[str, TakenFile | None] = {}

    @property
    def taken(self) -> int:
        """The number of files that were written."""
        return sum(found is not None for found in self._known.values())

    @property
    def missing(self) -> int:
        """The number of files that aren't here, or of which the hash is wrong."""
        return len(self._known) - self.taken

    def find(self, link: BlobLink) -> TakenFile | None:
        """The file that a link names; None if it isn't taken out."""
        if link.address not in self._known:
            self._known[link.address] = self._take(link)
        return self._known[link.address]

    def picture(self, link: BlobLink) -> Picture | None:
        """The picture that a link names; None if it isn't taken out, or no picture."""
        found = self.find(link)
        if found is None or found.shape is None:
            return None
        return Picture(found.path, found.shape.width, found.shape.height)

    def _take(self, link: BlobLink) -> TakenFile | None:
        try:
            data = self._blobs.read(link.address, _MOST_BYTES)
        except BlobError:
            return None
        shape = _shape(data)
        if shape is None and self._only_pictures:
            return None
        stem = plain_name(link.name.rpartition(".")[0] or link.name)
        suffix = _suffix(data) if shape is None else shape.format
        path = f"{FOLDER}/{stem}-{hashed(link.address)[:_DIGITS]}.{suffix}"
        self._write(path, data)
        return TakenFile(path, shape)


def plain_name(text: str) -> str:
    """A part of a file name in small letters and digits, from a text in any language."""
    ascii_ = unicodedata.normalize("NFKD", text[:200]).encode("ascii", "ignore").decode().lower()
    return _NOT_PLAIN.sub("-", ascii_)[:_LONGEST_NAME].strip("-") or "file"


def _shape(data: bytes) -> PictureShape | None:
    try:
        return examine(data)
    except NoPictureError:
        return None


def _suffix(data: bytes) -> str:
    """The suffix of a file that is no picture; `bin` for what may run or load something."""
    for begin, suffix in _BEGINNINGS:
        if begin.match(data):
            return suffix
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "bin"
    return "bin" if "\0" in text else "txt"
