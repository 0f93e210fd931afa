"""`tanglescope explain`: why a message stands where it stands, or one before another."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

import click

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
from engine.debug.known import Known
from engine.debug.moves import History, history
from engine.debug.tape import recorded
from engine.debug.why import relation, why_here
from engine.debug.words import history_in_words, place_in_words, relation_in_words


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
    type=click.Choice(["scuttlesort", "autobase"]),
    default="scuttlesort",
    show_default=True,
    help="The order that is explained.",
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
    by: str,
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    delivery: str,
    seed: int,
    order: IO[str] | None,
    as_json: bool,
) -> None:
    """Explain why the message KEY stands where it stands, or before or after OTHER.

    Without --in and --graph it is explained in the first conversation that it is in.
    """
    place = Place(database, address, group_keys, file, line)
    if address is None and file is None:
        place = replace(place, address=conversation_of(place, key))
    with looked_at(place, by) as subject:
        name = subject.find(key)
        if by == "autobase":
            if other is not None:
                raise click.UsageError("--by autobase explains one message")
            _explain_autobase(subject, name, as_json)
            return
        if other is not None:
            _explain_two(subject, name, subject.find(other), as_json)
            return
        arrivals = delivered(subject.graph, delivery, seed, order)
        known = Known(arrivals)
        why = why_here(known, name)
        tape = recorded((node.id, node.after) for node in arrivals)
        told = history(arrivals, tape, name, moves)
        if as_json:
            print_json({**asdict(why), "history": _history_answer(told)})
        else:
            _echo(place_in_words(why, subject.label))
            click.echo()
            _echo(history_in_words(told, subject.label))


def _explain_autobase(subject: Subject, name: str, as_json: bool) -> None:
    place = autobase_place(subject.graph, name)
    if as_json:
        print_json(asdict(place))
    else:
        _echo(autobase_place_in_words(place, subject.label, subject.author))


def _explain_two(subject: Subject, one: str, other: str, as_json: bool) -> None:
    if one == other:
        raise click.UsageError("KEY and OTHER are the same message")
    found = relation(Known(subject.graph.nodes), one, other)
    if as_json:
        print_json({**asdict(found), "concurrent": found.is_concurrent})
    else:
        _echo(relation_in_words(found, subject.label))


def _history_answer(told: History) -> dict[str, Any]:
    moves = [
        {"step": move.step, **asdict(move.moved), "path": list(move.path)} for move in told.last
    ]
    return {**asdict(told), "last": moves}


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
