"""A database is read like the archives that it was made from, and nothing in it is believed."""

import gzip
import json
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine import sources
from tanglescope.engine.archive.processes import check_archive
from tanglescope.engine.archive.record import NotAnArchive
from tanglescope.engine.library import Library
from tanglescope.engine.sources import open_source
from tanglescope.engine.store.files.tilde_friends import from_jsonb
from tests.engine.archive.samples import DATA
from tests.engine.authors import Author, Said, post
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
                "SELECT kind, name, writers, facts FROM graphs WHERE kind <> 'pzp'",
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
        opened.execute("UPDATE nodes SET value = replace(value, 'sail', 'sink')")
        opened.commit()
    result = run("verify", str(database), "--json")
    assert result.exit_code == 1
    rules = [json.loads(line)["rule"] for line in result.stdout.splitlines()]
    assert rules.count("id") == 1
    result = run("import", str(database), "--database", str(tmp_path / "b.db"))
    assert result.exit_code == 3


def test_verdicts_in_a_database_are_not_believed(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE nodes SET status = 'valid' WHERE graph > 0")
        opened.execute("UPDATE graphs SET kind = 'autobase' WHERE kind = 'graph'")
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
    log = str(DATA / "pzp" / "db")
    alone = run("reduce", log, "--json")
    assert (result.exit_code, result.stdout.replace(str(database), log)) == (4, alone.stdout)
    assert alone.exit_code == 4


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
        opened.execute(f"UPDATE nodes SET value = {text} WHERE id = 1")
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
    monkeypatch.setattr("tanglescope.engine.store.files.database_reader.LARGEST_COPY", 2_000_000)
    result = run("verify", str(packed))
    assert result.exit_code == 3
    assert "a compressed database of more than 2 MB. Unpack it" in result.output


# Tilde Friends, with its schema: docs/model.md

TILDE = """CREATE TABLE messages (
    author TEXT, id TEXT PRIMARY KEY, sequence INTEGER, timestamp REAL, previous TEXT, hash TEXT,
    content BLOB, signature TEXT, flags INTEGER, UNIQUE (author, sequence)
)"""


def tilde(path: Path, *said: Said, schema: str = TILDE, jsonb: bool = False) -> sqlite3.Connection:
    """A database of Tilde Friends that a running program has open."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(schema)
    for each in said:
        store(connection, each, jsonb=jsonb)
    return connection


def store(connection: sqlite3.Connection, said: Said, *, jsonb: bool = False) -> None:
    value = said.value
    content = as_jsonb(value["content"]) if jsonb else json.dumps(value["content"])
    names = list(value)
    first = names.index("sequence") < names.index("author")
    fields = (value["author"], said.key, value["sequence"], value["timestamp"], value["previous"])
    row = (*fields, value["hash"], content, value["signature"], int(first))
    connection.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def as_jsonb(value: object) -> bytes:
    """A value in SQLite's JSONB, with the longest form of every size."""
    match value:
        case None | True | False:
            return bytes([{None: 0, True: 1, False: 2}[value]])
        case str():
            return sized(8, json.dumps(value).encode()[1:-1])
        case int():
            return sized(3, str(value).encode())
        case float():
            return sized(5, repr(value).encode())
        case list():
            return sized(11, b"".join(map(as_jsonb, value)))
        case dict():
            pairs = (as_jsonb(each) for pair in value.items() for each in pair)
            return sized(12, b"".join(pairs))
    raise AssertionError(value)


def sized(kind: int, payload: bytes) -> bytes:
    return bytes([kind | 15 << 4]) + len(payload).to_bytes(8, "big") + payload


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text()
        | st.floats(allow_nan=False).filter(lambda number: abs(number) < 1e300),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_jsonb_is_read_as_the_json_that_it_was_made_from(value: object) -> None:
    assert json.loads(from_jsonb(as_jsonb(value))) == value


@given(st.binary(max_size=40))
def test_no_bytes_crash_the_reader_of_jsonb(data: bytes) -> None:
    with suppress(ValueError):
        from_jsonb(data)


def swapped(author: Author, content: dict[str, object]) -> Said:
    """A message that was signed with its sequence before its author."""
    author.swaps = True
    try:
        return author.say(content)
    finally:
        author.swaps = False


@pytest.mark.parametrize("jsonb", [False, True])
def test_messages_of_tilde_friends_are_rebuilt_in_the_order_that_was_signed(
    tmp_path: Path, jsonb: bool
) -> None:
    ann = Author("ann")
    root = ann.say(post("Grüße \U0001f333"))
    said = [root, swapped(ann, post("second", root)), ann.say("c2VjcmV0.box")]
    running = tilde(tmp_path / "db.sqlite", *said, jsonb=jsonb)
    before = sorted(each.name for each in tmp_path.iterdir())
    results = list(check_archive(open_source(tmp_path)))
    assert [(each.key, each.verdict.status) for each in results] == [
        (each.key, "valid") for each in said
    ]
    assert sorted(each.name for each in tmp_path.iterdir()) == before
    running.close()
    assert [each.key for each in open_source(tmp_path / "db.sqlite").records()] == [
        each.key for each in said
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["db.sqlite"]


def test_a_row_whose_fields_do_not_have_its_id_is_a_bad_record(tmp_path: Path) -> None:
    ann = Author("ann")
    root, other, last = (ann.say(post(text)) for text in "abc")
    file = tmp_path / "db.sqlite"
    running = tilde(file, root, other, last)
    running.execute('UPDATE messages SET content = \'{"type":"post"}\' WHERE sequence = 1')
    running.execute("UPDATE messages SET content = 'nonsense' WHERE sequence = 2")
    running.execute("UPDATE messages SET content = zeroblob(9000000) WHERE sequence = 3")
    running.close()
    results = list(check_archive(open_source(file)))
    assert [each.verdict.rule for each in results] == ["id", "json", "json"]


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE VIEW messages AS WITH RECURSIVE n(author) AS (SELECT 1 UNION ALL SELECT 1 FROM n)"
        " SELECT author, author AS id, author AS sequence, author AS timestamp, author AS previous,"
        " author AS hash, author AS content, author AS signature FROM n",
        TILDE.replace("content BLOB", "content BLOB AS (zeroblob(1000000000))"),
        TILDE.replace("signature TEXT", "signed TEXT"),
    ],
)
def test_a_database_that_only_looks_like_it_is_refused(tmp_path: Path, schema: str) -> None:
    file = tmp_path / "db.sqlite"
    tilde(file, schema=schema).close()
    with pytest.raises(NotAnArchive, match="SQLite database of another program"):
        open_source(file)


def test_a_running_tilde_friends_is_followed_through_compaction_and_restart(
    tmp_path: Path,
) -> None:
    ann, file = Author("ann"), tmp_path / "db.sqlite"
    running = tilde(file, ann.say(post("1")), ann.say(post("2")))
    with Library.open(tmp_path / "library.db") as library:
        follower = library.follow(file)
        assert len(follower.poll()) > 0
        assert len(library) == 2
        store(running, ann.say(post("3")))
        follower.poll()
        assert len(library) == 3
        running.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store(running, ann.say(post("4")))
        follower.poll()
        assert len(library) == 4
        running.execute("DELETE FROM messages WHERE sequence < 4")
        running.execute("VACUUM")
        store(running, ann.say(post("5")))
        follower.poll()
        assert len(library) == 5
        running.close()
        running = sqlite3.connect(file, isolation_level=None)
        store(running, ann.say(post("6")))
        follower.poll()
        assert len(library) == 6
        running.close()


def test_a_database_that_is_opened_meanwhile_is_still_a_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(tmp_path / "own.db"):
        monkeypatch.setattr(sources, "open_database_of", lambda _: None)
        assert sources.is_collection(tmp_path / "own.db")
