"""The report of a rescue: what survived, feed by feed, and what is damaged, source by source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.archive.record import Place
from engine.files import path_as_text
from engine.message.verdict import reason, refusal
from engine.rescue.survey import Damage
from engine.rescue.verdicts import MissingSpan
from engine.wording import plural, tr

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
    is_kept: bool


@dataclass(frozen=True, slots=True)
class ForkReport:
    """A place of a feed with two messages, the branch that was kept first."""

    sequence: int
    branches: tuple[BranchReport, ...]


@dataclass(frozen=True, slots=True)
class FeedReport:
    """What survived of a feed. Copies are messages with bytes after their signatures."""

    feed: str
    messages: int
    first: int
    last: int
    gaps: tuple[MissingSpan, ...]
    forks: tuple[ForkReport, ...]
    copies: int

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
            path=path_as_text(self.path),
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


@dataclass(frozen=True, slots=True)
class RescueReport:
    """The result of a rescue."""

    target: Path
    files: dict[str, Path]
    messages: int
    aside: int
    feeds: tuple[FeedReport, ...]
    sources: tuple[SourceReport, ...]


def as_json(report: RescueReport) -> dict[str, Any]:
    """The report as JSON; see docs/rescue.md."""
    return {
        "schema": SCHEMA,
        "target": path_as_text(report.target),
        "files": {name: path_as_text(path) for name, path in report.files.items()},
        "messages": report.messages,
        "aside": report.aside,
        "feeds": [_feed(feed) for feed in report.feeds],
        "sources": [_source(source) for source in report.sources],
    }


def in_words(report: RescueReport) -> Iterator[str]:
    """The report in lines of text."""
    yield plural(
        "{n:,} messages of {feeds} are in {target}.",
        "{n:,} message of {feeds} is in {target}.",
        report.messages,
        feeds=plural("{n:,} feeds", "{n:,} feed", len(report.feeds)),
        target=path_as_text(report.target),
    )
    if report.aside:
        yield plural(
            "{n:,} more are in aside.ndjson: other branches of forked feeds, and messages that"
            " can't be proven or that the log can't hold.",
            "{n:,} more is in aside.ndjson: another branch of a forked feed, or a message that"
            " can't be proven or that the log can't hold.",
            report.aside,
        )
    yield ""
    for source in report.sources:
        yield from source.in_words()
    yield ""
    yield from _feeds_in_words(report.feeds)


def _feeds_in_words(feeds: Sequence[FeedReport]) -> Iterator[str]:
    whole = [feed for feed in feeds if feed.verdict == "whole"]
    yield plural("{n:,} feeds are whole.", "{n:,} feed is whole.", len(whole))
    for feed in feeds:
        if feed.verdict == "whole":
            continue
        yield f"{feed.in_words()}."
        for gap in feed.gaps[:_MOST_LINES]:
            span = f"{gap.first:,}" if gap.first == gap.last else f"{gap.first:,} - {gap.last:,}"
            yield "  " + tr("missing: {span}", span=span)
        for fork in feed.forks[:_MOST_LINES]:
            for branch in fork.branches:
                yield "  " + _branch_in_words(branch)


def _branch_in_words(branch: BranchReport) -> str:
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
        "forks": [
            {
                "sequence": fork.sequence,
                "branches": [
                    {
                        "key": branch.key,
                        "first": branch.first,
                        "last": branch.last,
                        "messages": branch.messages,
                        "sources": list(branch.sources),
                        "named_by": branch.named_by,
                        "kept": branch.is_kept,
                    }
                    for branch in fork.branches
                ],
            }
            for fork in feed.forks
        ],
        "copies": feed.copies,
    }


def _source(source: SourceReport) -> dict[str, Any]:
    return {
        "path": path_as_text(source.path),
        "format": source.format,
        "records": source.records,
        "messages": source.messages,
        "only_here": source.only_here,
        "damaged": source.damaged,
        "damaged_bytes": source.damaged_bytes,
        "rules": source.rules,
        "damages": [each._asdict() for each in source.damages],
    }
