"""A graph file in the window: to the first picture, and moving over its diagram.

    python bench/graph_window.py [--small] [--nodes N] [--file GRAPH]

Newest first, as bench/graphs.py makes it, unless a file or a Git repository is given. The mouse
drags the diagram by real events, one every 16 ms, at every level of detail, down and sideways, over
unpainted places. A frame is everything that the GUI thread does until the next one: events, answers
and painting. Times are processor times of that thread, unless marked as wall time.
"""

import argparse
import json
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time, thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from graphs import graph
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from stalls import wait

from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.views.diagram.diagram_view import DiagramView
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.collector import Collector
from tanglescope.viewer.workers.frame_clock import share_the_interpreter

FRAME = 16  # milliseconds
FRAMES = 240  # of a drag
PATIENCE = 1_200  # seconds
ZOOMS = (("counts", 0.02), ("dots", 0.16), ("bubbles", 1.0), ("boxes", 5.0))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 nodes")
    parser.add_argument("--nodes", type=int, default=50_000)
    parser.add_argument("--file", type=Path, help="this graph of so many nodes instead")
    options = parser.parse_args()
    QApplication([])
    share_the_interpreter()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores", end=" ")
    print(f"at load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        count = 2_000 if options.small else options.nodes
        path = options.file or written(count, folder)
        window = MainWindow(TABLE, Path(folder) / "own.db", Settings(MemoryStore()))
        collector = Collector()
        window.resize(1280, 800)
        window.show()
        wait(1_000)
        look(window, path, count)
        window.close()
        collector.end()
    family = sum(
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"the window and its largest child: {family // 1024} MB at most")


def written(count: int, folder: str) -> Path:
    """A graph file, a line for each node."""
    path = Path(folder) / "room.ndjson"
    path.write_text("".join(f"{json.dumps(node)}\n" for node in graph(count)))
    return path


def look(window: MainWindow, path: Path, count: int) -> None:
    """Open a graph, draw it, and move over it."""
    begun = perf_counter()
    timed("to the first rows", lambda: window.open_path(path), lambda: rows(window) > 0)
    timed("until all has been read", lambda: None, lambda: rows(window) >= count)
    timed("until all that is seen is settled", lambda: None, window.is_settled)
    panel = window.workbench.open_panel("diagram")
    assert isinstance(panel, DiagramPanel)
    timed("the diagram", lambda: None, panel.is_settled)
    view = panel.view
    assert view.plan is not None
    print(f"from the file to the whole diagram: {perf_counter() - begun:.1f} s of wall time")
    extent = f"{view.plan.diagram.rows:,} rows, {view.plan.diagram.width} columns"
    print(f"{rows(window):,} nodes in {extent}")
    for name, zoom in ZOOMS:
        view.zoom(zoom / view.port.zoom)
        for way, start, step in (("down", (0.3, 0.5), (0, -11)), ("aside", (0.6, 0.2), (-7, -5))):
            view.center(view.port.rows * start[0], view.port.columns * start[1])
            drag(panel, f"{name}, {way}", step)


def rows(window: MainWindow) -> int:
    """The number of shown messages; 0 before a collection is open."""
    return window.model.messages_here if window.timeline.model() else 0


def timed(name: str, act: Callable[[], object], is_done: Callable[[], bool]) -> None:
    """Act, let the window work until a condition holds, and print how long it took."""
    start, worked, drawn = perf_counter(), process_time(), thread_time()
    act()
    while not is_done():
        if perf_counter() - start > PATIENCE:
            raise SystemExit(f"{name}: not done after {PATIENCE} s")
        wait(5)
    print(
        f"{name}: {perf_counter() - start:.1f} s of wall time, {process_time() - worked:.1f} s of"
        f" CPU in this process, {thread_time() - drawn:.2f} s of it in the painting thread"
    )


def drag(panel: DiagramPanel, name: str, step: tuple[int, int]) -> None:
    """Drag the diagram and print the cost of frames in the painting thread."""
    view = panel.view
    at = QPointF(view.width() / 2, view.height() / 2)
    mouse(view, QEvent.Type.MouseButtonPress, at)
    taken, whole = [], 0
    place = (view.port.row, view.port.column)
    worked = thread_time()
    for _ in range(FRAMES):
        at += QPointF(*step)
        mouse(view, QEvent.Type.MouseMove, at)
        wait(FRAME)
        now = thread_time()
        taken.append(1e3 * (now - worked))
        worked = now
        whole += view.is_painted
    mouse(view, QEvent.Type.MouseButtonRelease, at)
    if place == (view.port.row, view.port.column):
        raise SystemExit(f"{name}: nothing was moved")
    taken.sort()
    print(
        f"    {name}: median {taken[FRAMES // 2]:.1f} ms, 95 % within"
        f" {taken[int(FRAMES * 0.95)]:.1f} ms, most {taken[-1]:.1f} ms;"
        f" {sum(each <= FRAME for each in taken)} of {FRAMES} frames within {FRAME} ms,"
        f" {whole} without a gap"
    )


def mouse(view: DiagramView, kind: QEvent.Type, at: QPointF) -> None:
    """Press, move or release the left button, also outside the view, as in a drag."""
    left = Qt.MouseButton.LeftButton
    place = view.mapToGlobal(at)
    event = QMouseEvent(kind, at, place, left, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view, event)


if __name__ == "__main__":
    main()
