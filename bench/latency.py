"""How long the window takes to answer any action, at 100,000 messages.

    python bench/latency.py [--small | --old] [--messages N] [--only NAME] [--database FILE]
                            [--profile]

Every command is run on a large conversation, each switch and each panel in both directions, and
every entry of the context menus on something that isn't selected. Files to write are chosen without
a dialog, so that exports are measured too. Every button, slider, choice and list of all panels and
dialogs is used; conversations of all kinds are opened; words are typed into text fields. "At once"
is the processor time of the painting thread from the click to the next picture, "in one go" the
longest time without a pause until the window is settled. Slower questions are answered in the
background; the last column shows their wall time. With --profile, the slowest functions of each
action that takes more than 100 ms are printed.

`--database` keeps the generated database for another run. `--old` measures a small archive with the
shape of real ones instead, where rows are folded and much is missing; the large conversation is
everything.
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
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple, TypeAlias

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from bench.stalls import FEEDS, WORDS, People
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import EVERYTHING, Library, Question, feed_address, mentions_address
from tanglescope.engine.library import search_address as of_search
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    LaneSubject,
    MessageSubject,
    Subject,
)
from tanglescope.viewer.window.commands import BY_NAME, COMMANDS
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.collector import Collector
from tanglescope.viewer.workers.frame_clock import share_the_interpreter
from tests.data import old_archive

LIMIT = 0.1
"""The limit in seconds for the response to a click."""
QUIET = 0.4
"""The seconds without activity after which an action is over; timers are shorter."""
SHORT = 0.05
"""The same between two actions, which isn't reported."""
PATIENCE = 60.0
"""The most seconds that an action is watched; answers may take longer."""
PATIENCE_INSIDE = 6.0
"""The same for the parts of a panel or dialog, of which there are hundreds."""
LEFT_OUT = frozenset(
    {
        *("open_sample", "open_group_sample", "new_window", "quit", "remove_collection"),
        *("scene_fork", "scene_partition", "scene_late_peer", "scene_wrong_clocks"),
    }
)
"""Commands that leave the measured window."""
DIALOGS = (
    *("palette", "keys", "hide", "quarantine", "preferences", "import", "export", "glossary"),
    *("manual", "rename_collection", "about"),
)
"""Commands that open a window of their own, whose parts are used one by one."""
CLOSING = ("Close", "Cancel", "OK", "Open in a browser")
"""Buttons that end the use of a window, or leave the program."""
OF_A_KIND = 6
"""The most parts of one class that are used in a panel or dialog, such as pictures."""


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
            if number % 50 == 7:
                file.write(f"{line[: len(line) // 2]}\n")
    return large, roots[-1][0], feed


def write_old(path: Path) -> tuple[str, str, str]:
    """An old archive: everything, a thread, and a feed."""
    old_archive.write(path)
    thread = next(each for each in old_archive.messages() if "root" in each.value["content"])
    return EVERYTHING, thread.value["content"]["root"], thread.value["author"]


def choose_without_dialog(folder: Path) -> None:
    """Choose a file to write without a dialog; no files to read are chosen."""

    def chosen(dialog: QFileDialog, mode: QFileDialog.FileMode) -> list[Path]:
        writes = mode is QFileDialog.FileMode.AnyFile
        name = dialog.selectedFiles()[0] if writes and dialog.selectedFiles() else ""
        dialog.deleteLater()
        return [folder / Path(name).name] if name else []

    file_dialogs._ask = chosen


class Bench:
    """A window on a large collection, and the actions in it."""

    def __init__(self, database: Path, subjects: tuple[str, str, str], quiet: float) -> None:
        self.window = MainWindow(TABLE, database, Settings(MemoryStore()))
        self.root, self.small, self.feed = subjects
        self.quiet, self.patience = quiet, PATIENCE
        self.profiles = False
        self.costs: list[Cost] = []
        self.unavailable: list[str] = []
        """Commands that this conversation doesn't offer."""
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
        while perf_counter() - quiet < rest and perf_counter() - start < self.patience:
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
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible() and other.isWindow():
                other.close()
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        # Without an event loop, closed dialogs would stay and be styled again by each theme.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
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
            title = tr(command.text).replace("&", "")
            if not action.isVisible() or not action.isEnabled():
                self.unavailable.append(title)
                continue
            yield title, action.trigger
            if command.is_checkable and not command.name.startswith("theme"):
                yield f"{title}, the other way", action.trigger
        window.menus.action("theme_light").trigger()
        yield from self._openings()
        yield from self._typing()
        yield from self._reading()
        yield from self._menus()
        yield from self._beside_panels()
        self.patience = PATIENCE_INSIDE
        yield from self._parts_of_panels()
        yield from self._parts_of_dialogs()

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
            yield f"Back from {kind}", partial(window.ways.retrace, forward=False)
            yield f"Forward to {kind}", partial(window.ways.retrace, forward=True)
        self.begin_anew()
        yield "Open a thread beside", lambda: window.beside.open(self.root)
        for order in ("time", "autobase"):
            self.begin_anew()
            yield f"Order by {order}", partial(window.parts.ordering.choose, order)

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
        yield "Turn the wheel", lambda: _turn(view.viewport())
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
        self.window.context_menus.menu_for(subject).popup(QPoint(9, 9))

    def _menus(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """The menus of the menu bar, and each entry of the context menus."""
        window = self.window
        for action in window.menuBar().actions():
            menu = action.menu()
            assert isinstance(menu, QMenu)
            self.begin_anew()
            yield f"Menu {menu.title().replace('&', '')}", partial(menu.popup, QPoint(9, 9))
        self.begin_anew()
        model = window.model
        early, late = model.key(model.rowCount() // 4), model.key(model.rowCount() // 4 + 1)
        assert early is not None
        assert late is not None
        for subject in (
            MessageSubject(early),
            AuthorSubject(self.feed),
            ConversationSubject(self.small),
            LaneSubject(early, late, self.feed),
        ):
            of = type(subject).__name__.removesuffix("Subject").lower()
            for command in TABLE.context_menus[type(subject)]:
                self.begin_anew()
                yield (
                    f"{command.title} (a {of})",
                    partial(window.context_menus.run, command, subject),
                )

    def _parts_of_panels(self) -> Iterator[tuple[str, Callable[[], object]]]:
        window = self.window
        for kind in PANELS:
            if kind.name in window.workbench.offered_panels():
                open_ = partial(window.workbench.open_panel, kind.name)
                yield from self._parts(tr(kind.title), open_, window.workbench.panel)

    def _parts_of_dialogs(self) -> Iterator[tuple[str, Callable[[], object]]]:
        for name in DIALOGS:
            title = BY_NAME[name].title
            yield from self._parts(title, self.window.menus.action(name).trigger, self._dialog)

    def _dialog(self) -> QWidget | None:
        """The window that a command has opened."""
        tops = QApplication.topLevelWidgets()
        return next((each for each in tops if each.isVisible() and each is not self.window), None)

    def _parts(
        self, title: str, open_: Callable[[], object], opened: Callable[[], QWidget | None]
    ) -> Iterator[tuple[str, Callable[[], object]]]:
        """The parts of a panel or dialog, each used once; it is opened again if it was left."""
        used = Counter[str]()
        at = 0
        whole: QWidget | None = None
        while True:
            if whole is None or not isValid(whole) or opened() is not whole:
                self.begin_anew()
                open_()
                self.settle(SHORT)
                whole = opened()
            if whole is None:
                return
            parts = [each for each in whole.findChildren(QWidget) if is_usable(each)]
            if at >= len(parts):
                return
            part, at = parts[at], at + 1
            used[type(part).__name__] += 1
            if used[type(part).__name__] <= OF_A_KIND:
                for name, act in uses(part):
                    yield f"{title}: {name}", act
                    if not isValid(part):
                        break

    def _beside_panels(self) -> Iterator[tuple[str, Callable[[], object]]]:
        window, view = self.window, self.window.timeline
        for kind in PANELS:
            if kind.name not in window.workbench.offered_panels():
                continue
            self.begin_anew()
            window.workbench.open_panel(kind.name)
            self.settle(SHORT)
            title = tr(kind.title)
            yield f"Next message beside {title}", lambda: view.step(1)
            yield f"{title} in the whole window", lambda: window.workbench.fill(on=True)
            window.workbench.fill(on=False)


Uses: TypeAlias = Iterable[tuple[str, Callable[[], object]]]
"""What can be done with a part of a panel or dialog, and how it is called."""


def is_usable(part: QWidget) -> bool:
    """Whether a part of a panel or dialog can be used with the mouse."""
    if not part.isVisible() or not part.isEnabled() or isinstance(part, QScrollBar):
        return False
    inside = isinstance(part.parentWidget(), QComboBox | QAbstractSpinBox | QTabBar | QHeaderView)
    return isinstance(part, tuple(kind for kind, _ in USES)) and not inside


def uses(part: QWidget) -> Iterator[tuple[str, Callable[[], object]]]:
    """What can be done with a part, by name."""
    text = part.text().replace("&", "") if isinstance(part, QAbstractButton) else ""
    name = (part.accessibleName() or text or type(part).__name__).split("\n")[0]
    for kind, uses_of in USES:
        if isinstance(part, kind):
            for how, act in uses_of(part):
                yield f"{name}, {how}" if how else name, act
            return


def _press(button: QAbstractButton) -> Uses:
    menu = button.menu() if isinstance(button, QToolButton) else None
    if menu is not None:
        yield "", partial(menu.popup, QPoint(9, 9))
    elif button.text().replace("&", "") not in CLOSING:
        yield "", button.click


def _slide(slider: QAbstractSlider) -> Uses:
    yield "to the middle", lambda: slider.setValue(slider.maximum() // 2)
    yield "a step", partial(QTest.keyClick, slider, Qt.Key.Key_Right)


def _take_each(box: QComboBox) -> Uses:
    for number in range(min(box.count(), OF_A_KIND)):
        yield box.itemText(number), partial(_choose, box, number)


def _turn_to_each(bar: QTabBar) -> Uses:
    for number in range(bar.count()):
        yield bar.tabText(number), partial(bar.setCurrentIndex, number)


def _read(area: QAbstractScrollArea) -> Uses:
    port = area.viewport()
    middle = port.rect().center()
    yield "scroll", partial(_turn, port)
    yield "Down", partial(QTest.keyClick, area, Qt.Key.Key_Down)
    yield "End", partial(QTest.keyClick, area, Qt.Key.Key_End)
    yield "click", partial(QTest.mouseClick, port, Qt.MouseButton.LeftButton, pos=middle)


USES: tuple[tuple[type[QWidget], Callable[[Any], Uses]], ...] = (
    (QAbstractButton, _press),
    (QAbstractSlider, _slide),
    (QComboBox, _take_each),
    (QLineEdit, lambda field: [("type", partial(QTest.keyClicks, field, "oak"))]),
    (QAbstractSpinBox, lambda box: [("a step", box.stepUp)]),
    (QTabBar, _turn_to_each),
    (QAbstractScrollArea, _read),
)


def _choose(part: QComboBox, number: int) -> None:
    part.setCurrentIndex(number)
    part.activated.emit(number)


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


def _turn(port: QWidget) -> None:
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


def report_left_out(unavailable: list[str]) -> None:
    """Print which commands were not measured."""
    print(f"Not offered here: {', '.join(sorted(unavailable)) or 'none'}")
    print(f"Left out: {', '.join(sorted(BY_NAME[each].title for each in LEFT_OUT))}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages")
    parser.add_argument("--old", action="store_true", help="an archive with the shape of real ones")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--only", default="", help="actions with this in their names")
    parser.add_argument("--database", type=Path, help="what is generated stays here")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    count = 2_000 if options.small else options.messages
    application = QApplication([])
    share_the_interpreter()
    what = "an old archive" if options.old else f"{count:,} messages of {FEEDS} feeds"
    print(f"{what}, Python {platform.python_version()},")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "log.ndjson"
        database = options.database or Path(folder) / "own.db"
        kept = database.with_suffix(".json")
        if not kept.exists():
            subjects = write_old(archive) if options.old else write(archive, count)
            kept.write_text(json.dumps(subjects))
            with Library.open(database) as library:
                library.ingest(archive)
        subjects = tuple(json.loads(kept.read_text()))
        collector = Collector()
        choose_without_dialog(Path(folder))
        bench = Bench(database, subjects, 0.1 if options.small or options.old else QUIET)
        bench.profiles = options.profile
        bench.run(options.only)
        report(bench.costs)
        if not options.only:
            report_left_out(bench.unavailable)
        bench.window.leave()
        application.processEvents()
        collector.end()


if __name__ == "__main__":
    main()
