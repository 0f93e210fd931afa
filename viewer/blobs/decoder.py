"""The decoder: the window's end of the process that decodes pictures."""

import struct
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtGui import QImage

from tanglescope.engine.blobs.formats import NoPictureError, examine
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.child_processes import PipedProcess
from tanglescope.viewer.blobs.decoding import FRAME, FRAMES, OKAY, REQUEST, STILL, THUMBNAIL, serve

_PATIENCE = 6.0  # seconds for one picture
_TO_START = 30.0  # seconds more for the first one: Qt is loaded
_LARGEST = 512 << 20  # bytes of an answer

Frames = tuple[tuple[QImage, int], ...]
"""Frames, and how many milliseconds each is shown."""


@dataclass(frozen=True, slots=True)
class DecodedPicture:
    """A decoded picture, with a thumbnail file if one was requested."""

    frames: Frames
    thumbnail: bytes = b""

    @property
    def image(self) -> QImage:
        """The first frame."""
        return self.frames[0][0]


class Decoder:
    """Lets a process decode pictures one by one, and replaces the process when it dies."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self._patience = patience
        self._process: PipedProcess | None = None
        self._is_new = True

    def still(self, data: bytes, side: int, *, with_thumbnail: bool = False) -> DecodedPicture:
        """A picture with no side longer than `side`. Raises `NoPictureError`."""
        examine(data)
        return self._decode(data, side, THUMBNAIL if with_thumbnail else STILL)

    def moving(self, data: bytes, side: int) -> DecodedPicture:
        """The frames of a picture, up to a limit of memory. Raises `NoPictureError`."""
        examine(data)
        return self._decode(data, side, FRAMES)

    def end(self) -> None:
        """End the process."""
        if self._process:
            self._process.end()
        self._process = None

    def _decode(self, data: bytes, side: int, mode: int) -> DecodedPicture:
        if self._process is None:
            try:
                self._process = PipedProcess(serve)
            except (OSError, RuntimeError) as error:  # too few files, or the program ends
                raise NoPictureError(tr("The picture can't be decoded.")) from error
            self._is_new = True
        connection = self._process.connection
        try:
            connection.send_bytes(REQUEST.pack(side, mode) + data)
            if not connection.poll(self._patience + (_TO_START if self._is_new else 0)):
                raise TimeoutError
            answer = connection.recv_bytes(_LARGEST)
            self._is_new = False
        except (EOFError, OSError) as error:
            self.end()
            raise NoPictureError(tr("The picture can't be decoded.")) from error
        if answer[:1] != OKAY:
            raise NoPictureError(tr("The picture can't be decoded."))
        return _unpack_frames(answer)


def _unpack_frames(answer: bytes) -> DecodedPicture:
    """The frames of an answer.

    A hostile picture may have taken over the process: it may be anything.
    """
    frames: list[tuple[QImage, int]] = []
    with suppress(struct.error):
        (count,) = struct.unpack_from(">I", answer, 1)
        place = 5
        for _ in range(count):
            width, height, delay, length = FRAME.unpack_from(answer, place)
            place += FRAME.size
            pixels = answer[place : place + length]
            place += length
            if not 0 < width * height * 4 == len(pixels):
                break
            kind = QImage.Format.Format_RGBA8888_Premultiplied
            frames.append((QImage(pixels, width, height, width * 4, kind).copy(), delay))
        else:
            if frames:
                return DecodedPicture(tuple(frames), answer[place:])
    raise NoPictureError(tr("The picture can't be decoded."))
