"""Listing everything before a message, and listing only what is immediate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.linear.errors import CycleError
from engine.linear.scuttlesort.timeline import Timeline
from engine.tangle.closure import closure, reduction

Lists = dict[str, list[str]]


@st.composite
def lists(draw: st.DrawFn) -> Lists:
    names = [f"{number:02}" for number in range(draw(st.integers(0, 14)))]
    drawn: Lists = {}
    for place, name in enumerate(names):
        earlier = st.sampled_from([*names[:place], "ghost"])
        drawn[name] = draw(st.lists(earlier, max_size=4))
    return {name: drawn[name] for name in draw(st.permutations(names))}


ALL = {"A": [], "B": ["A"], "C": ["A", "B"], "D": ["A", "B"], "E": ["A", "B", "C", "D"]}
IMMEDIATE = {"A": (), "B": ("A",), "C": ("B",), "D": ("B",), "E": ("C", "D")}


def test_the_two_tables_of_the_sip_say_the_same() -> None:
    assert reduction(ALL) == IMMEDIATE
    assert closure(IMMEDIATE) == {name: set(listed) for name, listed in ALL.items()}


@given(lists())
def test_a_closure_is_everything_that_can_be_reached(drawn: Lists) -> None:
    timeline = Timeline()
    for name, listed in drawn.items():
        timeline.add(name, listed)
    for name, before in closure(drawn).items():
        expected = timeline.past(name) if name in timeline else set()
        assert before - {"ghost"} == expected


@given(lists())
def test_reducing_loses_nothing_and_closing_adds_nothing(drawn: Lists) -> None:
    assert closure(reduction(drawn)) == closure(drawn)
    full = closure(drawn)
    immediate = {name: set(listed) for name, listed in reduction(drawn).items()}
    assert {name: set(listed) for name, listed in reduction(full).items()} == immediate
    assert closure(full) == full


@given(lists())
def test_no_shorter_list_would_do(drawn: Lists) -> None:
    full = closure(drawn)
    for name, immediate in reduction(drawn).items():
        for left_out in immediate:
            others = set(immediate) - {left_out}
            assert left_out not in others.union(*(full[other] for other in others))
        assert list(immediate) == [
            each for each in dict.fromkeys(drawn.get(name, ())) if each in immediate
        ]


def test_a_cycle_is_refused() -> None:
    for answer in (closure, reduction):
        with pytest.raises(CycleError):
            answer({"A": ["B"], "B": ["C"], "C": ["A"]})
        with pytest.raises(CycleError):
            answer({"A": ["A"]})


def test_a_chain_of_thousands_is_no_trouble() -> None:
    chain = {str(number): [str(number - 1)] for number in range(1, 3000)}
    assert len(closure(chain)["2999"]) == 2999
    assert reduction(chain)["2999"] == ("2998",)
