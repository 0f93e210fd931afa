import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.autobase.order import Autobase, Tip
from tanglescope.engine.linear.autobase.removals import removal_in_words, unshown
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.errors import DuplicateEvent
from tanglescope.engine.linear.graph import Graph, Node, Writer, read_graph
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.linear.orders.node_sequence import SequencedNode
from tests.engine.linear import oracle
from tests.engine.linear.autobase_graphs import Added, Logs, drawn, from_vector, logs
from tests.engine.linear.autobase_model import Model
from tests.vectors.autobase import load

VECTORS = [
    vector for file in ("design_examples", "own_tests", "random_gossip") for vector in load(file)
]
CUTS = st.lists(st.booleans(), min_size=64, max_size=64)


def named(vector: dict[str, Any]) -> str:
    return str(vector["name"])


def common(first: Sequence[str], second: Sequence[str]) -> int:
    length = 0
    while length < min(len(first), len(second)) and first[length] == second[length]:
        length += 1
    return length


# Results of the original


@pytest.mark.parametrize("vector", VECTORS, ids=named)
def test_every_state_is_that_of_the_original(vector: dict[str, Any]) -> None:
    logs = from_vector(vector)
    base = Autobase(logs.writers)
    for entry, state in zip(logs.entries, vector["states"], strict=True):
        update = base.add(*entry)
        assert {
            "add": entry.name,
            "shared": update.shared,
            "undo": update.undo,
            "newly_indexed": list(update.confirmed),
            "tip": base.tip,
        } == state
    assert list(base) == vector["order"]
    assert list(base)[: base.confirmed_length] == vector["indexed"]


@pytest.mark.parametrize("vector", VECTORS, ids=named)
def test_every_writer_saw_what_its_peer_showed(vector: dict[str, Any]) -> None:
    logs = from_vector(vector)
    for view in vector["views"].values():
        base = logs.base(logs.past(view["head"]))
        assert list(base) == view["order"]
        assert list(base)[: base.confirmed_length] == view["indexed"]


@pytest.mark.parametrize("vector", load("full_autobase"), ids=named)
def test_whole_instances_that_replicate_show_the_same(vector: dict[str, Any]) -> None:
    entries = {node["id"]: node for node in vector["start"]["nodes"] + vector["nodes"]}
    keys = {writer["key"]: writer["pubkey"] for writer in vector["writers"]}
    writers = [Writer(writer["pubkey"], writer["indexer"]) for writer in vector["writers"]]
    bases = {key: Autobase(writers) for key in keys}
    known: dict[str, set[str]] = {key: set() for key in keys}

    def bring(peer: str, names: set[str]) -> None:
        for name in (name for name in entries if name in names - known[peer]):
            node = entries[name]
            after = [*node["links"], f"{node['w']}{node['seq'] - 1}"]
            inside = [cause for cause in after if cause in entries]
            bases[peer].add(name, inside, keys[node["w"]], node["seq"])
        known[peer] |= names

    def shown(names: Sequence[str]) -> list[str]:
        return [name for name in names if entries[name]["value"] is not None]

    for peer in keys:
        bring(peer, {node["id"] for node in vector["start"]["nodes"]})
    for event in vector["log"]:
        if event["op"] == "append":
            bring(event["peer"], {event["id"]})
        else:
            together = set().union(*(known[peer] for peer in event["peers"]))
            for peer in event["peers"]:
                bring(peer, together)
        for peer, state in event["state"].items():
            order = list(bases[peer])
            assert shown(order) == state["view"]
            assert len(shown(order[: bases[peer].confirmed_length])) == state["indexed"]


# The definitions


@given(logs())
def test_every_state_follows_from_the_definitions(logs: Logs) -> None:
    base = Autobase(logs.writers)
    model = Model(logs.indexers)
    for entry in logs.entries:
        update = base.add(*entry)
        model.add(*entry)
        assert list(update.confirmed) == model.update()
        assert base.tip == model.tip


@given(logs(), CUTS)
def test_several_entries_in_one_update_follow_from_the_definitions(
    logs: Logs, cuts: Sequence[bool]
) -> None:
    base = Autobase(logs.writers)
    model = Model(logs.indexers)
    for entry, cut in zip(logs.entries, cuts, strict=False):
        base.insert(*entry)
        model.add(*entry)
        if cut:
            assert list(base.update().confirmed) == model.update()
            assert base.tip == model.tip


# Laws


@given(logs(), st.randoms(), CUTS)
def test_neither_arrival_nor_granularity_of_updates_matters(
    logs: Logs, random: Any, cuts: Sequence[bool]
) -> None:
    arrival = list(logs.entries)
    random.shuffle(arrival)
    base = Autobase(logs.writers)
    for entry, cut in zip(arrival, cuts, strict=False):
        base.insert(*entry)
        if cut:
            base.update()
    base.update()
    straight = logs.base()
    assert (list(base), base.confirmed_length) == (list(straight), straight.confirmed_length)
    assert base.set_aside == []


@given(logs(), st.data())
def test_what_two_peers_have_confirmed_never_conflicts(logs: Logs, data: st.DataObject) -> None:
    if not logs.entries:
        return
    heads = st.sampled_from([entry.name for entry in logs.entries])
    views = [logs.base(logs.past(data.draw(heads))) for _ in range(2)]
    first, second = sorted((list(view)[: view.confirmed_length] for view in views), key=len)
    assert second[: len(first)] == first


@given(logs(), st.randoms())
def test_what_is_confirmed_stays_where_it_is(logs: Logs, random: Any) -> None:
    arrival = list(logs.entries)
    random.shuffle(arrival)
    base = Autobase(logs.writers)
    final: list[str] = []
    for entry in arrival:
        update = base.add(*entry)
        order = list(base)
        assert order[: base.confirmed_length] == [*final, *update.confirmed]
        final = order[: base.confirmed_length]


@given(logs(), st.randoms(), CUTS)
def test_edits_undo_and_shared_report_how_the_order_changed(
    logs: Logs, random: Any, cuts: Sequence[bool]
) -> None:
    arrival = list(logs.entries)
    random.shuffle(arrival)
    base = Autobase(logs.writers)
    replica: list[str] = []
    tip: list[str] = []
    for entry, cut in zip(arrival, cuts, strict=False):
        base.insert(*entry)
        if not cut:
            continue
        update = base.update()
        assert len(update.edits) == oracle.fewest_edits(replica, list(base))
        apply(update.edits, replica)
        assert replica == list(base)
        assert update.shared == common(tip, [*update.confirmed, *base.tip])
        assert update.undo == len(tip) - update.shared
        tip = base.tip


@given(logs())
def test_causes_always_come_first(logs: Logs) -> None:
    place = {name: index for index, name in enumerate(logs.base())}
    for entry in logs.entries:
        assert all(place[cause] < place[entry.name] for cause in entry.after)


# Edges


def test_an_entry_waits_for_causes_that_are_not_known() -> None:
    base = Autobase([Writer("a"), Writer("b")])
    base.add("b0", ["a0", "z0"], "b")
    base.add("a0", [], "a")
    assert (list(base), base.set_aside) == (["a0"], ["b0"])
    update = base.add("z0", [], "z")
    assert update.confirmed == ("a0",)
    assert (list(base), base.set_aside) == (["a0", "z0", "b0"], [])


def test_entries_that_wait_for_each_other_wait_for_ever() -> None:
    base = Autobase([Writer("a")])
    base.add("a0", ["a0", "b0"], "a")
    base.add("b0", ["a0"], "b")
    assert (list(base), base.set_aside) == ([], ["a0", "b0"])


@pytest.mark.parametrize("after", [[], ["ghost"]])
def test_an_entry_is_added_once(after: list[str]) -> None:
    base = Autobase([Writer("a")])
    base.add("a0", after, "a")
    with pytest.raises(DuplicateEvent):
        base.add("a0", [], "a")
    assert len(base) + len(base.set_aside) == 1


def test_without_indexers_nothing_is_confirmed() -> None:
    base = Autobase([Writer("a", indexer=False)])
    base.add("b0", [], "b")
    base.add("a0", [], "a")
    assert (list(base), base.confirmed_length) == (["a0", "b0"], 0)


def test_writers_compare_by_code_point_however_long() -> None:
    keys = ["\uffff", "\U00010000", "", "a", "a" * 70, "B"]
    base = Autobase([])
    for key in keys:
        base.add(f"of {key}", [], key)
    assert list(base) == [f"of {key}" for key in sorted(keys)]


def test_logs_may_begin_anywhere() -> None:
    base = Autobase([Writer("a")])
    base.add("first", [], "a", 17)
    base.add("second", ["first"], "a", 18)
    assert (list(base), base.confirmed_length) == (["first", "second"], 2)


def test_the_next_entry_of_a_log_knows_the_one_before_even_if_it_does_not_say_so() -> None:
    base = Autobase([Writer("a"), Writer("b")])
    base.add("a0", [], "a", 0)
    base.add("a7", [], "a", 7)
    base.add("b0", ["a7"], "b", 0)
    assert base.confirmed_length == 2


def test_an_entry_that_turns_up_below_another_one_does_not_vote() -> None:
    base = Autobase([Writer("a")])
    base.add("a7", [], "a", 7)
    base.add("a0", [], "a", 0)
    assert (list(base), base.confirmed_length) == (["a7", "a0"], 1)


def test_a_long_log_of_one_writer_waits_for_the_others_without_cost() -> None:
    length = 3_000
    base = Autobase([Writer("a"), Writer("b"), Writer("c")])
    for sequence in range(length):
        base.add(f"a{sequence}", [f"a{sequence - 1}"] if sequence else [], "a", sequence)
    assert base.confirmed_length == 0
    base.add("b0", [f"a{length - 1}"], "b")
    update = base.add("c0", ["b0"], "c")
    assert len(update.confirmed) == length


# Relayed writers and optimistic entries


def test_entries_of_relayed_writers_come_out_with_a_confirmed_one_that_refers_to_them() -> None:
    logs = drawn("r0 r1:r0 a0 b0:a0,r1 a1:b0", indexers="ab", relayed="r")
    base = Autobase(logs.writers)
    *first, last = logs.entries
    for entry in first:
        base.add(*entry)
        assert not {"r0", "r1"} & set(base)
    update = base.add(*last)
    assert update.confirmed == ("r0", "r1", "b0")
    assert list(base) == ["a0", "r0", "r1", "b0", "a1"]


def test_a_relayed_writer_never_votes_nor_leads() -> None:
    base = Autobase([Writer("a"), Writer("r", relayed=True)])
    base.add("r0", [], "r")
    assert len(base) == 0
    base.add("a0", [], "a")
    assert (list(base), base.confirmed_length) == (["a0"], 1)


def test_who_refers_to_a_relayed_entry_comes_after_what_that_refers_to() -> None:
    logs = drawn("b0 r0:b0 r1 a0:r1", indexers="", relayed="r")
    assert list(logs.base()) == ["b0", "a0"]


def test_optimistic_entries_are_as_late_as_they_can() -> None:
    base = Autobase([Writer("c"), Writer("d")])
    replica: list[str] = []
    for added, optimistic in (
        (Added("o0", (), "a", 0), True),
        (Added("c0", (), "c", 0), False),
        (Added("o1", (), "b", 0), True),
        (Added("d0", ("c0", "o1"), "d", 0), False),
    ):
        apply(base.add(*added, optimistic=optimistic).edits, replica)
    assert list(base) == replica == ["c0", "o1", "d0", "o0"]
    apply(base.add("c1", ["d0", "o0"], "c", 1).edits, replica)
    assert base.confirmed_length == 3
    assert list(base) == replica == ["c0", "o1", "d0", "o0", "c1"]


def read(vector: dict[str, Any]) -> Graph:
    return read_graph(json.dumps({key: vector[key] for key in ("name", "writers", "nodes")}))


@pytest.mark.parametrize("vector", load("removals"), ids=lambda vector: str(vector["name"]))
def test_apps_show_what_the_original_applies(vector: dict[str, Any]) -> None:
    answer = linearize(read(vector), "applied")
    assert [name for name in answer["order"] if name not in vector["acks"]] == vector["shown"]
    assert answer["left_out"]


def base(*writers: Writer, batch: bool = False) -> Graph:
    """A removes c, c writes, A adds c, c writes."""
    batches = [(1, 2), (2, 2)] if batch else [None, None]
    return Graph(
        (
            Node("remove", (), "a", 0, batch=batches[0]),
            Node("more", ("remove",), "a", 1, batch=batches[1]),
            Node("hidden", ("more",), "c", 0),
            Node("add", ("hidden",), "a", 2),
            Node("shown", ("add",), "c", 1),
        ),
        (Writer("a"), *writers),
    )


def hidden(graph: Graph) -> dict[str, str]:
    return unshown(graph, linearize(graph, "autobase")["order"])


def test_a_writer_is_hidden_from_its_removal_until_it_is_added_again() -> None:
    writer = Writer("c", indexer=False, added=("add",), removed=("remove",))
    assert hidden(base(writer)) == {"hidden": "remove"}


def test_an_indexer_that_becomes_a_plain_writer_is_shown() -> None:
    demoted = Writer("c", removed=("remove",), joined=(), left=())
    assert hidden(base(demoted)) == {}


def test_a_batch_is_applied_as_a_whole() -> None:
    itself = Writer("a", removed=("remove",))
    graph = Graph(base(batch=True).nodes, (itself,))
    assert hidden(graph) == {"add": "remove"}


def test_nothing_is_said_of_optimistic_entries() -> None:
    graph = Graph(
        (Node("remove", (), "a", 0), Node("maybe", ("remove",), "c", 0, optimistic=True)),
        (Writer("a"), Writer("c", indexer=False, removed=("remove",))),
    )
    assert hidden(graph) == {}


def test_the_reason_names_the_removal() -> None:
    assert removal_in_words("a:3") == "The app doesn't show it: a:3 removed its writer before."


@pytest.mark.parametrize("vector", load("topolist"), ids=lambda vector: str(vector["name"]))
def test_the_tip_changes_as_that_of_the_original(vector: dict[str, Any]) -> None:
    tip = Tip()
    nodes: dict[str, SequencedNode] = {}
    shown: list[str] = []
    for place, node in enumerate(vector["nodes"]):
        behind = [nodes[cause] for cause in node["deps"]]
        key = (node["key"], 0, node["id"])
        nodes[node["id"]] = SequencedNode(node["id"], key, behind, optimistic=node["optimistic"])
        tip.add(nodes[node["id"]])
        if place == vector["mark_after"]:
            apply(tip.release([]).edits, shown)
    update = tip.release([])
    apply(update.edits, shown)
    assert shown == vector["list"]
    assert [node.name for node in tip.nodes] == vector["list"]
    assert (update.shared, update.undo) == (vector["shared"], vector["undo"])


def test_what_waited_for_a_released_node_may_come_forward() -> None:
    tip = Tip()
    released = SequencedNode("z", ("z", 0, "z"), [])
    tip.add(SequencedNode("b", ("b", 0, "b"), []))
    tip.add(released)
    tip.add(SequencedNode("a", ("a", 0, "a"), [released]))
    assert [node.name for node in tip.nodes] == ["b", "z", "a"]
    shown = ["b", "z", "a"]
    tip.release([])
    released.confirmed = True
    update = tip.release([released])
    apply(update.edits, shown)
    assert shown == ["z", "a", "b"]
    assert (update.confirmed, update.undo, len(update.edits)) == (("z",), 3, 1)
