"""Drawings in the form of the specifications, compared with their figures edge by edge."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tanglescope.engine.drawing.layered import BOX_HEIGHT, BOX_WIDTH
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection, PictureTooLarge, export_bytes
from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of
from tools.texts import SAMPLES

FIGURES = {
    "SIP 9, classic feed": "D-->C-->B-->A",
    "SIP 9, multi-author tangle": "M-->X-->B-->A M-->Y-->B",
    "SIP 9, Tangle Origin, step 1": "B-->A C-->A D-->A E-->A",
    "SIP 9, Tangle Origin": "E-->C-->B-->A E-->D-->B",
}
"""The edges of the figures of SIP 9 as it writes them; A is the root in all."""

WAITING = "D-->Q D-->C-->B-->A E-->C"
"""Figure 8 of the group exclusion spec, until Q is there."""

ALL_PREVIOUS = "B-->A C-->A C-->B D-->A D-->B E-->A E-->B E-->C E-->D"
"""Step b of "Tangle Origin"."""

SET_STEPS = [
    ("A-->R", "", "A"),
    ("B-->A-->R", "", "AB"),
    ("C-->B-->A-->R", "C-->A", "BC"),
    ("C-->B-->A-->R D-->A", "C-->A", "BCD"),
    ("C-->B-->A-->R D-->A E-->D E-->C", "C-->A E-->C", "BDE"),
]
"""The figures of pzp-set: edges, `supersedes` edges, and the blue messages."""

GROUP = {
    "#EF476F": "1_init-->0_init",
    "#118AB2": "0_remove_2-->0_add_1-->0_add_0-->0_init",
    "#06D6A0": "1_add_0-->1_init",
    "#FFD166": "1_add_0-->1_init-->0_remove_2-->0_add_1-->0_add_0-->0_init",
}
"""The figure of "using all the tangles together": the edges of each colour."""

GROUP_BOXES = {
    "Additions": {"0_add_0", "0_add_1", "1_add_0"},
    "Epoch 0": {"0_init", "0_remove_2"},
    "Epoch 1": {"1_init"},
}
GROUP_KEY = {
    "members tangle 0": "#118AB2",
    "members tangle 1": "#06D6A0",
    "epoch tangle": "#EF476F",
    "group tangle": "#FFD166",
}

SET = "GDPC9QQZYpApwCojWLFd7qE4JZJJ46HiFQmbXABdhTke"

EPOCHS = {
    "Figure 1": "abd-->abcd",
    "Figure 2": "abc-->abcd",
    "Figure 3": "ab-->abcd abc-->abcd",
    "Figure 4": "abd-->abcd abc-->abcd",
    "Figure 4, settled": "ab-->abd-->abcd abc-->abcd",
    "Figure 5": "ab-->abcd cd-->abcd",
    "Figure 6": "ab-->abcd abcd-->abcd",
    "Figure 10": "abde-->abcde ab-->abcde",
}
"""The figures of section 4 of the group exclusion spec: epochs, named by their members."""

PINK, INDIGO, BLUE, GREY = "#e953da", "#4c44cf", "#66aaff", "#bbbbbb"
SVG = "{http://www.w3.org/2000/svg}"

Edges = set[tuple[str, str]]


def edges(figure: str) -> Edges:
    chains = [chain.split("-->") for chain in figure.split()]
    return {(one, other) for chain in chains for one, other in pairwise(chain)}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("figures")
    with Library.open(folder / "library.db") as opened:
        for name in ("sips", "texts"):
            opened.ingest(SAMPLES / f"{name}.ndjson")
        yield opened


def drawn(library: Library, address: str, form: str = "mermaid", **extra: frozenset[str]) -> str:
    wanted = ExportSelection(address, backlinks=True, **extra)
    return b"".join(export_bytes(library, wanted, form)).decode()


@dataclass(frozen=True)
class Box:
    """A box of a drawing: its text, its fill, and the title of the box around it."""

    text: str
    fill: str
    around: str


@dataclass(frozen=True)
class Drawing:
    """What a drawing of any form shows: boxes by name, and the edges of each colour."""

    boxes: dict[str, Box]
    edges: dict[str, Edges]

    def all_edges(self) -> Edges:
        return set().union(*self.edges.values())


def read(text: str, form: str) -> Drawing:
    return {"mermaid": mermaid, "dot": dot, "svg": svg}[form](text)


def unescaped(text: str) -> str:
    return re.sub(r"&?#(\d+);", lambda found: chr(int(found[1])), text)


def mermaid(text: str) -> Drawing:
    fills = dict(re.findall(r"classDef (\w+) fill:([^,]+)", text))
    boxes, around, links = dict[str, Box](), "", list[tuple[str, str]]()
    for line in text.splitlines():
        if found := re.fullmatch(r'  subgraph (?:\w+\["(.+)"\]|(\w+))', line):
            around = found[1] or found[2]
        elif line == "  end":
            around = ""
        elif found := re.fullmatch(r'  (\w+)[\[(]"([^"]*)"[\])](?::::(\w+))?', line):
            fill = fills.get(found[3] or "default", "none")
            boxes[found[1]] = Box(unescaped(found[2]), fill, unescaped(around))
        elif found := re.match(r'  (\w+)(?:\["([^"]*)"\]:::key)? (?:--|-.-|==).* (\w+)', line):
            links.append((found[1], found[3]) if not found[2] else ("key", unescaped(found[2])))
    by_color: dict[str, Edges] = {}
    colors = dict.fromkeys(range(len(links)), "")
    for numbers, color in re.findall(r"linkStyle (\S+) stroke:([^,]+)", text):
        colors |= dict.fromkeys(map(int, numbers.split(",")), color)
    for number, link in enumerate(links):
        by_color.setdefault(colors[number], set()).add(link)
    return Drawing(boxes, by_color)


def dot(text: str) -> Drawing:
    boxes, around, by_color = dict[str, Box](), "", dict[str, Edges]()
    for line in text.splitlines():
        if found := re.match(r'  subgraph \w+ { label="(.*?)"', line):
            around = unescaped(found[1])
        elif line == "  }":
            around = ""
        elif found := re.match(r'  (\w+) \[label="(.*?)"(?:.*fillcolor="(.*?)")?', line):
            boxes[found[1]] = Box(unescaped(found[2]), found[3] or "", around)
            if key := re.search(r'-> \w+ \[color="(.*?)"', line):
                del boxes[found[1]]
                by_color.setdefault(key[1], set()).add(("key", unescaped(found[2])))
        elif found := re.match(r'  (\w+) -> (\w+)(?: \[.*?color="(.*?)")?', line):
            by_color.setdefault(found[3] or "", set()).add((found[1], found[2]))
    return Drawing(boxes, by_color)


def svg(text: str) -> Drawing:
    """The boxes by their corners, and edges between the boxes that their ends touch."""
    tree = ElementTree.fromstring(text)
    rects = [dict(rect.items()) for rect in tree.iter(f"{SVG}rect")]
    texts = [
        (float(t.get("x", 0)), float(t.get("y", 0)), str(t.text)) for t in tree.iter(f"{SVG}text")
    ]
    areas = {
        f"n{n}": (float(r["x"]), float(r["y"]), float(r["width"]), float(r["height"]))
        for n, r in enumerate(rects)
    }
    frames = {n for n, area in areas.items() if area[2:] != (BOX_WIDTH, BOX_HEIGHT)} | {
        n for n, r in zip(areas, rects, strict=True) if r.get("rx") == "4"
    }

    def inside(name: str, x: float, y: float, slack: float = 0.5) -> bool:
        left, top, width, height = areas[name]
        return (
            left - slack <= x <= left + width + slack and top - slack <= y <= top + height + slack
        )

    boxes = {}
    for name, rect in zip(areas, rects, strict=True):
        if name in frames:
            continue
        said = [word for x, y, word in texts if inside(name, x, y)]
        left, top = areas[name][:2]
        titles = [
            word
            for frame in frames
            if inside(frame, left, top)
            for x, y, word in texts
            if (x, y) == (areas[frame][0] + 16, areas[frame][1] - 5)
        ]
        boxes[name] = Box(": ".join(said), rect["fill"], "".join(titles))
    by_color: dict[str, Edges] = {}
    for path in tree.iter(f"{SVG}path"):
        if path.get("fill") != "none":
            continue
        points = [
            tuple(map(float, p.split(",")))
            for p in re.findall(r"[-\d.]+,[-\d.]+", path.get("d", ""))
        ]
        (x, y), (right, bottom) = points[0], points[-1]
        begin = [name for name in boxes if inside(name, x, y)]
        end = [name for name in boxes if inside(name, right, bottom)]
        if begin and end:
            color = path.get("stroke", "")
            is_extra = path.get("stroke-width") == "1"
            pair = (begin[0], end[0]) if is_extra else (end[0], begin[0])
            by_color.setdefault(color, set()).add(pair)
        else:
            [title] = [word for tx, ty, word in texts if tx == right + 12 and abs(ty - bottom) < 6]
            by_color.setdefault(path.get("stroke", ""), set()).add(("key", title))
    return Drawing(boxes, by_color)


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
@pytest.mark.parametrize("figure", FIGURES)
def test_edges_and_colours_are_those_of_the_figure(
    library: Library, figure: str, form: str
) -> None:
    found = read(drawn(library, f"graph:{figure}", form), form)
    letters = {name: box.text[-1] for name, box in found.boxes.items()}
    assert {(letters[a], letters[b]) for a, b in found.all_edges()} == edges(FIGURES[figure])
    for name, letter in letters.items():
        assert found.boxes[name].fill == (INDIGO if letter == "A" else PINK)


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
def test_a_missing_message_is_an_outline(library: Library, form: str) -> None:
    found = read(drawn(library, "graph:Group exclusion spec, Figure 8", form), form)
    letters = {name: box.text[-1] for name, box in found.boxes.items()}
    assert {(letters[a], letters[b]) for a, b in found.all_edges()} == edges(WAITING)
    (missing,) = (found.boxes[name] for name, letter in letters.items() if letter == "Q")
    assert missing.fill not in (PINK, INDIGO)


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
def test_a_feed_is_in_a_box_of_its_name(library: Library, form: str) -> None:
    keys = json.loads((SAMPLES / "texts.json").read_text())["SIP 9, classic feed"]
    feed = library.messages([keys["A"]])[keys["A"]].author
    found = read(drawn(library, f"feed:{feed}", form), form)
    assert {box.around for box in found.boxes.values()} == {"feed"}
    letters = {
        name: "A" if box.fill == INDIGO else box.text[-1] for name, box in found.boxes.items()
    }
    assert {(letters[a], letters[b]) for a, b in found.all_edges()} == edges("D-->C-->B-->A")


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
def test_a_group_shows_all_its_tangles(library: Library, form: str) -> None:
    keys = json.loads((SAMPLES / "texts.json").read_text())["Section 4.10.4"]
    found = read(drawn(library, f"group:{keys['0_init']}", form), form)
    said = {
        ("Epoch 0", "init"): "0_init",
        ("Epoch 1", "init"): "1_init",
        ("Epoch 0", "exclude: C"): "0_remove_2",
        ("Additions", "add: A"): "0_add_0",
        ("Additions", "add: B, C"): "0_add_1",
        ("Additions", "add: A, B"): "1_add_0",
    }
    names = {
        name: said[box.around, box.text.removeprefix("Z: ")] for name, box in found.boxes.items()
    }
    around: dict[str, set[str]] = {}
    for name, box in found.boxes.items():
        around.setdefault(box.around, set()).add(names[name])
    assert around == GROUP_BOXES
    assert {box.fill for box in found.boxes.values()} == {"#eeeeee"}
    shown = {
        color: {(names[a], names[b]) for a, b in pairs if a != "key"}
        for color, pairs in found.edges.items()
    }
    assert shown == {color: edges(chain) for color, chain in GROUP.items()}
    key = {b: color for color, pairs in found.edges.items() for a, b in pairs if a == "key"}
    assert key == GROUP_KEY


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
@pytest.mark.parametrize("figure", EPOCHS)
def test_epochs_are_drawn_with_their_members(library: Library, figure: str, form: str) -> None:
    keys = json.loads((SAMPLES / "texts.json").read_text())[figure]
    found = read(drawn(library, f"epoch:{keys['G' if 'G' in keys else 'X']}", form), form)
    members = {n: box.text.split(": ")[-1].replace(", ", "") for n, box in found.boxes.items()}
    pairs = found.edges["#EF476F"]
    assert {(members[a], members[b]) for a, b in pairs if a != "key"} == edges(EPOCHS[figure])
    assert {box.fill for box in found.boxes.values()} == {"#eeeeee"}
    assert {box.around for box in found.boxes.values()} == {
        f"Epoch {number}" for number in range(len(found.boxes))
    }


def test_a_part_of_a_group_has_the_lines_between_its_messages(library: Library) -> None:
    keys = json.loads((SAMPLES / "texts.json").read_text())["Section 4.10.4"]
    part = frozenset({keys["0_init"], keys["0_add_0"]})
    wanted = ExportSelection(f"group:{keys['0_init']}", backlinks=True, keys=part)
    found = read(b"".join(export_bytes(library, wanted, "svg")).decode(), "svg")
    assert len(found.boxes) == 2
    assert {color for color, pairs in found.edges.items() if any(a != "key" for a, _ in pairs)} == {
        "#118AB2",
        "#FFD166",
    }


def test_the_links_to_all_previous_messages_are_those_of_step_b(library: Library) -> None:
    extra = frozenset({"all-previous"})
    for form in ("mermaid", "svg"):
        text = drawn(library, "graph:SIP 9, Tangle Origin", form, extra=extra)
        found = read(text, form)
        letters = {name: box.text[-1] for name, box in found.boxes.items()}
        assert {(letters[a], letters[b]) for a, b in found.all_edges()} == edges(ALL_PREVIOUS)
        assert "==  ==>" not in text


def letters_of_set(found: Drawing) -> dict[str, str]:
    """The letters of the boxes in a picture of the set; C deletes alice and comes after B."""
    begin = {"begins": "R", "adds alice": "A", "deletes alice": "C", "adds carol": "E"}
    letters = {
        name: letter
        for name, box in found.boxes.items()
        for word, letter in begin.items()
        if word in box.text
    }
    before_c = {b for a, b in found.all_edges() if letters.get(a) == "C" and b not in letters}
    bobs = found.boxes.keys() - letters.keys()
    return letters | {name: "B" if not before_c or name in before_c else "D" for name in bobs}


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
@pytest.mark.parametrize("step", range(len(SET_STEPS)))
def test_a_set_is_drawn_as_it_grows(tmp_path: Path, step: int, form: str) -> None:
    log = (SAMPLES / "set.ndjson").read_text().splitlines(keepends=True)
    known = tmp_path / "set.ndjson"
    known.write_text("".join(log[: 4 + 2 + step]))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(known)
        text = drawn(library, SET, form, extra=frozenset({"supersedes"}))
    found = read(text, form)
    plain, superseding, blue = SET_STEPS[step]
    letters = letters_of_set(found)
    shown = {
        color: {(letters[a], letters[b]) for a, b in pairs} for color, pairs in found.edges.items()
    }
    assert shown.pop("#0055ff", set()) == edges(superseding)
    assert set().union(*shown.values()) == edges(plain)
    assert {letters[n]: box.fill for n, box in found.boxes.items()} == {
        letter: BLUE if letter in blue else GREY for letter in letters.values()
    }


def test_links_to_all_previous_messages_are_refused_where_there_are_too_many(
    tmp_path: Path,
) -> None:
    ann = Author("ann")
    said = [ann.say(post(f"{number}")) for number in range(201)]
    with (
        library_of(tmp_path, *said) as library,
        pytest.raises(TanglescopeError, match="201 messages have too many links"),
    ):
        drawn(library, f"feed:{ann.feed}", extra=frozenset({"all-previous"}))


def test_a_figure_has_as_many_messages_as_can_be_read(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post(f"{number}")) for number in range(501)]
    with library_of(tmp_path, *said) as library, pytest.raises(PictureTooLarge, match="is 500"):
        drawn(library, f"feed:{ann.feed}", "svg")
