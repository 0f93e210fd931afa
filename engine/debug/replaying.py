"""Replaying: a graph arrives once more, and the tape of it can be played."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.debug.bars import Bars, bars
from engine.debug.costs import report_figure
from engine.debug.deliveries import DELIVERIES, by_hand, feed_of
from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.tape import Tape
from engine.linear.timeline import Timeline

_TELL_EVERY = 2000  # arrivals

BY_HAND = "by_hand"
"""The delivery that is given as a list."""


@dataclass(frozen=True, slots=True)
class Replay:
    """One delivery: its tape, one arrival a step, and what the report needs for as many feeds."""

    tape: Tape
    bars: Bars
    feeds: int
    report: float | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of something is done."""

    done: int
    of: int


def replayed(
    opened: OpenGraph, tell: Tell, delivery: str, seed: int = 0, names: Sequence[str] = ()
) -> Replay:
    """Deliver a graph; by hand, these names arrive first. Raises as `by_hand` does."""
    if delivery == BY_HAND:
        arrivals = by_hand(opened.graph, names)
    else:
        arrivals = DELIVERIES[delivery](opened.graph, seed)
    tape, timeline = Tape(), Timeline()
    for number, node in enumerate(arrivals):
        if number % _TELL_EVERY == 0:
            tell(Progress(number, len(arrivals)))
        tape.record(timeline.add(node.id, node.after))
    # Whoever plays it must not wait for keyframes.
    tape.player(len(tape))
    feeds = len({feed_of(node) for node in arrivals})
    return Replay(tape, bars(tape.ends), feeds, report_figure(feeds))
