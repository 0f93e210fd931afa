"""Tangles and deliveries for testing timelines, reproducible by seed.

The model is that of the ScuttleSort report (section 4): at every step two feeds append, each
after its own last event and after the tip of "the currently longest feed" other than itself. The
report's Figure 8 shows that the length is that of the longest path, so that there are two events of
every rank; among the two tips of a step, the one with the greater name is referenced.

A tangle lists events in the order of their creation; a delivery is a list of indices into it.
"""

import base64
import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from time import process_time
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from tanglescope.engine.linear.scuttlesort.timeline import Timeline


class SimulatedEvent(NamedTuple):
    """An event of a feed, after others: its own predecessor first."""

    name: str
    after: tuple[str, ...]
    feed: int


Tangle: TypeAlias = list[SimulatedEvent]
DeliveryOrder: TypeAlias = Callable[[Tangle, int], list[int]]


@dataclass(frozen=True, slots=True)
class DeliveryCost:
    """The cost of a delivery: the edits of every addition, and the total CPU time."""

    edits: Sequence[int]
    seconds: float
    digest: str

    def percentile(self, share: float) -> int:
        """The smallest number of edits that this share of all additions doesn't exceed."""
        return int(nearest_rank(self.edits, share))

    def per_event(self, total: float) -> float:
        """A total divided by the number of events; 0 without events."""
        return total / len(self.edits) if self.edits else 0.0


def nearest_rank(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of all doesn't exceed; 0 if there are no values."""
    return sorted(values)[max(ceil(share * len(values)), 1) - 1] if values else 0


def over_limit(tangle: Tangle, most: int) -> int:
    """The number of events that refer to more others than `most`."""
    return sum(len(event.after) > most for event in tangle)


def under_limit(tangle: Tangle, most: int, *, is_cut: bool) -> Tangle:
    """The tangle without events over a limit, or with their first references only."""
    if is_cut:
        return [event._replace(after=event.after[:most]) for event in tangle]
    return [event for event in tangle if len(event.after) <= most]


def simulate(tangle: Tangle, order: Sequence[int]) -> DeliveryCost:
    """Deliver a tangle to a new timeline."""
    events = [(tangle[index].name, tangle[index].after) for index in order]
    add = Timeline().add
    begin = process_time()
    edits = [len(add(name, after)) for name, after in events]
    seconds = process_time() - begin
    names = "\n".join(name for name, _ in events)
    return DeliveryCost(edits, seconds, hashlib.sha256(names.encode()).hexdigest())


def feed_name(feed: int, sequence: int) -> str:
    """Names as in the report's figures: `b:0x2a`."""
    return f"{feed:x}:0x{sequence:x}"


def hash_name(feed: int, sequence: int) -> str:
    """Names as long and as evenly distributed as those of Secure Scuttlebutt."""
    digest = hashlib.sha256(f"{feed}/{sequence}".encode()).digest()
    return f"%{base64.b64encode(digest).decode()}.sha256"


NAMES: Mapping[str, Callable[[int, int], str]] = MappingProxyType(
    {"feed": feed_name, "hash": hash_name}
)


class _LogEnds:
    """The ends of the logs of a tangle as it grows."""

    def __init__(self, count: int, name: Callable[[int, int], str]) -> None:
        self._name = name
        self._lengths = [0] * count
        self._last: list[str | None] = [None] * count

    def own(self, feed: int) -> list[str]:
        """The feed's last event, if it has one."""
        last = self._last[feed]
        return [] if last is None else [last]

    def append(self, feed: int, after: Sequence[str]) -> SimulatedEvent:
        """The next event of a feed, from now on its last one."""
        event = SimulatedEvent(self._name(feed, self._lengths[feed]), tuple(after), feed)
        self._lengths[feed] += 1
        self._last[feed] = event.name
        return event


def paper(
    count: int, feeds: int, seed: int = 0, names: str = "feed", references: int = 1
) -> Tangle:
    """The model of the report; `feeds` must be 2 or more.

    With more than one reference, an event also comes after the tips of the next longest feeds.
    """
    return list(paper_events(count, feeds, seed, names, references))


def paper_events(
    count: int, feeds: int, seed: int = 0, names: str = "feed", references: int = 1
) -> Iterator[SimulatedEvent]:
    """The events of the model of the report, one by one."""
    rng = random.Random(f"paper/{count}/{feeds}/{seed}")
    logs = _LogEnds(feeds, NAMES[names])
    population = range(feeds)
    tips: dict[int, str] = {}  # by feed, the shortest first; both tips of a step by name
    for first in range(0, count, 2):
        step = []
        for feed in rng.sample(population, 2)[: count - first]:
            longest = (tip for other, tip in reversed(tips.items()) if other != feed)
            step.append(logs.append(feed, [*logs.own(feed), *islice(longest, references)]))
        yield from step
        for event in sorted(step):
            tips.pop(event.feed, None)
            tips[event.feed] = event.name


def chat(
    count: int,
    feeds: int,
    seed: int = 0,
    names: str = "hash",
    references: int = 3,
    skew: float = 1.0,
) -> Tangle:
    """A chat room: a few feeds write most (Zipf's law), with up to `references` recent causes."""
    rng = random.Random(f"chat/{count}/{feeds}/{seed}/{references}/{skew}")
    weights = [1.0 / (feed + 1) ** skew for feed in range(feeds)]
    return _conversation(rng.choices(range(feeds), weights, k=count), feeds, rng, names, references)


def crowd(
    count: int,
    feeds: int,
    seed: int = 0,
    names: str = "hash",
    references: int = 3,
    active: int = 32,
) -> Tangle:
    """A crowd: `active` feeds write 19 of 20 events; the others are lurkers."""
    rng = random.Random(f"crowd/{count}/{feeds}/{seed}/{references}/{active}")
    active = min(active, feeds)
    lurkers = feeds - active
    weights = [19 / active] * active + [1 / max(lurkers, 1)] * lurkers
    return _conversation(rng.choices(range(feeds), weights, k=count), feeds, rng, names, references)


def _conversation(
    authors: Sequence[int], feeds: int, rng: random.Random, names: str, references: int
) -> Tangle:
    logs = _LogEnds(feeds, NAMES[names])
    tangle: Tangle = []
    for feed in authors:
        after = logs.own(feed)
        for _ in range(rng.randint(0, references)):
            if tangle:
                recent = tangle[-min(len(tangle), 1 + int(rng.expovariate(0.25)))].name
                if recent not in after:
                    after.append(recent)
        tangle.append(logs.append(feed, after))
    return tangle


def in_order(tangle: Tangle, _seed: int = 0) -> list[int]:
    """As created."""
    return list(range(len(tangle)))


def random_feed(tangle: Tangle, seed: int = 0) -> list[int]:
    """The report's model: in every round, a random unfinished feed delivers one event."""
    rng = random.Random(f"random_feed/{seed}")
    logs = [iter(log) for log in _logs(tangle)]
    order: list[int] = []
    while logs:
        chosen = int(rng.random() * len(logs))
        index = next(logs[chosen], None)
        if index is None:
            logs[chosen] = logs[-1]
            logs.pop()
        else:
            order.append(index)
    return order


def random_event(tangle: Tangle, seed: int = 0) -> list[int]:
    """A uniformly random interleaving: feeds are weighted by their remaining events."""
    rng = random.Random(f"random_event/{seed}")
    logs = _logs(tangle)
    turns = [number for number, log in enumerate(logs) for _ in log]
    rng.shuffle(turns)
    rest = [iter(log) for log in logs]
    return [next(rest[number]) for number in turns]


def feed_by_feed(tangle: Tangle, seed: int = 0) -> list[int]:
    """A first synchronization: one whole feed after another."""
    logs = _logs(tangle)
    random.Random(f"feed_by_feed/{seed}").shuffle(logs)
    return [index for log in logs for index in log]


def delayed(tangle: Tangle, seed: int = 0, mean: float = 8.0) -> list[int]:
    """Every event late by an exponentially distributed number of events, every feed in order."""
    rng = random.Random(f"delayed/{seed}/{mean}")
    times = []
    latest: dict[int, float] = {}
    for index, event in enumerate(tangle):
        time = index + rng.expovariate(1.0 / mean)
        latest[event.feed] = max(time, latest.get(event.feed, 0.0) + 1e-6)
        times.append(latest[event.feed])
    return sorted(range(len(tangle)), key=times.__getitem__)


def shuffled(tangle: Tangle, seed: int = 0) -> list[int]:
    """Any order, effects before causes."""
    order = in_order(tangle)
    random.Random(f"shuffled/{seed}").shuffle(order)
    return order


def reverse(tangle: Tangle, _seed: int = 0) -> list[int]:
    """The last one first."""
    return in_order(tangle)[::-1]


DELIVERIES: Mapping[str, DeliveryOrder] = MappingProxyType(
    {
        delivery.__name__: delivery
        for delivery in (
            in_order,
            delayed,
            random_feed,
            random_event,
            feed_by_feed,
            shuffled,
            reverse,
        )
    }
)


def _logs(tangle: Tangle) -> list[list[int]]:
    logs: dict[int, list[int]] = {}
    for index, event in enumerate(tangle):
        logs.setdefault(event.feed, []).append(index)
    return list(logs.values())
