"""The queries for Datasette return the results that their page shows."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tanglescope import resources
from tanglescope.engine.library import Library
from tests.house.repository import ROOT

PAGE = (ROOT / "docs" / "datasette.md").read_text("utf-8")
QUERIES = re.findall(
    r"^## ([^\n]*)\n(?:(?!^## ).)*?^```sql\n(.*?)^```\n\n```text\n(.*?)^```",
    PAGE,
    re.DOTALL | re.MULTILINE,
)
KEPT = re.compile(r"^ +sql: \|-\n((?: {10}[^\n]*\n)+)", re.MULTILINE)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = tmp_path_factory.mktemp("datasette") / "copy.db"
    with resources.sample_archive() as archive, Library.open(path) as library:
        library.ingest(archive)
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        yield connection


def answer(database: sqlite3.Connection, query: str, **values: str) -> str:
    """The result as a table, its header first."""
    cursor = database.execute(query, values)
    rows = [[column[0] for column in cursor.description], *cursor]
    return "".join(" | ".join(map(str, row)) + "\n" for row in rows)


def test_the_page_has_queries() -> None:
    assert len(QUERIES) == PAGE.count("```sql") >= 10


@pytest.mark.parametrize(("query", "told"), [pytest.param(q, t, id=n) for n, q, t in QUERIES])
def test_a_query_answers_what_the_page_says(
    database: sqlite3.Connection, query: str, told: str
) -> None:
    assert answer(database, query) == told


def test_the_query_that_is_kept_finds_words(database: sqlite3.Connection) -> None:
    [query] = KEPT.findall(PAGE)
    assert "oak" in answer(database, query, words="oak")


def test_the_page_explains_every_table(database: sqlite3.Connection) -> None:
    tables = database.execute(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        " AND name NOT LIKE 'search_%' AND name NOT LIKE '%sqlite%'"
    )
    section = PAGE.split("## The tables")[1].split("\n## ")[0]
    assert {name for (name,) in tables} <= set(re.findall(r"`(\w+)`", section))


def test_the_page_lists_no_other_tables(database: sqlite3.Connection) -> None:
    section = PAGE.split("## The tables")[1].split("\n## ")[0]
    listed = re.findall(r"^\| ([^|]*) \|", section, re.MULTILINE)[2:]
    tables = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    assert set(re.findall(r"`(\w+)`", " ".join(listed))) <= {name for (name,) in tables}
