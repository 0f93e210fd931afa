"""Diagrams as text: valid for other programs, whatever the labels contain."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.diagram_text import DrawnMessage, dot, mermaid
from tanglescope.engine.drawing.extra_edges import SUPERSEDES, TIE_BREAKS, ExtraEdges

DIAMOND = [
    DrawnMessage("%a", "Alice: ahoy", ()),
    DrawnMessage("%b", "Bob", ("%a",)),
    DrawnMessage("%c", "Carol", ("%a", "%elsewhere")),
    DrawnMessage("%d", "missing", ("%b", "%c"), is_ghost=True),
]


def test_mermaid_is_drawn_as_the_specification_draws() -> None:
    assert mermaid(DIAMOND).splitlines() == [
        "graph TD",
        '  m0["Alice#58; ahoy"]',
        '  m1["Bob"]',
        '  m2["Carol"]',
        '  m3("missing"):::ghost',
        "  m0 --> m1",
        "  m0 --> m2",
        "  m1 --> m3",
        "  m2 --> m3",
        "  classDef ghost stroke-dasharray: 4 3,fill: none",
    ]


def test_dot_is_a_digraph() -> None:
    assert dot(DIAMOND).splitlines() == [
        "digraph tangle {",
        "  node [shape=box, style=rounded];",
        '  m0 [label="Alice&#58; ahoy"];',
        '  m1 [label="Bob"];',
        '  m2 [label="Carol"];',
        '  m3 [label="missing", style=dashed];',
        "  m0 -> m1;",
        "  m0 -> m2;",
        "  m1 -> m3;",
        "  m2 -> m3;",
        "}",
    ]


def test_tie_breaks_are_dotted() -> None:
    ties = [ExtraEdges(TIE_BREAKS, [("%b", "%c")])]
    assert mermaid(DIAMOND, ties).splitlines()[-4:] == [
        "  m2 --> m3",
        "  m1 -.-> m2",
        "  linkStyle 4 stroke-dasharray: 1 4",
        "  classDef ghost stroke-dasharray: 4 3,fill: none",
    ]
    assert dot(DIAMOND, ties).splitlines()[-2:] == [
        "  m1 -> m2 [style=dotted, constraint=false];",
        "}",
    ]


@given(st.text(st.characters(), max_size=60))
def test_no_label_can_end_itself(label: str) -> None:
    message = [DrawnMessage("%a", label, ())]
    (drawn,) = re.findall(r'^  m0\["(.*)"\]$', mermaid(message), re.MULTILINE)
    assert re.fullmatch(r"(?:\w|#\d+;| )*", drawn)
    (drawn,) = re.findall(r'^  m0 \[label="(.*)"\];$', dot(message), re.MULTILINE)
    assert re.fullmatch(r"(?:\w|&#\d+;| )*", drawn)


def test_what_is_shown_where_one_points_is_escaped_as_a_label_is() -> None:
    (line,) = dot([DrawnMessage("%a", "A", (), tooltip='"1!')]).splitlines()[2:-1]
    assert line == '  m0 [label="A", tooltip="&#34;1&#33;"];'
    ghost = dot([DrawnMessage("%a", "A", (), is_ghost=True, tooltip="b")])
    assert '[label="A", style=dashed, tooltip="b"];' in ghost


def test_an_edge_past_messages_that_are_not_drawn_is_dashed() -> None:
    far = [DrawnMessage("%a", "A", ()), DrawnMessage("%b", "B", (), far_causes=("%a", "%gone"))]
    assert mermaid(far).splitlines()[-1] == "  m0 -.-> m1"
    assert dot(far).splitlines()[-2] == "  m0 -> m1 [style=dashed];"


def test_bows_are_bold_and_named_and_dotted_lines_keep_their_numbers() -> None:
    extra = [
        ExtraEdges(SUPERSEDES, [("%a", "%b")]),
        ExtraEdges(TIE_BREAKS, []),
        ExtraEdges(TIE_BREAKS, [("%b", "%c"), ("%c", "%d")]),
    ]
    word = SUPERSEDES.word
    assert word
    assert mermaid(DIAMOND, extra).splitlines()[-5:-1] == [
        f"  m0 == {word} ==> m1",
        "  m1 -.-> m2",
        "  m2 -.-> m3",
        "  linkStyle 5,6 stroke-dasharray: 1 4",
    ]
    assert f"  m0 -> m1 [style=bold, label={word}, constraint=false];" in dot(DIAMOND, extra)
    assert "linkStyle" not in mermaid(DIAMOND, extra[:2])
    assert "classDef" not in mermaid(DIAMOND[:3])
