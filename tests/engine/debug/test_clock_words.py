from dataclasses import replace

import pytest

from tanglescope.engine.debug import clock_words
from tanglescope.engine.debug.clock_faults import ClockFault, clock_faults
from tanglescope.engine.debug.clock_words import Point, clocks_in_words, duration, studied
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.german import untranslated

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
    assert study.lines[0] == "The clock of \x02\x04@ann\x03 was wrong by 7 h or more in 1 message:"


def test_a_clock_that_was_behind_is_a_point_below_it() -> None:
    [point] = studied(OpenGraph(BEHIND), silent).points
    assert (point.author, point.message, point.by) == ("@bob", "c", -2 * HOUR)


def test_clocks_that_agree_are_reported_too() -> None:
    study = studied(OpenGraph(Graph((Node("a", asserted=HOUR),))), silent)
    assert study.points == ()
    assert study.lines == ("No asserted time contradicts the order of causes.",)


def test_what_is_not_known_is_no_point() -> None:
    both = Graph((Node("a", (), "@ann", asserted=9.0), Node("b", ("a",), "@bob", asserted=1.0)))
    study = studied(OpenGraph(both), silent)
    assert (study.points, study.faults, study.authors) == ((), 0, 0)
    assert study.lines[0].startswith("It can't be known which of two clocks was wrong")


def test_many_faults_of_an_author_are_counted() -> None:
    asked = tuple(Node(f"a{n:02}", writer=f"@ann{n}", asserted=8 * HOUR) for n in range(30))
    answers = tuple(Node(f"b{n:02}", (f"a{n:02}",), "@bob", asserted=float(n)) for n in range(30))
    graph = Graph((*asked, *answers))
    lines = list(clocks_in_words(graph, clock_faults(graph), str, str))
    assert "  and 20 more" in lines


FAULT = ClockFault("@ann", "a", 9 * HOUR, "ahead", 3 * HOUR, "b")


def said(*faults: ClockFault) -> list[str]:
    graph = Graph((Node("a", asserted=9 * HOUR),))
    return list(clocks_in_words(graph, faults, "<{}>".format, "@{}".format))


def test_where_it_is_not_known_who_was_wrong_both_messages_are_named_once() -> None:
    other = ClockFault("@bob", "b", 6 * HOUR, "behind", 3 * HOUR, "a", certain=False)
    assert said(replace(FAULT, certain=False), other) == [
        "It can't be known which of two clocks was wrong, by 3 h or more:",
        "  <a> claims to be later than <b>, which follows it",
    ]


def test_a_fault_is_reported_with_its_message_its_time_and_its_witness() -> None:
    assert said(FAULT, replace(FAULT, message="c", kind="behind", by=90_000.0)) == [
        "The clock of @@ann was wrong in 2 messages, in the worst by 3 h or more:",
        "  <a>, asserted 1970-01-01 09:00 UTC:",
        "    3 h later than its reply, <b>",
        "  <c>, asserted 1970-01-01 09:00 UTC:",
        "    90 s earlier than the message that it follows, <b>",
    ]


def test_a_date_that_no_calendar_has_is_named_so() -> None:
    for asserted in (1e30, -1e30, float("nan")):
        line = said(replace(FAULT, asserted=asserted))[1]
        assert line == "  <a>, asserted a time outside the calendar:"


def test_ten_faults_of_an_author_are_listed_and_more_are_counted() -> None:
    assert len(said(*[FAULT] * 10)) == 21
    assert said(*[FAULT] * 1011)[21:] == ["  and 1,001 more"]


def test_of_many_faults_the_worst_are_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_words, "_MOST_POINTS", 2)
    asked = tuple(Node(f"a{n}", writer=f"@{n}", asserted=(n + 2) * HOUR) for n in range(3))
    answers = tuple(Node(f"b{n}", (f"a{n}",), "@bob", asserted=float(n)) for n in range(3))
    study = studied(OpenGraph(Graph((*asked, *answers))), silent)
    assert [round(point.by / HOUR) for point in study.points] == [-4, -3]
    assert study.faults == 3


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (1.2345, "1.23 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7_199, "120 min"),
        (7_200, "2 h"),
        (172_799, "48 h"),
        (172_800, "2 days"),
        (86_400 * 730, "730 days"),
        (63_113_903, "730 days"),
        (63_113_904, "2 years"),
        (86_400 * 2_000, "5 years"),
    ],
)
def test_a_span_has_the_largest_unit_of_which_there_are_two(seconds: float, text: str) -> None:
    assert duration(seconds * 1000) == text


def test_every_sentence_is_said_in_german_too() -> None:
    behind = replace(FAULT, kind="behind", author="@bob", asserted=1e30)
    assert not untranslated(lambda: said())
    assert not untranslated(lambda: said(behind, *[FAULT] * 11, replace(behind, certain=False)))
    # Hours, minutes and seconds have the same symbols in both languages.
    assert untranslated(lambda: map(duration, (1e3, 1e6, 1e7, 1e9))) == ["1 s", "17 min", "3 h"]


def test_without_asserted_times_no_clock_is_said_to_agree() -> None:
    received = Graph((Node("a", received=2 * HOUR), Node("b", ("a",), received=1 * HOUR)))
    for graph in (received, Graph(())):
        study = studied(OpenGraph(graph), silent)
        assert study.lines == ("No message here has an asserted time, so no clock is checked.",)
        assert study.points == ()
