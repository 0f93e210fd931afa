"""What long work says of itself: progress on the way, a report at the end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is in one of its stages.

    `total_bytes` may grow while a client writes to its log; `messages` counts records that were
    read, `bad` those of them that were refused. `seconds_left` is a guess, None if there is none.
    """

    stage: str
    done_bytes: int
    total_bytes: int
    messages: int
    bad: int
    per_second: float
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did: messages new in this run and in the database, bad records by rule.

    `first_bad` says in words where the first bad record is and what is wrong with it, `failed` of
    each archive that can't be read at all why. `known_bad` records were refused in earlier runs.
    """

    added: int
    messages: int
    quarantined: int
    rules: dict[str, int] = field(default_factory=dict)
    first_bad: str | None = None
    cancelled: bool = False
    known_bad: int = 0
    failed: tuple[str, ...] = ()


def together(reports: Sequence[ImportReport], messages: int, failed: Iterable[str]) -> ImportReport:
    """The reports on several archives as one."""
    rules: Counter[str] = Counter()
    for report in reports:
        rules.update(report.rules)
    return ImportReport(
        added=sum(report.added for report in reports),
        messages=messages,
        quarantined=rules.total(),
        rules=dict(rules),
        first_bad=next((report.first_bad for report in reports if report.first_bad), None),
        cancelled=any(report.cancelled for report in reports),
        known_bad=sum(report.known_bad for report in reports),
        failed=tuple(failed),
    )
