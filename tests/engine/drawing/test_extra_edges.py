"""Extra edges: found among the shown messages, and by the rows that they cross."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.diagram import LONGEST, Window, lay_out
from tanglescope.engine.drawing.extra_edges import (
    EXTRA_KINDS,
    SUPERSEDES,
    TIE_BREAKS,
    ExtraEdges,
    extra_edges,
    in_diagram,
    kinds_of_extras,
    tie_breaks,
)
from tests.engine.drawing.shapes import shaped

FORK = {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}
LONG = {f"{n:03}": [f"{n - 1:03}"] if n else [] for n in range(4 * LONGEST)}


def test_only_wanted_kinds_are_found_and_only_among_what_is_shown() -> None:
    relations = {"supersedes": lambda: [("d", "b"), ("d", "elsewhere")]}
    shape, order = shaped(FORK), lambda: list(FORK)
    assert extra_edges(order, relations, shape, ()) == ()
    assert extra_edges(order, relations, shape, {"supersedes", "tie-breaks"}) == (
        ExtraEdges(TIE_BREAKS, (("b", "c"),)),
        ExtraEdges(SUPERSEDES, (("d", "b"),)),
    )


def test_tie_breaks_are_those_of_the_order_that_is_read() -> None:
    (edges,) = extra_edges(lambda: list("acbd"), {}, shaped(FORK), {"tie-breaks"})
    assert edges.pairs == (("c", "b"),)


def test_a_kind_that_a_conversation_does_not_have_is_not_offered() -> None:
    assert kinds_of_extras({}) == ("tie-breaks",)
    for name in ("supersedes", "lipmaa", "references"):
        assert kinds_of_extras({name: lambda: [("d", "b")]}) == ("tie-breaks", name)
        assert kinds_of_extras({name: list}) == ("tie-breaks",)


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len({kind.name for kind in EXTRA_KINDS}) == len(EXTRA_KINDS)


numbers = st.integers(0, len(LONG) - 1)


@given(pairs=st.lists(st.tuples(numbers, numbers), unique=True, max_size=20), top=numbers)
def test_an_edge_is_found_where_its_ends_are_and_between_them_unless_it_is_long(
    pairs: list[tuple[int, int]], top: int
) -> None:
    shape = shaped(LONG)
    diagram = lay_out(shape)
    edges = ExtraEdges(SUPERSEDES, [(f"{one:03}", f"{other:03}") for one, other in pairs])
    extra = in_diagram(diagram, {key: n for n, key in enumerate(shape.keys)}, [edges])
    bottom = top + 30
    found = list(extra.within(Window(top, bottom, 0, 0)))
    assert len(found) == len(set(found))
    for one, other in pairs:
        low, high = min(one, other), max(one, other)
        is_long = high - low > LONGEST
        seen = {(each.begin, each.end) for each in found if each.is_long is is_long}
        has_end = top <= low <= bottom or top <= high <= bottom
        if has_end or (not is_long and low <= top <= high):
            assert (one, other) in seen


SIP_10 = {"A": "", "B": "A", "C": "B", "D": "B", "M": "CD", "N": "M", "Y": "X"}
"""The thread of section 4.1; Y comes after X, which is missing."""


def drawn(order: str) -> str:
    return " ".join(earlier + later for earlier, later in tie_breaks(order, SIP_10))


def test_the_drawing_of_sip_10() -> None:
    assert drawn("ABCDMYN") == "CD MY YN"


def test_an_order_that_puts_an_effect_first_breaks_no_tie_there() -> None:
    assert drawn("BACDMNY") == "CD NY"
    assert drawn("BA") == ""


def test_only_neighbours_have_an_edge() -> None:
    assert drawn("") == drawn("A") == ""
    assert drawn("AB") == ""


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], dict[str, list[str]]]:
    """A graph, and its names in any order."""
    names = [str(number) for number in range(draw(st.integers(0, 9)))]
    causes = {
        name: draw(st.lists(st.sampled_from([*names[:number], "missing"]), max_size=3))
        for number, name in enumerate(names)
    }
    order = names if draw(st.booleans()) else draw(st.permutations(names))
    return list(order), causes


def past(name: str, causes: Mapping[str, Sequence[str]]) -> set[str]:
    return set(causes.get(name, ())).union(*(past(each, causes) for each in causes.get(name, ())))


@given(graphs())
def test_neighbours_have_an_edge_if_neither_leads_to_the_other(
    graph: tuple[list[str], dict[str, list[str]]],
) -> None:
    order, causes = graph
    expected = [
        (one, other)
        for one, other in pairwise(order)
        if one not in past(other, causes) and other not in past(one, causes)
    ]
    assert list(tie_breaks(order, causes)) == expected
