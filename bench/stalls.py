"""How long the window is blocked while messages arrive in the open thread.

    python bench/stalls.py [--small] [--messages N]

A timer fires every 4 ms; its delay is the time for which the window was blocked. One thread of many
people, one archive, the window with its list, lanes and pills; messages are delivered feed by feed,
so that most edits move something. Wall time, so it needs an otherwise idle machine with two cores.
The CPU time that the painting thread takes in one go is that of the program alone. The
figures of an idle window are printed for comparison.
"""

import argparse
import json
import os
import platform
import random
import sys
import tempfile
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from time import perf_counter, thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from nacl.bindings import crypto_sign, crypto_sign_seed_keypair
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.keys import message_id
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.frame_clock import share_the_interpreter

FEEDS = 24
EVERY = 4  # milliseconds
WORDS = ("tangle", "paper", "anchor", "patch", "garden", "thread", "river", "night", "seed")


class Probe:
    """Records how late a timer is."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.busy: list[float] = []
        self._due = self._worked = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self._heard)

    def start(self) -> None:
        """Begin to record."""
        self.late.clear()
        self.busy.clear()
        self._worked = thread_time()
        self._due = perf_counter() + EVERY / 1000
        self._timer.start()

    def stop(self, name: str) -> None:
        """Print how late the timer was."""
        self._timer.stop()
        late = sorted(1000 * each for each in self.late)
        middle, most, often = late[len(late) // 2], late[-1], late[int(len(late) * 0.99)]
        over = sum(each > 30 for each in late)
        busy = sorted(1000 * each for each in self.busy)
        print(
            f"{name}: median {middle:.1f} ms late, 99 % within {often:.1f} ms,"
            f" longest {most:.1f} ms, {over} of {len(late):,} later than 30 ms;"
            f" CPU of the painting thread in one go: 99 % within"
            f" {busy[int(len(busy) * 0.99)]:.1f} ms, most {busy[-1]:.1f} ms"
        )

    def _heard(self) -> None:
        now = perf_counter()
        self.late.append(max(0.0, now - self._due))
        self._due = now + EVERY / 1000
        worked = thread_time()
        self.busy.append(worked - self._worked)
        self._worked = worked


class People:
    """Feeds with signed messages."""

    def __init__(self) -> None:
        keys = [crypto_sign_seed_keypair(sha256(bytes([n])).digest()) for n in range(FEEDS)]
        self._feeds = [f"@{b64encode(public).decode()}.ed25519" for public, _ in keys]
        self._secrets = [secret for _, secret in keys]
        self._before: list[str | None] = [None] * FEEDS
        self._sequence = [0] * FEEDS

    def say(self, who: int, content: dict[str, object], asserted: float) -> tuple[str, str]:
        """Sign the next message of a feed: its key, and its line of an archive."""
        self._sequence[who] += 1
        value = {
            "previous": self._before[who],
            "sequence": self._sequence[who],
            "author": self._feeds[who],
            "timestamp": asserted,
            "hash": "sha256",
            "content": content,
        }
        signature = crypto_sign(canonical(value), self._secrets[who])[:64]
        value["signature"] = f"{b64encode(signature).decode()}.sig.ed25519"
        key = self._before[who] = message_id(canonical(value))
        return key, json.dumps({"key": key, "value": value, "timestamp": asserted})


def write(path: Path, count: int) -> None:
    """An archive of one conversation, in which each author replies to the latest known messages."""
    chance = random.Random(7)
    people = People()
    said: list[tuple[int, str]] = []
    root, tips = "", [""]
    for number in range(count):
        who = chance.randrange(FEEDS)
        content: dict[str, object] = {"type": "post"}
        content["text"] = " ".join(chance.choices(WORDS, k=12))
        if root:
            content |= {"root": root, "branch": chance.choice(tips)}
        key, line = people.say(who, content, 1.5e12 + number * 1000)
        root = root or key
        tips = [*tips[-4:], key] if root != key else [key]
        said.append((who // 3 if number else -1, line))
    said.sort(key=lambda each: each[0])  # a few feeds at a time, so that late ones move many
    path.write_text("".join(f"{line}\n" for _, line in said))


def wait(milliseconds: int) -> None:
    """Let the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages")
    parser.add_argument("--messages", type=int, default=20_000)
    options = parser.parse_args()
    count = 2_000 if options.small else options.messages
    application = QApplication([])
    share_the_interpreter()
    print(f"{count:,} messages of {FEEDS} feeds, Python {platform.python_version()},")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "log.ndjson"
        write(archive, count)
        window = MainWindow(TABLE, Path(folder) / "own.db", Settings(MemoryStore()))
        window.resize(1280, 800)
        window.show()
        application.processEvents()
        probe = Probe()
        probe.start()
        wait(1_000)
        probe.stop("at rest")
        start = perf_counter()
        window.open_path(archive)
        probe.start()
        while window.model.messages_here < count and perf_counter() - start < 300:
            wait(50)
        seconds = perf_counter() - start
        probe.stop("while it is read")
        rows = window.model.messages_here
        print(f"{rows:,} rows in {seconds:.1f} s: {rows / seconds:,.0f} a second")
        window.close()


if __name__ == "__main__":
    main()
