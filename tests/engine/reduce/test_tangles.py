from random import Random

from tanglescope.engine.message.pzp import TangleKind
from tanglescope.engine.reduce.feeds import FileEntry, assemble
from tanglescope.engine.reduce.sets import PzpSet
from tanglescope.engine.reduce.tangles import RootedTangles
from tests.engine import pzp_log
from tests.engine.reduce.scenarios import SCENARIOS, entries_of


def test_every_set_of_a_log_is_the_one_of_its_own_messages() -> None:
    chosen = {scenario["moot"]: scenario for scenario in SCENARIOS}
    log = [each for scenario in chosen.values() for each in entries_of(scenario)]
    log += pzp_log.entries()
    log.append(FileEntry("x", None))
    Random(5).shuffle(log)
    tangles = RootedTangles(log)
    assert set(tangles.sets()) == chosen.keys()
    for id_ in tangles.sets():
        feed, expected = tangles.feed(id_), assemble(entries_of(chosen[id_]))
        assert list(feed.messages) == list(expected.messages)
        assert feed.rejected == ()
        assert PzpSet(feed).state == PzpSet(expected).state


def test_a_log_without_sets_has_none() -> None:
    assert RootedTangles(pzp_log.entries()).sets() == []


def test_accounts_feeds_and_weaves_are_distinguished() -> None:
    tangles, expected = RootedTangles(pzp_log.entries()), pzp_log.expected()
    kinds = {id_: root.kind for id_, root in tangles.roots.items()}
    assert kinds[expected["account"]] is TangleKind.ACCOUNT
    assert kinds[expected["weave"]] is TangleKind.WEAVE
    assert TangleKind.FEED in kinds.values()


def test_every_tangle_of_a_log_is_valid_from_its_root_on() -> None:
    tangles = RootedTangles(pzp_log.entries())
    in_log = {entry.id for entry in pzp_log.entries()}
    shown: set[str] = set()
    for id_ in tangles.roots:
        feed = tangles.feed(id_)
        assert next(iter(feed.messages)) == id_
        assert feed.rejected == ()
        shown |= feed.messages.keys()
    assert shown == in_log


def test_an_id_that_is_not_the_own_one_makes_no_tangle() -> None:
    first, second, *_ = pzp_log.entries()
    assert not RootedTangles([FileEntry(second.id, first.value)]).roots
