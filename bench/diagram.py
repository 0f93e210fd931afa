"""The diagram at a million messages: reading its shape, the overview, moving over it.

    python bench/diagram.py [--small] [--messages N]

Offscreen, one process, process time. The tangle has 64 feeds and up to two causes per message. A
frame stops painting when its time is up, and the next one continues, so `complete` is the time
until a new place is completely painted.
"""

import argparse
import os
import platform
import random
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

import PySide6
from PySide6.QtWidgets import QApplication

from tanglescope.engine.drawing.eliding import EVERYTHING
from tanglescope.engine.drawing.plan import Plan, plan
from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
from tanglescope.viewer.theme import load, put_on
from tanglescope.viewer.views.diagram.diagram_view import DiagramView

T = TypeVar("T")

FEEDS = 64
BACK = 70


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="20,000 messages")
    parser.add_argument("--messages", type=int, default=1_000_000)
    options = parser.parse_args()
    count = 20_000 if options.small else options.messages
    application = QApplication([])
    put_on(load("light"))
    print(f"{count:,} messages, PySide6 {PySide6.__version__}, Python {platform.python_version()},")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    shape = timed("shape, beside the window", lambda: made(count))
    drawn = timed("plan, beside the window", lambda: plan(shape, {}, EVERYTHING))
    print(f"{drawn.diagram.rows:,} rows, {drawn.diagram.width} columns")
    view = DiagramView(load("light"))
    view.resize(900, 800)
    view.show()
    application.processEvents()
    look_around(view, drawn)
    print(f"process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most")


def made(count: int) -> Shape:
    """A tangle in which each author answers recent messages."""
    chance = random.Random(1)
    keys = [f"%{number:043}=.sha256" for number in range(count)]
    traits = [
        MessageTraits(key, f"@{chance.randrange(FEEDS)}", "post", None, None, number)
        for number, key in enumerate(keys)
    ]
    backs = ((number, number - chance.randrange(1, BACK)) for number in range(count) for _ in "ab")
    pairs = [(keys[before], keys[number]) for number, before in backs if before >= 0]
    return make_shape(keys, traits, pairs)


def timed(name: str, make: Callable[[], T]) -> T:
    """Create an object and print how long it took."""
    start = process_time()
    answer = make()
    print(f"{name}: {process_time() - start:.2f} s")
    return answer


def look_around(view: DiagramView, drawn: Plan) -> None:
    """The overview, and moving over the diagram at every level of detail."""
    start = process_time()
    view.set_plan(drawn, afresh=True)
    view.repaint()
    first = process_time() - start
    print(f"overview: first frame {1e3 * first:.1f} ms, {complete(view)}")
    frames("overview, cached", view, view.update)
    for zoom, name in ((0.02, "density"), (0.16, "dots"), (1.0, "bubbles"), (2.0, "boxes")):
        view.show_whole()
        view.zoom(zoom / view.port.zoom)
        view.center(drawn.diagram.rows / 2, drawn.diagram.width / 2)
        print(f"{name}: a row is {view.port.down:.2f} pixels; {complete(view)}")
        frames(f"{name}, pan down", view, lambda: view.pan(0, 13))
        frames(f"{name}, pan aside", view, lambda: view.pan(7, 5))


def complete(view: DiagramView) -> str:
    """Paint until everything visible is painted."""
    start, count = process_time(), 0
    while count == 0 or not view.is_painted:
        view.repaint()
        count += 1
    return f"complete after {count} frames, {1e3 * (process_time() - start):.0f} ms"


def frames(name: str, view: DiagramView, act: Callable[[], object], count: int = 120) -> None:
    """Act, paint, and print the times of frames."""
    taken = []
    for _ in range(count):
        start = process_time()
        act()
        view.repaint()
        taken.append(process_time() - start)
    taken.sort()
    middle, most = 1e3 * taken[count // 2], 1e3 * taken[int(count * 0.95)]
    print(f"    {name}: median {middle:.1f} ms, 95 % within {most:.1f} ms")


if __name__ == "__main__":
    main()
