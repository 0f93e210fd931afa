"""Flowcharts of Mermaid, if they are plain graphs: boxes and arrows between them.

An arrow points to the later node, as in the flowcharts that this program exports. A line that joins
boxes without an arrow doesn't define an order and is refused, like any text that isn't Mermaid.
"""

import html
import re
from collections.abc import Iterator

from engine.archive.graphs.adapters import AdapterInput, Line, UnreadPart
from engine.archive.graphs.pieces import Drawing
from engine.wording import tr

name = "Mermaid"

# What follows must be read in time that grows with the text: a file may be made to be slow. So
# repetitions are possessive, or what comes after them can't be part of them.
_RULE = r"---[^\S\n]*+\n"
_FRONT_BEGINS = re.compile(rf"\s*+{_RULE}")
_FRONT_ENDS = re.compile(rf"(?m)^[^\S\n]*+{_RULE}")
_HEADING = re.compile(
    r"(?:\s+|%%[^\n]*\n)*+(?:graph|flowchart)(?:-elk)?(?:\s+(?:T[BD]|BT|RL|LR))?\s*[;\n]"
)
_ELSE = re.compile(
    r"\s*+(?:%%.*|(?:subgraph|direction|classDef|class|style|linkStyle|click|accTitle|accDescr)\b.*"
    r"|end|)\s*+\Z"
)
_BOX = re.compile(r"\s*(\w+(?:[-.](?=\w)\w+)*)")
_AMONG = re.compile(r"\s*&")
_CLASS = re.compile(r"(?::::[\w-]+|@\{[^}]*\})")
_WITH_WORDS = re.compile(r"\s*(?:\w+@)?([<xo]?)(?:--|==|-\.)\s[^>|]+?(?:-{2,}|={2,}|\.-)([>xo]?)")
_PLAIN = re.compile(r"\s*(?:\w+@)?([<xo]?)(?:-{2,}|={2,}|-\.+-|~{3,})([>xo]?)(?:\s*\|[^|]*\|)?")
_LONGEST = 10_000  # characters of a statement
_CLOSES = {"[": "]", "(": ")", "{": "}", ">": "]"}


class _NoStatement(Exception):
    """Text that isn't a statement."""


def recognizes(given: AdapterInput) -> bool:
    """Whether a file begins with a flowchart."""
    text = given.sample.decode("utf-8-sig", "replace").replace("\r\n", "\n") + "\n"
    return _HEADING.match(text, _end_of_front(text)) is not None


def lines(given: AdapterInput) -> Iterator[Line]:
    """The flowchart of a file, named after the file."""
    text = given.text().replace("\r\n", "\n") + "\n"
    heading = _HEADING.match(text, _end_of_front(text))
    if heading is None:
        raise ValueError(tr("it has no heading"))
    drawing = Drawing()
    refused = []
    begin = text.count("\n", 0, heading.end())
    for number, line in enumerate(text[heading.end() :].split("\n"), begin + 1):
        for statement in _statements(line):
            try:
                _read(statement, drawing)
            except _NoStatement:
                refused.append(UnreadPart(number, statement))
    yield drawing.line()
    yield from refused


def _end_of_front(text: str) -> int:
    """Where the flowchart begins, after lines between two rules, if it has them in front."""
    begin = _FRONT_BEGINS.match(text)
    end = begin and _FRONT_ENDS.search(text, begin.end())
    return end.end() if end else 0


def _statements(line: str) -> Iterator[str]:
    """The text between semicolons, except those in labels and character references."""
    found = re.findall(r'(?:"[^"]*"|#\w+;|[^;"]|")+', line)
    yield from (each for each in found if each.strip())


def _read(statement: str, drawing: Drawing) -> None:
    if len(statement) > _LONGEST:
        raise _NoStatement
    if _ELSE.match(statement):
        return
    begins, at = _boxes(statement, 0, drawing)
    while statement[at:].strip():
        link = _WITH_WORDS.match(statement, at) or _PLAIN.match(statement, at)
        if link is None or link.group(1) or link.group(2) != ">":
            raise _NoStatement
        ends, at = _boxes(statement, link.end(), drawing)
        drawing.arrows(begins, ends)
        begins = ends


def _boxes(statement: str, at: int, drawing: Drawing) -> tuple[list[str], int]:
    """The boxes that `&` joins, and where they end."""
    boxes: list[str] = []
    while True:
        found = _BOX.match(statement, at)
        if found is None:
            raise _NoStatement
        box, at = found.group(1), found.end()
        label, at = _label(statement, at)
        while more := _CLASS.match(statement, at):
            at = more.end()
        drawing.box(box, label)
        boxes.append(box)
        among = _AMONG.match(statement, at)
        if among is None:
            return boxes, at
        at = among.end()


def _label(statement: str, at: int) -> tuple[str | None, int]:
    """The label of a box, without its outline; None if it has none."""
    if at >= len(statement) or statement[at] not in _CLOSES:
        return None, at
    outline: list[str] = []
    place = at
    while place < len(statement):
        mark = statement[place]
        if mark == '"':
            place = statement.find('"', place + 1)
            if place < 0:
                raise _NoStatement
        elif outline and mark == outline[-1]:
            outline.pop()
            if not outline:
                return _shown(statement[at : place + 1]), place + 1
        elif mark in _CLOSES and (mark != ">" or not outline):
            outline.append(_CLOSES[mark])
        place += 1
    raise _NoStatement


def _shown(outlined: str) -> str:
    inside = outlined.strip("[](){}>/\\")
    text = re.sub(r"#(\w+);", _reference, inside.strip().removeprefix('"').removesuffix('"'))
    return " ".join(re.sub(r"<br\s*/?>", " ", html.unescape(text)).split())


def _reference(found: re.Match[str]) -> str:
    code = found.group(1)
    return f"&#{code};" if code.isdigit() else f"&{code};"
