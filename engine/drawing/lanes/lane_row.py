"""The lanes beside one row of a timeline.

A message sits on a lane. From it, a *strand* runs down its lane past the rows below, to its last
effect that is near enough; at each effect, an edge bends over to it. So each edge is drawn once:
along its cause's strand, and as an arrival at its effect.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tanglescope.engine.linear.horizon import Edges


class RowsWithLanes(Protocol):
    """The rows beside which lanes are drawn, top to bottom; keys are unique."""

    def __len__(self) -> int: ...

    def slice(self, first: int, count: int) -> Sequence[str]:
        """At most `count` keys from row `first` on."""

    def edges(self, keys: Sequence[str]) -> Mapping[str, Edges]:
        """What each of the messages `keys` comes after, and what comes after it."""


@dataclass(frozen=True, slots=True)
class Strand:
    """What runs down a lane: from the message `source` to `last`, its last effect nearby."""

    source: str
    last: str


Lanes: TypeAlias = tuple[Strand | None, ...]
"""The strand on each lane that crosses a border between two rows."""


@dataclass(frozen=True, slots=True)
class LaneRow:
    """One row: the message's lane, and all strands that enter, pass and leave.

    `arrivals` are the lanes above from which an edge bends to the message. Edges that are too
    long to be drawn, or run upwards in an order by clocks, end in stubs: `far_causes` above the
    message, `far_effects` below it.

    Above a row that starts a new lane window, strands may enter on other lanes than those on which
    they left the row before.
    """

    key: str
    lane: int
    lanes_above: Lanes
    lanes_below: Lanes
    arrivals: tuple[int, ...]
    far_causes: tuple[str, ...]
    far_effects: tuple[str, ...]

    @property
    def width(self) -> int:
        """The number of lanes that the row takes."""
        return max(self.lane + 1, len(self.lanes_above), len(self.lanes_below))

    @property
    def passing(self) -> tuple[int, ...]:
        """The lanes whose strand crosses the whole row."""
        both = enumerate(zip(self.lanes_above, self.lanes_below, strict=False))
        return tuple(lane for lane, (above, below) in both if above and above == below)

    @property
    def leaving(self) -> Strand | None:
        """The strand that starts at the message."""
        return self.lanes_below[self.lane] if self.lane < len(self.lanes_below) else None
