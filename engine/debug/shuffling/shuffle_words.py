"""Reports of shuffle tests in words and as data, and shuffle tests of an open graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph, mark
from tanglescope.engine.debug.shuffling.deliveries import delivery as in_words
from tanglescope.engine.debug.shuffling.shuffle import (
    Counterexample,
    CounterexampleSearch,
    OrderedNames,
    ShuffleReport,
    Trial,
    shuffle_test,
)
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import graph_line
from tanglescope.engine.linear.orders.named import order_name, running
from tanglescope.engine.linear.orders.own import Linearizer
from tanglescope.engine.wording import plural, tr

MOST = 40
"""The largest counterexample that is prepared for stepping through."""


@dataclass(frozen=True, slots=True)
class DeliveryTrace:
    """A delivery, and the order after 0, 1, 2 ... of its messages.

    If the linearizer fails, the orders end before that.
    """

    arrivals: OrderedNames
    orders: tuple[OrderedNames, ...]


def traces(found: Counterexample, linearize: Linearizer) -> tuple[DeliveryTrace, ...]:
    """The traces of its deliveries; empty if it is too large to step through, or has no steps."""
    if not 0 < len(found.graph.nodes) <= MOST:
        return ()
    laboratory = CounterexampleSearch(found.graph, linearize)
    made = []
    for number, delivery in enumerate(found.deliveries):
        orders = list(_orders(laboratory, delivery))
        if number < len(found.orders):
            # Use the recorded result: the linearizer may answer differently when called again.
            orders[len(delivery) :] = [found.orders[number]]
        made.append(DeliveryTrace(delivery, tuple(orders)))
    return tuple(made)


def _orders(laboratory: CounterexampleSearch, delivery: OrderedNames) -> Iterator[OrderedNames]:
    for count in range(len(delivery) + 1):
        try:
            yield laboratory.order(delivery[:count]).names
        except OrderFailed:
            return


@dataclass(frozen=True, slots=True)
class ShuffleAnswer:
    """The result of a shuffle test, in lines with marks.

    A counterexample is included as a graph line, with the traces of its deliveries.
    """

    ok: bool
    trials: tuple[Trial, ...]
    lines: tuple[str, ...]
    case: dict[str, Any] | None
    traces: tuple[DeliveryTrace, ...] = ()


def shuffled(
    opened: OpenGraph, on_progress: OnProgress, by: str, delivery: str, times: int, seed: int
) -> ShuffleAnswer:
    """Deliver a graph in many sequences, and report every trial.

    Raises:
        UnknownOrder: there is no order of that name.
        NoProgram: its command can't be started.
    """
    with running(by) as order:
        report = shuffle_test(
            opened.graph,
            order.answer,
            times=times,
            seed=seed,
            delivery=delivery,
            on_trial=on_progress,
        )
        found = report.counterexample
        return ShuffleAnswer(
            found is None,
            report.trials,
            tuple(report_in_words(order_name(by), delivery, report, mark)),
            None if found is None else graph_line(found.graph),
            () if found is None else traces(found, order.answer),
        )


def report_answer(report: ShuffleReport) -> dict[str, Any]:
    """A report as JSON."""
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


def report_in_words(
    by: str, delivery: str, report: ShuffleReport, label: Labeller
) -> Iterator[str]:
    """The result for a linearizer, line by line."""
    found = report.counterexample
    if found is None:
        yield _sameness_in_words(by, delivery, report)
    else:
        yield from _difference_in_words(by, found, label)
    if report.left_out:
        yield tr("It leaves {number:,} of them out.", number=report.left_out)
    if edits := report.edits:
        yield (
            tr(
                "Edits per delivery: minimum {least:,}, median {median:,}, maximum {most:,}.",
                least=edits[0],
                median=edits[len(edits) // 2],
                most=edits[-1],
            )
        )


def _sameness_in_words(by: str, delivery: str, report: ShuffleReport) -> str:
    if report.messages <= 1:
        return plural(
            "{n:,} messages have only one order, so there is nothing to compare.",
            "{n:,} message has only one order, so there is nothing to compare.",
            report.messages,
        )
    return plural(
        "{by} gives the same order of {messages:,} messages every time: "
        "delivered as written, and {n:,} times {way}.",
        "{by} gives the same order of {messages:,} messages both times: "
        "delivered as written, and once {way}.",
        len(report.trials) - 1,
        by=by,
        messages=report.messages,
        way=in_words(delivery),
    )


def _difference_in_words(by: str, found: Counterexample, label: Labeller) -> Iterator[str]:
    size = len(found.graph.nodes)
    messages = plural("{n:,} messages", "{n:,} message", size)
    if found.kind == "fails":
        if found.is_crash:
            yield tr("{by} crashes: {detail}.", by=by, detail=found.detail)
        else:
            yield tr("{by} fails: {detail}.", by=by, detail=found.detail)
        if not size:
            yield tr("It fails even if there are no messages.")
            return
        yield tr("The smallest delivery for which it fails has {messages}:", messages=messages)
        yield from _numbered_lines(found.deliveries[0], label)
        return
    if found.kind == "fickle":
        yield tr(
            "{by} gives two orders for the same delivery of {messages}: it isn't deterministic.",
            by=by,
            messages=messages,
        )
    else:
        yield tr(
            "{by} depends on the order of arrival. The smallest case has {messages}:",
            by=by,
            messages=messages,
        )
    for node in found.graph.nodes:
        if known := [cause for cause in node.after if cause in found.deliveries[0]]:
            yield tr(
                "  {name} follows {causes}",
                name=label(node.id),
                causes=", ".join(map(label, known)),
            )
    for delivery, order in zip(found.deliveries, found.orders, strict=True):
        yield tr("It arrives as")
        yield from _numbered_lines(delivery, label)
        yield tr("and ends as")
        yield from _numbered_lines(order, label)


def _numbered_lines(names: Sequence[str], label: Labeller) -> Iterator[str]:
    return (f"  {place}. {label(name)}" for place, name in enumerate(names, start=1))
