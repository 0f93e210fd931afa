"""How long the window is blocked while a panel opens on a large thread.

    python bench/panels.py [--small] [--messages N] [--only NAME]

Each panel is opened on one thread of many people until it has settled, or for a minute. A timer
fires every 4 ms (bench/stalls.py): its delay is the time for which the window was blocked. Wall
time, so it needs an otherwise idle machine with two cores.
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
from stalls import FEEDS, Probe, wait, write

from tanglescope.engine.library import Library
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.collector import Collector
from tanglescope.viewer.workers.frame_clock import share_the_interpreter

PATIENCE = 60  # seconds


def opened(window: MainWindow, name: str, probe: Probe) -> None:
    """Open a panel and print how long the window was blocked."""
    start = perf_counter()
    probe.start()
    panel = window.workbench.open_panel(name)
    wait(200)
    while not panel.is_settled() and perf_counter() - start < PATIENCE:
        wait(50)
    seconds = perf_counter() - start
    probe.stop(f"{name}, {seconds:.1f} s")
    window.workbench.close_panel()
    wait(200)


def main() -> None:
    """Print the figures of every panel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--only", choices=[kind.name for kind in PANELS], action="append")
    options = parser.parse_args()
    count = 2_000 if options.small else options.messages
    application = QApplication([])
    share_the_interpreter()
    print(f"{count:,} messages of {FEEDS} feeds, Python {platform.python_version()},")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        archive, database = Path(folder) / "log.ndjson", Path(folder) / "own.db"
        write(archive, count)
        with Library.open(database) as library:
            library.ingest(archive)
        window = MainWindow(TABLE, database, Settings(MemoryStore()))
        collector = Collector()
        window.resize(1280, 800)
        window.show()
        window.open_database(database)
        while not window.is_settled():
            wait(50)
        window.timeline.step(1)
        window.workbench.warm_up()
        wait(5_000)
        application.processEvents()
        probe = Probe()
        probe.start()
        wait(1_000)
        probe.stop("at rest")
        for name in options.only or [kind.name for kind in PANELS]:
            opened(window, name, probe)
        window.close()
        collector.end()


if __name__ == "__main__":
    main()
