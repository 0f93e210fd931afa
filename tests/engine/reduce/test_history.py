from tanglescope.engine.reduce.history import Action, WinReason, conflicts, history
from tests.engine.reduce.scenarios import Devices, equally_deep


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
