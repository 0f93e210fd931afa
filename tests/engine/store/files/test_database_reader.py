"""A database is read like the archives that it was made from, and nothing in it is believed."""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.library import Library
from engine.sources import open_source
from tests.engine.archive.samples import DATA
from tests.engine.authors import Said
from tests.engine.commandline.graphs import run

GRAPH = {
    "name": "g",
    "writers": [{"key": "w", "indexer": False, "added": "a"}],
    "nodes": [
        {"id": "a", "after": [], "writer": "w", "sequence": 4, "asserted": 5, "label": "first"},
        {"id": "b", "after": ["x"], "writer": "w", "sequence": 5, "text": "t", "depth": 3},
        {"id": "c", "after": ["a", "b"], "references": ["a"], "received": 7, "optimistic": True},
    ],
}


@pytest.fixture
def database(tmp_path: Path, talk: dict[str, Said]) -> Path:
    """A database with messages, PZP messages and a graph."""
    (tmp_path / "talk.ndjson").write_bytes(b"".join(said.line for said in talk.values()))
    (tmp_path / "g.ndjson").write_text(json.dumps(GRAPH))
    path = tmp_path / "a.db"
    with Library.open(path) as library:
        for source in (tmp_path / "talk.ndjson", DATA / "pzp" / "db", tmp_path / "g.ndjson"):
            library.ingest(source)
    return path


def content_of(path: Path) -> list[tuple[object, ...]]:
    """Everything in a database that its archives said."""
    with closing(sqlite3.connect(path)) as opened:
        return [
            row
            for question in (
                "SELECT key, value, received, status FROM messages",
                "SELECT key, value, received FROM pzp_messages",
                "SELECT kind, name, writers, facts FROM graphs",
                "SELECT key, after, writer, sequence, depth, asserted, received, is_optimistic,"
                " label, text, status, refers FROM graph_nodes",
            )
            for row in sorted(opened.execute(question).fetchall(), key=repr)
        ]


def test_a_database_is_imported_like_its_archives_and_again_changes_nothing(
    database: Path, tmp_path: Path
) -> None:
    other = tmp_path / "b.db"
    for added in (len(content_of(database)) - 1, 0):
        result = run("import", str(database), "--database", str(other), "--json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["added"] == added
        assert content_of(other) == content_of(database)
    with Library.open(other) as library:
        assert library.check().ok


def test_a_database_may_be_compressed_or_come_from_standard_input(
    database: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "a.db.gz"
    packed.write_bytes(gzip.compress(database.read_bytes()))
    for number, (source, text) in enumerate(
        [("-", database.read_bytes()), ("-", packed.read_bytes()), (str(packed), None)]
    ):
        other = tmp_path / f"{number}.db"
        result = run("import", source, "--database", str(other), text=text)
        assert result.exit_code == 0, result.output
        assert content_of(other) == content_of(database)


def test_a_forged_message_in_a_database_is_found(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE messages SET value = replace(value, 'sail', 'sink')")
        opened.commit()
    result = run("verify", str(database), "--json")
    assert result.exit_code == 1
    rules = [json.loads(line)["rule"] for line in result.stdout.splitlines()]
    assert rules.count("id") == 1
    result = run("import", str(database), "--database", str(tmp_path / "b.db"))
    assert result.exit_code == 3


def test_verdicts_in_a_database_are_not_believed(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE graph_nodes SET status = 'valid'")
        opened.execute("UPDATE graphs SET kind = 'autobase'")
        opened.commit()
    for record in open_source(database).records():
        if record.dialect.is_of_graphs:
            assert isinstance(record.value, dict)
            assert {node["verdict"] for node in record.value["nodes"]} == {"unverified"}


def test_commands_that_take_messages_take_those_of_a_database(
    database: Path, talk: dict[str, Said]
) -> None:
    root = talk["question"].key
    result = run("tangle", str(database), "--name", "thread", "--root", root, "--json")
    assert len(json.loads(result.stdout)["connected"]) == len(talk)
    result = run("reduce", str(database), "--json")
    alone = run("reduce", str(DATA / "pzp" / "db"), "--json")
    assert (result.exit_code, result.stdout) == (alone.exit_code, alone.stdout)


def test_a_file_and_an_address_name_a_conversation_of_the_file(
    database: Path, tmp_path: Path, talk: dict[str, Said]
) -> None:
    root = talk["question"].key
    for source, text in (
        (str(database), None),
        (str(tmp_path / "talk.ndjson"), None),
        ("-", (tmp_path / "talk.ndjson").read_bytes()),
    ):
        for command in ("replay", "compare", "edits"):
            result = run(command, source, "--in", root, "--json", text=text)
            assert result.exit_code == 0, result.output
            assert json.loads(result.stdout)["messages"] == len(talk)
        result = run("explain", talk["both"].key, "--graph", source, "--in", root, text=text)
        assert "in row 4 of 4" in result.output
    result = run("replay", str(database), "--in", root, "--database", str(database))
    assert result.exit_code == 2


NO_MESSAGES = {
    "no JSON": ("'nothing'", "json"),
    "a zero": ("char(0)", "json"),
    "no end of lists": (f"'{'[' * 200_000}'", "size"),
    "a megabyte": ("""'{"a":"' || hex(zeroblob(600000)) || '"}'""", "json"),
}


@pytest.mark.parametrize("what", NO_MESSAGES)
def test_a_text_in_a_database_that_is_no_message_is_a_bad_record(database: Path, what: str) -> None:
    text, rule = NO_MESSAGES[what]
    with closing(sqlite3.connect(database)) as opened:
        opened.execute(f"UPDATE messages SET value = {text} WHERE id = 1")
        opened.commit()
    result = run("verify", str(database), "--json")
    assert [json.loads(line)["rule"] for line in result.stdout.splitlines()].count(rule) == 1
    other = database.with_name("b.db")
    result = run("import", str(database), "--database", str(other), "--json")
    said = json.loads(result.stdout)
    assert (result.exit_code, said["quarantined"]) == (3, 1)
    assert said["added"] == len(content_of(database)) - 2  # nor does the graph count


def test_a_compressed_database_is_unpacked_up_to_a_limit(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = database.with_name("a.db.gz")
    packed.write_bytes(gzip.compress(database.read_bytes() + bytes(5_000_000)))
    monkeypatch.setattr("engine.store.files.database_reader.LARGEST_COPY", 2_000_000)
    result = run("verify", str(packed))
    assert result.exit_code == 3
    assert "a compressed database of more than 2 MB. Unpack it" in result.output
