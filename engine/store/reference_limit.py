"""A collection's limit of references: what refers to more others is refused, or cut.

The ScuttleSort report (section 6) suggests two, the predecessor in the feed and one other event, so
that an event that many refer to takes constant memory for each.

A message that is cut is stored as signed, and beside it its text with the references that are left:
orders read what it comes after from there. It keeps its predecessor, then the first others that it
names. Which of them are known depends on the order of arrival, so that doesn't count: each delivery
gives the same order.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import canonical, parse
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.tangle.links import keeping_links

TABLE = "reference_limit"

LEAST_CUT = 2
"""The least references that are left: the predecessor, and one by which a reply stays a reply."""


class LimitTooLow(TanglescopeError):
    """A limit to which references can't be cut."""

    def __init__(self) -> None:
        super().__init__(
            tr("References can be cut to {n} at least: the predecessor and another.", n=LEAST_CUT)
        )


# A reply that names no other message names its root.
_OVER_LIMIT = """SELECT count(*) FROM (
        SELECT messages.id, ifnull(messages.previous, '') AS before
        FROM links CROSS JOIN messages ON messages.id = links.message
        WHERE kind = 'branch' OR kind GLOB 'tangle:*'
        GROUP BY messages.id
        HAVING count(DISTINCT target)
            + (before <> '' AND sum(target = before) = 0) > ?
    )"""
_NODES_OVER_LIMIT = """SELECT count(*) FROM (
        SELECT 1 FROM edges WHERE conversation IN (SELECT id FROM graphs WHERE kind <> 'pzp')
        GROUP BY conversation, effect HAVING count(*) > ?
    )"""


@dataclass(frozen=True, slots=True)
class ReferenceLimit:
    """How many others a message or node may refer to, its predecessor included.

    Those with more are refused, or with `is_cut`, only the first of their references count.
    """

    most: int
    is_cut: bool = False

    @property
    def rule(self) -> Rule:
        """The rule under which what exceeds the limit is listed."""
        return Rule.CUT if self.is_cut else Rule.REFERENCES


def reference_limit(database: Database) -> ReferenceLimit | None:
    """The limit of a collection; None without one."""
    row = database.execute("SELECT most, is_cut FROM reference_limit").fetchone()
    return None if row is None else ReferenceLimit(row[0], bool(row[1]))


def limit_references(database: Database, limit: ReferenceLimit | None) -> None:
    """Set or lift the limit. What is here already stays. Raises `LimitTooLow`."""
    if limit is not None and limit.is_cut and limit.most < LEAST_CUT:
        raise LimitTooLow
    with writing(database):
        database.execute("DELETE FROM reference_limit")
        if limit is not None:
            row = (limit.most, limit.is_cut)
            database.execute("INSERT INTO reference_limit VALUES (1, ?, ?)", row)


def over_limit(database: Database, most: int) -> int:
    """How many messages and nodes here refer to more than `most` others that count."""
    return database.number(_OVER_LIMIT, (most,)) + database.number(_NODES_OVER_LIMIT, (most,))


def cut_text(text: bytes | str, kept: Collection[str]) -> str:
    """The text of a message with only these of its references."""
    value = parse(text.encode() if isinstance(text, str) else text)
    assert isinstance(value, dict)
    return canonical({**value, "content": keeping_links(value["content"], kept)}).decode()


def put_cut(database: Database, texts: Iterable[tuple[int, str]]) -> None:
    """Store the texts of messages that were cut, by number, within the caller's transaction."""
    database.conn.executemany("INSERT INTO cut_messages (message, value) VALUES (?, ?)", texts)


def as_ordered(messages: str = "messages") -> str:
    """The text, in SQL, that says what a message of a table comes after: cut, if it was."""
    cut = f"SELECT cut.value FROM cut_messages AS cut WHERE cut.message = {messages}.id"
    return f"ifnull(({cut}), {messages}.value)"
