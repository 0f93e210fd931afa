"""Shapes: the graph that they are made of, in numbers."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.plan import lit
from tanglescope.engine.drawing.shape import MessageTraits, Proof, Shape, make_shape, prove, ranks
from tests.engine.drawing.shapes import shaped, shapes


def test_messages_are_numbered_by_position_and_ghosts_follow() -> None:
    shape = shaped({"a": [], "b": ["gone", "a"], "c": ["b", "a", "b"]})
    assert list(shape.keys) == ["a", "b", "c", "gone"]
    assert shape.present == 3
    assert list(shape.causes.of(1)) == [0, 3]
    assert list(shape.causes.of(2)) == [0, 1]
    assert list(shape.effects.of(0)) == [1, 2]
    assert [shape.feed(number) for number in range(4)] == ["@0", "@1", "@2", ""]


def test_feeds_are_in_the_order_in_which_they_joined() -> None:
    told = [
        MessageTraits("a", "@late", "post", None, None, 9),
        MessageTraits("b", "@early", "post", None, None, 2),
        MessageTraits("z", "@elsewhere", "post", None, None, 1),
    ]
    shape = make_shape(["a", "b"], told, [])
    assert list(shape.feeds) == ["@early", "@late"]
    assert [shape.feed(0), shape.feed(1)] == ["@late", "@early"]


def test_a_message_that_names_itself_comes_after_nothing() -> None:
    assert list(make_shape(["a"], [], [("a", "a")]).edges()) == []


def test_a_message_of_which_nothing_is_known_has_no_author() -> None:
    shape = make_shape(["a"], [], [])
    assert shape.feed(0) == ""
    assert shape.kinds[0] == -1


def test_without_authors_the_components_decide_the_colours_in_the_order_of_their_arrival() -> None:
    causes = {"z": [], "b": [], "y": ["z"], "c": ["gone"], "d": ["gone"]}
    bare = shaped(causes, dict.fromkeys(causes, ""))
    assert [*zip(bare.keys, map(bare.hue, range(6)), strict=True)] == [
        ("b", 2),
        ("c", 3),
        ("d", 3),
        ("z", 1),
        ("y", 1),
        ("gone", ""),
    ]
    said = shaped(causes, {**dict.fromkeys(causes, ""), "z": "@ann"})
    assert [said.hue(number) for number in range(6)] == ["", "", "", "@ann", "", ""]


@given(shapes())
def test_every_edge_is_there_from_both_ends(shape: Shape) -> None:
    up = [(cause, effect) for effect in range(len(shape)) for cause in shape.causes.of(effect)]
    down = [(cause, effect) for cause in range(len(shape)) for effect in shape.effects.of(cause)]
    assert sorted(up) == sorted(down) == sorted(shape.edges())


@given(shapes())
def test_the_rank_is_the_length_of_the_longest_path(shape: Shape) -> None:
    def longest(number: int) -> int:
        known = [cause for cause in shape.causes.of(number) if cause < shape.present]
        return max((longest(cause) + 1 for cause in known), default=0)

    found = ranks(shape)
    assert list(found[: shape.present]) == [longest(n) for n in range(shape.present)]
    for ghost in range(shape.present, len(shape)):
        assert all(found[ghost] < found[effect] for effect in shape.effects.of(ghost))


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
