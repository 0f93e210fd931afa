"""Findings: what is to be said of a record, without the record.

They are small, so that they can be handed from one process to another for every record of an
archive: enough to follow the chain of a feed with, and to print an answer.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.archive.checking import Checked, in_chain
from engine.archive.record import Place
from engine.message.chain import Feeds
from engine.message.verdict import Verdict


class Finding(NamedTuple):
    """One record: its place, the key it claims, the key that was computed, and the verdict.

    From `name` on it is the place of its message in its feed; `name` is None where there is no
    message. All fields are plain, because named tuples in named tuples are slow to hand over.
    """

    unit: str
    number: int
    claimed: str | None
    computed: str | None
    verdict: Verdict
    name: str | None = None
    author: str = ""
    sequence: int = 0
    previous: str | None = None

    @classmethod
    def of(cls, checked: Checked) -> "Finding":
        """What was found out about a record."""
        record, message, computed, verdict = checked
        unit, number = record.place
        # What is one object here is handed over once.
        claimed = computed if record.key == computed else record.key
        if message is None:
            return cls(unit, number, claimed, computed, verdict)
        key, author, sequence, previous, *_ = message
        return cls(unit, number, claimed, computed, verdict, key, author, sequence, previous)

    @property
    def place(self) -> Place:
        """Where the record stands."""
        return Place(self.unit, self.number)

    @property
    def key(self) -> str:
        """The key of the message; empty where there is none."""
        return self.name or ""


def judged(findings: Iterable[Finding], feeds: Feeds) -> Iterator[Finding]:
    """Put what the feeds say into the verdicts, in the order of the file."""
    for finding in findings:
        if finding.name is None:
            yield finding
            continue
        verdict = in_chain(finding.verdict, finding, feeds)
        yield finding if verdict is finding.verdict else finding._replace(verdict=verdict)
