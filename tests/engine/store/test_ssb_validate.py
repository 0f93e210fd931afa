"""Messages published here, validated by an independent version of ssb-validate's rules.

As in JavaScript: `JSON.stringify(value, null, 2)`, the signature over that text without its last
field, the id over its `binary` encoding, and at most 8,192 UTF-16 units. The validation uses no
code of the engine.
"""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from tanglescope.engine.library import Library, OwnFeed
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of

FIELDS = ["previous", "sequence", "author", "timestamp", "hash", "content", "signature"]
FEED = re.compile(r"@[A-Za-z0-9/+]{43}=\.ed25519")
MESSAGE = re.compile(r"%[A-Za-z0-9/+]{43}=\.sha256")


def stringify(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def binary(text: str) -> bytes:
    """Node's `binary` encoding: the low byte of each UTF-16 unit."""
    return text.encode("utf-16-le")[::2]


def validate(records: list[dict[str, Any]]) -> None:
    """Raise an error if ssb-validate would refuse a message of this feed."""
    previous: dict[str, Any] | None = None
    for record in records:
        value = record["value"]
        assert list(value) == FIELDS
        assert value["hash"] == "sha256"
        assert FEED.fullmatch(value["author"])
        assert isinstance(value["timestamp"], int)
        content = value["content"]
        assert isinstance(content, dict)
        assert 3 <= len(content["type"]) <= 52
        assert value["sequence"] == (previous["value"]["sequence"] + 1 if previous else 1)
        assert value["previous"] == (previous["key"] if previous else None)
        if previous:
            assert value["author"] == previous["value"]["author"]
        text = stringify(value)
        assert len(text.encode("utf-16-le")) // 2 <= 8192
        unsigned = stringify({name: value[name] for name in FIELDS[:-1]})
        assert value["signature"].endswith(".sig.ed25519")
        signature = base64.b64decode(value["signature"].removesuffix(".sig.ed25519"))
        key = VerifyKey(base64.b64decode(value["author"][1:].removesuffix(".ed25519")))
        key.verify(unsigned.encode(), signature)
        digest = hashlib.sha256(binary(text)).digest()
        assert record["key"] == f"%{base64.b64encode(digest).decode()}.sha256"
        previous = record


@pytest.fixture
def feed(tmp_path: Path) -> list[dict[str, Any]]:
    """A feed of replies, exported."""
    own = OwnFeed.open(tmp_path / "feed")
    ann = Author("ann")
    root = ann.say(post("Shall we?"))
    with library_of(tmp_path, root, ann.say(post("or not", root))) as library:
        for text in ("yes", 'a "quote", a \\ and a\nline', "ü ☃ 👩‍🚀 \u2028 \x7f \x00", "x" * 7000):
            publish(library, own, root.key, text)
        library.export(own.feed, tmp_path / "mine.ndjson")
    return [json.loads(line) for line in (tmp_path / "mine.ndjson").read_text().splitlines()]


def publish(library: Library, own: OwnFeed, root: str, text: str) -> None:
    publisher = library.publisher(own)
    publisher.publish(publisher.preview(library.reply(root, text)))


def test_ssb_validate_would_accept_what_is_published_here(feed: list[dict[str, Any]]) -> None:
    assert len(feed) == 4
    validate(feed)


def test_replies_name_messages_as_all_programs_do(feed: list[dict[str, Any]]) -> None:
    for record in feed:
        content = record["value"]["content"]
        thread = content["tangles"]["thread"]
        for key in (content["root"], *content["branch"], thread["root"], *thread["previous"]):
            assert MESSAGE.fullmatch(key)
        assert (content["root"], content["branch"]) == (thread["root"], thread["previous"])


@pytest.mark.parametrize("field", ["timestamp", "sequence", "previous"])
def test_these_rules_refuse_what_was_changed(feed: list[dict[str, Any]], field: str) -> None:
    feed[1]["value"][field] = {"timestamp": 7, "sequence": 3, "previous": None}[field]
    with pytest.raises((AssertionError, BadSignatureError)):
        validate(feed)
