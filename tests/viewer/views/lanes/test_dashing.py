from tanglescope.engine.drawing.lane_windows import ForkLanes
from tanglescope.viewer.views.lanes.lane_painter import Dashing
from tests.engine.drawing.plain_rows import PlainRows

FORK = {"a": [], "b": ["a"], "c": ["a"], "d": ["b"], "e": ["c", "d"], "f": ["a"]}
ROWS = ForkLanes(PlainRows(list(FORK), FORK)).lay_out(0, len(FORK))


def test_an_edge_through_hidden_messages_is_dashed_and_no_other() -> None:
    dashing = Dashing({("b", "d")}, FORK, ROWS, 0)
    assert dashing.edge("b", "d")
    assert not dashing.edge("a", "b")


def test_a_lane_is_dashed_if_all_its_edges_are() -> None:
    dashing = Dashing({("a", "c"), ("a", "f")}, FORK, ROWS, 0)
    assert [dashing.strand("a", row) for row in range(6)] == [False, False, *[True] * 4]
    assert not dashing.strand("b", 3)


def test_off_the_screen_the_last_effect_decides() -> None:
    assert Dashing({("a", "f")}, FORK, ROWS[:3], 0).strand("a", 3)
    assert not Dashing({("a", "c")}, FORK, ROWS[:3], 0).strand("a", 3)


def test_edges_from_a_missing_message_are_dashed() -> None:
    dashing = Dashing((), FORK.keys() - {"a"}, ROWS, 0)
    assert dashing.edge("a", "b")
    assert dashing.strand("a", 1)
    assert not dashing.strand("b", 2)
