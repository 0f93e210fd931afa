import re

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.open_graph import (
    BEGIN,
    END,
    AnswerLines,
    OpenGraph,
    author_in,
    explain_history,
    explain_moves,
    explain_place,
    explain_relation,
    mark,
    mark_author,
)
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs

LATE = Graph((Node("b", ("a",)), Node("c", ("b",)), Node("a", ())))


def silent(_news: object) -> None:
    pass


def marked(told: AnswerLines) -> set[str]:
    return set(re.findall("\x02([^\x03]*)\x03", "\n".join(told.lines)))


@given(graph=graphs(), data=st.data())
def test_every_message_in_an_answer_is_marked_by_its_key(graph: Graph, data: st.DataObject) -> None:
    opened = OpenGraph(graph)
    names = {node.id for node in graph.nodes}
    ghosts = {cause for node in graph.nodes for cause in node.after}
    for name in names:
        other = data.draw(st.sampled_from(sorted(names)))
        assert name in marked(explain_place(opened, silent, name))
        assert marked(explain_history(opened, silent, name)) <= names
        if other != name:
            said = marked(explain_relation(opened, silent, name, other))
            assert {name, other} <= said <= names | ghosts
        assert marked(explain_place(opened, silent, name)) <= names | ghosts


def test_a_longer_path_is_reported_when_more_is_asked_for() -> None:
    chain = [Node("00")] + [Node(f"{n:02}", (f"{n - 1:02}",)) for n in range(1, 40)]
    opened = OpenGraph(Graph(tuple(chain)))
    short = explain_place(opened, silent, "39")
    assert any("28 more" in line for line in short.lines)
    assert marked(explain_place(opened, silent, "39", shown=100)) == {node.id for node in chain}


def test_what_moved_is_reported_since_so_many_messages_were_taken_in() -> None:
    opened = OpenGraph(LATE, taken_in=("c", "b", "a"))
    assert explain_moves(opened, silent, 1).total == 0
    two = explain_moves(OpenGraph(Graph((Node("x"), *LATE.nodes))), silent, 3)
    assert two.total == 1
    assert "1 message is new since then, and 1 of the 3 earlier ones moved" in two.lines[0]
    assert "\x02a\x03 came" in two.lines[4]
    assert explain_moves(OpenGraph(LATE), silent, 3).lines[0].startswith("No message is new or")


def test_of_a_message_of_another_thread_no_place_is_reported() -> None:
    opened = OpenGraph(Graph((Node("a"), Node("b", ("a",)))), ["a", "b"])
    sentence = f"{mark('x')} isn't in the order of this conversation."
    assert explain_place(opened, silent, "x") == AnswerLines((sentence,))
    assert explain_relation(opened, silent, "a", "x") == AnswerLines((sentence,))
    assert explain_history(opened, silent, "x") == AnswerLines(())


def test_marks_of_authors_are_distinguished_from_those_of_messages() -> None:
    """In a graph, an author and a node may have the same name."""
    for name in ("bob", "@bob", "%bob", ""):
        assert author_in(mark_author(name).removeprefix(BEGIN).removesuffix(END)) == name
        assert author_in(name) is None
