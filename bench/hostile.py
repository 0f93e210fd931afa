"""The cost of hostile input: the worst texts of a message, the worst graphs of a file.

    python bench/hostile.py [--small]

CPU time. A text is a message of 8 KiB, laid out for a bubble and painted; prose of the same length
is measured for comparison. A graph is compared with a plain chain of as many references.
"""

import argparse
import os
import resource
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtGui import QFont, QImage, QPainter

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.message.canonical import canonical
from tanglescope.viewer import app
from tanglescope.viewer.markdown import MessageDocument
from tanglescope.viewer.theme import load

ROOM = 8192 - 400  # characters that the rest of a message leaves to its text
WIDTH = 640
PIECES = {
    "one word": "x",
    "right to left": "\u202eabc\u2066אבג",
    "nothing to see": "\u200b",
    "accents": "a" + "\u0301" * 40,
    "families": "👨\u200d👩\u200d👧\u200d👦",
    "flags": "🇩🇪",
    "Thai": "ภาษาไทย",
    "no letter": "\uffff",
    "lines": "a\n",
    "ends of paragraphs": "\u2029",
    "quotes": "> a\n",
    "lists in quotes": "> - ",
    "lists": "- a\n",
    "numbered lists": "1. a\n",
    "headings": "# a\n",
    "underlined headings": "a\n=\n",
    "emphasis": "_a_ ",
    "half emphasis": "**a*",
    "code": "`a` ",
    "fences": "```\n",
    "links": "[a](http://b) ",
    "addresses": "http://a.b ",
    "mail": "a@b.c ",
    "channels": "#a ",
    "tables": "|a",
    "tags": "<b>",
    "comments": "<!--",
    "entities": "&#x1F600;",
    "brackets": "[](",
}

Events = Iterator[tuple[str, list[str]]]


def texts(repeats: int) -> None:
    """Print the cost of every text, the most expensive first."""
    theme, font = load("light"), QFont("DejaVu Sans", 10)
    app.application().setFont(font)
    canvas = QImage(WIDTH, 800, QImage.Format.Format_RGB32)

    def show(text: str) -> None:
        document = MessageDocument(text, font, theme)
        document.setTextWidth(WIDTH)
        document.size()
        painter = QPainter(canvas)
        document.drawContents(painter)
        painter.end()

    prose = "Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n\n"
    floor = best(partial(show, fill(prose)), repeats)
    costs = {name: best(partial(show, fill(piece)), repeats) for name, piece in PIECES.items()}
    print(f"a text of 8 KiB, laid out and painted: prose {1000 * floor:.1f} ms")
    for name, cost in sorted(costs.items(), key=lambda item: -item[1]):
        print(f"  {name:20} {1000 * cost:5.1f} ms {cost / floor:5.1f}x")


def fill(piece: str) -> str:
    """Repeat a piece as often as it fits into a message, with escapes."""
    length = len(canonical(piece).decode("utf-8", "surrogatepass")) - 2
    return piece * (ROOM // max(length, len(piece.encode("utf-16-le")) // 2))


def best(work: Callable[[], object], repeats: int) -> float:
    """The smallest CPU time of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def graphs(n: int) -> None:
    """Print the cost of every graph per reference."""
    made: dict[str, tuple[int, Callable[[], Events]]] = {
        "a chain": (n, lambda: chain(n)),
        "a chain from its end": (n, lambda: iter(list(chain(n))[::-1])),
        "one event after all": (n, lambda: star(n)),
        "ten ghosts an event": (10 * n, lambda: ghosts(n)),
        "a ladder": (2 * n, lambda: ladder(n // 2)),
        "all after all earlier": (n, lambda: all_earlier(int((2 * n) ** 0.5))),
        "the bridge": (n, lambda: bridge(n)),
        "a cycle": (n, lambda: cycle(n)),
    }
    floor = 0.0
    print(f"graphs of {n:,} references")
    for name, (references, events) in made.items():
        cost = best(partial(add, events()), 1) / references
        floor = floor or cost
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"  {name:22} {1e6 * cost:6.1f} us {cost / floor:5.1f}x   peak {peak} MB")


def add(events: Events) -> None:
    """Add events one by one; a cycle ends it."""
    timeline = Timeline()
    try:
        for name, after in events:
            timeline.add(name, after)
    except CycleError:
        pass  # raised before any change; finding the cycle is measured


def chain(n: int) -> Events:
    """Each event comes after the one before."""
    return ((f"{i:07}", [f"{i - 1:07}"] if i else []) for i in range(n))


def star(n: int) -> Events:
    """One event after all others."""
    yield from ((f"{i:07}", []) for i in range(n))
    yield "last", [f"{i:07}" for i in range(n)]


def ghosts(n: int) -> Events:
    """Events whose causes never arrive."""
    return ((f"{i:07}", [f"ghost {i} {j}" for j in range(10)]) for i in range(n))


def ladder(n: int) -> Events:
    """Pairs of events, each after both before: every pair doubles the number of paths."""
    for i in range(n):
        after = [f"a{i - 1:06}", f"b{i - 1:06}"] if i else []
        yield f"a{i:06}", after
        yield f"b{i:06}", after


def all_earlier(n: int) -> Events:
    """Each event comes after all earlier ones."""
    names = [f"{i:07}" for i in range(n)]
    return ((name, names[:i]) for i, name in enumerate(names))


def bridge(n: int) -> Events:
    """Two chains, and finally the event that moves one after the other."""
    yield from ((f"a{i:06}", [f"a{i - 1:06}" if i else "bridge"]) for i in range(n // 2))
    yield from ((f"b{i:06}", [f"b{i - 1:06}"] if i else []) for i in range(n // 2))
    yield "bridge", [f"b{n // 2 - 1:06}"]


def cycle(n: int) -> Events:
    """A chain whose first event comes after its last."""
    yield from ((f"{i:07}", [f"{i - 1:07}"]) for i in range(1, n))
    yield "0000000", [f"{n - 1:07}"]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="seconds instead of a minute")
    small = parser.parse_args().small
    texts(3 if small else 9)
    graphs(10_000 if small else 100_000)


if __name__ == "__main__":
    main()
