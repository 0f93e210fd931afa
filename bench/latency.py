"""How long the window takes to answer any action, at 100,000 messages.

    python bench/latency.py [--small] [--messages N] [--only NAME] [--database FILE] [--profile]

Every command that needs no file is run on a large conversation, each switch and each panel in both
directions; conversations of all kinds are opened; words are typed into all text fields. "At once"
is the processor time of the painting thread from the click to the next picture, "in one go" the
longest time without a pause until the window is settled. Slower questions are answered in the
background; the last column shows their wall time. With --profile, the slowest functions of each
action that takes more than 100 ms are printed.

`--database` keeps the generated database for another run.
"""

import argparse
import cProfile
import json
import os
import platform
import pstats
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from bench.stalls import FEEDS, WORDS, People
from engine.library import EVERYTHING, Library, Question, feed_address, mentions_address
from engine.library import search_address as of_search
from engine.wording import tr
from viewer.models.sidebar import SidebarList
from viewer.panels.table import PANELS
from viewer.settings import MemoryStore, Settings
from viewer.subjects import AuthorSubject, ConversationSubject, MessageSubject, Subject
from viewer.window.commands import CHECKABLE, COMMANDS
from viewer.window.main_window import MainWindow
from viewer.workers.collector import Collector
from viewer.workers.frame_clock import share_the_interpreter

LIMIT = 0.1
"""The limit in seconds for the response to a click."""
QUIET = 0.4
"""The seconds without activity after which an action is over; timers are shorter."""
SHORT = 0.05
"""The same between two actions, which isn't reported."""
PATIENCE = 60.0
LEFT_OUT = frozenset(
    {
        *("open", "open_folder", "open_sample", "open_group_sample", "blob_folder"),
        *("export", "export_page", "export_site", "export_feed", "export_part", "export_author"),
        *("unlock", "unlock_groups", "adopt", "publish_as_usual", "back_up", "restore"),
        *("remove_collection", "new_window", "quit", "cancel", "mentions"),
        *("scene_fork", "scene_partition", "scene_late_peer", "scene_wrong_clocks"),
    }
)
"""Commands that ask for a file, or leave the measured window."""


class Cost(NamedTuple):
    """The cost of an action, in seconds."""

    name: str
    at_once: float
    in_one_go: float
    settled: float

    @property
    def worst(self) -> float:
        """The longest time without a response of the window."""
        return max(self.at_once, self.in_one_go)


def write(path: Path, count: int) -> tuple[str, str, str]:
    """An archive of one large thread and many small ones: a large root, a small one, and a feed."""
    chance, people = random.Random(7), People()
    roots: list[tuple[str, list[str]]] = []
    large, feed = "", ""
    with path.open("w") as file:
        for number in range(count):
            who = chance.randrange(FEEDS)
            content: dict[str, object] = {
                "type": "post",
                "text": " ".join(chance.choices(WORDS, k=12)),
                "channel": chance.choice(("boats", "tea")),
            }
            if feed and number % 10 == 0:
                content["mentions"] = [{"link": feed}]
            if number < 2:
                root, ends = "", list[str]()
            else:
                root, ends = roots[0] if number % 5 else roots[chance.randrange(len(roots))]
            is_root = number < 2 or number % 50 == 0
            if not is_root:
                content |= {"root": root, "branch": chance.choice(ends)}
            key, line = people.say(who, content, 1.5e12 + number * 1000)
            if is_root:
                roots.append((key, [key]))
                large = large or key
            else:
                ends.append(key)
                del ends[:-4]
            feed = feed or people._feeds[who]
            file.write(f"{line}\n")
    return large, roots[-1][0], feed


class Bench:
    """A window on a large collection, and the actions in it."""

    def __init__(self, database: Path, subjects: tuple[str, str, str], quiet: float) -> None:
        self.window = MainWindow(database, Settings(MemoryStore()))
        self.root, self.small, self.feed = subjects
        self.quiet = quiet
        self.profiles = False
        self.costs: list[Cost] = []
        self.window.resize(1280, 800)
        self.window.show()
        self.window.open_database(database)
        self.settle(SHORT)
        self.window.warm_up()
        self.pause(2.0)
        self.begin_anew()

    def settle(self, rest: float) -> float:
        """Let the window work until it has been idle so long; return the longest time in one go."""
        most, start = 0.0, perf_counter()
        quiet = start
        while perf_counter() - quiet < rest and perf_counter() - start < PATIENCE:
            worked = thread_time()
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
            busy = thread_time() - worked
            most = max(most, busy)
            if not self.window.is_settled():
                quiet = perf_counter()
        return most

    def pause(self, seconds: float) -> None:
        """Let the window be idle."""
        QTest.qWait(round(1000 * seconds))

    def begin_anew(self) -> None:
        """Show the middle of the large conversation, without panels."""
        window = self.window
        for dialog in window.findChildren(QDialog):
            dialog.close()
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        window.workbench.close_panel()
        if not window.beside.page.isHidden():
            window.beside.close()
        window.reading.finder.close_bar()
        if window.opening.address != self.root:
            window.open_thread(self.root)
            self.settle(SHORT)
        model = window.model
        window.timeline.go_to(model.key(model.rowCount() // 2))
        window.activateWindow()
        window.timeline.setFocus()
        self.settle(SHORT)

    def measure(self, name: str, act: Callable[[], object]) -> None:
        """Record the cost of an action."""
        profile = cProfile.Profile() if self.profiles else None
        started, worked = perf_counter(), thread_time()
        if profile:
            profile.enable()
        act()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
        at_once = thread_time() - worked
        in_one_go = self.settle(self.quiet)
        if profile:
            profile.disable()
        cost = Cost(name, at_once, in_one_go, max(0.0, perf_counter() - started - self.quiet))
        self.costs.append(cost)
        if cost.worst > LIMIT:
            print(cost, file=sys.stderr, flush=True)
        if profile and cost.worst > LIMIT:
            print(f"\n{name}: {1000 * at_once:.0f} ms, {1000 * in_one_go:.0f} ms")
            pstats.Stats(profile).sort_stats("cumulative").print_stats(25)

    def run(self, only: str) -> None:
        """Measure all actions, or those with `only` in their names."""
        for name, act in self.actions():
            if only in name:
                self.measure(name, act)

    def actions(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """All actions by name; between two of them, the window is in its initial state."""
        window = self.window
        for command in COMMANDS:
            if command.name in LEFT_OUT:
                continue
            self.begin_anew()
            action = window.menus.action(command.name)
            if not action.isVisible() or not action.isEnabled():
                continue
            title = tr(command.text).replace("&", "")
            yield title, action.trigger
            if command.name in CHECKABLE and not command.name.startswith("theme"):
                yield f"{title}, the other way", action.trigger
        window.menus.action("theme_light").trigger()
        yield from self._openings()
        yield from self._typing()
        yield from self._reading()
        yield from self._beside_panels()

    def _openings(self) -> Iterator[tuple[str, Callable[[], object]]]:
        window = self.window
        kinds = {
            "a feed": str(feed_address(self.feed)),
            "a channel": "#boats",
            "mentions": str(mentions_address(self.feed)),
            "a search": str(of_search(Question("anchor"))),
            "everything": EVERYTHING,
            "a small thread": self.small,
        }
        for kind, address in kinds.items():
            self.begin_anew()
            yield f"Open {kind}", partial(window.ways.open, address)
            yield f"Back from {kind}", window.ways.go_back
            yield f"Forward to {kind}", window.ways.go_forward
        self.begin_anew()
        yield "Open a thread beside", lambda: window.beside.open(self.root)
        for order in ("time", "autobase"):
            self.begin_anew()
            yield f"Order by {order}", partial(window.ordering.choose, order)

    def _typing(self) -> Iterator[tuple[str, Callable[[], object]]]:
        window = self.window
        self.begin_anew()
        window.menus.action("filter").trigger()
        yield "Type into the filter", lambda: _type("anchor")
        yield "Clear the filter", lambda: _type("")
        self.begin_anew()
        window.menus.action("find").trigger()
        yield "Type what to find", lambda: _type("anchor")
        yield "Find next, of many", lambda: window.reading.finder.step(1)
        self.begin_anew()
        window.menus.action("panel_search").trigger()
        self.settle(SHORT)
        yield "Type what to search for", lambda: _type("anchor")
        self.begin_anew()
        window.menus.action("reply").trigger()
        yield "Type a letter of a reply", lambda: _type("a")

    def _reading(self) -> Iterator[tuple[str, Callable[[], object]]]:
        window = self.window
        view = window.timeline
        self.begin_anew()
        yield "Click a message", lambda: _click(window, 0.5)
        yield "Click another message", lambda: _click(window, 0.2)
        yield "Turn the wheel", lambda: _turn(window)
        yield "Page down", lambda: QTest.keyClick(view, Qt.Key.Key_PageDown)
        yield "To the end", lambda: QTest.keyClick(view, Qt.Key.Key_End)
        yield "To the beginning", lambda: QTest.keyClick(view, Qt.Key.Key_Home)
        yield (
            "Drag the scroll bar",
            lambda: view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 3),
        )
        yield "Select all", lambda: view.choose_all()
        yield "Deselect all", lambda: view.deselect_all()
        yield "Make the window small", lambda: window.resize(800, 600)
        yield "Make the window large", lambda: window.resize(1280, 800)
        for name, subject in (
            ("a message", MessageSubject(self.root)),
            ("an author", AuthorSubject(self.feed)),
            ("a conversation", ConversationSubject(self.root)),
        ):
            self.begin_anew()
            yield f"Menu of {name}", partial(self._pop_up, subject)
        for sidebar_list in SidebarList:
            self.begin_anew()
            yield f"List: {sidebar_list.title}", partial(window.threads.turn_to, sidebar_list)
        window.threads.turn_to(SidebarList.THREADS)

    def _pop_up(self, subject: Subject) -> None:
        self.window.subject_actions.menu_for(subject).popup(QPoint(9, 9))

    def _beside_panels(self) -> Iterator[tuple[str, Callable[[], object]]]:
        window, view = self.window, self.window.timeline
        for kind in PANELS:
            if kind.name not in window.workbench.offered():
                continue
            self.begin_anew()
            window.workbench.open_panel(kind.name)
            self.settle(SHORT)
            title = tr(kind.title)
            yield f"Next message beside {title}", lambda: view.step(1)
            yield f"{title} in the whole window", lambda: window.workbench.fill(on=True)
            window.workbench.fill(on=False)


def _type(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    if text:
        QTest.keyClicks(focus, text)
    else:
        QTest.keyClick(focus, Qt.Key.Key_Backspace)


def _click(window: MainWindow, height: float) -> None:
    port = window.timeline.viewport()
    place = QPoint(port.width() // 2, round(port.height() * height))
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)


def _turn(window: MainWindow) -> None:
    port = window.timeline.viewport()
    middle = QPointF(port.rect().center())
    event = QWheelEvent(
        middle,
        port.mapToGlobal(middle),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)


def report(costs: list[Cost]) -> None:
    """Print the table, the worst first."""
    print(f"{'':48} {'at once':>9} {'in one go':>10} {'settled':>9}")
    for cost in sorted(costs, key=lambda each: -each.worst):
        print(
            f"{cost.name[:48]:48} {1000 * cost.at_once:6.0f} ms {1000 * cost.in_one_go:7.0f} ms"
            f" {1000 * cost.settled:6.0f} ms"
        )
    slow = sum(cost.worst > LIMIT for cost in costs)
    print(f"{len(costs)} actions; {slow} of them take more than {1000 * LIMIT:.0f} ms")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--only", default="", help="actions with this in their names")
    parser.add_argument("--database", type=Path, help="what is generated stays here")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    count = 2_000 if options.small else options.messages
    application = QApplication([])
    share_the_interpreter()
    print(f"{count:,} messages of {FEEDS} feeds, Python {platform.python_version()},")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "log.ndjson"
        database = options.database or Path(folder) / "own.db"
        kept = database.with_suffix(".json")
        if not kept.exists():
            kept.write_text(json.dumps(write(archive, count)))
            with Library.open(database) as library:
                library.ingest(archive)
        subjects = tuple(json.loads(kept.read_text()))
        collector = Collector()
        bench = Bench(database, subjects, 0.1 if options.small else QUIET)
        bench.profiles = options.profile
        bench.run(options.only)
        report(bench.costs)
        bench.window.leave()
        application.processEvents()
        collector.end()


if __name__ == "__main__":
    main()
