"""Slack: how far a message could still be pushed later (Figure 6 of the ScuttleSort report)."""

from engine.debug.known import Known


def slack(known: Known, name: str) -> int:
    """The latest rank that an event could have while no other changes, less its rank.

    That is one rank before the first of its known effects; a tip can be pushed to the last rank
    of the timeline. Only direct effects count, so this is the free float of a network plan.
    Raises `UnknownEvent`.
    """
    timeline = known.timeline
    rank = timeline.rank(name)
    effects = timeline.edges(name).effects
    if not effects:
        return timeline.rank(timeline[-1]) - rank
    return min(map(timeline.rank, effects)) - 1 - rank


def slacks(known: Known) -> list[int]:
    """The slack of every event, in the order of the timeline."""
    timeline = known.timeline
    ranks = {name: timeline.rank(name) for name in timeline}
    last = max(ranks.values(), default=0)
    latest = dict.fromkeys(ranks, last)
    for name, rank in ranks.items():
        for cause in known.causes(name):
            if cause != name:
                latest[cause] = min(latest[cause], rank - 1)
    return [latest[name] - rank for name, rank in ranks.items()]
