"""Chess positions are read from Forsyth-Edwards notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.chess_board import EMPTY, PIECES, position


def test_a_position_has_eight_rows_of_eight_squares() -> None:
    assert position("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4") == (
        "r.bqkb.r",
        "pppp.Qpp",
        "..n..n..",
        "....p...",
        "..B.P...",
        "........",
        "PPPP.PPP",
        "RNB.K.NR",
    )


@pytest.mark.parametrize(
    "notation", [None, 7, "", "8/8/8", "9/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8", "8/" * 5000]
)
def test_anything_else_is_none(notation: object) -> None:
    assert position(notation) is None


@given(st.text(alphabet=f"{PIECES}12345678/ 9x", max_size=90))
def test_whatever_is_a_position_fills_the_board(notation: str) -> None:
    rows = position(notation)
    if rows is not None:
        assert [len(row) for row in rows] == [8] * 8
        assert set("".join(rows)) <= {*PIECES, EMPTY}
