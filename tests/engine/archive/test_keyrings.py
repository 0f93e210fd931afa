import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.archive.opening import read_archive
from tanglescope.engine.message.identity import NotASecret
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.private import Keyring
from tests.engine.archive.samples import unpack
from tests.engine.archive.test_leveldb import batch, folder


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that ssb-keyring wrote, and its content according to ssb-keyring."""
    return unpack("keyring", tmp_path_factory.mktemp("archives"))


@pytest.fixture
def expected(stored: Path) -> dict[str, Any]:
    return dict(json.loads((stored / "expected.json").read_text()))


def test_keys_of_groups_are_found_also_of_those_one_was_excluded_from(
    stored: Path, expected: dict[str, Any]
) -> None:
    keys = read_keys(stored / "keyring")
    assert sorted(b64encode(key).decode() for key in keys.groups) == sorted(expected["groups"])
    assert keys.own is not None
    assert b64encode(keys.own).decode() == expected["own"]
    assert keys.own_feeds == set(expected["feeds"])
    assert read_keys(stored) == keys


def test_what_the_originals_sealed_opens_with_the_folder_alone(
    stored: Path, expected: dict[str, Any]
) -> None:
    ring = Keyring().with_keys(read_keys(stored))
    for number, said in enumerate(expected["messages"]):
        message = Message("%a", said["author"], 1, None, 0.0, said["content"], b"")
        assert ring.open(message) == expected["content"], number
        assert Keyring().open(message) is None


def test_the_folder_of_ssb_tribes2_opens_all_that_its_owner_can_read(tribes2: Path) -> None:
    ring = Keyring().with_keys(read_keys(tribes2 / "alice"))
    locked = [
        each.message
        for each in read_archive(tribes2 / "alice")
        if each.message is not None and each.message.is_encrypted
    ]
    opened = [(ring.open(message) or {}).get("type") for message in locked]
    assert opened == [
        "metafeed/seed", "metafeed/add/derived", "group/init", "group/add-member",
        "post", "post", "post",
    ]  # fmt: skip


def test_an_old_keystore_has_one_key_for_each_group(tmp_path: Path) -> None:
    key = b64encode(b"k" * 32).decode()
    entry = json.dumps({"root": "%r", "key": key, "scheme": "envelope-large-symmetric-group"})
    name = b'KJgroup"J' + b"%" + b64encode(b"g" * 32) + b".cloaked!"
    (tmp_path / "tribes").mkdir()
    folder(tmp_path / "tribes" / "keystore", batch(1, (name, entry.encode())))
    assert read_keys(tmp_path).groups == (b"k" * 32,)


@pytest.mark.parametrize(
    "value", [b"{", b"[]", b"null", b'{"key": 5}', b'{"key": "AAAA"}', b'{"readKeys": {}}', b"\xff"]
)
def test_entries_that_hold_no_key_are_passed_over(tmp_path: Path, value: bytes) -> None:
    names = (b'KJgroup"Jx!', b"Jown_key", b'KJdm"Ja<>b!', b'KJsigning"Ja!', b"", b"K!", b"\xff")
    good = json.dumps({"key": b64encode(b"k" * 32).decode()}).encode()
    path = folder(
        tmp_path / "keyring",
        batch(1, *((name, value) for name in names), (b'KJgroup"Jy!', good)),
    )
    assert read_keys(path).groups == (b"k" * 32,)


def test_a_text_is_read_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(b64encode(b"k" * 32).decode())
    assert read_keys(file).groups == (b"k" * 32,)


def test_a_folder_without_keys_is_refused_and_nothing_secret_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotASecret, match="without group keys"):
        read_keys(tmp_path)
    with pytest.raises(NotASecret, match="holds no group keys"):
        read_keys(folder(tmp_path / "keyring", batch(1, (b"Jx", b"secret"))))


def test_keys_are_in_no_repr(stored: Path, expected: dict[str, Any]) -> None:
    keys = read_keys(stored)
    shown = repr(keys) + repr(Keyring().with_keys(keys))
    assert all(repr(key) not in shown for key in (*keys.groups, keys.own))
    assert all(repr(direct.key.key) not in shown for direct in keys.direct)
    assert expected["own"] not in shown
