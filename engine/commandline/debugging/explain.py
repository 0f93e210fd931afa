"""`tanglescope explain`: why a message is in its row, or before another message."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer
from tanglescope.engine.commandline.common.opening import Target
from tanglescope.engine.commandline.common.subject import (
    DELIVERY,
    PLACE,
    CommandSubject,
    Delivery,
    conversation_of,
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
    unknown_history,
)
from tanglescope.engine.debug.explaining.words import relation_in_words
from tanglescope.engine.debug.replaying.moves import MoveHistory
from tanglescope.engine.debug.replaying.recording import TooManyArrivals
from tanglescope.engine.export.messages import pzp_answer, pzp_words


@click.command()
@click.argument("key")
@click.argument("other", required=False)
@options.path(
    "--graph",
    "Use a graph of this source instead of a database.",
    "file",
    allow_dash=True,
)
@options.count("--moves", "How many of the last moves to show.", 3, least=0)
@options.by("The order to explain. The default is the conversation's own.")
@PLACE
@DELIVERY
@options.json()
def explain(
    key: str,
    other: str | None,
    moves: int,
    by: str | None,
    place: Target,
    delivery: Delivery,
) -> None:
    """Explain why the message KEY is in its row.

    With OTHER, explain which of the two comes first. Without --in and --graph, the first
    conversation of the message is used.
    """
    if place.address is None and place.file is None:
        place = replace(place, address=conversation_of(place, key))
    with opened_subject(place, by) as subject:
        name = subject.find(key)
        if other is not None:
            _explain_two(subject, name, subject.find(other))
        else:
            _explain_one(subject, name, delivery, moves)


def _explain_one(subject: CommandSubject, name: str, delivery: Delivery, moves: int) -> None:
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

    def answer() -> dict[str, Any]:
        return {
            **place_answer(ordering, found, subject.refused),
            **_row_when_read(subject, name),
            **({} if message is None else pzp_answer(message)),
            **{each: extra.value for each, extra in extras.items()},
            "history": None if past is None else history_answer(past),
        }

    def lines() -> Iterator[str]:
        yield from place_lines(
            ordering,
            found,
            subject.label,
            subject.author,
            declared="" if message is None else pzp_words(message),
            refused=subject.refused,
        )
        for extra in extras.values():
            yield from extra.lines()
        yield from _line_when_read(**_row_when_read(subject, name))
        yield ""
        yield from history_lines(past, subject.label) if past else [why_not or ""]

    print_answer(answer, lines())


def _row_when_read(subject: CommandSubject, name: str) -> dict[str, int | None]:
    """The row in which `show` prints a message, where it leaves out edits and deletions."""
    if subject.read is None:
        return {}
    place = subject.read.position(name)
    rows = len(subject.read.in_order()) if place is None else place.events
    return {"row": None if place is None else place.position + 1, "of": rows}


def _line_when_read(row: int | None = None, of: int | None = None) -> Iterator[str]:
    if of is not None and row is None:
        yield "It only changes another message. So `show` prints it with --signed alone."
    elif of is not None:
        yield f"Without edits and deletions, as `show` prints them, it is in row {row:,} of {of:,}."


def _explain_two(subject: CommandSubject, one: str, other: str) -> None:
    if one == other:
        raise click.UsageError("KEY and OTHER are the same message.")
    found = subject.ordering.relation(one, other)
    print_answer(
        lambda: relation_answer(subject.ordering, found), relation_in_words(found, subject.label)
    )
