"""The window at a million messages: opening, scrolling, edits while it is visible, memory.

    python bench/viewer.py [--small] [--rows N]

Offscreen (or `QT_QPA_PLATFORM=xcb` under Xvfb), one process, wall time. Keys are numbers, as in a
database; names and contents are generated on demand, so only the model and the view are measured.
"""

import argparse
import gc
import os
import platform
import random
import resource
import sys
import tracemalloc
from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

import PySide6
from PySide6.QtWidgets import QApplication

from tanglescope.engine.library import (
    Address,
    Edges,
    Library,
    StoredMessage,
    TimelineChange,
    TimelineSnapshot,
)
from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load, put_on
from tanglescope.viewer.views.timeline.timeline_view import TimelineView

ROOT = "%root.sha256"
WORDS = ("lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "adipiscing", "elit", "sed")
LENGTHS = (3, 8, 15, 40, 90)


class MadeKeys(NumberedKeys):
    """Numbers as keys, converted on demand."""

    def __init__(self, count: int) -> None:
        self.numbers = array("i", range(1, count + 1))
        self._new: dict[str, int] = {}
        self._names: list[str] = []

    def mark(self, key: str, *, placeholder: bool = False) -> int:
        """The number of a key; new keys get the next numbers."""
        made = self._made(key)
        if made is not None and not placeholder:
            return made
        if key not in self._new:
            self._names.append(key)
            self._new[key] = len(self.numbers) + len(self._names)
        return self._new[key]

    def numbers_of(self, keys: Iterable[str]) -> dict[int, str]:
        """The numbers of the keys that were made or marked."""
        known = ((self._made(key) or self._new.get(key), key) for key in keys)
        return {number: key for number, key in known if number is not None}

    def _made(self, key: str) -> int | None:
        digits = key[1:-8]
        return int(digits) + 1 if digits.isdecimal() else None

    def names(self, marks: Sequence[int]) -> list[str]:
        """The keys of numbers."""
        count = len(self.numbers)
        return [
            named(mark - 1) if mark <= count else self._names[mark - count - 1] for mark in marks
        ]

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, place: Any) -> Any:
        marks = self.numbers[place]
        return self.names(marks) if isinstance(place, slice) else self.names([marks])[0]


class Nothing:
    """The votes, activities or pictures of a made library: there are none."""

    def of(self, _keys: Sequence[str]) -> dict[str, Any]:
        """Nothing, for any of these."""
        return {}


class Made:
    """A library with one conversation, and that conversation: messages are generated on demand."""

    address = Address("thread", ROOT, short=ROOT)
    votes = activities = portraits = Nothing()
    leaves_out = is_numbered_apart = False

    def __init__(self, count: int) -> None:
        self.keys = MadeKeys(count)

    def conversation(self, _address: str, **_options: bool) -> "Made":
        """This object, the only conversation."""
        return self

    def shown_as(self, key: str) -> str:
        """The message itself: it has no edits."""
        return key

    def snapshot(self) -> TimelineSnapshot:
        """All keys; nothing is missing."""
        return TimelineSnapshot(ROOT, 1, self.keys, {})

    def writers(self) -> tuple[str, ...]:
        """No writers: authors are shown by their keys."""
        return ()

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """A message of three to ninety words for each key."""
        return {key: made(key, ROOT) for key in keys}

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """Each message comes after the two before it; inserted messages have no causes."""
        return {key: joined(key) for key in keys}

    def names(self, feeds: Iterable[str]) -> dict[str, str]:
        """Every author has a name."""
        return {feed: f"Author {feed[1:]}" for feed in feeds}


def named(number: int) -> str:
    """The key of an initial message."""
    return f"%{number:043}=.sha256"


def joined(key: str) -> Edges:
    """The edges of the message `key`."""
    digits = key[1:-8]
    if not digits.isdecimal():
        return Edges()
    number = int(digits)
    causes = tuple(named(number - back) for back in (1, 2) if number >= back)
    return Edges(causes, (named(number + 1), named(number + 2)))


def made(key: str, root: str) -> StoredMessage:
    """The message of `key`."""
    chance = random.Random(key)
    text = " ".join(chance.choices(WORDS, k=chance.choice(LENGTHS)))
    when = 1.5e12 + chance.randrange(10**9)
    content = {"type": "post", "text": text, "root": root}
    author = f"@{chance.randrange(50)}"
    return StoredMessage(key, author, 1, when, when, "post", content, "valid", None, (root,))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="10,000 rows")
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    count = 10_000 if options.small else options.rows
    application = QApplication([])
    put_on(load("light"))
    print(f"{count:,} rows, PySide6 {PySide6.__version__}, Python {platform.python_version()},")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    warm_up()
    view = opening(application, count)
    scrolling(view)
    for edits in (100, 1_700):
        editing(view, edits)
    standing_still(view)
    print(f"process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most")
    memory(count)


def warm_up() -> None:
    """Load fonts and styles, as the window does before a timeline is opened."""
    view = visible(20)
    view.grab()
    view.close()


def visible(count: int) -> TimelineView:
    """A view on a thread of so many messages."""
    view = TimelineView(load("light"))
    view.setModel(TimelineModel(cast(Library, Made(count)), view))
    view.resize(900, 800)
    view.timeline.open(ROOT)
    return view


def opening(application: QApplication, count: int) -> TimelineView:
    """From the choice of a thread to its first picture."""
    view = visible(0)
    view.show()
    application.processEvents()
    view.setModel(TimelineModel(cast(Library, Made(count)), view))
    start = perf_counter()
    view.timeline.open(ROOT)
    view.viewport().repaint()
    print(f"open: {1e3 * (perf_counter() - start):.1f} ms to the first picture")
    return view


def scrolling(view: TimelineView) -> None:
    """Scroll in steps through the middle, and jump to random positions."""
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    chance = random.Random(1)
    report("scroll by 11 pixels", view, lambda: view.scroll_by(11), 600)
    report("jump anywhere", view, lambda: bar.setValue(chance.randrange(bar.maximum())), 100)


def editing(view: TimelineView, size: int) -> None:
    """Edits all over the timeline while its middle is on the screen."""
    chance = random.Random(size)
    frames = [edits_of_a_frame(view, size, frame, chance) for frame in range(30)]
    took = report(f"{size:,} edits a frame", view, lambda: apply(view, frames.pop(0)), 30)
    print(f"    {size * 30 / took:,.0f} edits a second")


def edits_of_a_frame(
    view: TimelineView, size: int, frame: int, chance: random.Random
) -> list[Edit]:
    """One insert for every four moves, as in a busy tangle."""
    rows = view.timeline.rowCount()
    edits: list[Edit] = []
    for number in range(size):
        source = chance.randrange(rows - 60)
        if number % 5 == 0:
            edits.append(Insert(f"%{size}-{frame}-{number}", source))
        else:
            edits.append(Move(source, source + chance.randrange(1, 50)))
    return edits


def apply(view: TimelineView, edits: list[Edit]) -> None:
    """Apply one change to the model."""
    model = view.timeline
    model.apply(TimelineChange(ROOT, model.revision + 1, tuple(edits), {}, {}))


def standing_still(view: TimelineView) -> None:
    """Print how far the visible messages shift while a thousand rows are inserted above."""
    before = view.place()
    for number in range(1_000):
        apply(view, [Insert(f"%above-{number}", number)])
        view.viewport().repaint()
    after = view.place()
    assert before is not None
    assert after is not None
    same = before[0] == after[0]
    print(f"1,000 edits above: shifted by {abs(after[1] - before[1]) if same else '?'} px")


def memory(count: int) -> None:
    """Print the memory of the model per row."""
    gc.collect()
    tracemalloc.start()
    view = visible(count)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"model: {used / count:.1f} bytes a row, its number in the snapshot included")
    view.close()


def report(name: str, view: TimelineView, act: Callable[[], object], count: int) -> float:
    """Act, paint, and print the times of frames; return the total seconds."""
    frames = []
    for _ in range(count):
        start = perf_counter()
        act()
        view.viewport().repaint()
        frames.append(perf_counter() - start)
    total = sum(frames)
    frames.sort()
    middle, most = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    print(f"{name}: median {1e3 * middle:.1f} ms, 95 % within {1e3 * most:.1f} ms")
    return total


if __name__ == "__main__":
    main()
