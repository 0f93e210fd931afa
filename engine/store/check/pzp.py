"""Check PZP messages: ids, signatures, data and tangles."""

from collections.abc import Iterator

from tanglescope.engine.archive.checking import check_record
from tanglescope.engine.archive.record import START, Dialect, Place, Record
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.pzp import read
from tanglescope.engine.message.verdict import reason
from tanglescope.engine.reduce.tangles import RootedTangles
from tanglescope.engine.store.check.conversations import differences
from tanglescope.engine.store.check.subject import (
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    by_places,
    by_rows,
)
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders.members import LaidConversation
from tanglescope.engine.store.orders.pzp_joining import named_in, tangles_of
from tanglescope.engine.store.orders.pzp_tangles import PzpTangleStore, author_in
from tanglescope.engine.store.pzp_messages import PzpMessages, is_erased
from tanglescope.engine.wording import later, tr


def compare(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare PZP messages."""
    places, links = _kept(database, part, "author"), _kept(database, part, "cause")
    for number, key, erased, value in database.execute(
        "SELECT id, key, is_erased, value FROM pzp_messages WHERE id >= ? AND id < ? ORDER BY id",
        (part.first, part.end),
    ).fetchall():
        where = tr("PZP message {key}", key=key)
        try:
            parsed = parse(value.encode())
        except NotJSON:
            yield Problem(tr("Its text isn't JSON."), where)
            continue
        record = Record(Place("item", 1), b"", START, key, parsed, dialect=Dialect.PZP)
        verdict = check_record(record).verdict
        if not verdict.is_good:
            yield Problem(tr("It isn't a valid message: {why}.", why=reason(verdict)), where)
            continue
        if is_erased(parsed) != erased:
            yield Problem(tr("Its mark of erased data doesn't match its text."), where)
        message = read(parsed)
        roots = tangles_of(message)
        named = {(root, cause) for root in roots for cause in named_in(message, root)}
        if key not in roots and PzpTangleStore(database).find(key) is not None:
            roots.append(key)
        if places.get(number, set()) != {(root, author_in(message, root)) for root in roots}:
            yield Problem(tr("The stored tangles don't match its text."), where)
        if links.get(number, set()) != named:
            yield Problem(tr("The stored references don't match its text."), where)


def _kept(database: Database, part: RowRange, column: str) -> dict[int, set[tuple[str, str]]]:
    """Stored tangle data of messages: by number the roots, each with a column."""
    table = "pzp_links" if column == "cause" else "pzp_places"
    found: dict[int, set[tuple[str, str]]] = {}
    for number, root, kept in database.execute(
        f"SELECT message, root, {column} FROM {table} JOIN pzp_tangles ON id = tangle"
        " WHERE message >= ? AND message < ?",
        (part.first, part.end),
    ):
        found.setdefault(number, set()).add((root, kept))
    return found


def compare_tangles(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare the orders of PZP tangles."""
    kept = PzpTangleStore(database)
    for number, root in database.execute(
        "SELECT id, root FROM pzp_tangles WHERE id >= ? AND id < ?", (part.first, part.end)
    ).fetchall():
        where = tr("PZP tangle {root}", root=root)
        claims = "SELECT EXISTS (SELECT 1 FROM pzp_places WHERE tangle = ?)"
        if not database.execute(claims, (number,)).fetchone()[0]:
            yield Problem(tr("No message belongs to this tangle."), where)
        if (tangle := kept.find(root)) is None:
            continue  # its root isn't here
        try:
            feed = RootedTangles(kept.entries(tangle), is_proven=True).feed(root)
        except KeyError:
            continue  # its root is not valid
        depths = {key: feed.tangle.depth(key) for key in feed.messages}
        causes = {key: feed.tangle.near(key) for key in depths}
        numbers = PzpMessages(database).numbers(list(depths))
        laid = LaidConversation(causes, depths)
        wrong = differences(database, kept.members(tangle), laid, numbers, depths)
        yield from (Problem(what, where) for what in wrong)


PZP = CheckSubject(later("PZP messages"), by_rows("pzp_messages", 1000), compare)
PZP_TANGLES = CheckSubject(later("PZP tangles"), by_places("pzp_tangles", 10), compare_tangles)
