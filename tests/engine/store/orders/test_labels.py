"""The labels of blocks."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.store.orders.order_blocks import fill_gaps


@st.composite
def gapped(draw: st.DrawFn) -> list[int | None]:
    labels: list[int | None] = sorted(draw(st.sets(st.integers(-50, 50) | st.integers())))
    for _ in range(draw(st.integers(0, 10))):
        labels.insert(draw(st.integers(0, len(labels))), None)
    return labels


@given(gapped())
def test_labels_ascend(labels: list[int | None]) -> None:
    filled = fill_gaps(labels)
    assert len(filled) == len(labels)
    assert all(one < other for one, other in itertools.pairwise(filled))


@given(gapped())
def test_labels_stay_while_there_is_room(labels: list[int | None]) -> None:
    filled = fill_gaps([None if label is None else label << 8 for label in labels])
    kept = [new for new, old in zip(filled, labels, strict=True) if old is not None]
    assert kept == [label << 8 for label in labels if label is not None]
