"""`tanglescope site`: one file, a folder, and refused input."""

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


def site(database: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["site", *words, "--database", str(database)])


def test_one_address_and_a_name_of_a_page_make_one_file(
    database: Path, talk: dict[str, Said], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert site(database, talk["question"].key, str(page)).exit_code == 0
    assert all(each.key in page.read_text() for each in talk.values())


def test_a_collection_becomes_a_folder_and_json_counts_what_was_written(
    database: Path, tmp_path: Path
) -> None:
    first, second = (site(database, "--all", str(tmp_path / "out"), "--json") for _ in range(2))
    told = json.loads(first.stdout)
    assert told | {"new": 0} == {
        "conversations": 1,
        "messages": 4,
        "made": 4,
        "new": 0,
        "unchanged": 0,
        "removed": 0,
    }
    assert json.loads(second.stdout) == told | {"made": 0, "new": 0, "unchanged": told["new"]}
    assert json.loads(first.stderr.splitlines()[-1]) == {"done": 4, "of": 4}
    assert (tmp_path / "out" / "index.html").is_file()


def test_people_are_left_out_by_name_and_number(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("hello"))
    about = {"type": "about", "about": bob.feed, "publicWebHosting": False, "name": "Bob"}
    said = [root, bob.say(about), bob.say(post("a secret", root))]
    with library_of(tmp_path, *said) as library:
        database = library.path
    page = tmp_path / "page.html"
    told = site(database, root.key, str(page)).stderr.splitlines()
    assert told == [
        "Left out, because they don't want public web pages: Bob (1 message).",
        "1 person published nothing about it. SSB's web viewers show only people who agreed"
        " (publicWebHosting).",
        "--consent given leaves them out, too.",
    ]
    assert "secret" not in page.read_text()
    refused = site(database, f"feed:{bob.feed}", str(page))
    assert refused.exit_code == 5
    assert "Bob doesn't want public web pages. --consent all writes it anyway." in refused.stderr
    nobody = site(database, "--all", str(tmp_path / "out"), "--consent", "given")
    assert "There is nothing here to export." in nobody.stderr
    told = site(database, root.key, str(page), "--consent", "all").stderr.splitlines()
    assert (told, "secret" in page.read_text()) == ([], True)


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["out", "--private"], 2, "--private needs --group-keys."),
        (["%x", "out", "--all"], 2, "--all takes no ADDRESS"),
        (["%x", "out.html"], 4, "%x"),
        ([], 2, "Missing argument"),
    ],
)
def test_what_is_refused_is_reported(
    database: Path,
    words: list[str],
    status: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = site(database, *words)
    assert result.exit_code == status
    assert told in result.stderr
    assert not (tmp_path / "out.html").exists()
