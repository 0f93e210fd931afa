"""`tanglescope conversations` and `tanglescope threads`: lists of conversations."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import click

from tanglescope.engine.commandline.common.opening import opened
from tanglescope.engine.commandline.common.options import (
    database_option,
    group_keys_option,
    json_option,
    print_json,
    split_source,
)
from tanglescope.engine.library import ConversationSummary
from tanglescope.engine.store.conversations.address import printable
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.tangle.titles import shown_title
from tanglescope.engine.wording import local_day


@click.command()
@click.argument("words", metavar="[FILE] [WORDS]...", nargs=-1)
@click.option("--kind", metavar="KIND", help="List only one kind: thread, chess, feed, pzp, ...")
@database_option
@group_keys_option
@json_option
def conversations(
    words: tuple[str, ...],
    kind: str | None,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """List the conversations by kind. WORDS filters by title and names.

    FILE is anything that can be imported, or - for standard input.
    """
    database, words = split_source(words, database)
    with opened(database, group_keys=group_keys) as library:
        found = library.conversations(kind=kind, words=" ".join(words))
        if kind is not None and not found and kind not in (known := library.kinds()):
            raise click.BadParameter(
                f"{kind!r} isn't one of {', '.join(map(repr, known))}.", param_hint="--kind"
            )
        for summary in found:
            if as_json:
                print_json(_answer(summary))
            else:
                click.echo(_line(summary))
    if not found and not as_json:
        _mention_none(is_filtered=bool(words or kind))


def _answer(summary: ConversationSummary) -> dict[str, object]:
    return {
        "address": summary.address,
        "kind": summary.kind,
        "title": summary.title,
        "messages": summary.messages,
        "authors": summary.authors,
        "order": summary.order,
        "set_aside": summary.set_aside,
        "private": summary.private,
    }


def _line(summary: ConversationSummary) -> str:
    title = shown_title(summary.title, present=summary.present)
    return f"{printable(summary.address)}  {summary.messages:>4}  {title}"


@click.command()
@click.argument("words", metavar="[FILE] [WORDS]...", nargs=-1)
@database_option
@json_option
def threads(words: tuple[str, ...], database: Path | None, as_json: bool) -> None:
    """List the threads, the latest first. WORDS filters by title and names.

    FILE is anything that can be imported, or - for standard input.
    """
    database, words = split_source(words, database)
    with opened(database) as library:
        found = library.threads(" ".join(words))
        named = {
            feed: name
            for thread in found
            for feed, name in zip(thread.feeds, thread.names, strict=False)
        }
        called = told_apart(named)
        for thread in found:
            if as_json:
                answer = asdict(thread)
                del answer["people"]  # there may be thousands
                print_json(answer)
            else:
                click.echo(_thread_line(thread, called))
    if not found and not as_json:
        _mention_none(is_filtered=bool(words))


def _mention_none(*, is_filtered: bool) -> None:
    """Say that a list is empty."""
    none = "No conversation matches." if is_filtered else "There are no conversations here."
    click.echo(none, err=True)


def _thread_line(thread: ConversationSummary, called: Mapping[str, str]) -> str:
    title = shown_title(thread.title, present=thread.present)
    people = ", ".join([called[feed] for feed in thread.feeds] or thread.names)
    return f"{thread.root}  {_latest(thread)}  {thread.messages:>4}  {title} — {people}"


def _latest(thread: ConversationSummary) -> str:
    """The day of the latest message, or for PZP, which has no time, the greatest depth."""
    return local_day(thread.latest) if thread.depth is None else f"depth {thread.depth:,}".ljust(10)
