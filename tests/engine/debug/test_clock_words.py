from engine.debug.clock_faults import clock_faults
from engine.debug.clock_words import Point, clocks_in_words, duration, studied
from engine.debug.open_graph import OpenGraph
from engine.linear.graph import Graph, Node

HOUR = 3_600_000.0
AHEAD = Graph(
    (
        Node("a", writer="@ann", asserted=9 * HOUR),
        Node("b", ("a",), writer="@bob", asserted=2 * HOUR),
        Node("c", ("b",), writer="@bob", asserted=3 * HOUR),
    )
)
BEHIND = Graph(
    (
        Node("a", writer="@ann", asserted=2 * HOUR),
        Node("b", writer="@cyn", asserted=3 * HOUR),
        Node("c", ("a", "b"), writer="@bob", asserted=1 * HOUR),
    )
)


def silent(_news: object) -> None:
    pass


def test_a_clock_that_was_ahead_is_a_point_above_the_line_at_the_time_of_its_witness() -> None:
    study = studied(OpenGraph(AHEAD), silent)
    assert study.points == (Point("@ann", "a", 2 * HOUR, 7 * HOUR),)
    assert (study.faults, study.authors) == (1, 1)
    assert study.lines[0] == "The clock of \x02\x04@ann\x03 was wrong by 7 h or more, 1 message:"


def test_a_clock_that_was_behind_is_a_point_below_it() -> None:
    [point] = studied(OpenGraph(BEHIND), silent).points
    assert (point.author, point.message, point.by) == ("@bob", "c", -2 * HOUR)


def test_clocks_that_agree_are_told_of_too() -> None:
    study = studied(OpenGraph(Graph(())), silent)
    assert study.points == ()
    assert study.lines == ("No asserted time contradicts the order of causes.",)


def test_many_faults_of_an_author_are_counted() -> None:
    asked = tuple(Node(f"a{n:02}", writer=f"@ann{n}", asserted=8 * HOUR) for n in range(30))
    answers = tuple(Node(f"b{n:02}", (f"a{n:02}",), "@bob", asserted=float(n)) for n in range(30))
    graph = Graph((*asked, *answers))
    lines = list(clocks_in_words(clock_faults(graph), str, str))
    assert "  and 20 more" in lines


def test_spans_are_told_in_the_largest_unit_of_which_there_are_two() -> None:
    told = [duration(seconds * 1000) for seconds in (0.25, 90, 150, 9000, 200_000)]
    assert told == ["0.25 s", "90 s", "2 min", "2 h", "2 days"]
