"""Pictures on pages: blobs beside the archives with the right hash and a picture format.

A picture is copied without decoding, so the reader's browser decodes it. `engine.blobs` parses each
file completely first: files that are truncated, too large or contain other data aren't copied.
"""

from base64 import b64encode
from dataclasses import dataclass

from tanglescope.engine.blobs.folders import BlobError, BlobFolders
from tanglescope.engine.blobs.formats import NoPictureError, PictureShape, examine
from tanglescope.engine.message.keys import is_blob_id
from tanglescope.engine.site.folder import Folder
from tanglescope.engine.site.markup import hashed

_MOST_INSIDE = 24 << 20
"""Bytes of embedded pictures in one page."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a site: its `src`, and its size in pixels."""

    source: str
    width: int
    height: int

    @property
    def is_inside(self) -> bool:
        """Whether it is embedded in the page each time it is shown."""
        return self.source.startswith("data:")


class SitePictures:
    """The pictures of a site, each looked up when a page first refers to it."""

    def __init__(self, blobs: BlobFolders, folder: Folder | None = None) -> None:
        self._blobs = blobs
        self._folder = folder
        self._known: dict[str, Picture | None] = {}
        self._inside = 0

    def find(self, blob: str) -> Picture | None:
        """A picture by its hash; None if it is missing or not a picture."""
        if blob not in self._known:
            is_asked = bool(self._blobs) and is_blob_id(blob)
            self._known[blob] = (self._kept(blob) or self._read(blob)) if is_asked else None
        return self._known[blob]

    def _kept(self, blob: str) -> Picture | None:
        """A picture that was written before and is still among the blobs; it isn't read again."""
        found = self._blobs.find(blob) if self._folder is not None else None
        if self._folder is None or found is None or found.shape is None:
            return None
        name = _file_of(blob, found.shape)
        content = self._folder.intact(name)
        if content is None or len(content) != found.size:
            return None
        self._folder.keep(name)
        return Picture(name, found.shape.width, found.shape.height)

    def _read(self, blob: str) -> Picture | None:
        try:
            data = self._blobs.read(blob)
            shape = examine(data)
        except (BlobError, NoPictureError):
            return None
        source = self._written(blob, data, shape)
        return None if source is None else Picture(source, shape.width, shape.height)

    def _written(self, blob: str, data: bytes, shape: PictureShape) -> str | None:
        """The `src`, relative to the folder of the site."""
        if self._folder is not None:
            name = _file_of(blob, shape)
            self._folder.write(name, data)
            return name
        self._inside += len(data)
        if self._inside > _MOST_INSIDE:
            self._inside -= len(data)
            return None
        return f"data:{shape.type};base64,{b64encode(data).decode()}"


def _file_of(blob: str, shape: PictureShape) -> str:
    return f"pictures/{hashed(blob)}.{shape.format}"
