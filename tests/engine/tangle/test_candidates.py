"""The status of every candidate of a tangle."""

from dataclasses import replace

from hypothesis import given

from tanglescope.engine.tangle.candidates import Candidate, Obstacle, Status, candidates_in
from tanglescope.engine.tangle.growth import grow
from tanglescope.engine.tangle.rules import Excluded, ExclusionRule, RuleEntry
from tests.engine.tangle.strategies import GAME, ROOT, Candidates, candidates, member

REFUSED = Excluded(ExclusionRule.SEQUENCE, "It is bad.")


def test_connected_set_aside_and_excluded_with_what_keeps_them_out() -> None:
    refusing = replace(GAME, check=lambda entry, _causes: REFUSED if entry.key == "%bad" else None)
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
