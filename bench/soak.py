"""Hours of live traffic in minutes: a window that follows an archive while it is used.

    python bench/soak.py [--small] [--messages N] [--rounds N] [--minutes N] [--csv FILE]

Another process writes an archive: conversations of 150 messages by 24 people, one after another. In
every round the window follows so many new messages; then a thread is scrolled from its end to its
beginning, words are found in it and in all threads, its history is scrubbed, and so on.

A round reports figures that would grow with a leak: memory, Qt objects, threads, open files, and
the CPU time of frames while scrolling. SQLite's page caches are 2 MiB instead of 64 MiB per
connection, so that filling caches don't hide a leak. Only the list of threads must grow, by a row
for every 150 messages. Memory is reported in parts: used by Python, used by C, and freed memory
that C keeps.

At the end the window is closed, and its remaining objects are counted.
"""

import argparse
import csv
import ctypes
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from time import monotonic, process_time, sleep, thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

import shiboken6
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from stalls import FEEDS, WORDS, People

from tanglescope.engine.store.files import database
from tanglescope.viewer.panels.replay.panel import ReplayPanel
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.frame_clock import share_the_interpreter

THREAD = 150
FRAMES = 60
PATIENCE = 300  # seconds
VIEWS = ("search", "diagram", "statistics", "why", "clocks")


def lines() -> Iterator[str]:
    """The lines of an endless archive."""
    chance, people, number = random.Random(11), People(), 0
    while True:
        tips: list[str] = []
        root = ""
        for _ in range(THREAD):
            who, number = chance.randrange(FEEDS), number + 1
            content = {"type": "post", "text": " ".join(chance.choices(WORDS, k=20))}
            if root:
                content |= {"root": root, "branch": chance.choice(tips)}
            key, line = people.say(who, content, 1.5e12 + number * 1000)
            root = root or key
            tips = [*tips[-4:], key]
            yield line


def write(path: Path) -> None:
    """Append as many messages as requested on standard input, one number per line."""
    archive = lines()
    with path.open("w", encoding="utf-8") as file:
        for wanted in sys.stdin:
            for _ in range(int(wanted)):
                file.write(f"{next(archive)}\n")
            file.flush()


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a round; `frame` and `slowest` are seconds of CPU time of the GUI thread."""

    messages: int
    memory: int
    python: int
    malloc: int
    kept: int
    objects: int
    threads: int
    files: int
    journal: int
    frame: float
    slowest: float
    seconds: float


class Soak:
    """A window, the archive that it follows, and simulated use of both."""

    def __init__(self, folder: Path, application: QApplication) -> None:
        self._application = application
        self._journal = folder / "own.db-wal"
        archive = folder / "log.ndjson"
        archive.touch()
        self._writer = subprocess.Popen(
            [sys.executable, __file__, "--write", str(archive)], stdin=subprocess.PIPE, text=True
        )
        self._window = MainWindow(TABLE, folder / "own.db", Settings(MemoryStore()))
        self._window.resize(1280, 800)
        self._window.show()
        self._window.open_path(archive)
        self._followed = 0
        session = self._window._require_session()
        session.read.connect(lambda _, report: self._follow(report.added))
        session.grown.connect(self._follow)
        self._chance = random.Random(5)
        self._views = cycle(VIEWS)
        self._read = 0

    def _follow(self, added: int) -> None:
        self._followed += added

    def round(self, messages: int) -> Figures:
        """Follow so many messages, then use the window."""
        start = process_time()
        assert self._writer.stdin is not None
        self._read += messages
        self._writer.stdin.write(f"{messages}\n")
        self._writer.stdin.flush()
        self.wait(lambda: self._followed >= self._read)
        offered = self._window.threads.model
        self.wait(lambda: offered.rowCount() > 0)
        row = self._chance.randrange(min(50, offered.rowCount()))
        self._window.open_thread(offered.thread_at(row).address)
        self._use()
        frames = sorted(self._scroll())
        forget(self._application)
        return Figures(
            self._read,
            resident(),
            sys.getallocatedblocks(),
            *heap(),
            len(self._window.findChildren(QObject)) + len(self._application.allWidgets()),
            threads(),
            files(),
            self._journal.stat().st_size,
            statistics.median(frames),
            frames[int(len(frames) * 0.95)],
            process_time() - start,
        )

    def _use(self) -> None:
        window = self._window
        window.reading.finder.open_bar()
        window._require_session().find(window.model.address, self._chance.choice(WORDS))
        window.workbench.open_panel("replay")
        self.settle()
        replay = window.workbench.panel()
        assert isinstance(replay, ReplayPanel)
        for share in (0.2, 0.9, 0.4, 0.0, 1.0):
            replay.transport.go(round(replay.transport.slider.maximum() * share))
            self._application.processEvents()
        window.workbench.open_panel(next(self._views))
        self.settle()
        window.threads.filter.setText(self._chance.choice(WORDS))
        self.settle()
        window.threads.filter.clear()
        window.timeline.step(1)
        window.show_view("inspector")
        self.settle()
        window.workbench.close_panel()
        window.reading.finder.close_bar()

    def _scroll(self) -> Iterator[float]:
        timeline = self._window.timeline
        for _ in range(FRAMES):
            start = thread_time()
            timeline.scroll_by(-37)
            timeline.viewport().repaint()
            yield thread_time() - start

    def settle(self) -> None:
        """Wait until everything visible is loaded."""
        self.wait(self._window.is_settled)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Let the window work until a condition holds."""
        patience = monotonic() + PATIENCE
        while not condition():
            if monotonic() > patience:
                raise TimeoutError("the window doesn't come to an end")
            self._application.processEvents()
            sleep(0.002)

    def end(self) -> None:
        """End the window and the writer."""
        assert self._writer.stdin is not None
        self._writer.stdin.close()
        self._writer.wait()
        self._window.close()
        self._window.deleteLater()
        del self._window


def forget(application: QApplication) -> None:
    """Drop references that aren't needed any more."""
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


def left_over() -> str:
    """The numbers of Qt objects, threads and open files."""
    things = (each for each in gc.get_objects() if issubclass(type(each), QObject))
    objects = sum(shiboken6.isValid(each) for each in things)
    return f"{objects:,} Qt objects that Python knows, {threads()} threads, {files()} open files"


def resident() -> int:
    """The resident memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def threads() -> int:
    """The number of threads of this process, including those of C."""
    return len(list(Path("/proc/self/task").iterdir()))


def files() -> int:
    """The number of open files, pipes and sockets of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


class _Heap(ctypes.Structure):
    """`struct mallinfo2` of glibc."""

    _fields_ = (
        *((name, ctypes.c_size_t) for name in ("arena", "chunks", "bins", "mappings", "mapped")),
        *((name, ctypes.c_size_t) for name in ("most", "binned", "used", "free", "top")),
    )


def heap() -> tuple[int, int]:
    """The bytes used by C, and those freed but kept; zeros without glibc."""
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if ask is None:
        return 0, 0
    ask.restype = _Heap
    memory = ask()
    return memory.used + memory.mapped, memory.free


HEAD = (
    "  messages  memory MB  objects  threads  files  journal MB  frame ms  95 % ms  CPU s"
    "  blocks of Python  C MB  kept MB"
)


def row(it: Figures) -> str:
    """A round as a line under `HEAD`."""
    return (
        f"{it.messages:10,} {it.memory / 1e6:10.1f} {it.objects:8,} {it.threads:8} {it.files:6}"
        f" {it.journal / 1e6:11.1f}"
        f" {1000 * it.frame:9.2f} {1000 * it.slowest:8.2f} {it.seconds:6.1f}"
        f" {it.python:17,} {it.malloc / 1e6:5.1f} {it.kept / 1e6:8.1f}"
    )


def growth(rounds: list[Figures]) -> Iterator[str]:
    """The growth between the second and the last quarter of the rounds."""
    quarter = max(1, len(rounds) // 4)
    parts = (rounds[quarter : 2 * quarter] or rounds[:1], rounds[-quarter:])

    def both(name: str) -> tuple[float, float]:
        old, new = (statistics.median(getattr(it, name) for it in part) for part in parts)
        return old, new

    yield "from the second quarter of the rounds to the last:"
    for name in ("memory", "python", "malloc", "objects", "threads", "files", "frame", "slowest"):
        old, new = both(name)
        yield f"  {name:8} {new / old:5.2f}x"
    (less, more), (few, many) = both("memory"), both("messages")
    yield f"  {(more - less) / max(1, many - few):,.0f} bytes of memory a message"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="20,000 messages")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no round after these")
    parser.add_argument("--csv", type=Path, help="write the figures to this file as they come")
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write(options.write)
        return
    count = 20_000 if options.small else options.messages
    database._SETTINGS = tuple(
        "cache_size = -2048" if setting.startswith("cache_size") else setting
        for setting in database._SETTINGS
    )
    application = QApplication([])
    share_the_interpreter()
    print(f"{count:,} messages in {options.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print(f"before: {left_over()}")
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), application)
        end = monotonic() + 60 * options.minutes
        try:
            print(HEAD)
            rounds: list[Figures] = []
            while len(rounds) < options.rounds and monotonic() < end:
                rounds.append(soak.round(count // options.rounds))
                print(row(rounds[-1]), flush=True)
                if options.csv:
                    keep(rounds, options.csv)
            print("\n".join(growth(rounds)))
        finally:
            soak.end()
    del soak
    forget(application)
    print(f"after: {left_over()}")
    print(f"load {os.getloadavg()[0]:.1f}")


def keep(rounds: list[Figures], file: Path) -> None:
    """Write the figures so far as a table."""
    with file.open("w", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, list(asdict(rounds[0])))
        writer.writeheader()
        writer.writerows(map(asdict, rounds))


if __name__ == "__main__":
    main()
