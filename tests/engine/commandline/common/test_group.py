"""Commands are found by name, and load only the modules that they use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope.engine import library
from tanglescope.engine.library import Library
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.store.libraries import library_of, write

LOADED = """
import sys
from tanglescope.viewer.command_line import cli
try:
    cli(sys.argv[1:])
finally:
    print("loaded", *sorted(sys.modules), file=sys.stderr)
"""

ENGINES = {"numpy", "pyarrow", "pandas", "pyspark", "PySide6"}
DATABASES = {"tanglescope.engine.library", "tanglescope.engine.store", "sqlite_utils", "sqlite3"}
"""What takes long to load, and is for those who use it."""

WRITING = {
    "tanglescope.engine.pipeline",
    "tanglescope.engine.store.check",
    "tanglescope.engine.store.arrivals.importer",
    "tanglescope.engine.store.publishing",
    "tanglescope.engine.archive.opening",
    "multiprocessing.context",
    "concurrent.futures",
}
"""What only those need who import, publish or check."""

RARE = {
    "tanglescope.engine.archive.checking",
    "tanglescope.engine.archive.stdin",
    "tanglescope.engine.blobs.folders",
    "tanglescope.engine.debug",
    "tanglescope.engine.drawing.svg",
    "tanglescope.engine.linear.autobase.order",
    "tanglescope.engine.message.private",
    "tanglescope.engine.store.arrivals.extracts",
    "sqlite_utils",
    "xml",
}
"""What few of those need who read a thread in the order that the database keeps."""


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    answer = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True
    )
    _, *names = answer.stderr.splitlines()[-1].split()
    return set(names)


@pytest.mark.parametrize("name", cli.table)
def test_every_command_is_where_the_table_says(name: str) -> None:
    command = cli.table[name].load()
    assert command.name == name
    assert command.get_short_help_str(limit=100) == cli.table[name].summary


@pytest.mark.parametrize(
    "words",
    [
        *("linearize", "compare", "shuffle", "replay", "edits", "reduce", "verify", "import"),
        *("state", "show", "settle", "members", "conversations", "threads", "quarantine"),
        *("corestore", "rescue", "tangle --name thread --root a", "explain a --graph"),
    ],
)
def test_a_file_that_is_not_there_is_not_found_by_any_command(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    answer = CliRunner().invoke(cli, [*words.split(), str(tmp_path / "nothing")])
    assert answer.exit_code == 4
    assert str(tmp_path / "nothing") in answer.stderr


def test_help_loads_no_command() -> None:
    loaded = loaded_by("--help")
    assert not {entry.place.rpartition(".")[0] for entry in cli.table.values()} & loaded
    assert not (ENGINES | DATABASES | {"nacl", "multiprocessing.context"}) & loaded


def test_verify_does_not_wait_for_what_other_commands_need() -> None:
    assert not (ENGINES | DATABASES) & loaded_by("verify", "--help")


@pytest.mark.parametrize("name", ["threads", "show"])
def test_commands_that_only_read_do_not_load_code_that_writes_and_checks(
    name: str, tmp_path: Path
) -> None:
    alice = Author("alice")
    root = alice.say(post("hello"))
    database = tmp_path / "own.db"
    with Library.open(database) as opened:
        opened.ingest(write(tmp_path / "log.ndjson", [root]))
    what = [root.key] if name == "show" else []
    loaded = loaded_by(name, *what, "--database", str(database))
    assert "tanglescope.engine.library" in loaded
    assert not (ENGINES | WRITING | RARE) & loaded


def test_the_library_offers_all_that_it_names() -> None:
    for name in library.__all__:
        assert getattr(library, name) is not None, name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        library.nothing  # noqa: B018 - asked for is enough


@pytest.mark.parametrize(
    ("words", "exit_code", "code", "place"),
    [
        (["show", "%nope"], 4, "not-found", None),
        (["show", "%nope", "--by", "nobody"], 2, "usage", "--by"),
        (["show"], 2, "usage", "ADDRESS or FILE"),
        (["conversations", "--kind", "nobody"], 2, "usage", "--kind"),
        (["linearize", "{folder}/bad", "--by", "pzp"], 3, "bad-input", "{folder}/bad"),
        (["explain", "a", "--graph", "{folder}/ring"], 3, "cycle", "ring, line 1"),
        (["compare", "{folder}/good", "--clocks"], 5, "not-possible", None),
        (["replay", "{folder}/good", "--order", "{folder}/order"], 3, "bad-input", "order, line 1"),
        (["check", "--database", "{folder}/nowhere.db"], 4, "not-found", None),
        (["verify", "{folder}/nothing"], 4, "not-found", None),
        (["settle", "{folder}/good"], 1, None, None),
    ],
)
def test_an_exit_code_says_what_kind_of_answer_it_is_and_json_says_the_same(
    tmp_path: Path, words: list[str], exit_code: int, code: str | None, place: str | None
) -> None:
    graph_file(tmp_path / "good", [{"id": "a", "after": []}])
    graph_file(tmp_path / "ring", [{"id": "a", "after": ["b"]}, {"id": "b", "after": ["a"]}])
    (tmp_path / "bad").write_text('{"nodes": 7}\n')
    (tmp_path / "order").write_text("unknown\n")
    library_of(tmp_path).close()
    words = [word.format(folder=tmp_path) for word in words]
    if words[0] in ("show", "conversations"):
        words += ["--database", str(tmp_path / "library.db")]
    said = run(*words)
    assert said.exit_code == exit_code
    told = run(*words, "--json")
    assert told.exit_code == exit_code
    if code is not None:
        error = json.loads(told.stderr.splitlines()[-1])["error"]
        assert error["code"] == code
        assert error["message"] in said.stderr
        assert str(error["place"]).endswith((place or "None").format(folder=tmp_path))


def test_an_error_takes_the_place_of_the_answer() -> None:
    told = run("verify", "nothing", "--json")
    assert json.loads(told.stdout) == json.loads(told.stderr)


def test_what_is_written_to_a_file_as_json_is_not_asked_for_on_stdout(tmp_path: Path) -> None:
    missing = ("--format", "json", "--database", str(tmp_path / "no.db"))
    assert run("show", "everything", *missing).stdout.startswith("{")
    assert run("export", "everything", "--to", str(tmp_path / "out"), *missing).stdout == ""
