"""Bézier curves of pictures, as points close together."""

from collections.abc import Iterator, Sequence

from tanglescope.engine.drawing.edge_paths import Point


def along(path: Sequence[Point]) -> Iterator[Point]:
    """Points of curves; they have a beginning, then three points for each."""
    assert len(path) % 3 == 1
    for place in range(0, len(path) - 1, 3):
        ends = path[place : place + 4]
        for step in range(101):
            at = step / 100
            shares = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at * at * (1 - at), at**3
            x, y = (
                sum(share * end[side] for share, end in zip(shares, ends, strict=True))
                for side in (0, 1)
            )
            yield x, y
