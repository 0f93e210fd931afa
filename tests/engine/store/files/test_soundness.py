"""Inconsistent rows, as written only by other programs, are found and reported."""

import shutil
import sqlite3
from array import array
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.files.database import connect, reading, writing
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.schema import migrations
from tanglescope.engine.store.files.soundness import CONVERSATIONS, contradictions, first_damage
from tanglescope.engine.store.files.sqlite import Database, quote_name
from tanglescope.engine.store.files.untrusted import own_tables
from tanglescope.engine.store.orders.order_cache import StoredKeys
from tests.engine.authors import Author, post
from tests.engine.store.check.databases import GRAPH, make_database
from tests.engine.store.libraries import write

HIGHEST = (1 << 63) - 1
"""The largest integer of SQLite: the next one has no room in a column."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with rows in every table, and an archive that continues its messages."""
    path = make_database(tmp_path_factory.mktemp("made"))
    with Library.open(path) as library:
        boat = library.threads("boat")[0].root
    fay = Author("fay")
    game = {"type": "chess", "tangles": {"chess": {"root": boat, "previous": [boat]}}}
    said = [fay.say(post("I come, too", boat)), fay.say(post("A boat", channel="boats"))]
    said.append(fay.say(game))
    write(path.with_name("more.ndjson"), said)
    graph = GRAPH.replace('"a","after":[]', '"c","after":["b"]')
    path.with_name("more-graph.ndjson").write_text(graph)
    return path


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    """A copy that may be changed."""
    return Path(shutil.copy(made, tmp_path / "copy.db"))


def forge(path: Path, statement: str) -> None:
    """Change a database as another program would."""
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute(statement)
        stranger.commit()


def integer_columns() -> list[str]:
    """All columns of our tables that hold integers, as `table.column`."""
    with closing(Database.in_memory()) as empty:
        migrations.apply(empty)
        return [
            f"{table}.{column}"
            for table in own_tables()
            for column in empty.column(
                "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER'", (table,)
            )
            if column != "only_one"
        ]


@pytest.mark.parametrize("column", ["facts", "writers"])
def test_a_graph_with_another_text_is_answered_in_words(
    made: Path, database: Path, column: str
) -> None:
    forge(database, f"UPDATE graphs SET {column} = '5'")
    with (
        Library.open(database) as library,
        pytest.raises(DatabaseError, match=f"The column {column} isn't in the form"),
    ):
        library.ingest(made.with_name("more-graph.ndjson"))


@pytest.mark.parametrize("column", integer_columns())
def test_a_number_without_a_successor_is_answered_in_words(
    made: Path, database: Path, column: str
) -> None:
    table, _, name = column.partition(".")
    forge(database, f"UPDATE OR REPLACE {quote_name(table)} SET {quote_name(name)} = {HIGHEST}")
    refused = ""
    try:
        with Library.open(database) as library:
            library.ingest(made.with_name("more.ndjson"))
            library.ingest(made.with_name("more-graph.ndjson"))
            for each in library.conversations():
                list(library.conversation(each.address).snapshot().keys)
    except DatabaseError as error:
        refused = str(error)
    assert not refused or "Import the archives into a new one, or restore a backup." in refused
    assert ".." not in refused


CONTRADICTIONS = {
    "UPDATE OR REPLACE edges SET cause = 99": "Messages come after messages that don't exist",
    "UPDATE OR REPLACE edges SET cause = x'00'": "Messages come after messages that don't exist",
    "DELETE FROM members": "Messages that aren't members come after others",
    "UPDATE nodes SET author = 99 WHERE id = 1": "refers to a missing row",
    f"UPDATE conversations SET revision = {HIGHEST}": f"{HIGHEST} can't be its revision",
    "UPDATE graphs SET facts = '[]'": "The column facts isn't in the form",
    "UPDATE graphs SET writers = '[5]'": "The column writers isn't in the form",
    "UPDATE node_facts SET after = '[5]'": "The column after isn't in the form",
    "UPDATE node_facts SET batch = '{}'": "The column batch isn't in the form",
    "UPDATE nodes SET id = 3000000000 WHERE id = 1": "3000000000 can't be its id",
}


@pytest.mark.parametrize("statement", CONTRADICTIONS)
def test_rows_that_contradict_each_other_are_found(database: Path, statement: str) -> None:
    forge(database, statement)
    with closing(connect(database, read_only=True)) as forged:
        found = "\n".join(each.what for each in contradictions(forged))
    assert CONTRADICTIONS[statement] in found


def test_a_good_database_is_sound(database: Path) -> None:
    with closing(connect(database, read_only=True)) as good:
        assert first_damage(good) is None


def test_an_error_of_ours_while_a_sound_file_is_written_stays_what_it_is(database: Path) -> None:
    with (
        closing(connect(database)) as sound,
        pytest.raises(TypeError, match="ours"),
        writing(sound),
    ):
        raise TypeError("ours")


def test_a_question_of_ours_that_is_wrong_stays_what_it_is(database: Path) -> None:
    with (
        closing(connect(database)) as sound,
        pytest.raises(sqlite3.ProgrammingError, match="bindings"),
        writing(sound),
    ):
        sound.execute("SELECT ?", ())


def test_an_error_that_python_raises_while_sqlite_answers_is_reported(database: Path) -> None:
    forge(database, "UPDATE nodes SET type = CAST(x'ff80' AS TEXT)")
    with (
        closing(connect(database)) as forged,
        pytest.raises(DatabaseError, match=r"Could not decode to UTF-8.*Import the archives"),
        writing(forged),
    ):
        forged.execute("SELECT type FROM messages").fetchall()


def test_nothing_is_written_into_rows_that_contradict_each_other(database: Path) -> None:
    forge(database, f"UPDATE conversations SET revision = {HIGHEST}")
    with closing(connect(database)) as forged:
        before = list(forged.execute("SELECT * FROM conversations"))
        with pytest.raises(DatabaseError, match="can't be its revision"), writing(forged):
            forged.execute("UPDATE conversations SET title = '', revision = revision + 1")
        with reading(forged):
            assert list(forged.execute("SELECT * FROM conversations")) == before


def test_a_ghost_that_was_never_given_is_a_name_like_any_other(database: Path) -> None:
    with closing(connect(database)) as opened:
        assert list(StoredKeys(opened, array("i", [0, -5]))) == ["number 0", "number -5"]


@pytest.mark.parametrize("question", [question for *_, question in CONVERSATIONS])
def test_no_question_looks_through_a_conversation_for_each_of_its_rows(
    database: Path, question: str
) -> None:
    with closing(connect(database, read_only=True)) as asked:
        plan = [row[3] for row in asked.execute(f"EXPLAIN QUERY PLAN {question}")]
    assert plan
    assert not [step for step in plan if "SEARCH" in step and "(conversation=?)" in step]
