"""Records of several writers, against a model of the definitions, and against @tangle/reduce."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.errors import BadInput
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.reduce.records import (
    FieldStrategy,
    SharedRecord,
    read_schema,
    schema_of,
    schema_with,
)
from tests.vectors import tangle

SCHEMA = schema_of(["title=overwrite", "place=text", "who=set", "log=list", "votes=counter"])
ORIGINAL = {name: SCHEMA[name] for name in ("title", "place", "who", "log")}
"""The fields with strategies that @tangle has."""

MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
"""A folder in which npm has installed what `make.js` asks for."""

Node = dict[str, Any]


def random_graph(random: Random) -> list[Node]:
    """Nodes as @tangle/graph takes them, causes first: branches, merges, and changes of fields."""
    nodes: list[Node] = []
    for number in range(random.randint(1, 14)):
        names = [node["key"] for node in nodes]
        count = min(len(names), random.choice((1, 1, 1, 2, 2, 3)))
        latest = names[-5:]
        previous = sorted(random.sample(latest, min(count, len(latest)))) if names else None
        nodes.append(
            {"key": f"n{number:02}", "previous": previous, "data": changes(random, number)}
        )
    return nodes


def changes(random: Random, number: int) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if random.random() < 0.3:
        data["title"] = {"set": random.choice([None, 1, True, "soup", "stew", {"a": 1}])}
    if random.random() < 0.2:
        data["place"] = {"set": random.choice(["here", "there"])}
    if random.random() < 0.4:
        data["who"] = {
            random.choice(["ann", "bob", "Ärne", "z\U0001f600"]): random.choice([1, -1, 2])
        }
    if random.random() < 0.3:
        data["log"] = {f"{random.choice('ab')}{number}": f"line {number}"}
    if random.random() < 0.3:
        data["votes"] = random.randint(-2, 3)
    return data


def record_of(nodes: list[Node], schema: Mapping[str, Any] = SCHEMA) -> SharedRecord:
    record = SharedRecord(dict(schema))
    for node in nodes:
        record.add(node["key"], node["previous"] or (), node["data"])
    return record


def pasts(nodes: list[Node]) -> dict[str, set[str]]:
    causes = {node["key"]: node["previous"] or () for node in nodes}
    return {key: set(closure(key, causes.__getitem__)) - {key} for key in causes}


def latest(nodes: list[Node], name: str, known: set[str]) -> list[Any]:
    """The values of a field that no later value among the known messages replaces."""
    past = pasts(nodes)
    setters = {n["key"]: n["data"][name]["set"] for n in nodes if name in n["data"]}
    here = {key: value for key, value in setters.items() if key in known}
    return [value for key, value in here.items() if not any(key in past[each] for each in here)]


def different(values: list[Any]) -> set[str]:
    return {json.dumps(value, sort_keys=True) for value in values}


@given(st.integers(0, 2**32))
def test_each_field_adds_up_by_its_strategy(seed: int) -> None:
    nodes = random_graph(Random(seed))
    record = record_of(nodes)
    counted = {node["key"] for node in nodes} - record.undecided.keys()
    past = pasts(nodes)
    for tip in (None, *record.tips):
        known = counted if tip is None else {tip} | past[tip]
        state = record.state(tip)
        data = [node["data"] for node in nodes if node["key"] in known]
        for name in ("title", "place"):
            values = different(latest(nodes, name, known))
            if len(values) > 1:
                shown = state.conflicts[name]
                assert different([each.value for each in shown]) == values
                assert all(each.key in known for each in shown)
            else:
                assert different([state.values[name]]) == (values or {"null"})
        weights: dict[str, int] = {}
        for each in data:
            for item, weight in each.get("who", {}).items():
                weights[item] = weights.get(item, 0) + weight
        assert set(state.values["who"]) == {item for item in weights if weights[item] > 0}
        lines = {k: v for each in data for k, v in each.get("log", {}).items()}
        assert state.values["log"] == [lines[key] for key in sorted(lines)]
        assert state.values["votes"] == sum(each.get("votes", 0) for each in data)


@given(st.integers(0, 2**32))
def test_what_joins_different_values_without_deciding_is_left_out(seed: int) -> None:
    nodes = random_graph(Random(seed))
    record, past = record_of(nodes), pasts(nodes)
    lost: set[str] = set()
    for node in nodes:
        before = node["previous"] or ()
        open_fields = [
            name
            for name in ("title", "place")
            if name not in node["data"]
            and len(different(latest(nodes, name, past[node["key"]]))) > 1
        ]
        if lost.intersection(before) or (len(before) > 1 and open_fields):
            lost.add(node["key"])
    assert record.undecided.keys() == lost


def test_the_order_of_arrival_does_not_matter() -> None:
    nodes: list[Node] = [
        {"key": "r", "previous": None, "data": {"title": {"set": "soup"}}},
        {"key": "a", "previous": ["r"], "data": {"title": {"set": "stew"}}},
        {"key": "b", "previous": ["r"], "data": {"who": {"bob": 1}}},
        {"key": "m", "previous": ["a", "b"], "data": {}},
    ]
    one, other = record_of(nodes), record_of([nodes[place] for place in (0, 2, 1, 3)])
    assert one.state() == other.state()
    assert one.state().values["title"] == "stew"
    assert one.tips == other.tips == ["m"]


def test_a_plain_value_is_set_and_malformed_ones_are_named() -> None:
    record = SharedRecord(dict(SCHEMA))
    record.add("a", (), {"title": "soup", "place": 1, "who": ["ann"], "log": 3, "votes": True})
    assert record.state().values == {
        "title": "soup",
        "place": None,
        "who": [],
        "log": [],
        "votes": 0,
    }
    assert record.ignored == [("a", name) for name in ("place", "who", "log", "votes")]
    record.add("b", ("a",), "encrypted")
    assert record.ignored == [("a", name) for name in ("place", "who", "log", "votes")]


def test_two_values_for_one_entry_of_a_list_are_a_conflict() -> None:
    record = SharedRecord(dict(SCHEMA))
    record.add("a", (), {"log": {"k": "one"}})
    record.add("b", (), {"log": {"k": "two"}})
    assert [tuple(each) for each in record.state().conflicts["log"]] == [("one", "a"), ("two", "b")]


@pytest.mark.parametrize("text", ["[]", "{", '{"title": "last"}', '{"title": 1}'])
def test_a_schema_that_cannot_be_used_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_schema(text)


@pytest.mark.parametrize("word", ["title", "=set", "title=last"])
def test_a_strategy_that_cannot_be_used_is_refused(word: str) -> None:
    with pytest.raises(BadInput):
        schema_of([word])


def is_misread(nodes: list[Node]) -> bool:
    """Whether @tangle/overwrite overlooks values: in each branch it looks at one, the nearest.

    That may be one that a farther one replaced, or one of several that hold.
    """
    by_key = {node["key"]: node for node in nodes}
    past = pasts(nodes)
    for name in ("title", "place"):
        for node in nodes:
            known = {node["key"]} | past[node["key"]]
            setters = {key for key in known if name in by_key[key]["data"]}
            holding = {key for key in setters if not any(key in past[each] for each in setters)}
            queue = [node["key"]]
            while queue and queue[0] not in setters:
                queue += by_key[queue.pop(0)]["previous"] or ()
            if len(holding) > 1 or (queue and queue[0] not in holding):
                return True
    return False


def agrees(nodes: list[Node], said: dict[str, Any]) -> None:
    record = record_of(nodes, ORIGINAL)
    assert set(record.tips) == said["tips"].keys()
    for tip, values in said["tips"].items():
        assert record.state(tip).values == values
    assert bool(record.state().conflicts) == said["conflict"]


def test_records_are_those_of_the_original() -> None:
    compared = 0
    for nodes, said in tangle.load("records"):
        if said is not None and not is_misread(nodes):
            agrees(nodes, said)
            compared += 1
    assert compared > 150


@pytest.mark.slow
@pytest.mark.skipif(MODULES is None or shutil.which("node") is None, reason="no Node, no packages")
@pytest.mark.parametrize("seed", range(5))
def test_records_of_new_graphs_are_those_of_the_original(tmp_path: Path, seed: int) -> None:
    assert MODULES is not None
    for nodes, said in asked(tmp_path, [random_graph(Random(f"{seed} {n}")) for n in range(1_000)]):
        if said is not None and not is_misread(nodes):
            agrees(nodes, said)


def asked(folder: Path, graphs: list[list[Node]]) -> list[tuple[list[Node], dict[str, Any] | None]]:
    """What the original says of graphs; None where it crashes."""
    script = shutil.copy(Path(tangle.__file__).parent / "make.js", folder)
    (folder / "node_modules").symlink_to(str(MODULES))
    made = subprocess.run(
        ["node", script], input=json.dumps(graphs), capture_output=True, timeout=120, check=True,
        text=True, cwd=folder,
    )  # fmt: skip
    return list(zip(graphs, json.loads(made.stdout), strict=True))


@pytest.mark.parametrize(
    ("value", "strategy"),
    [
        ({"set": 4}, FieldStrategy.OVERWRITE),
        ({"set": 1, "other": 1}, FieldStrategy.SET),
        ({"ann": 1, "bob": -1}, FieldStrategy.SET),
        ({"1": "flour", "2": "water"}, FieldStrategy.LIST),
        (3, FieldStrategy.COUNTER),
        ("Soup", FieldStrategy.TEXT),
        (True, FieldStrategy.OVERWRITE),
        (None, FieldStrategy.OVERWRITE),
        ([1], FieldStrategy.OVERWRITE),
    ],
)
def test_the_strategy_of_a_field_follows_from_its_first_value(
    value: object, strategy: FieldStrategy
) -> None:
    content = {"type": "recipe", "tangles": {}, "field": value, "empty": {}}
    schema = schema_with({}, content)
    assert schema == {"field": strategy}
    assert schema_with(schema, {"field": "another form"}) is schema
