"""`tanglescope shuffle`: test whether a linearizer's order depends on the order of arrival."""

import sys
from dataclasses import dataclass

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    end_progress,
    print_answer,
    report_progress,
    wants_json,
)
from tanglescope.engine.commandline.common.opening import Target
from tanglescope.engine.commandline.common.streams import printing_to_stderr
from tanglescope.engine.commandline.common.subject import FILE, CommandSubject, opened_subject
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT
from tanglescope.engine.debug.shuffling.shuffle import (
    SHUFFLES,
    Trial,
    report_answer,
    report_in_words,
    shuffle_test,
    usual_times,
)
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.kit.convergence import (
    GRAPHS,
    USUAL,
    find_breach,
    finding_answer,
    finding_in_words,
)
from tanglescope.engine.kit.hostile import SIZE
from tanglescope.engine.kit.properties import PROPERTIES
from tanglescope.engine.linear.orders.named import CAVEATS, running

_LONG = 10_000  # messages from which on a delivery takes seconds


_PROPERTIES = {law.name.replace(" ", "-"): law for law in PROPERTIES}


@dataclass(frozen=True, slots=True)
class _Trials:
    """The requested deliveries of a graph, or of hostile graphs."""

    graphs: int
    size: int
    properties: tuple[str, ...]
    causal: bool
    times: int | None
    delivery: str
    seed: int


@click.command(epilog="\n\n".join(CAVEATS.values()))
@options.by("The order to test. The default is the conversation's own.")
@options.passed_as(
    "wanted",
    _Trials,
    options.count("--graphs", "The number of hostile graphs, without FILE and --in.", GRAPHS),
    options.count(
        "--size", "The maximum number of events in a hostile graph.", SIZE, least=2, most=10_000
    ),
    options.choice(
        "--property",
        _PROPERTIES,
        [name for name, law in _PROPERTIES.items() if law in USUAL],
        "A law that the order has to obey on hostile graphs; may be given several times.",
        "properties",
        metavar="LAW",
        multiple=True,
    ),
    options.flag("--causal", "Deliver hostile graphs only with causes first."),
    options.count(
        "--times", "The number of deliveries. The default is 20, or fewer for a large graph."
    ),
    options.choice("--delivery", SHUFFLES, "shuffled", "How to shuffle the messages."),
    options.seed("The seed of the first delivery."),
)
@FILE
@options.json()
def shuffle(by: str | None, wanted: _Trials, place: Target) -> None:
    """Test whether an order depends on the delivery.

    If it does, the exit code is 1. A conversation, or a graph in FILE, is delivered many times
    in different sequences. Without either, hostile graphs are generated, and the order has to
    obey more laws.
    """
    if place.file is None and place.address is None:
        is_right = _on_hostile_graphs(by or SCUTTLESORT, wanted)
    else:
        with opened_subject(place) as subject:
            is_right = _on_subject(by or subject.by, subject, wanted)
    sys.exit(ExitCode.YES if is_right else ExitCode.NO)


def _on_hostile_graphs(name: str, wanted: _Trials) -> bool:
    with printing_to_stderr(), running(name) as order:
        found = find_breach(
            order.answer,
            graphs=wanted.graphs,
            size=wanted.size,
            seed=wanted.seed,
            causal=wanted.causal,
            properties=[_PROPERTIES[each] for each in wanted.properties],
        )
    print_answer(
        lambda: {
            "by": name,
            "graphs": wanted.graphs,
            "size": wanted.size,
            "seed": wanted.seed,
            "causal": wanted.causal,
            "properties": wanted.properties,
            "ok": found is None,
            "finding": None if found is None else finding_answer(found),
        },
        finding_in_words(name, found)
        if found is not None
        else [f"{name} gives one order for each of {wanted.graphs:,} hostile graphs."],
    )
    return found is None


def _on_subject(name: str, subject: CommandSubject, wanted: _Trials) -> bool:
    size = len(subject.graph.nodes)
    count = wanted.times or usual_times(size)

    def report_trial(trial: Trial) -> None:
        line = f"delivery {trial.number:,} of {count:,}"
        report_progress({"delivery": trial.number, "of": count, "edits": trial.edits}, line)
        if size >= _LONG and not wants_json() and not sys.stderr.isatty():
            click.echo(line, err=True)

    with printing_to_stderr(), running(name) as order:
        report = shuffle_test(
            subject.graph,
            order.answer,
            times=count,
            seed=wanted.seed,
            delivery=wanted.delivery,
            on_trial=report_trial,
        )
    end_progress()
    print_answer(
        lambda: {
            "by": name,
            "delivery": wanted.delivery,
            "seed": wanted.seed,
            **report_answer(report),
        },
        report_in_words(name, wanted.delivery, report, subject.label),
    )
    return report.counterexample is None
