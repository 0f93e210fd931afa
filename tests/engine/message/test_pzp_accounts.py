from dataclasses import replace

import pytest
from nacl.signing import SigningKey

from tanglescope.engine.message.pzp import PzpMessage, PzpRule, RefusedError, TanglePlace
from tanglescope.engine.message.pzp_accounts import check_power, keys_after, powers_of
from tanglescope.engine.message.pzp_rules import check
from tests.engine.message.pzp_writing import (
    ALL_POWERS,
    public,
    write_account,
    write_key_added,
    write_key_deleted,
)

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
    assert keys_after([ACCOUNT, ADDED.erased()]) == {public(ALICE)}


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
