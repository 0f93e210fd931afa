"""Drawings: how files in DOT and flowcharts of Mermaid are recognized.

Reading them needs parsers that load slowly, which are in modules of their own: `dot`, `mermaid`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module

from tanglescope.engine.archive.graphs.adapters import AdapterInput, Line

# A file may be made to be slow. So repetitions are possessive, or what comes after them can't be
# part of them.
_REMARK = r"\s+|//[^\n]*|/\*.*?(?:\*/|\Z)|[#][^\n]*"
_WORD = r"(?:[^\W0-9]|[^\x00-\x7f])(?:\w|[^\x00-\x7f])*+"
_NAME = rf'(?:"(?:[^"\\]|\\.)*+"|<(?:[^<>]|<[^<>]*>)*+>|{_WORD}|-?[0-9.]+)'
_DOT = re.compile(
    rf"""(?isx)
    (?:{_REMARK})*+(?:strict\b(?:{_REMARK})*+)?
    (?:digraph\b(?:{_REMARK})*+{_NAME}?|graph\b[^\S\n]*+{_NAME}?)
    (?:{_REMARK})*+\{{"""
)
"""How DOT begins. A flowchart of Mermaid may have `graph TD` in a line, and `a{Why?}` in the next.

So the name of an undirected graph must be in the line of `graph`.
"""

_FLOWCHART = re.compile(
    r"\s*+(?:flowchart-elk|flowchart|graph)(?:[^\S\n]++(?:T[BD]|BT|RL|LR|BR|[<>^v]))?[^\S\n]*+[;\n]"
)
_OTHER_DIAGRAM = re.compile(
    r"\s*+(?:(?:sequence|class|state|er|requirement)Diagram|gitGraph|quadrantChart|C4[A-Z][a-z]++|gantt"
    r"|journey|kanban|mindmap|pie|timeline|(?:block|sankey|xychart|architecture|packet)-beta)"
    r"(?:-v\d)?+[^\S\n]*+[:;\n]"
)
_RULE = r"---[^\S\n]*+\n"
_FRONT_BEGINS = re.compile(rf"\s*+{_RULE}")
_FRONT_ENDS = re.compile(rf"(?m)^[^\S\n]*+{_RULE}")
_COMMENT = re.compile(r"(?m)^[^\S\n]*+%%(?!\{)[^\n]*+")
_TAG = re.compile(r"<\w[^<>]*+>")


@dataclass(frozen=True, slots=True)
class DrawingFormat:
    """Files in a notation of graphs, which the module of that name reads."""

    name: str
    begins: Callable[[str], object]

    def recognizes(self, given: AdapterInput) -> bool:
        """Whether a file begins with a graph in the notation."""
        return bool(self.begins(given.sample.decode("utf-8-sig", "replace")))

    def lines(self, given: AdapterInput) -> Iterable[Line]:
        """The graphs of a file, each named after the file."""
        module = import_module(f"{__package__}.{self.name.lower()}")
        lines: Iterable[Line] = module.lines(given)
        return lines


def is_other_diagram(sample: bytes) -> bool:
    """Whether a file begins with a diagram of Mermaid that isn't a flowchart."""
    return bool(_OTHER_DIAGRAM.match(without_remarks(sample.decode("utf-8-sig", "replace")) + "\n"))


DOT = DrawingFormat("DOT", _DOT.match)
MERMAID = DrawingFormat("Mermaid", lambda text: _FLOWCHART.match(without_remarks(text) + "\n"))


def without_remarks(text: str) -> str:
    """A flowchart without front matter, comments and directives, as Mermaid parses it.

    Its lines keep their numbers.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    begin = _FRONT_BEGINS.match(text)
    end = begin and _FRONT_ENDS.search(text, begin.end())
    if end:
        text = "\n" * text.count("\n", 0, end.end()) + text[end.end() :]
    text = _COMMENT.sub("", _without_directives(text))
    return _TAG.sub(lambda tag: tag.group().replace('"', "'"), text)


def _without_directives(text: str) -> str:
    parts = []
    at = 0
    while (begin := text.find("%%{", at)) >= 0 and (end := text.find("}%%", begin)) >= 0:
        parts += [text[at:begin], "\n" * text.count("\n", begin, end)]
        at = end + 3
    return "".join([*parts, text[at:]])
