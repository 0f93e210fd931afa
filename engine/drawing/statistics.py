"""Statistics of a tangle: width, forks and merges, participants, delays."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from tanglescope.engine.drawing.shape import Shape, ranks
from tanglescope.engine.language.wording import later

BARS = 60
"""The number of intervals of time or order in a chart."""

MINUTE = 60_000.0
DELAYS = (
    (later("under a minute"), MINUTE),
    (later("under an hour"), 60 * MINUTE),
    (later("under a day"), 24 * 60 * MINUTE),
    (later("under a week"), 7 * 24 * 60 * MINUTE),
    (later("longer"), float("inf")),
)
"""Classes of delays of messages, in everyday units."""


@dataclass(frozen=True, slots=True)
class Delay:
    """The time from the author's clock to the archive's, in milliseconds."""

    key: str
    span: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """A tangle in numbers.

    `width` is the most messages of one rank, none of which can have known of each other. `tips` is
    the number of tips after each interval of its order; `activity` is the number of messages
    by asserted time, in intervals from `begin` to `end`.
    """

    messages: int
    ghosts: int
    edges: int
    ranks: int
    width: int
    forks: int
    merges: int
    participants: tuple[tuple[str, int], ...]
    types: tuple[tuple[str, int], ...]
    longest_delay: Delay | None
    delays: tuple[int, ...]
    tips: tuple[int, ...]
    activity: tuple[int, ...]
    begin: float | None
    end: float | None


def statistics(shape: Shape) -> Statistics:
    """The statistics of a shape."""
    here = range(shape.present)
    depth = ranks(shape)[: shape.present]
    times = sorted(time for time in shape.asserted if isfinite(time))
    delays = [
        (shape.received[number] - shape.asserted[number], number)
        for number in here
        if isfinite(shape.received[number] - shape.asserted[number])
    ]
    longest = max(delays, default=None)
    return Statistics(
        messages=shape.present,
        ghosts=len(shape) - shape.present,
        edges=len(shape.causes.ends),
        ranks=max(depth, default=-1) + 1,
        width=max(Counter(depth).values(), default=0),
        forks=sum(shape.effects.count(number) > 1 for number in here),
        merges=sum(shape.causes.count(number) > 1 for number in here),
        participants=tuple(each for each in _frequencies(shape.feeds, shape.authors) if each[0]),
        types=_frequencies(shape.types, shape.kinds),
        longest_delay=Delay(shape.keys[longest[1]], longest[0]) if longest else None,
        delays=_by_length(span for span, _ in delays),
        tips=_tips(shape),
        activity=_activity(times),
        begin=times[0] if times else None,
        end=times[-1] if times else None,
    )


def _frequencies(names: Sequence[str], numbers: Iterable[int]) -> tuple[tuple[str, int], ...]:
    """The frequency of each name, the most frequent first."""
    counts = Counter(number for number in numbers if number >= 0)
    pairs = ((names[number], count) for number, count in counts.items())
    return tuple(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


def _by_length(spans: Iterable[float]) -> tuple[int, ...]:
    counts = [0] * len(DELAYS)
    for span in spans:
        counts[next(step for step, (_, most) in enumerate(DELAYS) if span < most)] += 1
    return tuple(counts)


def _tips(shape: Shape) -> tuple[int, ...]:
    """The most tips in each interval of the order, from top to bottom."""
    stretches = min(BARS, shape.present)
    most = [0] * stretches
    is_tip = bytearray(shape.present)
    tips = 0
    for number in range(shape.present):
        for cause in shape.causes.of(number):
            if cause < shape.present and is_tip[cause]:
                is_tip[cause] = 0
                tips -= 1
        is_tip[number] = 1
        tips += 1
        stretch = number * stretches // shape.present
        most[stretch] = max(most[stretch], tips)
    return tuple(most)


def _activity(times: Sequence[float]) -> tuple[int, ...]:
    """The number of the ascending times in each interval between the first and the last."""
    if not times:
        return ()
    begin, span = times[0], times[-1] - times[0]
    if not span:
        return (len(times),)
    places = [bisect_left(times, begin + span * step / BARS) for step in range(BARS)]
    return tuple(after - before for before, after in pairwise([*places, len(times)]))
