import base64
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_sign_seed_keypair

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.message import box2
from tanglescope.engine.message.box2 import Key, Scheme
from tanglescope.engine.message.classic import examine
from tanglescope.engine.message.identity import Identity, NotASecret, parse_identity, read_identity
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.private import Keyring, read_group_keys
from tests.engine.authors import Author
from tools import sealing

SECRET: dict[str, Any] = {"type": "post", "text": "s\u00e9cret"}
TEXT = json.dumps(SECRET).encode()
GROUP, OTHER_GROUP, OWN = b"g" * 32, b"h" * 32, b"o" * 32


def identity(name: str) -> tuple[Identity, str]:
    """An identity and the text of its secret file."""
    _, private = crypto_sign_seed_keypair(name.encode().ljust(32, b"\0"))
    encoded = base64.b64encode(private).decode()
    text = json.dumps({"curve": "ed25519", "private": f"{encoded}.ed25519"})
    return parse_identity(text), text


ANN, ANN_FILE = identity("ann")
BOB, _ = identity("bob")
CAT, _ = identity("cat")


def said(content: str, author: str = BOB.feed) -> Message:
    return Message("%a", author, 1, None, 0.0, content, b"")


def test_what_the_original_sealed_opens_and_everything_else_stays_locked(small: Path) -> None:
    expected = {
        item["key"]: item["content"] for item in json.loads((small / "private.json").read_text())
    }
    ring = Keyring(
        read_identity(small / "secret"), read_group_keys((small / "secrets.json").read_text())
    )
    for record in open_archive(small / "log.ndjson").records():
        message = examine(record.value).message
        assert message is not None
        assert ring.open(message) == expected.get(message.key)


@pytest.mark.parametrize("count", range(1, 8))
def test_every_recipient_of_a_box_can_open_it_and_no_one_else(count: int) -> None:
    others = [identity(str(number))[0].feed for number in range(count - 1)]
    for place in range(count):
        feeds = [*others[:place], ANN.feed, *others[place:]]
        message = said(sealing.box1(TEXT, feeds))
        assert Keyring(ANN).open(message) == SECRET
        assert Keyring(CAT).open(message) is None
        assert Keyring().open(message) is None


@pytest.mark.parametrize("previous", [None, Author("x").draft("").key])
def test_a_group_opens_with_its_key_at_its_place_only(previous: str | None) -> None:
    sealed = sealing.box2(TEXT, BOB.feed, previous, [(GROUP, Scheme.GROUP.value)])
    message = Message("%a", BOB.feed, 1, previous, 0.0, sealed, b"")
    moved = Message("%a", CAT.feed, 1, previous, 0.0, sealed, b"")
    assert Keyring(group_keys=(OTHER_GROUP, GROUP)).open(message) == SECRET
    assert Keyring(group_keys=(OTHER_GROUP,)).open(message) is None
    assert Keyring(group_keys=(GROUP,)).open(moved) is None


def test_two_people_share_a_key_that_no_one_else_has() -> None:
    ours, theirs = box2.direct_key(ANN, BOB.feed), box2.direct_key(BOB, ANN.feed)
    assert ours is not None
    assert ours == theirs
    assert ours != box2.direct_key(CAT, ANN.feed)


def test_a_direct_message_opens_for_both_ends() -> None:
    shared = box2.direct_key(ANN, BOB.feed)
    assert shared is not None
    recipients = [(OTHER_GROUP, Scheme.DIRECT.value)] * 15 + [(shared.key, Scheme.DIRECT.value)]
    message = said(sealing.box2(TEXT, BOB.feed, None, recipients))
    assert Keyring(ANN).open(message) == SECRET
    assert Keyring(BOB, correspondents=(CAT.feed, ANN.feed)).open(message) == SECRET
    assert Keyring(BOB).open(message) is None
    assert Keyring(CAT).open(message) is None


def test_notes_to_oneself_open_with_ones_own_key() -> None:
    sealed = sealing.box2(TEXT, BOB.feed, None, [(OWN, Scheme.SELF.value)])
    assert Keyring(BOB, own_key=OWN).open(said(sealed)) == SECRET
    assert Keyring(BOB, group_keys=(GROUP, OWN)).open(said(sealed)) == SECRET
    assert Keyring(ANN, own_key=OWN).open(said(sealed)) is None


@given(st.binary(max_size=400), st.sampled_from([".box", ".box2", ".boxfoo", ".box2x"]))
def test_any_ciphertext_is_opened_or_stays_locked(noise: bytes, suffix: str) -> None:
    ring = Keyring(ANN, (GROUP,), OWN, (BOB.feed,))
    for author in (ANN.feed, BOB.feed, f"@{base64.b64encode(bytes(32)).decode()}.ed25519"):
        assert ring.open(said(base64.b64encode(noise).decode() + suffix, author)) is None


@pytest.mark.parametrize("content", ["?", "", ".box", "====.box2", "\u00e9.box", "a.box2"])
def test_anything_but_a_ciphertext_stays_locked(content: str) -> None:
    assert Keyring(ANN, (GROUP,)).open(said(content)) is None


@pytest.mark.parametrize("text", [b"", b"5", b"not json", b'["list"]', b"[" * 9999])
def test_what_was_sealed_but_is_no_content_stays_locked(text: bytes) -> None:
    assert Keyring(ANN).open(said(sealing.box1(text, [ANN.feed]))) is None


def test_secret_files_of_every_age_are_read(tmp_path: Path) -> None:
    private = json.loads(ANN_FILE)["private"]
    pretty = json.dumps(json.loads(ANN_FILE), indent=2)
    comment = "# WARNING: Never show this to anyone.\n#\n"
    for text in (ANN_FILE, pretty, f"{comment}{pretty}\n#\n#  {ANN.feed}", f"{comment}{private}\n"):
        (tmp_path / "secret").write_text(text)
        found = read_identity(tmp_path / "secret")
        assert (found, found.exchange_secret) == (ANN, ANN.exchange_secret)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '{"private":5}', "hello", ANN_FILE.replace("A", "B", 1), ANN_FILE[:60]],
)
def test_a_file_that_isnt_a_secret_is_reported_without_what_is_in_it(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / "secret").write_text(text)
    with pytest.raises(NotASecret) as told:
        read_identity(tmp_path / "secret")
    assert str(tmp_path) in str(told.value)
    assert not text or text not in str(told.value).replace(str(tmp_path), "")
    with pytest.raises(NotASecret):
        read_identity(tmp_path / "none")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\ufffd\ufffd a photo " * 90, "Choose the file called secret"),
        ("hello", "Choose the file called secret"),
        (ANN_FILE[:90], "damaged. Choose a copy"),
        (json.loads(ANN_FILE)["private"][:-12], "damaged. Choose a copy"),
    ],
)
def test_what_is_no_secret_is_not_called_damaged(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "file").write_text(text)
    with pytest.raises(NotASecret, match=why):
        read_identity(tmp_path / "file")


def test_nothing_secret_is_printed_or_pickled() -> None:
    ring = Keyring(ANN, (GROUP,), OWN)
    private = json.loads(ANN_FILE)["private"]
    shown = repr(ring) + str(ring) + repr(Key(GROUP, Scheme.GROUP))
    for secret in (repr(GROUP)[2:-1], repr(OWN)[2:-1], private[:20]):
        assert secret not in shown
    assert ANN.feed in shown
    for thing in (ring, ANN):
        with pytest.raises(TypeError):
            pickle.dumps(thing)


@pytest.mark.parametrize(
    "text",
    [
        base64.b64encode(GROUP).decode(),
        f"# my groups\n{base64.b64encode(GROUP).decode()}  # one\n\n",
        " ".join([base64.b64encode(GROUP).decode()] * 2),
        json.dumps([base64.b64encode(GROUP).decode()] * 2),
        json.dumps({"group": {"key": base64.b64encode(GROUP).decode(), "scheme": "x"}}),
    ],
)
def test_group_keys_are_read_from_lines_and_from_json(text: str) -> None:
    assert read_group_keys(text) == (GROUP,)


@pytest.mark.parametrize("text", ["", "{}", "short", base64.b64encode(b"x" * 31).decode(), "[5]"])
def test_anything_but_a_group_key_is_reported(text: str) -> None:
    with pytest.raises(NotASecret):
        read_group_keys(text)
