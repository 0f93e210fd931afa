from collections.abc import Sequence
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.folds import LONGEST, Folds

Kinds = list[str | None]


class Rows:
    """Rows whose keys and kinds may change."""

    def __init__(self, kinds: Sequence[str | None]) -> None:
        self.kinds = list(kinds)
        self.names = [f"m{number}" for number in range(len(kinds))]
        self.folds = Folds(self.keys, self.kinds_of)
        self.asked = 0

    def keys(self, first: int, count: int) -> list[str]:
        return self.names[first : first + count]

    def kinds_of(self, first: int, keys: Sequence[str]) -> Kinds:
        self.asked += len(keys)
        assert list(keys) == self.names[first : first + len(keys)]
        return self.kinds[first : first + len(keys)]

    def insert(self, row: int, kind: str | None) -> None:
        self.kinds.insert(row, kind)
        self.names.insert(row, f"new {len(self.names)}")
        self.folds.forget()

    def lines(self) -> list[range]:
        """What is shown, from the first row on."""
        found: list[range] = []
        row = 0
        while row < len(self.kinds):
            found.append(self.folds.at(row))
            row = found[-1].stop
        return found


def expected(rows: Rows, opened: set[str]) -> list[range]:
    """Runs of one kind within a block, unless a key of them was opened."""
    found: list[range] = []
    numbers = range(len(rows.kinds))
    for _, each in groupby(numbers, lambda n: (n // LONGEST, rows.kinds[n] or n)):
        run = list(each)
        if opened & {rows.names[row] for row in run}:
            found += [range(row, row + 1) for row in run]
        else:
            found.append(range(run[0], run[-1] + 1))
    return found


KINDS = st.lists(st.sampled_from([None, "like", "like", "follow", "missing"]), max_size=40)


@given(KINDS)
def test_neighbours_of_one_kind_are_shown_as_one(kinds: Kinds) -> None:
    rows = Rows(kinds)
    assert rows.lines() == expected(rows, set())


@given(KINDS.filter(bool), st.data())
def test_an_opened_run_is_shown_row_by_row_until_it_is_closed(
    kinds: Kinds, data: st.DataObject
) -> None:
    rows = Rows(kinds)
    row = data.draw(st.integers(0, len(kinds) - 1))
    run = rows.folds.open(row)
    assert rows.lines() == expected(rows, {rows.names[each] for each in run})
    assert rows.folds.is_opened(row) is (len(run) > 1)
    rows.folds.close(run[-1])
    assert rows.lines() == expected(rows, set())


@given(KINDS, st.lists(st.tuples(st.integers(0, 50), st.sampled_from(["like", None])), max_size=8))
def test_folds_follow_rows_that_arrive(
    kinds: Kinds, arrivals: list[tuple[int, str | None]]
) -> None:
    rows = Rows(kinds)
    opened = {rows.names[row] for row in rows.folds.open(0)} if kinds else set()
    for row, kind in arrivals:
        rows.insert(min(row, len(rows.kinds)), kind)
        assert rows.lines() == expected(rows, opened)


@given(KINDS.filter(bool), st.data())
def test_a_step_leads_from_line_to_line(kinds: Kinds, data: st.DataObject) -> None:
    rows = Rows(kinds)
    lines = rows.lines()
    at, to = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    row = data.draw(st.sampled_from(lines[at]))
    assert rows.folds.step(row, to - at, len(kinds)) == (row if at == to else lines[to].start)


def test_steps_end_at_the_first_and_the_last_line() -> None:
    rows = Rows([None, "like", "like"])
    assert (rows.folds.step(0, 9, 3), rows.folds.step(2, -9, 3)) == (1, 0)


def test_a_message_in_the_middle_parts_a_fold() -> None:
    rows = Rows(["missing"] * 3)
    rows.insert(1, None)
    assert rows.lines() == [range(1), range(1, 2), range(2, 4)]


def test_an_arrival_in_an_opened_run_is_shown() -> None:
    rows = Rows(["like", "like"])
    rows.folds.open(0)
    rows.insert(2, "like")
    assert rows.lines() == [range(n, n + 1) for n in range(3)]


def test_a_new_look_at_the_conversation_folds_everything() -> None:
    rows = Rows(["like", "like"])
    rows.folds.open(0)
    rows.folds.close_all()
    assert rows.lines() == [range(2)]


def test_a_fold_is_found_without_reading_the_whole_list() -> None:
    rows = Rows(["like"] * 100_000)
    assert rows.folds.at(50_000) == range(49_920, 49_920 + LONGEST)
    assert rows.asked < 2 * LONGEST
    assert rows.lines()[0] == range(LONGEST)
