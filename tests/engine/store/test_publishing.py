"""Publishing, from the preview to the databases of other people."""

import errno
import json
import os
import sqlite3
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

import pytest

from tanglescope.engine.archive.checking import check, follow_chains
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.library import (
    Library,
    OwnFeed,
    PreviewOutdated,
    PrivateConversation,
    Publisher,
    ReferenceLimit,
    ShownLater,
    UnknownConversation,
    WouldFork,
)
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.message.writing import MessageTooLong, UnsignedMessage
from tanglescope.engine.store import feed_log
from tanglescope.engine.store.arrivals.importer import Importer
from tanglescope.engine.store.exporting import as_line
from tanglescope.engine.store.feed_log import CannotWrite, FeedEnd
from tanglescope.engine.store.files.collections import Collections, default_database
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.own_feed import UNDERSTOOD
from tanglescope.engine.store.publishing import TooManyNamed
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, write
from tests.engine.tangle.strategies import ROOT_DATA
from tools.sealing import box2


@pytest.fixture
def own(tmp_path: Path) -> OwnFeed:
    return OwnFeed.open(tmp_path / "feed")


def talk() -> list[Said]:
    ann, ben, cat = Author("ann"), Author("ben"), Author("cat")
    root = ann.say(post("Shall we sail?"))
    yes, no = ben.say(post("yes", root)), cat.say(post("no", root))
    return [root, yes, no]


def say(library: Library, own: OwnFeed, text: str, root: str | None = None) -> str:
    publisher = library.publisher(own)
    content = library.reply(root, text) if root else post(text)
    return publisher.publish(publisher.preview(content)).key


def test_a_reply_comes_after_all_tips_and_is_shown_in_place(tmp_path: Path, own: OwnFeed) -> None:
    root, yes, no = talk()
    with library_of(tmp_path, root, yes, no) as library:
        shown = library.conversation(root.key).snapshot().keys
        publisher = library.publisher(own)
        preview = publisher.preview(library.reply(root.key, "so so"))
        assert sorted(preview.content["branch"]) == sorted([yes.key, no.key])
        published = publisher.publish(preview)
        for change in published.changes:
            for timeline in change.timelines:
                if timeline.address == root.key:
                    apply(timeline.edits, shown)
        assert shown == library.conversation(root.key).in_order()
        assert shown[-1] == published.key
        assert library.check().ok


def test_what_was_previewed_is_what_is_signed(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        publisher = library.publisher(own)
        preview = publisher.preview(post("hello"))
        published = publisher.publish(preview)
        text = library.value(published.key)
        assert text is not None
        signed = text[: text.index(',\n  "signature"')] + "\n}"
        assert signed == preview.text


def test_other_programs_accept_a_published_feed(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        keys = [say(library, own, f"word {number}\ud83d") for number in range(5)]
        assert library.export(own.feed, tmp_path / "export.ndjson") == 5
    for archive in (own.path, tmp_path / "export.ndjson"):
        records = list(open_archive(archive).records())
        checked = list(follow_chains(check(records), FeedChains()))
        assert [each.verdict.status for each in checked] == [ValidationStatus.VALID] * 5
        assert [each.computed for each in checked] == keys


def test_a_preview_that_was_overtaken_is_not_published(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        publisher = library.publisher(own)
        preview = publisher.preview(post("slow"))
        say(library, own, "quick")
        with pytest.raises(PreviewOutdated):
            publisher.publish(preview)
        assert len(library) == 1


def test_too_long_is_reported_before_anything_is_signed(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        with pytest.raises(MessageTooLong):
            say(library, own, "x" * 8192)
        assert len(library) == 0
        assert own.path.read_bytes() == b""


def test_the_feed_goes_on_in_every_database(tmp_path: Path, own: OwnFeed) -> None:
    with Library.open(tmp_path / "one.db") as one, Library.open(tmp_path / "two.db") as two:
        say(one, own, "first")
        say(two, own, "second")
        say(one, own, "third")
        assert (len(one), len(two)) == (3, 2)
        (change,) = two.publisher(own).catch_up()
        assert (len(two), change.added) == (3, 1)
        assert one.check().ok
        assert two.check().ok


def test_what_was_signed_before_a_crash_is_taken_in_after_it(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        say(library, own, "first")
    with Library.open(tmp_path / "other.db") as other:
        say(other, own, "signed, and in the log")
    with Library.open(tmp_path / "library.db") as library:
        say(library, own, "after the crash")
        assert len(library) == 3
        assert library.publisher(own).catch_up() == []


def test_a_log_that_lacks_messages_gets_them_back(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        for text in ("one", "two", "three"):
            say(library, own, text)
        lines = own.path.read_bytes().splitlines(keepends=True)
        own.path.write_bytes(lines[0] + lines[1][:40])
        say(library, own, "four")
        records = list(open_archive(own.path).records())
        checked = list(follow_chains(check(records), FeedChains()))
        assert [each.verdict.status for each in checked] == [ValidationStatus.VALID] * 4


def without_record(own: OwnFeed) -> None:
    """What an older version of the program left: no note of the last message."""
    (own.path.parent / "end.json").unlink()


def test_two_branches_of_the_own_feed_stop_everything(tmp_path: Path, own: OwnFeed) -> None:
    with Library.open(tmp_path / "one.db") as one:
        say(one, own, "one")
        say(one, own, "two")
    own.path.write_bytes(b"")
    (tmp_path / "feed" / "end.json").write_text(
        json.dumps({"feed": own.feed, "sequence": 0, "key": None})
    )
    with Library.open(tmp_path / "two.db") as two:
        say(two, own, "another first")
    with Library.open(tmp_path / "one.db") as one:
        with pytest.raises(WouldFork, match="different messages"):
            say(one, own, "three")
        with pytest.raises(WouldFork, match="different messages"):
            one.publisher(own).catch_up()


def client(tmp_path: Path, count: int) -> tuple[Path, Path]:
    """The secret of another program, and an archive of the messages of its feed."""
    author, archive = Author("client"), tmp_path / "client.ndjson"
    secret = tmp_path / "client" / "secret"
    secret.parent.mkdir()
    secret.write_text(Identity(author.feed, author._secret).secret_file())
    write(archive, [author.say(post(f"by the client, {number}")) for number in range(count)])
    return secret, archive


def test_an_adopted_feed_goes_on_where_the_database_ends(tmp_path: Path) -> None:
    secret, archive = client(tmp_path, 3)
    with Library.open(tmp_path / "fresh.db") as library:
        library.ingest(archive)
        adopted = library.adopt(tmp_path / "adopted", secret, UNDERSTOOD)
        assert adopted.end().sequence == 3
        key = say(library, adopted, "by us")
        assert library.messages([key])[key].sequence == 4
    assert len(list(open_archive(adopted.path).records())) == 4


def test_an_adopted_feed_goes_on_in_a_database_that_does_not_know_it(tmp_path: Path) -> None:
    secret, archive = client(tmp_path, 3)
    with Library.open(tmp_path / "fresh.db") as library:
        library.ingest(archive)
        adopted = library.adopt(tmp_path / "adopted", secret, UNDERSTOOD)
    with Library.open(tmp_path / "other.db") as other:
        assert other.publisher(adopted).preview(post("by us")).sequence == 4
        key = say(other, adopted, "by us")
        assert other.messages([key])[key].sequence == 4
        assert len(other) == 4


def test_a_feed_that_the_database_does_not_know_is_not_adopted(tmp_path: Path) -> None:
    secret, _ = client(tmp_path, 3)
    with (
        Library.open(tmp_path / "other.db") as library,
        pytest.raises(WouldFork, match="First import"),
    ):
        library.adopt(tmp_path / "adopted", secret, UNDERSTOOD)


def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *databases: Path) -> None:
    """Make databases the collections of the user."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for database in databases:
        Collections(default_database()).add(database)


def test_a_feed_of_which_another_collection_knows_more_is_not_adopted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, archive = client(tmp_path, 3)
    first = tmp_path / "first.ndjson"
    first.write_bytes(b"".join(archive.read_bytes().splitlines(keepends=True)[:2]))
    with Library.open(tmp_path / "all.db") as library:
        library.ingest(archive)
    listed(tmp_path, monkeypatch, tmp_path / "all.db", tmp_path / "gone.db")
    with Library.open(tmp_path / "two.db") as library:
        library.ingest(first)
        with pytest.raises(WouldFork, match=r"all\.db has message 3"):
            library.adopt(tmp_path / "adopted", secret, UNDERSTOOD)
        library.ingest(archive)
        assert library.adopt(tmp_path / "adopted", secret, UNDERSTOOD).end().sequence == 3


@pytest.mark.parametrize("has_record", [True, False])
@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_log_that_was_emptied_cut_or_is_old_is_not_continued(
    tmp_path: Path, own: OwnFeed, monkeypatch: pytest.MonkeyPatch, kept: int, has_record: bool
) -> None:
    """It isn't even without the note beside the secret, if any listed collection knows more."""
    with Library.open(tmp_path / "one.db") as library:
        for text in ("one", "two", "three"):
            say(library, own, text)
    lines = own.path.read_bytes().splitlines(keepends=True)
    own.path.write_bytes(b"".join(lines[:kept]))
    before = own.path.read_bytes()
    if not has_record:
        without_record(own)
        listed(tmp_path, monkeypatch, tmp_path / "one.db")
    with Library.open(tmp_path / "new.db") as library:
        publisher = library.publisher(own)
        with pytest.raises(WouldFork):
            publisher.preview(post("four"))
        previous = json.loads(lines[kept])["value"]["previous"]
        with pytest.raises(WouldFork):
            publisher.publish(UnsignedMessage(own.feed, kept + 1, previous, 9, post("four")))
    assert own.path.read_bytes() == before
    with Library.open(tmp_path / "one.db") as library:
        say(library, own, "four")
    assert own.end().sequence == 4


def test_an_empty_log_without_any_record_is_not_continued(tmp_path: Path, own: OwnFeed) -> None:
    without_record(own)
    with library_of(tmp_path) as library:
        for _ in range(2):
            with pytest.raises(WouldFork, match="no record"):
                say(library, own, "hello")
            library.publisher(own).catch_up()


def test_a_folder_of_an_older_version_gets_its_record(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        say(library, own, "one")
        without_record(own)
        key = say(library, own, "two")
    assert own.published_end() == FeedEnd(2, key)


def test_a_feed_with_a_gap_in_the_database_is_not_continued(tmp_path: Path) -> None:
    secret, archive = client(tmp_path, 4)
    lines = archive.read_bytes().splitlines(keepends=True)
    archive.write_bytes(b"".join([lines[0], lines[3]]))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        with pytest.raises(WouldFork, match="has message 4"):
            library.adopt(tmp_path / "adopted", secret, UNDERSTOOD)


def test_what_others_say_of_the_feed_stops_nothing(tmp_path: Path, own: OwnFeed) -> None:
    """A message with a wrong signature, and a copy with bytes after the 64 of its signature."""
    with library_of(tmp_path) as library:
        say(library, own, "one")
        record = json.loads(own.path.read_bytes())
        signature = b64decode(record["value"]["signature"].partition(".")[0]) + b"\1\1"
        record["value"]["signature"] = f"{b64encode(signature).decode()}.sig.ed25519"
        record["key"] = message_id(canonical(record["value"]))
        (tmp_path / "copy.ndjson").write_bytes(as_line(record))
        library.ingest(tmp_path / "copy.ndjson")
        row = "SELECT id FROM feeds WHERE key = ?"
        (number,) = library._database.execute(row, (own.feed,)).fetchone()
        with writing(library._database):
            library._database.execute(
                "INSERT INTO nodes (key, author, sequence, value, status)"
                " VALUES (?, ?, 9, ?, 'valid')",
                (NOWHERE, number, json.dumps({**record["value"], "sequence": 9})),
            )
        assert library.publisher(own).preview(post("two")).sequence == 2


class Failing:
    """Makes each import of a log fail from a moment on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: Exception | None = None
        run = Importer.run

        def fail(importer: Importer, *arguments: Any) -> Any:
            if self.error is not None:
                raise self.error
            return run(importer, *arguments)

        monkeypatch.setattr(Importer, "run", fail)


@pytest.mark.parametrize(
    "error",
    [
        DatabaseError("own.db can't be written: database is locked."),
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.IntegrityError("a conflict"),
        OSError(errno.EIO, "Input/output error"),
    ],
    ids=["locked", "full", "conflict", "disk"],
)
def test_an_error_after_a_message_is_logged_says_published(
    tmp_path: Path, own: OwnFeed, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    failing = Failing(monkeypatch)
    with library_of(tmp_path) as library:
        publisher = library.publisher(own)
        preview = publisher.preview(post("hello"))
        append = own.append

        def append_then_fail(records: Iterable[dict[str, Any]]) -> None:
            append(records)
            failing.error = error

        monkeypatch.setattr(own, "append", append_then_fail)
        with pytest.raises(ShownLater, match="Published; it will be shown once") as later:
            publisher.publish(preview)
        key = own.find(preview.fingerprint)
        assert later.value.key == key
        assert key is not None
        with pytest.raises(ShownLater):  # again, while the error lasts
            publisher.publish(preview)
        failing.error = None
        assert publisher.publish(preview).key == key
        assert publisher.publish(preview).changes == ()
        assert own.end() == FeedEnd(1, key, preview.asserted)
        assert set(library.messages([key])) == {key}


def test_an_error_of_the_disk_after_a_message_is_logged_says_published(
    tmp_path: Path, own: OwnFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with library_of(tmp_path) as library:
        publisher = library.publisher(own)
        preview = publisher.preview(post("hello"))
        with monkeypatch.context() as damaged:
            complete = own.complete

            def complete_then_fail() -> None:
                complete()
                damaged.setattr(os, "fsync", fail)

            damaged.setattr(own, "complete", complete_then_fail)
            with pytest.raises(ShownLater, match="Input/output error"):
                publisher.publish(preview)
        assert own.end().sequence == 1
        assert len(library) == 0
        assert len(publisher.catch_up()) == 1
        assert publisher.publish(preview).key == own.end().key
        assert own.end().sequence == len(library) == 1


def test_a_log_that_cannot_be_written_publishes_nothing(
    tmp_path: Path, own: OwnFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with library_of(tmp_path) as library:
        publisher = library.publisher(own)
        preview = publisher.preview(post("hello"))
        with monkeypatch.context() as full:

            def write_half(file: BinaryIO, place: int, content: bytes) -> None:
                file.seek(place)
                file.write(content[: len(content) // 2])
                raise OSError(errno.ENOSPC, "No space left on device")

            full.setattr(feed_log, "_write", write_half)
            with pytest.raises(CannotWrite, match="Free some space"):
                publisher.publish(preview)
        assert own.end() == FeedEnd()
        assert publisher.publish(preview).key == own.end().key
        assert len(own.path.read_bytes().splitlines()) == 1


def test_clocks_that_stop_or_go_back_do_not_show_in_the_feed(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path / "feed")
    with library_of(tmp_path) as library:
        times = iter([100.0, 100.0, 50.0, 50.0, 50.0, 50.0])
        publisher = Publisher(library._database, own, clock=lambda: next(times))
        keys = [publisher.publish(publisher.preview(post("tick"))).key for _ in range(3)]
        asserted = [library.messages(keys)[key].asserted for key in keys]
    assert asserted == [100_000, 100_001, 100_002]


@pytest.mark.parametrize("wrong", [1e13, -62e9, 1e300, 253_402_300_800.0])
def test_a_clock_that_is_far_off_is_not_believed(tmp_path: Path, wrong: float) -> None:
    own = OwnFeed.open(tmp_path / "feed")
    with library_of(tmp_path) as library:
        times = iter([100.0, 100.0, wrong, wrong, wrong, wrong, 200.0, 200.0])
        publisher = Publisher(library._database, own, clock=lambda: next(times))
        keys = [publisher.publish(publisher.preview(post("tick"))).key for _ in range(4)]
        asserted = [library.messages(keys)[key].asserted for key in keys]
    assert asserted == [100_000, 100_001, 100_002, 200_000]


def test_a_feed_whose_time_is_beyond_all_clocks_goes_on(tmp_path: Path) -> None:
    secret, archive = client(tmp_path, 0)
    author = Author("client", clock=1e16)
    write(archive, [author.say(post("from the far future"))])
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        own = library.adopt(tmp_path / "adopted", secret, UNDERSTOOD)
        publisher = Publisher(library._database, own, clock=lambda: 100.0)
        assert publisher.preview(post("tick")).asserted == 100_000


def test_many_windows_make_one_chain(tmp_path: Path, own: OwnFeed) -> None:
    Library.open(tmp_path / "shared.db").close()

    def talk_on() -> None:
        with Library.open(tmp_path / "shared.db") as library:
            publisher = library.publisher(own)
            said = 0
            while said < 4:
                try:
                    publisher.publish(publisher.preview(post("me too")))
                    said += 1
                except PreviewOutdated:
                    continue

    windows = [threading.Thread(target=talk_on) for _ in range(3)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    records = list(open_archive(own.path).records())
    checked = list(follow_chains(check(records), FeedChains()))
    assert [each.verdict.status for each in checked] == [ValidationStatus.VALID] * 12


def test_nothing_is_answered_in_a_thread_that_no_one_knows(tmp_path: Path) -> None:
    with library_of(tmp_path) as library, pytest.raises(UnknownConversation):
        library.reply("%" + "x" * 42 + "A=.sha256", "hello?")


def test_nothing_private_is_answered_in_public(tmp_path: Path) -> None:
    locked = Author("ann").say("c2VjcmV0.box")
    with (
        library_of(tmp_path, locked) as library,
        pytest.raises(PrivateConversation, match="public"),
    ):
        library.reply(locked.key, "psst")


def test_an_imported_archive_is_never_written(tmp_path: Path, own: OwnFeed) -> None:
    said = talk()
    archive = write(tmp_path / "archive.ndjson", said)
    archive.chmod(0o400)
    before = (archive.read_bytes(), archive.stat().st_mtime_ns)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(archive)
        say(library, own, "hello", said[0].key)
    assert (archive.read_bytes(), archive.stat().st_mtime_ns) == before


NOWHERE = "%" + "x" * 42 + "A=.sha256"


def begin(author: Author, *names: str) -> Said:
    """A post that begins tangles with these names."""
    tangles = dict.fromkeys(names, ROOT_DATA)
    return author.say({"type": "post", "text": "begin", "tangles": tangles})


def after(root: Said, **previous: list[Said]) -> dict[str, Any]:
    """Content that is in tangles of `root` by tangle data only."""
    data = {
        name: {"root": root.key, "previous": [each.key for each in listed]}
        for name, listed in previous.items()
    }
    return {"type": "move", "tangles": data}


def named(content: dict[str, Any]) -> dict[str, list[str]]:
    return {name: data["previous"] for name, data in content["tangles"].items()}


def tips(library: Library, root: Said, *names: str) -> dict[str, list[str]]:
    return {name: library.tangle(name, root.key).tips for name in names}


def test_each_tangle_has_tips_of_its_own(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = begin(ann, "chess")
    by_branch = ben.say(post("by branch", root, root))
    by_data = ann.say(after(root, thread=[by_branch]))
    first = ann.say(after(root, chess=[root]))
    second = ben.say(after(root, chess=[first]))
    with library_of(tmp_path, root, by_branch, by_data, first, second) as library:
        content = library.reply(root.key, "well played")
        assert named(content) == {"thread": [by_data.key], "chess": [second.key]}
        assert named(content) == tips(library, root, "thread", "chess")
        assert content["branch"] == [by_data.key]


def test_replies_that_go_on_by_branch_after_tangle_data_are_tips(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    by_data = ann.say(after(root, thread=[root]))
    by_branch = ann.say(post("and on", root, by_data))
    again = ann.say(after(root, thread=[by_branch]))
    with library_of(tmp_path, root, by_data, by_branch, again) as library:
        assert library.tangle("thread", root.key).tips == [again.key]
        assert named(library.reply(root.key, "…")) == {"thread": [again.key]}


def test_what_waits_or_is_excluded_is_no_tip(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = begin(ann, "chess")
    move = ann.say(after(root, chess=[root]))
    waits = ben.say(
        {"type": "move", "tangles": {"chess": {"root": root.key, "previous": [NOWHERE, move.key]}}}
    )
    excluded = ben.say({"type": "move", "tangles": {"chess": {"root": root.key, "previous": []}}})
    with library_of(tmp_path, root, move, waits, excluded) as library:
        growth = library.tangle("chess", root.key)
        assert growth.set_aside == [waits.key]
        assert [(each.key, each.rule) for each in growth.excluded] == [
            (excluded.key, "previous-shape")
        ]
        assert named(library.reply(root.key, "…"))["chess"] == [move.key]


def test_a_reply_in_a_tangle_that_isnt_a_thread_writes_it(tmp_path: Path) -> None:
    ann = Author("ann")
    root = begin(ann, "chess")
    move = ann.say(after(root, chess=[root]))
    with library_of(tmp_path, root, move) as library:
        for within in ("chess", "thread"):
            content = library.reply(root.key, "check", within)
            assert named(content) == {"thread": [root.key], "chess": [move.key]}
        # A tangle can't be continued unless the root begins it.
        assert set(named(library.reply(root.key, "check", "draughts"))) == {"thread", "chess"}


def test_a_root_is_found_by_either_spelling_of_its_key(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    uri = f"ssb:message/classic/{root.key[1:45].replace('+', '-').replace('/', '_')}"
    with library_of(tmp_path, root) as library:
        assert library.reply(uri, "…") == library.reply(root.key, "…")


def test_without_its_root_a_thread_is_answered_after_its_latest_messages(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say(post("lost"))
    first = ben.say(after(root, thread=[root]))
    second = ben.say(after(root, thread=[first]))
    with library_of(tmp_path, first, second) as library:
        assert library.tangle("thread", root.key).tips == []
        assert named(library.reply(root.key, "…")) == {"thread": [second.key]}
    with library_of(tmp_path) as library, pytest.raises(UnknownConversation):
        library.reply(NOWHERE, "…")


def test_a_public_reply_names_nothing_private(tmp_path: Path) -> None:
    ann = Author("ann")
    root = begin(ann, "chess")
    key = b"\7" * 32
    text = b'{"type": "move", "tangles": {"chess": {"root": "%s", "previous": ["%s"]}}}'
    sealed = box2(
        text % (root.key.encode(), root.key.encode()),
        ann.feed,
        ann.previous,
        [(key, Scheme.GROUP.value)],
    )
    private = ann.say(sealed)
    with library_of(tmp_path, root, private) as library:
        library.unlock(Keyring(group_keys=(key,)))
        assert named(library.reply(root.key, "…"))["chess"] == [root.key]
        assert library.tangle("chess", root.key).tips == [root.key]
        with pytest.raises(PrivateConversation):
            library.reply(private.key, "…")


@pytest.mark.parametrize("seed", range(4))
def test_no_reply_forks_what_its_author_had_seen(tmp_path: Path, seed: int) -> None:
    """Several people reply and receive each other's messages in any order."""
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(3)]
    root = begin(people[0], "chess")
    said = [root]
    unheard: dict[str, list[Said]] = {person.name: [root] for person in people}
    libraries = {
        person.name: Library.open(tmp_path / f"{number}.db") for number, person in enumerate(people)
    }
    for step in range(16):
        person = random.choice(people)
        library, news = libraries[person.name], unheard[person.name]
        random.shuffle(news)
        kept = 0 if step == 0 else random.randrange(len(news) + 1)
        library.ingest(write(tmp_path / f"{step}.ndjson", news[kept:]))
        del news[kept:]
        if root in news:  # nothing is connected yet
            continue
        known = tips(library, root, "thread", "chess")
        content = library.reply(root.key, str(step), random.choice(["thread", "chess"]))
        assert named(content) == known
        assert content["branch"] == known["thread"]
        reply = person.say(content)
        library.ingest(write(tmp_path / f"{step}-own.ndjson", [reply]))
        assert tips(library, root, "thread", "chess") == {
            "thread": [reply.key],
            "chess": [reply.key],
        }
        said.append(reply)
        for other in people:
            if other is not person:
                unheard[other.name].append(reply)
    assert len(said) > 6
    for library in libraries.values():
        library.close()


def test_a_reply_keeps_to_the_limit_of_references(tmp_path: Path, own: OwnFeed) -> None:
    root, yes, no = talk()
    with library_of(tmp_path, root, yes, no) as library:
        library.limit_references(ReferenceLimit(2))
        say(library, own, "first of the feed")
        key = say(library, own, "so so", root.key)
        assert library.conversation(root.key).in_order()[-1] == key
        assert len(library.quarantine) == 0


def test_what_the_collection_would_refuse_is_not_signed(tmp_path: Path, own: OwnFeed) -> None:
    root, yes, no = talk()
    with library_of(tmp_path, root, yes, no) as library:
        say(library, own, "first of the feed")
        publisher = library.publisher(own)
        content = library.reply(root.key, "so so")
        preview = publisher.preview(content)
        library.limit_references(ReferenceLimit(2))
        with pytest.raises(TooManyNamed, match="refers to 3 others"):
            publisher.preview(content)
        with pytest.raises(TooManyNamed, match="takes 2 at most"):
            publisher.publish(preview)
        assert own.end().sequence == 1
        library.limit_references(ReferenceLimit(2, is_cut=True))
        key = publisher.publish(preview).key
        assert len(library.conversation(root.key).edges([key])[key].causes) == 1
