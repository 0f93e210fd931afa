"""Pictures of a message fit into their space, whatever their sizes."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.picture_layout import ROW, TALLEST, Box, arrange, extent

SIZES = st.tuples(st.integers(0, 70_000), st.integers(0, 70_000))


@given(st.lists(SIZES, max_size=20), st.integers(30, 900))
def test_no_picture_leaves_its_room_or_covers_another(
    sizes: list[tuple[int, int]], room: int
) -> None:
    boxes = arrange(sizes, room)
    assert len(boxes) == len(sizes)
    for box in boxes:
        assert box.width > 0 < box.height <= TALLEST
        assert 0 <= box.x <= box.x + box.width <= room
    assert not any(overlap(*pair) for pair in combinations(boxes, 2))


def overlap(one: Box, other: Box) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not (beside or one.y + one.height <= other.y or other.y + other.height <= one.y)


def test_a_single_picture_keeps_its_proportions_and_is_not_enlarged() -> None:
    assert arrange([(200, 100)], 600) == [Box(0, 0, 200, 100)]
    assert arrange([(2000, 1000)], 400) == [Box(0, 0, 400, 200)]


def test_several_pictures_are_in_rows_of_one_height() -> None:
    boxes = arrange([(400, 300)] * 4, 420)
    assert [(box.x, box.y) for box in boxes] == [(0, 0), (206, 0), (0, 156), (206, 156)]
    assert extent(boxes) == (406, 156 + ROW)
