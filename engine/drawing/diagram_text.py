"""Diagrams as text for other programs: Mermaid, as in the tangles specification, and DOT.

Labels are hostile input. In both languages everything but letters, digits and spaces of a
label is written as a character reference, so that no text can end its label.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tanglescope.engine.drawing.extra_edges import EdgeLine, ExtraEdges, Pair
from tanglescope.engine.drawing.figures import DrawnTangle, FigureMark, Paint, TangleFigure
from tanglescope.engine.language.readable import without_controls

_ARROWS = {EdgeLine.DOTTED: "-.->", EdgeLine.BOW: "{}==>"}
_STYLES = {EdgeLine.DOTTED: "style=dotted", EdgeLine.BOW: "style=bold"}


@dataclass(frozen=True, slots=True)
class DrawnMessage:
    """One box of a diagram, and the boxes that it comes after; a ghost is drawn as an outline.

    It comes after `far_causes` through messages that aren't drawn: such edges are dashed. Programs
    may show `tooltip` on hover. `mark` decides its colour in a figure.
    """

    key: str
    label: str
    causes: tuple[str, ...]
    is_ghost: bool = False
    far_causes: tuple[str, ...] = ()
    tooltip: str = ""
    mark: FigureMark | None = None


def mermaid(
    messages: Sequence[DrawnMessage],
    extra: Sequence[ExtraEdges] = (),
    figure: TangleFigure | None = None,
) -> str:
    """A Mermaid flowchart, causes above their effects; with a figure, in its form."""
    names = _names(messages)
    lines = ["graph RL" if figure else "graph TD"]
    for place, (title, inside) in enumerate(_group_by_box(messages, figure)):
        boxes = [_mermaid_box(names[message.key], message, figure) for message in inside]
        if title:
            boxes = [f'  subgraph b{place}["{_reference(title, "#{};")}"]', *boxes, "  end"]
        lines += boxes
    edges = [
        (f"{begin} {'-.->' if is_far else '-->'} {end}", "")
        for begin, end, is_far in _edges(messages, names, figure)
    ]
    strands = figure.strands if figure else ()
    for strand in strands:
        edges += _strand_edges(strand, _pairs_among(strand.pairs, names))
    for each in extra:
        edges += _extra_edges(each, names, figure)
    lines += [f"  {edge}" for edge, _ in edges]
    if strands:
        key = [_strand_edges(each, [_key_ends(n, each)]) for n, each in enumerate(strands)]
        lines += ["  subgraph key", *(f"  {edge}" for ((edge, _),) in key), "  end"]
        edges += [edge for (edge,) in key]
    lines += _link_styles([style for _, style in edges])
    if any(message.is_ghost for message in messages):
        lines.append("  classDef ghost stroke-dasharray: 4 3,fill: none")
    if figure:
        lines += _classes(figure, {message.mark for message in messages})
    return "\n".join(lines) + "\n"


def _mermaid_box(name: str, message: DrawnMessage, figure: TangleFigure | None) -> str:
    label = _reference(message.label, "#{};")
    if message.is_ghost:
        return f'  {name}("{label}"):::ghost'
    is_marked = figure is not None and message.mark is not None and message.mark in figure.paints
    return f'  {name}["{label}"]' + (f":::{message.mark}" if is_marked else "")


def _strand_edges(strand: DrawnTangle, pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    """The edges of a strand in Mermaid, each with its style."""
    arrow = "-.-" if strand.loose else "-->"
    style = f"stroke:{strand.color},stroke-width:{strand.width}"
    return [(f"{begin} {arrow} {end}", style) for begin, end in pairs]


def _key_ends(number: int, strand: DrawnTangle) -> Pair:
    """The ends of a line in the key: the title of its strand, and nothing."""
    return f'k{number}["{_reference(strand.title, "#{};")}"]:::key', f'l{number}[" "]:::key'


def _extra_edges(
    extra: ExtraEdges, names: dict[str, str], figure: TangleFigure | None
) -> list[tuple[str, str]]:
    """The extra edges of a kind in Mermaid, each with its style."""
    kind = extra.kind
    color = figure.lines.get(kind.name) if figure else None
    word = f"{'--' if color else '=='} {kind.word} " if kind.word else ""
    arrow = f"{word}-->" if color else _ARROWS[kind.line].format(word)
    style = "stroke-dasharray: 1 4" if kind.line is EdgeLine.DOTTED else ""
    style = f"stroke:{color},stroke-width:1px" if color else style
    return [(f"{names[begin]} {arrow} {names[end]}", style) for begin, end in extra.pairs]


def _link_styles(styles: Sequence[str]) -> Iterator[str]:
    """A line for each style of edges, which have numbers."""
    for style in dict.fromkeys(filter(None, styles)):
        numbers = ",".join(str(n) for n, each in enumerate(styles) if each == style)
        yield f"  linkStyle {numbers} {style}"


def dot(
    messages: Sequence[DrawnMessage],
    extra: Sequence[ExtraEdges] = (),
    figure: TangleFigure | None = None,
) -> str:
    """A Graphviz digraph, causes above their effects; with a figure, in its form."""
    names = _names(messages)
    lines = ["digraph tangle {", "  node [shape=box, style=rounded];"]
    if figure:
        lines.insert(1, "  rankdir=RL;")
    for place, (title, inside) in enumerate(_group_by_box(messages, figure)):
        boxes = [_dot_box(names[message.key], message, figure) for message in inside]
        if figure and title:
            boxes = [*_dot_cluster(place, title, figure.box), *boxes, "  }"]
        lines += boxes
    lines += [
        f"  {begin} -> {end}{' [style=dashed]' if is_far else ''};"
        for begin, end, is_far in _edges(messages, names, figure)
    ]
    strands = figure.strands if figure else ()
    for strand in strands:
        pairs = _pairs_among(strand.pairs, names)
        lines += [f"  {begin} -> {end} [{_dot_look(strand)}];" for begin, end in pairs]
    for each in extra:
        style = _STYLES[each.kind.line] + (f", label={each.kind.word}" if each.kind.word else "")
        if figure and each.kind.name in figure.lines:
            style += f', color="{figure.lines[each.kind.name]}"'
        lines += [
            f"  {names[begin]} -> {names[end]} [{style}, constraint=false];"
            for begin, end in each.pairs
        ]
    if strands:
        key = [_dot_key(place, strand) for place, strand in enumerate(strands)]
        lines += ['  subgraph cluster_key { label="key"; node [shape=plaintext];', *key, "  }"]
    return "\n".join([*lines, "}"]) + "\n"


def _dot_box(name: str, message: DrawnMessage, figure: TangleFigure | None) -> str:
    style = ", style=dashed" if message.is_ghost else ""
    if figure and not message.is_ghost:
        paint = figure.paint(message.mark)
        style = f', style="rounded,filled", fillcolor="{paint.fill}"'
        style += f', color="{paint.stroke or paint.fill}", fontcolor="{paint.text}"'
    if message.tooltip:
        style += f', tooltip="{_reference(message.tooltip, "&#{};")}"'
    return f'  {name} [label="{_reference(message.label, "&#{};")}"{style}];'


def _group_by_box(
    messages: Sequence[DrawnMessage], figure: TangleFigure | None
) -> Iterator[tuple[str, Sequence[DrawnMessage]]]:
    """The messages in the boxes of a figure, and under "" those that are in none."""
    box_of = {key: title for title, keys in figure.boxes.items() for key in keys} if figure else {}
    inside: dict[str, list[DrawnMessage]] = {"": []}
    for title in figure.boxes if figure else ():
        inside[title] = []
    for message in messages:
        inside[box_of.get(message.key, "")].append(message)
    return ((title, each) for title, each in inside.items() if each)


def _pairs_among(pairs: Iterable[Pair], names: dict[str, str]) -> list[Pair]:
    """The pairs whose ends are drawn, by name."""
    return [(names[one], names[other]) for one, other in pairs if one in names and other in names]


def _dot_cluster(place: int, title: str, look: Paint) -> Iterator[str]:
    fill = "transparent" if look.fill == "none" else look.fill
    yield f'  subgraph cluster_{place} {{ label="{_reference(title, "&#{};")}";'
    yield f'  color="{look.stroke}"; bgcolor="{fill}"; fontcolor="{look.text}";'


def _dot_look(strand: DrawnTangle) -> str:
    loose = ", style=dashed, dir=none" if strand.loose else ""
    return f'color="{strand.color}", penwidth={strand.width}{loose}'


def _dot_key(place: int, strand: DrawnTangle) -> str:
    title = _reference(strand.title, "&#{};")
    line = f"k{place} -> l{place} [{_dot_look(strand)}];"
    return f'  k{place} [label="{title}"]; l{place} [label=""]; {line}'


def _classes(figure: TangleFigure, marks: Collection[FigureMark | None]) -> Iterator[str]:
    """The colours of messages and boxes, for Mermaid."""
    for mark, paint in figure.paints.items():
        if mark is None or mark in marks:
            line = f"stroke:{paint.stroke}" if paint.stroke else "stroke-width:0"
            yield f"  classDef {mark or 'default'} fill:{paint.fill},{line},color:{paint.text}"
    if figure.strands:
        yield "  classDef key fill:none,stroke:none"
    if figure.boxes:
        box = figure.box
        yield f"  classDef cluster fill:{box.fill},stroke:{box.stroke},color:{box.text}"


def _names(messages: Iterable[DrawnMessage]) -> dict[str, str]:
    """A short name for each key, without special characters."""
    return {message.key: f"m{number}" for number, message in enumerate(messages)}


def _edges(
    messages: Iterable[DrawnMessage], names: dict[str, str], figure: TangleFigure | None
) -> list[tuple[str, str, bool]]:
    """The ends of each edge, and whether hidden messages are between them."""
    if figure and figure.strands:
        return []
    return [
        (names[begin], names[end], is_far)
        for message in messages
        for causes, is_far in ((message.causes, False), (message.far_causes, True))
        for cause in causes
        if cause in names
        for begin, end in [(message.key, cause) if figure else (cause, message.key)]
    ]


def _reference(label: str, form: str) -> str:
    """A label with every special character as a character reference of the given form."""
    return "".join(
        character if character.isalnum() or character == " " else form.format(ord(character))
        for character in without_controls(label)
    )
