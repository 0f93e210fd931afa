"""Findings: the result of checking a record, without the record.

They are small, so that one for every record of an archive can be passed between processes, and hold
enough to follow the chain of a feed and to print an answer.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.archive.checking import Checked, check, in_chain
from engine.archive.record import Place, Record
from engine.message.chain import FeedChains
from engine.message.verdict import Verdict


class Finding(NamedTuple):
    """One record: its place, the key it claims, the key that was computed, and the verdict.

    From `key` on it is the place of its message in its feed; `key` is empty where there is no
    message. All fields are plain, because named tuples in named tuples are slow to hand over.
    """

    unit: str
    number: int
    claimed: str | None
    computed: str | None
    verdict: Verdict
    key: str = ""
    author: str = ""
    sequence: int = 0
    previous: str | None = None

    @classmethod
    def of(cls, checked: Checked) -> "Finding":
        """What was found out about a record."""
        record, message, computed, verdict = checked
        unit, number = record.place
        # An object that is shared is pickled once.
        claimed = computed if record.key == computed else record.key
        if message is None:
            return cls(unit, number, claimed, computed, verdict)
        place_in_feed = message.key, message.author, message.sequence, message.previous
        return cls(unit, number, claimed, computed, verdict, *place_in_feed)

    @property
    def place(self) -> Place:
        """Where the record is."""
        return Place(self.unit, self.number)


def findings(records: Iterable[Record], hmac_key: bytes | None = None) -> list[Finding]:
    """The findings on some records, each by itself."""
    return list(map(Finding.of, check(records, hmac_key)))


def judged(found: Iterable[Finding], feeds: FeedChains) -> Iterator[Finding]:
    """Add to the verdicts what the feeds say, in the order of the file."""
    for finding in found:
        if not finding.key:
            yield finding
            continue
        verdict = in_chain(finding.verdict, finding, feeds)
        yield finding if verdict is finding.verdict else finding._replace(verdict=verdict)
