"""Diagrams as text for other programs: Mermaid, as in the tangles specification, and DOT.

Labels are hostile input. In both languages everything but letters, digits and spaces of a
label is written as a character reference, so that no text can end its label.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.drawing.extra_edges import EdgeLine, ExtraEdges
from engine.readable import without_controls

_ARROWS = {EdgeLine.DOTTED: "-.->", EdgeLine.BOW: "=={} ==>"}
_STYLES = {EdgeLine.DOTTED: "style=dotted", EdgeLine.BOW: "style=bold"}


@dataclass(frozen=True, slots=True)
class DrawnMessage:
    """One box of a diagram, and the boxes that it comes after; a ghost is drawn as an outline.

    It comes after `far_causes` through messages that aren't drawn: such edges are dashed. Programs
    may show `tooltip` on hover.
    """

    key: str
    label: str
    causes: tuple[str, ...]
    is_ghost: bool = False
    far_causes: tuple[str, ...] = ()
    tooltip: str = ""


def mermaid(
    messages: Sequence[DrawnMessage],
    extra: Sequence[ExtraEdges] = (),
) -> str:
    """A Mermaid flowchart, causes above their effects."""
    names = _names(messages)
    lines = ["graph TD"]
    for message in messages:
        name, label = names[message.key], _reference(message.label, "#{};")
        lines.append(f'  {name}("{label}"):::ghost' if message.is_ghost else f'  {name}["{label}"]')
    edges = _edges(messages, names)
    lines += [
        f"  {cause} {'-.->' if is_far else '-->'} {effect}" for cause, effect, is_far in edges
    ]
    number = len(edges)
    for each in extra:
        arrow = _ARROWS[each.kind.line].format(f" {each.kind.word}" if each.kind.word else "")
        lines += [f"  {names[begin]} {arrow} {names[end]}" for begin, end in each.pairs]
        if each.pairs and each.kind.line is EdgeLine.DOTTED:
            numbers = ",".join(map(str, range(number, number + len(each.pairs))))
            lines.append(f"  linkStyle {numbers} stroke-dasharray: 1 4")
        number += len(each.pairs)
    if any(message.is_ghost for message in messages):
        lines.append("  classDef ghost stroke-dasharray: 4 3,fill: none")
    return "\n".join(lines) + "\n"


def dot(
    messages: Sequence[DrawnMessage],
    extra: Sequence[ExtraEdges] = (),
) -> str:
    """A Graphviz digraph, causes above their effects."""
    names = _names(messages)
    lines = ["digraph tangle {", "  node [shape=box, style=rounded];"]
    for message in messages:
        style = ", style=dashed" if message.is_ghost else ""
        if message.tooltip:
            style += f', tooltip="{_reference(message.tooltip, "&#{};")}"'
        lines.append(
            f'  {names[message.key]} [label="{_reference(message.label, "&#{};")}"{style}];'
        )
    lines += [
        f"  {cause} -> {effect}{' [style=dashed]' if is_far else ''};"
        for cause, effect, is_far in _edges(messages, names)
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


def _edges(messages: Iterable[DrawnMessage], names: dict[str, str]) -> list[tuple[str, str, bool]]:
    """Cause, effect, and whether hidden messages are between them."""
    return [
        (names[cause], names[message.key], is_far)
        for message in messages
        for causes, is_far in ((message.causes, False), (message.far_causes, True))
        for cause in causes
        if cause in names
    ]


def _reference(label: str, form: str) -> str:
    """A label with every special character as a character reference of the given form."""
    return "".join(
        character if character.isalnum() or character == " " else form.format(ord(character))
        for character in without_controls(label)
    )
