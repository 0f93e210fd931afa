"""Check the search index against one built anew from all texts, and stored private texts.

Both indexes are read word by word, with messages and positions, so that missing and superfluous
entries are found.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from tanglescope.engine.message.message import Message, content_of
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.check.subject import (
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    feed_at,
    message_at,
    message_named,
    whole,
)
from tanglescope.engine.store.files.schema import SEARCH
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.search import indexed
from tanglescope.engine.store.stored_texts import content_in
from tanglescope.engine.tangle.names import Naming, naming_in
from tanglescope.engine.wording import later, tr

_AT_ONCE = 20_000

# Other data of the index: lengths of texts, settings, averages.
_BESIDE = {
    later("Its lengths of texts don't match the messages."): (
        "SELECT id, sz FROM {schema}.search_docsize ORDER BY id"
    ),
    later("Its settings are wrong."): "SELECT k, v FROM {schema}.search_config ORDER BY k",
    later("Its averages don't match the messages."): (
        "SELECT block FROM {schema}.search_data WHERE id = 1"
    ),
}

_WORDS = "SELECT term, doc, col, offset FROM {schema}.words_again"


def divide(database: Database) -> list[RowRange]:
    """One part: words are sorted over all messages."""
    ((count,),) = database.execute("SELECT count(*) FROM messages")
    return [RowRange(weight=int(count) // 2 + 1)]


def compare_words(database: Database, _part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare the words of the search."""
    connection = database.conn
    with closing(sqlite3.connect("", isolation_level=None)) as again:  # on the disk, and private
        again.execute(SEARCH)
        again.execute("BEGIN")
        again.executemany(
            "INSERT INTO search (rowid, text, channel) VALUES (?, ?, ?)",
            (
                (number, *indexed(content_of(value)))
                for number, value in connection.execute(
                    "SELECT id, value FROM messages ORDER BY id"
                )
            ),
        )
        again.execute("COMMIT")
        vocabulary = "CREATE VIRTUAL TABLE temp.words_again USING fts5vocab(main, search, instance)"
        again.execute(vocabulary)
        connection.execute(vocabulary)
        try:
            yield from _different_words(connection, again)
            for what, question in _BESIDE.items():
                asked = question.format(schema="main")
                if any(map(_differ, _rows(connection, asked), _rows(again, asked))):
                    yield Problem(tr(what), tr("the search index"))
        finally:
            connection.execute("DROP TABLE temp.words_again")


def _different_words(kept: sqlite3.Connection, right: sqlite3.Connection) -> Iterator[Problem]:
    """The messages of the first rows that differ; the rest can't be compared."""
    question = _WORDS.format(schema="temp")
    nothing: list[Any] = []
    for ours, theirs in zip_longest(
        _runs(right, question), _runs(kept, question), fillvalue=nothing
    ):
        if ours != theirs:
            # After the end of the shorter run, the other one may have later rows.
            ends = [_place(run[-1]) for run in (ours, theirs) if len(run) == _AT_ONCE]
            missing, strange = (
                {row for row in run if not ends or _place(row) <= min(ends)}
                for run in (ours, theirs)
            )
            for problem, some in (
                (tr("The search doesn't find it by words in its text."), missing - strange),
                (tr("The search finds it by words that aren't in its text."), strange - missing),
            ):
                for number in sorted({row[1] for row in some}):
                    yield Problem(problem, message_named(kept, number))
            return


def _place(row: tuple[str, int, str, int]) -> tuple[bytes, int, bool, int]:
    """The sort key of index rows."""
    term, number, column, offset = row
    return term.encode("utf-8", "replace"), number, column == "channel", offset


def _runs(connection: sqlite3.Connection, question: str) -> Iterator[list[Any]]:
    rows = connection.execute(question)
    return iter(lambda: rows.fetchmany(_AT_ONCE), [])


def _rows(connection: sqlite3.Connection, question: str) -> Iterator[list[Any]]:
    """All rows in runs, followed by an empty one."""
    yield from _runs(connection, question)
    yield []


def _differ(one: list[Any], other: list[Any]) -> bool:
    return one != other


WORDS = CheckSubject(later("words of the search"), divide, compare_words, quick=False)


_MOST_CORRESPONDENTS = 500
"""The most recipients that are tried for the user's own messages, at 0.2 ms each."""


def compare_private(database: Database, _part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare stored texts of private messages."""
    for key, value, text in database.execute(
        "SELECT key, value, content FROM stored_texts JOIN messages ON id = message"
    ):
        if not isinstance(content_of(value), str):
            yield Problem(tr("A private text is stored for it, but it is public."), message_at(key))
        elif content_in(text) is None:
            yield Problem(
                tr("Its stored private text isn't the content of a message."), message_at(key)
            )


def compare_opened(database: Database, keyring: Keyring) -> tuple[list[Problem], int]:
    """Compare stored texts with opened messages; return wrong ones and the number still locked.

    In one process, since keys aren't passed to others.
    """
    problems: list[Problem] = []
    locked = 0
    people = [feed for (feed,) in database.execute("SELECT key FROM feeds ORDER BY id")]
    with_correspondents = replace(keyring, correspondents=tuple(people[:_MOST_CORRESPONDENTS]))
    for key, author, sequence, previous, asserted, value, text in database.execute(
        """SELECT messages.key, feeds.key, messages.sequence, previous, asserted, value, content
        FROM stored_texts JOIN messages ON messages.id = message JOIN feeds ON feeds.id = author"""
    ):
        content = content_of(value)
        message = Message(key, author, sequence, previous, asserted, content, value.encode())
        said = keyring.open(message)
        if said is None and keyring.identity is not None and keyring.identity.feed == author:
            said = with_correspondents.open(message)
        if said is None:
            locked += 1
        elif said != content_in(text):
            problems.append(
                Problem(tr("Its stored private text doesn't match the message."), message_at(key))
            )
    return problems, locked


PRIVATE = CheckSubject(later("stored private texts"), whole, compare_private)


def compare_names(database: Database, _part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare names of feeds."""
    derived: dict[tuple[str, str], Naming] = {}
    for author, sequence, value in database.execute(
        "SELECT feeds.key, messages.sequence, value FROM messages JOIN feeds ON feeds.id = author"
        " WHERE type = 'about' ORDER BY messages.id"
    ):
        naming = naming_in(author, sequence, content_of(value))
        if naming is not None:
            before = derived.get((naming.feed, author))
            if before is None or before.sequence < sequence:
                derived[naming.feed, author] = naming
    for row in database.execute("SELECT feed, author, sequence, name FROM namings"):
        kept = Naming(*row)
        if derived.pop((kept.feed, kept.author), None) != kept:
            yield Problem(
                tr(
                    "The name that {author} gives it doesn't match the newest message.",
                    author=kept.author,
                ),
                feed_at(kept.feed),
            )
    for feed, author in derived:
        yield Problem(
            tr("The name that {author} gives it is missing.", author=author), feed_at(feed)
        )


NAMES = CheckSubject(later("names"), whole, compare_names)
