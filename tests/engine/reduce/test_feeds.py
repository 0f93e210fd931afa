from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from tanglescope.engine.message.pzp import PzpMessage, PzpRule, TangleKind, TanglePlace
from tanglescope.engine.reduce.feeds import FileEntry, RootedTangles, assemble
from tanglescope.engine.reduce.sets import PzpSet, is_set
from tests.engine import pzp_log
from tests.engine.message.pzp_writing import (
    Author,
    public,
    write,
    write_account,
    write_key_added,
    write_key_deleted,
    write_moot,
)
from tests.engine.reduce.scenarios import DOMAIN, SCENARIOS, Devices, entries_of, entry
from tests.vectors.pzp import load

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])


@each_scenario
def test_everything_that_pzp_db_accepted_is_accepted_whatever_its_order(
    scenario: dict[str, Any],
) -> None:
    expected = assemble(entries_of(scenario))
    assert expected.rejected == ()
    shuffled = entries_of(scenario) * 2
    Random(scenario["name"]).shuffle(shuffled)
    again = assemble(shuffled)
    assert list(again.messages.items()) == list(expected.messages.items())
    assert again.rejected == ()


def tampered(value: dict[str, Any], how: str) -> dict[str, Any]:
    value = deepcopy(value)
    match how:
        case "data":
            value["data"] = {"add": ["evil"], "del": [], "supersedes": []}
        case "metadata":
            value["metadata"]["dataSize"] += 1
        case "signature":
            value["sig"] = value["sig"][:-1] + ("2" if value["sig"][-1] == "1" else "1")
        case "signer":
            value["sigkey"] = public(SigningKey(b"e" * 32))
        case "version":
            value["metadata"]["v"] = 3
        case "nothing":
            return {}
    return value


@pytest.mark.parametrize("how", ["data", "metadata", "signature", "signer", "version", "nothing"])
@each_scenario
def test_a_bad_message_is_rejected_and_the_rest_is_as_without_it(
    scenario: dict[str, Any], how: str
) -> None:
    whole = assemble(entries_of(scenario))
    victim = Random(how).choice([id_ for id_ in whole.messages if id_ != scenario["moot"]])
    rest = [each for each in entries_of(scenario) if each.id != victim]
    without = assemble(rest)
    bad = assemble([*rest, FileEntry(victim, tampered(scenario["msgs"][victim], how))])
    assert list(bad.messages.items()) == list(without.messages.items())
    assert [each.id for each in bad.rejected if each not in without.rejected] == [victim]


@each_scenario
def test_a_bad_copy_never_replaces_the_good_one(scenario: dict[str, Any]) -> None:
    whole = assemble(entries_of(scenario))
    victim = list(whole.messages)[-1]
    value = scenario["msgs"][victim]
    bad = [FileEntry(victim, tampered(value, how)) for how in ("data", "signature")]
    for entries in ([*bad, *entries_of(scenario)], [*entries_of(scenario), *bad]):
        feed = assemble(entries)
        assert list(feed.messages.items()) == list(whole.messages.items())
        assert {each.rule for each in feed.rejected} == {PzpRule.DATA_HASH, PzpRule.SIGNATURE}


def test_an_erased_copy_counts_only_without_the_whole_one() -> None:
    devices = Devices(1)
    devices.add(0, "a")
    whole = [entry(each) for each in (devices.account[0], *devices.known[0].values())]
    erased = [entry(replace(each, data=None)) for each in devices.known[0].values()]
    for entries in ([*whole, *erased], [*erased, *whole]):
        assert assemble(entries).messages == assemble(whole).messages
    assert [each.data for each in assemble(erased).messages.values()] == [None, None]


def test_a_message_without_known_causes_is_rejected_with_all_after_it() -> None:
    devices = Devices(1)
    first, second, third = (devices.add(0, item) for item in "abc")
    assert first
    assert second
    assert third
    feed = assemble(entry(each) for each in (devices.root, second, third))
    # The third also names the root, by its lipmaa link; the second names only the missing first.
    assert list(feed.messages) == [devices.root.id, third.id]
    assert [(each.id, each.rule) for each in feed.rejected] == [(second.id, PzpRule.PREV_UNKNOWN)]


def test_a_depth_is_judged_by_what_is_known_in_the_end() -> None:
    devices = Devices(1)
    first, second = devices.add(0, "a"), devices.add(0, "b")
    assert first
    assert second
    skipping = at(devices, 7, *sorted((first.id, second.id)))
    partly = assemble(entry(each) for each in (skipping, first, devices.root))
    assert skipping.id in partly.messages
    fully = assemble(entry(each) for each in (skipping, first, devices.root, second))
    assert [(each.id, each.rule) for each in fully.rejected] == [(skipping.id, PzpRule.DEPTH_GAP)]


def test_a_refused_message_counts_as_unknown_to_those_that_name_it() -> None:
    devices = Devices(1)
    first = devices.add(0, "a")
    assert first
    refused = at(devices, 5, first.id)
    heir = at(devices, 2, *sorted((first.id, refused.id)))
    feed = assemble(entry(each) for each in (heir, refused, first, devices.root))
    assert [(each.id, each.rule) for each in feed.rejected] == [(refused.id, PzpRule.DEPTH_GAP)]
    assert heir.id in feed.messages


def at(devices: Devices, depth: int, *prev: str) -> PzpMessage:
    place = {devices.root.id: TanglePlace(depth, prev)}
    return write(devices.authors[0], DOMAIN, {"text": str(depth)}, place)


def test_only_keys_of_the_account_may_sign_if_the_account_is_known() -> None:
    devices = Devices(2)
    eve = Author(SigningKey(b"e" * 32), devices.account[0].id, devices.authors[0].account_tips)
    place = {devices.root.id: TanglePlace(1, (devices.root.id,))}
    forged = write(eve, DOMAIN, {"add": ["evil"], "del": [], "supersedes": []}, place)
    known = assemble(entry(each) for each in (*devices.account, devices.root, forged))
    assert [(each.id, each.rule) for each in known.rejected] == [(forged.id, PzpRule.SIGNER)]
    unknown = assemble(entry(each) for each in (devices.root, forged))
    assert unknown.rejected == ()


def test_a_key_counts_from_the_account_tips_that_its_message_names() -> None:
    devices = Devices(2)
    account, added = devices.account
    early = Author(devices.authors[1].key, account.id, (account.id,))
    place = {devices.root.id: TanglePlace(1, (devices.root.id,))}
    before = write(early, DOMAIN, {"early": True}, place)
    after = write(devices.authors[1], DOMAIN, {"early": False}, place)
    feed = assemble(entry(each) for each in (account, added, devices.root, before, after))
    assert [(each.id, each.rule) for each in feed.rejected] == [(before.id, PzpRule.SIGNER)]
    assert after.id in feed.messages


def test_a_deleted_key_may_have_signed_before_but_not_after() -> None:
    devices = Devices(2)
    account, added = devices.account
    deleted = write_key_deleted(
        devices.authors[0].key, account, devices.authors[1].key, TanglePlace(2, (added.id,))
    )
    gone = Author(devices.authors[1].key, account.id, (deleted.id,))
    place = {devices.root.id: TanglePlace(1, (devices.root.id,))}
    before = write(devices.authors[1], DOMAIN, {"n": 1}, place)
    after = write(gone, DOMAIN, {"n": 2}, place)
    feed = assemble(entry(each) for each in (account, added, deleted, devices.root, before, after))
    assert [(each.id, each.rule) for each in feed.rejected] == [(after.id, PzpRule.SIGNER)]


def test_a_key_without_the_power_adds_no_keys() -> None:
    devices = Devices(2)
    account, added = devices.account
    bob, eve = devices.authors[1].key, SigningKey(b"e" * 32)
    smuggled = write_key_added(bob, account, eve, TanglePlace(2, (added.id,)))
    feed = assemble(entry(each) for each in (account, added, smuggled, devices.root))
    assert [(each.id, each.rule) for each in feed.rejected] == [(smuggled.id, PzpRule.POWER)]


def test_account_messages_without_their_root_are_rejected_and_no_one_checks_signers() -> None:
    devices = Devices(2)
    devices.add(1, "a")
    entries = [entry(each) for each in (devices.account[1], *devices.known[1].values())]
    feed = assemble(entries)
    assert [(each.id, each.rule) for each in feed.rejected] == [
        (devices.account[1].id, PzpRule.ROOT)
    ]
    assert len(feed.messages) == 2


def test_an_account_whose_root_is_bad_is_as_good_as_unknown() -> None:
    devices = Devices(2)
    devices.add(1, "a")
    root, added = devices.account
    forged = FileEntry(root.id, tampered(root.as_json(), "data"))
    feed = assemble([forged, *(entry(each) for each in (added, *devices.known[1].values()))])
    assert {each.id for each in feed.rejected} == {root.id, added.id}
    assert len(feed.messages) == 2


def test_a_root_that_is_bad_is_as_good_as_missing() -> None:
    devices = Devices(1)
    first = devices.add(0, "a")
    assert first
    bad = FileEntry(devices.root.id, {**devices.root.as_json(), "sigkey": "0"})
    feed = assemble([bad, entry(first)])
    assert (feed.root, dict(feed.messages)) == (None, {})
    assert {each.id for each in feed.rejected} == {devices.root.id, first.id}


def test_messages_of_another_tangle_are_rejected() -> None:
    devices = Devices(1)
    devices.add(0, "a")
    key = SigningKey(b"o" * 32)
    stranger = write_account(key, "account__other", "nonce")
    moot = write_moot(key, stranger.id, DOMAIN)
    other = write(
        Author(key, stranger.id, ()), DOMAIN, {}, {"elsewhere": TanglePlace(1, (moot.id,))}
    )
    own = [*devices.account, *devices.known[0].values()]
    feed = assemble(entry(each) for each in (stranger, moot, other, *own))
    assert {(each.id, each.rule) for each in feed.rejected} == {
        (stranger.id, PzpRule.TANGLE),
        (moot.id, PzpRule.ROOT),
        (other.id, PzpRule.SIGNER),
    }
    assert len(feed.messages) == 2


def test_without_the_root_nothing_connects() -> None:
    devices = Devices(1)
    first = devices.add(0, "a")
    assert first
    feed = assemble([entry(first)])
    assert (feed.root, dict(feed.messages)) == (None, {})
    assert [(each.id, each.rule) for each in feed.rejected] == [(first.id, PzpRule.ROOT)]


def test_no_messages_make_an_empty_feed() -> None:
    feed = assemble([])
    assert (feed.root, dict(feed.messages), feed.rejected) == (None, {}, ())


def test_the_cases_of_pzp_db_are_judged_alike_inside_a_feed() -> None:
    vectors = load("validation")
    known = [FileEntry(each["id"], each["msg"]) for each in vectors["known"]]
    for case in vectors["cases"]:
        feed = assemble([*known, FileEntry(case["id"], case["msg"])])
        assert (case["id"] in feed.messages) == (case["error"] is None), case["name"]


@pytest.mark.parametrize(
    "value", [None, 5, "text", [], {}, {"metadata": {}}, {"metadata": [], "data": 1}]
)
def test_values_of_any_kind_are_rejected_without_an_error(value: object) -> None:
    devices = Devices(1)
    feed = assemble([entry(devices.root), FileEntry("x", value)])
    assert [each.id for each in feed.rejected] == ["x"]


def test_a_very_long_feed_needs_no_recursion() -> None:
    devices = Devices(1)
    last = devices.root
    chain = [last]
    for depth in range(1, 1500):
        place = {devices.root.id: TanglePlace(depth, (last.id,))}
        last = write(devices.authors[0], DOMAIN, {"n": depth}, place)
        chain.append(last)
    feed = assemble(entry(each) for each in reversed(chain))
    assert len(feed.messages) == 1500


def log_of_posts() -> list[FileEntry]:
    """The feed of posts in a real log, without the deleted message at depth 8."""
    posts = [each["id"] for each in pzp_log.expected()["records"] if each["domain"] != "reply"]
    return [each for each in pzp_log.entries() if each.id in posts]


def test_a_log_with_a_deleted_message_has_a_hole_but_loses_nothing() -> None:
    log = log_of_posts()
    feed = assemble(reversed(log), holes=True)
    assert feed.rejected == ()
    assert list(feed.messages) == [
        each.id for each in log if each.id != pzp_log.expected()["account"]
    ]
    assert feed.messages[pzp_log.expected()["erased"]].is_erased
    # A device that gets the log from another does as pzp-db: messages with only unknown prev are
    # refused.
    strict = assemble(log)
    assert [each.rule for each in strict.rejected] == [PzpRule.PREV_UNKNOWN] * 2


def test_a_message_that_names_nothing_is_refused_in_a_log_with_holes_too() -> None:
    devices = Devices(1)
    nothing = at(devices, 3)
    feed = assemble([entry(devices.root), entry(nothing)], holes=True)
    assert [(each.id, each.rule) for each in feed.rejected] == [(nothing.id, PzpRule.PREV_UNKNOWN)]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["data", "metadata", "sigkey", "sig"]),
    st.sampled_from(
        [None, "account", "accountTips", "dataHash", "dataSize", "domain", "tangles", "v"]
    ),
    json_values,
)
def test_every_message_is_judged_whatever_it_holds(
    part: str, field: str | None, value: Any
) -> None:
    case = deepcopy(load("validation")["cases"][0])
    if field is None:
        case["msg"][part] = value
    else:
        case["msg"]["metadata"][field] = value
    known = [FileEntry(each["id"], each["msg"]) for each in load("validation")["known"]]
    feed = assemble([*known, FileEntry(case["id"], case["msg"])])
    assert (case["id"] in feed.messages) == (not feed.rejected)


def test_every_set_of_a_log_is_the_one_of_its_own_messages() -> None:
    chosen = {scenario["moot"]: scenario for scenario in SCENARIOS}
    log = [each for scenario in chosen.values() for each in entries_of(scenario)]
    log += pzp_log.entries()
    log.append(FileEntry("x", None))
    Random(5).shuffle(log)
    tangles = RootedTangles(log)
    sets = [id_ for id_, root in tangles.roots.items() if is_set(root)]
    assert set(sets) == chosen.keys()
    for id_ in sets:
        feed, expected = tangles.feed(id_), assemble(entries_of(chosen[id_]))
        assert list(feed.messages) == list(expected.messages)
        assert feed.rejected == ()
        assert PzpSet(feed).state == PzpSet(expected).state


def test_a_log_without_sets_has_none() -> None:
    assert not any(map(is_set, RootedTangles(pzp_log.entries()).roots.values()))


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
