"""`tanglescope edits` and `simulate`: the cost of keeping a tangle in order while it arrives."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import click

from tanglescope.engine.archive.record import ArchiveError, Dialect
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer, print_json, wants_json
from tanglescope.engine.commandline.common.opening import Target
from tanglescope.engine.commandline.common.sources import store_source
from tanglescope.engine.commandline.common.subject import FILE, opened_subject
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT
from tanglescope.engine.debug.shuffling.edit_counts import (
    DELIVERED,
    HEADING,
    SEEDS,
    EditCounts,
    count_edits,
    recorded_edits,
    row,
)
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.linear import simulate as model
from tanglescope.engine.linear.graph import Graph, Node, graph_line
from tanglescope.engine.sources import open_source
from tanglescope.engine.system.files import replacing, unwritable

_EVERYTHING = "everything"


@click.command()
@options.count("--seeds", "The number of runs of each random delivery.", SEEDS, most=1_000)
@options.by("The order whose edits are counted.", default=SCUTTLESORT, show_default=True)
@click.option("--name", help="The name of the row. The default is the kind of what is delivered.")
@FILE
@options.json()
def edits(seeds: int, by: str, name: str | None, place: Target) -> None:
    """Count the edits per message of a real graph.

    A conversation, everything in an archive of signed messages, or a graph in FILE is delivered in
    order, late by 8 messages on average, by random feed and feed by feed. The answer is a row of
    the tables in the manual's page of benchmarks: edits per message as the median of the runs, with
    the minimum and the maximum; the median, 99th percentile and maximum of a single message by
    random feed; and the figure of the ScuttleSort report for as many feeds.

    The row holds no text, name or id, so you can share it. Where the source records how
    messages were received, stderr says how many edits that took.
    """
    with opened_subject(_with_everything(place)) as subject:
        kind = "graph" if subject.conversation is None else subject.conversation.address.kind
        counts = count_edits(subject.graph, seeds, _report, by)
        recorded = recorded_edits(subject.graph, by)
        print_answer(lambda: _answer(name or kind, counts, recorded), _lines(name or kind, counts))
    if not wants_json():
        for way, each in recorded.items():
            click.echo(f"{way}: {each:.2f}", err=True)


def _answer(called: str, counts: EditCounts, recorded: Mapping[str, float]) -> dict[str, Any]:
    return {
        "name": called,
        "messages": counts.messages,
        "writers": counts.writers,
        "edits_per_message": {way: counts.per_message(way) for way in DELIVERED},
        "percentiles": {
            way: dict(zip(("p50", "p99", "max"), counts.percentiles(way), strict=True))
            for way in DELIVERED
        },
        "report": counts.report,
        "over_two": counts.over_two,
        "recorded": recorded,
    }


def _lines(called: str, counts: EditCounts) -> Iterator[str]:
    yield from HEADING
    yield row(called, counts)
    if counts.over_two:
        yield ""
        yield f"{count_noun(counts.over_two, 'message')} would exceed a limit of two references."


def _with_everything(target: Target) -> Target:
    """The target, with everything as the conversation of an archive of signed messages."""
    if target.file is None or target.address is not None:
        return target
    file = store_source(target.file)
    target = replace(target, file=file)
    with suppress(ArchiveError):  # what is wrong is said when it is read
        reader = open_source(file)
        if reader.dialect is Dialect.CLASSIC and reader.format != "database":
            return replace(target, address=_EVERYTHING)
    return target


def _report(way: str, seed: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"{DELIVERED[way]}, run {seed + 1}", err=True)


_KINDS = {
    "paper": (model.paper, 1, "feed"),
    "chat": (model.chat, 3, "hash"),
    "crowd": (model.crowd, 3, "hash"),
}
"""The models of tangles, each with its usual references to other feeds, and its usual names."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """The requested tangle and delivery; a run adds a seed."""

    events: int
    feeds: int
    delivery: str
    kind: str
    names: str | None
    references: int | None
    max_references: int | None
    over: str

    def run(self, seed: int) -> "_Run":
        """The tangle of a seed, and its order of arrival."""
        make, references, names = _KINDS[self.kind]
        references = references if self.references is None else self.references
        tangle = make(self.events, self.feeds, seed, self.names or names, references)
        most = 2 if self.max_references is None else self.max_references
        exceeding = model.over_limit(tangle, most)
        if self.max_references is not None:
            tangle = model.under_limit(tangle, most, is_cut=self.over == "cut")
        order = model.DELIVERIES[self.delivery](tangle, seed)
        return _Run(self, seed, tangle, order, {"max_references": most, "over_limit": exceeding})


@dataclass(frozen=True, slots=True)
class _Run:
    """One tangle and one delivery of it."""

    choice: _Choice
    seed: int
    tangle: model.Tangle
    order: list[int]
    limits: dict[str, int]
    """The limit that is set, or else that of the report, and how many events exceed it."""

    def answer(self) -> dict[str, Any]:
        """The cost of the delivery."""
        outcome = model.simulate(self.tangle, self.order)
        return {
            **_heading(self.choice, self.seed),
            "edits_per_event": outcome.per_event(sum(outcome.edits)),
            "edits_p50": outcome.percentile(0.50),
            "edits_p99": outcome.percentile(0.99),
            "edits_max": max(outcome.edits, default=0),
            "cpu_us_per_event": outcome.per_event(1e6 * outcome.seconds),
            "digest": outcome.digest,
            **self.limits,
        }

    def graph_line(self) -> dict[str, Any]:
        """The tangle as a line of a graph file, with its events in order of arrival."""
        lengths = [0] * self.choice.feeds
        nodes: list[Node] = []
        for name, after, feed in self.tangle:
            nodes.append(Node(name, after, f"{feed:x}", lengths[feed]))
            lengths[feed] += 1
        choice = self.choice
        title = f"{choice.kind} {choice.events}x{choice.feeds} {choice.delivery} {self.seed}"
        return graph_line(Graph(tuple(nodes[index] for index in self.order), name=title))


@click.command()
@options.passed_as(
    "choice",
    _Choice,
    options.count("--events", "The number of events.", 32_768, least=0),
    options.count("--feeds", "The number of feeds.", 16),
    options.choice(
        "--delivery", model.DELIVERIES, "random_feed", "The order in which the events arrive."
    ),
)
@options.seed("The seed of the first run.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Run N seeds, counting from --seed, and print means and percentiles over the runs.",
)
@click.option(
    "--tangle",
    "kind",
    type=click.Choice(list(_KINDS)),
    default="paper",
    show_default=True,
    help="The ScuttleSort report's model, a chat room, or 32 active feeds among lurkers.",
)
@click.option(
    "--names",
    type=click.Choice(list(model.NAMES)),
    help="Name the events by feed and number, or like message ids. The default is feed for"
    " paper, hash for chat and crowd.",
)
@options.count(
    "--references",
    "References to other feeds: exactly this many for paper (default 1), at most this many for"
    " chat and crowd (default 3).",
    least=0,
)
@click.option(
    "--graph",
    type=click.Path(dir_okay=False, allow_dash=True),
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Write every tangle as a graph line, in the order of its delivery. Without "
    "FILE, or with -, write to stdout and simulate nothing.",
)
@options.limits
@options.json("Print one JSON object.")
def simulate(choice: _Choice, seed: int, seeds: int | None, graph: str | None) -> None:
    """Count the edits per message of a generated tangle.

    With --seeds, the JSON has "seeds", "runs" (the answer for each seed) and "over_runs": for each
    figure its "mean", "min", "p10", "p50", "p90" and "max" over the runs. Percentiles are by
    nearest rank.
    """
    if choice.kind == "paper" and choice.feeds < 2:
        raise click.UsageError("The report's model needs two feeds or more.")
    numbers = range(seed, seed + (seeds or 1))
    if graph == "-":
        for number in numbers:
            print_json(choice.run(number).graph_line())
        return
    try:
        with nullcontext() if graph is None else replacing(Path(graph)) as file:
            answers = list(_answers(choice, numbers, file))
    except OSError as error:
        raise TanglescopeError(unwritable(graph or "", error)) from None
    if seeds is None:
        print_answer(lambda: answers[0], [_as_text(answers[0])])
        return
    figures = {name: _spread([answer[name] for answer in answers]) for name in _TITLES}
    over_runs = {"seeds": seeds, "over_runs": figures, "runs": answers}
    answer = _heading(choice, seed) | over_runs
    print_answer(lambda: answer, [_means_as_text(answer)])


def _heading(choice: _Choice, seed: int) -> dict[str, Any]:
    return {
        "events": choice.events,
        "feeds": choice.feeds,
        "delivery": choice.delivery,
        "seed": seed,
        "tangle": choice.kind,
    }


def _answers(choice: _Choice, seeds: range, graph: IO[bytes] | None) -> Iterator[dict[str, Any]]:
    for seed in seeds:
        run = choice.run(seed)
        if graph is not None:
            graph.write(json_line(run.graph_line()) + b"\n")
        yield run.answer()


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "mean": sum(values) / len(values),
        "min": min(values),
        "p10": model.nearest_rank(values, 0.10),
        "p50": model.nearest_rank(values, 0.50),
        "p90": model.nearest_rank(values, 0.90),
        "max": max(values),
    }


def _as_text(answer: dict[str, Any]) -> str:
    return (
        f"{count_noun(answer['events'], 'event')} of {count_noun(answer['feeds'], 'feed')},"
        f" {answer['delivery'].replace('_', ' ')}, seed {answer['seed']}\n"
        f"{answer['edits_per_event']:.2f} edits per event; of a single addition: median"
        f" {answer['edits_p50']}, 99th percentile {answer['edits_p99']},"
        f" maximum {answer['edits_max']}\n"
        f"{answer['cpu_us_per_event']:.1f} µs per event\n"
        f"{count_noun(answer['over_limit'], 'event')} of the model exceed a limit of"
        f" {count_noun(answer['max_references'], 'reference')}."
    )


def _means_as_text(answer: dict[str, Any]) -> str:
    last = answer["seed"] + answer["seeds"] - 1
    lines = [
        f"{count_noun(answer['events'], 'event')} of {count_noun(answer['feeds'], 'feed')},"
        f" {answer['delivery'].replace('_', ' ')}, seeds {answer['seed']} to {last}",
        f"{'over the runs':<18}" + "".join(f"{column:>10}" for column in _COLUMNS),
    ]
    for name, title in _TITLES.items():
        spread = answer["over_runs"][name]
        lines.append(f"{title:<18}" + "".join(f"{spread[column]:>10,.2f}" for column in _COLUMNS))
    return "\n".join(lines)


_COLUMNS = ("mean", "min", "p10", "p50", "p90", "max")

_TITLES = {
    "edits_per_event": "edits per event",
    "edits_p50": "edits, median",
    "edits_p99": "edits, 99%",
    "edits_max": "edits, maximum",
    "cpu_us_per_event": "µs per event",
}
