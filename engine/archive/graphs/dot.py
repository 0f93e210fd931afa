"""DOT files of Graphviz, if they are plain graphs: boxes and arrows between them.

An arrow points to the later node, as in the pictures that this program exports; with `dir=back`
it is drawn the other way round. Subgraphs are flattened, and labels are read. An edge without one
direction doesn't define an order and is refused, like any text that isn't DOT.
"""

import html
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.archive.graphs.adapters import AdapterInput, Line, UnreadPart
from engine.archive.graphs.pieces import Drawing
from engine.wording import tr

name = "DOT"

_COMMENT = r"\s+|//[^\n]*|/\*.*?(?:\*/|\Z)|[#][^\n]*"
_WORD = r"(?:[^\W0-9]|[^\x00-\x7f])(?:\w|[^\x00-\x7f])*+"
_NAME = rf'(?:"(?:[^"\\]|\\.)*+"|<(?:[^<>]|<[^<>]*>)*+>|{_WORD}|-?[0-9.]+)'
_START = re.compile(
    rf"""(?isx)
    (?:{_COMMENT})*+(?:strict\s+)?
    (?:digraph\b(?:{_COMMENT})*+{_NAME}?|graph\b[^\S\n]*+{_NAME}?)
    (?:{_COMMENT})*+\{{"""
)
"""How DOT begins. A flowchart of Mermaid may have `graph TD` in a line, and `a{Why?}` in the next.

So the name of an undirected graph must be in the line of `graph`.
"""
_TOKEN = re.compile(
    rf"""(?P<skipped>{_COMMENT})
    |(?P<quoted>"(?:[^"\\]|\\.)*+(?:"|\\?\Z))
    |(?P<html><)
    |(?P<arrow>->|--)
    |(?P<mark>[{{}}\[\];,=:+])
    |(?P<word>{_WORD})
    |(?P<number>-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))""",
    re.DOTALL | re.VERBOSE,
)
_KINDS = {"word": "word", "number": "name", "quoted": "name", "html": "name"}
"""The kinds of tokens that can be names; all others are their own kinds."""

_DEFAULTS = frozenset({"node", "edge", "graph"})
_UNORDERED = frozenset({"none", "both"})
"""The values of `dir` for arrows that don't say which box is the earlier one."""

_DEEPEST = 50
_MOST_REFUSED = 10_000
"""The limit on tokens and characters of a refused statement.

It may have subgraphs that are refused as well, and so on.
"""


class _Token(NamedTuple):
    kind: str
    text: str
    line: int

    @property
    def is_name(self) -> bool:
        return self.kind in ("word", "name")

    def is_word(self, *words: str) -> bool:
        """Whether it is one of these keywords, unquoted."""
        return self.kind == "word" and self.text.lower() in words


class _Wrong(Exception):
    """Text that isn't a statement."""


_END = _Token("end", "", 0)


def recognizes(given: AdapterInput) -> bool:
    """Whether a file begins with a graph in DOT."""
    return _START.match(given.sample.decode("utf-8-sig", "replace")) is not None


def lines(given: AdapterInput) -> Iterator[Line]:
    """The graphs of a file, each named after the file."""
    reading = _Reading(list(_tokens(given.text())))
    while reading.begin():
        drawing = Drawing()
        reading.statements(drawing)
        yield drawing.line()
        yield from reading.refused()


def _tokens(text: str) -> Iterator[_Token]:
    at, line = 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            yield _Token("wrong", text[at], line)
            at += 1
            continue
        kind, said, end = str(found.lastgroup), found.group(), found.end()
        if kind == "html":
            end = _end_of_html(text, at)
            said = re.sub(r"<[^>]*>", " ", text[at + 1 : end - 1]).strip()
        elif kind == "quoted":
            said = said[1:-1].replace("\\\n", "").replace('\\"', '"')
        if kind != "skipped":
            yield _Token(_KINDS.get(kind, said), said, line)
        line += text.count("\n", at, end)
        at = end


def _end_of_html(text: str, at: int) -> int:
    depth = 0
    for place in range(at, len(text)):
        depth += {"<": 1, ">": -1}.get(text[place], 0)
        if not depth:
            return place + 1
    return len(text)


class _Reading:
    """The tokens of a file, from left to right."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._refused: list[UnreadPart] = []

    def refused(self) -> list[UnreadPart]:
        """The texts since the last call that weren't statements."""
        refused, self._refused = self._refused, []
        return refused

    def begin(self) -> bool:
        """Skip to after the next opening brace, if there is one."""
        while (token := self._take()) is not _END:
            if token.kind == "{":
                return True
        return False

    def statements(self, drawing: Drawing, depth: int = 0, direction: str = "forward") -> list[str]:
        """Read up to the closing brace; return the names of all boxes read.

        `direction` is the `dir` of arrows that have none of their own.
        """
        boxes: list[str] = []
        while self._peek() is not _END and self._peek().kind != "}":
            begin = self._at
            try:
                if self._peek().is_word(*_DEFAULTS) and self._peek(1).kind == "[":
                    is_for_edges = self._take().is_word("edge")
                    defaults = self._attributes()
                    direction = defaults.get("dir", direction) if is_for_edges else direction
                else:
                    boxes += self._statement(drawing, depth, direction)
            except _Wrong:
                self._refuse(begin)
        self._take()
        return boxes

    def _statement(self, drawing: Drawing, depth: int, direction: str) -> list[str]:
        if self._peek().kind == ";":
            self._take()
            return []
        if self._peek().is_name and self._peek(1).kind == "=":
            self._at += 2
            self._name()
            return []
        chain = [self._ends(drawing, depth, direction)]
        while self._peek().kind in ("->", "--"):
            if self._take().kind == "--":
                raise _Wrong
            chain.append(self._ends(drawing, depth, direction))
        attributes = self._attributes()
        if len(chain) == 1 and "label" in attributes:
            for box in chain[0]:
                drawing.box(box, _shown(attributes["label"], box))
        direction = attributes.get("dir", direction)
        if len(chain) > 1 and direction in _UNORDERED:
            raise _Wrong
        for begins, ends in pairwise(chain if direction != "back" else chain[::-1]):
            drawing.arrows(begins, ends)
        return [box for boxes in chain for box in boxes]

    def _ends(self, drawing: Drawing, depth: int, direction: str) -> list[str]:
        """The boxes in a list or a subgraph at an end of an edge."""
        if self._peek().is_word("subgraph"):
            self._take()
            if self._peek().is_name:
                self._take()
        if self._peek().kind == "{":
            if depth == _DEEPEST:
                raise ValueError(tr("subgraphs are nested too deep"))
            self._take()
            return self.statements(drawing, depth + 1, direction)
        boxes = [self._box(drawing)]
        while self._peek().kind == ",":
            self._take()
            boxes.append(self._box(drawing))
        return boxes

    def _box(self, drawing: Drawing) -> str:
        box = self._name()
        while self._peek().kind == ":":  # a port, and a side of the box
            self._take()
            self._name()
        drawing.box(box)
        return box

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._peek().kind == "[":
            self._take()
            while self._peek().kind != "]":
                attribute = self._name()
                if self._peek().kind == "=":
                    self._take()
                    found[attribute] = self._name()
                if self._peek().kind in (",", ";"):
                    self._take()
            self._take()
        return found

    def _name(self) -> str:
        if not self._peek().is_name:
            raise _Wrong
        said = self._take().text
        while self._peek().kind == "+" and self._peek(1).is_name:
            self._take()
            said += self._take().text
        return said

    def _refuse(self, begin: int) -> None:
        """Refuse what isn't a statement, up to a semicolon or the end of the line."""
        line = (self._tokens[self._at - 1] if self._at > begin else self._take()).line
        while self._peek().kind not in (_END.kind, "}") and self._peek().line == line:
            if self._take().kind == ";":
                break
        refused = self._tokens[begin : min(self._at, begin + _MOST_REFUSED)]
        text = " ".join(token.text for token in refused)
        self._refused.append(UnreadPart(refused[0].line, text[:_MOST_REFUSED]))

    def _peek(self, ahead: int = 0) -> _Token:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else _END

    def _take(self) -> _Token:
        token = self._peek()
        self._at += 1
        return token


def _shown(label: str, box: str) -> str:
    """A label as Graphviz shows it, on one line."""
    escapes = {"n": " ", "l": " ", "r": " ", "N": box}
    text = re.sub(r"\\(.)", lambda found: escapes.get(found[1], found[1]), label)
    return " ".join(html.unescape(text).split())
