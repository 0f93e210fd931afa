"""Run a check: divide all subjects into parts, and compare these in several processes.

Each part is compared within one transaction, so that others can write in between.
"""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tanglescope.engine.archive.checking import processors
from tanglescope.engine.archive.processes import start_workers
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.arrivals.reports import Countdown, message_count
from tanglescope.engine.store.check.archives import ARCHIVES, QUARANTINE
from tanglescope.engine.store.check.conversations import CONVERSATIONS, EDGES, EVERYTHING
from tanglescope.engine.store.check.graphs import GRAPHS, PZP, PZP_TANGLES
from tanglescope.engine.store.check.messages import (
    CYCLES,
    FEEDS,
    MESSAGES,
    NAMES,
    PRIVATE,
    WORDS,
    compare_opened,
)
from tanglescope.engine.store.check.subject import (
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    whole,
)
from tanglescope.engine.store.conversations.threads import stored_thread_count
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.errors import path_of
from tanglescope.engine.store.files.soundness import contradictions
from tanglescope.engine.store.files.sqlite import Database


def compare_structure(database: Database, _part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare pages and rows."""
    for (line,) in database.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield Problem(f"{quote_program('SQLite', line)}.", tr("the file"))
    for what, where in contradictions(database):
        yield Problem(what, where)


STRUCTURE = CheckSubject(later("the file"), whole, compare_structure)


SUBJECTS = (
    WORDS,
    EVERYTHING,
    STRUCTURE,
    NAMES,
    CYCLES,
    ARCHIVES,
    MESSAGES,
    FEEDS,
    EDGES,
    CONVERSATIONS,
    QUARANTINE,
    PRIVATE,
    PZP,
    PZP_TANGLES,
    GRAPHS,
)
"""All subjects; those that can't be divided come first, so that the others run beside them."""

MOST_PROBLEMS = 100
"""The most problems that are reported; a ruined database may have any number."""

_WORTH_IT = 10_000
"""The number of messages above which processes save time."""

_NONSENSE = (
    CycleError,
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
    sqlite3.DatabaseError,
)
"""The errors caused by values that no version of this program has written."""

KEPT_TEXTS = "the stored texts of private messages"
"""Data that can be verified only with keys."""

_LEFT_OUT = ("signatures", "words of the search", "archives")
"""The subjects that a quick check leaves out."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """The result of a check: `ok` if there are no `problems`.

    `left_out` lists what wasn't checked, `unproven` what can't be derived from the data here.
    """

    ok: bool
    messages: int
    threads: int
    quarantined: int
    problems: tuple[Problem, ...]
    quick: bool = False
    left_out: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """The progress of a check: work done and in total, in messages, and problems so far."""

    done: int
    total: int
    problems: int
    seconds_left: float | None


OnProgress = Callable[[Advance], None]


class _PartTask(NamedTuple):
    """A part of a subject, given by its index because processes don't share objects."""

    subject: int
    part: RowRange


def check_up(
    database: Database,
    *,
    quick: bool = False,
    hmac_key: bytes | None = None,
    on_progress: OnProgress | None = None,
    keyring: Keyring | None = None,
    processes: int | None = None,
) -> Checkup:
    """Derive everything derivable again and compare it with what is stored.

    With a `keyring`, the stored texts of private messages are compared, too. Raises
    `DatabaseError`.
    """
    options = CheckOptions(quick, hmac_key)
    with reading(database):
        messages = message_count(database)
        threads = stored_thread_count(database)
        quarantined = _count(database, "quarantine")
        tasks, problems = _tasks(database, options)
        meter = _Meter(on_progress, sum(task.part.weight for task in tasks))
        many = processors() if processes is None else processes
        found = _in_turn(database, tasks, options) if many < 2 or messages < _WORTH_IT else None
    if found is None:
        found = _side_by_side(path_of(database), tasks, options, many)
    with closing(found):
        for task, some in found:
            problems += some
            meter.advance(task.part.weight, len(problems))
            if len(problems) >= MOST_PROBLEMS:
                break
    with reading(database):
        locked = _count(database, "stored_texts")
        if keyring is not None and len(problems) < MOST_PROBLEMS:
            false, locked = compare_opened(database, keyring)
            problems += false
        unproven = tuple(_unproven(database, locked))
    return Checkup(
        not problems,
        messages,
        threads,
        quarantined,
        tuple(sorted(set(problems[:MOST_PROBLEMS]), key=problems.index)),
        quick,
        _LEFT_OUT if quick else (),
        unproven,
    )


def _tasks(database: Database, options: CheckOptions) -> tuple[list[_PartTask], list[Problem]]:
    """All parts of all subjects, and an error that prevents dividing some."""
    tasks: list[_PartTask] = []
    problems: list[Problem] = []
    for number, subject in enumerate(SUBJECTS):
        if options.quick and not subject.quick:
            continue
        try:
            tasks += [_PartTask(number, part) for part in subject.divide(database)]
        except _NONSENSE as error:
            problems.append(_nonsense(subject, error))
    return tasks, problems


def _in_turn(
    database: Database, tasks: Iterable[_PartTask], options: CheckOptions
) -> Generator[tuple[_PartTask, list[Problem]], None, None]:
    for task in tasks:
        with reading(database):
            yield task, _compare(database, task, options)


def _side_by_side(
    path: Path, tasks: Iterable[_PartTask], options: CheckOptions, processes: int
) -> Generator[tuple[_PartTask, list[Problem]], None, None]:
    """The problems found in parallel, in any order of parts."""
    with start_workers(processes) as pool:
        waiting = {pool.submit(_compare_there, path, task, options): task for task in tasks}
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield waiting.pop(each), each.result()


def _compare_there(path: Path, task: _PartTask, options: CheckOptions) -> list[Problem]:
    """Compare a part in another process."""
    with closing(connect(path, read_only=True)) as database, reading(database):
        return _compare(database, task, options)


def _compare(database: Database, task: _PartTask, options: CheckOptions) -> list[Problem]:
    subject = SUBJECTS[task.subject]
    try:
        return list(islice(subject.compare(database, task.part, options), MOST_PROBLEMS))
    except _NONSENSE as error:
        return [_nonsense(subject, error)]


def _nonsense(subject: CheckSubject, error: Exception) -> Problem:
    why = error if isinstance(error, TanglescopeError) else quote_program("Python", error)
    return Problem(tr("What is stored here is invalid: {why}.", why=why), tr(subject.name))


def _unproven(database: Database, locked: int) -> Iterator[str]:
    """What only missing archives and keys could prove."""
    if _count(database, "messages"):
        yield "when messages were received"
    if locked:
        yield KEPT_TEXTS
    lost = "SELECT EXISTS (SELECT 1 FROM messages WHERE status = ?)"
    if database.execute(lost, (ValidationStatus.UNVERIFIED,)).fetchone()[0]:
        yield "messages of which an archive lost text"


def _count(database: Database, table: str) -> int:
    return database.number(f"SELECT count(*) FROM {table}")


class _Meter:
    """Reports the progress of a check."""

    def __init__(self, on_progress: OnProgress | None, total: int) -> None:
        self._on_progress = on_progress
        self._total = total
        self._done = 0
        self._started = monotonic()
        self._countdown = Countdown()

    def advance(self, weight: int, problems: int) -> None:
        """Report more work as done."""
        self._done += weight
        if self._on_progress is not None:
            left = (monotonic() - self._started) * (self._total - self._done) / self._done
            steady = self._countdown.steady_estimate(left)
            self._on_progress(Advance(self._done, self._total, problems, steady))
