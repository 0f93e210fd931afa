"""Check messages, and the search index and private texts that are stored of them.

Ids, signatures and all columns are derived from the canonical texts. A stored text is validated
like one from an archive. The time of receipt is the only column that can't be derived. The search
index is compared with one built anew, word by word, so that missing and superfluous entries are
found.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from tanglescope.engine.archive.checking import Checked, check_unsigned, refuse_signature
from tanglescope.engine.archive.record import START, Place, Record
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.walk import effects_of, stuck
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.message import Message, content_of
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.message.verdict import (
    FORKED,
    GAP,
    UNVERIFIED,
    VALID,
    Rule,
    ValidationStatus,
    Verdict,
    invalid,
    reason,
)
from tanglescope.engine.store.arrivals.chains import OUTSIDE, Chains, together
from tanglescope.engine.store.arrivals.extracts import (
    Extract,
    cut_extract,
    extract,
    references,
)
from tanglescope.engine.store.check.subject import (
    LAST,
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    by_rows,
    feed_at,
    message_at,
    message_named,
    whole,
)
from tanglescope.engine.store.files.schema import SEARCH
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.reference_limit import LEAST_CUT
from tanglescope.engine.store.search import words_to_index
from tanglescope.engine.store.stored_texts import content_in
from tanglescope.engine.tangle.names import Naming, naming_in

_MESSAGES = """SELECT messages.id, messages.key, feeds.key AS author, messages.sequence, previous,
    asserted, received, type, value, status, rule
    FROM messages LEFT JOIN feeds ON feeds.id = author
    WHERE messages.id >= ? AND messages.id < ? ORDER BY messages.id"""

_COLUMNS = ("key", "author", "sequence", "previous", "asserted", "type", "value")

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""The replacement character in a log for lost text."""

_CHAINS = {ValidationStatus.GAP: (GAP,), ValidationStatus.FORKED: (FORKED, OUTSIDE)}


def compare_messages(
    database: Database, part: RowRange, options: CheckOptions
) -> Iterator[Problem]:
    """Compare messages and their links."""
    links = _links(database, part)
    cut: dict[int, str] = dict(
        database.execute(
            "SELECT message, value FROM cut_messages WHERE message >= ? AND message < ?",
            (part.first, part.end),
        ).fetchall()
    )
    for row in database.execute(_MESSAGES, (part.first, part.end)):
        number, key, author, sequence, previous, asserted, received, kind, value, *judged = row
        where = message_at(key)
        examined = _examine(key, value, judged[1], options)
        if isinstance(examined, str):
            yield Problem(examined, where)
            continue
        assert examined.message is not None
        derived = extract(START, examined.message, received, examined.verdict)
        kept = (key, author, sequence, previous, asserted, kind, value)
        for column, is_kept in zip(_COLUMNS, kept, strict=True):
            if getattr(derived, column) != is_kept:
                yield Problem(tr("Its {column} doesn't match its text.", column=column), where)
        if not _agrees(derived, judged):
            yield Problem(
                tr(
                    "Its verdict ({status}, rule {rule}) isn't one that its text can have.",
                    status=judged[0],
                    rule=judged[1],
                ),
                where,
            )
        if (text := cut.get(number)) is not None:
            left = _cut_to(text, examined.message, derived)
            if left is None:
                yield Problem(tr("The references that count aren't the first in its text."), where)
            derived = left or derived
        named = set(zip(derived.kinds, derived.targets, strict=True))
        if named != links.get(number, set()):
            yield Problem(tr("Its links don't match its text."), where)


def _cut_to(text: str, message: Message, derived: Extract) -> Extract | None:
    """What is stored of a message that was cut to this text; None if it can't have been."""
    named = references(derived)
    for most in range(LEAST_CUT, len(named)):
        left = cut_extract(message, derived, named[:most])
        if left.cut == text:
            return left
    return None


def _links(database: Database, part: RowRange) -> dict[int, set[tuple[str, str]]]:
    found: dict[int, set[tuple[str, str]]] = {}
    rows = database.execute(
        "SELECT message, kind, target FROM links WHERE message >= ? AND message < ?",
        (part.first, part.end),
    )
    for number, kind, target in rows:
        found.setdefault(number, set()).add((kind, target))
    return found


def _examine(key: str, value: str, rule: str | None, options: CheckOptions) -> Checked | str:
    """The result of validating a text by itself, or its fault."""
    try:
        parsed = parse(value.encode())
    except NotJSON:
        return tr("Its text isn't JSON.")
    # A message that closes a cycle may have lost text; its verdict no longer says so.
    is_lossy = rule == Rule.LOST_TEXT or (rule == Rule.CYCLE and _REPLACEMENT in value)
    record = Record(Place("item", 1), b"", START, key, parsed, is_lossy=is_lossy)
    found = _check_record(record, None, options)
    if not found.verdict.is_good and options.hmac_key is not None:
        found = _check_record(record, options.hmac_key, options)
    if rule == Rule.LOST_TEXT and found.verdict != UNVERIFIED:
        return tr("It is marked as having lost text, but its text is complete: its key is wrong.")
    if found.verdict == invalid(Rule.ID):
        return tr("Its text doesn't hash to its key.")
    if found.message is None or not found.verdict.is_good:
        text = f"{reason(found.verdict)}."
        if found.verdict == invalid(Rule.SIGNATURE):
            text += " " + tr("It may be valid in a network with a key of its own (HMAC).")
        return text
    if found.message.text.decode() != value:
        return tr("Its text isn't canonical, so it isn't what its author signed.")
    return found


def _check_record(record: Record, hmac_key: bytes | None, options: CheckOptions) -> Checked:
    checked, claim = check_unsigned(record, hmac_key)
    if claim is None or options.quick or claim.holds():
        return checked
    return checked._replace(message=None, verdict=refuse_signature(checked.verdict))


def _agrees(derived: Extract, judged: list[Any]) -> bool:
    """Whether a stored status and rule are possible for a message with this result."""
    status, rule = judged
    if status == ValidationStatus.INVALID:
        return bool(rule == Rule.CYCLE)
    alone = Verdict(ValidationStatus(derived.status), derived.rule)
    expected = (together(alone, chain) for chain in _CHAINS.get(status, (VALID,)))
    return (status, rule) in [(str(each.status), each.rule and str(each.rule)) for each in expected]


MESSAGES = CheckSubject("messages", by_rows("messages", 4000), compare_messages)


_AT_ONCE = 20_000
"""The number of messages whose chains are validated at once."""


class _Entry(NamedTuple):
    key: str
    author: str
    sequence: int
    previous: str | None


def divide(database: Database) -> list[RowRange]:
    """Parts of feeds with some thousand messages together."""
    parts: list[RowRange] = []
    first, weight = -LAST, 0
    for author, count in database.execute(
        "SELECT author, count(*) FROM messages GROUP BY author ORDER BY author"
    ):
        weight += count
        if weight >= _AT_ONCE:
            parts.append(RowRange(first, author + 1, weight // 8))
            first, weight = author + 1, 0
    return [*parts, RowRange(first, LAST, weight // 8 + 1)]


def compare_feeds(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare verdicts and the heads of feeds."""
    chains, statuses = Chains(), dict[str, ValidationStatus]()
    kept: list[tuple[str, str, str]] = []
    rows = database.execute(
        "SELECT messages.key, feeds.key, messages.sequence, previous, status, rule FROM messages"
        " JOIN feeds ON feeds.id = author WHERE author >= ? AND author < ? ORDER BY messages.id",
        (part.first, part.end),
    )
    for key, author, sequence, previous, status, rule in rows:
        verdict, changed = chains.judge(_Entry(key, author, sequence, previous), _alone(rule))
        statuses[key] = verdict.status
        statuses.update((other, again.status) for other, again in changed)
        kept.append((key, status, rule))
    yield from _wrong_statuses(kept, statuses)
    yield from _wrong_heads(database, part, dict(chains.rows()))


def _wrong_statuses(
    kept: Iterable[tuple[str, str, str]], statuses: Mapping[str, ValidationStatus]
) -> Iterator[Problem]:
    """The stored statuses, with key and rule, that aren't those by the feeds."""
    for key, status, rule in kept:
        if rule != Rule.CYCLE and statuses[key] != status:
            yield Problem(
                tr(
                    "It is marked as {status}; by its feed it is {right}.",
                    status=status,
                    right=statuses[key],
                ),
                message_at(key),
            )


def _wrong_heads(
    database: Database, part: RowRange, heads: Mapping[str, tuple[int, str | None, int]]
) -> Iterator[Problem]:
    """The stored heads of feeds that aren't the computed ones."""
    bounds = (part.first, part.end)
    others = set(
        database.column(
            "SELECT feeds.key FROM feeds JOIN nodes ON author = feeds.id"
            " WHERE nodes.id >= 1073741824 AND feeds.id >= ? AND feeds.id < ?",
            bounds,
        )
    )
    for feed, *head in database.execute(
        "SELECT key, sequence, latest, waiting FROM feeds WHERE id >= ? AND id < ?", bounds
    ):
        if feed not in heads:
            # All messages of a feed may have been rejected; others wrote only elsewhere.
            if head == [0, None, 0] and (is_feed_id(feed) or feed in others):
                continue
            yield Problem(tr("It has no messages here."), feed_at(feed))
            continue
        sequence, latest, waiting = heads[feed]
        if head != [sequence, latest, waiting]:
            yield Problem(
                tr(
                    "It is recorded as proven up to message {stored}, with waiting messages:"
                    " {stored_waiting}. It is proven up to message {sequence}, with waiting"
                    " messages: {waiting}.",
                    stored=head[0],
                    stored_waiting=head[2],
                    sequence=sequence,
                    waiting=waiting,
                ),
                feed_at(feed),
            )


def _alone(rule: str | None) -> Verdict:
    return UNVERIFIED if rule == Rule.LOST_TEXT else VALID


FEEDS = CheckSubject("feeds", divide, compare_feeds)


def compare_cycles(database: Database, _part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare the messages that are marked as closing a cycle."""
    claimed = [
        key
        for (key,) in database.execute(
            "SELECT key FROM messages WHERE status = ? ORDER BY id", (ValidationStatus.INVALID,)
        )
    ]
    circling = _circling(_named_from(database, claimed))
    for key in claimed:
        if key not in circling:
            yield Problem(
                tr("It is marked as closing a cycle, but none of its causes leads back to it."),
                message_at(key),
            )


def _named_from(database: Database, keys: list[str]) -> dict[str, set[str]]:
    """The transitive closure of the messages named by these."""
    named: dict[str, set[str]] = {}
    unread = keys
    while unread:
        named.update((key, set()) for key in unread)
        for key, target in database.among(
            "SELECT key, target FROM messages CROSS JOIN links ON links.message = messages.id"
            " WHERE key IN ({marks})",
            unread,
        ):
            named[key].add(target)
        unread = list(set().union(*(named[key] for key in unread)) - named.keys())
    return named


def _circling(named: Mapping[str, set[str]]) -> set[str]:
    """The messages on a cycle or between two cycles."""
    naming = effects_of(named)
    return stuck(named) & stuck({key: naming.get(key, []) for key in named})


CYCLES = CheckSubject("cycles", whole, compare_cycles)


_WORDS_AT_ONCE = 20_000

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


def divide_words(database: Database) -> list[RowRange]:
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
                (number, *words_to_index(content_of(value)))
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
            ends = [_place(run[-1]) for run in (ours, theirs) if len(run) == _WORDS_AT_ONCE]
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
    return iter(lambda: rows.fetchmany(_WORDS_AT_ONCE), [])


def _rows(connection: sqlite3.Connection, question: str) -> Iterator[list[Any]]:
    """All rows in runs, followed by an empty one."""
    yield from _runs(connection, question)
    yield []


def _differ(one: list[Any], other: list[Any]) -> bool:
    return one != other


WORDS = CheckSubject(later("words of the search"), divide_words, compare_words, quick=False)


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
    people = database.column(
        "SELECT key FROM feeds WHERE sequence + waiting > 0 ORDER BY id LIMIT ?",
        (_MOST_CORRESPONDENTS,),
    )
    with_correspondents = replace(keyring, correspondents=tuple(people))
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
