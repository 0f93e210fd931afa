from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.displayed_rows import DisplayedRows
from tanglescope.engine.linear.edits import Insert
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.store.arrivals.changes import LibraryChange, TimelineChange

NAMES = "abcdefghij"
CAUSES = st.fixed_dictionaries(
    {
        name: st.sets(st.sampled_from(NAMES[:place] or "z"), max_size=3)
        for place, name in enumerate(NAMES)
    }
)


def missing(
    timeline: Timeline, names: str, causes: dict[str, set[str]]
) -> dict[str, tuple[str, ...]]:
    waiting = {
        name: tuple(sorted(cause for cause in causes[name] if cause not in timeline))
        for name in names
    }
    return {name: ghosts for name, ghosts in waiting.items() if ghosts}


@given(
    causes=CAUSES,
    names=st.permutations(NAMES).map("".join),
    first=st.integers(0, len(NAMES)),
    size=st.integers(1, 12),
)
def test_the_parts_of_a_change_do_what_the_whole_does(
    causes: dict[str, set[str]], names: str, first: int, size: int
) -> None:
    timeline = Timeline()
    timeline.extend([(name, causes[name]) for name in names[:first]])
    before = list(timeline), missing(timeline, names[:first], causes)
    edits = [edit for name in names[first:] for edit in timeline.add(name, causes[name])]
    named = {name: tuple(causes[name]) for name in names[first:]}
    waiting = missing(timeline, names[first:], causes)
    whole = TimelineChange("root", 7, tuple(edits), waiting, named)
    parts = [
        part
        for change in LibraryChange((whole,), added=3).in_parts(size)
        for part in change.timelines
    ]
    at_once, step_by_step = DisplayedRows(*before), DisplayedRows(*before)
    at_once.apply(whole.edits, whole.waiting)
    for part in parts:
        assert len(part.edits) <= max(size, 1)
        step_by_step.apply(part.edits, part.waiting)
    assert list(step_by_step) == list(at_once)
    assert [part.is_whole for part in parts] == [False] * (len(parts) - 1) + [True]
    assert {name: part.causes[name] for part in parts for name in part.causes} == named


def test_what_is_counted_is_reported_once_and_last() -> None:
    edits = (Insert("a", 0), Insert("b", 1))
    change = TimelineChange("root", 1, edits, {}, {"a": (), "b": ()})
    whole = LibraryChange((change, TimelineChange("other", 4, (), {}, {})), frozenset({"@a"}), 5, 2)
    assert list(whole.in_parts(2)) == [whole]
    parts = list(whole.in_parts(1))
    assert [part.added for part in parts] == [0, 0, 0, 5]
    assert [each.address for part in parts for each in part.timelines] == ["root", "root", "other"]
    assert parts[-1].names_changed == whole.names_changed
