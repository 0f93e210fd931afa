from collections.abc import Iterator
from typing import Any

import pytest
from nacl.signing import SigningKey

from engine.languages import ENGLISH
from engine.message import base58, jcs
from engine.message.pzp import (
    SIGNATURE_TAG,
    Message,
    Place,
    RefusedError,
    Rule,
    TangleKind,
    read,
)
from engine.message.pzp_rules import check, check_signature, place_in
from engine.message.pzp_writing import Author, write, write_moot
from engine.wording import speak
from tests.engine import pzp_log
from tests.vectors.pzp import load

VECTORS = load("validation")

RULES = {
    "bad signature": Rule.SIGNATURE,
    "metadata changed without resigning": Rule.DEPTH_GAP,
    "depth too large": Rule.DEPTH_GAP,
    "depth equal to prev depth": Rule.DEPTH_PREV,
    "depth zero": Rule.DEPTH,
    "depth float": Rule.DEPTH,
    "prev empty": Rule.PREV_UNKNOWN,
    "prev not array": Rule.PREV,
    "prev unsorted": Rule.PREV_ORDER,
    "prev duplicate": Rule.PREV_DUPLICATE,
    "prev uri": Rule.PREV_URI,
    "prev all unknown": Rule.PREV_UNKNOWN,
    "other domain": Rule.DOMAIN,
    "domain too short": Rule.DOMAIN,
    "domain bad chars": Rule.DOMAIN,
    "other account": Rule.ACCOUNT,
    "account self in feed": Rule.ACCOUNT,
    "account any in feed": Rule.ACCOUNT,
    "wrong version": Rule.VERSION,
    "data changed": Rule.DATA_HASH,
    "data array": Rule.DATA,
    "data size wrong": Rule.DATA_SIZE,
    "unknown sigkey": Rule.SIGNER,
    "no tangle data": Rule.TANGLE,
    "sigkey not base58": Rule.SIGKEY,
}


class Known:
    """The messages that the vectors give as known, checked one after the other."""

    def __init__(self) -> None:
        self.signers = set(VECTORS["allowed_sigkeys"])
        self.messages = {entry["id"]: read(entry["msg"]) for entry in VECTORS["known"]}
        self.root: Message = self.messages[VECTORS["root"]]
        self.account: Message = self.messages[VECTORS["account"]]
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

    def verdict(self, value: Any) -> Rule | None:
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
def test_a_refusal_is_told_in_the_spoken_language() -> None:
    known, refused = Known(), [case for case in VECTORS["cases"] if case["error"]]
    told = [known.detail(case["msg"]) for case in refused]
    speak(ENGLISH)
    assert not set(told) & {known.detail(case["msg"]) for case in refused}
    assert "prev ist nicht sortiert" in told


def test_without_known_signers_nobody_checks_the_key() -> None:
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
    assert caught.value.rule is Rule.ROOT


def test_account_tangles_hold_account_messages_only() -> None:
    known = Known()
    valid = read(VECTORS["cases"][0]["msg"])
    with pytest.raises(RefusedError) as caught:
        check(valid, known.account, {known.account.id: 0}, None)
    assert caught.value.rule is Rule.ACCOUNT


def metadata(message: Message) -> dict[str, Any]:
    found: dict[str, Any] = message.as_json()["metadata"]
    return found


@pytest.mark.parametrize("depth", [True, "1", None, 2.0**53, -1])
def test_a_depth_is_a_safe_positive_integer(depth: object) -> None:
    known = Known()
    value = VECTORS["cases"][0]["msg"]
    tangles = {known.root.id: {"depth": depth, "prev": [known.root.id]}}
    changed = {**value, "metadata": {**value["metadata"], "tangles": tangles}}
    assert known.verdict(changed) is Rule.DEPTH


@pytest.mark.parametrize("sig", ["", "0", "z" * 10_000, "é"])
def test_a_signature_that_is_none_is_refused(sig: str) -> None:
    assert Known().verdict({**VECTORS["cases"][0]["msg"], "sig": sig}) is Rule.SIGNATURE


@pytest.mark.parametrize("data_hash", [5, [], "no hash"])
def test_a_data_hash_is_checked_only_while_there_is_data(data_hash: object) -> None:
    key = SigningKey(b"k" * 32)
    moot = write_moot(key, "account", "domain")
    place = Place(1, (moot.id,))
    value = write(Author(key, "account", ()), "domain", "text", {moot.id: place}).as_json()
    value["metadata"]["dataHash"] = data_hash
    text = SIGNATURE_TAG + jcs.dumps(value["metadata"])
    value["sig"] = base58.encode(key.sign(text).signature)
    with pytest.raises(RefusedError) as caught:
        check(read(value), moot, {moot.id: 0}, None)
    assert caught.value.rule is Rule.DATA_HASH
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
