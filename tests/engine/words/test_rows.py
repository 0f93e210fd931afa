"""Rows of messages in panels: their accessible texts and the edges between them."""

from tanglescope.engine.library import Edges
from tanglescope.engine.words.rows import Border, Pill, TangleRow, TangleRows


def row(key: str) -> TangleRow:
    return TangleRow(key, "@ann", "Ann", f"Message {key}")


def test_a_row_is_read_aloud_with_its_marks_and_the_line_below_it() -> None:
    assert row("a").spoken_text() == "Ann, Message a"
    marked = TangleRow(
        "a",
        "@ann",
        "",
        "Hello",
        (Pill("✓", "accent", "", "Confirmed"), Pill("2′", "muted", "bubble", "")),
        below=Border("Up to here", "accent"),
    )
    assert marked.spoken_text() == "Hello, Confirmed, Below it: Up to here"


def test_edges_join_only_visible_rows() -> None:
    rows = TangleRows([row("a"), row("b"), row("c")], {"b": ["a", "gone"], "c": ["a", "b"]})
    assert len(rows) == 3
    assert rows.places == {"a": 0, "b": 1, "c": 2}
    assert rows.slice(1, 5) == ["b", "c"]
    assert rows.slice(0, 1) == ["a"]
    assert rows.edges("abc") == {
        "a": Edges((), ("b", "c")),
        "b": Edges(("a",), ("c",)),
        "c": Edges(("a", "b"), ()),
    }
