"""Half a surrogate pair in every field of signed messages, in all code that shows them.

JSON may have it, and a signature covers it, but UTF-8 can't encode it, nor can SQLite store it.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING, Library, OwnFeed
from tanglescope.engine.store.query import read_query
from tanglescope.engine.words.message_types import TYPES
from tanglescope.viewer.command_line import cli
from tanglescope.viewer.panels.table import PANELS
from tests.engine.authors import Author, Said, post
from tests.faults import corpus
from tests.viewer.windows import Open, wait_until_open

PATIENCE = 60_000


@pytest.fixture(scope="module")
def said() -> list[Said]:
    eve = Author("eve")
    root = eve.say(post("\ud800 What do you say? \udc00"))
    return [root, *map(eve.say, corpus.halves(root))]


@pytest.fixture(scope="module")
def database(said: list[Said], tmp_path_factory: pytest.TempPathFactory) -> Path:
    archive = tmp_path_factory.mktemp("halves") / "log.ndjson"
    archive.write_bytes(b"".join(each.line for each in said))
    with Library.open(archive.with_suffix(".db")) as library:
        assert library.ingest(archive).added == len(said)
    return archive.with_suffix(".db")


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 0, result.output
    result.output.encode()
    return result.stdout


def test_the_corpus_has_every_type_that_has_a_sentence() -> None:
    types = {content["type"] for content in corpus.SOUND}
    assert {each for each in TYPES if not each.startswith(("set_", "pzp-erased"))} <= types


def test_every_conversation_with_them_is_read_listed_found_and_checked(
    database: Path, said: list[Said]
) -> None:
    with Library.open(database) as library:
        assert library.check().problems == ()
        for summary in library.conversations():
            conversation = library.conversation(summary.address)
            assert len(conversation.in_order()) == summary.messages
        for each in said[::20]:
            library.inspect(EVERYTHING, each.key)
        for text in ("\ud800", "author:\ud800", "channel:\ud800", "in:\ud800"):
            library.search(read_query(text).question, 10)
            library.conversations(words=text)


@pytest.mark.parametrize("form", ["text", "json", "ndjson", "mermaid", "dot", "svg"])
def test_every_export_has_them(database: Path, said: list[Said], form: str) -> None:
    run("show", said[0].key, "--database", database, "--format", form)


@pytest.mark.parametrize("form", ["markdown", "epub"])
@pytest.mark.parametrize("place", ["thread", "feed", "channel"])
def test_notes_and_books_are_made_of_them(
    database: Path, said: list[Said], tmp_path: Path, place: str, form: str
) -> None:
    feed = f"feed:{said[0].value['author']}"
    address = {"thread": said[0].key, "feed": feed, "channel": "#tea"}
    target = tmp_path / "made"
    words = ("export", address[place], "--format", form, "--to", target, "--database", database)
    assert " messages in " in run(*words)


def test_an_export_with_them_is_as_valid_as_the_original(
    database: Path, said: list[Said], tmp_path: Path
) -> None:
    with Library.open(database, read_only=True) as library:
        assert library.export(said[0].value["author"], tmp_path / "feed.ndjson") == len(said)
    answers = run("verify", tmp_path / "feed.ndjson", "--json").splitlines()
    assert {json.loads(answer)["verdict"] for answer in answers} == {"valid"}


def test_pages_are_made_of_them(database: Path, tmp_path: Path) -> None:
    run("site", "--all", "--database", database, tmp_path / "site")
    for page in (tmp_path / "site").rglob("*.html"):
        page.read_bytes().decode()


def test_a_thread_with_them_is_answered_with_one(
    database: Path, said: list[Said], tmp_path: Path
) -> None:
    with Library.open(tmp_path / "copy.db") as library:
        library.ingest(database.with_suffix(".ndjson"))
        publisher = library.publisher(OwnFeed.open(tmp_path / "feed"))
        preview = publisher.preview(library.reply(said[0].key, "No \ud800."))
        key = publisher.publish(preview).key
        order = library.conversation(said[0].key).in_order()
        # It has no room to name each of a thousand tips.
        named = library.messages([key])[key].causes
        assert max(map(order.index, named)) < order.index(key)
        assert library.check().problems == ()


def test_the_window_shows_them_in_every_panel(
    open_window: Open, database: Path, said: list[Said], qtbot: QtBot
) -> None:
    window = open_window(database)
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    window.open_thread(said[0].key)
    wait_until_open(qtbot, window, said[0].key)
    for row in range(0, window.model.rowCount(), 5):
        window.timeline.go_to(window.model.key(row))
        window.timeline.viewport().grab()
    for kind in PANELS:
        window.show_view(kind.name)
        for key in (said[0].key, said[200].key, said[-1].key):
            window.timeline.go_to(key)
            qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
            window.grab()
    for summary in window.session.library.conversations()[:12]:
        window.open_thread(summary.address)
        wait_until_open(qtbot, window, summary.address)
        qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        window.grab()
