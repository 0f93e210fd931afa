"""The process that decodes pictures, which are hostile input.

It reads bytes from a pipe and answers with pixels. Before the first picture it drops its
privileges: files can't be written, memory is limited, and core dumps are off. If a picture takes
too long, the window kills this process and starts another.
"""

import os
import struct
from contextlib import suppress
from multiprocessing.connection import Connection

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from tanglescope.engine.blobs.formats import format_of
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps

REQUEST = struct.Struct(">IB")
"""The longer side of the answer in pixels, and what is wanted; the bytes of the picture follow."""
FRAME = struct.Struct(">IIII")
"""Width, height, milliseconds that a frame is shown, and the length of its pixels, which follow."""
STILL, THUMBNAIL, FRAMES = 0, 1, 2
OKAY, REFUSED = b"\x01", b"\x00"

MOST_FRAMES = 300
MOST_FRAME_PIXELS = 24_000_000
_MEGABYTES = 192  # of one picture
_MEMORY = 2 << 30  # of the whole process, most of which are libraries
_FILES = 64  # Qt scales in threads, and aborts if it can't open files for them
_SHORTEST = 20  # milliseconds


def serve(connection: Connection) -> None:
    """Decode until the other end is closed."""
    _give_up_rights()
    while True:
        try:
            request = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            answer = OKAY + decode(request)
        except Exception as error:
            answer = REFUSED + str(error).encode(errors="replace")[:200]
        with suppress(BrokenPipeError):
            connection.send_bytes(answer)


def decode(request: bytes) -> bytes:
    """The frames of a picture, then its thumbnail if that is wanted. Raises `ValueError`."""
    side, mode = REQUEST.unpack_from(request)
    reader, buffer = _reader(request[REQUEST.size :])
    frames = [_read(reader, side)]
    delays = [0]
    if mode == FRAMES and reader.supportsAnimation():
        delays = [max(_SHORTEST, reader.nextImageDelay())]
        room = MOST_FRAME_PIXELS // (frames[0].width() * frames[0].height())
        while reader.canRead() and len(frames) < min(room, MOST_FRAMES):
            frames.append(_read(reader, side))
            delays.append(max(_SHORTEST, reader.nextImageDelay()))
    buffer.close()
    packed = b"".join(map(_pack_frame, frames, delays))
    thumbnail = _thumbnail(frames[0]) if mode == THUMBNAIL else b""
    return struct.pack(">I", len(frames)) + packed + thumbnail


def _reader(data: bytes) -> tuple[QImageReader, QBuffer]:
    if not (name := format_of(data)):
        raise ValueError("no picture of a known format")
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(name.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    return reader, buffer


def _read(reader: QImageReader, side: int) -> QImage:
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        raise ValueError("no size")
    small = size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio)
    if small.width() < size.width():
        # Formats that can are read at the smaller size; a side of a thin line stays a pixel.
        reader.setScaledSize(small.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        raise ValueError(reader.errorString())
    return image.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)


def _pack_frame(image: QImage, delay: int) -> bytes:
    pixels = bytes(image.constBits())
    return FRAME.pack(image.width(), image.height(), delay, len(pixels)) + pixels


def _thumbnail(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "WEBP", 86)  # type: ignore[call-overload]  # the stubs want bytes
    return bytes(buffer.data().data())


def _give_up_rights() -> None:
    """Load the decoders while files can be read, then set the limits that the system has."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    QImageReader.supportedImageFormats()  # opens the plug-ins
    QImageReader.setAllocationLimit(_MEGABYTES)
    keep_out_of_core_dumps()  # pictures may be private
    with suppress(ImportError):
        import resource

        for name, limit in (
            ("RLIMIT_FSIZE", 0),
            ("RLIMIT_AS", _MEMORY),
            ("RLIMIT_NOFILE", _FILES),
        ):
            with suppress(AttributeError, OSError, ValueError):
                _, hard = resource.getrlimit(getattr(resource, name))
                most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
                resource.setrlimit(getattr(resource, name), (most, most))
