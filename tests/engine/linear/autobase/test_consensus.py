import pytest
from hypothesis import given

from tanglescope.engine.linear.autobase.consensus import ConfirmationProgress, IndexerState
from tanglescope.engine.linear.autobase.order import Autobase
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Writer
from tests.engine.linear.autobase_graphs import Logs, drawn, logs
from tests.engine.linear.autobase_model import Model


def of(drawing: str, name: str, indexers: str = "abc") -> ConfirmationProgress:
    progress = drawn(drawing, indexers).base().confirmation_progress(name)
    assert progress is not None
    return progress


@given(logs())
def test_acks_and_confirmations_follow_from_the_definitions(logs: Logs) -> None:
    base = Autobase(logs.writers)
    model = Model(logs.indexers)
    for entry in logs.entries:
        base.add(*entry)
        model.add(*entry)
        model.update()
    for name in model.open_votes():
        progress = base.confirmation_progress(name)
        assert progress is not None
        acks = [state.ack for state in progress.states if state.ack]
        assert sorted(acks) == sorted(model.acks(name))
        for state in progress.states:
            result = model.result(name, model.log(state.indexer))
            assert state.confirms == (result == "acked")
            assert state.agrees == (result != "unseen")
            assert state.has_seen == any(
                name in model.past[entry] for entry in model.log(state.indexer)
            )
        nothing_missing = not (progress.missing_acks or progress.missing_confirmations)
        assert nothing_missing == model.is_confirmed(name)


@given(logs())
def test_an_indexer_that_wrote_since_has_acked_or_knew_a_rival(logs: Logs) -> None:
    base = logs.base()
    entries = {entry.name: entry for entry in logs.entries}
    for name in base.tip:
        progress = base.confirmation_progress(name)
        for state in progress.states if progress else ():
            assert not (state.ack and state.rivals)
            for rival in state.rivals:
                past = {entry.name for entry in logs.past(rival)}
                assert name not in past
                assert rival not in {entry.name for entry in logs.past(name)}
                assert entries[rival].writer in logs.indexers


def test_a_tail_that_one_indexer_has_not_seen_says_who() -> None:
    progress = of("a0 b0:a0", "b0")
    assert progress.states == (
        IndexerState("a", has_seen=False, ack=None, rivals=(), confirms=False, agrees=False),
        IndexerState("b", has_seen=True, ack="b0", rivals=(), confirms=False, agrees=True),
        IndexerState("c", has_seen=False, ack=None, rivals=(), confirms=False, agrees=False),
    )
    assert (progress.majority, progress.missing_acks, progress.missing_confirmations) == (2, 1, 2)


def test_rivals_that_were_seen_before_are_named() -> None:
    progress = of("a0 c0 c1:a0,c0 b0:c0", "a0")
    assert [state.rivals for state in progress.states] == [(), ("b0", "c0"), ("c0",)]
    assert [state.has_seen for state in progress.states] == [True, False, True]


def test_confirmed_entries_lack_nothing_and_entries_of_listeners_get_no_votes() -> None:
    base = drawn("a0 b0:a0 n0:b0 c0:b0", "abc").base()
    assert base.confirmed_length == 1
    assert base.confirmation_progress("a0") is None
    assert base.confirmation_progress("n0") is None


def test_there_is_no_outlook_for_what_is_unknown() -> None:
    base = Autobase([Writer("a")])
    base.add("b0", ["ghost"], "b")
    for name in ("ghost", "b0"):
        with pytest.raises(UnknownEvent):
            base.confirmation_progress(name)
