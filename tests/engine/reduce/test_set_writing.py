from typing import Any

import pytest

from tanglescope.engine.reduce.feeds import assemble
from tanglescope.engine.reduce.sets import PzpSet
from tests.engine.reduce.scenarios import SCENARIOS, Devices, named, set_at
from tests.engine.reduce.set_writing import (
    addition,
    deletion,
    next_place,
    publish,
    squeeze,
    squeeze_potential,
)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])
def test_what_pzp_set_said_is_said_again(scenario: dict[str, Any]) -> None:
    knew: dict[str, Any] = {}
    for event in scenario["events"]:
        before, knew[event["dev"]] = knew.get(event["dev"]), event["state"]
        if before is None or event["op"] == "sync":
            continue
        set_ = set_at(scenario, before)
        data = _said(set_, event["op"], event.get("value"))
        assert (data is not None) == bool(event["result"])
        if data is None:
            continue
        depth, prev = next_place(set_.feed.tangle)
        assert (depth, named(scenario, prev)) == (event["depth"], event["prev"])
        # The original may name messages again that others have superseded already.
        ours, theirs = set(named(scenario, data["supersedes"])), set(event["supersedes"])
        assert ours == theirs & set(before["item_roots_spec"])


def _said(set_: PzpSet, action: str, item: str) -> dict[str, Any] | None:
    match action:
        case "add":
            return addition(set_, item)
        case "del":
            return deletion(set_, item)
    return squeeze(set_)


def test_what_changes_nothing_is_not_said() -> None:
    devices = Devices(1)
    assert devices.delete(0, "a") is None
    assert devices.squeeze(0) is None
    devices.add(0, "a")
    assert devices.add(0, "a") is None
    assert devices.squeeze(0) is None


def test_a_squeeze_says_the_whole_set_and_leaves_one_item_root() -> None:
    devices = Devices(2)
    for item in "abc":
        devices.add(0, item)
    devices.delete(0, "b")
    before = devices.set(0)
    assert squeeze_potential(before) == 3
    message = devices.squeeze(0)
    assert message
    after = devices.set(0)
    assert after.state.items == before.state.items == ("a", "c")
    assert after.state.item_roots == (message.id,)
    assert squeeze_potential(after) == 0


def test_published_messages_continue_the_feed() -> None:
    devices = Devices(2)
    devices.add(0, "a")
    feed = devices.feed(0)
    message = publish(devices.authors[1], feed, {"add": ["b"], "del": [], "supersedes": []})
    assert message.tangles[devices.root.id] == {"depth": 2, "prev": feed.tangle.tips}


def test_a_feed_without_its_root_cannot_be_continued() -> None:
    with pytest.raises(ValueError, match="root"):
        publish(Devices(1).authors[0], assemble([]), {})
