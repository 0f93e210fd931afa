"""Messages: ids, signatures and all columns, derived from the canonical texts.

A text is read and judged as one out of an archive is, so what is written once was valid once.
When a message was received is all that no text says.
"""

from collections.abc import Iterator
from typing import Any

from engine.archive.checking import Checked, check_unsigned, refused
from engine.archive.record import START, Place, Record
from engine.message.canonical import NotJSON, parse
from engine.message.verdict import (
    FORKED,
    GAP,
    UNVERIFIED,
    VALID,
    Rule,
    Standing,
    Verdict,
    invalid,
    reason,
)
from engine.store.arrivals.chains import together
from engine.store.arrivals.extracts import Extract, extract
from engine.store.check.subject import CheckSubject, How, Problem, RowRange, by_rows
from engine.store.files.sqlite import Database

_MESSAGES = """SELECT messages.id, messages.key, feeds.key AS author, messages.sequence, previous,
    asserted, received, type, value, standing, rule
    FROM messages LEFT JOIN feeds ON feeds.id = author
    WHERE messages.id >= ? AND messages.id < ? ORDER BY messages.id"""

_COLUMNS = ("key", "author", "sequence", "previous", "asserted", "type", "value")

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""What a log holds in place of text that it lost."""

_CHAINS = {Standing.GAP: GAP, Standing.FORKED: FORKED}


def compare(database: Database, part: RowRange, how: How) -> Iterator[Problem]:
    """Messages and their links."""
    links = _links(database, part)
    for row in database.execute(_MESSAGES, (part.first, part.end)):
        number, key, author, sequence, previous, asserted, received, kind, value, *judged = row
        where = f"message {key}"
        examined = _examined(key, value, judged[1], how)
        if isinstance(examined, str):
            yield Problem(examined, where)
            continue
        assert examined.message is not None
        derived = extract(START, examined.message, received, examined.verdict)
        kept = (key, author, sequence, previous, asserted, kind, value)
        for column, is_kept in zip(_COLUMNS, kept, strict=True):
            if getattr(derived, column) != is_kept:
                yield Problem(f"Its {column} is not what its text says.", where)
        if not _agrees(derived, judged):
            yield Problem(
                f"Its verdict ({judged[0]}, rule {judged[1]}) isn't one that its text can have.",
                where,
            )
        named = set(zip(derived.kinds, derived.targets, strict=True))
        if named != links.pop(number, set()):
            yield Problem("Its links are not those in its text.", where)
    for number in links:
        yield Problem("There are links of a message that isn't there.", f"message number {number}")


def _links(database: Database, part: RowRange) -> dict[int, set[tuple[str, str]]]:
    found: dict[int, set[tuple[str, str]]] = {}
    rows = database.execute(
        "SELECT message, kind, target FROM links WHERE message >= ? AND message < ?",
        (part.first, part.end),
    )
    for number, kind, target in rows:
        found.setdefault(number, set()).add((kind, target))
    return found


def _examined(key: str, value: str, rule: str | None, how: How) -> Checked | str:
    """What a text is by itself, as when it came out of an archive; else what is wrong with it."""
    try:
        parsed = parse(value.encode())
    except NotJSON:
        return "Its text isn't JSON."
    # What closes a cycle may have lost text; its verdict no longer says so.
    is_lossy = rule == Rule.LOST_TEXT or (rule == Rule.CYCLE and _REPLACEMENT in value)
    record = Record(Place("item", 1), b"", START, key, parsed, is_lossy=is_lossy)
    found = _checked(record, None, how)
    if not found.verdict.is_good and how.hmac_key is not None:
        found = _checked(record, how.hmac_key, how)
    if rule == Rule.LOST_TEXT and found.verdict != UNVERIFIED:
        return "It is said to have lost text, but its text is whole: its key is false."
    if found.verdict == invalid(Rule.ID):
        return "Its text doesn't hash to its key."
    if found.message is None or not found.verdict.is_good:
        told = f"{reason(found.verdict)}."
        if found.verdict == invalid(Rule.SIGNATURE):
            told += " If its network has a key, check with --hmac-key."
        return told
    if found.message.text.decode() != value:
        return "Its text isn't canonical, so it isn't what its author signed."
    return found


def _checked(record: Record, hmac_key: bytes | None, how: How) -> Checked:
    checked, claim = check_unsigned(record, hmac_key)
    if claim is None or how.quick or claim.holds():
        return checked
    return checked._replace(message=None, verdict=refused(checked.verdict))


def _agrees(derived: Extract, judged: list[Any]) -> bool:
    """Whether the kept standing and rule can be those of a message that is this by itself."""
    standing, rule = judged
    if standing == Standing.INVALID:
        return bool(rule == Rule.CYCLE)
    alone = Verdict(Standing(derived.standing), derived.rule)
    expected = together(alone, _CHAINS.get(standing, VALID))
    return (str(expected.standing), expected.rule and str(expected.rule)) == (standing, rule)


MESSAGES = CheckSubject("messages", by_rows("messages", 4000), compare)
