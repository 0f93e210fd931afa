"""What proves that one message comes after another, where a conversation distinguishes that."""

from dataclasses import dataclass
from enum import StrEnum


class CauseReason(StrEnum):
    """What proves that a message comes after another one."""

    NAMED = "named"
    """It names the other, by the rule of the conversation."""
    ROOT = "root"
    """The other is the root."""
    FEED = "feed"
    """The other is the latest earlier message of its author that is here."""


@dataclass(frozen=True, slots=True)
class ProvenCause:
    """A cause of a message, here or missing, with all that proves it."""

    name: str
    because: tuple[CauseReason, ...]
