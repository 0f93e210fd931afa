import bisect
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.displayed_rows import (
    DisplayedRows,
    Fill,
    RemoveRow,
    RowEdit,
    missing_above,
)
from tanglescope.engine.linear.edits import Edit, Insert, Move

Causes = dict[str, set[str]]


def oracle(order: Sequence[str], causes: Causes) -> list[str]:
    """Every missing cause directly above the first message that names it, by name."""
    rows: list[str] = []
    shown = set(order)
    for key in order:
        ghosts = sorted(causes[key] - shown)
        shown.update(ghosts)
        rows += [*ghosts, key]
    return rows


def replay(edits: Sequence[RowEdit], rows: list[str]) -> None:
    for edit in edits:
        match edit:
            case Insert(name, row):
                rows.insert(row, name)
            case Move(source, destination):
                assert source != destination
                rows.insert(destination, rows.pop(source))
            case RemoveRow(row):
                del rows[row]
            case Fill():
                pass


@given(
    causes=st.dictionaries(st.sampled_from("abcdef"), st.sets(st.sampled_from("abcdefgh"))),
    order=st.permutations("abcdef"),
)
def test_missing_messages_are_counted_where_their_rows_are(
    causes: Causes, order: list[str]
) -> None:
    waiting = {key: sorted(named) for key, named in causes.items()}
    rows = oracle(order, {key: causes.get(key, set()) for key in order})
    counted = dict.fromkeys(order, 0)
    for number, row in enumerate(rows):
        if row not in counted:
            counted[next(each for each in rows[number:] if each in counted)] += 1
    assert missing_above(order, waiting) == {key: n for key, n in counted.items() if n}


class Reference:
    """A small timeline: any order will do, so messages move at random."""

    def __init__(self, causes: Causes) -> None:
        self.causes = causes
        self.order: list[str] = []

    def insert(self, name: str, position: int) -> Insert:
        self.order.insert(position, name)
        return Insert(name, position)

    def move(self, source: int, destination: int) -> Move:
        self.order.insert(destination, self.order.pop(source))
        return Move(source, destination)

    def waiting(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        missing = {name: self.causes[name] - set(self.order) for name in names}
        return {name: tuple(ghosts) for name, ghosts in missing.items() if ghosts}


NAMES = [f"m{number:02}" for number in range(14)]
CAUSES = st.fixed_dictionaries(
    {name: st.sets(st.sampled_from(NAMES), max_size=3) for name in NAMES}
)


def changes(data: st.DataObject, reference: Reference, absent: list[str]) -> list[Edit]:
    edits: list[Edit] = []
    for _ in range(data.draw(st.integers(1, 4))):
        size = len(reference.order)
        if absent and (size < 2 or data.draw(st.booleans())):
            edits.append(reference.insert(absent.pop(), data.draw(st.integers(0, size))))
        elif size > 1:
            source, other = data.draw(
                st.lists(st.integers(0, size - 1), min_size=2, max_size=2, unique=True)
            )
            edits.append(reference.move(source, other))
    return edits


@given(causes=CAUSES, names=st.permutations(NAMES), data=st.data())
def test_rows_are_a_function_of_the_messages(
    causes: Causes, names: list[str], data: st.DataObject
) -> None:
    causes = {name: named - {name} for name, named in causes.items()}
    reference, rows, replica = Reference(causes), DisplayedRows(), []
    absent = list(names)
    for _ in range(12):
        edits = changes(data, reference, absent)
        inserted = [edit.name for edit in edits if isinstance(edit, Insert)]
        replay(rows.apply(edits, reference.waiting(inserted)), replica)
        assert list(rows) == replica == oracle(reference.order, causes)
        above = [sum(not rows.is_ghost(key) for key in replica[:row]) for row in range(len(rows))]
        assert [rows.messages_before(row) for row in range(len(rows))] == above


@given(causes=CAUSES, names=st.permutations(NAMES), count=st.integers(0, len(NAMES)))
def test_rows_of_a_snapshot_are_the_rows_of_its_history(
    causes: Causes, names: list[str], count: int
) -> None:
    causes = {name: named - {name} for name, named in causes.items()}
    reference = Reference(causes)
    reference.order = list(names[:count])
    rows = DisplayedRows(reference.order, reference.waiting(reference.order))
    assert list(rows) == oracle(reference.order, causes)
    assert [rows.row_of(key) for key in rows] == list(range(len(rows)))
    assert [rows.is_ghost(key) for key in rows] == [key not in names[:count] for key in rows]
    assert rows.messages == count


@given(causes=CAUSES, names=st.permutations(NAMES), data=st.data())
def test_a_snapshot_goes_on_like_any_replica(
    causes: Causes, names: list[str], data: st.DataObject
) -> None:
    causes = {name: named - {name} for name, named in causes.items()}
    reference = Reference(causes)
    reference.order = list(names[:6])
    rows = DisplayedRows(reference.order, reference.waiting(reference.order))
    replica, absent = list(rows), list(names[6:])
    for _ in range(4):
        edits = changes(data, reference, absent)
        inserted = [edit.name for edit in edits if isinstance(edit, Insert)]
        replay(rows.apply(edits, reference.waiting(inserted)), replica)
        assert list(rows) == replica == oracle(reference.order, causes)


@given(causes=CAUSES, names=st.permutations(NAMES), data=st.data())
def test_each_step_is_reported_right_before_it_is_taken(
    causes: Causes, names: list[str], data: st.DataObject
) -> None:
    reference, rows, replica = Reference(causes), DisplayedRows(), []
    absent = list(names)
    for _ in range(6):
        edits = changes(data, reference, absent)
        inserted = [edit.name for edit in edits if isinstance(edit, Insert)]
        for step in rows.steps(edits, reference.waiting(inserted)):
            assert list(rows) == replica
            replay([step], replica)
        assert list(rows) == replica


def test_a_ghost_fills_in_its_row() -> None:
    rows = DisplayedRows(["a", "c"], {"c": ("b",)})
    assert list(rows) == ["a", "b", "c"]
    assert rows.apply([Insert("b", 1)], {}) == [Fill(1)]
    assert not rows.is_ghost("b")


def test_a_ghost_that_turns_out_to_belong_elsewhere_goes_away() -> None:
    rows = DisplayedRows(["a", "b"], {"b": ("x", "y")})
    assert rows.apply([], {"b": ("y",)}) == [RemoveRow(1)]
    assert list(rows) == ["a", "y", "b"]


@given(
    start=st.integers(0, 5_000),
    steps=st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.floats(0, 1)), max_size=60),
)
def test_many_rows_are_kept_like_few(start: int, steps: list[tuple[bool, float, float]]) -> None:
    keys = [f"{number:06}" for number in range(start)]
    rows, plain = DisplayedRows(keys), list(keys)
    for number, (insert, here, there) in enumerate(steps):
        if insert or len(plain) < 2:
            position = round(here * len(plain))
            plain.insert(position, f"new{number}")
            rows.apply([Insert(f"new{number}", position)], {})
        else:
            source, destination = (round(at * (len(plain) - 1)) for at in (here, there))
            plain.insert(destination, plain.pop(source))
            rows.apply([Move(source, destination)], {})
    assert list(rows) == plain
    middle = len(plain) // 3
    assert rows.slice(middle, 40) == plain[middle : middle + 40]
    assert all(rows[row] == plain[row] for row in range(0, len(plain), 97))


def test_chunks_that_overflow_split_and_keep_what_is_tracked() -> None:
    rows = DisplayedRows(["first", "last"], {"last": ("ghost",)})
    for number in range(5_000):
        rows.apply([Insert(f"{number:05}", 1 + number)], {})
    assert rows.row_of("ghost") == 5_001
    assert [rows.messages_before(row) for row in (1, 5_001, 5_002)] == [1, 5_001, 5_001]
    assert rows.apply([Move(5_001, 1)], {}) == [Move(5_002, 1), Move(5_002, 1)]
    assert rows.slice(0, 4) == ["first", "ghost", "last", "00000"]
    order = [key for key in rows if key.isdigit()]
    assert bisect.bisect(order, "04999") == 5_000
