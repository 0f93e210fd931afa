"""What long work says of itself: progress on the way, a report at the end."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is; `total_bytes` may grow while a client writes to its log."""

    stage: str
    done_bytes: int
    total_bytes: int
    messages: int
    bad: int
    per_second: float


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did: messages new in this run and in the database, bad records by rule.

    `first_bad` says in words where the first bad record is and what is wrong with it.
    """

    added: int
    messages: int
    quarantined: int
    rules: dict[str, int] = field(default_factory=dict)
    first_bad: str | None = None
    cancelled: bool = False
