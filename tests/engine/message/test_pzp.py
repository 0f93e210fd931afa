from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message import pzp
from tanglescope.engine.message.pzp import (
    PzpMessage,
    PzpRule,
    RefusedError,
    TangleKind,
    read,
    represent,
    whole,
)
from tanglescope.engine.message.pzp_rules import check_signature
from tests.vectors.pzp import load


def messages() -> dict[str, Any]:
    return {
        id_: message
        for scenario in load("set_scenarios")
        for id_, message in {**scenario["msgs"], **scenario.get("account_msgs", {})}.items()
        if isinstance(message, dict)
    }


def test_ids_signatures_and_data_hashes_are_those_of_pzp_db() -> None:
    checked = 0
    for id_, value in messages().items():
        message = read(value)
        assert message.id == id_
        check_signature(message)
        if message.data is not None:
            assert represent(message.data) == (message.data_hash, message.data_size)
        checked += 1
    assert checked > 300


def test_a_message_is_written_as_it_was_read() -> None:
    for value in messages().values():
        assert read(value).as_json() == value


def test_moots_are_recognized_and_can_be_computed() -> None:
    for scenario in load("set_scenarios"):
        moot = read(scenario["msgs"][scenario["moot"]])
        assert moot.is_moot
        assert moot.kind is TangleKind.FEED
        assert moot.id == scenario["moot"]


def test_the_root_of_an_account_is_no_moot() -> None:
    account = read(load("validation")["known"][0]["msg"])
    assert (account.is_moot, account.is_root, account.kind) == (False, True, TangleKind.ACCOUNT)


def test_an_erased_message_keeps_its_id() -> None:
    message = read(load("validation")["cases"][0]["msg"])
    erased = replace(message, data=None)
    assert (erased.id, erased.data, erased.is_erased) == (message.id, None, True)
    assert not message.is_erased


def sample() -> dict[str, Any]:
    return deepcopy(load("validation")["cases"][0]["msg"])


def refusal(value: object) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        read(value)
    return caught.value


@pytest.mark.parametrize("value", [None, [], "text", 4, {}, {"data": None}, {"metadata": []}])
def test_anything_but_a_message_is_refused_by_its_shape(value: object) -> None:
    assert refusal(value).rule is PzpRule.SHAPE


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("account", None, PzpRule.SHAPE),
        ("account", 5, PzpRule.SHAPE),
        ("tangles", [], PzpRule.SHAPE),
        ("domain", None, PzpRule.DOMAIN),
        ("v", 3, PzpRule.VERSION),
        ("v", "4", PzpRule.VERSION),
        ("v", True, PzpRule.VERSION),
        ("more", "\ud800", PzpRule.CANONICAL),
        ("more", float("inf"), PzpRule.CANONICAL),
    ],
)
def test_metadata_of_wrong_types_is_refused(field: str, value: object, rule: PzpRule) -> None:
    message = sample()
    message["metadata"][field] = value
    assert refusal(message).rule is rule


@pytest.mark.parametrize("field", ["dataHash", "dataSize", "account", "accountTips", "tangles"])
def test_metadata_that_lacks_a_field_is_refused_by_name(field: str) -> None:
    message = sample()
    del message["metadata"][field]
    assert refusal(message).detail == f"metadata.{field} is missing"


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("data", [], PzpRule.DATA),
        ("data", 5, PzpRule.DATA),
        ("data", False, PzpRule.DATA),
        ("sigkey", None, PzpRule.SIGKEY),
        ("sig", None, PzpRule.SHAPE),
    ],
)
def test_parts_of_wrong_types_are_refused(field: str, value: object, rule: PzpRule) -> None:
    message = sample()
    message[field] = value
    assert refusal(message).rule is rule


def test_unknown_metadata_counts_in_the_id() -> None:
    message = sample()
    message["metadata"]["more"] = 1
    assert read(message).id != read(sample()).id


def test_a_message_compares_by_what_it_says() -> None:
    first: PzpMessage = read(sample())
    assert first == read(sample())
    assert first != replace(first, data=None)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0), (7.0, 7), (2**53 - 1, 2**53 - 1), (2**53, None), (2.0**53, None), (-1, None),
     (1.5, None), (True, None), ("1", None), (None, None), (float("nan"), None)],
)  # fmt: skip
def test_whole_numbers_are_those_javascript_counts_with(
    value: object, expected: int | None
) -> None:
    assert whole(value) == expected
    assert type(whole(value)) is type(expected)


def test_a_size_of_false_isnt_a_moot() -> None:
    moot = read(
        next(each["msg"] for each in load("validation")["known"] if not each["msg"]["data"])
    )
    assert moot.is_moot
    changed = moot.as_json()
    changed["metadata"]["dataSize"] = False
    assert not read(changed).is_moot


def test_what_the_texts_call_type_is_the_domain() -> None:
    value = sample()
    value["metadata"]["type"] = value["metadata"].pop("domain")
    with_type = read(value)
    assert with_type.domain == read(sample()).domain
    assert with_type.id != read(sample()).id
    assert with_type.as_json() == value


def test_where_both_are_given_the_domain_counts() -> None:
    value = sample()
    value["metadata"]["type"] = "other"
    assert read(value).domain == read(sample()).domain


@given(st.binary(max_size=70))
def test_what_was_encoded_is_decoded(data: bytes) -> None:
    assert pzp.decode(pzp.encode(data), len(data), "text") == data


def test_zero_bytes_are_ones() -> None:
    assert pzp.encode(b"\0\0\1") == "112"
    assert pzp.encode(b"Hello World!") == "2NEpo7TZRRrLZSi2U"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0OIl", "characters"),
        ("é" * 4, "characters"),
        ("2", "is 1 bytes"),
        ("1" * 33, "is 33 bytes"),
        ("z" * 44, "is 33 bytes"),
        ("z" * 1_000_000, "longer"),
        ("", "is 0 bytes"),
    ],
)
def test_anything_but_the_bytes_asked_for_is_refused(text: str, reason: str) -> None:
    with pytest.raises(pzp.NotBase58, match=f"sig .*{reason}"):
        pzp.decode(text, 32, "sig")
