"""Fork lanes: every edge once, no strand on another's lane, and the same after any edits."""

from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.fork_lanes import LONGEST, ForkLanes
from engine.drawing.lane_row import LaneRow
from tests.engine.drawing.plain_rows import PlainRows, graphs


def laid(causes: dict[str, list[str]], longest: int = LONGEST) -> list[LaneRow]:
    rows = PlainRows(list(causes), causes)
    return ForkLanes(rows, longest=longest).lay_out(0, len(causes))


def picture(rows: list[LaneRow]) -> list[str]:
    """Rows as text: `o` the message, `|` a strand that passes, `/` where another one ends."""

    def mark(row: LaneRow, lane: int) -> str:
        if lane == row.lane:
            return "o"
        passing = {strand.lane for strand in row.passing}
        ends = {strand.lane for strand in row.arrivals} - passing
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
    assert [strand.source for strand in rows[3].arrivals] == ["c"]


@given(graphs(), st.sampled_from([1, 5, LONGEST]))
def test_every_edge_is_drawn_exactly_once(causes: dict[str, list[str]], longest: int) -> None:
    rows = laid(causes, longest)
    drawn = [(strand.source, row.key) for row in rows for strand in row.arrivals]
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
        crossed = [n for n, other in enumerate(rows) if row.key in other.lanes_below]
        assert crossed == list(range(at[row.key], last))
        assert all(rows[number].lanes_below.index(row.key) == row.lane for number in crossed)


@given(graphs())
def test_no_message_sits_on_the_strand_of_another(causes: dict[str, list[str]]) -> None:
    for row in laid(causes):
        assert row.lane not in {strand.lane for strand in row.passing}
        strands = [source for source in row.lanes_below if source is not None]
        assert len(strands) == len(set(strands))


@given(graphs(), st.integers(0, 40), st.integers(0, 10))
def test_a_screen_shows_what_the_whole_shows(
    causes: dict[str, list[str]], first: int, count: int
) -> None:
    rows = PlainRows(list(causes), causes)
    lanes = ForkLanes(rows, spacing=4)
    assert lanes.lay_out(first, count) == laid(causes)[first : first + count]
    assert lanes.lay_out(0, len(rows)) == laid(causes)
    assert lanes.lay_out(first, count) == laid(causes)[first : first + count]


@given(data=st.data())
def test_after_any_edits_the_lanes_are_those_of_the_rows_as_they_are(data: st.DataObject) -> None:
    causes = data.draw(graphs(30))
    rows = PlainRows([], causes)
    lanes = ForkLanes(rows, spacing=3, longest=6)
    for key in data.draw(st.permutations(list(causes))):
        if rows.keys and data.draw(st.booleans()):
            move(lanes, rows, *data.draw(st.tuples(*[st.integers(0, len(rows) - 1)] * 2)))
        insert(lanes, rows, key, data.draw(st.integers(0, len(rows))))
        first = data.draw(st.integers(0, len(rows)))
        whole = ForkLanes(rows, longest=6).lay_out(0, len(rows))
        assert lanes.lay_out(first, 5) == whole[first : first + 5]


def insert(lanes: ForkLanes, rows: PlainRows, key: str, row: int) -> None:
    rows.arrange([*rows.keys[:row], key, *rows.keys[row:]])
    lanes.edited(row, row)


def move(lanes: ForkLanes, rows: PlainRows, source: int, target: int) -> None:
    lanes.moving(rows.keys[source])
    keys = list(rows.keys)
    keys.insert(target, keys.pop(source))
    rows.arrange(keys)
    lanes.edited(min(source, target), max(source, target))
