"""The own feed: created once, never shared, never forked."""

import errno
import json
import os
import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.identity import Identity, NotASecret, new_identity, read_identity
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.writing import UnsignedMessage, sign
from tanglescope.engine.store import own_feed
from tanglescope.engine.store.own_feed import (
    UNDERSTOOD,
    CannotWrite,
    FeedEnd,
    NotConfirmed,
    OwnFeed,
    WouldFork,
)
from tests.engine.authors import Author, post


def published(identity: Identity, count: int) -> list[dict[str, object]]:
    """The first messages of a feed, as records."""
    records: list[dict[str, object]] = []
    previous = None
    for sequence in range(1, count + 1):
        value = sign(
            UnsignedMessage(identity.feed, sequence, previous, 1000 + sequence, post("hello")),
            identity,
        )
        previous = message_id(canonical(value))
        records.append({"key": previous, "value": value, "timestamp": 9})
    return records


def end_of(records: list[dict[str, object]]) -> FeedEnd:
    return FeedEnd(len(records), str(records[-1]["key"]), 1000 + len(records))


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
    assert mode(own.path) == 0o600
    assert mode(tmp_path / "feed") == 0o700


def secret_of_a_client(folder: Path) -> tuple[Path, str]:
    identity = new_identity()
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
    before, known = secret.read_text(), published(read_identity(secret), 3)
    with pytest.raises(NotConfirmed, match="stop reading") as refused:
        OwnFeed.adopt(tmp_path / "own", secret, known, understood=understood)
    assert UNDERSTOOD in str(refused.value)
    assert not (tmp_path / "own").exists()
    said = f" {UNDERSTOOD.lower()}. "
    assert OwnFeed.adopt(tmp_path / "own", secret, known, understood=said).feed == feed
    assert OwnFeed.is_in(tmp_path / "own")
    assert OwnFeed.open(tmp_path / "own").end() == end_of(known)
    assert secret.read_text() == before


def test_adopting_copies_what_is_known_into_the_log(tmp_path: Path) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    known = published(read_identity(secret), 3)
    own = OwnFeed.adopt(tmp_path / "own", secret, known, understood=UNDERSTOOD)
    assert [json.loads(line) for line in own.path.read_bytes().splitlines()] == known
    assert own.published_end() == FeedEnd(3, str(known[-1]["key"]))


def test_a_feed_of_which_nothing_is_known_is_not_adopted(tmp_path: Path) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    with pytest.raises(WouldFork, match="First import"):
        OwnFeed.adopt(tmp_path / "own", secret, understood=UNDERSTOOD)
    assert not OwnFeed.is_in(tmp_path / "own")


@pytest.mark.parametrize("fault", ["gap", "beginning", "other author", "signature"])
def test_only_a_whole_chain_that_verifies_is_adopted(tmp_path: Path, fault: str) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    known = published(read_identity(secret), 4)
    match fault:
        case "gap":
            del known[1]
        case "beginning":
            del known[0]
        case "other author":
            known[3] = published(new_identity(), 4)[3]
        case "signature":
            value = known[2]["value"]
            assert isinstance(value, dict)
            value["content"] = post("forged")
            known[2]["key"] = message_id(canonical(value))
    with pytest.raises(WouldFork):
        OwnFeed.adopt(tmp_path / "own", secret, known, understood=UNDERSTOOD)
    assert not OwnFeed.is_in(tmp_path / "own")


def test_a_feed_is_never_replaced_by_an_adopted_one(tmp_path: Path) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    own = OwnFeed.open(tmp_path / "own")
    with pytest.raises(WouldFork, match="already has a feed"):
        OwnFeed.adopt(
            tmp_path / "own", secret, published(read_identity(secret), 1), understood=UNDERSTOOD
        )
    assert OwnFeed.open(tmp_path / "own").feed == own.feed


def test_a_feed_is_not_adopted_twice(tmp_path: Path) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    known = published(read_identity(secret), 2)
    OwnFeed.adopt(tmp_path / "one", secret, known, understood=UNDERSTOOD)
    with pytest.raises(WouldFork, match="one has the feed"):
        OwnFeed.adopt(tmp_path / "two", secret, known, understood=UNDERSTOOD)
    assert not OwnFeed.is_in(tmp_path / "two")


def test_the_own_secret_is_not_adopted(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path / "own")
    own.append(known := published(own.identity, 2))
    for secret in (tmp_path / "own" / "secret", tmp_path / "copied"):
        if not secret.exists():
            shutil.copy(tmp_path / "own" / "secret", secret)
        with pytest.raises(WouldFork, match="own has the feed"):
            OwnFeed.adopt(tmp_path / "two", secret, known, understood=UNDERSTOOD)
    assert not OwnFeed.is_in(tmp_path / "two")


def test_a_copy_of_the_folder_is_refused_while_the_folder_is_there(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path / "own")
    shutil.copytree(tmp_path / "own", tmp_path / "copy")
    with pytest.raises(WouldFork, match="own has the feed"):
        OwnFeed.open(tmp_path / "copy")
    (tmp_path / "own").rename(tmp_path / "moved")
    assert OwnFeed.open(tmp_path / "moved").feed == own.feed
    with pytest.raises(WouldFork, match="moved has the feed"):
        OwnFeed.open(tmp_path / "copy")


def test_a_folder_that_has_published_more_is_not_overwritten(tmp_path: Path) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    known = published(read_identity(secret), 3)
    OwnFeed.adopt(tmp_path / "own", secret, known, understood=UNDERSTOOD)
    (tmp_path / "own" / "secret").unlink()
    with pytest.raises(WouldFork, match="published more"):
        OwnFeed.adopt(tmp_path / "own", secret, known[:2], understood=UNDERSTOOD)
    assert OwnFeed.adopt(tmp_path / "own", secret, known, understood=UNDERSTOOD).end().sequence == 3


def test_without_its_log_nothing_is_published(tmp_path: Path) -> None:
    OwnFeed.open(tmp_path).path.unlink()
    with pytest.raises(WouldFork, match="no record"):
        OwnFeed.open(tmp_path)


def test_a_damaged_secret_is_reported_and_kept(tmp_path: Path) -> None:
    OwnFeed.open(tmp_path)
    (tmp_path / "secret").write_text("{}")
    with pytest.raises(NotASecret):
        OwnFeed.open(tmp_path)
    assert (tmp_path / "secret").read_text() == "{}"


def test_a_crash_while_the_secret_is_written_leaves_none(tmp_path: Path) -> None:
    (tmp_path / ".0123456789abcdef.part").write_text("{torn")
    assert OwnFeed.open(tmp_path).end() == FeedEnd()


def test_the_log_ends_with_its_last_whole_line(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    records = published(own.identity, 3)
    own.append(records[:2])
    assert own.end() == end_of(records[:2])
    whole = own.path.read_bytes()
    own.path.write_bytes(whole + json.dumps(records[2]).encode()[:-5])
    assert own.end() == end_of(records[:2])
    own.append(records[2:])
    assert own.path.read_bytes().startswith(whole)
    assert [json.loads(line) for line in own.path.read_bytes().splitlines()] == records


@pytest.mark.parametrize("then", ["append", "complete"])
def test_a_last_message_without_its_line_break_counts(tmp_path: Path, then: str) -> None:
    own = OwnFeed.open(tmp_path)
    records = published(own.identity, 3)
    own.append(records[:2])
    whole = own.path.read_bytes()
    own.path.write_bytes(whole[:-1])
    assert own.end() == end_of(records[:2])
    if then == "complete":
        own.complete()
        assert own.path.read_bytes() == whole
    own.append(records[2:])
    assert [json.loads(line) for line in own.path.read_bytes().splitlines()] == records


@pytest.mark.parametrize("size", [1, 1 << 18, (1 << 19) + 7])
def test_zeros_behind_the_log_are_cut_off_however_many(tmp_path: Path, size: int) -> None:
    own = OwnFeed.open(tmp_path)
    records = published(own.identity, 2)
    own.append(records[:1])
    whole = own.path.read_bytes()
    own.path.write_bytes(whole + bytes(size))
    assert own.end() == end_of(records[:1])
    own.append(records[1:])
    assert own.path.read_bytes().startswith(whole)
    assert own.path.read_bytes().count(0) == 0


def test_a_log_of_zeros_alone_is_an_empty_one(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    own.path.write_bytes(bytes(1 << 19))
    assert own.end() == FeedEnd()
    own.append(records := published(own.identity, 1))
    assert own.end() == end_of(records)


def test_the_end_is_noted_beside_the_secret(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    assert own.published_end() == FeedEnd()
    own.append(records := published(own.identity, 2))
    assert OwnFeed.open(tmp_path).published_end() == FeedEnd(2, str(records[1]["key"]))
    assert mode(tmp_path / "end.json") == 0o600
    own.note(FeedEnd(1, "%older"))
    assert own.published_end() == FeedEnd(2, str(records[1]["key"]))


def test_the_log_its_end_and_the_folder_are_on_the_disk_before_it_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = OwnFeed.open(tmp_path)
    synced: list[str] = []
    sync = os.fsync

    def noted(file: int) -> None:
        synced.append(Path(f"/proc/self/fd/{file}").readlink().name)
        sync(file)

    monkeypatch.setattr(os, "fsync", noted)
    own.append(published(own.identity, 1))
    log, end, folder = synced
    assert (log, Path(end).suffix, folder) == (own.path.name, ".part", tmp_path.name)


@pytest.mark.parametrize(
    "noted",
    [
        "",
        "{",
        "7",
        '{"sequence": 1}',
        '{"feed": "@x"}',
        "[" * 100_000,
        *(
            f'{{"feed": "FEED", "sequence": {sequence}, "key": {key}}}'
            for sequence, key in [("Infinity", '"%x"'), ("-1", '"%x"'), ("1", "null"), ("1", "[]")]
        ),
    ],
)
def test_a_damaged_note_is_reported(tmp_path: Path, noted: str) -> None:
    own = OwnFeed.open(tmp_path)
    (tmp_path / "end.json").write_text(noted.replace("FEED", own.feed))
    with pytest.raises(WouldFork, match="can't be read"):
        own.published_end()


def test_pipes_in_the_folder_of_the_feed_are_never_waited_for(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    for file in (own.path, tmp_path / "end.json"):
        file.unlink()
        os.mkfifo(file)
    looking = (own.end, own.published_end, own.complete, lambda: own.find("1 x"))
    for ask in (*looking, lambda: own.append([])):
        with pytest.raises((WouldFork, CannotWrite)):
            ask()


def test_of_two_that_adopt_a_feed_at_once_one_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, _ = secret_of_a_client(tmp_path)
    known = published(read_identity(secret), 2)
    both, establish = Barrier(2), own_feed._establish

    def established(*given: Any) -> None:
        both.wait(timeout=60)  # each was asked for by then, and had no rival
        establish(*given)

    def adopt(name: str) -> str:
        with suppress(WouldFork):
            OwnFeed.adopt(tmp_path / name, secret, known, understood=UNDERSTOOD)
            return name
        return ""

    monkeypatch.setattr(own_feed, "_establish", established)
    with ThreadPoolExecutor() as pool:
        (winner,) = filter(None, pool.map(adopt, ["one", "two"]))
    (other,) = {"one", "two"} - {winner}
    assert OwnFeed.open(tmp_path / winner).end().sequence == 2
    with pytest.raises(WouldFork, match="two folders would fork it"):
        OwnFeed.open(tmp_path / other)


def test_a_published_message_is_found_by_what_was_to_be_signed(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    unsigned = UnsignedMessage(own.feed, 1, None, 1001, post("hello"))
    assert own.find(unsigned.fingerprint) is None
    own.append(records := published(own.identity, 3))
    assert own.find(unsigned.fingerprint) == records[0]["key"]
    for other in (
        UnsignedMessage(own.feed, 1, None, 1002, post("hello")),
        UnsignedMessage(own.feed, 4, str(records[2]["key"]), 1001, post("hello")),
    ):
        assert own.find(other.fingerprint) is None


def test_only_messages_that_continue_the_log_are_written(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    records = published(own.identity, 3)
    own.append(records[:1])
    before = own.path.read_bytes()
    for wrong in (records[:1], records[2:], published(new_identity(), 2)[1:]):
        with pytest.raises(WouldFork):
            own.append(wrong)
        assert own.path.read_bytes() == before


@pytest.mark.parametrize(
    "line", ["{}\n", "7\n", "null\n", "{\n", '{"key":"%1","value":{}}\n', "\n", "7", "{}"]
)
def test_a_log_that_ends_in_something_else_is_not_written(tmp_path: Path, line: str) -> None:
    own = OwnFeed.open(tmp_path)
    own.append(published(own.identity, 1))
    with own.path.open("a") as log:
        log.write(line)
    before = own.path.read_bytes()
    for use in (own.end, own.complete, lambda: own.append([])):
        with pytest.raises(WouldFork, match="damaged"):
            use()
    assert own.path.read_bytes() == before


@pytest.mark.parametrize("whole", [True, False])
def test_a_last_line_that_was_altered_is_damage(tmp_path: Path, whole: bool) -> None:
    own = OwnFeed.open(tmp_path)
    own.append(published(own.identity, 2))
    text = own.path.read_bytes()
    at = text.rindex(b"hello")
    own.path.write_bytes(text[:at] + b"Hello" + text[at + 5 : None if whole else -1])
    with pytest.raises(WouldFork, match="damaged"):
        own.end()


def test_a_full_disk_is_reported_and_leaves_no_half_of_a_feed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fail)
        with pytest.raises(CannotWrite, match=r"end.json can't be written.*Free some space"):
            OwnFeed.open(tmp_path)
    assert not list(tmp_path.glob("*.ndjson"))
    assert OwnFeed.open(tmp_path).end() == FeedEnd()


def test_a_log_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path)
    own.path.unlink()
    own.path.mkdir()
    for use in (own.end, own.complete, lambda: own.append([])):
        with pytest.raises(CannotWrite, match="can't be written"):
            use()


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotWrite):
        OwnFeed.open(tmp_path / "file" / "feed")
