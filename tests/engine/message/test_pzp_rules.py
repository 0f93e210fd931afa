from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from nacl.signing import SigningKey

from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import speak
from tanglescope.engine.message import jcs, pzp
from tanglescope.engine.message.pzp import (
    SIGNATURE_TAG,
    PzpMessage,
    PzpRule,
    RefusedError,
    TangleKind,
    TanglePlace,
    read,
)
from tanglescope.engine.message.pzp_rules import (
    check,
    check_power,
    check_signature,
    keys_after,
    place_in,
    powers_of,
)
from tests.engine import pzp_log
from tests.engine.message.pzp_writing import (
    ALL_POWERS,
    Author,
    public,
    write,
    write_account,
    write_key_added,
    write_key_deleted,
    write_moot,
)
from tests.vectors.pzp import load

VECTORS = load("validation")

RULES = {
    "bad signature": PzpRule.SIGNATURE,
    "metadata changed without resigning": PzpRule.DEPTH_GAP,
    "depth too large": PzpRule.DEPTH_GAP,
    "depth equal to prev depth": PzpRule.DEPTH_PREV,
    "depth zero": PzpRule.DEPTH,
    "depth float": PzpRule.DEPTH,
    "prev empty": PzpRule.PREV_UNKNOWN,
    "prev not array": PzpRule.PREV,
    "prev unsorted": PzpRule.PREV_ORDER,
    "prev duplicate": PzpRule.PREV_DUPLICATE,
    "prev uri": PzpRule.PREV_URI,
    "prev all unknown": PzpRule.PREV_UNKNOWN,
    "other domain": PzpRule.DOMAIN,
    "domain too short": PzpRule.DOMAIN,
    "domain bad chars": PzpRule.DOMAIN,
    "other account": PzpRule.ACCOUNT,
    "account self in feed": PzpRule.ACCOUNT,
    "account any in feed": PzpRule.ACCOUNT,
    "wrong version": PzpRule.VERSION,
    "data changed": PzpRule.DATA_HASH,
    "data array": PzpRule.DATA,
    "data size wrong": PzpRule.DATA_SIZE,
    "unknown sigkey": PzpRule.SIGNER,
    "no tangle data": PzpRule.TANGLE,
    "sigkey not base58": PzpRule.SIGKEY,
}


class Known:
    """The known messages of the vectors, checked one after the other."""

    def __init__(self) -> None:
        self.signers = set(VECTORS["allowed_sigkeys"])
        self.messages = {entry["id"]: read(entry["msg"]) for entry in VECTORS["known"]}
        self.root: PzpMessage = self.messages[VECTORS["root"]]
        self.account: PzpMessage = self.messages[VECTORS["account"]]
        self.depths = {self.root.id: 0}
        for message in self.messages.values():
            if self.root.id in message.tangles:
                check(message, self.root, self.depths, self.signers)
                self.depths[message.id] = place_in(message, self.root.id).depth

    def refusal(self, value: Any) -> RefusedError | None:
        try:
            check(read(value), self.root, self.depths, self.signers)
        except RefusedError as refused:
            return refused
        return None

    def verdict(self, value: Any) -> PzpRule | None:
        refused = self.refusal(value)
        return refused and refused.rule

    def detail(self, value: Any) -> str:
        refused = self.refusal(value)
        return refused.detail if refused else ""


@pytest.fixture
def german() -> Iterator[None]:
    speak("de")
    yield
    speak(ENGLISH)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_verdicts_are_those_of_pzp_db_for_its_reasons(case: dict[str, Any]) -> None:
    verdict = Known().verdict(case["msg"])
    assert (verdict is None) == (case["error"] is None)
    assert verdict == RULES.get(case["name"])


@pytest.mark.parametrize("case", load("leniency"), ids=lambda case: str(case["error"]))
def test_odd_tips_and_prev_are_accepted_where_pzp_db_accepts_them(case: dict[str, Any]) -> None:
    root, *others = [read(entry["msg"]) for entry in case["known"]]
    depths = {root.id: 0, **{each.id: place_in(each, root.id).depth for each in others}}
    assert root.id == case["root"]
    try:
        check(read(case["msg"]), root, depths, set(case["sigkeys"]))
    except RefusedError:
        accepted = False
    else:
        accepted = True
    assert accepted == (case["error"] is None)


@pytest.mark.usefixtures("german")
def test_a_refusal_is_reported_in_the_spoken_language() -> None:
    known, refused = Known(), [case for case in VECTORS["cases"] if case["error"]]
    told = [known.detail(case["msg"]) for case in refused]
    speak(ENGLISH)
    assert not set(told) & {known.detail(case["msg"]) for case in refused}
    assert "prev ist nicht sortiert" in told


def test_without_known_signers_no_one_checks_the_key() -> None:
    known = Known()
    valid = read(VECTORS["cases"][0]["msg"])
    with pytest.raises(RefusedError):
        check(valid, known.root, known.depths, set())
    check(valid, known.root, known.depths, None)


def test_the_roots_are_valid_in_their_own_tangles_only() -> None:
    known = Known()
    check(known.root, known.root, {}, set())
    check(known.account, known.account, {}, None)
    other = read({**known.root.as_json(), "metadata": {**metadata(known.root), "domain": "other"}})
    with pytest.raises(RefusedError) as caught:
        check(other, known.root, {}, None)
    assert caught.value.rule is PzpRule.ROOT


def test_account_tangles_hold_account_messages_only() -> None:
    known = Known()
    valid = read(VECTORS["cases"][0]["msg"])
    with pytest.raises(RefusedError) as caught:
        check(valid, known.account, {known.account.id: 0}, None)
    assert caught.value.rule is PzpRule.ACCOUNT


def metadata(message: PzpMessage) -> dict[str, Any]:
    found: dict[str, Any] = message.as_json()["metadata"]
    return found


@pytest.mark.parametrize("depth", [True, "1", None, 2.0**53, -1])
def test_a_depth_is_a_safe_positive_integer(depth: object) -> None:
    known = Known()
    value = VECTORS["cases"][0]["msg"]
    tangles = {known.root.id: {"depth": depth, "prev": [known.root.id]}}
    changed = {**value, "metadata": {**value["metadata"], "tangles": tangles}}
    assert known.verdict(changed) is PzpRule.DEPTH


@pytest.mark.parametrize("sig", ["", "0", "z" * 10_000, "é"])
def test_a_malformed_signature_is_refused(sig: str) -> None:
    assert Known().verdict({**VECTORS["cases"][0]["msg"], "sig": sig}) is PzpRule.SIGNATURE


@pytest.mark.parametrize("data_hash", [5, [], "no hash"])
def test_a_data_hash_is_checked_only_while_there_is_data(data_hash: object) -> None:
    key = SigningKey(b"k" * 32)
    moot = write_moot(key, "account", "domain")
    place = TanglePlace(1, (moot.id,))
    value = write(Author(key, "account", ()), "domain", "text", {moot.id: place}).as_json()
    value["metadata"]["dataHash"] = data_hash
    text = SIGNATURE_TAG + jcs.dumps(value["metadata"])
    value["sig"] = pzp.encode(key.sign(text).signature)
    with pytest.raises(RefusedError) as caught:
        check(read(value), moot, {moot.id: 0}, None)
    assert caught.value.rule is PzpRule.DATA_HASH
    check(read({**value, "data": None}), moot, {moot.id: 0}, None)


def test_a_weave_takes_messages_of_any_domain_and_account() -> None:
    messages = [read(each.value) for each in pzp_log.entries()]
    [weave] = [each for each in messages if each.id == pzp_log.expected()["weave"]]
    assert weave.kind is TangleKind.WEAVE
    depths = {weave.id: 0}
    for message in messages:
        if weave.id in message.tangles:
            check(message, weave, depths, None)
            depths[message.id] = place_in(message, weave.id).depth
    assert sorted(depths.values()) == [0, 1, 2, 3, 4]


def test_every_message_of_a_real_log_has_its_id_and_data_again() -> None:
    messages = [read(each.value) for each in pzp_log.entries()]
    for message in messages:
        check_signature(message)
        assert message.is_erased == (message.id == pzp_log.expected()["erased"])
    assert [
        {"id": each.id, "domain": each.domain, "data": each.data} for each in messages
    ] == pzp_log.expected()["records"]


ALICE, BOB, EVE = (SigningKey(bytes([seed]) * 32) for seed in (1, 2, 3))
ACCOUNT = write_account(ALICE, "account__person", "nonce")
AT_ONE = TanglePlace(1, (ACCOUNT.id,))
ADDED = write_key_added(ALICE, ACCOUNT, BOB, AT_ONE)
DELETED = write_key_deleted(ALICE, ACCOUNT, BOB, TanglePlace(2, (ADDED.id,)))


def test_written_account_messages_are_valid() -> None:
    depths = {ACCOUNT.id: 0, ADDED.id: 1}
    for message in (ACCOUNT, ADDED, DELETED):
        check(message, ACCOUNT, depths, None)


def test_keys_are_added_and_deleted() -> None:
    assert keys_after([ACCOUNT]) == {public(ALICE)}
    assert keys_after([ACCOUNT, ADDED]) == {public(ALICE), public(BOB)}
    assert keys_after([ACCOUNT, ADDED, DELETED]) == {public(ALICE)}


def test_an_erased_account_message_adds_no_key() -> None:
    assert keys_after([ACCOUNT, replace(ADDED, data=None)]) == {public(ALICE)}


def test_only_keys_with_the_power_may_add_keys() -> None:
    powers = dict([powers_of(ACCOUNT.data)])
    assert powers == {public(ALICE): frozenset(ALL_POWERS)}
    check_power(ACCOUNT, {})
    check_power(ADDED, powers)
    check_power(DELETED, {})
    with pytest.raises(RefusedError) as caught:
        check_power(write_key_added(EVE, ACCOUNT, BOB, AT_ONE), powers)
    assert caught.value.rule is PzpRule.POWER


def test_a_key_that_signs_no_messages_may_have_powers() -> None:
    key = {"purpose": "external-encryption", "algorithm": "ed25519", "bytes": public(BOB)}
    added = replace(ADDED, data={"action": "add", "key": key, "powers": ["add"]})
    assert keys_after([added]) == frozenset()
    assert powers_of(added.data) == (public(BOB), {"add"})


@pytest.mark.parametrize(
    "data",
    [
        None,
        "sealed",
        {},
        {"action": "add"},
        {"action": "add", "key": "k"},
        {"action": "add", "key": {"purpose": "sig", "algorithm": "rsa", "bytes": "k"}},
        {"action": "add", "key": {"purpose": "external-encryption", "algorithm": "ed25519"}},
        {"action": ["add"], "key": {}},
        {"action": "add", "key": {"purpose": [], "algorithm": "ed25519", "bytes": {}}},
    ],
)
def test_account_messages_that_say_nothing_of_use_change_no_key(data: object) -> None:
    message = PzpMessage("id", b"{}", data, None, 0, "self", None, {}, "d", "k", "s")  # type: ignore[arg-type]
    assert keys_after([message]) == frozenset()
    assert powers_of(message.data) == (None, frozenset())
