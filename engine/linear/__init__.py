"""Orders out of graphs, and the edits by which an order changes."""

from tanglescope.engine.linear.edits import Edit, Insert, Move, apply
from tanglescope.engine.linear.errors import (
    CycleError,
    DuplicateEvent,
    InvalidName,
    TooManyReferences,
    UnknownEvent,
)
from tanglescope.engine.linear.scuttlesort.timeline import Timeline

__all__ = [
    "CycleError",
    "DuplicateEvent",
    "Edit",
    "Insert",
    "InvalidName",
    "Move",
    "Timeline",
    "TooManyReferences",
    "UnknownEvent",
    "apply",
]
