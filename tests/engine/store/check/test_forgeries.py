"""A check finds every change to a good database, as far as the data can be derived."""

import json
import os
import shutil
import sqlite3
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.message.classic import SignatureClaim
from tanglescope.engine.store.arrivals.quarantine import digest
from tanglescope.engine.store.check.running import Checkup
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.files.sqlite import Database, quote_name
from tanglescope.engine.store.files.untrusted import own_tables
from tanglescope.engine.store.orders import order_cache
from tests.engine.authors import Author, Said, post
from tests.engine.store.check.databases import make_database
from tests.engine.store.libraries import library_of

NOT_DERIVED = {
    "archives.id": "it may be any",
    "archives.path": "it may have been moved",
    "archives.refs": "the user chooses them",
    "storing_texts.only_one": "it can't be anything else",
    "graph_arrivals.at": "an archive says it, and need not be there",
    "graph_arrivals.id": "it may be any, but for the order of arrival",
    "graph_arrivals.key": "an archive says it, and need not be there",
    "graph_arrivals.peer": "an archive says it, and need not be there",
    "graph_names.name": "an archive says it, and need not be there",
    "graph_names.writer": "an archive says it, and need not be there",
    "node_facts.archive": "a node may be in several",
    "node_facts.place": "a node may be in several places",
    "graphs.facts": "an archive says it, and need not be there",
    "graphs.revision": "it counts what has been written",
    "graphs.ordered": "an order that is out of date is found anew when it is wanted",
    "order_blocks.id": "it may be any",
    "order_blocks.label": "labels only have to ascend",
    "stored_texts.content": "only its key could prove it",
    "nodes.id": "it may be any, but for the order of arrival",
    "nodes.received": "no text says it, unless threads get other times by it",
    "quarantine.archive": "a record may be in several",
    "quarantine.id": "it may be any",
    "quarantine.key": "it is what the record claims",
    "conversations.revision": "it counts what has been written",
    "redated.count": "it counts what has been written",
    "reference_limit.is_cut": "the user sets it",
    "reference_limit.most": "the user sets it",
    "reference_limit.only_one": "it can't be anything else",
    "redated.only_one": "it can't be anything else",
}
"""Columns that nothing else in a database says, and why."""

MAY_BE_FEWER = {
    "archives",
    "storing_texts",
    "graph_arrivals",
    "graph_names",
    "stored_texts",
    "adjusted_times",
    "redated",
    "reference_limit",
}
"""Tables of which the last row may be missing: what it holds is found anew when it is wanted."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A good database with its archives in place; read-only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_cache, "LARGE", 3)
        yield make_database(tmp_path_factory.mktemp("made"))


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    """A copy of the good database."""
    return Path(shutil.copy(made, tmp_path / "copy.db"))


def forged(path: Path, *statements: str) -> Checkup:
    """The problems that a check finds in a database that another program has changed."""
    with closing(sqlite3.connect(path)) as stranger:
        before = stranger.total_changes
        for statement in statements:
            stranger.execute(statement)
        assert stranger.total_changes > before, "nothing was forged"
        stranger.commit()
    with Library.open(path, read_only=True) as library:
        return library.check()


def test_a_good_database_is_found_in_order(database: Path) -> None:
    with Library.open(database, read_only=True) as library:
        found = library.check()
        assert (found.ok, found.problems, found.left_out) == (True, (), ())
        assert found.unproven == (
            "when messages were received",
            "the stored texts of private messages",
        )
        assert library.check(quick=True).problems == ()


def columns() -> list[str]:
    """All columns of our tables except those of the search, as `table.column`."""
    with closing(Database.in_memory()) as empty:
        from tanglescope.engine.store.files.schema import migrations

        migrations.apply(empty)
        return [
            f"{table}.{column}"
            for table in own_tables()
            if table != "search"
            for column in empty.column("SELECT name FROM pragma_table_info(?)", (table,))
        ]


def test_what_cannot_be_derived_is_named() -> None:
    assert NOT_DERIVED.keys() <= set(columns())


ELSE = """CASE typeof({column}) WHEN 'integer' THEN {column} + 1000 WHEN 'real' THEN {column} - 1
    WHEN 'blob' THEN zeroblob(4) WHEN 'null' THEN 7 ELSE {column} || 'x' END"""


@pytest.mark.parametrize("name", [name for name in columns() if name not in NOT_DERIVED])
def test_a_changed_value_in_any_column_is_found(database: Path, name: str) -> None:
    table, _, column = name.partition(".")
    found = forged(database, f"UPDATE {quote_name(table)} SET {another(database, table, column)}")
    assert not found.ok


@pytest.mark.parametrize("table", [table for table in own_tables() if table not in MAY_BE_FEWER])
def test_a_missing_row_in_any_table_is_found(database: Path, table: str) -> None:
    if table == "search":
        found = forged(database, "DELETE FROM search_docsize WHERE id = 2")
    else:
        found = forged(database, f"DELETE FROM {quote_name(table)} WHERE {last(database, table)}")
    assert not found.ok


def another(path: Path, table: str, column: str) -> str:
    """A changed value for a column, in the last row that has one."""
    where = last(path, table, f"{quote_name(column)} IS NOT NULL")
    return f"{quote_name(column)} = {ELSE.format(column=quote_name(column))} WHERE {where}"


def last(path: Path, table: str, such: str = "TRUE") -> str:
    """The condition that selects the last row of a table for which a condition holds."""
    with closing(connect(path, read_only=True)) as database:
        found = database.column(
            "SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,)
        )
        pks = found or ["rowid"]
        keys = ", ".join(map(quote_name, pks))
        order = ", ".join(f"{quote_name(key)} DESC" for key in pks)
    chosen = f"SELECT {keys} FROM {quote_name(table)} WHERE {such} ORDER BY {order} LIMIT 1"
    return f"({keys}) IN ({chosen})"


FORGERIES = {
    "two feeds are exchanged": "UPDATE nodes SET author = 3 - author WHERE author < 3",
    "an author": "UPDATE nodes SET author = 1 WHERE author = 2 AND id > 5",
    "a verdict": "UPDATE nodes SET status = 'valid', rule = NULL WHERE status = 'gap'",
    "a verdict and the rule": "UPDATE nodes SET status = 'forked', rule = 'fork' WHERE id = 4",
    "a rule alone": "UPDATE nodes SET rule = 'box' WHERE id = 1",
    "lost text": "UPDATE nodes SET status = 'unverified', rule = 'lost-text' WHERE id = 1",
    "times that threads show": "UPDATE nodes SET received = 1 WHERE id = 2",
    "a type": "UPDATE nodes SET type = 'vote' WHERE id = 2",
    "no participants": "DELETE FROM participants",
    "no quarantine": "DELETE FROM quarantine",
    "no adjusted time": "DELETE FROM adjusted_times WHERE message = 2",
    "an extra missing cause": "INSERT INTO edges VALUES (0, '%elsewhere', 1)",
    "a lost edge": "DELETE FROM edges WHERE conversation = 0 AND effect = 3",
    "an extra link": "INSERT INTO links VALUES ('#boats', 'channel', 2)",
    "an extra name": "INSERT INTO namings SELECT key, key, 9, 'Mallory' FROM feeds WHERE id = 1",
    "an extra participant": "INSERT INTO participants VALUES (1, 3, 1) ON CONFLICT DO UPDATE"
    " SET messages = 7",
    "an extra thread": "INSERT INTO conversations (name, root, messages)"
    " VALUES ('thread', '%elsewhere', 1)",
    "an extra timeline": "INSERT INTO members VALUES (99, 1, 1, 1, 0)",
    "an order": "UPDATE members SET rank = 0",
    "an edge": "DELETE FROM edges WHERE effect = 4",
    "an order in blocks": "UPDATE order_blocks SET numbers = zeroblob(8) WHERE conversation > 0",
    "a kept text of a public message": "UPDATE stored_texts SET message = 1",
    "a kept text that is none": "UPDATE stored_texts SET content = '\"text\"'",
    "the order of everything": "UPDATE order_blocks SET numbers = zeroblob(8)",
    "an offset beyond the end": "UPDATE archives SET offset = offset + 100000",
    "an offset in a record": "UPDATE archives SET offset = offset - 7",
    "a number of lines": "UPDATE archives SET number = number + 1",
    "a word more": "INSERT INTO search (rowid, text, channel) VALUES (99, 'slander', '')",
    "a word in another message": "INSERT INTO search (rowid, text, channel)"
    " VALUES (1, 'slander', '')",
    "noise for words": "UPDATE search_data SET block = randomblob(length(block)) WHERE id > 10",
    "no words": "DELETE FROM search_data WHERE id > 10",
    "settings of the search": "INSERT INTO search_config VALUES ('rank', 'bm25(0)')",
    "a feed that wrote nothing": "INSERT INTO feeds (key) VALUES ('<img src=/etc/passwd>')",
    "a conversation that changed too often": "UPDATE conversations"
    " SET revision = 9223372036854775807",
    "a conversation that changed less than never": "UPDATE conversations SET revision = -1",
    "a large number of a PZP message": "UPDATE nodes SET id = id + 9223372030000000000"
    " WHERE id >= 1 << 30",
    "the number of what is in the quarantine": "UPDATE quarantine SET id = -id",
    "a tangle of PZP": "DELETE FROM graphs WHERE kind = 'pzp'",
    "a claim to be in a tangle": "DELETE FROM edges WHERE conversation = -2",
    "another link in a tangle": "UPDATE edges SET cause = cause || 'x' WHERE conversation = -1",
    "a known cause by its key": "UPDATE edges SET cause = (SELECT key FROM nodes WHERE id = cause)"
    " WHERE conversation = -2",
    "an author of PZP": "UPDATE nodes SET author = 1 WHERE id >= 1 << 30",
}


@pytest.mark.parametrize("statement", FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_is_found(database: Path, statement: str) -> None:
    assert not forged(database, statement).ok


@pytest.mark.parametrize("such", ["type = 'vote'", "type = 'about' AND author = 2"])
def test_no_message_is_hidden_as_one_that_closes_a_cycle(database: Path, such: str) -> None:
    found = forged(
        database,
        f"UPDATE nodes SET status = 'invalid', rule = 'cycle' WHERE {such}",
        *(f"DELETE FROM {table}" for table in ("adjusted_times", "order_blocks")),
    )
    told = "It is marked as closing a cycle, but none of its causes leads back to it."
    assert told in [problem.what for problem in found.problems]


@pytest.mark.parametrize("number", [-7, 2_000_000_000, 4_000_000_000_000, (1 << 63) - 1])
def test_numbers_that_are_far_apart_take_no_memory(database: Path, number: int) -> None:
    tracemalloc.start()
    try:
        found = forged(
            database,
            *(
                f"UPDATE {table} SET {column} = {number} WHERE {column} = 4"
                for table, column in (
                    ("adjusted_times", "message"),
                    ("links", "message"),
                    ("edges", "effect"),
                    ("edges", "cause"),
                    ("nodes", "id"),
                )
            ),
        )
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert not found.ok
    assert most < 64 << 20


@pytest.mark.parametrize("times", [1, -1])
def test_numbers_without_sense_are_reported_and_never_waited_for(
    database: Path, times: int
) -> None:
    for statement in (
        f"UPDATE conversations SET id = id + {times} * 4000000000000000000",
        f"UPDATE quarantine SET id = id + {times} * 4000000000000000000",
        f"UPDATE conversations SET messages = {times} * 4000000000000000000",
        f"UPDATE archives SET extent = {times} * 4000000000000000000",
    ):
        forged(database, statement)


def problems_at(found: Checkup, where: str) -> str:
    """The problems at a place, as one text."""
    return " ".join(problem.what for problem in found.problems if where in problem.where)


def test_a_text_that_was_replaced_and_hashed_anew_is_found_by_its_signature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Author("ann")
    first, second = ann.say(post("I agree")), ann.say(post("and on"))
    forgery = resigned(first, "I agree", "I object")
    # The database is as if imported by a program that ignores signatures.
    with monkeypatch.context() as careless:
        careless.setattr(SignatureClaim, "holds", lambda _: True)
        library_of(tmp_path, forgery, second).close()
    with Library.open(tmp_path / "library.db", read_only=True) as library:
        found = library.check()
        assert "signature doesn't match" in problems_at(found, forgery.key)
        assert library.check(quick=True).ok, "a quick check leaves out signatures, and says so"
        assert "signatures" in library.check(quick=True).left_out


def resigned(said: Said, old: str, new: str) -> Said:
    """A message with another text and its hash, under the old signature."""
    from tanglescope.engine.message.canonical import canonical
    from tanglescope.engine.message.keys import message_id

    content = said.value["content"]
    value = said.value | {"content": content | {"text": content["text"].replace(old, new)}}
    return Said(message_id(canonical(value)), value, said.received)


def test_messages_of_a_network_with_a_key_are_checked_with_it(tmp_path: Path) -> None:
    key = os.urandom(32)
    ann = Author("ann", network=key)
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(ann.say(post("among us")).line + ann.say(post("and on")).line)
    from tanglescope.engine.library import import_archives

    import_archives([archive], tmp_path / "own.db", hmac_key=key)
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        assert library.check(hmac_key=key).problems == ()
        found = library.check()
        assert not found.ok
        assert "a key of its own (HMAC)" in found.problems[0].what
        assert not library.check(hmac_key=os.urandom(32)).ok


def test_an_archive_that_is_gone_or_another_one_is_no_problem(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "moved"
    folder.mkdir()
    path = Path(shutil.copy(made, folder / "copy.db"))
    with closing(sqlite3.connect(path)) as own:
        own.execute("UPDATE archives SET path = ? || path", (str(tmp_path),))
        own.commit()
    with Library.open(path, read_only=True) as library:
        assert library.check().ok


def test_a_good_message_in_the_quarantine_is_found(database: Path, made: Path) -> None:
    good = (made.parent / "log.ndjson").read_bytes().splitlines()[0]
    with closing(sqlite3.connect(database)) as stranger:
        stranger.execute(
            "UPDATE quarantine SET raw = ?, digest = ? WHERE rule = 'id'",
            (good, digest("id", good)),
        )
        stranger.commit()
    with Library.open(database, read_only=True) as library:
        assert "doesn't break the rule id" in problems_at(library.check(), "line")


def test_what_older_versions_refused_of_other_formats_is_left_to_them(tmp_path: Path) -> None:
    said = Author("ann").say(post("hello"))
    other = said.record | {"value": said.value | {"author": "ssb:feed/bendybutt-v1/x"}}
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(json.dumps(other).encode() + b"\n")
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        (record,) = library.quarantine.page()
        library._database.execute(
            "UPDATE quarantine SET rule = 'hash', digest = ?", (digest("hash", record.raw),)
        )
        assert library.check().problems == ()


def test_processes_find_what_one_finds(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tanglescope.engine.store.check.running._WORTH_IT", 0)
    advances = []
    with Library.open(database, read_only=True) as library:
        assert library.check(on_progress=advances.append).problems == ()
    assert advances[-1].done == advances[-1].total
    assert [each.done for each in advances] == sorted(each.done for each in advances)
    found = forged(database, "UPDATE conversations SET title = 'Buy now'")
    assert {problem.what for problem in found.problems} == {"Its title doesn't match its messages."}
