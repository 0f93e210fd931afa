"""Replays: a graph is delivered again, and its history can be played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tanglescope.engine.debug.explaining.ordering import AUTOBASE
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph
from tanglescope.engine.debug.replaying.edit_history import Bars, EditHistory, bars, report_figure
from tanglescope.engine.debug.replaying.rebases import Rebase
from tanglescope.engine.debug.replaying.recording import TooManyArrivals, rebased, recorded_in
from tanglescope.engine.debug.shuffling.deliveries import (
    by_hand,
    delivered,
    deliveries_of,
    writers_of,
)

_REPORT_EVERY = 2000  # arrivals
_REPORT_EVERY_SORT = 20  # arrivals, each of which sorts anew

BY_HAND = "by_hand"
"""The name of the delivery that is given as a list."""


@dataclass(frozen=True, slots=True)
class Replay:
    """One delivery and its history, one arrival per step.

    `report` is the figure of the ScuttleSort report's model for as many feeds, None in other
    orders.
    """

    history: EditHistory
    bars: Bars
    feeds: int
    report: float | None
    by: str
    why_not: str = ""
    """The reason if there is no history."""
    rebases: tuple[Rebase, ...] = ()
    """The effect of every arrival on an Autobase; empty for other orders."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """All deliveries of the graph, with their display names."""


@dataclass(frozen=True, slots=True)
class ReplayProgress:
    """The share of a computation that is done."""

    done: int
    of: int


def replayed(
    opened: OpenGraph,
    on_progress: OnProgress,
    delivery: str,
    seed: int = 0,
    names: Sequence[str] = (),
) -> Replay:
    """Deliver a graph; in the delivery by hand, these names arrive first.

    Raises as `by_hand` does.
    """
    if delivery == BY_HAND:
        arrivals = by_hand(opened.graph, names)
    else:
        arrivals = delivered(opened.graph, delivery, seed)
    ordering = opened.ordering
    every = _REPORT_EVERY if ordering.is_timeline else _REPORT_EVERY_SORT

    def on_arrival(number: int) -> None:
        if number % every == 0:
            on_progress(ReplayProgress(number, len(arrivals)))

    rebases: tuple[Rebase, ...] = ()
    ways = deliveries_of(opened.graph)
    try:
        if ordering.by == AUTOBASE:
            found = rebased(ordering, arrivals, on_arrival)
            history, rebases = found.history, tuple(found.steps)
        else:
            history = recorded_in(ordering, arrivals, on_arrival)
    except TooManyArrivals as error:
        none = EditHistory()
        return Replay(none, bars(none.ends), 0, None, ordering.by, str(error), ways=ways)
    # Create the keyframes now, so that playing needn't wait.
    history.player(len(history))
    feeds = len(writers_of(arrivals))
    report = report_figure(feeds) if ordering.is_timeline else None
    drawn = bars(history.ends)
    return Replay(history, drawn, feeds, report, ordering.by, rebases=rebases, ways=ways)
