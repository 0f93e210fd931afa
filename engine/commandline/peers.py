"""`tanglescope replay --peers`: two peers tell each other what they lack."""

from collections.abc import Sequence
from dataclasses import asdict
from heapq import nlargest
from typing import IO, Any

import click

from engine.commandline.common.options import print_json
from engine.commandline.common.subject import Subject, edit_answer, ids_in
from engine.debug.explaining.words import moved_in_words
from engine.debug.two_peers.peers import (
    Cut,
    Exchange,
    TwoPeers,
    cut_by_author,
    cut_by_hand,
    cut_by_time,
)
from engine.linear.graph import Graph

CUTS = ("author", "time", "hand")

LISTED = 50
"""Arrivals that are listed one by one; of more, only the `COSTLIEST`."""

COSTLIEST = 10


def show_peers(
    subject: Subject, graph: Graph, cut: str, order: IO[str] | None, as_json: bool
) -> None:
    """Let two peers exchange all of `graph`, in its order; what every message changed."""
    if (cut == "hand") != (order is not None):
        raise click.UsageError("--order FILE goes with --peers hand: what the first peer knows")
    parts = _cut(graph, cut, order)
    both = TwoPeers(graph, parts)
    exchanges = list(both)
    if as_json:
        known = [sorted(part) for part in parts]
        told = [_answer(exchange) for exchange in exchanges]
        print_json({"cut": cut, "known": known, "exchanges": told, "equal": both.are_equal})
        return
    knows = [f"{len(part):,}" for part in parts]
    click.echo(f"The first peer knows {knows[0]} messages, the second {knows[1]}.")
    for exchange in _listed(exchanges):
        click.echo(_in_words(subject, exchange))
    edits = [0, 0]
    for exchange in exchanges:
        edits[exchange.receiver] += len(exchange.edits)
    click.echo(
        f"Now both have the same order; that took {edits[0]:,} edits here and {edits[1]:,} there."
    )


def _listed(exchanges: Sequence[Exchange]) -> Sequence[Exchange]:
    if len(exchanges) <= LISTED:
        return exchanges
    click.echo(f"The {COSTLIEST} costliest messages of those that go over:")
    numbers = nlargest(COSTLIEST, range(len(exchanges)), key=lambda n: len(exchanges[n].edits))
    return [exchanges[number] for number in sorted(numbers)]


def _cut(graph: Graph, cut: str, order: IO[str] | None) -> Cut:
    if order is not None:
        return cut_by_hand(graph, ids_in(order, graph))
    return cut_by_author(graph) if cut == "author" else cut_by_time(graph)


def _answer(exchange: Exchange) -> dict[str, Any]:
    edits = [edit_answer(edit) for edit in exchange.edits]
    return {**asdict(exchange), "edits": edits}


def _in_words(subject: Subject, exchange: Exchange) -> str:
    place = ("first", "second")[exchange.receiver]
    moved = moved_in_words(exchange.moved, subject.label)
    return f"to the {place}: {subject.label(exchange.name)}{moved}"
