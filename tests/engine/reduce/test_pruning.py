from typing import Any

import pytest

from tanglescope.engine.reduce.feeds import FileEntry, assemble
from tanglescope.engine.reduce.pruning import Pruning, prune
from tanglescope.engine.reduce.sets import PzpSet
from tests.engine.reduce.scenarios import SCENARIOS, Devices, entries_of, entry, named, set_at

SCENARIO_GHOST_SPAN = 4
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])


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
    assert all(each.revived == ("bob",) and each.lost == () for each in unsafe)


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
