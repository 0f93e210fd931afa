"""`tanglescope threads`: the threads in a database."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from engine.commandline.common.options import database_option, json_option, opened, print_json
from engine.library import ConversationSummary


@click.command()
@click.argument("words", nargs=-1)
@database_option
@json_option
def threads(words: tuple[str, ...], database: Path | None, as_json: bool) -> None:
    """List the threads, the latest first. WORDS filters by title and names."""
    with opened(database) as library:
        for thread in library.threads(" ".join(words)):
            if as_json:
                print_json(asdict(thread))
            else:
                click.echo(_line(thread))


def _line(thread: ConversationSummary) -> str:
    title = thread.title or "(no text)"
    missing = "" if thread.present else "  [its first message is missing]"
    people = ", ".join(thread.names)
    return f"{thread.root}  {_latest(thread)}  {thread.messages:>4}  {title} — {people}{missing}"


def _latest(thread: ConversationSummary) -> str:
    """The day of the latest message, or in PZP, which has no time, the greatest depth."""
    return _day(thread.latest) if thread.depth is None else f"depth {thread.depth:,}".ljust(10)


def _day(time: float | None) -> str:
    try:
        return datetime.fromtimestamp((time or 0) / 1000, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return "????-??-??"  # a clock far outside human time
