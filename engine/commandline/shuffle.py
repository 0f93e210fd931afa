"""`tanglescope shuffle`: whether a linearizer ends in one order, however a graph arrives."""

import sys
from pathlib import Path
from typing import IO

import click

from engine.commandline.options import SEED, json_option, print_json
from engine.commandline.subject import line_option, thread_option, thread_or_graph
from engine.debug.deliveries import DELIVERIES
from engine.debug.linearizers import CAVEATS, linearizer
from engine.debug.shuffle import Trial, shuffle_test, usual_times
from engine.debug.shuffle_words import report_answer, report_in_words

_LONG = 10_000  # messages, of which a delivery takes seconds


@click.command(epilog=" ".join(CAVEATS.values()))
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--by", default="scuttlesort", show_default=True, help="The linearizer to test.")
@click.option(
    "--times", type=click.IntRange(1), help="How many orders; else 20, fewer for a large graph."
)
@click.option(
    "--delivery",
    type=click.Choice(list(DELIVERIES)),
    default="shuffled",
    show_default=True,
    help="How the messages are shuffled.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="That of the first delivery.")
@line_option
@thread_option
@json_option
def shuffle(
    file: IO[bytes] | None,
    by: str,
    times: int | None,
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

    with thread_or_graph(database, root, file, line) as subject:
        count = times or usual_times(len(subject.graph.nodes))
        progress = _Progress(count, len(subject.graph.nodes), as_json)
        report = shuffle_test(
            subject.graph,
            linearize,
            times=count,
            seed=seed,
            delivery=delivery,
            on_trial=progress.tell,
        )
        progress.end()
        if as_json:
            print_json({"by": by, "delivery": delivery, "seed": seed, **report_answer(report)})
        else:
            click.echo("\n".join(report_in_words(by, delivery, report, subject.label)))
    sys.exit(0 if report.counterexample is None else 1)


class _Progress:
    """Tells on stderr which delivery has been made: people who wait, and programs."""

    def __init__(self, times: int, messages: int, as_json: bool) -> None:
        self._times = times
        self._as_json = as_json
        self._is_seen = sys.stderr.isatty()
        self._is_long = messages >= _LONG

    def tell(self, trial: Trial) -> None:
        """A delivery has been made."""
        if self._as_json:
            print_json(
                {"delivery": trial.number, "of": self._times, "edits": trial.edits}, err=True
            )
        elif self._is_seen or self._is_long:
            line = f"delivery {trial.number:,} of {self._times:,}"
            click.echo(f"\r{line}" if self._is_seen else line, nl=not self._is_seen, err=True)

    def end(self) -> None:
        """All have been made."""
        if self._is_seen and not self._as_json:
            click.echo(err=True)
