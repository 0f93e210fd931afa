"""Feed lanes: every author on one lane, every edge once, no strand through a message."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.lane_windows import LONGEST, FeedLanes, LaneRow
from tests.engine.drawing.plain_rows import PlainRows, graphs

SEAMLESS = 1 << 40
FEEDS = 4


def homes(keys: Sequence[str]) -> Mapping[str, int]:
    """Authors write in turns without a simple pattern."""
    return {key: int(key[-3:]) * 7 % 11 % FEEDS if key[-3:].isdigit() else 0 for key in keys}


def lanes(
    causes: Mapping[str, Sequence[str]], longest: int = LONGEST, spacing: int = SEAMLESS
) -> FeedLanes:
    rows = PlainRows(list(causes), causes)
    return FeedLanes(rows, homes, lambda: FEEDS, longest=longest, spacing=spacing)


def laid(causes: dict[str, list[str]], longest: int, spacing: int) -> list[LaneRow]:
    return lanes(causes, longest, spacing).lay_out(0, len(causes))


ALL = st.sampled_from([1, 5, LONGEST])
SEAMS = st.sampled_from([1, 3, SEAMLESS])


@given(graphs(), ALL, SEAMS)
def test_every_message_sits_on_the_lane_of_its_author(
    causes: dict[str, list[str]], longest: int, spacing: int
) -> None:
    home = homes(list(causes))
    assert all(row.lane == home[row.key] for row in laid(causes, longest, spacing))


@given(graphs(), ALL, SEAMS)
def test_every_edge_is_drawn_exactly_once(
    causes: dict[str, list[str]], longest: int, spacing: int
) -> None:
    rows = laid(causes, longest, spacing)
    drawn = [
        (strand.source, row.key)
        for row in rows
        for lane in row.arrivals
        if (strand := row.lanes_above[lane])
    ]
    stubs = [(cause, row.key) for row in rows for cause in row.far_causes]
    edges = [(cause, effect) for effect, named in causes.items() for cause in named]
    assert sorted(drawn + stubs) == sorted(edges)
    assert sorted((row.key, effect) for row in rows for effect in row.far_effects) == sorted(stubs)


@given(graphs(), ALL, SEAMS)
def test_no_strand_runs_through_a_message_and_none_shares_its_lane(
    causes: dict[str, list[str]], longest: int, spacing: int
) -> None:
    rows = laid(causes, longest, spacing)
    for row in rows:
        assert row.lane not in row.passing
        strands = [strand for strand in row.lanes_below if strand]
        assert len(strands) == len(set(strands))
    for above, below in pairwise(rows):
        assert {*above.lanes_below} - {None} == {*below.lanes_above} - {None}


@given(graphs(), ALL)
def test_a_strand_moves_at_most_once_on_its_way(causes: dict[str, list[str]], longest: int) -> None:
    rows = laid(causes, longest, SEAMLESS)
    on: dict[str, list[int]] = {}
    for row in rows:
        for lane, strand in enumerate(row.lanes_above):
            if strand:
                on.setdefault(strand.source, []).append(lane)
    assert all(len(set(used)) == 1 for used in on.values())


@given(graphs(), st.integers(0, 40), st.integers(0, 10), st.sampled_from([1, 4, 256]))
def test_a_screen_shows_what_the_whole_shows(
    causes: dict[str, list[str]], first: int, count: int, spacing: int
) -> None:
    made = lanes(causes, 3, spacing)
    assert made.lay_out(first, count) == made.lay_out(0, len(causes))[first : first + count]


def test_authors_who_answer_themselves_need_no_other_lane() -> None:
    chain = {f"{n:03}": [f"{n - 1:03}"] if n else [] for n in range(30)}
    assert all(row.width <= FEEDS for row in laid(chain, LONGEST, SEAMLESS))


def test_a_strand_steps_aside_for_the_next_message_of_its_author() -> None:
    causes = {"000": [], "011": ["000"], "022": ["000", "011"]}
    rows = laid(causes, LONGEST, SEAMLESS)
    assert [row.lane for row in rows] == [0, 0, 0]
    assert rows[0].leaving is not None
    assert rows[1].passing == (FEEDS,)
