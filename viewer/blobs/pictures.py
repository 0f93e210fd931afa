"""Pictures of blobs: located at once, decoded in another process.

The beginning of its file gives the size of a picture, so its row has the right height from the
start. The pixels arrive later without changing the layout. The latest request is decoded first, and
outdated requests are dropped: only the pictures on the screen matter.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from tanglescope.engine.blobs.folders import BlobError, BlobFolders, FoundBlob
from tanglescope.engine.blobs.formats import NoPictureError
from tanglescope.engine.blobs.links import key_of
from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.viewer.blobs.decoder import DecodedPicture, Decoder
from tanglescope.viewer.workers.worker import Worker

SIDES = (96, 320, 640, 1280)
"""The lengths of the longer sides of small pictures, in device pixels."""
WHOLE = 4096
"""The longer side of a picture in the viewer."""

_MOST_KEPT = 96 << 20  # bytes of pixels
_MOST_FOUND = 4096
_MOST_AWAITED = 48

Wanted: TypeAlias = tuple[str, int]
"""A blob and the length of a side."""
_Then: TypeAlias = Callable[[DecodedPicture | str], None]
_Name: TypeAlias = tuple[str, int, Path | None, _Then | None]


def side_for(length: float) -> int:
    """The side to request for a picture that is shown in this size."""
    return next((side for side in SIDES if side >= length), SIDES[-1])


@dataclass(frozen=True, slots=True)
class _Decoding:
    blob: str
    side: int
    then: _Then | None = None
    """Called with a whole picture; without it, a small one is cached."""
    target: Path | None = None
    """The path to copy the file to, instead of decoding it."""


class Pictures(QObject):
    """The pictures of one collection."""

    arrived = Signal(str)
    """Emitted when a blob can be painted, or when it is known why it can't."""
    folders_changed = Signal()
    """Emitted when other files may be available."""

    def __init__(
        self,
        folders: BlobFolders | None = None,
        thumbnails: Thumbnails | None = None,
        parent: QObject | None = None,
        most_kept: int = _MOST_KEPT,
    ) -> None:
        super().__init__(parent)
        self.folders = folders or BlobFolders()
        self._thumbnails = thumbnails
        self._most_kept = most_kept
        self._found: OrderedDict[str, FoundBlob | None] = OrderedDict()
        self._kept: OrderedDict[Wanted, QImage | str] = OrderedDict()
        self._bytes = 0
        self._loader: _Loader | None = None

    def look_in(self, folders: BlobFolders) -> None:
        """Replace the folders in which files are looked for."""
        if (folders.folders, folders.tables) == (self.folders.folders, self.folders.tables):
            return
        self.folders = folders
        if self._loader:
            self._loader.folders = folders
        self._found.clear()
        self._kept.clear()
        self._bytes = 0
        self.folders_changed.emit()

    def find(self, blob: str) -> FoundBlob | None:
        """The file of a blob, if it is available."""
        if blob in self._found:
            self._found.move_to_end(blob)
            return self._found[blob]
        self._found[blob] = self.folders.find(blob) if self.folders else None
        if len(self._found) > _MOST_FOUND:
            self._found.popitem(last=False)
        return self._found[blob]

    def image(self, blob: str, side: int) -> QImage | str | None:
        """A picture, the reason why there is none, or None until `arrived` is emitted."""
        wanted = (blob, side)
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        self._loading().put(_Decoding(blob, side))
        return None

    def largest(self, blob: str) -> QImage | None:
        """The largest image of a picture that has been decoded and is still cached."""
        kept = (self._kept.get((blob, side)) for side in reversed(SIDES))
        return next((image for image in kept if isinstance(image, QImage)), None)

    def whole(self, blob: str, then: _Then) -> None:
        """Decode a picture in its full size, with all its frames."""
        self._loading().put(_Decoding(blob, WHOLE, then))

    def save(self, blob: str, target: Path, then: _Then) -> None:
        """Copy the file of a blob; `then` is called with an error message, or ""."""
        self._loading().put(_Decoding(blob, 0, then, target))

    def is_settled(self) -> bool:
        """Whether every request has been answered."""
        return self._loader is None or self._loader.is_idle()

    def bytes_kept(self) -> int:
        """How many bytes of pixels are cached."""
        return self._bytes

    def end(self) -> None:
        """End the decoder."""
        if self._loader:
            self._loader.end()
            self._loader = None

    def _loading(self) -> "_Loader":
        if self._loader is None:
            self._loader = loader = _Loader(self.folders, self._thumbnails, self)
            loader.loaded.connect(self._take)
            loader.start()
        return self._loader

    def _take(self, task: _Decoding, found: DecodedPicture | str) -> None:
        if self._loader is None:
            return
        self._loader.taken += 1
        if task.then:
            task.then(found)
            return
        image = found if isinstance(found, str) else found.image
        wanted = (task.blob, task.side)
        self._bytes += _size(image) - _size(self._kept.pop(wanted, ""))
        self._kept[wanted] = image
        while self._bytes > self._most_kept and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= _size(gone)
        self.arrived.emit(task.blob)


def _size(image: QImage | str) -> int:
    return 0 if isinstance(image, str) else image.sizeInBytes()


class _Loader(Worker):
    """Reads files, checks them and has them decoded one by one, the latest request first."""

    loaded = Signal(object, object)

    def __init__(
        self, folders: BlobFolders, thumbnails: Thumbnails | None, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.folders = folders
        self._thumbnails = thumbnails
        self._decoder = Decoder()
        self._waiting: OrderedDict[_Name, _Decoding] = OrderedDict()
        self._current: _Name | None = None
        self._sent = 0
        self.taken = 0
        """How many answers have been taken."""

    def is_idle(self) -> bool:
        """Whether nothing is waiting or being loaded."""
        with self._changed:
            return not self._waiting and self._current is None and self._sent == self.taken

    def put(self, task: _Decoding) -> None:
        """Load this one next."""
        name = (task.blob, task.side, task.target, task.then)
        with self._changed:
            if name == self._current:
                return
            self._waiting[name] = task
            self._waiting.move_to_end(name)
            while len(self._waiting) > _MOST_AWAITED:
                self._waiting.popitem(last=False)
            self._changed.notify()

    def run(self) -> None:
        """Load until the end."""
        while (task := self._next()) is not None:
            try:
                found = self._load(task)
            except (BlobError, NoPictureError) as error:
                found = str(error)
            self._sent += 1
            self.loaded.emit(task, found)
        self._decoder.end()

    def _next(self) -> _Decoding | None:
        with self._changed:
            self._current = None
            self._changed.wait_for(lambda: self._ending or self._waiting)
            if self._ending:
                return None
            self._current, task = self._waiting.popitem()
            return task

    def _load(self, task: _Decoding) -> DecodedPicture | str:
        if task.target is not None:
            self.folders.copy(task.blob, task.target)
            return ""
        if task.then is not None:
            return self._decoder.moving(self.folders.read(task.blob), task.side)
        # Encrypted files are not cached unencrypted.
        thumbnails = None if key_of(task.blob) else self._thumbnails
        if thumbnails and (small := thumbnails.get(task.blob, task.side)):
            with suppress(NoPictureError):  # a damaged cache is overwritten
                return self._decoder.still(small, task.side)
        found = self._decoder.still(
            self.folders.read(task.blob), task.side, with_thumbnail=thumbnails is not None
        )
        if thumbnails and found.thumbnail:
            thumbnails.put(task.blob, task.side, found.thumbnail)
        return found
