"""Rescuing: several damaged, partial, old or duplicate archives become one clean log.

    report = rescue([Path("log.offset"), Path("backup.ndjson")], Path("rescued"))

Sources are only read. The folder of the result is new; if a rescue was interrupted, the same call
continues it. The log has every proven message of a classic feed that survived anywhere, each feed
in ascending sequence, and otherwise in the order in which messages were received. No two messages
have the same time there: that of the later one is a thousandth of a millisecond later.
"""

import hashlib
import json
import os
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, nextafter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.archive.folder import logs_in
from engine.archive.opening import open_archive
from engine.archive.record import Dialect, Reader
from engine.archive.threads import processors
from engine.errors import TanglescopeError
from engine.files import unwritable
from engine.json_line import json_line
from engine.rescue.blobs import copy_blobs
from engine.rescue.ledger import MOST_SOURCES, Kept, Ledger
from engine.rescue.report import (
    BranchReport,
    ContinuationAdvice,
    FeedReport,
    ForkReport,
    RescueReport,
    SourceReport,
    advise,
    as_json,
    in_words,
)
from engine.rescue.survey import survey
from engine.rescue.verdicts import Branch, FeedPlan, SequenceSpan, plan_feed, spans
from engine.rescue.writing import line_of, loses_text, write_file, write_log
from engine.wording import tr

ASIDE = "aside.ndjson"
"""The messages that are proven but can't be in the log, and those that can't be proven."""

_BRANCH, _COPY, _IN_BIPF = "branch", "copy", "lost-text-in-bipf"
_DAMAGES_LISTED = 1000
_STEP = 0.001
"""Milliseconds between messages that were received at the same time, as ssb-server counts them."""

_IDS = re.compile(rb"%[A-Za-z0-9+/]{43}=\.sha256")


class RescueRefused(TanglescopeError):
    """A rescue that can't begin or continue; nothing was written."""


class _PlannedFeed(NamedTuple):
    """A feed, with its plan only where it has other branches: all plans would fill the memory."""

    feed: str
    messages: int
    first: int
    last: int
    last_sources: int
    """The sources that have the last message, as bits."""

    gaps: tuple[SequenceSpan, ...]
    written: tuple[SequenceSpan, ...]
    """What goes into the log."""

    forked: FeedPlan | None

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The branches that are left out of the log."""
        return () if self.forked is None else self.forked.branches


@dataclass(slots=True)
class _Plan:
    """What goes into the log, in which order, and what is said of each feed."""

    lacking: int
    """The sources, as bits, whose messages stay out of the log."""

    numbers: "array[int]" = field(default_factory=lambda: array("q"))
    sequences: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[float]" = field(default_factory=lambda: array("d"))
    feeds: list[_PlannedFeed] = field(default_factory=list)

    def add(self, feed: str, plan: FeedPlan) -> None:
        """Add a feed. In the log, no message comes before an earlier one of its feed."""
        latest = float("-inf")
        written = [entry for entry in plan.kept if not entry.sources & self.lacking]
        for entry in written:
            latest = max(latest, entry.time)
            self.numbers.append(entry.id)
            self.sequences.append(entry.sequence)
            self.times.append(latest)
        self.feeds.append(
            _PlannedFeed(
                feed,
                len(plan.kept),
                plan.kept[0].sequence,
                plan.last,
                plan.kept[-1].sources,
                plan.gaps,
                tuple(spans(entry.sequence for entry in written)),
                plan if plan.branches else None,
            )
        )

    def order(self) -> Iterator[int]:
        """The numbers of the messages in the order of the log."""
        by = np.lexsort((self.numbers, self.sequences, self.times))
        yield from np.asarray(self.numbers)[by].tolist()


def rescue(
    archives: Sequence[Path],
    target: Path,
    formats: Sequence[str] = ("offset",),
    *,
    hmac_key: bytes | None = None,
    processes: int | None = None,
    lacking_in: Sequence[Path] = (),
    own: str | None = None,
    latest: Path | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> RescueReport:
    """Rescue what survived of some archives into a new folder.

    Only what the archives `lacking_in` don't have is written, if there are any.

    The report says of the feed `own` whether it may be continued. `latest` is the archive that the
    user's program wrote last, if the user knows it.

    `on_progress` is called with the bytes that were read, and those of all sources. Raises
    `RescueRefused`, `LedgerError`, `ArchiveError`, or `TanglescopeError` if the result can't be
    written.
    """
    readers = _readers([*archives, *lacking_in])
    others = {reader.path for reader in _readers(lacking_in)}
    lacking = sum(1 << bit for bit, reader in enumerate(readers) if reader.path in others)
    target = target.absolute()
    _require_outside(target, [*archives, *lacking_in])
    ledger = _ledger(target, readers, hmac_key)
    with ledger:
        _survey_all(ledger, readers, hmac_key, processes or processors(), on_progress)
        try:
            report = _write(ledger, readers, target, formats, lacking, own, latest)
        except OSError as error:
            raise TanglescopeError(unwritable(target, error)) from None
        ledger.remove()
    return report


def _readers(archives: Sequence[Path]) -> list[Reader]:
    """The readers of all logs in the archives, each once."""
    paths = [log for each in archives for log in (logs_in(each) if each.is_dir() else []) or [each]]
    readers = [open_archive(path) for path in dict.fromkeys(path.absolute() for path in paths)]
    for reader in readers:
        if reader.dialect is not Dialect.CLASSIC:
            raise RescueRefused(
                tr(
                    "{path} ({format}) holds no feeds of Secure Scuttlebutt, so there is no log"
                    " into which it could be rescued.",
                    path=reader.path,
                    format=reader.format,
                )
            )
    if len(readers) > MOST_SOURCES:
        raise RescueRefused(
            tr(
                "A rescue reads {most:,} archives at most. Rescue some of them, then the results"
                " together with the others.",
                most=MOST_SOURCES,
            )
        )
    return readers


def _require_outside(target: Path, archives: Sequence[Path]) -> None:
    for archive in archives:
        if target.resolve().is_relative_to(archive.resolve()):
            raise RescueRefused(
                tr(
                    "{target} is in the archive {archive}, which stays as it is. Choose a folder"
                    " elsewhere.",
                    target=target,
                    archive=archive,
                )
            )


def _ledger(target: Path, readers: Sequence[Reader], hmac_key: bytes | None) -> Ledger:
    """The ledger of this rescue, begun or continued; the folder exists then."""
    ledger = Ledger(target)
    try:
        if ledger.job and not _is_target_of(ledger.job, target):
            ledger.remove()  # that folder is gone
            ledger = Ledger(target)
        job = _job(target, readers, hmac_key) if target.is_dir() else ""
        if ledger.job:
            if ledger.job != job:
                raise RescueRefused(
                    tr(
                        "The rescue into {target} was interrupted, and can only be continued with"
                        " the same archives, unchanged and in the same order. Remove {target} to"
                        " begin again.",
                        target=target,
                    )
                )
            return ledger
        _make(target)
        ledger.begin(_job(target, readers, hmac_key), len(readers))
    except BaseException:
        ledger.close()
        raise
    return ledger


def _make(target: Path) -> None:
    try:
        target.mkdir(parents=True, exist_ok=True)
        if any(target.iterdir()):
            raise RescueRefused(
                tr("{target} isn't empty. Choose a new folder for the result.", target=target)
            )
    except OSError as error:
        raise RescueRefused(unwritable(target, error)) from None


def _job(target: Path, readers: Sequence[Reader], hmac_key: bytes | None) -> str:
    """What is rescued, and to where, as text that can be compared."""
    found = target.stat()
    sources = [
        [os.fsencode(reader.path).hex(), status.st_size, status.st_mtime_ns]
        for reader in readers
        for status in [reader.path.stat()]
    ]
    network = hashlib.sha256(hmac_key).hexdigest() if hmac_key else ""
    place = [found.st_dev, found.st_ino]
    return json.dumps({"target": place, "sources": sources, "network": network})


def _is_target_of(job: str, target: Path) -> bool:
    with suppress(OSError):
        found = target.stat()
        return bool(json.loads(job)["target"] == [found.st_dev, found.st_ino])
    return False


def _survey_all(
    ledger: Ledger,
    readers: Sequence[Reader],
    hmac_key: bytes | None,
    processes: int,
    on_progress: Callable[[int, int], None] | None,
) -> None:
    sizes = [reader.path.stat().st_size for reader in readers]
    for source, reader in enumerate(readers):
        state = ledger.state(source)
        if state.is_done:
            continue
        for found in survey(reader, state.cursor, hmac_key, processes):
            ledger.add(source, found)
            if on_progress is not None:
                done = sum(sizes[:source]) + min(found.after.offset, sizes[source])
                on_progress(done, sum(sizes))
        ledger.finish(source)


def _write(
    ledger: Ledger,
    readers: Sequence[Reader],
    target: Path,
    formats: Sequence[str],
    lacking: int,
    own: str | None,
    latest: Path | None,
) -> RescueReport:
    for part in target.rglob(".*.part"):  # of a run that was interrupted while it wrote
        part.unlink()
    plan = _Plan(lacking)
    for feed, entries in ledger.feeds():
        plan.add(feed, plan_feed(entries))
    files = {
        format_: write_log(format_, _ascending(ledger.kept(plan.order())), target)
        for format_ in formats
    }
    aside = list(_aside(ledger, plan, formats))
    if aside:
        write_file(target / ASIDE, aside)
    feeds = tuple(_feed_reports(ledger, plan, readers))
    sources = tuple(_source_report(ledger, number, each) for number, each in enumerate(readers))
    report = RescueReport(
        target,
        files,
        len(plan.numbers),
        len(aside),
        feeds,
        sources,
        copy_blobs([each.path for each in readers], target),
        tuple(each.path for bit, each in enumerate(readers) if lacking >> bit & 1),
        None if own is None else _advice(ledger, plan, feeds, sources, own, latest),
    )
    write_file(target / "report.txt", (f"{line}\n".encode() for line in in_words(report)))
    write_file(target / "report.json", [json_line(as_json(report)), b"\n"])
    return report


def _advice(
    ledger: Ledger,
    plan: _Plan,
    feeds: Sequence[FeedReport],
    sources: Sequence[SourceReport],
    own: str,
    latest: Path | None,
) -> ContinuationAdvice:
    """Whether the feed `own` may be continued."""
    found = next((feed for feed in feeds if feed.feed == own), None)
    bits = next((feed.last_sources for feed in plan.feeds if feed.feed == own), 0)
    holders = [source for number, source in enumerate(sources) if bits >> number & 1]
    unproven = ledger.unproven_end(own)
    return advise(own, found, unproven, holders, None if latest is None else latest.absolute())


def _ascending(kept: Iterable[Kept]) -> Iterator[Kept]:
    """The messages with times that ascend: ssb-server finds messages by the time alone."""
    latest = -1.0
    for each in kept:
        time = each.time if each.time > latest else max(latest + _STEP, nextafter(latest, inf))
        yield each if time == each.time else each._replace(time=time)
        latest = time


def _aside(ledger: Ledger, plan: _Plan, formats: Sequence[str]) -> Iterator[bytes]:
    """The lines of messages that aren't in the log as they are, each with the reason."""
    for feed in plan.feeds:
        for branch in feed.branches:
            why = _COPY if branch.is_copy else _BRANCH
            others = (entry.id for entry in branch.entries if not entry.sources & plan.lacking)
            for kept in ledger.kept(others):
                yield line_of(kept, aside=why)
    for kept in ledger.kept(ledger.aside(plan.lacking)):
        yield line_of(kept, aside=kept.aside)
    if "bipf" in formats:
        for kept in ledger.kept(plan.numbers):
            if loses_text(kept.text):
                yield line_of(kept, aside=_IN_BIPF)


def _source_report(ledger: Ledger, number: int, reader: Reader) -> SourceReport:
    messages, only_here = ledger.counts(number)
    rules = ledger.rules(number)
    return SourceReport(
        reader.path,
        reader.format,
        ledger.state(number).records,
        messages,
        only_here,
        sum(rules.values()),
        ledger.damaged_bytes(number),
        rules,
        tuple(ledger.damages(number, _DAMAGES_LISTED)),
    )


def _feed_reports(ledger: Ledger, plan: _Plan, readers: Sequence[Reader]) -> Iterator[FeedReport]:
    named = _named(ledger, plan)
    for feed in plan.feeds:
        forks = [
            ForkReport(
                branch.first.sequence,
                (
                    _branch_report(feed.forked.rival(branch), named, readers, is_kept=True),
                    _branch_report(branch, named, readers, is_kept=False),
                ),
            )
            for branch in feed.branches
            if feed.forked and not branch.is_copy
        ]
        yield FeedReport(
            feed.feed,
            feed.messages,
            feed.first,
            feed.last,
            feed.gaps,
            feed.written,
            tuple(sorted(forks, key=lambda fork: fork.sequence)),
            len(feed.branches) - len(forks),
        )


def _branch_report(
    branch: Branch, named: Counter[str], readers: Sequence[Reader], *, is_kept: bool
) -> BranchReport:
    entries = branch.entries
    return BranchReport(
        entries[0].key,
        entries[0].sequence,
        entries[-1].sequence,
        len(entries),
        tuple(str(each.path) for bit, each in enumerate(readers) if branch.sources >> bit & 1),
        sum(named[entry.key] for entry in entries),
        is_kept,
    )


def _named(ledger: Ledger, plan: _Plan) -> Counter[str]:
    """How many messages of others name each message of a branch, by its key."""
    authors: dict[bytes, str] = {}
    for feed in plan.feeds:
        if feed.forked is not None:
            first = min(branch.first.sequence for branch in feed.branches)
            entries = [entry for branch in feed.branches for entry in branch.entries]
            entries += [entry for entry in feed.forked.kept if entry.sequence >= first]
            authors |= {entry.key.encode(): feed.feed for entry in entries}
    found: Counter[str] = Counter()
    for author, text in ledger.texts() if authors else ():
        named = set(_IDS.findall(text))
        found.update(key.decode() for key in named if authors.get(key, author) != author)
    return found
