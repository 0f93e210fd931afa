"""`tanglescope simulate`: what it costs to keep a tangle in order while it arrives."""

from dataclasses import dataclass
from typing import Any

import click

from engine import simulate as model
from engine.commandline.options import SEED, print_json


@dataclass(frozen=True, slots=True)
class _Choice:
    """What of a tangle was asked for."""

    events: int
    feeds: int
    seed: int
    names: str | None
    references: int | None


@click.command()
@click.option("--events", type=click.IntRange(0), default=32_768, show_default=True)
@click.option("--feeds", type=click.IntRange(1), default=16, show_default=True)
@click.option(
    "--delivery",
    type=click.Choice(list(model.DELIVERIES)),
    default="random_feed",
    show_default=True,
    help="The order in which the events arrive.",
)
@click.option("--seed", type=SEED, default=0, show_default=True)
@click.option(
    "--tangle",
    "kind",
    type=click.Choice(["paper", "chat", "crowd"]),
    default="paper",
    show_default=True,
    help="The ScuttleSort report's model, a chat room, or 32 active feeds among lurkers.",
)
@click.option("--names", type=click.Choice(list(model.NAMES)), help="How the events are named.")
@click.option(
    "--references",
    type=click.IntRange(0),
    help="The most references to other feeds (chat and crowd; 3 by default).",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(
    events: int,
    feeds: int,
    delivery: str,
    seed: int,
    kind: str,
    names: str | None,
    references: int | None,
    as_json: bool,
) -> None:
    """Deliver a made-up tangle to a timeline, and count the edits and the time."""
    tangle = _tangle(kind, _Choice(events, feeds, seed, names, references))
    outcome = model.simulate(tangle, model.DELIVERIES[delivery](tangle, seed))
    answer = {
        "events": events,
        "feeds": feeds,
        "delivery": delivery,
        "seed": seed,
        "tangle": kind,
        "edits_per_event": outcome.per_event(sum(outcome.edits)),
        "edits_p50": outcome.percentile(0.50),
        "edits_p99": outcome.percentile(0.99),
        "edits_max": max(outcome.edits, default=0),
        "cpu_us_per_event": outcome.per_event(1e6 * outcome.seconds),
        "digest": outcome.digest,
    }
    if as_json:
        print_json(answer)
    else:
        click.echo(_as_text(answer))


def _tangle(kind: str, choice: _Choice) -> model.Tangle:
    if kind == "paper":
        if choice.references is not None:
            raise click.UsageError("--references is for chat and crowd: here it is always one")
        if choice.feeds < 2:
            raise click.UsageError("the report's model needs two feeds or more")
        return model.paper(choice.events, choice.feeds, choice.seed, choice.names or "feed")
    make = model.chat if kind == "chat" else model.crowd
    references = 3 if choice.references is None else choice.references
    return make(choice.events, choice.feeds, choice.seed, choice.names or "hash", references)


def _as_text(answer: dict[str, Any]) -> str:
    return (
        f"{answer['events']:,} events of {answer['feeds']:,} feeds,"
        f" {answer['delivery'].replace('_', ' ')}, seed {answer['seed']}\n"
        f"{answer['edits_per_event']:.2f} edits an event: half of the additions need up to"
        f" {answer['edits_p50']}, 99 of 100 up to {answer['edits_p99']},"
        f" one {answer['edits_max']}\n"
        f"{answer['cpu_us_per_event']:.1f} µs an event"
    )
