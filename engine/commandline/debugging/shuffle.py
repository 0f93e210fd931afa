"""`tanglescope shuffle`: test whether a linearizer's order depends on the order of arrival."""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from tanglescope.engine.commandline.common.options import (
    SEED,
    ChoiceOption,
    by_option,
    json_option,
    print_json,
)
from tanglescope.engine.commandline.common.sources import SOURCE
from tanglescope.engine.commandline.common.streams import printing_to_stderr
from tanglescope.engine.commandline.common.subject import (
    CommandSubject,
    Target,
    conversation_options,
    line_option,
    opened_subject,
)
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT
from tanglescope.engine.debug.shuffling.shuffle import SHUFFLES, Trial, shuffle_test, usual_times
from tanglescope.engine.debug.shuffling.shuffle_words import report_answer, report_in_words
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


@click.command(epilog="\n\n".join(CAVEATS.values()))
@click.argument("file", type=SOURCE, required=False)
@by_option("The order to test. The default is the conversation's own.")
@click.option(
    "--graphs",
    type=click.IntRange(1),
    default=GRAPHS,
    show_default=True,
    help="The number of hostile graphs, without FILE and --in.",
)
@click.option(
    "--size",
    type=click.IntRange(2, 10_000),
    default=SIZE,
    show_default=True,
    help="The maximum number of events in a hostile graph.",
)
@click.option(
    "--property",
    "properties",
    cls=ChoiceOption,
    metavar="LAW",
    type=click.Choice(list(_PROPERTIES)),
    multiple=True,
    default=[name for name, law in _PROPERTIES.items() if law in USUAL],
    show_default=True,
    help="A law that the order has to obey on hostile graphs; may be given several times.",
)
@click.option("--causal", is_flag=True, help="Deliver hostile graphs only with causes first.")
@click.option(
    "--times",
    type=click.IntRange(1),
    help="The number of deliveries. The default is 20, or fewer for a large graph.",
)
@click.option(
    "--delivery",
    cls=ChoiceOption,
    metavar="DELIVERY",
    type=click.Choice(SHUFFLES),
    default="shuffled",
    show_default=True,
    help="How to shuffle the messages.",
)
@click.option(
    "--seed", type=SEED, default=0, show_default=True, help="The seed of the first delivery."
)
@line_option
@conversation_options
@json_option
def shuffle(
    file: Path | None,
    by: str | None,
    graphs: int,
    size: int,
    properties: tuple[str, ...],
    causal: bool,
    times: int | None,
    delivery: str,
    seed: int,
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Test whether an order depends on the delivery.

    If it does, the exit code is 1. A conversation, or a graph in FILE, is delivered many times
    in different sequences. Without either, hostile graphs are generated, and the order has to
    obey more laws.
    """
    if file is None and address is None:
        hostile = _Hostile(graphs, size, seed, causal, properties)
        is_right = _on_hostile_graphs(by or SCUTTLESORT, hostile, as_json)
    else:
        with opened_subject(Target(database, address, group_keys, file, line)) as subject:
            wanted = _Wanted(times, delivery, seed)
            is_right = _on_subject(by or subject.by, subject, wanted, as_json)
    sys.exit(ExitCode.YES if is_right else ExitCode.NO)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The requested deliveries of a graph."""

    times: int | None
    delivery: str
    seed: int


@dataclass(frozen=True, slots=True)
class _Hostile:
    """The requested hostile graphs."""

    graphs: int
    size: int
    seed: int
    causal: bool
    properties: tuple[str, ...]


def _on_hostile_graphs(name: str, wanted: _Hostile, as_json: bool) -> bool:
    with printing_to_stderr(), running(name) as order:
        found = find_breach(
            order.answer,
            graphs=wanted.graphs,
            size=wanted.size,
            seed=wanted.seed,
            causal=wanted.causal,
            properties=[_PROPERTIES[name] for name in wanted.properties],
        )
    if as_json:
        answer = {"by": name, **asdict(wanted), "ok": found is None}
        print_json({**answer, "finding": None if found is None else finding_answer(found)})
    elif found is None:
        click.echo(f"{name} gives one order for each of {wanted.graphs:,} hostile graphs.")
    else:
        click.echo("\n".join(finding_in_words(name, found)))
    return found is None


def _on_subject(name: str, subject: CommandSubject, wanted: _Wanted, as_json: bool) -> bool:
    count = wanted.times or usual_times(len(subject.graph.nodes))
    progress = _DeliveryProgress(count, len(subject.graph.nodes), as_json)
    with printing_to_stderr(), running(name) as order:
        report = shuffle_test(
            subject.graph,
            order.answer,
            times=count,
            seed=wanted.seed,
            delivery=wanted.delivery,
            on_trial=progress.report,
        )
    progress.end()
    if as_json:
        heading = {"by": name, "delivery": wanted.delivery, "seed": wanted.seed}
        print_json({**heading, **report_answer(report)})
    else:
        click.echo("\n".join(report_in_words(name, wanted.delivery, report, subject.label)))
    return report.counterexample is None


class _DeliveryProgress:
    """Reports completed deliveries on stderr, for users and programs."""

    def __init__(self, times: int, messages: int, as_json: bool) -> None:
        self._times = times
        self._as_json = as_json
        self._is_seen = sys.stderr.isatty()
        self._is_long = messages >= _LONG

    def report(self, trial: Trial) -> None:
        """Report a completed delivery."""
        if self._as_json:
            print_json(
                {"delivery": trial.number, "of": self._times, "edits": trial.edits}, err=True
            )
        elif self._is_seen or self._is_long:
            line = f"delivery {trial.number:,} of {self._times:,}"
            click.echo(f"\r{line}" if self._is_seen else line, nl=not self._is_seen, err=True)

    def end(self) -> None:
        """End the report."""
        if self._is_seen and not self._as_json:
            click.echo(err=True)
