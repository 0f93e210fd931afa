"""Soundness: whether the rows of a database are consistent, as far as SQL can check.

A database that another program changed can have a number without a successor, or a level without a
block. Then reading and writing fail at some point; only then, and in a check, are the rows
examined.
"""

import sqlite3
from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.files import system_message
from engine.store.files.sqlite import Database
from engine.wording import later, quoted, tr

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


_RANGES = (
    _Range("feeds", "id", 1, HIGHEST_ROW),
    _Range("messages", "id", 1, HIGHEST_ROW),
    _Range("conversations", "id", 1, HIGHEST_ROW),
    _Range("archives", "id", 1, HIGHEST_ROW),
    _Range("quarantine", "id", 1, HIGHEST_ROW),
    _Range("pzp_messages", "id", 1, HIGHEST_ROW),
    _Range("pzp_tangles", "id", 1, HIGHEST_ROW),
    _Range("pzp_tangles", "revision", 0, MOST),
    _Range("pzp_places", "depth", 0, MOST),
    _Range("graphs", "id", 1, HIGHEST_ROW),
    _Range("graph_nodes", "id", 1, HIGHEST_ROW),
    _Range("redated", "count", 1, MOST),
    _Range("blocks", "block levels events", 0, HIGHEST_ROW),
    _Range("levels", "level block", 0, HIGHEST_ROW),
    _Range("events", "event level", 0, HIGHEST_ROW),
    _Range("blocks", "label", -_LABELS, _LABELS),
    _Range("levels", "label", -_LABELS, _LABELS),
    _Range("feeds", "sequence waiting", 0, MOST),
    _Range("messages", "sequence", 0, MOST),
    _Range("namings", "sequence", 0, MOST),
    _Range("conversations", "messages set_aside authors revision", 0, MOST),
    _Range("participants", "messages", 0, MOST),
    _Range("order_blocks", "id rows", 1, HIGHEST_ROW),
    _Range("order_blocks", "conversation", 0, HIGHEST_ROW),
    _Range("order_blocks", "label", -_LABELS, _LABELS),
    _Range("graphs", "nodes revision", 0, MOST),
    _Range("archives", "offset number extent", 0, _LABELS),
)

TIMELINES = (
    (
        later("Levels are in a block that doesn't exist."),
        "levels",
        "SELECT DISTINCT timeline FROM levels LEFT JOIN blocks USING (timeline, block)"
        " WHERE blocks.label IS NULL",
    ),
    (
        later("Events are in a level that doesn't exist."),
        "events",
        "SELECT DISTINCT timeline FROM events LEFT JOIN levels USING (timeline, level)"
        " WHERE events.level IS NOT NULL AND levels.label IS NULL",
    ),
    (
        later("Levels have no events."),
        "levels",
        "SELECT DISTINCT timeline FROM"
        " (SELECT timeline, level FROM levels EXCEPT SELECT timeline, level FROM events)",
    ),
    (
        later("The sums of blocks aren't those of their levels."),
        "blocks",
        "WITH filled AS MATERIALIZED (SELECT timeline, level, count(*) AS events FROM events"
        " GROUP BY timeline, level)"
        " SELECT DISTINCT timeline FROM (SELECT timeline, block, levels, events FROM blocks"
        " WHERE (levels, events) <> (0, 0) EXCEPT"
        " SELECT levels.timeline, block, count(*), sum(ifnull(events, 0)) FROM levels"
        " LEFT JOIN filled USING (timeline, level) GROUP BY levels.timeline, block)",
    ),
    (
        later("Causes and effects are events that don't exist."),
        "causes",
        "SELECT DISTINCT causes.timeline FROM causes"
        " LEFT JOIN events AS one ON one.timeline = causes.timeline AND one.event = cause"
        " LEFT JOIN events AS other ON other.timeline = causes.timeline AND other.event = effect"
        " WHERE one.name IS NULL OR other.name IS NULL",
    ),
    (
        later("An event without a level causes nothing."),
        "events",
        "SELECT DISTINCT timeline FROM events WHERE level IS NULL AND NOT EXISTS ("
        " SELECT 1 FROM causes WHERE causes.timeline = events.timeline AND cause = event)",
    ),
)
"""The possible problems of a timeline, each with its table and the query that finds it.

Each takes about as long as reading the tables: none reads a timeline again for each row.
"""

_JSON = (
    ("graphs", "facts", "json_type(facts) <> 'object'"),
    (
        "graphs",
        "writers",
        "json_type(writers) <> 'array' OR EXISTS (SELECT 1 FROM json_each(writers) AS writer"
        " WHERE writer.type <> 'array' OR json_array_length(writer.value) <> 5"
        " OR json_type(writer.value, '$[0]') <> 'text'"
        " OR json_type(writer.value, '$[3]') <> 'array'"
        " OR json_type(writer.value, '$[4]') <> 'array')",
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
    for what, table, question in TIMELINES:
        for (timeline,) in database.execute(question):
            where = tr("{table} of conversation number {number}", table=table, number=timeline)
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
            return quoted("SQLite", found)
        wrong = (f"{where}: {what.rstrip('.')}" for what, where in contradictions(database))
        return next(wrong, None)
    except sqlite3.DatabaseError as error:
        return system_message(error)
    except UnicodeDecodeError as error:
        return undecoded(error)


def undecoded(error: UnicodeDecodeError) -> str:
    """SQLite's message if it quotes damaged bytes, which Python can't decode."""
    return quoted("SQLite", bytes(error.object).decode(errors="replace"))
