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
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf, nextafter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tanglescope.engine.archive.checking import processors
from tanglescope.engine.archive.folder import logs_in
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import START, Dialect, Reader
from tanglescope.engine.blobs.folders import BlobTable
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.language.wording import tr
from tanglescope.engine.rescue.ledger import MOST_SOURCES, Entry, Kept, Ledger
from tanglescope.engine.rescue.report import (
    BranchReport,
    ContinuationAdvice,
    FeedReport,
    ForkReport,
    KnownToOthers,
    RescueReport,
    SourceReport,
    advise,
    as_json,
    in_words,
)
from tanglescope.engine.rescue.survey import survey
from tanglescope.engine.rescue.verdicts import (
    Branch,
    Evidence,
    FeedPlan,
    NamedEntries,
    SequenceSpan,
    plan_feed,
    spans,
)
from tanglescope.engine.rescue.writing import (
    BlobCounts,
    copy_blobs,
    line_of,
    loses_text,
    write_file,
    write_log,
)
from tanglescope.engine.system.files import unwritable

ASIDE = "aside.ndjson"
"""The messages that are proven but can't be in the log, and those that can't be proven."""

_BRANCH, _COPY, _IN_BIPF = "branch", "copy", "lost-text-in-bipf"
_DAMAGES_LISTED = 1000
_STEP = 0.001
"""Milliseconds between messages that were received at the same time, as ssb-server counts them."""

_MOST_REPLIES = 20


class RescueRefused(TanglescopeError):
    """A rescue that can't begin or continue; nothing was written."""


class _PlannedFeed(NamedTuple):
    """A feed, with its plan only where it has other branches: all plans would fill the memory."""

    report: FeedReport
    """Without forks and evidence."""

    last_sources: int
    """The sources that have the last message, as bits."""

    forked: FeedPlan | None

    def rivals(self) -> Iterator[Entry]:
        """The messages that contradict others: branches, and what was kept beside them."""
        if self.forked is None:
            return
        for branch in self.branches:
            yield from branch.entries
            yield from self.forked.rival(branch).entries

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The branches that are left out of the log."""
        return () if self.forked is None else self.forked.branches


@dataclass(slots=True)
class _Plan:
    """What goes into the log, in which order, and what is said of each feed."""

    lacking: int
    """The sources, as bits, whose messages stay out of the log."""

    paths: Sequence[Path]
    """Those of the sources."""

    numbers: "array[int]" = field(default_factory=lambda: array("q"))
    sequences: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[float]" = field(default_factory=lambda: array("d"))
    feeds: list[_PlannedFeed] = field(default_factory=list)
    named: NamedEntries = field(default_factory=NamedEntries)

    def add(self, feed: str, author: int, plan: FeedPlan) -> None:
        """Add a feed. In the log, no message comes before an earlier one of its feed."""
        self.named.add(author, plan.kept)
        for branch in plan.branches:
            self.named.add(author, branch.entries)
        latest = float("-inf")
        written = [entry for entry in plan.kept if not entry.sources & self.lacking]
        for entry in written:
            latest = max(latest, entry.time)
            self.numbers.append(entry.id)
            self.sequences.append(entry.sequence)
            self.times.append(latest)
        report = FeedReport(
            feed,
            len(plan.kept),
            plan.kept[0].sequence,
            plan.last,
            plan.gaps,
            tuple(spans(entry.sequence for entry in written)),
            only_in=tuple(self._only_in(plan.kept)) if len(self.paths) > 1 else (),
        )
        forked = plan if plan.branches else None
        self.feeds.append(_PlannedFeed(report, plan.kept[-1].sources, forked))

    def _only_in(self, entries: Iterable[Entry]) -> Iterator[tuple[str, tuple[SequenceSpan, ...]]]:
        """The messages that a single source has, by its path."""
        found: dict[int, list[int]] = defaultdict(list)
        for entry in entries:
            if not entry.sources & (entry.sources - 1):
                found[entry.sources.bit_length() - 1].append(entry.sequence)
        for source, sequences in sorted(found.items()):
            yield str(self.paths[source]), tuple(spans(sequences))

    def holders(self, sources: int) -> tuple[Path, ...]:
        """The paths of some sources, given as bits."""
        return tuple(path for bit, path in enumerate(self.paths) if sources >> bit & 1)

    def order(self) -> Iterator[int]:
        """The numbers of the messages in the order of the log."""
        by = np.lexsort((self.numbers, self.sequences, self.times))
        yield from np.asarray(self.numbers)[by].tolist()


def rescue(
    archives: Sequence[Path],
    target: Path | None,
    formats: Sequence[str] = ("offset",),
    *,
    opening: Callable[[Path], Reader] = open_archive,
    tables: Callable[[Sequence[Path]], Sequence[BlobTable]] = lambda _: (),
    hmac_key: bytes | None = None,
    processes: int | None = None,
    lacking_in: Sequence[Path] = (),
    own: str | None = None,
    latest: Path | None = None,
    page: Callable[[RescueReport], str] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> RescueReport:
    """Rescue what survived of some archives into a new folder, or only report it.

    Only what the archives `lacking_in` don't have is written, if there are any.

    `opening` opens an archive, or a database, and `tables` finds the tables of blobs in databases.
    The report says of the feed `own` whether it may be continued. `latest` is the archive that the
    user's program wrote last, if the user knows it. `page` makes a web page of the report.

    `on_progress` is called with the bytes that were read, and those of all sources. Raises
    `RescueRefused`, `LedgerError`, `ArchiveError`, or `TanglescopeError` if the result can't be
    written.
    """
    readers = _readers([*archives, *lacking_in], opening)
    others = {reader.path for reader in _readers(lacking_in, opening)}
    lacking = sum(1 << bit for bit, reader in enumerate(readers) if reader.path in others)
    if target is not None:
        target = target.absolute()
        _require_outside(target, [*archives, *lacking_in])
    ledger = _ledger(target, readers, hmac_key)
    with ledger:
        _survey_all(ledger, readers, hmac_key, processes or processors(), on_progress)
        try:
            plan = _Plan(lacking, [reader.path for reader in readers])
            for feed, entries in ledger.feeds():
                plan.add(feed, ledger.author(feed), plan_feed(entries))
            inside = tables(plan.paths)
            report = _write(ledger, plan, readers, inside, target, formats, own, latest)
            if target is not None:
                _write_report(report, target, page)
        except OSError as error:
            raise TanglescopeError(unwritable(target or "", error)) from None
        ledger.remove()
    return report


def _readers(archives: Sequence[Path], opening: Callable[[Path], Reader]) -> list[Reader]:
    """The readers of all logs in the archives, each once."""
    paths = [log for each in archives for log in (logs_in(each) if each.is_dir() else []) or [each]]
    readers = [opening(path) for path in dict.fromkeys(path.absolute() for path in paths)]
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


def _ledger(target: Path | None, readers: Sequence[Reader], hmac_key: bytes | None) -> Ledger:
    """The ledger of this rescue, begun or continued; the folder exists then."""
    if target is None:
        job = _job([], readers, hmac_key)
        ledger = Ledger(job.encode())
        if not ledger.job:
            ledger.begin(job, len(readers))
        return ledger
    ledger = Ledger(os.fsencode(target.resolve()))
    try:
        if ledger.job and not _is_target_of(ledger.job, target):
            ledger.remove()  # that folder is gone
            ledger = Ledger(os.fsencode(target.resolve()))
        job = _job(_place(target), readers, hmac_key) if target.is_dir() else ""
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
        ledger.begin(_job(_place(target), readers, hmac_key), len(readers))
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


def _place(target: Path) -> list[int]:
    found = target.stat()
    return [found.st_dev, found.st_ino]


def _job(place: Sequence[int], readers: Sequence[Reader], hmac_key: bytes | None) -> str:
    """What is rescued, and to where, as text that can be compared."""
    sources = [
        [os.fsencode(reader.path).hex(), status.st_size, status.st_mtime_ns]
        for reader in readers
        for status in [reader.path.stat()]
    ]
    network = hashlib.sha256(hmac_key).hexdigest() if hmac_key else ""
    return json.dumps({"target": place, "sources": sources, "network": network})


def _is_target_of(job: str, target: Path) -> bool:
    with suppress(OSError):
        return bool(json.loads(job)["target"] == _place(target))
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
        if state.cursor == START:  # a source without places to go on from is read anew
            ledger.forget(source)
        for found in survey(reader, state.cursor, hmac_key, processes):
            ledger.add(source, found)
            if on_progress is not None:
                done = sum(sizes[:source]) + min(found.after.offset, sizes[source])
                on_progress(done, sum(sizes))
        ledger.finish(source)


def _write(
    ledger: Ledger,
    plan: _Plan,
    readers: Sequence[Reader],
    tables: Sequence[BlobTable],
    target: Path | None,
    formats: Sequence[str],
    own: str | None,
    latest: Path | None,
) -> RescueReport:
    """Write the result, if there is a folder for it. Raises `OSError`."""
    feeds = tuple(_feed_reports(ledger, plan))
    sources = tuple(_source_report(ledger, number, each) for number, each in enumerate(readers))
    files: dict[str, Path] = {}
    blobs = BlobCounts()
    aside = list(_aside(ledger, plan, formats))
    if target is not None:
        for part in target.rglob(".*.part"):  # of a run that was interrupted while it wrote
            part.unlink()
        for each in formats:
            files[each] = write_log(each, _ascending(ledger.read_kept(plan.order())), target)
        if aside:
            write_file(target / ASIDE, aside)
        blobs = copy_blobs(plan.paths, target, tables)
    return RescueReport(
        target,
        files,
        len(plan.numbers),
        len(aside),
        feeds,
        sources,
        blobs,
        plan.holders(plan.lacking),
        None if own is None else _advice(ledger, plan, feeds, sources, own, latest),
    )


def _write_report(
    report: RescueReport, target: Path, page: Callable[[RescueReport], str] | None
) -> None:
    """Write the report beside the result, in all forms. Raises `OSError`."""
    write_file(target / "report.txt", (f"{line}\n".encode() for line in in_words(report)))
    write_file(target / "report.json", [json_line(as_json(report)), b"\n"])
    if page is not None:
        write_file(target / "report.html", [page(report).encode("utf-8", "replace")])


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
    bits = next((feed.last_sources for feed in plan.feeds if feed.report.feed == own), 0)
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
            for kept in ledger.read_kept(others):
                yield line_of(kept, aside=why)
    for kept in ledger.read_kept(ledger.aside(plan.lacking)):
        yield line_of(kept, aside=kept.aside)
    if "bipf" in formats:
        for kept in ledger.read_kept(plan.numbers):
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


def _feed_reports(ledger: Ledger, plan: _Plan) -> Iterator[FeedReport]:
    rivals = {entry.id for feed in plan.feeds for entry in feed.rivals()}
    evidence = plan.named.evidence(ledger, rivals)

    def branch_report(branch: Branch, *, is_kept: bool) -> BranchReport:
        naming = [number for entry in branch.entries for number in evidence.branches[entry.id]]
        replies = tuple(dict.fromkeys(ledger.key(number)[0] for number in naming[:_MOST_REPLIES]))
        return BranchReport(
            branch.first.key,
            branch.first.sequence,
            branch.entries[-1].sequence,
            len(branch.entries),
            tuple(map(str, plan.holders(branch.sources))),
            len(naming),
            replies,
            is_kept,
        )

    for feed in plan.feeds:
        forks = [
            ForkReport(
                min(rival.first.sequence, branch.first.sequence),
                (branch_report(rival, is_kept=True), branch_report(branch, is_kept=False)),
            )
            for branch in feed.branches
            if feed.forked and not branch.is_copy
            if (rival := feed.forked.rival(branch)).entries
        ]
        yield replace(
            feed.report,
            forks=tuple(sorted(forks, key=lambda fork: fork.sequence)),
            copies=sum(branch.is_copy for branch in feed.branches),
            known=_latest_known(ledger, evidence, feed.report.feed),
        )


def _latest_known(ledger: Ledger, evidence: Evidence, feed: str) -> KnownToOthers | None:
    last = evidence.last.get(ledger.author(feed))
    if last is None:
        return None
    message, by = ledger.key(last.by)
    return KnownToOthers(last.sequence, ledger.key(last.entry)[0], by, message)
