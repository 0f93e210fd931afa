"""Statistics: the counts add up."""

from itertools import pairwise

from hypothesis import given

from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
from tanglescope.engine.drawing.statistics import BARS, Delay, statistics
from tests.engine.drawing.shapes import shaped, shapes

DAY = 24 * 3_600_000.0


def test_a_fork_and_a_merge_in_numbers() -> None:
    found = statistics(shaped({"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c", "gone"]}))
    assert (found.messages, found.ghosts, found.edges) == (4, 1, 5)
    assert (found.ranks, found.width, found.forks, found.merges) == (3, 2, 1, 1)
    assert found.tips == (1, 1, 2, 1)
    assert found.participants == (("@0", 2), ("@1", 1), ("@2", 1))
    assert found.types == (("post", 4),)


def test_nodes_without_authors_have_no_participants() -> None:
    told = [MessageTraits(key, "", "node", None, None, number) for number, key in enumerate("ab")]
    assert statistics(make_shape(["a", "b"], told, [("a", "b")])).participants == ()


def test_delays_are_reported_in_steps_that_people_speak_of() -> None:
    told = [
        MessageTraits("a", "@x", "post", 0, 1_000, 0),
        MessageTraits("b", "@x", "post", 0, 3 * DAY, 1),
        MessageTraits("c", "@x", "post", 0, None, 2),
        MessageTraits("d", "@x", "post", 5_000, 0, 3),
        MessageTraits("e", "@x", "post", 0, 30 * DAY, 4),
    ]
    found = statistics(make_shape(["a", "b", "c", "d", "e"], told, []))
    assert found.delays == (2, 0, 0, 1, 1)
    assert found.longest_delay == Delay("e", 30 * DAY)


def test_an_empty_tangle_and_one_without_times_have_statistics_too() -> None:
    found = statistics(make_shape([], [], []))
    assert (found.messages, found.width, found.tips, found.activity) == (0, 0, (), ())
    assert found.longest_delay is None
    assert statistics(make_shape(["a"], [], [])).begin is None


def test_messages_of_one_moment_are_one_stretch() -> None:
    told = [MessageTraits(key, "@x", "post", 7.0, None, 0) for key in "ab"]
    assert statistics(make_shape(["a", "b"], told, [])).activity == (2,)


@given(shapes(90))
def test_everything_is_counted_once(shape: Shape) -> None:
    found = statistics(shape)
    assert sum(count for _, count in found.participants) == found.messages
    assert sum(found.activity) == found.messages
    assert len(found.tips) <= BARS
    assert found.width * found.ranks >= found.messages
    counts = [count for _, count in found.participants]
    assert all(more >= less for more, less in pairwise(counts))
    if found.messages:
        assert found.tips[-1] >= 1
