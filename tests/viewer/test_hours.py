"""A window that is left open beside running programs, for as long as `TANGLESCOPE_HOURS` says.

Three programs publish: ssb-db2 8, ssb-server 16, and what stands for Tilde Friends, whose own
program isn't on npm. Each is disturbed in turn as happens over hours: compacted, replaced by a
copy, restarted. The report names the delays; run it with `-s`.
"""

import os
import resource
import shutil
import sqlite3
import sys
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import NamedTuple

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.viewer.workers.collector import Collector
from tests.engine.authors import Author, post
from tests.engine.node_programs import NodeProgram, slow_with, start
from tests.engine.store.files.test_database_reader import store, tilde
from tests.viewer.windows import Open, wait_until_open

HOURS = float(os.environ.get("TANGLESCOPE_HOURS", "0.003"))
EVERY = 8
"""Messages of a program between two disturbances."""
LOST = 60.0
"""Seconds after which a message isn't expected any more."""

pytestmark = slow_with("ssb-server", "ssb-db2")


@pytest.fixture(autouse=True)
def pauses_are_short() -> None:
    """Let the window wait as long as it does for users."""


class Client(ABC):
    """A program with an archive."""

    archive: Path

    def __init__(self, folder: Path) -> None:
        self.author = Author(type(self).__name__)
        self._folder = folder
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Start the program."""

    @abstractmethod
    def publish(self, text: str) -> str:
        """Publish a post; its key."""

    @abstractmethod
    def end(self) -> None:
        """End the program."""

    @property
    def disturbances(self) -> dict[str, Callable[[], None]]:
        """What happens to its archive over hours."""
        return {"restart": self._restart, "copy": self._replace}

    def _restart(self) -> None:
        self.end()
        self.begin()

    def _replace(self) -> None:
        """Replace the log by a copy, as a backup program or a rotation does."""
        self.end()
        copy = self.log.with_name("copy")
        shutil.copy(self.log, copy)
        copy.replace(self.log)
        self.begin()

    @property
    @abstractmethod
    def log(self) -> Path:
        """The file that it appends to."""


class OfNode(Client):
    """A client that runs in Node.js."""

    script: str
    program: NodeProgram

    def begin(self) -> None:
        self.program = start(self.script, self.archive, self.author)

    def end(self) -> None:
        self.program.end()


class Db2(OfNode):
    """ssb-db2 8, which deletes messages and compacts its log."""

    script = "following/ssb-db2.js"

    def __init__(self, folder: Path) -> None:
        self.archive = folder / "db2"
        (self.archive / "db2").mkdir(parents=True)
        self.log.touch()
        self._published: list[str] = []
        super().__init__(folder)

    @property
    def log(self) -> Path:
        return self.archive / "db2" / "log.bipf"

    def end(self) -> None:
        super().end()
        # With them, ssb-db2 8 crashes if it deletes after a restart what it published since.
        for folder in ("indexes", "jit"):
            shutil.rmtree(self.archive / "db2" / folder, ignore_errors=True)

    def publish(self, text: str) -> str:
        self._published.append(self.program.answer({"publish": post(text)}))
        return self._published[-1]

    @property
    def disturbances(self) -> dict[str, Callable[[], None]]:
        return {"compaction": self._compact, **super().disturbances}

    def _compact(self) -> None:
        for key in self._published[-EVERY:-1:2]:
            assert self.program.answer({"delete": key}) == "done"
        assert self.program.answer({"compact": True}) == "done"


class Server(OfNode):
    """ssb-server 16."""

    script = "revisions/ssb-server.js"

    def __init__(self, folder: Path) -> None:
        self.archive = folder / "server"
        self.archive.mkdir()
        (self.archive / "flume").mkdir()
        super().__init__(folder)

    @property
    def log(self) -> Path:
        return self.archive / "flume" / "log.offset"

    def publish(self, text: str) -> str:
        return self.program.answer(post(text))


class Tilde(Client):
    """A database in the schema of Tilde Friends, written as its program does."""

    def __init__(self, folder: Path) -> None:
        self.archive = folder / "db.sqlite"
        tilde(self.archive).close()
        super().__init__(folder)

    @property
    def log(self) -> Path:
        return self.archive

    def begin(self) -> None:
        self._database = sqlite3.connect(self.archive, isolation_level=None)

    def end(self) -> None:
        self._database.close()

    def publish(self, text: str) -> str:
        said = self.author.say(post(text))
        store(self._database, said)
        return said.key

    @property
    def disturbances(self) -> dict[str, Callable[[], None]]:
        return {"compaction": self._compact, **super().disturbances}

    def _compact(self) -> None:
        self._database.execute("DELETE FROM messages WHERE rowid % 2 AND sequence < ?", (EVERY,))
        self._database.execute("VACUUM")
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class Seen(NamedTuple):
    """A message: who published it after what, and how long it took to show it."""

    who: str
    after: str
    seconds: float


def report(seen: list[Seen], began: float) -> str:
    """The delays of each client, after each disturbance."""
    groups: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for each in seen:
        groups[each.who, each.after].append(each.seconds)
    lines = [f"{len(seen):,} messages in {(monotonic() - began) / 60:.1f} minutes"]
    for (who, after), delays in sorted(groups.items()):
        delays.sort()
        late = sum(delay > 1 for delay in delays)
        lines.append(
            f"{who} after {after}: {len(delays):,} messages, median {median(delays):.2f} s,"
            f" 99 % within {delays[int(0.99 * (len(delays) - 1))]:.2f} s,"
            f" longest {delays[-1]:.2f} s, {late} above 1 s"
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return "\n".join([*lines, f"{memory:.0f} MB at most", ""])


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[Collector]:
    """Collects garbage as the program does; otherwise the memory would only grow."""
    del qapp
    made = Collector()
    yield made
    made.end()


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[list[Client]]:
    made: list[Client] = [make(tmp_path) for make in (Db2, Server, Tilde)]
    yield made
    for client in made:
        client.end()


def test_a_window_shows_each_message_of_running_programs_soon(
    clients: list[Client], open_window: Open, collector: Collector, qtbot: QtBot
) -> None:
    del collector
    random, began = Random(1), monotonic()
    first = [client.publish("begin") for client in clients]
    window = open_window()
    window.open_paths([client.archive for client in clients])
    qtbot.waitUntil(lambda: len(window.model.address) > 0, timeout=20_000)
    window.open_thread("everything")
    wait_until_open(qtbot, window, "everything")
    seen: list[Seen] = []
    disturbed = {client: cycle(client.disturbances.items()) for client in clients}
    for number in count(1):
        for client in clients:
            what = "a message"
            if number % EVERY == 0:
                what, disturb = next(disturbed[client])
                disturb()
            key = client.publish(f"{number}")
            since = monotonic()
            shown = lambda key=key: window.model.row_of(key) is not None  # noqa: E731
            qtbot.waitUntil(shown, timeout=int(LOST * 1000))
            first.append(key)
            seen.append(Seen(type(client).__name__, what, monotonic() - since))
            # The next one comes at any moment of the window's own rhythm.
            qtbot.wait(random.randrange(600))
        if number % EVERY == 0:
            sys.stdout.write(report(seen, began))
        if monotonic() > began + HOURS * 3600 and number >= 3 * EVERY:
            break
    assert all(window.model.row_of(key) is not None for key in first)
    assert window._session is not None
    assert len(window._session.library.quarantine) == 0
    assert window._session.library.check().ok
    assert median(each.seconds for each in seen) < 1
