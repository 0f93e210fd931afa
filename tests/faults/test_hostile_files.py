"""Files of deceptive content: none of them crashes or blocks the program or fills the memory."""

import bz2
import gzip
import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from tanglescope.engine.message.identity import NotASecret, read_identity
from tanglescope.engine.message.private import read_group_keys
from tanglescope.viewer.command_line import cli
from tanglescope.viewer.settings import LETTERS, MemoryStore, Settings
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Open

ROOT = Path(__file__).parents[2]
BOMB = 48 << 20
"""Bytes that come out of a bomb; what reads it may have `ROOM` beside what it has anyway."""

ROOM = 24 << 20

READ = """
import resource, sys
from pathlib import Path
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.errors import TanglescopeError
import pyarrow
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    for record in open_archive(Path(sys.argv[1])).records():
        print(record.problem)
except TanglescopeError as error:
    print("refused", error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def call(*arguments: str | Path) -> tuple[int, str]:
    """The exit status and output of a command; it must not end with a traceback."""
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def zipped(path: Path) -> None:
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(BOMB >> 20):
            file.write(b" " * (1 << 20))


def zipped_in_one_text(path: Path) -> None:
    with gzip.open(path, "wb", compresslevel=9) as file:
        file.write(b'{"key":"')
        for _ in range(BOMB >> 20):
            file.write(b"x" * (1 << 20))


def zstandard(path: Path) -> None:
    import pyarrow

    with pyarrow.CompressedOutputStream(str(path), "zstd") as file:
        for _ in range(BOMB >> 20):
            file.write(b'[{"a":' + b" " * ((1 << 20) - 6))


def bzipped(path: Path) -> None:
    with bz2.open(path, "wb") as file:
        for _ in range(BOMB >> 20):
            file.write(b" " * (1 << 20))


def xzipped(path: Path) -> None:
    with lzma.open(path, "wb", preset=1) as file:
        for _ in range(BOMB >> 20):
            file.write(b" " * (1 << 20))


@pytest.mark.parametrize(
    "make", mostly_slow([zipped, zipped_in_one_text, zstandard, bzipped, xzipped], zipped)
)
def test_a_bomb_is_read_in_little_memory(tmp_path: Path, make: Callable[[Path], None]) -> None:
    bomb = tmp_path / "bomb"
    make(bomb)
    assert bomb.stat().st_size < BOMB // 200
    answer = subprocess.run(
        [sys.executable, "-c", READ, str(bomb)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    *said, grown = answer.stdout.splitlines()
    assert int(grown) << 10 < ROOM
    assert len(said) <= BOMB >> 20


KINDS: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a folder in itself": lambda path: path.symlink_to(path.parent),
    "a device without end": lambda path: path.symlink_to("/dev/zero"),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
}
COMMANDS: dict[str, Callable[[Path, Path], tuple[str | Path, ...]]] = {
    "import": lambda it, folder: ("import", it, "--database", folder / "a.db"),
    "verify": lambda it, _: ("verify", it),
    "tangle": lambda it, _: ("tangle", it, "--name", "thread", "--root", "%"),
    "import into": lambda it, folder: ("import", folder / "log.ndjson", "--database", it),
    "threads": lambda it, _: ("threads", "--database", it),
    "check": lambda it, _: ("check", "--database", it),
    "backup": lambda it, folder: ("backup", folder / "b.db", "--database", it),
    "restore": lambda it, folder: ("restore", it, "--database", folder / "a.db"),
    "screenshot": lambda it, folder: ("screenshot", folder / "a.png", "--database", it),
}


# An import into a dangling link creates the database where the link points.
STRANGE = [
    pair for pair in product(KINDS, COMMANDS) if pair != ("a link to nowhere", "import into")
]


@pytest.mark.parametrize(("kind", "command"), STRANGE)
def test_anything_but_a_file_is_reported_by_every_command(
    tmp_path: Path, kind: str, command: str
) -> None:
    strange = tmp_path / "strange"
    KINDS[kind](strange)
    write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    status, said = call(*COMMANDS[command](strange, tmp_path))
    assert status in (1, 2, 3, 4, 5)
    assert "Error: " in said


@pytest.mark.parametrize("kind", KINDS)
def test_anything_but_a_file_is_reported_by_the_window(
    open_window: Open, tmp_path: Path, kind: str
) -> None:
    strange = tmp_path / "strange"
    KINDS[kind](strange)
    window = open_window()
    window.open_path(strange)
    window.unlocking.unlock(strange)
    window.unlocking.unlock(strange, groups=True)
    assert window.banner.isVisible()


@pytest.mark.parametrize("kind", KINDS)
def test_anything_but_a_file_holds_no_keys(tmp_path: Path, kind: str) -> None:
    KINDS[kind](tmp_path / "secret")
    with pytest.raises(NotASecret):
        read_identity(tmp_path / "secret")


NAMES = {
    "a line break": b"two\nlines.ndjson",
    "no text": b"\xff\xfe.ndjson",
    "half a character": "\ud83d.ndjson".encode("utf-8", "surrogatepass"),
    "turned": "\u202exx.ndjson".encode(),
    "an option": b"--json",
    "an address": b"file:a?mode=memory&immutable=1#x%41.ndjson",
    "as long as can be": b"n" * 240,
    "markup": b"<b onclick=x>&amp;.ndjson",
}


@pytest.mark.parametrize("kind", NAMES)
def test_any_name_of_a_file_will_do(tmp_path: Path, kind: str) -> None:
    archive = tmp_path / os.fsdecode(NAMES[kind])
    database = archive.with_name(archive.name[:200] + ".db")
    ann = Author("ann")
    write(archive, [ann.say(post("hello"))])
    with archive.open("ab") as file:
        file.write(b"{oops\n")
    for messages in ("1 message is new", "0 messages are new"):
        status, said = call("import", "--database", database, "--", archive)
        assert status == 3 or "earlier run" in said
        assert messages in said
    assert database.exists()
    for command in ("threads", "check"):
        assert call(command, "--database", database)[0] == 0
    assert call("verify", "--", archive)[0] == 1


@pytest.mark.parametrize("kind", mostly_slow(NAMES, "no text", "markup", "half a character"))
def test_any_name_of_a_file_is_opened_and_followed_by_the_window(
    open_window: Open, tmp_path: Path, kind: str, qtbot: QtBot
) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    archive = write(tmp_path / os.fsdecode(NAMES[kind]), [root])
    window = open_window(archive)
    qtbot.waitUntil(lambda: window.model.rowCount() == 1, timeout=20_000)
    write(archive, [root, ann.say(post("again", root))])
    qtbot.waitUntil(lambda: window.model.rowCount() == 2, timeout=20_000)
    window.menus.action("quarantine").trigger()
    window.importing.show()


NESTED = "[" * 100_000
GARBAGE = (
    *(
        "",
        "nonsense",
        "\0",
        "²",
        "--5",
        "-",
        "500",
        "999999999999",
        "1e99",
        NESTED,
        "\ud800",
        "/" * 5000,
    ),
    *(0, -1, 2**40, 1.5, True, None, b"\xff\x00", [], [None], [1, "\0"], {"a": 1}, object),
)
TABLES = (
    *({}, [], 5, "x", None, {"%root": 5}, {"%root": "a"}, {"%root": []}, {"%root": {}}),
    *({"%root": ["%key", "high"]}, {"%root": ["%key", 2**70]}, {"%root": [None, None]}),
    *({"%root": -(2**70)}, {"%root": True}, {"%root": {"a": 1}}, {"%root": ["%key", 1e400]}),
)
KEPT = ("theme", "zoom", "compact", "recent", "marks", "read", "drafts", "panel", "geometry")
MORE = (
    "tabs",
    "beside",
    "language",
    "panes",
    "pinned",
    "recent_threads",
    "feed_folder",
    "lanes",
    "hints",
    "inspector",
    "light",
)


def use(settings: Settings) -> None:
    """Read and change every remembered setting."""
    assert settings.zoom in LETTERS
    assert all(path.exists() for path in settings.recent)
    assert settings.within("%root").mark is None
    assert isinstance(settings.within("%root").draft, str)
    assert settings.within("%root").read in (None, True, 5)
    settings.within("%other").mark = "%key", 1
    settings.keep_draft("%other", "words")
    settings.within("%other").read = 3
    settings.add_recent(ROOT)
    assert (settings.within("%other").mark, settings.within("%other").draft) == (
        ("%key", 1),
        "words",
    )


@example(kept={"zoom": "500"})
@given(kept=st.dictionaries(st.sampled_from(KEPT), st.sampled_from(GARBAGE)))
def test_invalid_settings_do_no_harm(kept: dict[str, object]) -> None:
    store = MemoryStore()
    for name, value in kept.items():
        store.setValue(name, value)
    use(Settings(store))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_an_invalid_table_in_the_settings_does_no_harm(table: object) -> None:
    store = MemoryStore()
    for name in ("marks", "read", "drafts", "pinned", "recent_threads", "tabs", "beside"):
        store.setValue(name, json.dumps(table))
    settings = Settings(store)
    use(settings)
    for database in (Path("%root"), ROOT):
        kept = [settings.of(database).pinned, settings.of(database).recent_threads]
        addresses, _ = settings.of(database).tabs
        for texts in (*kept, addresses, [settings.of(database).beside]):
            assert all(isinstance(each, str) for each in texts)


@pytest.mark.parametrize("value", ["nonsense", NESTED, "999999999999", b"\xff\x00" * 99, [None]])
def test_a_window_opens_with_any_settings(
    application: object, tmp_path: Path, value: object
) -> None:
    store = MemoryStore()
    for name in KEPT + MORE:
        store.setValue(name, value)
    write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    window = MainWindow(TABLE, tmp_path / "own.db", Settings(store))
    window.show()
    window.open_path(tmp_path / "log.ndjson")
    window.close()
    window.deleteLater()


@given(text=st.text(max_size=200))
def test_keys_of_groups_are_read_from_any_text(text: str) -> None:
    told = ""
    try:
        read_group_keys(text)
    except NotASecret as refused:
        told = str(refused)
    assert len(told) < 300


@pytest.mark.parametrize(
    "text", [NESTED, '{"keys":' * 1000 + "1" + "}" * 1000], ids=["open", "whole"]
)
def test_keys_of_groups_are_looked_for_at_any_depth(text: str) -> None:
    with pytest.raises(NotASecret):  # not in Hypothesis, which raises the recursion limit
        read_group_keys(text)
