"""Diagrams as text for other programs: Mermaid, as in the tangles specification, and DOT.

Labels are hostile input. In both languages everything but letters, digits and spaces of a
label is written as a character reference, so that no text can end its label.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.drawing.extra_edges import EdgeLine, ExtraEdges
from engine.readable import without_controls

_ARROWS = {EdgeLine.DOTTED: "-.->", EdgeLine.BOW: "{}==>"}
_STYLES = {EdgeLine.DOTTED: "style=dotted", EdgeLine.BOW: "style=bold"}


@dataclass(frozen=True, slots=True)
class DrawnMessage:
    """One box of a diagram, and the boxes that it comes after; a ghost is drawn as an outline.

    It comes after `far_causes` through messages that aren't drawn: such edges are dashed. Programs
    may show `tooltip` on hover. `mark` gives its colour in the form of the specifications.
    """

    key: str
    label: str
    causes: tuple[str, ...]
    is_ghost: bool = False
    far_causes: tuple[str, ...] = ()
    tooltip: str = ""
    mark: "RootMark | None" = None


class RootMark(StrEnum):
    """The messages with a colour of their own, by the names of their classes in Mermaid."""

    ROOT = "root"
    ITEM_ROOT = "itemRoot"


_COLORS = {
    None: ("#e953da", "white"),
    RootMark.ROOT: ("#4c44cf", "white"),
    RootMark.ITEM_ROOT: ("#66aaff", "black"),
}
"""Fill and text: the colours of SIP 9, and the blue of pzp-set."""


def mermaid(
    messages: Sequence[DrawnMessage], extra: Sequence[ExtraEdges] = (), *, backlinks: bool = False
) -> str:
    """A Mermaid flowchart, causes above their effects.

    With `backlinks`, it is drawn as in the specifications: each message points to those that it
    comes after, from right to left, and roots have colours.
    """
    names = _names(messages)
    lines = ["graph RL" if backlinks else "graph TD"]
    for message in messages:
        name, label = names[message.key], _reference(message.label, "#{};")
        box = f'{name}("{label}"):::ghost' if message.is_ghost else f'{name}["{label}"]'
        lines.append(f"  {box}:::{message.mark}" if backlinks and message.mark else f"  {box}")
    edges = _edges(messages, names, backlinks)
    lines += [f"  {begin} {'-.->' if is_far else '-->'} {end}" for begin, end, is_far in edges]
    number = len(edges)
    for each in extra:
        arrow = _ARROWS[each.kind.line].format(f"== {each.kind.word} " if each.kind.word else "")
        lines += [f"  {names[begin]} {arrow} {names[end]}" for begin, end in each.pairs]
        if each.pairs and each.kind.line is EdgeLine.DOTTED:
            numbers = ",".join(map(str, range(number, number + len(each.pairs))))
            lines.append(f"  linkStyle {numbers} stroke-dasharray: 1 4")
        number += len(each.pairs)
    if any(message.is_ghost for message in messages):
        lines.append("  classDef ghost stroke-dasharray: 4 3,fill: none")
    if backlinks:
        lines += [
            f"  classDef {mark or 'default'} fill:{fill},stroke-width:0,color:{text}"
            for mark, (fill, text) in _COLORS.items()
            if mark is None or any(message.mark is mark for message in messages)
        ]
    return "\n".join(lines) + "\n"


def dot(
    messages: Sequence[DrawnMessage], extra: Sequence[ExtraEdges] = (), *, backlinks: bool = False
) -> str:
    """A Graphviz digraph, causes above their effects; `backlinks` as in `mermaid`."""
    names = _names(messages)
    lines = ["digraph tangle {", "  node [shape=box, style=rounded];"]
    if backlinks:
        lines.insert(1, "  rankdir=RL;")
    for message in messages:
        style = ", style=dashed" if message.is_ghost else ""
        if backlinks and not message.is_ghost:
            fill, text = _COLORS[message.mark]
            style = f', style="rounded,filled", color="{fill}", fontcolor={text}'
        if message.tooltip:
            style += f', tooltip="{_reference(message.tooltip, "&#{};")}"'
        lines.append(
            f'  {names[message.key]} [label="{_reference(message.label, "&#{};")}"{style}];'
        )
    lines += [
        f"  {begin} -> {end}{' [style=dashed]' if is_far else ''};"
        for begin, end, is_far in _edges(messages, names, backlinks)
    ]
    for each in extra:
        style = _STYLES[each.kind.line] + (f", label={each.kind.word}" if each.kind.word else "")
        lines += [
            f"  {names[begin]} -> {names[end]} [{style}, constraint=false];"
            for begin, end in each.pairs
        ]
    return "\n".join([*lines, "}"]) + "\n"


def _names(messages: Iterable[DrawnMessage]) -> dict[str, str]:
    """A short name for each key, without special characters."""
    return {message.key: f"m{number}" for number, message in enumerate(messages)}


def _edges(
    messages: Iterable[DrawnMessage], names: dict[str, str], backlinks: bool
) -> list[tuple[str, str, bool]]:
    """The ends of each edge, and whether hidden messages are between them."""
    return [
        (names[begin], names[end], is_far)
        for message in messages
        for causes, is_far in ((message.causes, False), (message.far_causes, True))
        for cause in causes
        if cause in names
        for begin, end in [(message.key, cause) if backlinks else (cause, message.key)]
    ]


def _reference(label: str, form: str) -> str:
    """A label with every special character as a character reference of the given form."""
    return "".join(
        character if character.isalnum() or character == " " else form.format(ord(character))
        for character in without_controls(label)
    )
