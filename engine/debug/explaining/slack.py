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
