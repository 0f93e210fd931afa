from random import Random

from engine.reduce.feeds import Entry, assemble
from engine.reduce.grouping import sets_in
from engine.reduce.sets import PzpSet
from tests.engine import pzp_log
from tests.engine.reduce.scenarios import SCENARIOS, entries_of


def test_every_set_of_a_log_is_found_with_all_it_takes_to_judge_it() -> None:
    chosen = {scenario["moot"]: scenario for scenario in SCENARIOS}
    log = [each for scenario in chosen.values() for each in entries_of(scenario)]
    log += pzp_log.entries()
    log.append(Entry("x", None))
    Random(5).shuffle(log)
    found = sets_in(log)
    assert found.keys() == chosen.keys()
    for id_, entries in found.items():
        feed = assemble(entries)
        expected = assemble(entries_of(chosen[id_]))
        assert list(feed.messages) == list(expected.messages)
        assert feed.rejected == ()
        assert PzpSet(feed).state == PzpSet(expected).state


def test_a_log_without_sets_has_none() -> None:
    assert sets_in(pzp_log.entries()) == {}
