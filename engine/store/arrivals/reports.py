"""Progress of long work, and the report at its end."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from time import monotonic

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.store.files.sqlite import Database

IMPORT_STAGES = {
    "starting": later("Prepare"),
    "checking": later("Check"),
    "loading": later("Load"),
    "linking": later("Link"),
    "ordering": later("Order"),
    "publishing": later("Finish"),
}
"""The names of the stages of an import, in their order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an import in one of its stages.

    `total_bytes` may grow while a client writes to its log. `messages` counts the records read,
    `rules` the refused ones by rule. `seconds_left` is an estimate, None if there is none.
    """

    stage: str = ""
    done_bytes: int = 0
    total_bytes: int = 0
    messages: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    per_second: float = 0.0
    seconds_left: float | None = None

    @property
    def bad(self) -> int:
        """The number of refused records."""
        return sum(self.rules.values())


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: new messages, messages in the database, bad records by rule.

    `first_bad` describes the first bad record in words; `failed` has an error for each archive that
    can't be read at all. `known_bad` records were refused in earlier runs. `locked` are the
    addresses of graphs that no given key decrypts. `seconds` are those of each stage, `engine` is
    what imported, `why` is empty if the user chose it, and `details` say in lines what it did.
    """

    added: int
    messages: int
    quarantined: int
    rules: dict[str, int] = field(default_factory=dict)
    first_bad: str | None = None
    cancelled: bool = False
    known_bad: int = 0
    failed: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict, compare=False)
    engine: str = field(default="", compare=False)
    why: str = field(default="", compare=False)
    details: tuple[str, ...] = field(default=(), compare=False)

    @property
    def work(self) -> list[str]:
        """Lines that say how long each stage took, and what the engine did."""
        stages = [
            tr("{stage} {seconds:,.1f} s", stage=tr(IMPORT_STAGES[name]), seconds=seconds)
            for name, seconds in self.seconds.items()
        ]
        return [", ".join(stages), *self.details] if stages else [*self.details]


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
        locked=tuple(dict.fromkeys(each for report in reports for each in report.locked)),
    )


class ArchivesProgress:
    """The total progress of several archives, read one after another; `sizes` are in bytes."""

    def __init__(self, on_progress: Callable[[Progress], None], sizes: Sequence[int]) -> None:
        self._on_progress = on_progress
        self._sizes = list(sizes)
        self._before = self._here = Progress()

    def report(self, progress: Progress) -> None:
        """Report the progress of the current archive as a part of all."""
        self._here = progress
        before = self._before
        rest = sum(self._sizes[1:])
        left = progress.seconds_left
        if left is not None and progress.done_bytes < progress.total_bytes:
            left += left * rest / (progress.total_bytes - progress.done_bytes)
        self._on_progress(
            replace(
                progress,
                done_bytes=before.done_bytes + progress.done_bytes,
                total_bytes=before.done_bytes + progress.total_bytes + rest,
                messages=before.messages + progress.messages,
                rules=dict(Counter(before.rules) + Counter(progress.rules)),
                seconds_left=left,
            )
        )

    def next(self) -> None:
        """Note that the current archive is finished."""
        self._before = Progress(
            done_bytes=self._before.done_bytes + self._sizes.pop(0),
            messages=self._before.messages + self._here.messages,
            rules=dict(Counter(self._before.rules) + Counter(self._here.rules)),
        )
        self._here = Progress()


def holds_only_graphs(database: Database) -> bool:
    """Whether a database has nodes of graphs, and no other messages."""
    question = """SELECT EXISTS (SELECT 1 FROM nodes WHERE graph > 0)
        AND NOT EXISTS (SELECT 1 FROM nodes WHERE graph = 0)"""
    return bool(database.number(question))


def holds_feeds(database: Database) -> bool:
    """Whether a database has messages of feeds."""
    return bool(database.number("SELECT EXISTS (SELECT 1 FROM messages)"))


def message_count(database: Database) -> int:
    """The number of messages of any kind in a database."""
    return database.number("SELECT count(*) FROM nodes")


_WINDOW = 20.0
"""The window in seconds: long enough to smooth batches, and short enough to follow changes."""

_LEAST = 1.0
"""The seconds of work needed to know a speed: a first batch may be instant."""


class Pace:
    """The speed of one stage of work, over its last seconds, measured from the first progress.

    What comes before that is the start of processes, which says nothing about the rest.
    """

    def __init__(
        self, done: int = 0, records: int = 0, now: Callable[[], float] = monotonic
    ) -> None:
        self._now = now
        self._seen = deque([(now(), done, records)])
        self._has_begun = False

    def note(self, done: int, records: int) -> None:
        """Note how many bytes and records are done."""
        now = self._now()
        if not self._has_begun:
            self._has_begun = (done, records) != self._seen.pop()[1:]
        self._seen.append((now, done, records))
        while len(self._seen) > 2 and self._seen[1][0] <= now - _WINDOW:
            self._seen.popleft()

    @property
    def per_second(self) -> float:
        """Records per second; 0 while unknown."""
        return self._speed(2)

    def estimate_left(self, done: int, total: int) -> float | None:
        """The seconds from `done` to `total` bytes; None while unknown."""
        speed = self._speed(1)
        return (total - done) / speed if speed > 0 else None

    def _speed(self, of: int) -> float:
        first, last = self._seen[0], self._seen[-1]
        seconds = self._now() - first[0]
        return (last[of] - first[of]) / seconds if seconds >= _LEAST else 0.0


_MOST_CAUTION = 20.0
"""The longest time constant in seconds with which new estimates are smoothed."""

_CAUTION = 1 / 8
"""The time constant as a share of the time left: a short import can't wait for the truth."""

_SILENCE = 2.0
"""The seconds for which it continues without an estimate, such as between two stages."""


class Countdown:
    """A remaining time that counts down with the clock, and adapts slowly to new estimates.

    The first estimates are little better than guesses, so they are soon given up.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._then = self._began = self._known = now()
        self._left: float | None = None

    def steady_estimate(self, estimate: float | None) -> float | None:
        """The smoothed number of seconds left; None when none are left, and while unknown."""
        now = self._now()
        passed, self._then = now - self._then, now
        if estimate is not None:
            self._known = now
        elif now - self._known > _SILENCE:
            self._left = None
        if self._left is None:
            self._left, self._began = estimate, now
            return estimate
        left = max(0.0, self._left - passed)
        if estimate is None:
            self._left = left or None
        else:
            known_for = now - self._began
            caution = max(_LEAST, min(_MOST_CAUTION, left * _CAUTION, known_for))
            self._left = left + (estimate - left) * (1 - exp(-passed / caution))
        return self._left

    def of(self, report: Callable[[Progress], None]) -> Callable[[Progress], None]:
        """Report progress with a steady remaining time."""
        return lambda progress: report(
            replace(progress, seconds_left=self.steady_estimate(progress.seconds_left))
        )
