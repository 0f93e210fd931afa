import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from tanglescope.engine.archive.graphs import tinyssb
from tanglescope.engine.archive.graphs.tinyssb import read_feed
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import NoLogInFolder
from tanglescope.engine.library import Library

KEY = SigningKey(bytes(32))
FEED = KEY.verify_key.encode().hex()
CONTENTS = (b"Hello", b"A long text. " * 30, b"\x8c\x01\x18TAVPmessage 0 \n\x00", b"The end")


def packet(sequence: int, previous: bytes, content: bytes) -> tuple[bytes, bytes, bytes]:
    """A packet, the rest of its content, and the hash that the next packet names."""
    name = b"tinyssb-v0" + bytes.fromhex(FEED) + sequence.to_bytes(4, "big") + previous
    head, chain = b"\0" + content.ljust(48, b"\0"), b""
    if len(content) > 48:
        size = bytes([len(content) & 127 | 128, len(content) >> 7])
        first = 28 - len(size)
        wanted = bytes(20)
        for at in reversed(range(first, len(content), 100)):
            chunk = content[at : at + 100].ljust(100, b"\0") + wanted
            chain, wanted = chunk + chain, sha256(chunk).digest()[:20]
        head = b"\1" + size + content[:first] + wanted
    signed = sha256(name).digest()[:7] + head
    whole = signed + KEY.sign(name + signed).signature
    return whole, chain, sha256(name + whole).digest()[:20]


def log_of(*contents: bytes) -> bytes:
    log, previous = b"", bytes.fromhex(FEED)[:20]
    for sequence, content in enumerate(contents, 1):
        start = len(log).to_bytes(4, "big")
        whole, chain, previous = packet(sequence, previous, content)
        log += whole + chain + start
    return log


def test_a_feed_is_a_conversation_of_verified_messages(tmp_path: Path) -> None:
    folder = tmp_path / "feeds" / FEED
    folder.mkdir(parents=True)
    (folder / "log.bin").write_bytes(log_of(*CONTENTS))
    with Library.open(tmp_path / "library.db") as library:
        for added in (4, 0):
            assert library.ingest(tmp_path).added == added
        conversation = library.conversation(f"feed:{FEED}")
        shown = [conversation.messages([key])[key] for key in conversation.in_order()]
        assert [each.sequence for each in shown] == [1, 2, 3, 4]
        assert {(each.status, each.author) for each in shown} == {("valid", FEED)}
        texts = [each.content["text"] for each in shown if isinstance(each.content, dict)]
        assert texts == ["Hello", "A long text. " * 30, "message 0 ", "The end"]
        [summary] = library.conversations(kind="feed")
        assert summary.address == f"feed:{FEED}"
        assert library.check().ok


def test_a_pipe_in_the_place_of_a_log_is_not_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "feeds" / FEED
    folder.mkdir(parents=True)
    os.mkfifo(folder / "log.bin")
    with pytest.raises(NoLogInFolder):
        open_archive(tmp_path)


def test_a_log_is_not_read_beyond_what_a_feed_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tinyssb, "_LONGEST_LOG", 1000)
    (tmp_path / FEED).mkdir()
    (tmp_path / FEED / "log.bin").write_bytes(log_of(*[b"Hello"] * 20))
    [record] = open_archive(tmp_path).records()
    assert isinstance(record.value, dict)
    assert len(record.value["nodes"]) == 8
    assert record.value["problems"] == ["the packet at byte 992 of the feed is damaged or forged"]


def test_a_missing_part_of_a_side_chain_is_not_verified() -> None:
    log = bytearray(log_of(*CONTENTS))
    log[120 + 4 + 120 + 50] ^= 1  # the first packet of the second content's side chain
    nodes = read_feed(FEED, bytes(log))["nodes"]
    assert [each["verdict"] for each in nodes] == ["valid", "unverified", "valid", "valid"]
    assert nodes[1]["text"] is None


@given(st.integers(0, len(log_of(*CONTENTS)) * 8 - 1))
def test_no_changed_bit_goes_unnoticed(bit: int) -> None:
    log = bytearray(log_of(*CONTENTS))
    log[bit // 8] ^= 1 << bit % 8
    value = read_feed(FEED, bytes(log))
    is_whole = len(value["nodes"]) == len(CONTENTS)
    assert not is_whole or any(each["verdict"] != "valid" for each in value["nodes"])
    assert is_whole or "problems" in value


@pytest.mark.parametrize("length", [1, 119, 123])
def test_an_incomplete_end_is_reported(length: int) -> None:
    log = log_of(*CONTENTS)
    value = read_feed(FEED, log + packet(5, bytes(20), b"")[0][:length])
    assert len(value["nodes"]) == 4
    assert value["problems"] == [f"the packet at byte {len(log)} of the feed is damaged or forged"]
