"""Fork lanes: every edge once, no shared lanes, and any screen equals that part of the whole."""

from collections.abc import Sequence
from itertools import pairwise
from zlib import crc32

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.lane_windows import (
    LONGEST,
    SPACING,
    CrossingStrands,
    ForkLanes,
    LaneRow,
    Strand,
)
from tanglescope.engine.linear.horizon import Edges
from tests.engine.drawing.plain_rows import PlainRows, graphs

SEAMLESS = 1 << 40


def arriving(row: LaneRow) -> list[str]:
    """The causes from which edges bend to the message."""
    strands = [row.lanes_above[lane] for lane in row.arrivals]
    return [strand.source for strand in strands if strand]


def sources(lanes: CrossingStrands) -> list[str | None]:
    return [strand.source if strand else None for strand in lanes]


def laid(
    causes: dict[str, list[str]], longest: int = LONGEST, spacing: int = SEAMLESS
) -> list[LaneRow]:
    rows = PlainRows(list(causes), causes)
    return ForkLanes(rows, longest=longest, spacing=spacing).lay_out(0, len(causes))


def picture(rows: list[LaneRow]) -> list[str]:
    """Rows as text: `o` the message, `|` a strand that passes, `/` the end of a strand."""

    def mark(row: LaneRow, lane: int) -> str:
        if lane == row.lane:
            return "o"
        passing = set(row.passing)
        ends = set(row.arrivals) - passing
        return "|" if lane in passing else "/" if lane in ends else " "

    return ["".join(mark(row, lane) for lane in range(row.width)).rstrip() for row in rows]


def test_a_chain_is_one_lane() -> None:
    assert picture(laid({"a": [], "b": ["a"], "c": ["b"]})) == ["o", "o", "o"]


def test_a_fork_opens_a_lane_and_a_merge_closes_it() -> None:
    diamond = {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}
    assert picture(laid(diamond)) == ["o", "|o", "o|", "o/"]


def test_lanes_are_used_again_from_the_left() -> None:
    rows = laid({"a": [], "b": [], "c": ["a"], "d": [], "e": ["b"]})
    assert max(row.width for row in rows) <= 3


def test_an_edge_that_is_too_long_becomes_a_stub_at_both_ends() -> None:
    rows = laid({"a": [], "b": [], "c": [], "d": ["a", "c"]}, longest=2)
    assert rows[0].far_effects == ("d",)
    assert rows[3].far_causes == ("a",)
    assert arriving(rows[3]) == ["c"]


@given(graphs(), st.sampled_from([1, 5, LONGEST]), st.sampled_from([1, 3, SEAMLESS]))
def test_every_edge_is_drawn_exactly_once(
    causes: dict[str, list[str]], longest: int, spacing: int
) -> None:
    rows = laid(causes, longest, spacing)
    drawn = [(cause, row.key) for row in rows for cause in arriving(row)]
    stubs = [(cause, row.key) for row in rows for cause in row.far_causes]
    edges = [(cause, effect) for effect, named in causes.items() for cause in named]
    assert sorted(drawn + stubs) == sorted(edges)
    assert sorted((row.key, effect) for row in rows for effect in row.far_effects) == sorted(stubs)


@given(graphs(), st.sampled_from([1, 5, LONGEST]))
def test_a_strand_runs_unbroken_on_one_lane_from_its_message_to_its_last_effect(
    causes: dict[str, list[str]], longest: int
) -> None:
    rows = laid(causes, longest)
    at = {row.key: number for number, row in enumerate(rows)}
    for row in rows:
        reached = [at[e] for e, named in causes.items() if row.key in named]
        near = [number for number in reached if number - at[row.key] <= longest]
        last = max(near, default=at[row.key])
        crossed = [n for n, other in enumerate(rows) if row.key in sources(other.lanes_below)]
        assert crossed == list(range(at[row.key], last))
        strand = Strand(row.key, rows[last].key) if crossed else None
        assert row.leaving == strand
        assert all(rows[number].lanes_below[row.lane] == strand for number in crossed)


@given(graphs(), st.sampled_from([1, 3, SEAMLESS]))
def test_no_message_sits_on_the_strand_of_another(
    causes: dict[str, list[str]], spacing: int
) -> None:
    for row in laid(causes, spacing=spacing):
        assert row.lane not in row.passing
        strands = [strand for strand in row.lanes_below if strand]
        assert len(strands) == len(set(strands))


@given(graphs(), st.sampled_from([1, 3, 8]), st.sampled_from([2, 5, LONGEST]))
def test_strands_continue_from_row_to_row_and_a_lane_window_only_moves_them(
    causes: dict[str, list[str]], spacing: int, longest: int
) -> None:
    rows = laid(causes, longest, spacing)
    for above, below in pairwise(rows):
        assert {*above.lanes_below} - {None} == {*below.lanes_above} - {None}
        if crc32(below.key.encode()) % spacing:
            assert above.lanes_below == below.lanes_above
        else:
            assert None not in below.lanes_above


@given(
    graphs(),
    st.integers(0, 40),
    st.integers(0, 10),
    st.sampled_from([1, 4, 256]),
    st.just([3, 100]),
)
def test_a_screen_shows_what_the_whole_shows(
    causes: dict[str, list[str]], first: int, count: int, spacing: int, longests: list[int]
) -> None:
    rows = PlainRows(list(causes), causes)
    for longest in longests:
        lanes = ForkLanes(rows, spacing=spacing, longest=longest)
        whole = lanes.lay_out(0, len(rows))
        assert lanes.lay_out(first, count) == whole[first : first + count]


@given(graphs(), st.integers(0, 40), st.integers(1, 5))
def test_edits_far_above_change_nothing(
    causes: dict[str, list[str]], first: int, more: int
) -> None:
    """Far above means above the seam and above the edges that can cross it."""
    longest, added = 4, {f"new{number}": [] for number in range(more)}
    names = list(causes)
    before = ForkLanes(PlainRows(names, causes), spacing=2, longest=longest)
    after = ForkLanes(PlainRows([*added, *names], causes | added), spacing=2, longest=longest)
    seams = [row for row, name in enumerate(names) if crc32(name.encode()) % 2 == 0]
    if any(longest <= seam <= first for seam in seams):
        assert after.lay_out(first + more, 9) == before.lay_out(first, 9)


def test_a_screen_in_a_long_timeline_asks_for_few_rows() -> None:
    names = [f"{number:06}" for number in range(20_000)]
    causes = {name: names[max(0, row - 1) : row] for row, name in enumerate(names)}
    asked: list[str] = []

    class Watched(PlainRows):
        def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
            asked.extend(keys)
            return super().edges(keys)

    lanes = ForkLanes(Watched(names, causes))
    assert [row.key for row in lanes.lay_out(19_000, 30)] == names[19_000:19_030]
    assert len(asked) < 10 * SPACING


def test_keys_that_start_no_lane_window_cost_a_bounded_search() -> None:
    names = [f"{number:06}" for number in range(3000)]
    causes = {name: names[max(0, row - 1) : row] for row, name in enumerate(names)}
    lanes = ForkLanes(PlainRows(names, causes), spacing=100_003)
    assert {row.lane for row in lanes.lay_out(2900, 30)} == {0}
