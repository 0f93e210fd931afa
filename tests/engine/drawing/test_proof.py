"""Proof: a path if there is one, and nothing otherwise."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.plan import lit
from tanglescope.engine.drawing.proof import Proof, prove
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes

DIAMOND = {"a": [], "b": ["a", "gone"], "c": ["a"], "d": ["b", "c"], "e": ["d", "a"]}


def test_the_shortest_path_says_who_came_first() -> None:
    shape = shaped(DIAMOND)
    assert prove(shape, "e", "a") == Proof("a", "e", ("a", "e"))
    assert prove(shape, "c", "e") == Proof("c", "e", ("c", "d", "e"))
    assert prove(shape, "gone", "d") == Proof("gone", "d", ("gone", "b", "d"))


def test_the_sequence_of_concurrent_messages_is_unknown() -> None:
    found = prove(shaped({**DIAMOND, "b": ["a"]}), "b", "c")
    assert found is not None
    assert found.is_concurrent


def test_missing_messages_may_join_two_that_no_known_ones_join() -> None:
    found = prove(shaped(DIAMOND), "b", "c")
    assert found is not None
    assert (found.is_concurrent, found.missing) == (None, ("gone",))
    # What both come after can't come after either.
    both = prove(shaped({"a": ["gone"], "b": ["a"], "c": ["gone"]}), "b", "c")
    assert both is not None
    assert both.is_concurrent
    itself = prove(shaped({**DIAMOND, "c": ["a", "lost"]}), "gone", "lost")
    assert itself is None or itself.is_concurrent is None


def test_of_one_message_and_of_unknown_ones_there_is_nothing_to_prove() -> None:
    assert prove(shaped(DIAMOND), "a", "a") is None
    assert prove(shaped(DIAMOND), "a", "elsewhere") is None


@given(shapes(25), st.data())
def test_a_proof_is_a_path_of_edges(shape: Shape, data: st.DataObject) -> None:
    if len(shape) < 2:
        return
    one = data.draw(st.integers(0, len(shape) - 1))
    other = data.draw(st.integers(0, len(shape) - 1).filter(lambda n: n != one))
    found = prove(shape, shape.keys[one], shape.keys[other])
    assert found is not None
    assert bool(found.path) == bool(lit(shape, one)[other])
    assert found.is_concurrent is (None if found.missing else not found.path)
    edges = {(shape.keys[cause], shape.keys[effect]) for cause, effect in shape.edges()}
    assert edges.issuperset(pairwise(found.path))
    if found.path:
        assert (found.path[0], found.path[-1]) == (found.first, found.second)
        assert {found.first, found.second} == {shape.keys[one], shape.keys[other]}
