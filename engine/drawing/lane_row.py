"""What is drawn beside one row of a timeline.

A message sits on a lane. From it a *strand* runs down its lane past the rows below, as far as
its last effect that is near enough; where an effect is reached, the edge bends over to it. So
each edge is drawn once: along its cause's strand, and by one arrival at its effect.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias


class Rows(Protocol):
    """The rows beside which lanes are drawn, top to bottom; keys are unique."""

    def __len__(self) -> int: ...

    def key(self, row: int) -> str:
        """The message in a row."""

    def row(self, key: str) -> int:
        """Where a message stands. Raises `KeyError` for one that has no row."""

    def causes(self, key: str) -> Sequence[str]:
        """The messages with a row that this one comes after."""

    def effects(self, key: str) -> Sequence[str]:
        """The messages with a row that come after this one."""


Lanes: TypeAlias = tuple[str | None, ...]
"""The message on each lane whose strand crosses a border between two rows."""


@dataclass(frozen=True, slots=True)
class Strand:
    """The strand of the message `source`, on a lane."""

    lane: int
    source: str


@dataclass(frozen=True, slots=True)
class LaneRow:
    """One row: the message's lane, and all that enters, passes and leaves.

    `arrivals` are the strands from which an edge bends to the message. Edges that are too long
    to be drawn, or run upwards in an order by clocks, end in stubs: `far_causes` above the
    message, `far_effects` below it.
    """

    key: str
    lane: int
    lanes_above: Lanes
    lanes_below: Lanes
    arrivals: tuple[Strand, ...]
    far_causes: tuple[str, ...]
    far_effects: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many lanes the row takes."""
        return max(self.lane + 1, len(self.lanes_above), len(self.lanes_below))

    @property
    def passing(self) -> tuple[Strand, ...]:
        """The strands that run from the upper border to the lower."""
        both = zip(self.lanes_above, self.lanes_below, strict=False)
        return tuple(
            Strand(lane, above)
            for lane, (above, below) in enumerate(both)
            if above is not None and above == below
        )

    @property
    def leaving(self) -> bool:
        """Whether a strand of the message itself goes on below."""
        return self.lane < len(self.lanes_below) and self.lanes_below[self.lane] == self.key
