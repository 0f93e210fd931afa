"""The results of checking records, without the records.

A result is small, so that processes can exchange one for every record of an archive. It holds
enough to follow the chain of a feed and to print a line.
"""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from tanglescope.engine.archive.checking import Checked, check, in_chain, shorter_key
from tanglescope.engine.archive.record import Place, Record
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.verdict import Verdict


class CheckResult(NamedTuple):
    """The result for one record: its position, the claimed key, the computed key, the verdict.

    The fields from `key` on say where the message is in its feed; `key` is empty if the record
    holds no message. All fields are plain: nested named tuples are slow to pickle.
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
    shorter: str | None = None
    """The key of the message without the bytes after its signature, if there are any."""

    why: str = ""
    """Why a part of a graph is refused, in words that say more than the verdict."""

    @classmethod
    def of(cls, checked: Checked) -> "CheckResult":
        """The result of a checked record."""
        record, message, computed, verdict, why = checked
        unit, number = record.place
        # An object that is shared is pickled once.
        claimed = computed if record.key == computed else record.key
        if message is None:
            return cls(unit, number, claimed, computed, verdict, why=why)
        place_in_feed = message.key, message.author, message.sequence, message.previous
        other = shorter_key(message)
        return cls(unit, number, claimed, computed, verdict, *place_in_feed, other)

    @property
    def place(self) -> Place:
        """Where the record is."""
        return Place(self.unit, self.number)


def check_results(records: Iterable[Record], hmac_key: bytes | None = None) -> list[CheckResult]:
    """Check some records, each by itself."""
    return list(map(CheckResult.of, check(records, hmac_key)))


def in_chains(
    found: Iterable[CheckResult], feeds: FeedChains, here: Container[str] = ()
) -> Iterator[CheckResult]:
    """The results of `follow_chains`."""
    for result in found:
        if not result.key:
            yield result
            continue
        verdict = in_chain(result.verdict, result, feeds, is_second=result.shorter in here)
        yield result if verdict is result.verdict else result._replace(verdict=verdict)
