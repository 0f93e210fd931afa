"""The report of a rescue: what survived, feed by feed, and what is damaged, source by source."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from tanglescope.engine.archive.record import Place
from tanglescope.engine.language.wording import on_one_line, plural, tr
from tanglescope.engine.message.verdict import reason, refusal
from tanglescope.engine.rescue.survey import Damage
from tanglescope.engine.rescue.verdicts import SequenceSpan
from tanglescope.engine.rescue.writing import BlobCounts
from tanglescope.engine.system.files import path_as_text

SCHEMA = 1
"""The version of the report as JSON."""

_MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class BranchReport:
    """One branch of a fork: its messages, who has it, and how many messages of others name it."""

    key: str
    first: int
    last: int
    messages: int
    sources: tuple[str, ...]
    named_by: int
    replies: tuple[str, ...]
    """The first of those messages."""

    is_kept: bool


@dataclass(frozen=True, slots=True)
class ForkReport:
    """A place of a feed with two messages, the branch that was kept first."""

    sequence: int
    branches: tuple[BranchReport, ...]


@dataclass(frozen=True, slots=True)
class KnownToOthers:
    """How far others know a feed: the last message that one of theirs names."""

    sequence: int
    key: str
    by: str
    message: str
    """The message of `by` that names it."""


@dataclass(frozen=True, slots=True)
class FeedReport:
    """What survived of a feed. Copies are messages with bytes after their signatures."""

    feed: str
    messages: int
    first: int
    last: int
    gaps: tuple[SequenceSpan, ...]
    written: tuple[SequenceSpan, ...]
    """What is in the log: everything, or only what other archives lack."""

    forks: tuple[ForkReport, ...] = ()
    copies: int = 0
    known: KnownToOthers | None = None
    """None if no message of another author names one of it."""

    only_in: tuple[tuple[str, tuple[SequenceSpan, ...]], ...] = ()
    """What a single one of several sources has, by its path."""

    @property
    def verdict(self) -> str:
        """`forked`, `gaps` or `whole`."""
        return "forked" if self.forks else "gaps" if self.gaps else "whole"

    def in_words(self) -> str:
        """The verdict in words."""
        if self.forks:
            fork = self.forks[0]
            return tr(
                "{feed}: forked at message {n:,}; kept up to message {last:,}",
                feed=self.feed,
                n=fork.sequence,
                last=self.last,
            )
        if self.gaps:
            missing = sum(gap.last - gap.first + 1 for gap in self.gaps)
            return plural(
                "{feed}: {n:,} messages up to {last:,} are missing",
                "{feed}: {n:,} message up to {last:,} is missing",
                missing,
                feed=self.feed,
                last=self.last,
            )
        return tr("{feed}: whole up to message {last:,}", feed=self.feed, last=self.last)


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What a source holds: proven messages, those that only it has, and damage."""

    path: Path
    format: str
    records: int
    messages: int
    only_here: int
    damaged: int
    damaged_bytes: int
    rules: dict[str, int]
    damages: tuple[Damage, ...]
    """The first ones."""

    def in_words(self) -> Iterator[str]:
        """The source in lines of text."""
        yield tr(
            "{path} ({format}): records: {records:,}; proven messages: {messages:,}; only here:"
            " {only:,}",
            path=on_one_line(path_as_text(self.path)),
            format=self.format,
            records=self.records,
            messages=self.messages,
            only=self.only_here,
        )
        if self.damaged:
            yield "  " + plural(
                "{n:,} damaged records, {size:,} bytes:",
                "{n:,} damaged record, {size:,} bytes:",
                self.damaged,
                size=self.damaged_bytes,
            )
        for damage in self.damages[:_MOST_LINES]:
            where = Place.read(damage.place).in_words()
            yield f"    {where}: {reason(refusal(damage.rule))} ({damage.size:,})"
        if self.damaged > _MOST_LINES:
            yield "    …"


class Safety(StrEnum):
    """Whether a feed can be continued without forking it."""

    SAFE = "safe"
    NOT_SAFE = "not-safe"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ContinuationAdvice:
    """Whether the user may publish in a feed again, after which message, and why."""

    feed: str
    safety: Safety
    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class RescueReport:
    """The result of a rescue."""

    target: Path | None
    """The folder of the result; None if nothing was written."""

    files: dict[str, Path]
    messages: int
    aside: int
    feeds: tuple[FeedReport, ...]
    sources: tuple[SourceReport, ...]
    blobs: BlobCounts
    lacking_in: tuple[Path, ...] = ()
    """The archives whose messages were left out."""

    own: ContinuationAdvice | None = None


def advise(
    feed: str,
    found: FeedReport | None,
    unproven: int,
    last_holders: Sequence[SourceReport],
    latest: Path | None,
) -> ContinuationAdvice:
    """Whether a feed may be continued after the last message that was found.

    `unproven` is the greatest sequence of its messages that can't be proven, `last_holders` are the
    sources that have the last proven one, and `latest` is the archive that the user's
    program wrote last, a log or a folder, if the user knows it. No archive can show by itself that
    nothing was published after it.
    """
    if found is None:
        reason = tr("no message of it survived. Find an archive that has its messages.")
        return ContinuationAdvice(feed, Safety.UNKNOWN, 0, reason)
    if found.forks:
        reason = tr(
            "it is forked at message {n:,}: both messages exist, so others may have stopped reading"
            " it. Use a new identity.",
            n=found.forks[0].sequence,
        )
        return ContinuationAdvice(feed, Safety.NOT_SAFE, found.last, reason)
    if unproven > found.last:
        reason = tr(
            "message {n:,} exists, but its archive has lost characters of it. Find an archive in"
            " which it is whole.",
            n=unproven,
        )
        return ContinuationAdvice(feed, Safety.NOT_SAFE, found.last, reason)
    if latest is None:
        reason = tr(
            "later messages may exist that no archive has. Name the archive that your program wrote"
            " last, or ask friends for an export of your feed and rescue it with the others."
        )
        return ContinuationAdvice(feed, Safety.UNKNOWN, found.last, reason)
    holders = [source for source in last_holders if source.path.is_relative_to(latest)]
    if not holders:
        reason = tr(
            "message {n:,} isn't in {latest}, so that wasn't written last, or it has lost some.",
            n=found.last,
            latest=on_one_line(path_as_text(latest)),
        )
        return ContinuationAdvice(feed, Safety.NOT_SAFE, found.last, reason)
    if any(source.damaged for source in holders):
        reason = tr(
            "{latest} is damaged: later messages may be among its bad records. Ask friends for an"
            " export of your feed and rescue it with the others.",
            latest=on_one_line(path_as_text(latest)),
        )
        return ContinuationAdvice(feed, Safety.UNKNOWN, found.last, reason)
    reason = tr(
        "message {n:,} is the last one in {latest}, which isn't damaged, and no other archive has a"
        " later one. This holds only if {latest} is what your program wrote last.",
        n=found.last,
        latest=on_one_line(path_as_text(latest)),
    )
    return ContinuationAdvice(feed, Safety.SAFE, found.last, reason)


def as_json(report: RescueReport) -> dict[str, Any]:
    """The report as JSON; see docs/rescue.md."""
    return {
        "schema": SCHEMA,
        "target": None if report.target is None else path_as_text(report.target),
        "files": {name: path_as_text(path) for name, path in report.files.items()},
        "messages": report.messages,
        "aside": report.aside,
        "feeds": [_feed(feed) for feed in report.feeds],
        "sources": [_source(source) for source in report.sources],
        "lacking_in": list(map(path_as_text, report.lacking_in)),
        "blobs": report.blobs._asdict(),
        "own": None if report.own is None else asdict(report.own),
    }


def in_words(report: RescueReport) -> Iterator[str]:
    """The report in lines of text."""
    yield from summary_in_words(report)
    yield ""
    for source in report.sources:
        yield from source.in_words()
    yield ""
    yield from _feeds_in_words(report.feeds)
    if report.lacking_in:
        yield ""
        yield from _written_in_words(report)
    if report.own is not None:
        yield ""
        for feed in report.feeds:
            if feed.feed == report.own.feed:
                yield f"{feed.in_words()}; {known_in_words(feed)}."
        yield advice_in_words(report.own)


def summary_in_words(report: RescueReport) -> Iterator[str]:
    """What the result has, in sentences."""
    feeds = sum(bool(feed.written) for feed in report.feeds)
    of_feeds = plural("{n:,} feeds", "{n:,} feed", feeds)
    if report.target is None:
        yield _found_in_words(report, of_feeds)
    else:
        yield plural(
            "{n:,} messages of {feeds} are in {target}.",
            "{n:,} message of {feeds} is in {target}.",
            report.messages,
            feeds=of_feeds,
            target=on_one_line(path_as_text(report.target)),
        )
    if report.aside and report.target is not None:
        yield plural(
            "{n:,} more are in aside.ndjson: other branches of forked feeds, and messages that"
            " can't be proven or that the log can't hold.",
            "{n:,} more is in aside.ndjson: another branch of a forked feed, or a message that"
            " can't be proven or that the log can't hold.",
            report.aside,
        )
    if report.blobs.copied:
        yield plural(
            "{n:,} files of messages are in blobs.",
            "{n:,} file of a message is in blobs.",
            report.blobs.copied,
        )
    if report.blobs.damaged:
        yield plural(
            "{n:,} files of messages are damaged in all archives.",
            "{n:,} file of a message is damaged in all archives.",
            report.blobs.damaged,
        )


def _found_in_words(report: RescueReport, feeds: str) -> str:
    """What was found where nothing was written."""
    if report.lacking_in:
        return plural(
            "{n:,} messages of {feeds} are the difference. Nothing was written.",
            "{n:,} message of {feeds} is the difference. Nothing was written.",
            report.messages,
            feeds=feeds,
        )
    return plural(
        "{n:,} messages of {feeds} survived. Nothing was written.",
        "{n:,} message of {feeds} survived. Nothing was written.",
        report.messages,
        feeds=feeds,
    )


def _written_in_words(report: RescueReport) -> Iterator[str]:
    """What is in the log, where that is a difference."""
    yield tr("Not in {archives}:", archives=lacking_in_words(report))
    for feed in report.feeds:
        if feed.written:
            yield "  " + tr(
                "{feed}: messages {spans}", feed=feed.feed, spans=spans_in_words(feed.written)
            )


def lacking_in_words(report: RescueReport) -> str:
    """The archives whose messages were left out."""
    return ", ".join(on_one_line(path_as_text(path)) for path in report.lacking_in)


def _span(found: SequenceSpan) -> str:
    if found.first == found.last:
        return f"{found.first:,}"
    return f"{found.first:,} - {found.last:,}"


def spans_in_words(found: Sequence[SequenceSpan]) -> str:
    """Some spans; of many, the first ones."""
    listed = list(map(_span, found[:_MOST_LINES]))
    return ", ".join([*listed, *(["…"] if len(found) > _MOST_LINES else [])])


def advice_in_words(own: ContinuationAdvice) -> str:
    """The advice in a sentence."""
    match own.safety:
        case Safety.SAFE:
            return tr(
                "{feed} can be continued after message {n:,}: {reason}",
                feed=own.feed,
                n=own.after,
                reason=own.reason,
            )
        case Safety.NOT_SAFE:
            return tr("Don't continue {feed}: {reason}", feed=own.feed, reason=own.reason)
        case Safety.UNKNOWN:
            return tr(
                "It can't be known whether {feed} may be continued: {reason}",
                feed=own.feed,
                reason=own.reason,
            )


def _feeds_in_words(feeds: Sequence[FeedReport]) -> Iterator[str]:
    whole = [feed for feed in feeds if feed.verdict == "whole"]
    yield plural("{n:,} feeds are whole.", "{n:,} feed is whole.", len(whole))
    for feed in feeds:
        if feed.verdict == "whole":
            continue
        yield f"{feed.in_words()}."
        if feed.gaps:
            yield "  " + tr("missing: {span}", span=spans_in_words(feed.gaps))
        yield "  " + known_in_words(feed)
        yield from (f"  {line}" for line in only_in_words(feed))
        for fork in feed.forks[:_MOST_LINES]:
            for branch in fork.branches:
                yield "  " + branch_in_words(branch)


def known_in_words(feed: FeedReport) -> str:
    """How far others know a feed, as far as these archives show it."""
    if feed.known is None:
        return tr("no message of another author here names one of it")
    return tr(
        "known to others up to message {n:,}, which {by} names in {message}",
        n=feed.known.sequence,
        by=feed.known.by,
        message=feed.known.message,
    )


def only_in_words(feed: FeedReport) -> Iterator[str]:
    """What a single source has of a feed, a line for each."""
    for path, found in feed.only_in:
        yield tr("only in {source}: {spans}", source=on_one_line(path), spans=spans_in_words(found))


def branch_in_words(branch: BranchReport) -> str:
    """A branch in a sentence."""
    text = tr(
        "{key}: {first:,} - {last:,}; messages of others that name it: {named:,}; in {sources}",
        key=branch.key,
        first=branch.first,
        last=branch.last,
        named=branch.named_by,
        sources=", ".join(branch.sources),
    )
    return tr("{branch} (kept)", branch=text) if branch.is_kept else text


def _feed(feed: FeedReport) -> dict[str, Any]:
    return {
        "feed": feed.feed,
        "verdict": feed.verdict,
        "messages": feed.messages,
        "first": feed.first,
        "last": feed.last,
        "gaps": [[gap.first, gap.last] for gap in feed.gaps],
        "written": [[span.first, span.last] for span in feed.written],
        "forks": [
            {
                "sequence": fork.sequence,
                "branches": [_branch(branch) for branch in fork.branches],
            }
            for fork in feed.forks
        ],
        "copies": feed.copies,
        "known_to_others": None if feed.known is None else asdict(feed.known),
        "only_in": {
            path: [[span.first, span.last] for span in found] for path, found in feed.only_in
        },
    }


def _branch(branch: BranchReport) -> dict[str, Any]:
    answer = asdict(branch)
    return answer | {"kept": answer.pop("is_kept")}


def _source(source: SourceReport) -> dict[str, Any]:
    return {
        **asdict(source),
        "path": path_as_text(source.path),
        "damages": [each._asdict() for each in source.damages],
    }
