"""`tanglescope conversations`, `threads` and `quarantine`: lists of what a source holds."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_each
from tanglescope.engine.commandline.common.opening import library_in, split_source
from tanglescope.engine.language.wording import local_day
from tanglescope.engine.library import ConversationSummary, QuarantinedRecord
from tanglescope.engine.store.conversations.address import printable
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.tangle.titles import shown_title

_FIELDS = ("address", "kind", "title", "messages", "authors", "order", "set_aside", "private")

_WORDS = click.argument("words", metavar="[FILE] [WORDS]...", nargs=-1)


@click.command()
@_WORDS
@click.option("--kind", metavar="KIND", help="List only one kind: thread, chess, feed, pzp, ...")
@options.database
@options.group_keys
@options.json()
def conversations(
    words: tuple[str, ...], kind: str | None, database: Path | None, group_keys: Path | None
) -> None:
    """List the conversations by kind. WORDS filters by title and names.

    FILE is anything that can be imported, or - for standard input.
    """
    database, words = split_source(words, database)
    with library_in(database, group_keys) as library:
        found = library.conversations(kind=kind, words=" ".join(words))
        if kind is not None and not found and kind not in (known := library.kinds()):
            raise click.BadParameter(
                f"{kind!r} isn't one of {', '.join(map(repr, known))}.", param_hint="--kind"
            )
        print_each(
            found,
            lambda summary: {name: getattr(summary, name) for name in _FIELDS},
            _line,
            _none(is_filtered=bool(words or kind)),
        )


def _line(summary: ConversationSummary) -> str:
    title = shown_title(summary.title, present=summary.present)
    return f"{printable(summary.address)}  {summary.messages:>4}  {title}"


def _none(*, is_filtered: bool) -> str:
    return "No conversation matches." if is_filtered else "There are no conversations here."


@click.command()
@_WORDS
@options.database
@options.json()
def threads(words: tuple[str, ...], database: Path | None) -> None:
    """List the threads, the latest first. WORDS filters by title and names.

    FILE is anything that can be imported, or - for standard input.
    """
    database, words = split_source(words, database)
    with library_in(database) as library:
        found = library.threads(" ".join(words))
        named = {
            feed: name
            for thread in found
            for feed, name in zip(thread.feeds, thread.names, strict=False)
        }
        called = told_apart(named)
        none = _none(is_filtered=bool(words))
        print_each(found, _thread_answer, lambda each: _thread_line(each, called), none)


def _thread_answer(thread: ConversationSummary) -> dict[str, Any]:
    answer = asdict(thread)
    del answer["people"]  # there may be thousands
    return answer


def _thread_line(thread: ConversationSummary, called: Mapping[str, str]) -> str:
    title = shown_title(thread.title, present=thread.present)
    people = ", ".join([called[feed] for feed in thread.feeds] or thread.names)
    return f"{thread.root}  {_latest(thread)}  {thread.messages:>4}  {title} — {people}"


def _latest(thread: ConversationSummary) -> str:
    """The day of the latest message, or for PZP, which has no time, the greatest depth."""
    return local_day(thread.latest) if thread.depth is None else f"depth {thread.depth:,}".ljust(10)


@click.command()
@click.argument("file", required=False)
@options.database
@options.json()
def quarantine(file: str | None, database: Path | None) -> None:
    """List the bad records with their places and rules.

    FILE is anything that can be imported, or - for standard input.

    With --json, each line has the whole record, as `text`, or as `base64` if it isn't text.
    """
    if file is not None and database is not None:
        raise click.UsageError("A file and --database can't be combined.")
    with library_in(database if file is None else Path(file)) as library:
        print_each(
            library.quarantine.whole(),
            QuarantinedRecord.as_json,
            lambda record: f"{record.in_words()}.",
            none="There are no bad records here.",
        )
