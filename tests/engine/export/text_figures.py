"""The figures of the texts, as their authors wrote them in Mermaid, in `tests/data/figures`."""

import re
from dataclasses import dataclass, field
from itertools import pairwise, product
from pathlib import Path

FIGURES = Path(__file__).parents[2] / "data" / "figures"

_ARROW = re.compile(
    r'\s*(--"[^"]*"-->|-\."[^"]*"\.->|-\. [^.]* \.->|-{2,}>|-\.->|-\.-|---)\s*',
)
_NODE = re.compile(r"\s*(\w+)\s*(?:\[([^\]]*)\]|\(([^)]*)\))?(?::::(\w+))?\s*$")
_SKIPPED = ("classDef", "class ", "style ", "linkStyle", "graph ", "flowchart ", "direction")


@dataclass(frozen=True)
class FigureEdge:
    """An edge: its ends, what is written on it, its colour, and whether it is dotted."""

    begin: str
    end: str
    text: str
    is_dotted: bool
    color: str = ""


@dataclass
class TextFigure:
    """A figure: the text and the fill of each box, the box around it, and the edges."""

    edges: list[FigureEdge] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    fills: dict[str, str] = field(default_factory=dict)
    around: dict[str, str] = field(default_factory=dict)

    def fill(self, name: str) -> str:
        """The fill of a box, in six digits."""
        return self.fills.get(self.classes.get(name, "default"), "")

    def pairs(self) -> set[tuple[str, str]]:
        """The ends of all edges."""
        return {(edge.begin, edge.end) for edge in self.edges}

    def by_color(self) -> dict[str, set[tuple[str, str]]]:
        """The ends of the edges of each colour."""
        found: dict[str, set[tuple[str, str]]] = {}
        for edge in self.edges:
            found.setdefault(edge.color, set()).add((edge.begin, edge.end))
        return found


def text_figure(name: str) -> TextFigure:
    """Read a figure; what it hides, to keep boxes in place, is left out."""
    figure, around = TextFigure(), ""
    styles: dict[int, str] = {}
    hidden: set[str] = set()
    for line in re.split(r"[;\n]", (FIGURES / f"{name}.mmd").read_text(encoding="utf-8")):
        said = line.strip()
        if found := re.match(r"classDef (\w+) (.*)", said):
            fill = re.search(r"fill:\s*(#?\w+)", found[2])
            figure.fills[found[1]] = _six_digits(fill[1]) if fill else ""
            hidden |= {found[1]} if "stroke:none" in found[2] and found[1] == "hidden" else set()
        elif found := re.match(r"class (\S+) (\w+)", said):
            figure.classes |= dict.fromkeys(found[1].split(","), found[2])
        elif found := re.match(r"linkStyle (\S+) .*stroke:\s*(#?\w+)", said):
            styles |= dict.fromkeys(map(int, found[1].split(",")), found[2])
        elif found := re.match(r'subgraph (?:\w+\[(.+)\]|"?(\w+)"?)', said):
            around = found[1] or found[2]
        elif said == "end":
            around = ""
        elif said and not said.startswith((*_SKIPPED, "%%", "title:", "---\n")) and said != "---":
            _read_chain(figure, said, around)
    edges = [
        FigureEdge(each.begin, each.end, each.text, each.is_dotted, styles.get(number, ""))
        for number, each in enumerate(figure.edges)
    ]
    figure.edges = [
        each
        for each in edges
        if each.color != "none" and "hidden" not in map(figure.classes.get, (each.begin, each.end))
    ]
    return figure


def _read_chain(figure: TextFigure, said: str, around: str) -> None:
    groups, *rest = _ARROW.split(said)
    chain = [_nodes(figure, groups, around)]
    arrows = rest[::2]
    chain += [_nodes(figure, group, around) for group in rest[1::2]]
    for (begins, ends), arrow in zip(pairwise(chain), arrows, strict=True):
        text = re.sub(r'^-[-.]\s*"?|"?\s*[-.]-+>?$', "", arrow)
        for begin, end in product(begins, ends):
            figure.edges.append(FigureEdge(begin, end, text, arrow.startswith("-.")))


def _nodes(figure: TextFigure, group: str, around: str) -> list[str]:
    names = []
    for part in group.split("&"):
        found = _NODE.match(part)
        assert found is not None, part
        name, text = found[1], found[2] or found[3]
        if text is not None:
            figure.texts[name] = re.sub("<[^>]*>", "", text).strip()
        if found[4]:
            figure.classes[name] = found[4]
        if around:
            figure.around.setdefault(name, around)
        names.append(name)
    return names


def _six_digits(color: str) -> str:
    return f"#{color[1] * 2}{color[2] * 2}{color[3] * 2}" if len(color) == 4 else color
