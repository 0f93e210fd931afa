"""Inspection: all that is known of one message of a conversation, gathered for a close look."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine.linear.edges import Edges
from engine.linear.timeline import Timeline
from engine.message.classic import is_signed
from engine.message.keys import message_id
from engine.store.messages import StoredMessage

MOST_SHOWN = 50
"""Causes, and effects, whose messages are read as well."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message stands: its position among so many `events`, and its rank; both from 0."""

    position: int
    events: int
    rank: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """A message or ghost: what it is, where it stands, what it is joined to, and whether it holds.

    `message`, `value` and `place` are None for a ghost. `others` are those of the first causes
    and effects that are here, `names` what all their authors are called.
    """

    key: str
    message: StoredMessage | None
    value: str | None
    place: Place | None
    edges: Edges
    others: Mapping[str, StoredMessage]
    names: Mapping[str, str]

    @property
    def is_named_right(self) -> bool:
        """Whether the hash of its text is its key."""
        return self.value is not None and message_id(self.value.encode()) == self.key

    @property
    def is_signed(self) -> bool:
        """Whether its author signed exactly this text."""
        if self.value is None:
            return False
        return is_signed(json.loads(self.value), self.value.encode())


def place(timeline: Timeline, key: str) -> Place | None:
    """Where an event stands; None for one that isn't in the timeline."""
    if key not in timeline:
        return None
    return Place(timeline.position(key), len(timeline), timeline.rank(key))
