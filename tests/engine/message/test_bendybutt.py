import copy
import json
import os
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.checking import check_record
from tanglescope.engine.archive.opening import open_archive, read_archive
from tanglescope.engine.archive.record import START, Place, Record
from tanglescope.engine.message import bendybutt
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.formats import examine_unsigned, key_of
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tests.vectors import bendybutt as vectors

CASES = {case["name"]: case for case in vectors.load()}
IN_A_CLASSIC_FEED = "of a classic author"

RULES = {
    "sequence 2 without a previous one": Rule.PREVIOUS,
    "sequence 1 with a previous one": Rule.PREVIOUS,
    "before 1970": Rule.TIMESTAMP,
    "too long": Rule.SIZE,
    "one byte too long": Rule.SIZE,
    "signed by another": Rule.SIGNATURE,
    "of a network, without its key": Rule.SIGNATURE,
    "signed by the metafeed in the place of the subfeed": Rule.CONTENT_SIGNATURE,
    "a nonce of 31 bytes": Rule.NONCE,
    "a nonce that is a text": Rule.NONCE,
    "without a nonce": Rule.NONCE,
    "a subfeed that is none": Rule.SUBFEED,
    "without a subfeed": Rule.SUBFEED,
    "in a classic metafeed": Rule.METAFEED,
    "without a metafeed": Rule.METAFEED,
}


def hmac_key_of(case: dict[str, Any]) -> bytes | None:
    return None if case["hmac"] is None else b64decode(case["hmac"])


def is_refused(case: dict[str, Any]) -> bool:
    """The originals' verdict; types of content that aren't those of metafeeds are allowed."""
    is_free = "content type" in (case["content_refused"] or "")
    return case["refused"] is not None or (case["content_refused"] is not None and not is_free)


@pytest.mark.parametrize("name", [name for name in CASES if name != IN_A_CLASSIC_FEED])
def test_the_bytes_that_are_hashed_and_signed_are_those_of_the_original(name: str) -> None:
    case = CASES[name]
    assert bendybutt.native(case["value"]).hex() == case["native"]
    assert bendybutt.examine(case["value"]).computed == case["key"]


@pytest.mark.parametrize("name", CASES)
def test_exactly_those_messages_are_valid_that_the_originals_accept(name: str) -> None:
    case = CASES[name]
    examined = examine_unsigned(case["value"], case["key"], hmac_key_of(case)).without_claim()
    assert (examined.message is None) == is_refused(case)
    assert examined.verdict.is_good == (not is_refused(case))
    if name != IN_A_CLASSIC_FEED:
        assert examined.verdict.rule == RULES.get(name)


def test_the_key_of_what_is_kept_can_be_computed_again() -> None:
    for case in CASES.values():
        examined = bendybutt.examine(case["value"], hmac_key_of(case))
        if examined.message is not None:
            assert key_of(examined.message.text) == case["key"]


def test_the_folder_of_ssb_tribes2_holds_nothing_but_valid_messages(tribes2: Path) -> None:
    checked = list(read_archive(tribes2 / "alice" / "db2" / "log.bipf"))
    assert {each.verdict.status for each in checked} == {ValidationStatus.VALID}
    assert sum(each.computed.startswith("ssb:") for each in checked if each.computed) == 7


def changed(value: Any) -> Iterator[Any]:
    """The value with one part changed, for each of its parts."""
    if isinstance(value, dict):
        for name, inner in value.items():
            for other in changed(inner):
                yield value | {name: other}
            yield {key: each for key, each in value.items() if key != name}
        yield value | {"more": 1}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for other in changed(inner):
                yield [*value[:place], other, *value[place + 1 :]]
        yield [*value, 1]
    elif isinstance(value, bool) or value is None:
        yield not value
    elif isinstance(value, int):
        yield from (value ^ 1, value + 256, -value - 1, float(value) + 0.5, str(value))
    else:
        for place in range(len(value)):
            yield value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :]
        yield value + "A"


def test_a_change_anywhere_makes_a_message_invalid(tribes2: Path) -> None:
    log = tribes2 / "alice" / "db2" / "log.bipf"
    genuine = [
        record for record in open_archive(log).records() if str(record.key).startswith("ssb:")
    ]
    for record in [genuine[0], genuine[-1]]:
        for value in changed(record.value):
            verdict = check_record(record._replace(value=value)).verdict
            assert verdict.status is ValidationStatus.INVALID, value
        assert record.key is not None
        for key in changed(record.key):
            assert (
                check_record(record._replace(key=key)).verdict.status is ValidationStatus.INVALID
            ), key


def test_a_feed_is_a_chain_like_any_other() -> None:
    first = CASES["add/derived of a metafeed"]["value"]
    second = CASES["add/existing of a classic feed"]["value"]
    third = CASES["add/derived of an indexed feed"]["value"]
    other = CASES["tombstone"]["value"]
    messages = [bendybutt.examine(value).message for value in (first, third, second, other)]
    feeds = FeedChains()
    verdicts = [feeds.judge(message).status for message in messages if message is not None]
    assert verdicts == [
        ValidationStatus.VALID,
        ValidationStatus.GAP,
        ValidationStatus.VALID,
        ValidationStatus.VALID,
    ]


def record_of(value: object, key: str | None, *, is_lossy: bool = False) -> Record:
    return Record(Place("line", 1), b"", START, key=key, value=value, is_lossy=is_lossy)


DIGITS = b64encode(b"x" * 32).decode()


@pytest.mark.parametrize(
    ("author", "key", "name"),
    [
        (f"ssb:feed/buttwoo-v1/{DIGITS}", f"ssb:message/buttwoo-v1/{DIGITS}", "buttwoo-v1"),
        (f"ssb:feed/indexed-v1/{DIGITS}", f"ssb:message/indexed-v1/{DIGITS}", "indexed-v1"),
        (f"ssb:feed/indexed-v1/{DIGITS}", None, "indexed-v1"),
        (f"@{DIGITS}.ggfeed-v1", f"%{DIGITS}.ggmsg-v1", "gabbygrove-v1"),
        (
            f"ssb:feed/gabbygrove-v1/{DIGITS}",
            f"ssb:message/gabbygrove-v1/{DIGITS}",
            "gabbygrove-v1",
        ),
        (
            f"ssb:feed/never-heard-v7/{DIGITS}",
            f"ssb:message/never-heard-v7/{DIGITS}",
            "never-heard-v7",
        ),
        (None, f"ssb:message/buttwoo-v1/{DIGITS}", "buttwoo-v1"),
    ],
)
def test_other_formats_are_unsupported_and_never_called_altered(
    author: str | None, key: str | None, name: str
) -> None:
    value = {"content": {}} if author is None else {"author": author, "content": {}}
    verdict = check_record(record_of(value, key)).verdict
    assert (verdict.status, verdict.rule) == (ValidationStatus.UNSUPPORTED, name)


@pytest.mark.parametrize(
    ("author", "key"),
    [
        (f"ssb:feed/buttwoo-v1/{DIGITS}", f"%{DIGITS}.sha256"),
        (f"@{DIGITS}.ed25519", f"ssb:message/buttwoo-v1/{DIGITS}"),
        (f"ssb:feed/bendybutt-w1/{DIGITS}", f"ssb:message/bendybutt-v1/{DIGITS}"),
        (f"ssb:feed/never-heard-v7/{DIGITS}", None),
        (f"ssb:feed/json/{DIGITS}", f"ssb:message/json/{DIGITS}"),
    ],
)
def test_no_format_is_made_up_by_damage(author: str, key: str | None) -> None:
    verdict = check_record(record_of({"author": author, "content": {}}, key)).verdict
    assert verdict.status is ValidationStatus.INVALID


def test_where_characters_were_lost_it_can_not_be_verified() -> None:
    case = CASES["free content"]
    value = copy.deepcopy(case["value"])
    value["content"]["text"] = "Good \ufffd"
    lossy = check_record(record_of(value, case["key"], is_lossy=True))
    assert lossy.verdict.status is ValidationStatus.UNVERIFIED
    assert lossy.message is not None
    assert lossy.message.key == case["key"]
    assert check_record(record_of(value, case["key"])).verdict.rule == Rule.ID


def test_hostile_values_are_refused_in_words() -> None:
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    value = CASES["free content"]["value"]
    for content in (deep, {"a": deep}, "\ud800", {"\ud800": 1}, {"a": 1e300}, {"a": 2**60}, None):
        examined = bendybutt.examine(value | {"content": content})
        assert examined.verdict.status is ValidationStatus.INVALID
    assert json.dumps(value) == json.dumps(CASES["free content"]["value"])


MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
"""A folder in which npm has installed what `make.js` asks for."""


@pytest.mark.slow
@pytest.mark.skipif(MODULES is None or shutil.which("node") is None, reason="no Node, no packages")
def test_the_originals_still_say_the_same(tmp_path: Path) -> None:
    assert MODULES is not None
    script = shutil.copy(Path(vectors.__file__).parent / "make.js", tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    made = subprocess.run(["node", script], capture_output=True, timeout=60, check=True)
    assert json.loads(made.stdout) == vectors.load()
