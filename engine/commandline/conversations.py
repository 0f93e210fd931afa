"""`tanglescope conversations`: everything in a database that can be read as one timeline."""

from pathlib import Path

import click

from engine.commandline.common.options import (
    database_option,
    group_keys_option,
    json_option,
    opened,
    print_json,
)
from engine.library import ConversationSummary


@click.command()
@click.argument("words", nargs=-1)
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
    """List the conversations by kind. WORDS filters by title and names."""
    with opened(database, group_keys=group_keys) as library:
        for summary in library.conversations(kind=kind, words=" ".join(words)):
            if as_json:
                print_json(_answer(summary))
            else:
                click.echo(_line(summary))


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
    title = summary.title or "(no text)"
    return f"{summary.address}  {summary.messages:>4}  {title}"
