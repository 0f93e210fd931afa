from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.replaying.edit_history import (
    REPORT,
    EditHistory,
    Trace,
    bars,
    play,
    report_figure,
    running_average,
)
from tanglescope.engine.library import LibraryChange
from tanglescope.engine.linear.chunked_rows import ChunkedRows
from tanglescope.engine.linear.edits import Insert, Move, apply
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.linear.simulate import paper, random_feed
from tests.engine.authors import Author, post
from tests.engine.debug.examples import recorded
from tests.engine.debug.strategies import graphs
from tests.engine.store.libraries import library_of, write


def history_of(graph: Graph) -> EditHistory:
    return recorded((node.id, node.after) for node in graph.nodes)


def orders(graph: Graph) -> list[list[str]]:
    """The order before the first, between any two, and after all arrivals."""
    timeline = Timeline()
    found = [list[str]()]
    for node in graph.nodes:
        timeline.add(node.id, node.after)
        found.append(list(timeline))
    return found


@given(graphs())
def test_a_history_played_forward_and_back_passes_through_every_order(graph: Graph) -> None:
    expected = orders(graph)
    player = history_of(graph).player(0)
    forward = [list(player)]
    for _ in graph.nodes:
        player.forward()
        forward.append(list(player))
    assert forward == expected
    back = [list(player)]
    for _ in graph.nodes:
        player.back()
        back.append(list(player))
    assert back == expected[::-1]


@given(graphs(), st.data())
def test_back_undoes_forward(graph: Graph, data: st.DataObject) -> None:
    history = history_of(graph)
    step = data.draw(st.integers(0, max(len(history) - 1, 0)))
    if step >= len(history):
        return
    rows = ChunkedRows(history.order(step))
    for edit in [*history.forward(step), *history.back(step)]:
        play(rows, edit)
    assert list(rows) == history.order(step)


def test_a_jump_arrives_where_stepping_does() -> None:
    tangle = paper(3000, 64, seed=1)
    history = recorded((tangle[i].name, tangle[i].after) for i in random_feed(tangle, seed=1))
    assert history.edits > 5000, "there are several keyframes"
    order: list[str] = []
    orders: dict[int, list[str]] = {}
    for step in range(len(history)):
        apply(history.forward(step), order)
        if step % 97 == 0 or step == len(history) - 1:
            orders[step + 1] = list(order)
            assert history.order(step + 1) == order
    # Now that the end is known, a jump may start behind its target and step back.
    assert {steps: history.order(steps) for steps in orders} == orders


@given(graphs())
def test_a_trail_has_the_rows_before_and_after_every_step_that_changed_a_row(
    graph: Graph,
) -> None:
    history = history_of(graph)
    trails: dict[str, list[Trace]] = {node.id: [] for node in graph.nodes}
    for step, (before, after) in enumerate(pairwise(orders(graph))):
        moved = history.player(step).forward()
        for name in after:
            source = before.index(name) if name in before else None
            if name in moved or source != after.index(name):
                trails[name].append(Trace(step, source, after.index(name), name in moved))
    assert {name: history.trail(name) for name in trails} == trails


@given(graphs())
def test_a_step_knows_who_arrived_and_what_it_cost(graph: Graph) -> None:
    history = history_of(graph)
    for step, node in enumerate(graph.nodes):
        assert history.arrivals(step) == [node.id]
        assert history.step_of(node.id) == step
        assert history.cost(step) == len(history.forward(step)) >= 1
    assert sum(map(history.cost, range(len(history)))) == history.edits


def test_a_live_history_begins_with_the_order_that_was_there() -> None:
    history = EditHistory(["a", "b"])
    history.record([Insert("c", 0), Insert("d", 3)])
    history.record([])
    history.record([Move(1, 3)])
    assert [history.order(steps) for steps in range(4)] == [
        ["a", "b"],
        ["c", "a", "b", "d"],
        ["c", "a", "b", "d"],
        ["c", "b", "d", "a"],
    ]
    assert history.trail("a") == [Trace(0, 0, 1, is_moved=False), Trace(2, 1, 3)]
    assert history.trail("d") == [Trace(0, None, 3), Trace(2, 3, 2, is_moved=False)]
    assert history.trail("c") == [Trace(0, None, 0)]
    assert (history.step_of("a"), history.arrivals(0), history.arrivals(1)) == (
        None,
        ["c", "d"],
        [],
    )


def test_a_history_has_two_ends() -> None:
    player = recorded([("a", [])]).player(0)
    with pytest.raises(IndexError):
        player.back()
    player.forward()
    with pytest.raises(IndexError):
        player.forward()


def test_a_history_of_live_ingest_ends_in_the_order_of_the_database(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("up?"))
    high = bob.say(post("high", root))
    low = alice.say(post("low", root, high))
    with library_of(tmp_path, low, root) as library:
        before = library.conversation(root.key).snapshot()
        history = EditHistory(before.keys)

        def record(change: LibraryChange) -> None:
            for timeline in change.timelines:
                if timeline.address == root.key:
                    history.record(timeline.edits)

        library.ingest(write(tmp_path / "more.ndjson", [high]), on_change=record)
        assert len(history) == 1
        assert history.order(0) == before.keys
        assert (
            history.order(1)
            == library.conversation(root.key).in_order()
            == [root.key, high.key, low.key]
        )


@given(graphs(), st.data())
def test_walking_ends_where_a_new_player_begins(graph: Graph, data: st.DataObject) -> None:
    history = history_of(graph)
    here, there = (data.draw(st.integers(0, len(history))) for _ in range(2))
    walked = history.walk_to(history.player(here), there)
    assert walked.steps == there
    assert list(walked) == history.order(there)
    assert set(history.names[: history.came(there)]) == set(walked)


def test_a_far_walk_is_a_jump() -> None:
    tangle = paper(2_000, 8, 0)
    history = recorded((tangle[i].name, tangle[i].after) for i in random_feed(tangle, 0))
    player = history.player(0)
    near = history.walk_to(player, 5)
    assert near is player
    assert history.walk_to(player, len(history)) is not player


def test_the_average_runs_along() -> None:
    assert list(running_average([1, 3, 2])) == [1.0, 2.0, 2.0]
    assert list(running_average([])) == []


@pytest.mark.parametrize("feeds", REPORT)
def test_the_figures_of_the_report_are_reported_as_they_are(feeds: int) -> None:
    assert report_figure(feeds) == REPORT[feeds]


def test_between_two_figures_lies_a_figure_between_them() -> None:
    figure = report_figure(24)
    assert figure is not None
    assert REPORT[16] < figure < REPORT[32]


@pytest.mark.parametrize("feeds", [0, 3, 1025])
def test_outside_of_what_was_measured_nothing_is_reported(feeds: int) -> None:
    assert report_figure(feeds) is None


COSTS = st.lists(st.integers(0, 9), max_size=60)


@given(costs=COSTS, most=st.integers(1, 20))
def test_bars_cover_every_step_once_and_leave_no_height_out(costs: list[int], most: int) -> None:
    drawn = bars([0, *accumulate(costs)], most)
    assert len(drawn.bars) <= most
    assert [bar.first for bar in drawn.bars] == list(
        accumulate([bar.count for bar in drawn.bars], initial=0)
    )[:-1]
    for bar in drawn.bars:
        behind = costs[: bar.first + bar.count]
        assert bar.highest == max(costs[bar.first : bar.first + bar.count])
        assert bar.average == sum(behind) / len(behind)
    assert (drawn.steps, drawn.edits) == (len(costs), sum(costs))
    assert drawn.highest == max(costs, default=0)


def test_few_steps_have_a_bar_each() -> None:
    drawn = bars([0, 1, 4, 5])
    assert [(bar.first, bar.highest) for bar in drawn.bars] == [(0, 1), (1, 3), (2, 1)]
    assert drawn.average == 5 / 3
