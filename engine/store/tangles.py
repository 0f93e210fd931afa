"""Tangles in the database: which messages are candidates, by their texts and feeds."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import RuleEntry, roots_named
from tanglescope.engine.tangle.titles import one_line

Find = Callable[[Sequence[str]], Mapping[str, StoredMessage]]
"""Returns the known ones of some messages, decrypted if possible."""


def tangle_entries(
    database: Database, find: Find, opened: Iterable[str], root: str = "", more: Iterable[str] = ()
) -> Iterator[RuleEntry]:
    """The readable messages with tangle data, and the known ones of `more`.

    Their roots come first: that of a thread has no tangle data. If the message `root` is public, so
    are all others: a public reply must not name private messages.
    """
    root = message_reference(root)
    keys = dict.fromkeys([root, *more, *tangled_keys(database), *opened])
    found = find(list(keys))
    if root in found and not found[root].private:
        found = {key: message for key, message in found.items() if not message.private}
    roots = {root for message in found.values() for root in roots_named(message.content)}
    before = find(sorted(roots - keys.keys()))
    for key, message in before.items():
        yield _entry(key, message)
    for key in keys:
        if key in found:
            yield _entry(key, found[key])


def connected_after(database: Database, name: str, keys: Iterable[str]) -> list[str]:
    """These messages, and the public messages after them in a tangle of that name, by their data.

    Texts aren't searched, so messages that wait for a missing one aren't found.
    """
    return database.column(
        "WITH RECURSIVE found(key) AS ("
        " SELECT value FROM json_each(?) UNION"
        " SELECT messages.key FROM found JOIN links ON target = found.key AND kind = ?"
        " JOIN messages ON messages.id = message"
        ") SELECT key FROM found",
        (json.dumps(list(keys)), f"tangle:{one_line(name, 52)}"),
    )


def _entry(key: str, message: StoredMessage) -> RuleEntry:
    content = message.content if message.cut is None else message.cut
    return RuleEntry(key, content, message.author, message.sequence or 0)


def tangled_keys(database: Database) -> list[str]:
    """The keys of the public messages with tangle data, even malformed, in order of arrival.

    The texts are searched, because roots and malformed references have no links. That takes a
    second for a million messages.
    """
    return database.column(
        "SELECT key FROM messages WHERE type IS NOT NULL AND instr(value, ?) ORDER BY id",
        ('"tangles": ',),
    )


def feed_entries(database: Database, author: str) -> Iterator[RuleEntry]:
    """The messages of a feed in order of arrival, without contents."""
    rows = database.execute(
        "SELECT messages.key, messages.sequence, previous FROM messages"
        " JOIN feeds ON feeds.id = author WHERE feeds.key = ? ORDER BY messages.id",
        (author,),
    )
    for key, sequence, previous in rows:
        yield RuleEntry(key, {}, author, sequence, previous)
