"""Nodes that are named before it is said what they come after, as drawings name them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

MOST = 5_000_000
"""Arrows that are read: a line of `&` or a subgraph joins each with each."""


@dataclass(slots=True)
class Drawing:
    """Boxes and the arrows between them, in the order in which they are named."""

    after: dict[str, dict[str, None]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    arrows_drawn: int = 0

    def box(self, name: str, label: str | None = None) -> None:
        """Name a box; the last label counts."""
        self.after.setdefault(name, {})
        if label is not None:
            self.labels[name] = label

    def arrows(self, begins: Sequence[str], ends: Sequence[str]) -> None:
        """Draw an arrow from each of the boxes to each of the others."""
        self.arrows_drawn += len(begins) * len(ends)
        if self.arrows_drawn > MOST:
            raise ValueError(f"it has more than {MOST:,} arrows")
        for end in ends:
            self.after[end].update(dict.fromkeys(begins))

    def line(self) -> dict[str, Any]:
        """The drawing as a line of a graph file: what an arrow points to comes later."""
        return {
            "nodes": [
                {"id": name, "after": list(causes), "label": self.labels.get(name)}
                for name, causes in self.after.items()
            ]
        }
