from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear import (
    CycleError,
    DuplicateEvent,
    InvalidName,
    Timeline,
    TooManyReferences,
    UnknownEvent,
    apply,
)
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered, digraphs

Events = dict[str, list[str]]

pytestmark = pytest.mark.usefixtures("small_blocks")


def filled(events: Events) -> Timeline:
    timeline = Timeline()
    for name, after in events.items():
        timeline.add(name, after)
    return timeline


def state(timeline: Timeline) -> object:
    names = list(timeline)
    return (
        names,
        [timeline.rank(name) for name in names],
        timeline.tips,
        timeline.ghosts,
        [timeline.past(name) for name in names],
        [timeline.future(name) for name in names],
    )


@given(delivered())
def test_the_order_is_canonical_after_every_addition(events: Events) -> None:
    timeline = Timeline()
    known: Events = {}
    for name, after in events.items():
        timeline.add(name, after)
        known[name] = after
        assert list(timeline) == oracle.order(known)


@given(delivered())
def test_a_replica_that_applies_the_edits_is_the_timeline(events: Events) -> None:
    timeline = Timeline()
    replica: list[str] = []
    for name, after in events.items():
        apply(timeline.add(name, after), replica)
        assert replica == list(timeline)


@given(delivered(20))
def test_edits_are_the_fewest_possible(events: Events) -> None:
    timeline = Timeline()
    for name, after in events.items():
        before = list(timeline)
        edits = timeline.add(name, after)
        assert len(edits) == oracle.fewest_edits(before, list(timeline))


@given(delivered())
def test_ranks_and_positions_are_those_of_the_order(events: Events) -> None:
    timeline = filled(events)
    ranks = oracle.ranks(events)
    assert {name: timeline.rank(name) for name in timeline} == ranks
    assert [timeline.position(name) for name in timeline] == list(range(len(events)))
    assert [timeline[position] for position in range(-len(events), len(events))] == [
        *timeline,
        *timeline,
    ]


@given(delivered())
def test_tips_and_ghosts_are_what_has_no_effect_and_what_has_not_come(events: Events) -> None:
    timeline = filled(events)
    links = {(cause, name) for name in events for cause in events[name] if cause != name}
    assert timeline.tips == set(events) - {cause for cause, _ in links}
    assert timeline.ghosts == {cause for cause, _ in links} - set(events)


def test_edges_are_the_direct_causes_and_effects_of_events_and_ghosts() -> None:
    timeline = Timeline()
    timeline.add("b", ["a", "ghost"])
    timeline.add("a")
    timeline.add("c", ["a"])
    assert timeline.edges("a") == ((), ("b", "c"))
    assert timeline.edges("b") == (("a", "ghost"), ())
    assert timeline.edges("ghost") == ((), ("b",))
    assert timeline.edges("unknown") == ((), ())


@given(delivered(), st.data())
def test_past_and_future_are_the_closure_of_causes(events: Events, data: st.DataObject) -> None:
    timeline = filled(events)
    past: dict[str, set[str]] = {}
    for name in oracle.order(events):
        known = {cause for cause in events[name] if cause in events and cause != name}
        past[name] = known.union(*(past[cause] for cause in known))
    assert {name: timeline.past(name) for name in events} == past
    for name in events:
        assert timeline.future(name) == {other for other in events if name in past[other]}
        for other in events:
            related = name == other or name in past[other] or other in past[name]
            assert timeline.is_concurrent(name, other) is not related


@given(digraphs())
def test_a_cycle_is_refused_as_if_it_had_never_come(events: Events) -> None:
    timeline = Timeline()
    accepted: Events = {}
    for name, after in events.items():
        before = state(timeline)
        if oracle.ranks({**accepted, name: after}) is None:
            with pytest.raises(CycleError) as caught:
                timeline.add(name, after)
            assert state(timeline) == before
            cycle = caught.value.cycle
            graph = {**accepted, name: after}
            assert cycle[0] == name
            for cause, effect in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
                assert cause in graph[effect]
        else:
            timeline.add(name, after)
            accepted[name] = after
    assert state(timeline) == state(filled(accepted))


def test_an_event_can_come_only_once() -> None:
    timeline = filled({"b": ["a"]})
    before = state(timeline)
    with pytest.raises(DuplicateEvent, match="'b'"):
        timeline.add("b", ["c"])
    assert state(timeline) == before


@pytest.mark.parametrize(
    ("name", "after", "error"),
    [
        (b"a", [], TypeError),
        (None, [], TypeError),
        ("c", [b"a"], TypeError),
        ("c", [["a"]], TypeError),
        ("c", ["x", 1], TypeError),
        ("c", "ab", TypeError),
        ("c", None, TypeError),
        ("\ud800", [], InvalidName),
        ("c", ["x", "\udc00"], InvalidName),
        ("c", ["x", "y", "z"], TooManyReferences),
        ("a", ["x"], DuplicateEvent),
    ],
)
def test_what_is_refused_changes_nothing(name: str, after: list[str], error: type) -> None:
    timeline = Timeline(max_references=2)
    timeline.add("b", ["a"])
    timeline.add("a")
    before = state(timeline)
    with pytest.raises(error):
        timeline.add(name, after)
    assert state(timeline) == before


def test_causes_may_be_added_while_they_are_listed() -> None:
    timeline = Timeline()

    def causes() -> Iterator[str]:
        yield "a"
        timeline.add("a")
        timeline.add("c", ["b"])

    timeline.add("b", causes())
    assert state(timeline) == state(filled({"a": [], "c": ["b"], "b": ["a"]}))

    def itself() -> Iterator[str]:
        timeline.add("d")
        yield "a"

    with pytest.raises(DuplicateEvent):
        timeline.add("d", itself())


def test_duplicate_and_self_references_do_not_count_against_the_limit() -> None:
    timeline = Timeline(max_references=2)
    timeline.add("c", ["a", "b", "a", "c", "b"])
    assert timeline.ghosts == {"a", "b"}


@given(delivered(), st.sampled_from([1, 2, 3]), st.booleans())
def test_under_a_limit_all_edits_are_the_same(events: Events, most: int, at_once: bool) -> None:
    limited, free = Timeline(max_references=most), Timeline()
    few = [(name, after[:most]) for name, after in events.items()]
    for batch in [few] if at_once else [[each] for each in few]:
        assert limited.extend(batch) == free.extend(batch)
        assert state(limited) == state(free)
    assert [limited.edges(name) for name in limited] == [free.edges(name) for name in free]


@given(st.permutations("abcdef"))
def test_under_a_limit_an_event_can_replace_an_edge(arrivals: str) -> None:
    limited, free = Timeline(max_references=2), Timeline()
    known: list[str] = []
    for name in arrivals:
        below = max((other for other in known if other < name), default=None)
        above = min((other for other in known if other > name), default=None)
        after, before = ([] if end is None else [end] for end in (below, above))
        without = [(below, above)] if below and above else []
        assert limited.add(name, after, before, without) == free.add(name, after, before, without)
        known.append(name)
    assert state(limited) == state(free)


def test_an_event_that_would_get_too_many_causes_changes_nothing() -> None:
    timeline = Timeline(max_references=2)
    timeline.add("d", ["a", "b"])
    before = state(timeline)
    with pytest.raises(TooManyReferences, match="'d' refers to 3 events"):
        timeline.add("c", [], ["d"])
    assert state(timeline) == before


def test_unknown_names_and_ghosts_have_no_place() -> None:
    timeline = filled({"b": ["a"]})
    for name in ("a", "never heard of"):
        assert name not in timeline
        with pytest.raises(UnknownEvent):
            timeline.position(name)
        with pytest.raises(UnknownEvent):
            timeline.past(name)
    for position in (1, -2):
        with pytest.raises(IndexError):
            timeline[position]


@given(delivered(), st.data())
def test_many_at_once_end_like_one_by_one_with_the_fewest_edits(
    events: Events, data: st.DataObject
) -> None:
    already = data.draw(st.integers(0, len(events)))
    batches = list(events.items())
    timeline = filled(dict(batches[:already]))
    before = list(timeline)
    edits = timeline.extend(batches[already:])
    assert state(timeline) == state(filled(events))
    replica = list(before)
    apply(edits, replica)
    assert replica == list(timeline)
    assert len(edits) == oracle.fewest_edits(before, replica)


@given(digraphs(), st.data())
def test_of_many_all_are_added_or_none(events: Events, data: st.DataObject) -> None:
    batch = list(events.items())
    already = data.draw(st.integers(0, len(batch)))
    if oracle.ranks(dict(batch[:already])) is None:
        already = 0
    timeline = filled(dict(batch[:already]))
    before = state(timeline)
    if oracle.ranks(events) is None:
        with pytest.raises(CycleError):
            timeline.extend(batch[already:])
        assert state(timeline) == before
    else:
        timeline.extend(batch[already:])
        assert list(timeline) == oracle.order(events)


@pytest.mark.parametrize(
    ("last", "error"),
    [
        (("e", "x"), TypeError),
        (("e", None), TypeError),
        (("e", [5]), TypeError),
        ((5, []), TypeError),
        (("\udfff", []), InvalidName),
        (("d", []), DuplicateEvent),
        (("a", []), DuplicateEvent),
        (("e", ["x", "y", "z"]), TooManyReferences),
    ],
)
@pytest.mark.parametrize("size", [4, 100])
def test_one_bad_event_spoils_all(size: int, last: tuple[str, list[str]], error: type) -> None:
    timeline = Timeline(max_references=2)
    timeline.extend((f"{number}", ["d"]) for number in range(size))
    timeline.extend([("a", ["b", "c"]), ("c", ["d"])])
    before = state(timeline)
    with pytest.raises(error):
        timeline.extend([("b", ["c"]), ("d", []), ("f", ["g"]), last])
    assert state(timeline) == before


@given(delivered(), st.booleans())
def test_an_event_can_come_before_others_that_do_not_name_it(events: Events, at_once: bool) -> None:
    arrivals = []
    known: set[str] = set()
    for name, after in events.items():
        named = [cause for cause in after if cause in known or cause not in events]
        before = [other for other in known if name in events[other]]
        arrivals.append((name, named, before))
        known.add(name)
    timeline, replica = Timeline(), list[str]()
    for parted in [arrivals] if at_once else [[each] for each in arrivals]:
        apply(timeline.extend(parted), replica)
    assert replica == list(timeline) == oracle.order(events)
    assert state(timeline) == state(filled(events))


@given(st.permutations("abcdef"))
def test_an_event_can_replace_an_edge_by_a_path_over_itself(arrivals: str) -> None:
    timeline = Timeline()
    known: list[str] = []
    for name in arrivals:
        below = max((other for other in known if other < name), default=None)
        above = min((other for other in known if other > name), default=None)
        after, before = ([] if end is None else [end] for end in (below, above))
        timeline.add(name, after, before, [(below, above)] if below and above else [])
        known.append(name)
    assert list(timeline) == sorted(arrivals)
    assert timeline.edges("c") == (("b",), ("d",))
    assert timeline.tips == {"f"}


@given(digraphs())
def test_what_would_close_a_cycle_before_others_changes_nothing(events: Events) -> None:
    timeline = Timeline()
    for name in events:
        known = [other for other in timeline if other != name]
        after = [cause for cause in events[name] if cause in known]
        before = [other for other in known if name in events[other]]
        found = state(timeline)
        try:
            timeline.add(name, after, before)
        except CycleError:
            assert state(timeline) == found
            assert name not in timeline


def test_nothing_comes_before_an_event_that_is_not_here() -> None:
    timeline = Timeline()
    timeline.add("a", ["ghost"])
    for unknown in ("ghost", "b"):
        with pytest.raises(UnknownEvent):
            timeline.add("c", [], [unknown])
    assert list(timeline) == ["a"]
