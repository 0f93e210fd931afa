"""Strategies for tangles and deliveries."""

from hypothesis import strategies as st

AWKWARD = ["", "a", "B", "b", "aa", "a\x00", "é", "e\u0301", "\uffff", "\U00010000", "10", "9"]


@st.composite
def tangles(draw: st.DrawFn, max_size: int = 12) -> dict[str, list[str]]:
    """Events in causal order, with missing causes, repeated references and self references."""
    names = draw(
        st.lists(
            st.sampled_from(AWKWARD) | st.text("abcxyz", max_size=3),
            unique=True,
            max_size=max_size,
        )
    )
    events: dict[str, list[str]] = {}
    for index, name in enumerate(names):
        choices = [*names[: index + 1], "ghost 1", "ghost 2"]
        events[name] = draw(st.lists(st.sampled_from(choices), max_size=4))
    return events


@st.composite
def delivered(draw: st.DrawFn, max_size: int = 12) -> dict[str, list[str]]:
    """A tangle in an arbitrary order of arrival."""
    events = draw(tangles(max_size))
    return {name: events[name] for name in draw(st.permutations(list(events)))}


@st.composite
def digraphs(draw: st.DrawFn) -> dict[str, list[str]]:
    """Events that may form cycles."""
    names = draw(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1))
    return {name: draw(st.lists(st.sampled_from("abcdefgh"), max_size=3)) for name in names}
