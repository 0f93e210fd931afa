"""Drawings as the original programs read them: mermaid 11, and Graphviz compiled for Node."""

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.archive.graphs.adapters import UnreadPart
from tests.engine.archive.graphs.test_drawings import (
    DRAWN_IN_DOT,
    MERMAID,
    READERS,
    file_of,
)
from tests.vectors import drawings

MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
"""A folder in which npm has installed what `parse.js` asks for."""

CHARTS = os.environ.get("TANGLESCOPE_CHARTS")
"""A folder with more drawings: flowcharts in Markdown, files in DOT."""

_BLOCK = re.compile(r"```+\s*mermaid[^\n]*\n(.*?)```", re.DOTALL)
_FLOWCHART = re.compile(r"(?m)^\s*(?:graph|flowchart)\b")

NAMES = ("a", "b", "c1", "x", "o", "d-e", "f.g", "h_i", "1j", "ä", "v", "K")
LABELS = (
    """
[x]|["x y"]|(x)|{x}|((x))|([x])|[[x]]|[(x)]|{{x}}|>x]|[/x/]|[/x\\]|["`x *y*`"]|(((x)))
["(x)<br>y"]|:::z|[x]:::z|@{ shape: rect }|@{ label: "x" }|(-x-)|[""]|[x#amp;y]|[[x]
""".strip()
    .replace("\n", "|")
    .split("|")
)
LINKS = (
    *("-->", " --> ", "---", " -.-> ", "-.->", " ==> ", " ==", " -- x --> ", "--x-->"),
    *("-- x y ---", "-->|x|", "-->|x| ", " <--> ", " --x ", " --o ", " ~~~ ", " e1@--> "),
    *('--"x"-->', '-."x".->', '=="x"==>', '-->|"x"|', ' -- "x > y" --> ', " -- x<br>y --> "),
    *("\n --> ", " -->\n ", " -- x > y --> ", " ----> ", " -...-> ", " <-- x --> ", " x--x "),
    *("-- x\ny -->", " -> "),
)
OTHERS = (
    *("%% a --> z", "subgraph s", "subgraph s [t u]", "subgraph t u", "end", "s --> a"),
    *("style a fill:#f9f", "classDef z fill:red", "class a,b z", "linkStyle 0 stroke:red"),
    *('click a "https://e.example"', "accTitle: a b", "accDescr {\n a\n b }"),
)
DOT_NAMES = (
    *("a", "b", '"c d"', "_e1", "-1.5", '"a" + "b"', "<f<b>g</b>>", "ä", '"node"', '"x\\"y"'),
    "node",
)
DOT_ENDS = ("{n}", "{n}", "{n}:p", "{n}:p:ne", "{{{n} {m}}}", "subgraph {{{n} -> {m}}}", "{n}, {m}")
DOT_LISTS = (
    *("", "", " [label=x]", ' [label="y z", color=red; w=1]', " [dir=back]", " [dir=both]"),
    *(" [label=<<b>x</b>>][a=b]", " [x]", "\n[\n  label=q\n]"),
)
DOT_OTHERS = (
    *("rankdir=LR", "node [shape=box]", "edge [dir=back]", "/* a -> z */", "// a -> z\n"),
    "{edge [dir=none] a -> b}",
)


def chart(chance: random.Random) -> str:
    """A flowchart of Mermaid, which may have faults."""
    lines = []
    for _ in range(chance.randint(1, 6)):
        if chance.random() < 0.3:
            lines.append(chance.choice(OTHERS))
            continue
        said = ""
        for number in range(chance.randint(1, 4)):
            said += chance.choice(LINKS) if number else ""
            said += chance.choice(NAMES) + (chance.choice(LABELS) if chance.random() < 0.5 else "")
            if chance.random() < 0.15:
                said += " & " + chance.choice(NAMES)
        lines.append(said)
    return "flowchart LR\n" + chance.choice(("\n", ";", "\n  ", ";\n")).join(lines) + "\n"


def graph(chance: random.Random) -> str:
    """A graph in DOT, which may have faults."""
    said = []
    for _ in range(chance.randint(1, 6)):
        if chance.random() < 0.2:
            said.append(chance.choice(DOT_OTHERS))
            continue
        ends = [
            chance.choice(DOT_ENDS).format(n=chance.choice(DOT_NAMES), m=chance.choice(DOT_NAMES))
            for _ in range(chance.randint(1, 3))
        ]
        said.append(" -> ".join(ends) + chance.choice(DOT_LISTS))
    return "digraph {\n" + chance.choice(("\n", "; ", " ", ";\n")).join(said) + "\n}"


def drawings_to_read() -> Iterator[tuple[str, str]]:
    """Drawings with their formats."""
    assert MODULES is not None
    yield from (("mermaid", f"flowchart LR\n {text}\n") for text in MERMAID)
    yield from (("dot", f"digraph {{\n{text}\n}}") for text, _, _ in DRAWN_IN_DOT.values())
    for folder in (Path(MODULES), Path(CHARTS or MODULES)):
        for path in sorted(folder.rglob("*.md")):
            for block in _BLOCK.findall(path.read_text("utf-8", "replace")):
                if _FLOWCHART.search(block):
                    yield "mermaid", block
        for path in sorted([*folder.rglob("*.dot"), *folder.rglob("*.gv")]):
            yield "dot", path.read_text("utf-8", "replace")
    chance = random.Random(0)
    yield from (("mermaid", chart(chance)) for _ in range(1000))
    yield from (("dot", graph(chance)) for _ in range(1000))


def drawn(format_: str, text: str) -> tuple[set[str], set[tuple[str, str]], int]:
    """Our boxes and arrows, those of the first graph, and how many parts were refused."""
    lines = list(READERS[format_].lines(file_of(text)))
    first = next(line for line in lines if not isinstance(line, UnreadPart))
    boxes = {node["id"] for node in first["nodes"]}
    arrows = {(cause, node["id"]) for node in first["nodes"] for cause in node["after"]}
    return boxes, arrows, sum(isinstance(line, UnreadPart) for line in lines)


@pytest.mark.slow
@pytest.mark.skipif(MODULES is None or shutil.which("node") is None, reason="no Node, no packages")
def test_the_original_programs_draw_the_same() -> None:
    given = list(dict.fromkeys(drawings_to_read()))
    asked = json.dumps([{"format": format_, "text": text} for format_, text in given])
    script = Path(drawings.__file__).parent / "parse.js"
    answers = json.loads(
        subprocess.run(
            ["node", str(script)], input=asked, capture_output=True, check=True, text=True
        ).stdout
    )
    read = 0
    for (format_, text), answer in zip(given, answers, strict=True):
        boxes, arrows, _ = drawn(format_, text)
        if answer is not None:
            read += 1
            assert boxes == set(answer["boxes"]), text
            assert arrows == set(map(tuple, answer["arrows"])), text
    assert read > 500
