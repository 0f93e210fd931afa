"""The own feed: created once, never shared, never forked."""

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from engine.message.identity import NotASecret, read_identity
from engine.store.own_feed import UNDERSTOOD, CannotWrite, FeedEnd, OwnFeed, WouldFork
from tests.engine.authors import Author

RECORD = {"key": "%1", "value": {"sequence": 1, "timestamp": 7}, "timestamp": 9}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_made_on_first_use_and_is_the_same_ever_after(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    feed = OwnFeed.open(folder).feed
    assert OwnFeed.open(folder).feed == feed
    assert read_identity(folder / "secret").feed == feed


def test_only_its_owner_can_read_the_secret(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path / "feed")
    assert mode(tmp_path / "feed" / "secret") == 0o600
    assert mode(own.log) == 0o600
    assert mode(tmp_path / "feed") == 0o700


def secret_of_a_client(folder: Path) -> tuple[Path, str]:
    identity = OwnFeed.open(folder / "elsewhere").identity
    secret = folder / "client" / "secret"
    secret.parent.mkdir()
    secret.write_text(identity.secret_file())
    return secret, identity.feed


def test_a_secret_that_was_not_made_here_is_refused_with_the_reason(tmp_path: Path) -> None:
    secret, feed = secret_of_a_client(tmp_path)
    with pytest.raises(WouldFork, match="fork the feed") as refused:
        OwnFeed.open(secret.parent)
    assert feed in str(refused.value)


@pytest.mark.parametrize("understood", ["", "yes", Author("mallory").feed, UNDERSTOOD[:-1]])
def test_the_feed_of_a_client_is_refused_until_someone_says_the_sentence(
    tmp_path: Path, understood: str
) -> None:
    secret, feed = secret_of_a_client(tmp_path)
    before = secret.read_text()
    with pytest.raises(WouldFork, match="stop reading") as refused:
        OwnFeed.adopt(tmp_path / "own", secret, understood=understood)
    assert UNDERSTOOD in str(refused.value)
    assert not OwnFeed.is_in(tmp_path / "own")
    said = f" {UNDERSTOOD.lower()}. "
    assert OwnFeed.adopt(tmp_path / "own", secret, understood=said).feed == feed
    assert OwnFeed.is_in(tmp_path / "own")
    assert OwnFeed.open(tmp_path / "own").feed == feed
    assert secret.read_text() == before


def test_a_feed_is_never_replaced_by_an_adopted_one(tmp_path: Path) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    own = OwnFeed.open(tmp_path / "own")
    with pytest.raises(WouldFork):
        OwnFeed.adopt(tmp_path / "own", secret, understood=UNDERSTOOD)
    assert OwnFeed.open(tmp_path / "own").feed == own.feed


def test_without_its_log_nothing_is_published(tmp_path: Path) -> None:
    OwnFeed.open(tmp_path).log.unlink()
    with pytest.raises(WouldFork, match="no record"):
        OwnFeed.open(tmp_path)


def test_a_damaged_secret_is_reported_and_kept(tmp_path: Path) -> None:
    OwnFeed.open(tmp_path)
    (tmp_path / "secret").write_text("{}")
    with pytest.raises(NotASecret):
        OwnFeed.open(tmp_path)
    assert (tmp_path / "secret").read_text() == "{}"


def test_a_crash_while_the_secret_is_written_leaves_none(tmp_path: Path) -> None:
    (tmp_path / "secret.new").write_text("{torn")
    assert OwnFeed.open(tmp_path).end() == FeedEnd()


def test_the_log_ends_with_its_last_whole_line(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    own.append([RECORD, {"key": "%2", "value": {"sequence": 2, "timestamp": 8}}])
    assert own.end() == FeedEnd(2, "%2", 8)
    whole = own.log.read_bytes()
    own.log.write_bytes(whole + json.dumps(RECORD).encode()[:-5])
    assert own.end() == FeedEnd(2, "%2", 8)
    assert own.log.read_bytes() == whole


@pytest.mark.parametrize("size", [1, 1 << 18, (1 << 19) + 7])
def test_zeros_behind_the_log_are_cut_off_however_many(tmp_path: Path, size: int) -> None:
    own = OwnFeed.open(tmp_path)
    own.append([RECORD])
    whole = own.log.read_bytes()
    end = own.end()
    own.log.write_bytes(whole + bytes(size))
    assert own.end() == end
    assert own.log.read_bytes() == whole


def test_a_log_of_zeros_alone_is_an_empty_one(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    own.log.write_bytes(bytes(1 << 19))
    assert own.end() == FeedEnd()
    assert own.log.read_bytes() == b""


def test_a_last_line_may_be_longer_than_what_is_read_at_once(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    own.append(
        [RECORD, {"key": "%2", "value": {"sequence": 2, "timestamp": 8}, "x": "x" * 600_000}]
    )
    assert own.end() == FeedEnd(2, "%2", 8)


@pytest.mark.parametrize("line", ["{}", "7", "null", "{", '{"key":"%1","value":{}}'])
def test_a_log_that_ends_in_something_else_is_not_written(tmp_path: Path, line: str) -> None:
    own = OwnFeed.open(tmp_path)
    own.log.write_text(line + "\n")
    with pytest.raises(WouldFork, match="damaged"):
        own.end()


def test_a_full_disk_is_reported_and_leaves_no_half_of_a_feed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fail)
        with pytest.raises(CannotWrite, match=r"secret can't be written.*Free some space"):
            OwnFeed.open(tmp_path)
    assert not list(tmp_path.glob("*.ndjson"))
    assert OwnFeed.open(tmp_path).end() == FeedEnd()


def test_a_log_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    own.log.unlink()
    own.log.mkdir()
    for use in (own.end, lambda: own.append([RECORD])):
        with pytest.raises(CannotWrite, match="can't be written"):
            use()


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotWrite):
        OwnFeed.open(tmp_path / "file" / "feed")
