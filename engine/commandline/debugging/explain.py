"""`tanglescope explain`: why a message is in its row, or before another message."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import IO

import click

from tanglescope.engine.commandline.common.options import by_option, json_option, print_json
from tanglescope.engine.commandline.common.sources import SOURCE
from tanglescope.engine.commandline.common.subject import (
    CommandSubject,
    Delivery,
    Target,
    conversation_of,
    conversation_options,
    delivery_options,
    line_option,
    opened_subject,
)
from tanglescope.engine.debug.explaining.explanation import (
    TracedHistory,
    history_answer,
    history_lines,
    history_of,
    place_answer,
    place_lines,
    place_of,
    relation_answer,
    relation_lines,
    relation_of,
    unknown_history,
)
from tanglescope.engine.debug.replaying.moves import MoveHistory
from tanglescope.engine.debug.replaying.recording import TooManyArrivals
from tanglescope.engine.export.messages import pzp_answer, pzp_words


@click.command()
@click.argument("key")
@click.argument("other", required=False)
@click.option(
    "--graph", "file", type=SOURCE, help="Use a graph of this source instead of a database."
)
@click.option(
    "--moves",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many of the last moves to show.",
)
@by_option("The order to explain. The default is the conversation's own.")
@line_option
@conversation_options
@delivery_options
@json_option
def explain(
    key: str,
    other: str | None,
    file: Path | None,
    moves: int,
    by: str | None,
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    delivery: str,
    seed: int,
    order: IO[str] | None,
    peer: str | None,
    as_json: bool,
) -> None:
    """Explain why the message KEY is in its row.

    With OTHER, explain which of the two comes first. Without --in and --graph, the first
    conversation of the message is used.
    """
    place = Target(database, address, group_keys, file, line)
    if address is None and file is None:
        place = replace(place, address=conversation_of(place, key))
    with opened_subject(place, by) as subject:
        name = subject.find(key)
        if other is not None:
            _explain_two(subject, name, subject.find(other), as_json)
        else:
            _explain_one(subject, name, Delivery(delivery, seed, order, peer), moves, as_json)


def _explain_one(
    subject: CommandSubject, name: str, delivery: Delivery, moves: int, as_json: bool
) -> None:
    ordering, arrivals = subject.ordering, delivery.of(subject.graph)
    found, message = place_of(ordering, name), subject.message(name)
    extras = {} if subject.conversation is None else subject.conversation.extras_of(name)
    past: MoveHistory | TracedHistory | None = None
    why_not = None
    if not delivery.is_given:
        why_not = unknown_history(subject.graph, arrivals, name, subject.label)
    try:
        past = None if why_not else history_of(ordering, arrivals, name, moves)
    except TooManyArrivals as error:
        why_not = str(error)
    if as_json:
        answer = {
            **place_answer(ordering, found, subject.refused),
            **_row_when_read(subject, name),
            **({} if message is None else pzp_answer(message)),
            **{each: extra.value for each, extra in extras.items()},
        }
        print_json({**answer, "history": None if past is None else history_answer(past)})
        return
    declared = "" if message is None else pzp_words(message)
    _echo(
        place_lines(
            ordering,
            found,
            subject.label,
            subject.author,
            declared=declared,
            refused=subject.refused,
        )
    )
    _echo(line for extra in extras.values() for line in extra.lines())
    _echo(_line_when_read(**_row_when_read(subject, name)))
    click.echo()
    _echo(history_lines(past, subject.label) if past else [why_not or ""])


def _row_when_read(subject: CommandSubject, name: str) -> dict[str, int | None]:
    """The row in which `show` prints a message, where it leaves out edits and deletions."""
    if subject.read is None:
        return {}
    place = subject.read.position(name)
    rows = len(subject.read.in_order()) if place is None else place.events
    return {"row": None if place is None else place.position + 1, "of": rows}


def _line_when_read(row: int | None = None, of: int | None = None) -> Iterable[str]:
    if of is not None and row is None:
        yield "It only changes another message. So `show` prints it with --signed alone."
    elif of is not None:
        yield f"Without edits and deletions, as `show` prints them, it is in row {row:,} of {of:,}."


def _explain_two(subject: CommandSubject, one: str, other: str, as_json: bool) -> None:
    if one == other:
        raise click.UsageError("KEY and OTHER are the same message")
    found = relation_of(subject.ordering, one, other)
    if as_json:
        print_json(relation_answer(subject.ordering, found))
    else:
        _echo(relation_lines(found, subject.label))


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
