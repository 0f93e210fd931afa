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
from engine.debug.comparison import Comparison, Pair, compare_orders
from engine.debug.linearizers import LinearizerFailed, linearizer, put_in_order

_LISTED = 10  # violations and faults that are told one by one in words


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
@line_option
@thread_option
@json_option
def compare(
    file: IO[bytes] | None,
    names: tuple[str, ...],
    clocks: bool,
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
        if clocks:
            answer, lines = _clocks(subject)
        else:
            answer, lines = _orders(subject, names)
        if as_json:
            print_json({"messages": len(subject.graph.nodes), **answer})
        else:
            for text in lines:
                click.echo(text)


def _orders(subject: Subject, names: tuple[str, ...]) -> tuple[dict[str, Any], Iterator[str]]:
    orders = {}
    for name in names:
        try:
            orders[name] = put_in_order(linearizer(name), subject.graph).names
        except LinearizerFailed as error:
            raise LinearizerFailed(error.kind, f"{name} fails: {error}") from error
    found = compare_orders(subject.graph, orders)
    answer = {
        "orders": orders,
        "pairs": [asdict(pair) for pair in found.pairs],
        "violations": {
            by: [asdict(each) for each in some] for by, some in found.violations.items()
        },
        "lines": [asdict(line) for line in found.lines()],
    }
    return answer, _orders_in_words(found, subject)


def _orders_in_words(found: Comparison, subject: Subject) -> Iterator[str]:
    for pair in found.pairs:
        yield from _pair_in_words(pair, subject)
    for by, broken in found.violations.items():
        if not broken:
            yield f"{by} breaks no causality."
            continue
        yield f"{by} puts {_count(len(broken), 'reply', 'replies')} above what it follows:"
        for each in broken[:_LISTED]:
            rows = [position + 1 for position in each.positions]
            yield f"  row {rows[0]:,}: {subject.label(each.effect)}"
            yield f"    follows row {rows[1]:,}: {subject.label(each.cause)}"
        yield from _more(len(broken))


def _pair_in_words(pair: Pair, subject: Subject) -> Iterator[str]:
    if pair.first_difference is None:
        yield f"{pair.one} and {pair.other} are equal."
        return
    share = 100 * pair.discordant / max(pair.pairs, 1)
    yield (
        f"{pair.one} and {pair.other}: {pair.discordant:,} of {pair.pairs:,} pairs"
        f" ({share:.1f} %) the other way round; from row {pair.first_difference + 1:,} on:"
    )
    for by, name in zip((pair.one, pair.other), pair.there, strict=True):
        yield f"  {by}: {'nothing' if name is None else subject.label(name)}"


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
