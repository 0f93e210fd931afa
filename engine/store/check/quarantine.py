"""The quarantine: records that were refused, judged again by their bytes.

What is wrong with a classic message by itself is found again where its bytes are JSON. What
depends on its place in a feed or a file isn't; there only a record that breaks another rule is
noticed.
"""

from collections.abc import Iterator

from engine.archive.checking import check_record
from engine.archive.lines import read_value
from engine.archive.record import START, Place
from engine.message.keys import is_feed_id
from engine.message.verdict import Rule, Verdict
from engine.store.arrivals.quarantine import digest
from engine.store.check.subject import CheckSubject, How, Problem, RowRange, by_rows
from engine.store.files.sqlite import Database

_BY_PLACE = (Rule.FORK, Rule.DUPLICATE, Rule.SEQUENCE, Rule.GAP, Rule.CYCLE)
"""Rules that good messages break where they are."""

_BY_FILE = (Rule.DAMAGED, Rule.TOO_LONG, Rule.JSON)
"""Rules that only the whole file can show to be broken."""


def compare(database: Database, part: RowRange, how: How) -> Iterator[Problem]:
    """Records in the quarantine."""
    for path, place, rule, raw, kept in database.execute(
        "SELECT path, place, rule, raw, digest FROM quarantine JOIN archives"
        " ON archives.id = archive WHERE quarantine.id >= ? AND quarantine.id < ?",
        (part.first, part.end),
    ):
        where = f"{place} of {path}"
        if digest(rule, raw) != kept:
            yield Problem("Its rule or its bytes in the quarantine were changed.", where)
        elif not how.quick and not _is_refused(raw, rule, how):
            yield Problem(f"It is in the quarantine, and doesn't break the rule {rule}.", where)


def _is_refused(raw: bytes, rule: str, how: How) -> bool:
    """Whether a record may have been refused by a rule, as far as its bytes tell."""
    if rule in _BY_FILE:
        return True
    record = read_value(raw, Place("item", 1), START)
    if record is None or not isinstance(record.value, dict):
        return True
    if not is_feed_id(record.value.get("author")):
        return True  # of another format, of which older versions knew other rules, or none
    verdicts = [check_record(record).verdict]
    if how.hmac_key is not None:
        verdicts.append(check_record(record, how.hmac_key).verdict)
    return any(_fits(verdict, rule) for verdict in verdicts)


def _fits(verdict: Verdict, rule: str) -> bool:
    if verdict.is_good:
        return rule in _BY_PLACE
    return verdict.rule == rule


QUARANTINE = CheckSubject("quarantine", by_rows("quarantine", 1000), compare)
