"""Diagrams as text for other programs: Mermaid, as the tangles specification draws, and DOT.

Labels come from strangers. In both languages everything but letters, digits and spaces of a
label is written as a character reference, so that no text can end its label.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.drawing.tie_breaks import Supersession, TieBreak


@dataclass(frozen=True, slots=True)
class DrawnMessage:
    """One box of a diagram, and the boxes that it comes after; a ghost is drawn hollow.

    It comes after `far_causes` through messages that are not drawn: such edges are dashed.
    """

    key: str
    label: str
    causes: tuple[str, ...]
    is_ghost: bool = False
    far_causes: tuple[str, ...] = ()


def mermaid(
    messages: Sequence[DrawnMessage],
    ties: Sequence[TieBreak] = (),
    supersedes: Sequence[Supersession] = (),
) -> str:
    """A Mermaid flowchart, causes above their effects; tie-breaks are dotted.

    Thick arrows lead to what a message of a set supersedes.
    """
    names = _names(messages)
    lines = ["graph TD"]
    for message in messages:
        name, label = names[message.key], _reference(message.label, "#{};")
        lines.append(f'  {name}("{label}"):::ghost' if message.is_ghost else f'  {name}["{label}"]')
    edges = _edges(messages, names)
    lines += [
        f"  {cause} {'-.->' if is_far else '-->'} {effect}" for cause, effect, is_far in edges
    ]
    lines += [f"  {names[earlier]} -.-> {names[later]}" for earlier, later in ties]
    if ties:
        numbers = ",".join(str(len(edges) + number) for number in range(len(ties)))
        lines.append(f"  linkStyle {numbers} stroke-dasharray: 1 4")
    lines += [
        f"  {names[later]} == supersedes ==> {names[earlier]}" for later, earlier in supersedes
    ]
    if any(message.is_ghost for message in messages):
        lines.append("  classDef ghost stroke-dasharray: 4 3,fill: none")
    return "\n".join(lines) + "\n"


def dot(
    messages: Sequence[DrawnMessage],
    ties: Sequence[TieBreak] = (),
    supersedes: Sequence[Supersession] = (),
) -> str:
    """A Graphviz digraph, causes above their effects; tie-breaks are dotted.

    Bold arrows lead to what a message of a set supersedes.
    """
    names = _names(messages)
    lines = ["digraph tangle {", "  node [shape=box, style=rounded];"]
    for message in messages:
        style = ", style=dashed" if message.is_ghost else ""
        lines.append(
            f'  {names[message.key]} [label="{_reference(message.label, "&#{};")}"{style}];'
        )
    lines += [
        f"  {cause} -> {effect}{' [style=dashed]' if is_far else ''};"
        for cause, effect, is_far in _edges(messages, names)
    ]
    lines += [
        f"  {names[earlier]} -> {names[later]} [style=dotted, constraint=false];"
        for earlier, later in ties
    ]
    lines += [
        f"  {names[later]} -> {names[earlier]} [style=bold, label=supersedes, constraint=false];"
        for later, earlier in supersedes
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _names(messages: Iterable[DrawnMessage]) -> dict[str, str]:
    """A short name for each key that means nothing in either language."""
    return {message.key: f"m{number}" for number, message in enumerate(messages)}


def _edges(messages: Iterable[DrawnMessage], names: dict[str, str]) -> list[tuple[str, str, bool]]:
    """Cause, effect, and whether messages are left out between them."""
    return [
        (names[cause], names[message.key], is_far)
        for message in messages
        for causes, is_far in ((message.causes, False), (message.far_causes, True))
        for cause in causes
        if cause in names
    ]


def _reference(label: str, form: str) -> str:
    """A label in which every mark is written as a character reference of the given form."""
    return "".join(
        character if character.isalnum() or character == " " else form.format(ord(character))
        for character in label
        if character.isprintable()
    )
