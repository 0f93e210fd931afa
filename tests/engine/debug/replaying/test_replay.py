import pickle

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.debug.replaying.replay import BY_HAND, ReplayProgress, replayed
from tanglescope.engine.debug.shuffling.deliveries import DELIVERIES
from tanglescope.engine.linear.graph import Graph
from tests.engine.debug.examples import LATE_ROOT
from tests.engine.debug.strategies import graphs


@given(graph=graphs(), way=st.sampled_from(sorted(DELIVERIES)), seed=st.integers(0, 3))
def test_every_delivery_plays_to_the_order_of_the_timeline(
    graph: Graph, way: str, seed: int
) -> None:
    opened = OpenGraph(graph)
    replay = replayed(opened, lambda _: None, way, seed)
    assert replay.history.order(len(replay.history)) == list(opened.known.timeline)
    assert replay.bars.edits == replay.history.edits


def test_by_hand_the_names_arrive_as_they_are_listed() -> None:
    told: list[object] = []
    replay = replayed(OpenGraph(LATE_ROOT), told.append, BY_HAND, names=("C", "B"))
    assert list(replay.history.names) == ["C", "B", "A"]
    assert told == [ReplayProgress(0, 3)]


def test_a_replay_comes_through_a_pipe_as_it_was() -> None:
    replay = replayed(OpenGraph(LATE_ROOT), lambda _: None, "as_received")
    same = pickle.loads(pickle.dumps(replay))
    assert same.bars == replay.bars
    assert same.history.order(2) == replay.history.order(2)
