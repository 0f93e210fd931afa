"""Scrolling over thousands of pictures: frame times with and without them, and memory.

    python bench/pictures.py [--small] [--pictures N]

Offscreen, one process besides the one that decodes. Every second message has a picture of
1,600 x 1,200 pixels of its own. A frame is the painting after scrolling by 120 pixels, while
pictures arrive; the processor time of the window's thread is measured.
"""

import argparse
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter, thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication

from bench.viewer import ROOT, Made, made
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.engine.library import StoredMessage
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load, put_on
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.engine.blobs.pictures import blob_id, picture

_STEP = 120
_FRAMES = 600


class MadeWithPictures(Made):
    """A conversation in which every second message has a picture."""

    def __init__(self, blobs: Sequence[str]) -> None:
        super().__init__(2 * len(blobs))
        self._blobs = blobs

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The messages; those of even numbers name a blob."""
        found = {key: made(key, ROOT) for key in keys}
        for key, message in found.items():
            number = int(key[1:-8])
            if number % 2 == 0 and isinstance(message.content, dict):
                message.content["mentions"] = [{"link": self._blobs[number // 2]}]
        return found


def photos(folder: Path, count: int) -> list[str]:
    """Write different files of one photo, each with its own comment; return their ids."""
    photo = picture("jpeg", 1600, 1200)
    blobs = []
    for number in range(count):
        data = photo[:2] + b"\xff\xfe\x00\x0a" + number.to_bytes(8) + photo[2:]
        name = sha256(data).hexdigest()
        file = folder / "sha256" / name[:2] / name[2:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        blobs.append(blob_id(data))
    return blobs


def scroll(
    application: QApplication, blobs: Sequence[str], pictures: Pictures | None, frames: int
) -> None:
    """Scroll from the beginning, and print the times of frames."""
    view = TimelineView(load("light"))
    view.setModel(TimelineModel(MadeWithPictures(blobs), view, pictures))  # type: ignore[arg-type]
    view.resize(900, 800)
    view.timeline.open(ROOT)
    view.show()
    application.processEvents()
    while pictures is not None and not pictures.is_settled():  # its process has to start
        application.processEvents()
    times = []
    begin = perf_counter()
    for _ in range(frames):
        start = thread_time()
        view.scroll_by(_STEP)
        view.viewport().repaint()
        application.processEvents()
        times.append(1e3 * (thread_time() - start))
        QThread.msleep(8)  # so that pictures may arrive in between
    times.sort()
    half, most = times[len(times) // 2], times[int(len(times) * 0.95)]
    name = "without pictures" if pictures is None else "with pictures"
    kept = "" if pictures is None else f", {pictures.bytes_kept() / 1e6:.0f} MB of pixels kept"
    print(
        f"{name:16} half of the frames within {half:5.1f} ms, 95 of 100 within {most:5.1f} ms{kept}"
    )
    print(f"{'':16} {perf_counter() - begin:.1f} s for {frames} frames")
    view.close()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="200 pictures")
    parser.add_argument("--pictures", type=int, default=10_000)
    options = parser.parse_args()
    count, frames = (200, 60) if options.small else (options.pictures, _FRAMES)
    application = QApplication([])
    put_on(load("light"))
    print(f"{count:,} pictures, Python {platform.python_version()}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        blobs = photos(folder / "blobs", count)
        scroll(application, blobs, None, 20)  # loads fonts and styles
        scroll(application, blobs, None, frames)
        for _ in range(2):  # decoded, then out of the cache on disk
            pictures = Pictures(BlobFolders([folder / "blobs"]), Thumbnails(folder / "small"))
            scroll(application, blobs, pictures, frames)
            pictures.end()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"process: {most} MB at most")


if __name__ == "__main__":
    main()
