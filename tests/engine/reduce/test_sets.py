import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.reduce.feeds import FileEntry, assemble
from tanglescope.engine.reduce.sets import (
    MOST,
    Action,
    NonStringItem,
    Pruning,
    PzpSet,
    SetChange,
    SetState,
    WinReason,
    change_label,
    change_of,
    conflicts,
    history,
    item_label,
    plain,
    prune,
    reduce_changes,
    set_label,
)
from tests.engine.reduce.scenarios import (
    EXAMPLE,
    SCENARIOS,
    Devices,
    entries_of,
    entry,
    equally_deep,
    named,
    set_at,
)

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])


@each_scenario
def test_every_state_is_the_one_pzp_set_had(scenario: dict[str, Any]) -> None:
    for event in scenario["events"]:
        state = event["state"]
        if state is None:
            continue
        set_ = set_at(scenario, state)
        assert list(set_.state.items) == state["values"]
        assert named(scenario, set_.state.item_roots) == state["item_roots_spec"]
        assert named(scenario, set_.feed.messages) == state["topo"]
        assert set(named(scenario, set_.feed.tangle.tips)) == set(state["tips"])
        assert set_.feed.tangle.max_depth == state["max_depth"]
        assert set_.required_depth == state["min_required_depth"]


@each_scenario
def test_earlier_states_are_found_again_in_the_whole_tangle(scenario: dict[str, Any]) -> None:
    states = [event["state"] for event in scenario["events"] if event["state"]]
    whole = set_at(scenario, states[-1])
    for state in states:
        tips = [scenario["aliases"][name] for name in state["tips"]]
        if all(tip in whole.feed.tangle for tip in tips):
            found = whole.known_at(tips)
            assert list(found.state.items) == state["values"]
            assert named(scenario, found.state.item_roots) == state["item_roots_spec"]
            assert named(scenario, found.feed.messages) == state["topo"]
            assert set(named(scenario, found.feed.tangle.tips)) == set(state["tips"])


def test_the_worked_example_highlights_the_item_roots_of_the_specification() -> None:
    scenario = EXAMPLE
    last = [event["state"] for event in scenario["events"] if event["state"]][-1]
    set_ = set_at(scenario, last)
    letters = dict(zip(_in_order_of_writing(scenario), "RABCDE", strict=True))
    growing = [
        sorted(letters[id_] for id_ in set_.among(set(list(letters)[:count])).state.item_roots)
        for count in range(2, 7)
    ]
    assert growing == [["A"], ["A", "B"], ["B", "C"], ["B", "C", "D"], ["B", "D", "E"]]
    assert set_.state.items == ("bob", "carol")


def _in_order_of_writing(scenario: dict[str, Any]) -> list[str]:
    written = dict.fromkeys(event["msg"] for event in scenario["events"] if event.get("msg"))
    return [scenario["moot"], *(scenario["aliases"][name] for name in written)]


def test_a_position_in_the_order_is_a_state_too() -> None:
    devices = Devices(1)
    for item in "abc":
        devices.add(0, item)
    devices.delete(0, "a")
    set_ = devices.set(0)
    assert [set_.after(position).state.items for position in range(6)] == [
        (), (), ("a",), ("a", "b"), ("a", "b", "c"), ("b", "c"),
    ]  # fmt: skip


def test_an_item_added_again_is_at_the_end_and_a_present_one_stays() -> None:
    changes = {
        "1": SetChange(("a", "b"), (), ()),
        "2": SetChange(("a",), (), ()),
        "3": SetChange((), ("a",), ("2",)),
        "4": SetChange(("a",), (), ("1", "unknown")),
    }
    assert reduce_changes(changes) == SetState(("b", "a"), ("3", "4"))


def test_within_a_message_deletion_comes_last() -> None:
    assert reduce_changes({"1": SetChange(("a",), ("a",), ())}).items == ()


def test_anything_but_a_set_message_says_nothing_about_the_set() -> None:
    devices = Devices(1)
    devices.add(0, "a")
    for data in ("text", {}, {"add": ["b"], "del": []}, {"add": "b", "del": [], "supersedes": []}):
        assert change_of(devices.say(0, data)) is None
    set_ = devices.set(0)
    assert set_.state.items == ("a",)
    assert len(set_.feed.messages) == 6


def values(set_: PzpSet) -> list[Any]:
    return [plain(item) for item in set_.state.items]


def test_items_that_are_no_strings_are_those_of_a_set_of_javascript() -> None:
    devices = Devices(1)
    add = [1, "1", True, None, 1.0, -0.0, {"b": 1, "a": 2}, {"a": 2, "b": 1}, [], False]
    devices.say(0, {"add": add, "del": [[], {}], "supersedes": [2]})
    same = {"a": 2, "b": 1}
    assert json.dumps(values(devices.set(0))) == json.dumps(
        [1, "1", True, None, 0, same, same, [], False]
    )
    devices.say(0, {"add": [2.5], "del": [1, 0, same, []], "supersedes": []})
    assert json.dumps(values(devices.set(0))) == json.dumps(
        ["1", True, None, same, same, [], False, 2.5]
    )
    devices.squeeze(0)
    assert json.dumps(values(devices.set(0))[-4:]) == json.dumps([2.5, same, same, []])


def test_an_empty_set_requires_nothing() -> None:
    set_ = Devices(1).set(0)
    assert set_.required_depth is None
    assert set_.state == SetState((), ())


actions = st.lists(
    st.tuples(
        st.sampled_from(["add", "delete", "squeeze", "sync"]),
        st.integers(0, 2),
        st.sampled_from(["alice", "bob", "carol"]),
        st.integers(0, 2),
    ),
    max_size=14,
)


def _live(devices: Devices, story: list[tuple[str, int, str, int]]) -> None:
    for action, device, item, other in story:
        match action:
            case "add":
                devices.add(device, item)
            case "delete":
                devices.delete(device, item)
            case "squeeze":
                devices.squeeze(device)
            case _:
                devices.sync(device, other)


@given(actions)
def test_devices_that_know_the_same_messages_have_the_same_set(
    story: list[tuple[str, int, str, int]],
) -> None:
    devices = Devices(3)
    _live(devices, story)
    for source, target in ((0, 1), (1, 2), (2, 1), (1, 0)):
        devices.sync(source, target)
    sets = [devices.set(device) for device in range(3)]
    assert not any(each.feed.rejected for each in sets)
    assert sets[0].state == sets[1].state == sets[2].state
    assert list(sets[0].feed.messages) == list(sets[2].feed.messages)


@given(actions)
def test_no_message_is_lost_between_the_item_roots(story: list[tuple[str, int, str, int]]) -> None:
    devices = Devices(3)
    _live(devices, story)
    set_: PzpSet = devices.set(0)
    superseded = {id_ for change in set_.changes.values() for id_ in change.supersedes}
    assert set(set_.state.item_roots) == set_.changes.keys() - superseded


def test_the_history_of_an_item_reports_who_did_what_and_what_came_of_it() -> None:
    devices = Devices(1)
    first = devices.add(0, "alice")
    devices.add(0, "bob")
    gone = devices.delete(0, "alice")
    again = devices.add(0, "alice")
    assert first
    assert gone
    assert again
    told = history(devices.set(0), "alice")
    assert [(each.id, each.action, each.depth) for each in told] == [
        (first.id, Action.ADD, 1), (gone.id, Action.DELETE, 3), (again.id, Action.ADD, 4),
    ]  # fmt: skip
    assert all(each.effective for each in told)
    assert [each.superseded_by for each in told] == [(gone.id,), (again.id,), ()]
    assert told[1].supersedes == (first.id,)
    assert {each.sigkey for each in told} == {first.sigkey}
    assert list(conflicts(devices.set(0), "alice")) == []


def test_a_change_that_changes_nothing_is_distinguished() -> None:
    devices = Devices(2)
    devices.add(0, "alice")
    devices.add(1, "alice")
    devices.sync(0, 1)
    assert [each.effective for each in history(devices.set(1), "alice")] == [True, False]


def test_of_concurrent_opposites_the_deeper_wins() -> None:
    devices = Devices(2)
    devices.add(0, "alice")
    devices.sync(0, 1)
    loser = devices.delete(0, "alice")
    devices.delete(1, "alice")
    winner = devices.add(1, "alice")
    devices.sync(0, 1)
    assert loser
    assert winner
    conflict = next(conflicts(devices.set(1), "alice"))
    assert (conflict.winner.id, conflict.loser.id) == (winner.id, loser.id)
    assert conflict.reason is WinReason.DEPTH
    assert devices.set(1).state.items == ("alice",)


def test_at_equal_depth_the_later_id_wins() -> None:
    devices = equally_deep()
    set_ = devices.set(1)
    (conflict,) = conflicts(set_, "alice")
    assert conflict.reason is WinReason.ID
    order = list(set_.feed.messages)
    assert order.index(conflict.loser.id) < order.index(conflict.winner.id)
    assert ("alice" in set_.state.items) == (conflict.winner.action is Action.ADD)


def test_an_author_who_knew_of_the_other_is_in_no_conflict() -> None:
    devices = Devices(2)
    devices.add(0, "alice")
    devices.sync(0, 1)
    devices.delete(1, "alice")
    devices.sync(1, 0)
    devices.add(0, "alice")
    assert list(conflicts(devices.set(0), "alice")) == []


def test_nothing_was_said_about_an_item_no_one_named() -> None:
    set_ = Devices(1).set(0)
    assert history(set_, "nobody") == []
    assert list(conflicts(set_, "nobody")) == []


SCENARIO_GHOST_SPAN = 4


@each_scenario
def test_what_may_go_is_what_pzp_db_lets_go(scenario: dict[str, Any]) -> None:
    for state in (event["state"] for event in scenario["events"] if event["state"]):
        pruning = prune(set_at(scenario, state), SCENARIO_GHOST_SPAN)
        assert set(named(scenario, pruning.erasable)) == set(state["erasables"])
        assert set(named(scenario, pruning.deletable)) == set(state["deletables"])
        assert pruning.required_depth == state["min_required_depth"]
        assert pruning.ghost_depth == state["min_ghost_depth"]


@each_scenario
def test_the_forecast_is_what_the_pruned_messages_reduce_to(scenario: dict[str, Any]) -> None:
    state = [event["state"] for event in scenario["events"] if event["state"]][-1]
    set_ = set_at(scenario, state)
    pruning = prune(set_)
    pruned = assemble(_pruned(scenario, pruning))
    assert pruned.rejected == ()
    assert PzpSet(pruned).state.items == pruning.after


def _pruned(scenario: dict[str, Any], pruning: Pruning) -> list[FileEntry]:
    kept = [each for each in entries_of(scenario) if each.id not in pruning.deletable]
    return [
        FileEntry(each.id, {**each.value, "data": None}) if each.id in pruning.erasable else each  # type: ignore[dict-item]
        for each in kept
    ]


def test_ghosts_are_the_deleted_within_the_span_below_the_required_depth() -> None:
    devices = Devices(1)
    for _ in range(8):
        devices.add(0, "a")
        devices.delete(0, "a")
    set_ = devices.set(0)
    pruning = prune(set_, ghost_span=3)
    depths = {set_.feed.tangle.depth(id_) for id_ in pruning.ghosts}
    assert pruning.required_depth == 16
    assert pruning.ghost_depth == 13
    assert depths
    assert depths <= {13, 14, 15}
    assert set(pruning.ghosts) == {
        id_ for id_ in pruning.deletable if set_.feed.tangle.depth(id_) >= 13
    }


def test_a_deleted_item_that_pruning_would_revive_is_reported() -> None:
    # A squeeze superseded the deletion, which may be pruned. An older addition, concurrent with
    # the deletion and superseded by no message, stays.
    scenario = next(each for each in SCENARIOS if each["name"] == "rand-38")
    prunings = [
        prune(set_at(scenario, event["state"])) for event in scenario["events"] if event["state"]
    ]
    unsafe = [each for each in prunings if not each.is_safe]
    assert unsafe
    assert all(each.revived_items == ("bob",) and each.lost_items == () for each in unsafe)


def test_an_empty_set_has_nothing_to_prune() -> None:
    pruning = prune(Devices(1).set(0))
    assert (pruning.erasable, pruning.deletable, pruning.ghosts) == ((), (), ())
    assert pruning.is_safe


def test_where_a_trail_breaks_off_nothing_may_go() -> None:
    devices = Devices(1)
    written = [devices.add(0, item) for item in "abcdefg"]
    devices.squeeze(0)
    keeping = [each for each in devices.known[0].values() if each not in written[1:]]
    set_ = PzpSet(assemble((entry(each) for each in keeping), holes=True))
    assert set_.state.items == tuple("abcdefg")
    assert set_.feed.tangle.trail(set_.state.item_roots[0]) is None
    assert (prune(set_).erasable, prune(set_).deletable) == ((), ())


def test_what_might_have_gone_earlier_is_found_in_the_whole_tangle() -> None:
    devices = Devices(1)
    earlier = []
    for item in "abc":
        devices.add(0, item)
        devices.delete(0, item)
        earlier.append(prune(devices.set(0)))
    whole = devices.set(0)
    assert [prune(whole.after(position)) for position in (3, 5, 7)] == earlier


FOLLOWS = "set_v1__follows"


@pytest.mark.parametrize(
    ("content", "label"),
    [
        ({"add": ["alice"], "del": [], "supersedes": []}, "adds alice"),
        ({"add": [], "del": ["bob"], "supersedes": []}, "deletes bob"),
        ({"add": ["a", "b"], "del": ["c"], "supersedes": []}, "adds a, b, deletes c"),
        ({"add": [], "del": [], "supersedes": []}, "changes nothing"),
        ({"add": [1, None, {"a": 1}], "del": []}, 'adds 1, null, {"a": 1}'),
        ({"text": "ciphertext.box"}, "(encrypted set data)"),
        ({"add": "alice"}, "(malformed set data)"),
        ({}, "(malformed set data)"),
    ],
)
def test_a_set_message_says_what_it_does(content: dict[str, Any], label: str) -> None:
    assert set_label({**content, "type": FOLLOWS}) == label


def test_anything_but_a_set_message_has_no_such_label() -> None:
    for content in ({"type": "post", "text": "hi"}, {"type": None}, {}, {"type": "pzp-root"}):
        assert set_label(content) is None
    assert set_label({"type": "pzp-root", "domain": FOLLOWS}) == f"begins {FOLLOWS}"
    assert set_label({"type": "pzp-erased", "domain": FOLLOWS}) == f"erased, in {FOLLOWS}"


def test_no_more_items_are_named_than_one_reads() -> None:
    label = change_label([f"i{number}" for number in range(MOST + 5)], [])
    assert label.endswith(" and 5 more")


@given(st.text() | st.integers() | st.builds(NonStringItem, st.just("[1]")))
def test_an_item_is_one_short_line_of_visible_characters(item: object) -> None:
    label = item_label(item)
    assert label.isprintable()
    assert 0 < len(label) <= 60
