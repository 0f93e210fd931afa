"""`tanglescope shuffle`: whether a linearizer ends in one order, however a graph arrives."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import click

from engine.commandline.options import json_option, print_json
from engine.commandline.subject import line_option, thread_option, thread_or_graph
from engine.debug.deliveries import DELIVERIES
from engine.debug.graph_line import graph_line
from engine.debug.linearizers import linearizer
from engine.debug.shuffle import Counterexample, ShuffleReport, Trial, shuffle_test
from engine.debug.words import Label


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--by", default="scuttlesort", show_default=True, help="The linearizer to test.")
@click.option("--times", type=click.IntRange(1), default=20, show_default=True)
@click.option(
    "--delivery",
    type=click.Choice(list(DELIVERIES)),
    default="shuffled",
    show_default=True,
    help="How the messages are shuffled.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="That of the first delivery.")
@line_option
@thread_option
@json_option
def shuffle(
    file: IO[bytes] | None,
    by: str,
    times: int,
    delivery: str,
    seed: int,
    line: int,
    root: str | None,
    database: Path | None,
    as_json: bool,
) -> None:
    """Deliver a thread, or a graph of FILE, in many orders; ends with 1 if the results differ.

    --by takes a linearizer of this program, a plug-in, or MODULE:FUNCTION.
    """
    linearize = linearizer(by)

    def tell(trial: Trial) -> None:
        if as_json:
            print_json({"delivery": trial.number, "of": times, "edits": trial.edits}, err=True)
        elif sys.stderr.isatty():
            click.echo(f"\rdelivery {trial.number:,} of {times:,}", nl=False, err=True)

    with thread_or_graph(database, root, file, line) as subject:
        report = shuffle_test(
            subject.graph, linearize, times=times, seed=seed, delivery=delivery, on_trial=tell
        )
        if not as_json and sys.stderr.isatty():
            click.echo(err=True)
        if as_json:
            print_json({"by": by, "delivery": delivery, "seed": seed, **_answer(report)})
        else:
            click.echo("\n".join(_in_words(by, delivery, report, subject.label)))
    sys.exit(0 if report.counterexample is None else 1)


def _answer(report: ShuffleReport) -> dict[str, Any]:
    found = report.counterexample
    return {
        "ok": found is None,
        "messages": report.messages,
        "left_out": report.left_out,
        "deliveries": len(report.trials),
        "edits": [trial.edits for trial in report.trials],
        "counterexample": None if found is None else _counterexample_answer(found),
    }


def _counterexample_answer(found: Counterexample) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "detail": found.detail,
        "deliveries": found.deliveries,
        "orders": found.orders,
        "first_difference": found.first_difference,
        "graph": graph_line(found.graph),
    }


def _in_words(by: str, delivery: str, report: ShuffleReport, label: Label) -> Iterator[str]:
    found = report.counterexample
    way = delivery.replace("_", " ")
    if found is None:
        yield (
            f"{by} ends in one order of {report.messages:,} messages, delivered as written"
            f" and {len(report.trials) - 1:,} times {way}."
        )
    else:
        yield from _difference_in_words(by, found, label)
    if report.left_out:
        yield f"It leaves {report.left_out:,} of them out."
    if edits := report.edits:
        middle = edits[len(edits) // 2]
        yield (
            f"Edits of a delivery: {edits[0]:,} at least, {middle:,} in the middle,"
            f" {edits[-1]:,} at most."
        )


def _difference_in_words(by: str, found: Counterexample, label: Label) -> Iterator[str]:
    size = len(found.graph.nodes)
    messages = f"{size:,} {'message' if size == 1 else 'messages'}"
    if found.kind == "fails":
        yield f"{by} fails: {found.detail}."
        yield f"The smallest delivery at which it does has {messages}:"
        yield from _listed(found.deliveries[0], label)
        return
    if found.kind == "fickle":
        yield f"{by} puts one delivery of {messages} into two orders; it is no function of it."
    else:
        yield f"{by} depends on the order of arrival. The smallest case has {messages}:"
    for node in found.graph.nodes:
        if known := [cause for cause in node.after if cause in found.deliveries[0]]:
            yield f"  {label(node.id)} follows {', '.join(map(label, known))}"
    for delivery, order in zip(found.deliveries, found.orders, strict=True):
        yield "It arrives as"
        yield from _listed(delivery, label)
        yield "and ends as"
        yield from _listed(order, label)


def _listed(names: Sequence[str], label: Label) -> Iterator[str]:
    return (f"  {place}. {label(name)}" for place, name in enumerate(names, start=1))
