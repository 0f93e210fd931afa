"""`tanglescope explain`: why a message is in its row, or before another one."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

import click

from engine.commandline.messages import pzp_answer, pzp_words
from engine.commandline.options import json_option, print_json
from engine.commandline.subject import (
    Place,
    Subject,
    conversation_of,
    conversation_options,
    delivered,
    delivery_options,
    line_option,
    looked_at,
)
from engine.debug.autobase_places import autobase_place
from engine.debug.autobase_words import autobase_place_in_words
from engine.debug.deliveries import Arrivals
from engine.debug.known import Known
from engine.debug.moves import History, history
from engine.debug.ordering import SpotRelation
from engine.debug.ordering_words import spot_in_words, spots_in_words
from engine.debug.recording import TooManyArrivals, recorded_in
from engine.debug.tape import recorded
from engine.debug.why import Relation, relation, why_here
from engine.debug.words import history_in_words, place_in_words, relation_in_words
from engine.linear.orders import ORDERS


@click.command()
@click.argument("key")
@click.argument("other", required=False)
@click.option("--graph", "file", type=click.File("rb"), help="A graph file instead of a thread.")
@click.option(
    "--moves",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many of its last moves are told.",
)
@click.option(
    "--by",
    type=click.Choice(ORDERS),
    help="The order that is explained; else the conversation's own.",
)
@line_option
@conversation_options
@delivery_options
@json_option
def explain(
    key: str,
    other: str | None,
    file: IO[bytes] | None,
    moves: int,
    by: str | None,
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    delivery: str,
    seed: int,
    order: IO[str] | None,
    as_json: bool,
) -> None:
    """Explain why the message KEY is in its row, or before or after OTHER.

    Without --in and --graph it is explained in the first conversation that it is in.
    """
    place = Place(database, address, group_keys, file, line)
    if address is None and file is None:
        place = replace(place, address=conversation_of(place, key))
    with looked_at(place, by) as subject:
        name = subject.find(key)
        if subject.by == "autobase":
            if other is not None:
                raise click.UsageError("--by autobase explains one message")
            _explain_autobase(subject, name, as_json)
        elif other is not None:
            _explain_two(subject, name, subject.find(other), as_json)
        else:
            arrivals = delivered(subject.graph, delivery, seed, order)
            _explain_one(subject, name, arrivals, moves, as_json)


def _explain_one(
    subject: Subject, name: str, arrivals: Arrivals, moves: int, as_json: bool
) -> None:
    ordering = subject.ordering
    if not ordering.is_timeline:
        _explain_spot(subject, name, arrivals, moves, as_json)
        return
    why = why_here(Known(arrivals), name)
    tape = recorded((node.id, node.after) for node in arrivals)
    past = history(arrivals, tape, name, moves)
    if as_json:
        answer = {"by": subject.by, **_row(why.position, why.events), **asdict(why)}
        answer |= _declared(subject, name)
        print_json({**answer, "history": _history_answer(past)})
    else:
        _echo(place_in_words(why, subject.label))
        _echo_declared(subject, name)
        click.echo()
        _echo(history_in_words(past, subject.label))


def _explain_spot(
    subject: Subject, name: str, arrivals: Arrivals, moves: int, as_json: bool
) -> None:
    spot = subject.ordering.spot(name)
    answer = {**_row(spot.position, spot.events), **asdict(spot), **_declared(subject, name)}
    try:
        arrived, *moved = recorded_in(subject.ordering, arrivals).trail(name)
    except TooManyArrivals as error:
        if as_json:
            print_json({**answer, "history": None})
        else:
            _echo(spot_in_words(spot, subject.label))
            _echo_declared(subject, name)
            click.echo(f"\nHow it came to its place: {error}")
        return
    last = [
        {**asdict(trace), "arrival": arrivals[trace.step].id}
        for trace in moved[max(len(moved) - moves, 0) :]
    ]
    if as_json:
        past = {
            "arrivals": len(arrivals),
            "arrived": arrived.step,
            "row": arrived.destination,
            "moves": len(moved),
            "last": last,
        }
        print_json({**answer, "history": past})
        return
    _echo(spot_in_words(spot, subject.label))
    _echo_declared(subject, name)
    click.echo(
        f"\nIt arrived as number {arrived.step + 1:,} of {len(arrivals):,} into row"
        f" {arrived.destination + 1:,} and was moved {len(moved):,} times since."
    )
    for trace in moved[max(len(moved) - moves, 0) :]:
        came = subject.label(arrivals[trace.step].id)
        rows = f"from row {(trace.source or 0) + 1:,} to {trace.destination + 1:,}"
        click.echo(f"  arrival {trace.step + 1:,}, {rows}: {came} came")


def _declared(subject: Subject, name: str) -> dict[str, object]:
    """What a message of PZP declares."""
    message = subject.message(name)
    return {} if message is None else pzp_answer(message)


def _echo_declared(subject: Subject, name: str) -> None:
    message = subject.message(name)
    if message is not None and (declared := pzp_words(message)):
        click.echo(f"It declares: {declared}.")


def _row(position: int, events: int) -> dict[str, int]:
    """The place in `show`, counted from 1."""
    return {"row": position + 1, "of": events}


def _explain_autobase(subject: Subject, name: str, as_json: bool) -> None:
    place = autobase_place(subject.graph, name)
    if as_json:
        answer = {"by": subject.by, **asdict(place)}
        if subject.conversation is not None:
            answer |= _row(subject.ordering.positions[name], len(subject.ordering.order))
        print_json(answer)
    else:
        _echo(autobase_place_in_words(place, subject.label, subject.author))


def _explain_two(subject: Subject, one: str, other: str, as_json: bool) -> None:
    if one == other:
        raise click.UsageError("KEY and OTHER are the same message")
    ordering = subject.ordering
    found: Relation | SpotRelation
    if ordering.is_timeline:
        found = relation(ordering.known, one, other)
        lines = relation_in_words(found, subject.label)
    else:
        found = ordering.relation(one, other)
        lines = spots_in_words(found, subject.label)
    if as_json:
        print_json({"by": subject.by, **asdict(found), "concurrent": found.is_concurrent})
    else:
        _echo(lines)


def _history_answer(told: History) -> dict[str, Any]:
    moves = [
        {"step": move.step, **asdict(move.moved), "path": list(move.path)} for move in told.last
    ]
    return {**asdict(told), "last": moves}


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
