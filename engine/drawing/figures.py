"""Figures: conversations in the form of the texts that define their kinds.

In all of them a message points to what it comes after, from right to left. SIP 9 draws the root in
indigo, pzp-set item roots in blue, and the group exclusion spec (section 4.10.4) every tangle of a
group in a colour of its own, with boxes for its additions and its epochs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from tanglescope.engine.drawing.extra_edges import SUPERSEDES, Pair

FigureLabels: TypeAlias = Mapping[str, tuple[str, tuple[str, ...]]]
"""Texts of messages, each with a place for the names of some people, and these people."""


class FigureMark(StrEnum):
    """The messages with a colour of their own, by the names of their classes in Mermaid."""

    ROOT = "root"
    ITEM_ROOT = "itemRoot"
    DISCONNECTED = "disconnected"


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a message or a box; one without `stroke` has no outline."""

    fill: str
    text: str
    stroke: str = ""


@dataclass(frozen=True, slots=True)
class DrawnTangle:
    """One of several tangles over the same messages: `pairs` of a message and one before it.

    The first word of its name is its kind. A `loose` one is dashed, without arrowheads, as the text
    draws the group tangle.
    """

    name: str
    title: str
    color: str
    width: int
    pairs: tuple[Pair, ...]
    loose: bool = False


@dataclass(frozen=True, slots=True)
class TangleFigure:
    """The form of a conversation's figure.

    `paints` are by mark: `roots` come after nothing, `disconnected` messages only after missing
    ones. `boxes` are the titles of boxes with the messages in each, and `lines` the
    colours of extra edges by the names of their kinds. If there are `strands`, they replace the
    edges, and `order` has all messages, causes first. `labels` replace the texts of messages.
    """

    paints: Mapping[FigureMark | None, Paint]
    box: Paint
    item_roots: tuple[str, ...] = ()
    roots: frozenset[str] = frozenset()
    disconnected: frozenset[str] = frozenset()
    boxes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    strands: tuple[DrawnTangle, ...] = ()
    order: tuple[str, ...] = ()
    labels: FigureLabels = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)

    def mark(self, key: str) -> FigureMark | None:
        """The mark of a message."""
        if key in self.item_roots:
            return FigureMark.ITEM_ROOT
        if key in self.disconnected:
            return FigureMark.DISCONNECTED
        return FigureMark.ROOT if key in self.roots else None

    def paint(self, mark: FigureMark | None) -> Paint:
        """The colours of a message."""
        return self.paints.get(mark, self.paints[None])


GROUP_COLOR = "#FFD166"
EPOCH_COLOR = "#EF476F"
MEMBERS_COLORS = ("#118AB2", "#06D6A0", "#9B6BDF", "#F3813A", "#7BA05B", "#D65DB1")
"""The first two are those of the text."""

_Paints: TypeAlias = Mapping[FigureMark | None, Paint]
_PINK = "#e953da"
_SIP_9: _Paints = {
    None: Paint(_PINK, "white"),
    FigureMark.ROOT: Paint("#4c44cf", "white"),
    FigureMark.DISCONNECTED: Paint("#e95353", "white"),  # of SIP 10
}
_SET: _Paints = {None: Paint("#bbbbbb", "black"), FigureMark.ITEM_ROOT: Paint("#66aaff", "black")}
_GROUP: _Paints = {None: Paint("#eeeeee", "#333333", "#cccccc")}


def tangle_figure(
    boxes: Mapping[str, Sequence[str]] | None = None, labels: FigureLabels | None = None
) -> TangleFigure:
    """A tangle as SIP 9 draws it; a feed in a box."""
    named = {title: tuple(keys) for title, keys in (boxes or {}).items()}
    return TangleFigure(_SIP_9, Paint("none", _PINK, _PINK), boxes=named, labels=labels or {})


def set_figure(item_roots: Sequence[str]) -> TangleFigure:
    """A set as pzp-set draws it."""
    lines = {SUPERSEDES.name: "#0055ff"}
    return TangleFigure(_SET, Paint("none", "black", "black"), tuple(item_roots), lines=lines)


def group_figure(
    order: Sequence[str],
    boxes: Mapping[str, Sequence[str]],
    strands: Sequence[DrawnTangle],
    labels: FigureLabels,
) -> TangleFigure:
    """All tangles of a private group, as the group exclusion spec draws them."""
    named = {title: tuple(keys) for title, keys in boxes.items() if keys}
    box = Paint("white", "#333333", "black")
    return TangleFigure(
        _GROUP,
        box,
        boxes=named,
        strands=tuple(strands),
        order=tuple(order),
        labels=labels,
    )
