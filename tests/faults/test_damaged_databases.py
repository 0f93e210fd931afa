"""Databases with damaged pages or values: reported in sentences, never a crash."""

import re
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.viewer.command_line import cli
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Open, Talk, wait_until_open

PATIENCE = 60_000


def call(*arguments: str | Path) -> tuple[int, str]:
    """The exit status and output of a command; it must not end with a traceback."""
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.fixture
def talk() -> Talk:
    return Talk(300)


@pytest.fixture
def whole(tmp_path: Path, talk: Talk) -> Path:
    """A database as a single file."""
    path = tmp_path / "whole.db"
    with Library.open(path) as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return path


def damage(path: Path, chance: Random) -> None:
    """Overwrite some pages with noise, zeros or another page, or truncate the file."""
    content = bytearray(path.read_bytes())
    pages = len(content) // 4096
    for _ in range(chance.choice((1, 3, pages // 4))):
        at = 4096 * chance.randrange(1, pages)
        what = chance.choice(("noise", "zeros", "another", "a byte"))
        if what == "noise":
            content[at : at + 4096] = chance.randbytes(4096)
        elif what == "zeros":
            content[at : at + 4096] = bytes(4096)
        elif what == "another":
            other = 4096 * chance.randrange(1, pages)
            content[at : at + 4096] = content[other : other + 4096]
        else:
            content[at + chance.randrange(4096)] ^= 1 << chance.randrange(8)
    if chance.random() < 0.2:
        del content[4096 * chance.randrange(1, pages) :]
    path.write_bytes(content)


def test_every_command_bears_damaged_pages(
    whole: Path, tmp_path: Path, talk: Talk, chance: int
) -> None:
    counted = re.compile(r"^\d+ problems?\.", re.MULTILINE)
    for number in range(20):
        damaged = tmp_path / f"{number}.db"
        shutil.copy(whole, damaged)
        damage(damaged, Random(f"{chance} {number}"))
        for words in (
            ["threads"],
            ["check"],
            ["show", talk.root.key, "--format", "json"],
            ["search", "answer"],
            ["backup", str(tmp_path / f"{number}.copy")],
            ["import", str(tmp_path / "log.ndjson")],
        ):
            status, said = call(*words, "--database", damaged)
            is_reported = "Error: " in said or '{"error":' in said
            assert status == 0 or is_reported or counted.search(said), said


NONSENSE = {
    "a text that is no message": "UPDATE nodes SET value = 'junk'",
    "a message without content": "UPDATE nodes SET value = '5'",
    "a text without end": "UPDATE nodes SET value = '[' || hex(zeroblob(2000))",
    "messages after each other": """UPDATE nodes SET value = json_object('content', json_object(
        'type', 'post', 'root', (SELECT root FROM conversations ORDER BY messages DESC LIMIT 1),
        'branch', (SELECT key FROM messages AS other WHERE other.id = 21 - nodes.id)))
        WHERE id IN (10, 11)""",
    "messages that cause each other": """INSERT OR IGNORE INTO edges
        SELECT conversation, effect, cause FROM edges WHERE typeof(cause) = 'integer'""",
    "a message that causes itself": """INSERT OR IGNORE INTO edges
        SELECT conversation, effect, effect FROM edges""",
    "times beyond all": "UPDATE nodes SET asserted = 9e999, received = -9e999",
    "other authors": "UPDATE nodes SET author = -1",
    "other numbers": "UPDATE nodes SET id = id + 5000",
    "negative ranks": "UPDATE members SET rank = -1",
    "conversations without orders": "DELETE FROM order_blocks",
    "a verdict that is none": "UPDATE nodes SET status = 'blessed', rule = 'none'",
    "feeds that are none": "UPDATE feeds SET key = 'feed ' || id",
    "half a number": "UPDATE order_blocks SET numbers = x'00112233445566'",
    "revisions without a next one": "UPDATE conversations SET revision = 9223372036854775807",
    "numbers without a next one": "UPDATE nodes SET id = 9223372036854775807 WHERE id = 9",
    "numbers of nothing": "UPDATE order_blocks SET numbers = x'ffffff7f'",
    "blocks that begin with nothing": "UPDATE order_blocks SET first = 99999",
}


SEEN = ("a text without end", "a message that causes itself", "times beyond all", "half a number")
"""What quick runs show in a window; a check is told of all."""

NOT_SIGNED = {"times beyond all", "feeds that are none"}
"""What a check can't tell from the truth."""


@pytest.mark.parametrize(
    "kind",
    mostly_slow(
        NONSENSE,
        "a text without end",
        "half a number",
        "other authors",
        "messages after each other",
    ),
)
def test_nonsense_in_a_database_is_reported_by_a_check(
    whole: Path, tmp_path: Path, talk: Talk, kind: str
) -> None:
    with closing(sqlite3.connect(whole)) as stranger:
        stranger.execute(NONSENSE[kind])
        stranger.commit()
    status, said = call("check", "--database", whole)
    assert status == 1 or kind in NOT_SIGNED, said
    assert "Error: " not in said
    pictures = (["show", talk.root.key, "--format", form] for form in ("dot", "mermaid", "svg"))
    for words in (["threads"], ["search", "answer"], *pictures):
        call(*words, "--database", whole)


@pytest.mark.parametrize("kind", mostly_slow(NONSENSE, *SEEN))
def test_a_window_on_a_database_of_nonsense_goes_on(
    open_window: Open, whole: Path, talk: Talk, qtbot: QtBot, kind: str
) -> None:
    with closing(sqlite3.connect(whole)) as stranger:
        stranger.execute(NONSENSE[kind])
        stranger.commit()
    window = open_window(whole)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > 0, timeout=PATIENCE)
    window.open_thread(talk.root.key)
    window.grab()
    window.show_view("inspector")
    window.timeline.step(1)
    window.grab()
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    window.open_path(write(whole.with_name("other.ndjson"), Talk(3).said))
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > 0, timeout=PATIENCE)


def test_a_window_on_damaged_pages_goes_on(
    open_window: Open, whole: Path, tmp_path: Path, talk: Talk, qtbot: QtBot, chance: int
) -> None:
    window = open_window()
    for number in range(5):
        damaged = tmp_path / f"{number}.db"
        shutil.copy(whole, damaged)
        damage(damaged, Random(f"window {chance} {number}"))
        window.open_path(damaged)
        with suppress(TanglescopeError):
            window.open_thread(talk.root.key)
        window.grab()
    window.open_path(whole)
    wait_until_open(qtbot, window, talk.root.key)
