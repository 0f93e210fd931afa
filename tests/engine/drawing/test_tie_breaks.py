"""Tie-breaks, by the drawing of SIP 10 and by definition."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.tie_breaks import tie_breaks

SIP_10 = {"A": "", "B": "A", "C": "B", "D": "B", "M": "CD", "N": "M", "Y": "X"}
"""The thread of section 4.1; Y comes after X, which is missing."""


def drawn(order: str) -> str:
    return " ".join(earlier + later for earlier, later in tie_breaks(order, SIP_10))


def test_the_drawing_of_sip_10() -> None:
    assert drawn("ABCDMYN") == "CD MY YN"


def test_an_order_that_puts_an_effect_first_breaks_no_tie_there() -> None:
    assert drawn("BACDMNY") == "CD NY"
    assert drawn("BA") == ""


def test_what_is_no_neighbour_has_no_edge() -> None:
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
