"""The two faces of the window: one for reading, one for debugging.

Readers of archives know one list of conversations and one conversation; developers need the graph
behind it. A face decides what is shown, never what is possible: the command palette offers all.
"""

from enum import Enum, auto


class FacePart(Enum):
    """A part of the window that isn't a command or a panel."""

    HORIZON = auto()
    """What the author of the selected message knew of: counts, and the tint of other messages."""
    ORDERS = auto()
    """The button that offers other orders."""
    EXCLUDED = auto()
    """The messages that aren't in the conversation."""
    SIGNED = auto()
    """Edits and deletions as rows of their own, besides what they change."""
    IDS = auto()
    """The ids of messages in tooltips."""
    WIDE_LANES = auto()
    """Lanes that are wide enough to follow each of them."""
    SIZES = auto()
    """The numbers of messages in the list of conversations."""
    REPLY_FIELD = auto()
    """The field for a reply before one is begun."""
    RAIL = auto()
    """The rail of sections beside the list of conversations, and dates above their groups."""
    POSITION = auto()
    """The row of the selected message in the status bar."""


class Face(Enum):
    """What the window is arranged for."""

    READING = "reading"
    DEBUGGING = "debugging"

    @property
    def other(self) -> "Face":
        """The face that the switch turns to."""
        return Face.READING if self is Face.DEBUGGING else Face.DEBUGGING

    def shows(self, part: FacePart) -> bool:
        """Whether a part belongs to this face."""
        return part in _PARTS[self]


_READING = frozenset({FacePart.RAIL})
_PARTS = {Face.READING: _READING, Face.DEBUGGING: frozenset(FacePart) - _READING}
