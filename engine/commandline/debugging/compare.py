"""`tanglescope compare`: orders of one conversation side by side, and wrong clocks."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer, wants_json
from tanglescope.engine.commandline.common.opening import Target
from tanglescope.engine.commandline.common.streams import printing_to_stderr
from tanglescope.engine.commandline.common.subject import (
    FILE,
    CommandSubject,
    MessageLabels,
    opened_subject,
)
from tanglescope.engine.debug.clock_faults import by_author, clock_faults, clocks_in_words
from tanglescope.engine.debug.comparison import (
    comparison_answer,
    comparison_in_words,
    crossings,
    drawing,
    orders_of,
    usual_orders,
)
from tanglescope.engine.debug.divergence import Divergence, divergence_in_words
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.library.two_sources import SourceSide, compare_sides, two_sides
from tanglescope.engine.linear.graph import has_times, require_times
from tanglescope.engine.linear.orders.named import CAVEATS
from tanglescope.engine.system.files import write_whole


def _compare_peers(
    paths: tuple[Path, Path], address: str | None, by: str | None, keys: Sequence[bytes]
) -> bool:
    """Print what each of two peers lacks, and where and why their orders differ.

    Returns whether they have the same messages in the same order.
    """
    with two_sides(*paths, address, keys) as sides:
        found = compare_sides(*sides, by)
        print_answer(lambda: _answer(found, sides), _lines(found, sides))
    return found.is_equal


def _lines(found: Divergence, sides: Sequence[SourceSide]) -> Iterator[str]:
    labels = [MessageLabels(side.library, side.conversation) for side in sides]
    known = sides[0].conversation
    one, other = (str(side.path) for side in sides)

    def label(key: str) -> str:
        return labels[0 if known.position(key) is not None else 1](key)

    yield f"{known.address}, by {found.by}"
    yield from divergence_in_words(found, (one, other), label)


def _answer(found: Divergence, sides: Sequence[SourceSide]) -> dict[str, Any]:
    peers = zip(sides, (found.one, found.other), strict=True)
    return {
        "by": found.by,
        "same": found.same,
        "peers": [
            {"path": str(side.path), "address": str(side.conversation.address), **asdict(peer)}
            for side, peer in peers
        ],
        "contrary": list(found.contrary),
        "together": list(found.together),
    }


@click.command(epilog="\n\n".join(CAVEATS.values()))
@options.by(
    "An order; give two to four. The default is the first three of: the conversation's own,"
    " scuttlesort, timestamp, asserted; without times: its own, scuttlesort, git, backward.",
    "--by",
    "names",
    multiple=True,
)
@options.flag("--clocks", "Instead, show whose clocks were wrong, and by how much.")
@options.path(
    "--peers",
    "Instead, compare two archives, stores, graph files or databases as two peers.",
    nargs=2,
    metavar="A B",
)
@options.base_keys
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Also draw the orders side by side into this file. With -, only print the drawing.",
)
@FILE
@options.json()
def compare(
    names: tuple[str, ...],
    clocks: bool,
    peers: tuple[Path, Path] | None,
    keys: options.GivenKeys,
    svg: Path | None,
    place: Target,
) -> None:
    """Compare orders of a conversation, or of a graph in FILE.

    --by takes an order of this program, a plug-in, or MODULE:FUNCTION. With --peers it takes one
    order of this program; the default is the conversation's own; the exit code is 1 if one has
    messages that the other lacks, or another version or order of them.
    """
    if peers is not None:
        if clocks or svg or place.file or place.database or len(names) > 1:
            raise click.UsageError(
                "--peers can only be combined with --in, one --by, keys and --json."
            )
        by = names[0] if names else None
        is_equal = _compare_peers(peers, place.address, by, keys.read())
        sys.exit(ExitCode.YES if is_equal else ExitCode.NO)
    if clocks and (names or svg is not None):
        raise click.UsageError("--clocks can't be combined with --by or --svg.")
    if names and not 2 <= len(set(names)) == len(names) <= 4:
        raise click.UsageError("Give --by two to four times, each time with a different order.")
    if str(svg) == "-" and wants_json():
        raise click.UsageError("--svg - and --json can't both be printed.")
    with opened_subject(place) as subject:
        answer, lines = _clocks(subject) if clocks else _orders(subject, names, svg)
        print_answer(lambda: {"messages": len(subject.graph.nodes), **answer}, lines)


def _orders(
    subject: CommandSubject, names: Sequence[str], svg: Path | None
) -> tuple[dict[str, Any], Iterator[str]]:
    """Compare orders; draw them, too, if there is a file for that, or instead if it is `-`."""
    opened = OpenGraph(subject.graph, ordering=subject.ordering)
    usual = usual_orders(subject.by, times=has_times(subject.graph))
    with printing_to_stderr():
        found = orders_of(opened, lambda _: None, names or usual)
    answer = comparison_answer(found, len(subject.graph.nodes))
    lines = comparison_in_words(found, subject.label)
    if svg is not None:
        drawn = drawing(crossings(found), subject.caption)
        if str(svg) == "-":
            return answer, iter(drawn.splitlines())
        write_whole(svg, [drawn.encode()])
    return answer, lines


def _clocks(subject: CommandSubject) -> tuple[dict[str, Any], Iterator[str]]:
    """The wrong clocks, their errors and the evidence."""
    require_times(subject.graph)
    faults = clock_faults(subject.graph)
    authors = [
        {"author": author, "worst": max(fault.by for fault in some), "faults": len(some)}
        for author, some in by_author(each for each in faults if each.certain).items()
    ]
    answer = {"authors": authors, "faults": [asdict(fault) for fault in faults]}
    return answer, clocks_in_words(subject.graph, faults, subject.label, subject.author)
