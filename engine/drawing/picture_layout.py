"""The layout of pictures in a message: a single one as large as possible, several in rows."""

from collections.abc import Sequence
from dataclasses import dataclass

TALLEST = 340
WIDEST = 520
ROW = 150
GAP = 6
_SMALLEST = 24
_UNKNOWN = (4, 3)
"""The proportions of a picture of unknown size."""


@dataclass(frozen=True, slots=True)
class Box:
    """The rectangle of one picture, relative to the upper left corner of all."""

    x: int
    y: int
    width: int
    height: int


def arrange(sizes: Sequence[tuple[int, int]], room: int) -> list[Box]:
    """A box for each picture of a size in pixels, none wider than `room`; (0, 0) is unknown."""
    room = max(room, _SMALLEST)
    if len(sizes) == 1:
        return [Box(0, 0, *_scale_to_fit(sizes[0], min(room, WIDEST), TALLEST))]
    boxes: list[Box] = []
    x = y = 0
    for width, height in (each if all(each) else _UNKNOWN for each in sizes):
        wide = max(_SMALLEST, min(round(ROW * width / height), room, 2 * ROW))
        if x and x + wide > room:
            x, y = 0, y + ROW + GAP
        boxes.append(Box(x, y, wide, ROW))
        x += wide + GAP
    return boxes


def extent(boxes: Sequence[Box]) -> tuple[int, int]:
    """The width and height of all boxes together."""
    right = max((box.x + box.width for box in boxes), default=0)
    return right, max((box.y + box.height for box in boxes), default=0)


def _scale_to_fit(size: tuple[int, int], wide: int, high: int) -> tuple[int, int]:
    """A size scaled down to fit; proportions are kept as far as it stays visible."""
    if not all(size):
        width, height = _UNKNOWN
        return min(wide, high * width // height), min(high, wide * height // width)
    scale = min(1.0, wide / size[0], high / size[1])
    return max(_SMALLEST, round(size[0] * scale)), max(_SMALLEST, round(size[1] * scale))
