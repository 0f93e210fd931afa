"""DOT files of Graphviz, if they are plain graphs: boxes and arrows between them.

An arrow points to the later node, as in the pictures that this program exports; with `dir=back`
it is drawn the other way round. Subgraphs are flattened, and labels are read. An edge without one
direction doesn't define an order: it is refused, and its boxes are read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from lark import Token

from tanglescope.engine.archive.graphs.adapters import AdapterInput, Line, UnreadPart, decode_text
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
from tanglescope.engine.archive.lines import BYTE_ORDER_MARK
from tanglescope.engine.language.readable import unwrap

_UNORDERED = frozenset({"none", "both"})
"""The values of `dir` for arrows that don't say which box is the earlier one."""

_CHARSETS = dict.fromkeys(
    ("latin-1", "latin1", "l1", "iso-8859-1", "iso_8859-1", "iso8859-1", "iso-ir-100"), "latin-1"
) | {"big-5": "big5", "big5": "big5"}
"""The names that Graphviz knows for encodings other than UTF-8."""


class _Assignment(NamedTuple):
    """An attribute of a graph or subgraph, or in a list of attributes."""

    name: str
    value: str


class _AttributesOf(NamedTuple):
    """The attributes of everything of a kind that follows: `graph`, `node` or `edge`."""

    kind: str
    attributes: dict[str, str]


class _NodeList(NamedTuple):
    """The boxes at an end of an edge."""

    names: tuple[str, ...]


class _SubgraphBody(NamedTuple):
    """A subgraph, which may be at an end of an edge."""

    body: "_Body"


_EdgeEnd: TypeAlias = str | _NodeList | _SubgraphBody


class _EdgeStatement(NamedTuple):
    """Ends and the edges between them; a single end is a statement about its boxes."""

    ends: Sequence[_EdgeEnd]
    edges: Sequence[Token]
    attributes: dict[str, str]


_Statement: TypeAlias = _Assignment | _AttributesOf | _EdgeStatement | RefusedText
_Body: TypeAlias = list[_Statement]


def _edge_statement(found: list[Any]) -> _EdgeStatement:
    attributes = found.pop() if isinstance(found[-1], dict) else {}
    return _EdgeStatement(tuple(found[::2]), tuple(found[1::2]), attributes)


def _string(found: list[str]) -> str:
    """A quoted text; parts that `+` joins are one."""
    text = "".join([part[1:-1] for part in found])
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


class _Html(str):
    """A text in angle brackets."""

    __slots__ = ()


def _name(text: str) -> str:
    return text[1:-1] if isinstance(text, _Html) else str(text)


_ESCAPE = re.compile(r'\\(["\\]|\r?\n)')


def _unescape(found: re.Match[str]) -> str:
    return {'"': '"', "\\": "\\\\"}.get(found[1], "")


def _resume(fault: SyntaxFault) -> int:
    """Where the next statement begins: after a semicolon, or on the next line.

    What is in brackets belongs to the statement, however many lines it has.
    """
    at = fault.at
    if fault.opened is not None:
        if end := end_of_brackets(fault.text, fault.opened):
            at = max(end, at)
        else:
            at = min(at, end_of_line(fault.text, fault.begin))
    found = _NEXT.search(fault.text, at + (at == fault.begin))
    if found is None:
        return len(fault.text)
    return found.start() if found.group() == "}" else found.end()


_NEXT = re.compile(r"[;\n}]")
_VALUES: dict[str, Callable[[list[Any]], object]] = {
    "start": list,
    "graph": itemgetter(-1),
    "body": list,
    "attr_stmt": lambda found: _AttributesOf(found[0].lower(), found[1]),
    "attr_list": dict,
    "assignment": lambda found: _Assignment(_name(found[0]), found[1]),
    "edge_stmt": _edge_statement,
    "node_list": lambda found: _NodeList(tuple(found)),
    "node_with_port": itemgetter(0),
    "subgraph": lambda found: _SubgraphBody(found[-1]),
    "string": _string,
    "html": lambda found: _Html("".join(found)),
    "tag": "".join,
}
"""What makes the value of each rule of the grammar: names and ports are dropped."""

_NOTATION = Notation(
    "dot.lark",
    _VALUES,
    _resume,
    opening=frozenset({"LSQB"}),
    closing="RBRACE",
)


def lines(given: AdapterInput) -> Iterator[Line]:
    """The graphs of a file, each named after the file."""
    # Graphviz reads bytes, and a name may have any byte from 128 on.
    text = given.data(MOST_BYTES).removeprefix(BYTE_ORDER_MARK).decode("latin-1")
    for body in read(_NOTATION, text):
        if isinstance(body, RefusedText):
            yield UnreadPart(body.line, decode_text(body.text.encode("latin-1")))
            continue
        picture = _GraphDrawing(_decoder(body))
        picture.draw(body, _DefaultAttributes({}, {}))
        yield picture.drawing.line()
        yield from picture.refused


def _decoder(body: _Body) -> Callable[[str], str]:
    """How the names in a graph are decoded: as its `charset` says, or as UTF-8."""
    for statement in body:
        if isinstance(statement, _AttributesOf) and statement.kind == "graph":
            named = statement.attributes.get("charset", "")
        elif isinstance(statement, _Assignment) and statement.name == "charset":
            named = statement.value
        else:
            continue
        if codec := _CHARSETS.get(named.lower()):
            return lambda name: name.encode("latin-1").decode(codec, "backslashreplace")
    return lambda name: name if name.isascii() else decode_text(name.encode("latin-1"))


class _DefaultAttributes(NamedTuple):
    """The attributes of boxes and edges that have none of their own."""

    node: dict[str, str]
    edge: dict[str, str]


class _GraphDrawing:
    """A graph while its statements are read, with its refused edges."""

    def __init__(self, decode: Callable[[str], str]) -> None:
        self.drawing = Drawing()
        self.refused: list[UnreadPart] = []
        self._decode = decode

    def draw(self, body: _Body, defaults: _DefaultAttributes) -> list[str]:
        """Draw the statements of a graph or subgraph; return the names of its boxes.

        They are taken out of `body`, so that a large one isn't in memory twice.
        """
        names: list[str] = []
        body.reverse()
        while body:
            statement = body.pop()
            if isinstance(statement, _EdgeStatement):
                names += self._draw_chain(statement, defaults)
            elif isinstance(statement, _AttributesOf):
                if statement.kind == "node":
                    defaults = defaults._replace(node=defaults.node | statement.attributes)
                elif statement.kind == "edge":
                    defaults = defaults._replace(edge=defaults.edge | statement.attributes)
            elif isinstance(statement, RefusedText):
                self._refuse(statement.line, statement.text)
        return list(dict.fromkeys(names))

    def _draw_chain(self, chain: _EdgeStatement, defaults: _DefaultAttributes) -> list[str]:
        ends = [self._boxes(end, defaults) for end in chain.ends]
        if not chain.edges:
            label = chain.attributes.get("label")
            if label is not None and not isinstance(chain.ends[0], _SubgraphBody):
                for box in ends[0]:
                    self.drawing.box(box, self._label_text(label, box))
            return ends[0]
        direction = chain.attributes.get("dir", defaults.edge.get("dir"))
        for (begins, ends_), edge in zip(pairwise(ends), chain.edges, strict=True):
            if edge == "--" or direction in _UNORDERED:
                given = ", ".join(begins), edge, ", ".join(ends_)
                why = f" [dir={direction}]" if edge == "->" else ""
                self.refused.append(UnreadPart(edge.line or 0, " ".join(given)[:KEPT] + why))
            elif direction == "back":
                self.drawing.arrows(ends_, begins)
            else:
                self.drawing.arrows(begins, ends_)
        return [box for boxes in ends for box in boxes]

    def _boxes(self, end: _EdgeEnd, defaults: _DefaultAttributes) -> list[str]:
        if isinstance(end, _SubgraphBody):
            return self.draw(end.body, defaults)
        names = end.names if isinstance(end, _NodeList) else (end,)
        boxes = [self._decode(_name(name)) for name in names]
        label = defaults.node.get("label")
        for box in boxes:
            if label is not None and box not in self.drawing.after:
                self.drawing.box(box, self._label_text(label, box))
            else:
                self.drawing.box(box)
        return boxes

    def _label_text(self, label: str, box: str) -> str:
        """A label as Graphviz shows it, on one line."""
        if isinstance(label, _Html):
            text = _TAG.sub(" ", _INLINE_TAG.sub("", label[1:-1]))
        else:
            escapes = {"n": " ", "l": " ", "r": " ", "N": box}
            text = _LABEL_ESCAPE.sub(lambda found: escapes.get(found[1], found[1]), label)
        return unwrap(with_references(self._decode(text)))

    def _refuse(self, line: int, text: str) -> None:
        self.refused.append(UnreadPart(line, self._decode(text)))


_LABEL_ESCAPE = re.compile(r"\\([\s\S])")
_INLINE_TAG = re.compile(r"(?i)</?(?:b|i|u|o|s|sub|sup|font)\b[^<>]*+>")
_TAG = re.compile(r"<[^<>]*+>")
