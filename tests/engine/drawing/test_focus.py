"""Focus graphs: the chosen messages, their surroundings, and no more than can be read."""

from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.focus import focus
from engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes

CHAIN = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d", "gone"]}


def test_a_message_is_seen_with_what_is_so_many_steps_away() -> None:
    assert set(focus(shaped(CHAIN), ["c"], 1).layered.boxes) == {"b", "c", "d"}
    assert set(focus(shaped(CHAIN), ["e"], 1).layered.boxes) == {"d", "e", "gone"}
    assert set(focus(shaped(CHAIN), ["a", "e"], 0).layered.boxes) == {"a", "e"}


def test_what_joined_chosen_messages_is_told() -> None:
    [route] = focus(shaped(CHAIN), ["a", "e"], 0).layered.routes
    assert (route.edge.cause, route.edge.effect, route.edge.elided) == ("a", "e", 3)


@given(shapes(30), st.integers(0, 3), st.integers(1, 10))
def test_it_is_never_larger_than_can_be_read(shape: Shape, steps: int, most: int) -> None:
    made = focus(shape, shape.keys[:12], steps, most)
    assert len(made.layered.boxes) - len(made.shown.joints) <= most
    assert len(made.layered.routes) == len(list(made.shown.shape.edges()))
