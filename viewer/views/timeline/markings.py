"""Marks that a panel sets in the timeline while it is open: signs at messages, lines between."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from viewer.views.timeline.border import Border


@dataclass(frozen=True, slots=True)
class Markings:
    """Signs by the key of their message, and lines by the key of the message above them."""

    signs: Mapping[str, str] = field(default_factory=dict)
    borders: Mapping[str, tuple[Border, ...]] = field(default_factory=dict)
