"""DOT and Mermaid files, as far as they are plain graphs."""

import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.archive.errors import UnreadableArchive
from engine.archive.graphs import adapters, dot, mermaid, pieces
from engine.archive.graphs.adapters import AdapterInput, UnreadPart
from engine.archive.graphs.pieces import is_piece
from engine.archive.opening import open_archive
from engine.drawing import diagram_text
from engine.drawing.diagram_text import DrawnMessage
from engine.library import Library

READERS = {"dot": dot, "mermaid": mermaid}
Causes = dict[str, list[str]]


def read(format_: str, text: str) -> tuple[Causes, dict[str, str], list[UnreadPart]]:
    """The causes of every box, the labels, and the refused lines."""
    file = file_of(text)
    assert READERS[format_].recognizes(file)
    causes: Causes = {}
    labels: dict[str, str] = {}
    refused = []
    for line in READERS[format_].lines(file):
        if isinstance(line, UnreadPart):
            refused.append(line)
            continue
        for node in line["nodes"]:
            causes[node["id"]] = node["after"]
            if node["label"] is not None:
                labels[node["id"]] = node["label"]
    return causes, labels, refused


def file_of(text: str) -> AdapterInput:
    data = text.encode()
    return AdapterInput(Path("file"), data, lambda: io.BytesIO(data))


def test_dot_is_read_with_all_that_it_may_hold() -> None:
    causes, labels, refused = read(
        "dot",
        """// drawn by hand
        strict digraph "a room" {
          rankdir=LR; node [shape=box, style="rounded"]
          a [label="the \\"first\\"\\none"]
          a -> b -> {c; d} [color="red"];
          subgraph cluster_1 { label = "later"; c:n -> "e f":p:s }
          /* e -> a */ 1.5 -> e [label="an edge"]
          # a line for the preprocessor
          "e" + " f" -> <b<b>o</b>ld>
        }""",
    )
    assert causes == {
        "a": [],
        "b": ["a"],
        "c": ["b"],
        "d": ["b"],
        "e f": ["c"],
        "1.5": [],
        "e": ["1.5"],
        "b o ld": ["e f"],
    }
    assert labels == {"a": 'the "first" one'}
    assert not refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a, b -> c, d:n", {"a": [], "b": [], "c": ["a", "b"], "d": ["a", "b"]}),
        ("a -> b -> c [dir=back]", {"a": ["b"], "b": ["c"], "c": []}),
        ("a -> b [dir=forward]", {"a": [], "b": ["a"]}),
        ("{edge [dir=back] a -> b} a -> c", {"a": ["b"], "b": [], "c": ["a"]}),
        ("edge [dir=back]; {a -> b} a -> c [dir=forward]", {"a": ["b"], "b": [], "c": ["a"]}),
        ("edge [dir=back]; edge [color=red]; a -> b", {"a": ["b"], "b": []}),
        ("graph [dir=back] node [dir=back] a -> b", {"a": [], "b": ["a"]}),
        ('"node" [shape=box] "Edge" -> "subgraph"', {"node": [], "Edge": [], "subgraph": ["Edge"]}),
        ("\U0001f33f\u200d -> ça_1 -> \u201ca\u201d", {
            "\U0001f33f\u200d": [], "ça_1": ["\U0001f33f\u200d"], "\u201ca\u201d": ["ça_1"]
        }),
    ],
)  # fmt: skip
def test_arrows_of_dot_go_the_way_graphviz_draws_them(text: str, expected: Causes) -> None:
    causes, _, refused = read("dot", f"digraph {{{text}}}")
    assert causes == expected
    assert not refused


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        (r'"C:\\new\\\\n"', r"C:\new\\n"),
        (r'"one\ntwo\lthree\r"', "one two three"),
        (r'"\N\x"', "ax"),
        ('"1 &lt; 2 &amp;lt; 3"', "1 < 2 &lt; 3"),
        ("<1 <b>&lt;</b> 2 &amp;lt; 3>", "1 < 2 &lt; 3"),
        ('"a\\\nb"', "ab"),
    ],
)
def test_labels_of_dot_read_as_graphviz_shows_them(label: str, shown: str) -> None:
    assert read("dot", f"digraph {{a [label={label}]}}")[1] == {"a": shown}


@pytest.mark.parametrize("direction", ["none", "both"])
def test_an_arrow_of_dot_with_no_direction_or_two_is_refused(direction: str) -> None:
    causes, _, refused = read("dot", f"digraph {{\n a -> b [dir={direction}]\n b -> c\n}}")
    assert causes == {"a": [], "b": [], "c": ["b"]}
    assert refused == [UnreadPart(2, f"a -> b [ dir = {direction} ]")]


def test_of_refused_statements_around_each_other_only_the_beginning_is_kept() -> None:
    text = "digraph {" + "{" * 40 + '"' + "a" * 1_000_000 + '"' + "} -- b" * 40 + "}"
    _, _, refused = read("dot", text)
    assert len(refused) == 40
    assert sum(len(each.text) for each in refused) < 1_000_000


def test_mermaid_is_read_with_all_that_it_may_hold() -> None:
    causes, labels, refused = read(
        "mermaid",
        """---
title: A room
---

%% drawn by hand
flowchart LR
  a["the #quot;first#quot; one"]:::red --> b(two<br>lines) & c{{three}} ==> d
  b -- words --> e; c -.->|more words| e
  subgraph later
    e -. soon .-> f-g((last))
  end
  style a fill:#fff
  linkStyle 0 stroke:red
  classDef red fill:red
""",
    )
    assert causes == {
        "a": [],
        "b": ["a"],
        "c": ["a"],
        "d": ["b", "c"],
        "e": ["b", "c"],
        "f-g": ["e"],
    }
    assert labels == {"a": 'the "first" one', "b": "two lines", "c": "three", "f-g": "last"}
    assert not refused


@pytest.mark.parametrize(
    ("format_", "text", "lines"),
    [
        ("dot", "digraph {\n a -> b\n b -- c\n ] x\n c -> d\n}", [3, 4]),
        ("dot", "graph {\n a -- b\n}", [2]),
        ("dot", "digraph {\n a -> b\n a -> \n", [3]),
        ("mermaid", "graph TD\n a --> b\n b --- c\n ?\n c --> d\n", [3, 4]),
        ("mermaid", "graph TD\n a <--> b\n b[open\n", [2, 3]),
    ],
)
def test_the_rest_is_read_where_a_line_is_refused(
    format_: str, text: str, lines: list[int]
) -> None:
    _, _, refused = read(format_, text)
    assert [each.line for each in refused] == lines


def test_refused_lines_are_in_the_quarantine(tmp_path: Path) -> None:
    path = tmp_path / "room.dot"
    path.write_text("digraph G {\n a -> b\n b -- c\n b -> d\n}\n")
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(path)
        assert (report.added, report.rules) == (3, {"shape": 1})
        assert report.first_bad is not None
        assert "line 3" in report.first_bad
        assert library.conversation("graph:room").in_order() == ["a", "b", "d"]
        assert library.ingest(path).added == 0
        assert library.check().ok


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@pytest.mark.parametrize("format_", READERS)
@given(labels=st.lists(NAMES, min_size=1, max_size=6), choice=st.randoms())
def test_what_this_program_draws_can_be_read_again(
    format_: str, labels: list[str], choice: object
) -> None:
    boxes = [
        DrawnMessage(str(place), label, tuple(str(other) for other in range(place) if other % 2))
        for place, label in enumerate(labels)
    ]
    causes, read_labels, refused = read(format_, getattr(diagram_text, format_)(boxes))
    assert not refused
    assert causes == {f"m{box.key}": [f"m{cause}" for cause in box.causes] for box in boxes}
    for box in boxes:
        shown = "".join(mark for mark in box.label if mark.isprintable())
        assert read_labels[f"m{box.key}"].split() == shown.split()


@pytest.mark.parametrize(("format_", "begin"), [("dot", "digraph {"), ("mermaid", "graph TD\n")])
@given(text=st.text(st.sampled_from('abc[](){}<>"-=.;:&|\\/#%\n +,@~x'), max_size=60))
def test_any_text_is_answered_in_words(format_: str, begin: str, text: str) -> None:
    for line in READERS[format_].lines(file_of(begin + text)):
        assert isinstance(line, UnreadPart) or is_piece(line)


@pytest.mark.parametrize(
    "text",
    [
        "graph TD\n  A[Start] --> B{Choice}\n  B --> C\n",
        "graph\n  A{Choice} --> B\n",
        "graph LR\n%% {directed}\n  A --> B{{Six corners}}\n",
        "%%{init: {'theme': 'dark'}}%%\ngraph TD\n  A --> B{Choice}\n",
        "graph TB;\n A --> B{Choice};\n",
    ],
)
def test_a_flowchart_with_braces_is_not_dot(tmp_path: Path, text: str) -> None:
    (tmp_path / "chart").write_text(text)
    assert open_archive(tmp_path / "chart").format == "Mermaid"


@pytest.mark.parametrize(
    "begin",
    [
        "graph {",
        "graph TD {",
        "strict graph\n{",
        'digraph "a {b}" // {\n{',
        "digraph <a <b>b</b>> {",
        "digraph\nG\n{",
        "/* graph TD */ graph -1.5 # G\n{",
    ],
)
def test_dot_is_recognized_with_any_name(tmp_path: Path, begin: str) -> None:
    (tmp_path / "chart").write_text(begin + " a -- b }")
    assert open_archive(tmp_path / "chart").format == "DOT"


def test_deep_subgraphs_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="nested too deep"):
        read("dot", "digraph {" + "{" * 100_000)


HOSTILE = {
    "comments": ("dot", "digraph {" + "/*" * 100_000),
    "quotes": ("dot", "digraph {" + '"' + '\\"' * 100_000),
    "spaces": ("mermaid", "graph TD\n a -- b" + " " * 100_000),
    "heading": ("mermaid", " \n" * 50_000 + "graph TD\n"),
    "brackets": ("mermaid", "graph TD\n a" + "[" * 100_000),
    "front matter": ("mermaid", "---\n" + "\n" * 100_000 + "---\ngraph TD\n"),
    "words": ("mermaid", "graph TD\n" + (" a -- " + " " * 9_000 + "\n") * 100),
    "dots": ("mermaid", "graph TD\n" + (" a -. " + "." * 9_000 + "\n") * 100),
    "ends": ("mermaid", "graph TD\n" + (" end" + " " * 9_000 + "?\n") * 100),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_texts_take_no_longer_than_others(case: str) -> None:
    format_, text = HOSTILE[case]
    causes, _, _ = read(format_, text)
    assert len(causes) <= 1


@pytest.mark.parametrize(
    ("format_", "begin", "among", "end"),
    [("dot", "digraph {{", " ", "}->{"), ("mermaid", "graph TD\n", "&", " --> ")],
)
def test_each_joined_with_each_has_a_limit(
    format_: str, begin: str, among: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "MOST", 99)
    boxes = among.join(f"n{number}" for number in range(10))
    others = boxes.replace("n", "m")
    with pytest.raises(ValueError, match="more than 99 arrows"):
        read(format_, begin + boxes + end + others)


@pytest.mark.parametrize("text", [" " * 100_000 + "x", "---\n" + "\n" * 100_000])
def test_space_before_anything_but_a_graph_costs_nothing(text: str) -> None:
    for reader in READERS.values():
        assert not reader.recognizes(file_of(text))


def test_a_drawing_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapters, "MOST", 1 << 20)
    path = tmp_path / "bomb.dot"
    path.write_bytes(gzip.compress(b"digraph { a -> b }" + b" " * (1 << 20)))
    with pytest.raises(UnreadableArchive, match="it is longer than 1 MiB"):
        list(open_archive(path).records())
