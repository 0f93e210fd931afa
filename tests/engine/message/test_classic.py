import base64
import copy
from typing import Any

import pytest

from tanglescope.engine.message.canonical import NotJSON, canonical, parse, utf16_length
from tanglescope.engine.message.classic import examine, examine_lossy, shorter
from tanglescope.engine.message.verdict import VALID, Rule, ValidationStatus, Verdict, reason
from tests.engine.authors import Author
from tests.engine.message.corrupt import Case, cases

CASES = cases()
GOOD: dict[str, Any] = parse(CASES[0].lines[1])  # type: ignore[assignment]
FIRST: dict[str, Any] = parse(CASES[0].lines[0])  # type: ignore[assignment]


def changed(message: dict[str, Any], **fields: object) -> dict[str, Any]:
    return copy.deepcopy(message) | fields


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_ids_and_sizes_are_those_of_the_original(case: Case) -> None:
    for line, expected in zip(case.lines, case.verdicts, strict=True):
        if expected.get("parse") is False:
            with pytest.raises(NotJSON):
                parse(line)
            continue
        value = parse(line)
        assert examine(value).computed == expected["id"]
        assert utf16_length(canonical(value).decode()) == expected["units"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_original_refuses_out_of_order_is_refused(case: Case) -> None:
    for line, expected in zip(case.lines, case.verdicts, strict=True):
        if expected.get("parse") is False:
            continue
        verdict = examine(parse(line), case.hmac_key).verdict
        if verdict.rule is Rule.PREVIOUS:
            continue  # impossible in any feed, but not checked out of order
        if verdict.status is ValidationStatus.VALID and verdict.rule is Rule.TIMESTAMP:
            continue  # out of order, ssb-validate requires a number; in a feed it does not
        assert (verdict.status is ValidationStatus.VALID) == expected["alone"]["ok"]


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (None, Rule.SHAPE),
        (5, Rule.SHAPE),
        ("text", Rule.SHAPE),
        ([], Rule.SHAPE),
        ({}, Rule.AUTHOR),
        (changed(GOOD, author=5), Rule.AUTHOR),
        (changed(GOOD, author=GOOD["author"] + "\n"), Rule.AUTHOR),
        (changed(GOOD, author=GOOD["author"].replace("ed25519", "sha256")), Rule.AUTHOR),
        (changed(GOOD, signature=None), Rule.SIGNATURE_FORM),
        (changed(GOOD, signature=GOOD["signature"] + "\n"), Rule.SIGNATURE_FORM),
        (changed(GOOD, previous=5), Rule.PREVIOUS),
        (changed(GOOD, previous={"a": 1}), Rule.PREVIOUS),
        (changed(GOOD, previous=[GOOD["previous"]] * 2), Rule.PREVIOUS),
        (changed(GOOD, previous=None), Rule.PREVIOUS),
        (changed(GOOD, sequence=0), Rule.SEQUENCE),
        (changed(GOOD, sequence=-3), Rule.SEQUENCE),
        (changed(GOOD, sequence=2**31), Rule.SEQUENCE),
        (changed(GOOD, sequence=1e300), Rule.SEQUENCE),
        (changed(GOOD, sequence=True), Rule.PREVIOUS),
        (changed(FIRST, timestamp=True), Rule.TIMESTAMP),
        (changed(GOOD, extra=1), Rule.ORDER),
        (changed(GOOD, content=None), Rule.CONTENT),
        (changed(GOOD, content=""), Rule.BOX),
        (changed(GOOD, content="abd=.box"), Rule.BOX),
        (changed(GOOD, content=[]), Rule.TYPE),
        (changed(GOOD, content={"type": "ab"}), Rule.TYPE),
        (changed(GOOD, content={"type": "😀" * 27}), Rule.TYPE),
        (changed(GOOD, hash="sha512"), Rule.HASH),
        (changed(GOOD, content={"type": "post", "text": "x" * 9000}), Rule.SIZE),
        (changed(GOOD, content={"type": "post"}), Rule.SIGNATURE),
    ],
)
def test_every_rule_is_reported_by_its_name(value: object, rule: Rule) -> None:
    examined = examine(value)
    assert (examined.verdict.status, examined.verdict.rule) == (ValidationStatus.INVALID, rule)
    assert examined.message is None
    assert examined.computed is not None
    assert reason(examined.verdict)


def test_a_valid_message_has_its_fields() -> None:
    message = examine(GOOD).message
    assert message is not None
    assert (message.author, message.sequence, message.previous, message.content) == (
        GOOD["author"],
        2,
        GOOD["previous"],
        GOOD["content"],
    )
    assert message.asserted == GOOD["timestamp"]
    assert message.text == canonical(GOOD)
    assert not message.is_encrypted


def test_endless_nesting_is_refused_and_has_no_id() -> None:
    content: dict[str, Any] = {"type": "post"}
    for _ in range(5000):
        content = {"type": "post", "inner": content}
    examined = examine(changed(GOOD, content=content))
    assert (examined.computed, examined.verdict.rule) == (None, Rule.SIZE)


def test_only_the_signature_is_excused_if_text_was_lost() -> None:
    lost = changed(GOOD, content={"type": "post", "text": "\ufffd"})
    key = CASES[0].verdicts[2]["id"]
    examined = examine_lossy(lost, key)
    assert examined.verdict.status is ValidationStatus.UNVERIFIED
    assert examined.message is not None
    assert examined.message.key == key
    assert examine_lossy(changed(lost, hash="md5"), key).verdict.rule is Rule.HASH
    assert examine_lossy(lost, "%no key").verdict.rule is Rule.ID
    assert (
        examine_lossy(changed(lost, content={"type": "x\ufffd", "root": key}), key).message is None
    )


def test_every_verdict_has_a_description() -> None:
    for rule in Rule:
        for status in ValidationStatus:
            if status is not ValidationStatus.VALID:
                assert reason(Verdict(status, rule))


@pytest.mark.parametrize("spare", [b"\0", b"\xff", b"\0\0", b"ab"])
def test_bytes_after_the_64_of_a_signature_are_accepted(spare: bytes) -> None:
    """Both validators use sodium-native, which reads the first 64 bytes only."""
    value = Author("ann").say({"type": "post"}).value
    signature = base64.b64decode(value["signature"].removesuffix(".sig.ed25519"))
    longer = base64.b64encode(signature + spare).decode() + ".sig.ed25519"
    assert examine(value | {"signature": longer}).verdict == VALID
    second, first = (examine(each).message for each in (value | {"signature": longer}, value))
    assert second is not None
    assert first is not None
    assert (shorter(second), shorter(first)) == (first, None)
    broken = base64.b64encode(signature[1:] + b"\0" + spare).decode() + ".sig.ed25519"
    assert examine(value | {"signature": broken}).verdict.rule is Rule.SIGNATURE
    too_short = base64.b64encode(signature[:-1]).decode() + ".sig.ed25519"
    assert examine(value | {"signature": too_short}).verdict.rule is Rule.SIGNATURE_FORM
