"""How long the window is blocked while its dialog imports an archive, and how fast it cancels.

    python bench/import_dialog.py [--small] [--messages N] [--archive FILE]
                                  [--engine auto|direct|spark] [--pictures FOLDER]

The steps of a user: Import archives, Import, Cancel after a while, Import again, to the end. A
timer fires every 4 ms, as in `bench/stalls.py`. Pictures show window and dialog at several moments;
painting them isn't counted. Wall time, so it needs an otherwise idle machine.
"""

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtWidgets import QApplication

from bench.stalls import Probe, wait
from tanglescope.engine.library import Engine
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.collector import Collector
from tanglescope.viewer.workers.frame_clock import share_the_interpreter
from tests.engine.pipeline.generated import network, write

MOMENTS = (0.02, 0.3, 0.7, 0.95)
"""The shares of the archive at which pictures are taken."""

PATIENCE = 3600
"""The time limit of an import in seconds."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="30,000 messages, directly")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--archive", type=Path, help="an archive that is there already")
    parser.add_argument("--engine", type=Engine)
    parser.add_argument("--pictures", type=Path)
    wanted = parser.parse_args()
    application = QApplication([])
    share_the_interpreter()
    collector = Collector()
    with tempfile.TemporaryDirectory() as folder:
        archive = wanted.archive or Path(folder) / "archive.ndjson"
        if wanted.archive is None:
            write(archive, "ndjson", network(30_000 if wanted.small else wanted.messages))
        print(f"{archive.name}, {archive.stat().st_size / 1e6:,.1f} MB")
        print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f},", end=" ")
        print(f"Python {platform.python_version()}")
        window = MainWindow(TABLE, Path(folder) / "own.db", Settings(MemoryStore()))
        window.resize(1280, 800)
        window.show()
        application.processEvents()
        person = Person(window, wanted.pictures)
        usual = Engine.DIRECT if wanted.small else Engine.AUTO
        person.choose(archive, wanted.engine or usual)
        person.cancel_after(0.1)
        person.import_to_the_end()
        window.close()
    collector.end()


class Person:
    """The user of the window."""

    def __init__(self, window: MainWindow, pictures: Path | None) -> None:
        self._window = window
        self._pictures = pictures
        self._probe = Probe()
        window.menus.action("import").trigger()
        (self._dialog,) = window.findChildren(ImportDialog)

    def choose(self, archive: Path, engine: Engine) -> None:
        """Add an archive to the list, and choose the engine."""
        self._dialog.add([archive])
        self._dialog.engine.setCurrentIndex(self._dialog.engine.findData(engine))
        wait(500)
        self._picture("chosen")

    def cancel_after(self, share: float) -> None:
        """Begin, and cancel when this share is checked."""
        self._dialog.start.click()
        self._probe.start()
        self._wait_for(share)
        self._probe.stop("until it is cancelled")
        asked = perf_counter()
        self._dialog.cancel.click()
        self._picture("stopping")
        self._wait_until_over()
        print(f"cancelled within {perf_counter() - asked:.2f} s: {self._dialog.outcome.text()}")
        self._picture("cancelled")

    def import_to_the_end(self) -> None:
        """Begin again, and wait until everything is imported and shown."""
        started, before = perf_counter(), sum(os.times()[2:4])
        self._dialog.start.click()
        for share in MOMENTS:
            self._probe.start()
            self._wait_for(share)
            if not self._is_over():
                self._probe.stop(f"up to {share:.0%}")
                self._picture(f"at {share:.0%}")
        self._probe.start()
        self._wait_until_over()
        self._probe.stop("to the end")
        took, used = perf_counter() - started, sum(os.times()[2:4]) - before
        print(f"imported in {took:.1f} s, {used:.1f} s of processor time beside the window:")
        print(f"    {self._dialog.outcome.text()}")
        self._picture("imported")
        started = perf_counter()
        self._probe.start()
        self._dialog.close()
        while not self._has_opened() and perf_counter() - started < PATIENCE:
            wait(20)
        self._probe.stop("until the window shows a thread")
        print(f"shown after {perf_counter() - started:.1f} s")
        self._picture("afterwards")

    def _has_opened(self) -> bool:
        return bool(self._window.is_settled() and self._window.model.root)

    def _wait_for(self, share: float) -> None:
        bar = self._dialog.bar
        ends = perf_counter() + PATIENCE
        while perf_counter() < ends and not self._is_over():
            wait(20)
            if bar.maximum() and bar.value() >= share * bar.maximum():
                return

    def _wait_until_over(self) -> None:
        ends = perf_counter() + PATIENCE
        while perf_counter() < ends and not self._is_over():
            wait(20)

    def _is_over(self) -> bool:
        return bool(self._dialog.start.isVisible())

    def _picture(self, moment: str) -> None:
        if self._pictures is not None:
            self._pictures.mkdir(parents=True, exist_ok=True)
            for name, widget in (("window", self._window), ("dialog", self._dialog)):
                if widget.isVisible():
                    widget.grab().save(str(self._pictures / f"{moment}, {name}.png"))


if __name__ == "__main__":
    main()
