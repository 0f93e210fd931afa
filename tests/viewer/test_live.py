"""A law over all kinds of conversations: what arrives never resets the rows of an open one."""

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Question, search_address
from tanglescope.engine.message.box2 import Scheme
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.corestore.writers import WrittenCore, base_of, message, signer
from tests.engine.archive.corestore.writers import write as write_store
from tests.engine.authors import Author, Said, post
from tests.engine.club import Club, move
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.test_following_files import FILES, is_known
from tests.viewer.test_following_kinds import conversation, visible_keys
from tests.viewer.windows import Open, wait_until_open
from tools import sealing


class LongClub(Club):
    """The club, and what is said there later."""

    def __init__(self) -> None:
        super().__init__()
        self.early = [*self.said[:8], self.broken, self.fork]
        boats = {"channel": "boats", "mentions": [{"link": self.bob.feed}]}
        answer = self.cyn.say(post("Where?", self.root, self.mention, **boats))
        again = self.ann.say(post("At the pier", self.root, answer, **boats))
        game = self.bob.say(move("Bb5", self.game, self.second))
        self.late = [self.lost, self.other, answer, again, game]
        self.late += [self.bob.say(post(f"At the pier, {each}")) for each in "123"]


VIEWS = {
    "search": lambda _: str(search_address(Question("pier"))),
    "search in a thread": lambda club: str(search_address(Question("pier", thread=club.root.key))),
    "another order": lambda club: f"{club.chess}?by=timestamp",
    "hidden author": lambda club: club.root.key,
}


def wait_until_stored(qtbot: QtBot, window: MainWindow, records: int) -> None:
    """Wait until so many records are in the database, as messages or as bad ones."""

    def stored() -> int:
        library = window._session.library if window._session else None
        return len(library) + len(library.quarantine) if library else 0

    qtbot.waitUntil(lambda: stored() == records, timeout=10_000)


def settled(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until the rows are those of the conversation in the database."""
    qtbot.waitUntil(lambda: visible_keys(window) == conversation(window).in_order(), timeout=10_000)


def shuffled(said: list[Said], seed: int) -> Iterator[Said]:
    yield from Random(seed).sample(said, len(said))


@pytest.mark.parametrize(
    "kind", mostly_slow([*Club().addresses, *VIEWS], "everything", "channel", "hidden author")
)
def test_what_arrives_in_any_order_never_resets_the_rows(
    kind: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    club = LongClub()
    archive = write(tmp_path / "log.ndjson", club.early)
    window = open_window(archive)
    wait_until_stored(qtbot, window, len(club.early))
    address = VIEWS[kind](club) if kind in VIEWS else club.addresses[kind]
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    settled(window, qtbot)
    if is_hiding := kind == "hidden author":
        window.timeline.go_to(club.answer.key)
        window.menus.action("hide_author").trigger()
        qtbot.waitUntil(lambda: window.model.gaps is not None, timeout=10_000)
    resets = QSignalSpy(window.model.modelReset)
    known = len(club.early)
    for said in shuffled(club.late, seed=len(kind)):
        with archive.open("ab") as file:
            file.write(said.line)
        known += 1
        wait_until_stored(qtbot, window, known)
        if not is_hiding:
            settled(window, qtbot)
    if is_hiding:
        count = len(conversation(window).in_order())
        qtbot.waitUntil(lambda: window.model.messages_here == count, timeout=10_000)
    assert resets.count() == 0


def two_writers(folder: Path, count: int) -> Path:
    """Write an Autobase whose first three entries name those of a writer who comes later."""
    other = WrittenCore([message(b"%d" % each) for each in range(count - 3)], [signer(2)])
    blocks = [message(b"a"), *(message(b"b", [(other.key, length)]) for length in (1, 3))]
    other.notes["referrer"] = base_of(blocks).key
    later = other.records(2) if count > 3 else {}
    return write_store(folder / "store", base_of(blocks).records(1) | later)


GROWING = {**FILES, "autobase": (f"autobase:{base_of([]).key.hex()}", two_writers, 6)}


@pytest.mark.parametrize("kind", GROWING)
def test_what_is_added_to_other_files_never_resets_the_rows(
    kind: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    if kind == "autobase":
        pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    address, put, count = GROWING[kind]
    window = open_window(put(tmp_path, count - 3))
    qtbot.waitUntil(lambda: is_known(window, address), timeout=10_000)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    resets = QSignalSpy(window.model.modelReset)
    for more in range(count - 2, count + 1):
        before = conversation(window).in_order()
        put(tmp_path, more)
        qtbot.waitUntil(lambda old=before: conversation(window).in_order() != old, timeout=10_000)
        settled(window, qtbot)
    assert resets.count() == 0


GROUP, LATER = b"\5" * 32, b"\6" * 32


def group_talk(*keys: bytes) -> list[Said]:
    """What two authors say in a private group; each message follows the two before it.

    Messages are encrypted with these keys in turn.
    """
    authors = [Author("ann"), Author("bob")]
    found: list[Said] = []
    for number in range(8):
        author, kind = authors[number % 2], "post" if found else "group/init"
        ends = [each.key for each in found[-2:]] or None
        data = {"group": {"root": found[0].key if found else None, "previous": ends}}
        text = json.dumps({"type": kind, "text": str(number), "tangles": data}).encode()
        recipients = [(keys[number % len(keys)], Scheme.GROUP.value)]
        found.append(author.say(sealing.box2(text, author.feed, author.previous, recipients)))
    return found


def unlock(window: MainWindow, folder: Path, key: bytes) -> None:
    (folder / "keys").write_text(b64encode(key).decode())
    window.unlocking.unlock(folder / "keys", groups=True)


def open_group(qtbot: QtBot, window: MainWindow, said: list[Said]) -> None:
    address = f"group:{said[0].key}"
    qtbot.waitUntil(lambda: is_known(window, address), timeout=10_000)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)


def test_what_more_keys_decrypt_never_resets_the_rows(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    said = group_talk(GROUP, LATER)
    window = open_window(write(tmp_path / "log.ndjson", said))
    wait_until_stored(qtbot, window, len(said))
    unlock(window, tmp_path, GROUP)
    open_group(qtbot, window, said)
    assert visible_keys(window).count(said[-1].key) == 0
    resets = QSignalSpy(window.model.modelReset)
    unlock(window, tmp_path, LATER)
    qtbot.waitUntil(lambda: visible_keys(window) == [each.key for each in said], timeout=10_000)
    assert resets.count() == 0


@pytest.mark.parametrize("is_hiding", [False, True])
def test_what_arrives_in_a_private_group_never_resets_the_rows(
    is_hiding: bool, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    said = group_talk(GROUP)
    archive = write(tmp_path / "log.ndjson", said[:2])
    window = open_window(archive)
    wait_until_stored(qtbot, window, 2)
    unlock(window, tmp_path, GROUP)
    open_group(qtbot, window, said)
    if is_hiding:
        window.timeline.go_to(said[1].key)
        window.menus.action("hide_author").trigger()
        qtbot.waitUntil(lambda: window.model.gaps is not None, timeout=10_000)
    resets = QSignalSpy(window.model.modelReset)
    for known, each in enumerate(shuffled(said[2:], seed=3), 3):
        with archive.open("ab") as file:
            file.write(each.line)
        wait_until_stored(qtbot, window, known)
        if not is_hiding:
            settled(window, qtbot)
    qtbot.waitUntil(lambda: window.model.messages_here == len(said), timeout=10_000)
    assert conversation(window).in_order() == [each.key for each in said]
    assert resets.count() == 0
