"""Reports of shuffle tests: in words, as data, and how one is asked for about an open graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.debug.graph_line import graph_line
from engine.debug.linearizers import linearizer
from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.shuffle import Counterexample, ShuffleReport, Trial, shuffle_test
from engine.debug.telling import mark
from engine.debug.words import Label


@dataclass(frozen=True, slots=True)
class ShuffleAnswer:
    """What a shuffle test found, in lines with marks; a counterexample also as a graph line."""

    ok: bool
    trials: tuple[Trial, ...]
    lines: tuple[str, ...]
    case: dict[str, Any] | None


def shuffled(
    opened: OpenGraph, tell: Tell, by: str, delivery: str, times: int, seed: int
) -> ShuffleAnswer:
    """Deliver a graph in many orders; every trial is told of.

    Raises:
        UnknownLinearizer: there is none of that name.
        LinearizerFailed: it can't be loaded.
    """
    linearize = linearizer(by)
    report = shuffle_test(
        opened.graph, linearize, times=times, seed=seed, delivery=delivery, on_trial=tell
    )
    found = report.counterexample
    return ShuffleAnswer(
        found is None,
        report.trials,
        tuple(report_in_words(by, delivery, report, mark)),
        None if found is None else graph_line(found.graph),
    )


def report_answer(report: ShuffleReport) -> dict[str, Any]:
    """A report for JSON."""
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


def report_in_words(by: str, delivery: str, report: ShuffleReport, label: Label) -> Iterator[str]:
    """What became of a linearizer, line by line."""
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
