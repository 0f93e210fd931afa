"""Soundness: whether the rows of a database are consistent, as far as SQL can check.

A database that another program changed can have a number without a successor, or a level without a
block. Then reading and writing fail at some point; only then, and in a check, are the rows
examined.
"""

import sqlite3
from collections.abc import Collection, Iterator
from typing import NamedTuple

from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.files import system_message

HIGHEST_ROW = (1 << 31) - 1
"""The highest row number: an order in one piece has 32 bits for each number."""

MOST = 1 << 53
"""An upper limit for counts, below SQLite's largest integer, 2**63 - 1."""

_LABELS = 1 << 62


class Contradiction(NamedTuple):
    """Rows that no version of this program writes: `what` is wrong, and `where`."""

    what: str
    where: str


class _Range(NamedTuple):
    """Integer columns of a table, with their smallest and greatest possible values."""

    table: str
    columns: str
    least: int
    most: int


_NUMBERED = (*("feeds", "nodes", "conversations", "archives", "quarantine", "graphs"),)

_RANGES = (
    *(_Range(table, "id", 1, HIGHEST_ROW) for table in _NUMBERED),
    _Range("redated", "count", 1, MOST),
    _Range("members", "rank", 0, HIGHEST_ROW),
    _Range("feeds", "sequence waiting", 0, MOST),
    _Range("nodes", "sequence", 0, MOST),
    _Range("namings", "sequence", 0, MOST),
    _Range("conversations", "messages set_aside authors revision", 0, MOST),
    _Range("participants", "messages", 0, MOST),
    _Range("order_blocks", "id rows", 1, HIGHEST_ROW),
    _Range("order_blocks", "conversation", 0, HIGHEST_ROW),
    _Range("order_blocks", "label", -_LABELS, _LABELS),
    _Range("graphs", "nodes revision", 0, MOST),
    _Range("archives", "offset number extent", 0, _LABELS),
)

_MEMBERS = (
    "SELECT conversation, message FROM members"
    " UNION SELECT 0, id FROM messages WHERE status <> 'invalid'"
    # What PZP messages say of tangles.
    " UNION SELECT -1, id FROM pzp_messages UNION SELECT -2, id FROM pzp_messages"
)

CONVERSATIONS = (
    (
        later("Messages come after messages that don't exist."),
        "edges",
        "SELECT DISTINCT conversation FROM (SELECT conversation, cause FROM edges"
        f" WHERE typeof(cause) <> 'text' EXCEPT SELECT * FROM ({_MEMBERS}))",
    ),
    (
        later("Messages that don't exist are members."),
        "members",
        "SELECT DISTINCT conversation FROM members WHERE NOT CASE"
        " WHEN conversation IN (SELECT id FROM conversations)"
        " THEN (author, sequence) IN (SELECT author, sequence FROM messages WHERE id = message)"
        " WHEN author <> 0 OR sequence <> 0 THEN FALSE"
        " ELSE message IN (SELECT id FROM nodes WHERE id >= 1073741824) END",
    ),
    (
        later("Several conversations have its number."),
        "conversations",
        "SELECT id FROM conversations WHERE id IN (SELECT id FROM graphs)",
    ),
    (
        later("Messages that aren't members come after others."),
        "edges",
        "SELECT DISTINCT conversation FROM (SELECT conversation, effect FROM edges"
        f" EXCEPT SELECT * FROM ({_MEMBERS}))",
    ),
)
"""The possible problems of a conversation, each with its table and the query that finds it.

Each takes about as long as reading the tables: none reads a conversation again for each row.
"""

_JSON = (
    ("graphs", "facts", "json_type(facts) <> 'object'"),
    (
        "graphs",
        "writers",
        "json_type(writers) <> 'array' OR EXISTS (SELECT 1 FROM json_each(writers) AS writer"
        " WHERE writer.type <> 'array' OR json_array_length(writer.value) NOT IN (5, 7)"
        " OR json_type(writer.value, '$[0]') <> 'text'"
        " OR json_type(writer.value, '$[3]') <> 'array'"
        " OR json_type(writer.value, '$[4]') <> 'array'"
        " OR json_type(writer.value, '$[5]') NOT IN ('array', 'null')"
        " OR json_type(writer.value, '$[6]') NOT IN ('array', 'null'))",
    ),
    (
        "graph_nodes",
        "after",
        "json_type(after) <> 'array' OR EXISTS"
        " (SELECT 1 FROM json_each(after) AS cause WHERE cause.type <> 'text')",
    ),
    (
        "graph_nodes",
        "refers",
        "json_type(refers) <> 'array' OR EXISTS"
        " (SELECT 1 FROM json_each(refers) AS other WHERE other.type <> 'text')",
    ),
    (
        "graph_nodes",
        "batch",
        "json_type(batch) <> 'array' OR json_array_length(batch) <> 2 OR EXISTS"
        " (SELECT 1 FROM json_each(batch) AS part WHERE part.type <> 'integer')",
    ),
)
"""Columns with trusted JSON, and a condition that is true if the JSON is malformed."""


def contradictions(database: Database) -> Iterator[Contradiction]:
    """Numbers out of range, references to missing rows, malformed JSON."""
    here = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    yield from _out_of_range(database, here)
    for table, row, *_ in database.execute("PRAGMA foreign_key_check"):
        what = tr("Row {row} of {table} refers to a missing row.", row=row, table=table)
        yield Contradiction(what, str(table))
    for what, table, question in CONVERSATIONS:
        for (number,) in database.execute(question):
            where = tr("{table} of conversation number {number}", table=table, number=number)
            yield Contradiction(tr(what), where)
    for table, column, condition in _JSON if "graphs" in here else ():
        for (number,) in database.execute(
            f"SELECT id FROM {table} WHERE CASE WHEN json_valid({column}) THEN {condition}"
            f" ELSE {column} IS NOT NULL END"
        ):
            yield Contradiction(
                tr("The column {column} isn't in the form that Tanglescope writes.", column=column),
                tr("row {number} of {table}", number=number, table=table),
            )


def _out_of_range(database: Database, here: Collection[str]) -> Iterator[Contradiction]:
    for table, columns, least, most in _RANGES:
        if table not in here:  # an older version made the database
            continue
        names = columns.split()
        condition = " OR ".join(f"{name} < {least} OR {name} > {most}" for name in names)
        for row in database.execute(f"SELECT {', '.join(names)} FROM {table} WHERE {condition}"):
            for name, number in zip(names, row, strict=True):
                if number is not None and not least <= number <= most:
                    yield Contradiction(
                        tr("{number} can't be its {name}.", number=number, name=name),
                        tr("a row of {table}", table=table),
                    )


def first_damage(database: Database) -> str | None:
    """The first fault in the pages or rows of a database, without a full stop; None if sound."""
    try:
        ((found,),) = database.execute("PRAGMA integrity_check(1)")
        if found != "ok":
            return quote_program("SQLite", found)
        wrong = (f"{where}: {what.rstrip('.')}" for what, where in contradictions(database))
        return next(wrong, None)
    except sqlite3.DatabaseError as error:
        return system_message(error)
    except UnicodeDecodeError as error:
        return decoding_message(error)


def decoding_message(error: UnicodeDecodeError) -> str:
    """SQLite's message if it quotes damaged bytes, which Python can't decode."""
    return quote_program("SQLite", bytes(error.object).decode(errors="replace"))
