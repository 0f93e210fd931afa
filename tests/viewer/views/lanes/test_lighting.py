from tanglescope.engine.drawing.lane_windows import ForkLanes
from tanglescope.engine.library import Horizon
from tanglescope.viewer.views.lanes.lane_painter import Lighting
from tests.engine.drawing.plain_rows import PlainRows

FORK = {"a": [], "b": ["a"], "c": ["a"], "d": ["b"], "e": ["c", "d"], "f": ["a"]}
ROWS = ForkLanes(PlainRows(list(FORK), FORK)).lay_out(0, len(FORK))


def test_everything_is_lit_when_nothing_is_chosen() -> None:
    lighting = Lighting(None, ROWS, 0)
    assert lighting.edge("a", "f")
    assert lighting.strand("a", 99)


def test_a_lane_is_lit_down_to_its_last_lit_effect() -> None:
    lighting = Lighting(Horizon("b", {"a"}, {"d", "e"}, 0, 2), ROWS, 0)
    assert [lighting.message(key) for key in FORK] == [True, True, False, True, True, False]
    assert [lighting.strand("a", row) for row in range(6)] == [True, True, *[False] * 4]
    assert [lighting.strand("b", row) for row in range(6)] == [True] * 4 + [False] * 2
    assert not lighting.strand("c", 3)
    assert lighting.edge("d", "e")
    assert not lighting.edge("c", "e")


def test_off_the_screen_the_last_effect_decides() -> None:
    lighting = Lighting(Horizon("f", {"a"}, frozenset(), 0, 4), ROWS[:3], 0)
    assert lighting.strand("a", 2)
    assert not lighting.strand("b", 2)
