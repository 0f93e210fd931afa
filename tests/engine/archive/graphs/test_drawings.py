"""DOT and Mermaid files, as far as they are plain graphs."""

import gc
import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.graphs import dot, grammar, mermaid, pieces
from tanglescope.engine.archive.graphs.adapters import AdapterInput, UnreadPart
from tanglescope.engine.archive.graphs.drawings import DOT, MERMAID
from tanglescope.engine.archive.graphs.pieces import is_piece
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import UnreadableArchive
from tanglescope.engine.drawing import diagram_text
from tanglescope.engine.drawing.diagram_text import DrawnMessage
from tanglescope.engine.language.readable import without_controls
from tanglescope.engine.library import Library

READERS = {"dot": DOT, "mermaid": MERMAID}
Causes = dict[str, list[str]]


def read(format_: str, text: str | bytes) -> tuple[Causes, dict[str, str], list[UnreadPart]]:
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


def file_of(text: str | bytes) -> AdapterInput:
    data = text if isinstance(text, bytes) else text.encode()
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
        "b<b>o</b>ld": ["e f"],
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
    assert refused == [UnreadPart(2, f"a -> b [dir={direction}]")]


def test_of_refused_edges_around_each_other_only_the_beginning_is_kept() -> None:
    text = "digraph {" + "{" * 40 + '"' + "a" * 1_000_000 + '"' + "} -- b" * 40 + "}"
    causes, _, refused = read("dot", text)
    assert list(causes) == ["a" * 1_000_000, "b"]
    assert len(refused) == 40
    assert sum(len(each.text) for each in refused) < 1_000_000


DRAWN_IN_DOT = {
    "undirected in a chain": (
        "a -> b -- c -> d",
        {"a": [], "b": ["a"], "c": [], "d": ["c"]},
        ["b -- c"],
    ),
    "both ways": ("a -> b -> c [dir=both]", {"a": [], "b": [], "c": []}, None),
    "over several lines": (
        'a\n ->\n b [\n  label="x\ny",\n  color=red\n ]\n -> c',
        {"a": [], "b": ["a"]},
        ["-> c"],
    ),
    "a fault in attributes": ("a [x=1,\n ?,\n y=2]\n b -> c", {"b": [], "c": ["b"]}, None),
    "an open bracket": ("a [x=1\n b -> c\n d -> e [y=2]", {"b": [], "c": ["b"]}, None),
    "an open quote": ('a [label="x]\n b -> c', {"b": [], "c": ["b"]}, None),
    "a fault in a subgraph": (
        "subgraph s { a -> b; ] ; c } -> d",
        {"a": [], "b": ["a"], "c": [], "d": ["a", "b", "c"]},
        ["]"],
    ),
    "two on a line": ("a -> b c -> d", {"a": [], "b": ["a"], "c": [], "d": ["c"]}, []),
    "ports and quotes": ('"a:b":n -> c:d:sw', {"a:b": [], "c": ["a:b"]}, []),
    "two texts": ('"a" + "b" -> c', {"ab": [], "c": ["ab"]}, []),
    "a keyword": ("node -> a\n b -> c", {"b": [], "c": ["b"]}, None),
    "a keyword as an end": ("a -> Node\n b -> c", {"b": [], "c": ["b"]}, ["a -> Node"]),
    "numbers": ("-1.5 -> .5 -> 2.", {"-1.5": [], ".5": ["-1.5"], "2.": [".5"]}, []),
}


@pytest.mark.parametrize("case", DRAWN_IN_DOT)
def test_a_faulty_statement_of_dot_costs_only_itself(case: str) -> None:
    text, expected, texts = DRAWN_IN_DOT[case]
    causes, _, refused = read("dot", f"digraph {{\n{text}\n}}")
    assert {box: causes[box] for box in expected} == expected
    assert not set(causes) - set(expected) - set("abcde")
    if texts is not None:
        assert [each.text for each in refused] == texts


def test_all_graphs_of_a_file_are_read() -> None:
    text = b"digraph { a -> b }\ngraph u { p -- q -- r }\nstrict digraph { c -> d -> c }"
    found = list(READERS["dot"].lines(file_of(text)))
    graphs = [line for line in found if not isinstance(line, UnreadPart)]
    assert [[node["id"] for node in graph["nodes"]] for graph in graphs] == [
        ["a", "b"],
        ["p", "q", "r"],
        ["c", "d"],
    ]
    assert [each for each in found if isinstance(each, UnreadPart)] == [
        UnreadPart(2, "p -- q"),
        UnreadPart(2, "q -- r"),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b'digraph { charset="latin1"; "M\xe4use" -> "M\xf6use" }', ["M\xe4use", "M\xf6use"]),
        (b'digraph { graph [charset="ISO-8859-1"] M\xe4use -> b }', ["M\xe4use", "b"]),
        (b"digraph { M\xe4use -> M\xf6use }", ["M\xe4use", "M\xf6use"]),
        (b"\xef\xbb\xbfdigraph { M\xc3\xa4use -> b }", ["M\xe4use", "b"]),
        (b"digraph { charset=big5; \xa4\xa4 -> b }", ["\u4e2d", "b"]),
        ("digraph { \U0001f33f\u200d -> b }".encode(), ["\U0001f33f\u200d", "b"]),
    ],
)
def test_names_of_dot_have_the_encoding_that_the_graph_declares(
    text: bytes, names: list[str]
) -> None:
    assert list(read("dot", text)[0]) == names


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("<<table><tr><td>a</td><td port='x'>b</td></tr></table>>", "a b"),
        ("<one<br/>two &#9829; <i><b>th</b></i>ree>", "one two \u2665 three"),
        ('"&#' + "9" * 5_000 + ';"', "&#" + "9" * 5_000 + ";"),
    ],
)
def test_html_labels_of_dot_may_be_nested(label: str, shown: str) -> None:
    assert read("dot", f"digraph {{a [label={label}]}}")[1] == {"a": shown}


def test_a_default_label_of_dot_is_that_of_new_boxes() -> None:
    text = 'digraph {a; node [label="x \\N"]; a -> b; {node [label=y] c [label=z] d} e}'
    assert read("dot", text)[1] == {"b": "x b", "c": "z", "d": "y", "e": "x e"}


A_TO_B: Causes = {"a": [], "b": ["a"]}
MERMAID = {
    'a--"x"-->b': A_TO_B,
    "a -- x y--> b": A_TO_B,
    'a-."x".->b': A_TO_B,
    "a -. x . y .-> b": A_TO_B,
    'a=="x"==>b': A_TO_B,
    "a == x = y ==> b": A_TO_B,
    'a -- "x > y" --> b': A_TO_B,
    "a -- two<br>lines --> b": A_TO_B,
    "a -- two\nlines --> b": A_TO_B,
    'a -- "`**x** _y_`" --> b': A_TO_B,
    'a -->|"x | y"| b': A_TO_B,
    "a ---->|x|b": A_TO_B,
    "a\n  --> b": A_TO_B,
    "a -->\n  b": A_TO_B,
    "a e1@--> b\n e1@{ animate: true }": A_TO_B,
    "a my-edge@== x ==> b\n class my-edge blue": A_TO_B,
    "a@{ shape: rect,\n label: 'A' } --> b@{ icon: x }": A_TO_B,
    "a:::x-y -.-> b:::z": A_TO_B,
    "a:::x-->b:::y": A_TO_B,
    'a["x\ny"] --> b["`u\n v`"]': A_TO_B,
    "accTitle: c d\n accDescr: e f\n a --> b": A_TO_B,
    "accDescr {\n c\n d }\n a --> b": A_TO_B,
    "%% c\n a --> b %% c": None,
    "a --> b\n%% c --> d\n": A_TO_B,
    "%%{init: {\n 'c': 'd'\n}}%%\n a --> b": A_TO_B,
    'click a "https://c.example;d" "e"\n a --> b': A_TO_B,
    "a --> b; style a fill:#f9f;linkStyle 0 color:red;": A_TO_B,
    "subgraph one [T]\n direction TB\n a --> b\n end": A_TO_B,
    "subgraph a title\n a --> b\n end": A_TO_B,
    'subgraph "c"\n a\n end\n a --> b': A_TO_B,
    "subgraph c\n a\n end\n subgraph d\n b\n end\n a --> b\n c --> d": A_TO_B,
    "a ~~~ c\n a --> b": {"a": [], "c": [], "b": ["a"]},
    "a & b --> c & d": {"a": [], "b": [], "c": ["a", "b"], "d": ["a", "b"]},
    "n---m-->c & d-->b": {"n": [], "m": [], "c": ["m"], "d": ["m"], "b": ["c", "d"]},
    "a <--> c --> b": {"a": [], "c": [], "b": ["c"]},
    "a --x c -- y --o d": {"a": [], "c": [], "d": []},
    "a <-- x --> c": {"a": [], "c": []},
    "style a fill:red": {"a": []},
}
"""Statements, and what mermaid 11 draws for them; None where it refuses them."""


@pytest.mark.parametrize("text", MERMAID)
def test_flowcharts_are_read_as_mermaid_draws_them(text: str) -> None:
    causes, _, _ = read("mermaid", f"flowchart LR\n {text}\n")
    assert causes == (MERMAID[text] or {})


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("a --> b\n n---m-->c\n c --> d", [UnreadPart(3, "n --- m")]),
        ("subgraph s\n a\n end\n s --> b", [UnreadPart(5, "s --> b")]),
        ("a[x (y)] --> b\n c --> d", [UnreadPart(2, "a[x (y)] --> b")]),
        ("a[f(x)\n word\n y] --> b\n c --> d", [UnreadPart(2, "a[f(x)\n word\n y] --> b")]),
        ("a[open\n c --> d[x]", [UnreadPart(2, "a[open")]),
        ('a["open\n c --> d["x"]', [UnreadPart(2, 'a["open')]),
        ("a -> b; c --> d", [UnreadPart(2, "a -> b")]),
        ("c --> d\n end of it\n", [UnreadPart(3, "of it")]),
    ],
)
def test_a_faulty_statement_of_mermaid_costs_only_itself(
    text: str, refused: list[UnreadPart]
) -> None:
    causes, _, found = read("mermaid", f"graph TD\n {text}\n")
    assert found == refused
    assert causes.get("d", ["c"]) == ["c"]
    assert not set(causes) - set("abcdnms")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("a[X: <b>e</b>]", "X: <b>e</b>"),
        ("a[path/to/]", "path/to/"),
        ("a[/in/]", "in"),
        ("a[\\out/]", "out"),
        ("a(((x)))", "x"),
        ("a((x))", "x"),
        ("a([x])", "x"),
        ("a[[x]]", "x"),
        ("a[(x)]", "x"),
        ("a(-x-)", "x"),
        ("a{{x}}", "x"),
        ("a{x}", "x"),
        ("a>x]", "x"),
        ('a["x"]:::y', "x"),
        ('a["(x) [y]"]', "(x) [y]"),
        ('a["`**x**`"]', "**x**"),
        ('a["#quot;x#9829;#quot;"]', '"x\u2665"'),
        ('a["<a href="b">c</a>"]', "<a href='b'>c</a>"),
        ('a@{ shape: rect, label: "x, y" }', "x, y"),
        ("a@{ label: 'it''s', shape: rect }", "it's"),
        ("a@{\n shape: rect\n label: x y\n}", "x y"),
        ("a@{\n label: |\n   x\n   y\n shape: rect\n}", "x y"),
        ("a[x]@{ shape: rect }", "x"),
    ],
)
def test_labels_of_mermaid_are_read_whole(text: str, label: str) -> None:
    assert read("mermaid", f"graph TD\n {text} --> b\n")[1] == {"a": label}


@pytest.mark.parametrize(
    "statements",
    [
        'a["x --> y"], a[x], b["[x]"], a["`x`"], a[/x/], a["x\ny"], c(x)',
        "x-->o, a --> b, b-->c, c-->\n d, c\n--> e, d-.->f, b --> c#35;, a.-->b-c",
        "a[x] --> b, b -->|yes| c[y], a --> b & c, a[x]:::s --> b, a --> b:::s",
        'a(x) --> b{y}, a{\'--> z} --> b("--> c"), a(-x-) --> b, a((x)) --> b, a{{x}} --> b',
        "a[x|y] --> b, a[x ] -->|a b| b( y ), a(x)-->b{y}-->c, a([x]) --> b, a[(x)] --> b",
        "a -- yes --> b, a[x] -- no, that --> b[y], a -- x --- b, a --x--> b, a -- x-y --> b",
        'a["x] --> y"] --> b, a["#quot;"] --> b["<br>"], a["x"] --> b["`y`"], a[" "] --> b[""]',
        "subgraph s, a --> s, end, s[t], s --> b, style a fill:#fff, end-->b",
        "e1@--> b, a e1@--> b, e1@{ animate: true }, a@{ label: y }, a[x]@{ shape: rect }",
        "accTitle: --> b, direction --> b, class --> b, a --x b, a <--> b, a --- b",
    ],
)
def test_statements_in_one_token_are_read_as_any_others(statements: str) -> None:
    """With a semicolon before the end of the line, they are read token by token."""
    lines = statements.split(", ")
    one = read("mermaid", "graph TD\n" + "".join(f" {line}\n" for line in lines))
    assert one == read("mermaid", "graph TD\n" + "".join(f" {line} ;\n" for line in lines))
    assert one[0]


@pytest.mark.parametrize("link", [" --> c", "--> c", "x--> c", "o--o c", "==> c", "-.-> c"])
@pytest.mark.parametrize("statement", ["a --> b", "b[x]", "a-->b ", 'b["x"] '])
def test_a_statement_goes_on_with_a_link_on_the_next_line(statement: str, link: str) -> None:
    one = read("mermaid", f"graph TD\n{statement}\n{link}\n")
    assert one[:2] == read("mermaid", f"graph TD\n{statement} {link}\n")[:2]


def test_a_flowchart_in_latin_1_keeps_its_names_apart() -> None:
    assert read("mermaid", b"graph TD\n M\xe4use --> M\xf6use\n")[0] == {
        "M\xe4use": [],
        "M\xf6use": ["M\xe4use"],
    }


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
        ("mermaid", "graph TD\n a --> b\n b --- c\n |\n c --> d\n", [3, 4]),
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
        assert (report.added, report.rules) == (4, {"shape": 1})
        assert report.first_bad is not None
        assert "line 3" in report.first_bad
        assert library.conversation("graph:room").in_order() == ["a", "c", "b", "d"]
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
        shown = without_controls(box.label)
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


@pytest.mark.parametrize("deep", ["{" * 100_000, "a [label=" + "<" * 100_000])
def test_what_is_nested_too_deep_is_refused_alone(deep: str) -> None:
    causes, _, refused = read("dot", "digraph {\n b -> c\n" + deep)
    assert causes == {"b": [], "c": ["b"]}
    assert refused


def test_too_many_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "MOST_TOKENS", 1000)
    for format_, text in (
        ("dot", "digraph {" + "a;" * 1000),
        ("mermaid", "graph TD\n" + "a;" * 1000),
    ):
        with pytest.raises(ValueError, match="more than 1,000 words"):
            read(format_, text)
    with pytest.raises(ValueError, match="more than 1,000 words"):
        read("dot", "digraph {" + "}" * 2000)


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
    [("dot", "digraph {{", " ", "}->{"), ("mermaid", "graph TD\n", " & ", " --> ")],
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


@pytest.mark.parametrize("begin", ["digraph { a -> b }", "graph TD\na --> b\n"])
def test_a_drawing_that_unpacks_to_too_much_is_refused(tmp_path: Path, begin: str) -> None:
    """All of it may be one word, and no other thread runs while that is matched."""
    path = tmp_path / "bomb"
    path.write_bytes(gzip.compress(begin.encode() + b"a" * grammar.MOST_BYTES))
    with pytest.raises(UnreadableArchive, match="it is longer than 8 MiB"):
        list(open_archive(path).records())


@pytest.mark.parametrize(
    ("notation", "begin", "statement", "words"),
    [
        (dot._NOTATION, "digraph {", "a ", 1),
        (dot._NOTATION, "digraph {", "a->b;", 4),
        (dot._NOTATION, "digraph {", "{}", 2),
        (mermaid._NOTATION, "graph TD\n", "a;", 2),
        (mermaid._NOTATION, "graph TD\n", "a-->b\n", 4),
        (mermaid._NOTATION, "graph TD\n", "??\n", 2),
    ],
)
def test_a_collection_of_garbage_visits_few_objects_of_the_largest_drawing(
    notation: grammar.Notation, begin: str, statement: str, words: int
) -> None:
    """No other thread runs meanwhile: it visits about three million objects a second."""
    often = 2000
    grammar.read(notation, begin + statement)  # generates the parser
    gc.collect()
    before = len(gc.get_objects())
    statements = grammar.read(notation, begin + statement * often)
    gc.collect()
    visited = len(gc.get_objects()) - before
    assert statements
    assert visited / often / words * grammar.MOST_TOKENS < 1_300_000
