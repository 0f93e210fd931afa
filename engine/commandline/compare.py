"""`tanglescope compare`: several orders of one thread side by side, and the clocks behind them."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import click

from engine.commandline.options import json_option, print_json
from engine.commandline.subject import Subject, line_option, thread_option, thread_or_graph
from engine.debug.clock_faults import ClockFault, by_author, clock_faults
from engine.debug.comparison import Comparison
from engine.debug.comparison_words import comparison_answer, comparison_in_words, drawing
from engine.debug.crossings import crossings, orders_of
from engine.debug.open_graph import OpenGraph

_LISTED = 10  # faults that are told one by one in words


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option(
    "--by",
    "names",
    multiple=True,
    default=("scuttlesort", "timestamp", "asserted"),
    show_default=True,
    help="An order; give two to four.",
)
@click.option("--clocks", is_flag=True, help="Instead, whose clocks were wrong, by how much.")
@click.option(
    "--svg",
    type=click.File("w", encoding="utf-8", lazy=True),
    help="Also draw the orders side by side into this file.",
)
@line_option
@thread_option
@json_option
def compare(
    file: IO[bytes] | None,
    names: tuple[str, ...],
    clocks: bool,
    svg: IO[str] | None,
    line: int,
    root: str | None,
    database: Path | None,
    as_json: bool,
) -> None:
    """Compare orders of a thread, or of a graph of FILE.

    --by takes an order of this program, a plug-in, or MODULE:FUNCTION.
    """
    if not 2 <= len(set(names)) == len(names) <= 4:
        raise click.UsageError("--by is to be given two to four times, each time another order")
    with thread_or_graph(database, root, file, line) as subject:
        messages = len(subject.graph.nodes)
        if clocks:
            answer, lines = _clocks(subject)
            answer = {"messages": messages, **answer}
        else:
            found = _orders(subject, names)
            answer = comparison_answer(found, messages)
            lines = comparison_in_words(found, subject.label)
            if svg is not None:
                svg.write(drawing(crossings(found), subject.label))
        if as_json:
            print_json(answer)
        else:
            for text in lines:
                click.echo(text)


def _orders(subject: Subject, names: tuple[str, ...]) -> Comparison:
    return orders_of(OpenGraph(subject.graph), lambda _: None, names)


def _clocks(subject: Subject) -> tuple[dict[str, Any], Iterator[str]]:
    faults = clock_faults(subject.graph)
    authors = [
        {"author": author, "worst": max(fault.by for fault in some), "faults": len(some)}
        for author, some in by_author(faults).items()
    ]
    answer = {"authors": authors, "faults": [asdict(fault) for fault in faults]}
    return answer, _clocks_in_words(faults, subject)


def _clocks_in_words(faults: list[ClockFault], subject: Subject) -> Iterator[str]:
    if not faults:
        yield "No asserted time contradicts what came before what."
    for author, some in by_author(faults).items():
        worst = max(fault.by for fault in some)
        messages = _count(len(some), "message", "messages")
        clock = f"The clock of {subject.author(author)}"
        yield f"{clock} was wrong by {_duration(worst)} or more, {messages}:"
        for fault in some[:_LISTED]:
            where = (
                "older than what it follows" if fault.kind == "behind" else "younger than its reply"
            )
            yield f"  {subject.label(fault.message)}, asserted {_date(fault.asserted)}:"
            yield f"    {_duration(fault.by)} {where}, {subject.label(fault.witness)}"
        yield from _more(len(some))


def _more(count: int) -> Iterator[str]:
    if count > _LISTED:
        yield f"  and {count - _LISTED:,} more"


def _count(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _duration(milliseconds: float) -> str:
    seconds = milliseconds / 1000
    for unit, size in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:,.3g} s"


def _date(milliseconds: float) -> str:
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "far outside of human time"
