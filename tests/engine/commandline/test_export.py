"""`tanglescope export`: its formats, its answers, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of


@pytest.fixture
def database(talk: dict[str, Said], tmp_path: Path) -> Path:
    with library_of(tmp_path, *talk.values()) as library:
        return library.path


def export(database: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["export", *words, "--database", str(database)])


def test_a_thread_becomes_notes_and_json_counts_them(
    database: Path, talk: dict[str, Said], tmp_path: Path
) -> None:
    key = talk["question"].key
    words = (key, "--format", "markdown", "--to", str(tmp_path / "out"), "--json")
    answers = [json.loads(export(database, *words).stdout) for _ in range(2)]
    assert answers[0] == {
        "target": str(tmp_path / "out"),
        "address": key,
        "chapters": 1,
        "messages": 4,
        "left_out": {"private": 0, "without_text": 0},
        "files": {"copied": 0, "missing": 0},
        "written": {"new": 1, "unchanged": 0, "removed": 0},
    }
    assert answers[1]["written"] == {"new": 0, "unchanged": 1, "removed": 0}


def test_words_say_what_was_left_out(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post("hi")), ann.say({"type": "vote"}), ann.say("c2VjcmV0.box")]
    with library_of(tmp_path, *said) as library:
        database = library.path
    book = tmp_path / "book.epub"
    done = export(database, f"feed:{ann.feed}", "--format", "epub", "--to", str(book))
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{book} has 1 message in 1 chapter and 0 files of messages.",
        "1 private message was left out.",
        "1 message without text, such as a like or a follow, was left out.",
    ]
    assert book.read_bytes().startswith(b"PK")


@pytest.mark.parametrize("form", ["ndjson", "json", "mermaid", "dot", "svg"])
def test_other_formats_are_those_of_show(
    form: str, database: Path, talk: dict[str, Said], tmp_path: Path
) -> None:
    key, file = talk["question"].key, tmp_path / "out"
    assert export(database, key, "--format", form, "--to", str(file)).exit_code == 0
    shown = CliRunner().invoke(cli, ["show", key, "--format", form, "--database", str(database)])
    assert file.read_text() == shown.stdout


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["%x", "--format", "markdown", "--to", "out"], 4, "%x"),
        (["%x", "--format", "markdown"], 2, "--to"),
        (["%x", "--format", "pages", "--to", "out"], 2, "pages"),
        (["%x", "--format", "epub", "--to", "out", "--private"], 2, "--private needs"),
    ],
)
def test_what_is_refused_is_reported(
    database: Path,
    words: list[str],
    status: int,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = export(database, *words)
    assert (done.exit_code, why in done.stderr) == (status, True)
    assert not (tmp_path / "out").exists()
