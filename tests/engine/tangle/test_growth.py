"""Growth, by laws and by the results of the packages that first grew these tangles."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.growth import (
    Candidate,
    Growth,
    Obstacle,
    Status,
    candidates_in,
    grow,
)
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import (
    Admitted,
    Excluded,
    ExclusionRule,
    RuleEntry,
    TangleRule,
    rule_of,
)
from tests.engine.tangle.strategies import GAME, ROOT, Candidates, candidates, member
from tests.vectors import tangle as vectors

REFUSED = Excluded(ExclusionRule.SEQUENCE, "The test refuses it.")


def refusing(keys: Iterable[str]) -> TangleRule:
    refused = frozenset(keys)
    return replace(GAME, check=lambda entry, _causes: REFUSED if entry.key in refused else None)


def by_definition(drawn: Candidates) -> tuple[set[str], set[str]]:
    """The members and the excluded, by checking all messages again until nothing changes."""
    after = {}
    for entry in drawn.entries:
        after[entry.key] = set(entry.content["tangles"]["game"]["previous"] or ())
    inside: set[str] = set()
    excluded: set[str] = set()
    while True:
        ready = {key for key in after if after[key] <= inside} - inside - excluded
        follows = {key for key in after if after[key] & excluded} - excluded
        if not ready | follows:
            return inside, excluded
        inside |= ready - drawn.refused
        excluded |= (ready & drawn.refused) | follows


@given(candidates())
def test_a_candidate_joins_when_all_that_it_comes_after_is_in(drawn: Candidates) -> None:
    growth = grow(refusing(drawn.refused), ROOT, drawn.entries)
    inside, excluded = by_definition(drawn)
    assert set(growth.connected) == inside
    assert {each.key for each in growth.excluded} == excluded
    rest = [each.key for each in drawn.entries if each.key not in inside | excluded]
    assert growth.set_aside == rest


@given(candidates(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(drawn: Candidates, random: Any) -> None:
    other = list(drawn.entries)
    random.shuffle(other)
    one, two = (grow(refusing(drawn.refused), ROOT, each) for each in (drawn.entries, other))
    assert one.connected == two.connected
    assert one.tips == two.tips
    assert set(one.excluded) == set(two.excluded)
    assert sorted(one.set_aside) == sorted(two.set_aside)


@given(candidates())
def test_every_addition_reports_who_joins_causes_first(drawn: Candidates) -> None:
    growth = Growth(refusing(drawn.refused), ROOT)
    told: list[str] = []
    for entry in drawn.entries:
        for key in growth.add(entry):
            assert set(growth.causes(key)) <= set(told)
            told.append(key)
        assert sorted(told) == sorted(growth.connected)


@given(candidates())
def test_the_order_is_by_rank_then_key(drawn: Candidates) -> None:
    growth = grow(GAME, ROOT, drawn.entries)

    def rank(key: str) -> int:
        return max((rank(cause) + 1 for cause in growth.causes(key)), default=0)

    assert growth.connected == sorted(growth.connected, key=lambda key: (rank(key), key))


@given(candidates(), st.data())
def test_concurrent_are_those_of_which_neither_leads_to_the_other(
    drawn: Candidates, data: st.DataObject
) -> None:
    growth = grow(refusing(drawn.refused), ROOT, drawn.entries)
    among = data.draw(st.sets(st.sampled_from(growth.connected))) if len(growth) else set()
    order = [key for key in growth.connected if key in among]
    expected = {
        (one, other)
        for place, other in enumerate(order)
        for one in order[:place]
        if one not in growth.past(other)
    }
    pairs = list(growth.concurrent_pairs(among))
    assert len(pairs) == len(expected)
    assert set(pairs) == expected


@given(candidates())
def test_adding_twice_changes_nothing(drawn: Candidates) -> None:
    growth = grow(GAME, ROOT, drawn.entries)
    before = growth.connected
    assert not any(growth.add(entry) for entry in drawn.entries)
    assert growth.connected == before


@given(candidates())
def test_anyone_who_is_set_aside_waits_for_something(drawn: Candidates) -> None:
    growth = grow(GAME, ROOT, drawn.entries)
    assert all(growth.waits_for(key) for key in growth.set_aside)
    assert growth.waiting == len(growth.set_aside)
    assert not any(growth.waits_for(key) for key in growth.connected)


def test_self_links_and_cycles_stay_set_aside() -> None:
    loops = [member("%self", "%self"), member("%one", "%two"), member("%two", "%one", ROOT)]
    growth = grow(GAME, ROOT, [member(ROOT), *loops])
    assert growth.connected == [ROOT]
    assert growth.set_aside == ["%self", "%one", "%two"]


def test_without_its_root_nothing_connects() -> None:
    growth = grow(GAME, ROOT, [member("%one", ROOT)])
    assert (growth.connected, growth.set_aside, growth.tips) == ([], ["%one"], [])
    assert growth.waits_for("%one") == (ROOT,)


def test_both_spellings_of_an_id_are_one_message() -> None:
    old = "%wWlAVQEX1ZSQWleYxUQ/+tNUYnOCqLV4dqauYV7qtHY=.sha256"
    new = "ssb:message/classic/wWlAVQEX1ZSQWleYxUQ_-tNUYnOCqLV4dqauYV7qtHY="
    reply = member("%reply", new, root=new)
    for root in (old, new):
        assert grow(GAME, root, [member(old), reply]).connected == [old, "%reply"]


def test_a_long_chain_that_arrives_backwards_needs_no_recursion() -> None:
    chain = [member(f"%{number}", f"%{number - 1}", root="%0") for number in range(1, 20_000)]
    growth = grow(GAME, "%0", [*reversed(chain), member("%0")])
    assert (len(growth), growth.tips) == (20_000, ["%19999"])


def as_the_graph_says(vector: dict[str, Any]) -> Growth:
    """@tangle/graph allows several roots; an extra rule permits it here."""

    def admit(entry: RuleEntry, _root: str) -> Admitted:
        previous = entry.content["previous"]
        return Admitted(() if previous is None else tuple(dict.fromkeys(previous)) or ("nowhere",))

    rule = replace(refusing(vector["invalid"]), admit=admit)
    return grow(rule, "", (RuleEntry(node["key"], node) for node in vector["nodes"]))


GRAPHS = [each for each in vectors.load("graph_reduce") if "error" not in each["graph"]]


@pytest.mark.parametrize("vector", GRAPHS, ids=lambda each: each["name"])
def test_the_graph_is_that_of_the_package(vector: dict[str, Any]) -> None:
    graph = vector["graph"]
    growth = as_the_graph_says({**vector, "invalid": []})
    assert set(growth.connected) == set(graph["connected"])
    # The package also counts messages that are only referred to as disconnected.
    assert set(growth.set_aside) == set(graph["disconnected"]) - set(graph["unknown"])
    assert set(growth.tips) == set(graph["tip_keys"])
    for key in growth.connected if graph["history"] else ():
        assert growth.past(key) == set(graph["history"][key])


@pytest.mark.parametrize("vector", GRAPHS, ids=lambda each: each["name"])
def test_what_is_refused_is_left_out_with_all_after_it(vector: dict[str, Any]) -> None:
    growth = as_the_graph_says(vector)
    valid = vector["reduce_valid_part"]
    assert set(growth.connected) == set(valid["included"])
    assert set(growth.tips) == set(valid["tips"])


def as_a_game(content: dict[str, Any], name: str) -> dict[str, Any]:
    tangles = content.get("tangles", {})
    return {"tangles": {"game": tangles[name]} if name in tangles else {}}


@pytest.mark.parametrize("vector", vectors.load("candidates"), ids=lambda each: each["name"])
def test_after_every_message_the_tangle_is_what_it_should_be(vector: dict[str, Any]) -> None:
    growth = Growth(GAME, vector["root"])  # the vectors contain no types
    steps = {step["received"]: step for step in vector["steps"]}
    steps[len(vector["messages"])] = vector["final"]
    for count, message in enumerate(vector["messages"], start=1):
        growth.add(RuleEntry(message["key"], as_a_game(message["content"], vector["tangle"])))
        if count in steps:
            assert growth.candidates == steps[count]["candidates"]
            assert growth.set_aside == steps[count]["set_aside"]
            assert sorted(growth.connected) == sorted(steps[count]["connected"])
            assert sorted(growth.tips) == sorted(steps[count]["tips"])


@pytest.mark.parametrize("reader", ["alice", "bob", "carol"])
@pytest.mark.parametrize("name", ["group", "epoch", "members"])
def test_a_real_group_has_the_tangles_it_had(reader: str, name: str) -> None:
    vector = vectors.load("ssb_tribes2")
    expected = vector["expected"][reader][name]
    for tangle in expected.values() if name == "members" else [expected]:
        entries = [RuleEntry(message["key"], message["content"]) for message in vector[reader]]
        growth = grow(rule_of(name), tangle["root"], entries)
        for part in ("candidates", "connected", "set_aside", "tips"):
            assert set(getattr(growth, part)) == {message_reference(key) for key in tangle[part]}


BAD = Excluded(ExclusionRule.SEQUENCE, "It is bad.")


def test_connected_set_aside_and_excluded_with_what_keeps_them_out() -> None:
    refusing = replace(GAME, check=lambda entry, _causes: BAD if entry.key == "%bad" else None)
    entries = [
        member(ROOT),
        member("%1", ROOT),
        member("%lost", "%missing", "%1"),
        member("%after", "%lost"),
        member("%bad", "%1"),
        member("%worse", "%bad"),
        RuleEntry("%odd", {"tangles": {"game": {"root": ROOT, "previous": [7]}}}),
    ]
    assert candidates_in(grow(refusing, ROOT, entries)) == [
        Candidate(ROOT, Status.CONNECTED, (), 0),
        Candidate("%1", Status.CONNECTED, (ROOT,), 1, is_tip=True),
        Candidate(
            "%lost",
            Status.SET_ASIDE,
            ("%missing", "%1"),
            waits_for=(("%missing", Obstacle.MISSING),),
        ),
        Candidate(
            "%after", Status.SET_ASIDE, ("%lost",), waits_for=(("%lost", Obstacle.SET_ASIDE),)
        ),
        Candidate("%bad", Status.EXCLUDED, ("%1",), why="It is bad."),
        Candidate(
            "%worse",
            Status.EXCLUDED,
            ("%bad",),
            waits_for=(("%bad", Obstacle.EXCLUDED),),
            why="It comes after a message that is excluded.",
        ),
        Candidate(
            "%odd",
            Status.EXCLUDED,
            (),
            why="`previous` names a number where a key has to be.",
        ),
    ]


@given(candidates())
def test_every_candidate_has_a_status(drawn: Candidates) -> None:
    growth = grow(GAME, ROOT, drawn.entries)
    told = candidates_in(growth)
    assert sorted(each.key for each in told) == sorted(growth.candidates)
    for each in told:
        assert (each.status is Status.CONNECTED) == (each.key in growth)
        assert {cause for cause, _ in each.waits_for} == set(growth.waits_for(each.key))
