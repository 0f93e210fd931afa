"""The requirements in the text of pzp-set, on its own histories and on some that violate them."""

from dataclasses import replace
from typing import Any, Final

import pytest

from tanglescope.engine.message.pzp import PzpMessage
from tanglescope.engine.reduce.feeds import assemble
from tanglescope.engine.reduce.requirements import Requirement, in_words, violations
from tanglescope.engine.reduce.sets import PzpSet
from tests.engine.reduce.scenarios import SCENARIOS, Devices, entry, set_at


def found(set_: PzpSet) -> list[tuple[str, Requirement]]:
    return [(each.id, each.rule) for each in violations(set_)]


def says(
    devices: Devices,
    add: list[Any],
    delete: list[Any],
    *supersedes: PzpMessage | str,
    device: int = 0,
) -> PzpMessage:
    ids = [each if isinstance(each, str) else each.id for each in supersedes]
    return devices.say(device, {"add": add, "del": delete, "supersedes": ids})


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])
def test_pzp_set_itself_meets_every_requirement(scenario: dict[str, Any]) -> None:
    states = [event["state"] for event in scenario["events"] if event["state"]]
    assert found(set_at(scenario, max(states, key=lambda state: len(state["topo"])))) == []


def test_a_deletion_has_to_supersede_what_it_deletes() -> None:
    devices = Devices(1)
    says(devices, ["alice"], [])
    deletion = says(devices, [], ["alice"])
    assert found(devices.set(0)) == [(deletion.id, Requirement.DELETION)]


def test_adding_an_item_again_has_to_supersede_its_deletion() -> None:
    devices = Devices(1)
    added = says(devices, ["alice"], [])
    says(devices, [], ["alice"], added)
    again = says(devices, ["alice"], [])
    assert found(devices.set(0)) == [
        (again.id, Requirement.ADDITION),
        (again.id, Requirement.IGNORES_DELETIONS),
    ]


def test_the_message_of_greatest_depth_is_the_one_to_supersede() -> None:
    devices = Devices(1)
    added = says(devices, ["alice"], [])
    says(devices, [], ["alice"], added)
    again = says(devices, ["alice"], [], added)
    assert (again.id, Requirement.NOT_HIGHEST) in found(devices.set(0))


def test_messages_that_are_already_superseded_needn_t_be_again() -> None:
    devices = Devices(1)
    added = says(devices, ["alice"], [])
    deletion = says(devices, [], ["alice"], added)
    says(devices, ["bob"], [], deletion)
    says(devices, ["alice"], [])
    assert found(devices.set(0)) == []


def test_an_addition_should_supersede_the_deletions_its_author_knew() -> None:
    devices = Devices(2)
    added = says(devices, ["alice"], [])
    devices.sync(0, 1)
    says(devices, [], ["alice"], added)
    apart = says(devices, ["bob"], [], device=1)
    knowing = says(devices, ["carol"], [])
    devices.sync(1, 0)
    assert apart.id in devices.set(0).changes
    assert found(devices.set(0)) == [(knowing.id, Requirement.IGNORES_DELETIONS)]


def tied(item: str, *, second_adds: bool) -> Devices:
    """Two devices that know each other's messages on an item at one depth; the first deletes it."""
    devices = Devices(2)
    added = says(devices, [item], [])
    devices.sync(0, 1)
    says(devices, [], [item], added)
    says(devices, *(([item], []) if second_adds else ([], [item])), added, device=1)
    devices.sync(0, 1)
    devices.sync(1, 0)
    return devices


# At one depth the later id wins: the deletion in one case, the addition in the other.
KEPT: Final = {"alice": False, "dan": True}


@pytest.mark.parametrize(("item", "is_kept"), KEPT.items())
def test_a_deletion_that_lost_at_its_own_depth_needn_t_be_superseded(
    item: str, is_kept: bool
) -> None:
    devices = tied(item, second_adds=True)
    assert (item in devices.set(0).state.items) is is_kept
    later = says(devices, ["bob"], [])
    expected = [] if is_kept else [(later.id, Requirement.IGNORES_DELETIONS)]
    assert found(devices.set(0)) == expected


def test_both_of_two_deletions_at_one_depth_have_to_be_superseded() -> None:
    devices = tied("alice", second_adds=False)
    first, second = list(devices.set(0).changes)[1:]
    half = says(devices, ["bob"], [], first)
    assert found(devices.set(0)) == [(half.id, Requirement.IGNORES_DELETIONS)]
    del devices.known[0][half.id]
    says(devices, ["bob"], [], first, second)
    assert found(devices.set(0)) == []


@pytest.mark.parametrize("item", KEPT)
def test_what_pzp_set_writes_after_a_tie_meets_every_requirement(item: str) -> None:
    devices = tied(item, second_adds=True)
    assert devices.add(0, "bob") is not None
    assert found(devices.set(0)) == []


@pytest.mark.parametrize("item", KEPT)
def test_what_is_missing_may_have_won_at_the_same_depth(item: str) -> None:
    devices = tied(item, second_adds=True)
    says(devices, ["bob"], [])
    additions = [id_ for id_, each in devices.set(0).changes.items() if item in each.add]
    del devices.known[0][additions[-1]]
    known = (*devices.account, *devices.known[0].values())
    set_ = PzpSet(assemble(map(entry, known), holes=True))
    assert len(set_.changes) == 3
    assert found(set_) == []


def test_what_was_erased_may_have_added_what_another_deleted_apart_from_it() -> None:
    devices = Devices(2)
    added = says(devices, ["alice"], [])
    devices.sync(0, 1)
    says(devices, [], ["alice"], added)
    says(devices, ["bob"], [], device=1)
    erased = says(devices, ["alice"], [], added, device=1)
    devices.sync(1, 0)
    says(devices, ["carol"], [])
    assert found(devices.set(0)) == []
    devices.known[0][erased.id] = replace(erased, data=None)
    assert found(devices.set(0)) == []


def test_a_message_that_is_not_here_can_not_be_superseded() -> None:
    devices = Devices(1)
    message = says(devices, ["alice"], [], "9QiEyHSZbhVYdaDXXXXXXXXXXXXXXXXXXXXXXXXXXXXX")
    assert found(devices.set(0)) == [(message.id, Requirement.UNKNOWN)]


def test_a_message_that_was_deleted_is_no_unknown_one() -> None:
    devices = Devices(1)
    added = says(devices, ["alice"], [])
    says(devices, [], ["alice"], added)
    del devices.known[0][added.id]
    set_ = PzpSet(assemble(map(entry, devices.known[0].values()), holes=True))
    assert added.id not in set_.feed.messages
    assert len(set_.changes) == 1
    assert found(set_) == []


def test_what_a_squeeze_superseded_may_have_been_deleted_though_nothing_names_it() -> None:
    devices = Devices(1)
    first = says(devices, ["alice"], [])
    second = says(devices, ["bob"], [])
    third = says(devices, ["carol"], [])
    squeeze = says(devices, ["alice", "bob", "carol"], [], first, second, third)
    del devices.known[0][first.id], devices.known[0][second.id]
    set_ = PzpSet(assemble(map(entry, devices.known[0].values()), holes=True))
    assert squeeze.id in set_.changes
    assert not set_.feed.tangle.is_named(first.id)
    assert found(set_) == []


def test_what_was_erased_may_have_superseded_what_comes_before() -> None:
    devices = Devices(1)
    added = says(devices, ["alice"], [])
    deletion = says(devices, [], ["alice"], added)
    says(devices, ["alice"], [], deletion)
    devices.known[0][deletion.id] = replace(deletion, data=None)
    assert found(devices.set(0)) == []


def test_what_was_deleted_may_have_superseded_what_comes_before() -> None:
    devices = Devices(1)
    says(devices, ["bob"], [])
    added = says(devices, ["alice"], [])
    says(devices, ["carol"], [])
    deletion = says(devices, [], ["alice"], added)
    says(devices, ["alice"], [], deletion)
    del devices.known[0][deletion.id]
    set_ = PzpSet(assemble(map(entry, devices.known[0].values()), holes=True))
    assert found(set_) == []


def test_what_is_not_missing_is_asked_for_in_a_pruned_set_too() -> None:
    devices = Devices(1)
    first = says(devices, ["bob"], [])
    says(devices, ["carol"], [], first)
    says(devices, ["alice"], [])
    deletion = says(devices, [], ["alice"])
    devices.known[0][first.id] = replace(first, data=None)
    assert found(devices.set(0)) == [(deletion.id, Requirement.DELETION)]


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        ({"add": ["alice"]}, Requirement.SHAPE),
        ({"add": "alice", "del": [], "supersedes": []}, Requirement.SHAPE),
        ({"add": [1], "del": [], "supersedes": []}, Requirement.SHAPE),
        ({"add": [], "del": [], "supersedes": [None]}, Requirement.SHAPE),
        ("ciphertext.box", Requirement.ENCRYPTED),
    ],
)
def test_data_that_are_no_lists_of_strings_are_named(data: Any, rule: Requirement) -> None:
    devices = Devices(1)
    message = devices.say(0, data)
    assert found(devices.set(0)) == [(message.id, rule)]


@pytest.mark.slow
def test_a_long_history_is_checked_in_one_pass() -> None:
    devices = Devices(1)
    for number in range(60):
        devices.add(0, f"item {number % 7}")
        devices.delete(0, f"item {number % 5}")
    assert found(devices.set(0)) == []


def test_every_requirement_is_reported_in_words() -> None:
    assert len({in_words(rule) for rule in Requirement}) == len(Requirement)
