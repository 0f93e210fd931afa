"""Flowcharts of Mermaid, if they are plain graphs: boxes and arrows between them.

An arrow points to the later node, as in the flowcharts that this program exports. A line without
one direction doesn't define an order: it is refused, and its boxes are read. So is an arrow of a
subgraph, which isn't a box.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from lark import Token

from tanglescope.engine.archive.graphs.adapters import AdapterInput, Line, UnreadPart
from tanglescope.engine.archive.graphs.drawings import without_remarks
from tanglescope.engine.archive.graphs.grammar import (
    KEPT,
    MOST_BYTES,
    Notation,
    RefusedText,
    SyntaxFault,
    end_of_brackets,
    end_of_line,
    read,
)
from tanglescope.engine.archive.graphs.pieces import Drawing, with_references
from tanglescope.engine.language.readable import unwrap


class _NamedBox(NamedTuple):
    """A box where it is named; `label` is None if it has none there."""

    name: str
    label: str | None
    is_aside: bool = False
    """Whether only data or a style are given, which may also be those of a link."""


class _BoxLink(NamedTuple):
    """What is drawn between two groups of boxes; `name` is its own, if it has one."""

    name: str | None
    mark: str
    line: int
    is_arrow: bool


class _LinkedBoxes(NamedTuple):
    """Groups of boxes and the links between them."""

    groups: Sequence["_Group"]
    links: Sequence[_BoxLink]


_Group: TypeAlias = str | _NamedBox | list[str | _NamedBox]
"""Boxes that `&` joins; one that is only named is its name."""


class _SubgraphTitle(NamedTuple):
    """The beginning of a subgraph; `name` is None if it has no name of its own."""

    name: str | None


def _read_vertex(found: list[Any]) -> _NamedBox:
    """A box with what is said about it; data count more than an outline."""
    name, label, is_described = str(found[0]), None, False
    for more in found[1:]:
        if isinstance(more, _ShapeData):
            is_described = True
            label = label if more.label is None else more.label
        else:
            label = more
    return _NamedBox(name, label, is_described)


def _read_shape_data(found: list[str]) -> "_ShapeData":
    """The label in the data of a box, which are YAML."""
    texts = [re.sub(r"\n\s*", " ", each) if each[0] == '"' else each for each in found]
    data = "".join(texts)
    if label := _BLOCK_LABEL.search(data):
        return _ShapeData(_unescape(label[2]))
    label = _LABEL.search(data)
    return _ShapeData(None if label is None else _plain(label[1].strip()))


def _read_link(found: list[Token]) -> _BoxLink:
    """A link; words on it aren't read."""
    name = found.pop(0).strip()[:-1] if found[0].type == "LINK_ID" else None
    begin, *words = found
    mark = begin.partition("|")[0].strip()
    line = (begin.line or 0) + begin[: begin.index(mark[0])].count("\n")
    if begin.type == "LINK":
        return _BoxLink(name, mark, line, mark[-1] == ">" and mark[0] != "<")
    end = words[-1].strip()
    is_double = words[0].endswith("<") or end[0] == "<"
    is_arrow = end[-1] == ">" and mark[0] not in "xo<" and not is_double
    return _BoxLink(name, f"{mark} {end}", line, is_arrow)


def _read_subgraph(found: list[Token]) -> _SubgraphTitle:
    """A subgraph; a title with spaces isn't a name."""
    title = _inside(found[0]).strip() if found and found[0].type != "SQS" else ""
    is_name = title and (len(found) > 1 or not re.search(r"\s", title))
    return _SubgraphTitle(title if is_name else None)


class _ShapeData(NamedTuple):
    """The data of a box or an edge."""

    label: str | None


_LABEL = re.compile(r"""(?:^|[,\n])\s*+label\s*+:[^\S\n]*+("[^"]*+"|'(?:[^']|'')*+'|[^,\n}]*+)""")
_BLOCK_LABEL = re.compile(
    r"(?m)^([^\S\n]*+)label\s*+:[^\S\n]*+[|>][+-]?[^\S\n]*+\n((?:\1[^\S\n]++\S[^\n]*+\n?)++)"
)
_BREAK = re.compile(r"(?i)<br\s*+/?>")
_ENTITY = re.compile(r"#(\w{1,32});")


def lines(given: AdapterInput) -> Iterator[Line]:
    """The flowchart of a file, named after the file."""
    text = given.text(MOST_BYTES)
    chart = _Flowchart(read(_NOTATION, without_remarks(text) + "\n"))
    yield chart.drawing().line()
    yield from chart.refused


class _Flowchart:
    """The statements of a flowchart, and what is refused of them."""

    def __init__(self, statements: list[Any]) -> None:
        self._statements = statements
        self._subgraphs = {each.name for each in statements if isinstance(each, _SubgraphTitle)}
        self._links = {
            link.name
            for each in statements
            if isinstance(each, _LinkedBoxes)
            for link in each.links
        }
        self.refused: list[UnreadPart] = []

    def drawing(self) -> Drawing:
        """The boxes and arrows.

        The statements are taken out, so that a large flowchart isn't in memory twice.
        """
        drawing = Drawing()
        self._statements.reverse()
        while self._statements:
            each = self._statements.pop()
            if isinstance(each, _LinkedBoxes):
                self._draw(each, drawing)
            elif isinstance(each, RefusedText):
                self.refused.append(UnreadPart(*each))
        return drawing

    def _draw(self, chain: _LinkedBoxes, drawing: Drawing) -> None:
        groups = [self._draw_boxes(group, chain, drawing) for group in chain.groups]
        for link, begins, ends in zip(chain.links, groups, groups[1:], strict=False):
            if "~" in link.mark:  # it is for the layout and isn't drawn
                continue
            if link.is_arrow and self._subgraphs.isdisjoint(begins + ends):
                drawing.arrows(begins, ends)
            else:
                text = " ".join((" & ".join(begins), link.mark, " & ".join(ends)))
                self.refused.append(UnreadPart(link.line, text[:KEPT]))

    def _draw_boxes(self, group: _Group, chain: _LinkedBoxes, drawing: Drawing) -> list[str]:
        """Draw the boxes of a group; return their names."""
        names = []
        for box in group if isinstance(group, list) else [group]:
            name, label, is_aside = (str(box), None, False) if isinstance(box, str) else box
            names.append(name)
            is_of_link = is_aside and not chain.links and name in self._links
            if name not in self._subgraphs and not is_of_link:
                drawing.box(name, label)
        return names


def _resume(fault: SyntaxFault) -> int:
    """Where the next statement begins: on the next line, or after brackets over several lines."""
    end = None if fault.opened is None else end_of_brackets(fault.text, fault.opened)
    after = end_of_line(fault.text, fault.begin if end is None else end)
    separator = fault.text.find(";", fault.at, after)
    found = _SEPARATOR.match(fault.text, after if separator < 0 else separator)
    return found.end() if found else len(fault.text)


_SEPARATOR = re.compile(r"[\s;]++")
_VALUES: dict[str, Callable[[list[Any]], object]] = {
    "start": list,
    "vertex_statement": lambda found: _LinkedBoxes(tuple(found[::2]), tuple(found[1::2])),
    "node": list,
    "vertex": _read_vertex,
    # For a style, Mermaid draws the box if nothing else does.
    "style": lambda found: _LinkedBoxes([_NamedBox(str(found[0]), None, is_aside=True)], []),
    "label": lambda found: _unescape(found[1]) if len(found) > 1 else "",
    "shape_data": _read_shape_data,
    "link": _read_link,
    "subgraph": _read_subgraph,
}
"""What makes the value of each rule of the grammar."""

_OPENING = frozenset(
    (
        *("SQS", "DOUBLECIRCLE", "CIRCLE", "ELLIPSE", "STADIUM", "SUBROUTINE", "CYLINDER"),
        *("PS", "HEXAGON", "DIAMOND", "PROPS", "TRAPEZOID"),
    )
)
_NOTATION = Notation("mermaid.lark", _VALUES, _resume, _OPENING)


def _inside(text: str) -> str:
    """A text without its quotes."""
    if text.startswith('"`'):
        return text[2:-2]
    return text[1:-1] if text.startswith('"') else str(text)


def _plain(value: str) -> str | None:
    """A label in data; None if it is empty."""
    if value.startswith("'"):
        value = value[1:-1].replace("''", "'")
    return _unescape(value) or None


def _unescape(text: str) -> str:
    """A text on one line, with the characters that it names."""
    text = _inside(text)
    if "#" in text or "&" in text or "<" in text:
        text = _BREAK.sub(" ", with_references(_ENTITY.sub(_reference, text)))
    return unwrap(text)


def _reference(found: re.Match[str]) -> str:
    code = found[1]
    return f"&#{code};" if code.isdigit() else f"&{code};"
