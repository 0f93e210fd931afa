"""Publishing, from the preview to the databases of other people."""

import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.archive.checking import check, follow_chains
from engine.archive.opening import open_archive
from engine.library import (
    Library,
    OwnFeed,
    PreviewOutdated,
    PrivateConversation,
    Publisher,
    UnknownConversation,
    WouldFork,
)
from engine.linear.edits import apply
from engine.message.box2 import Scheme
from engine.message.chain import FeedChains
from engine.message.private import Keyring
from engine.message.verdict import ValidationStatus
from engine.message.writing import MessageTooLong
from engine.store.own_feed import UNDERSTOOD
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
    for archive in (own.log, tmp_path / "export.ndjson"):
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
        assert own.log.read_bytes() == b""


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
        lines = own.log.read_bytes().splitlines(keepends=True)
        own.log.write_bytes(lines[0] + lines[1][:40])
        say(library, own, "four")
        records = list(open_archive(own.log).records())
        checked = list(follow_chains(check(records), FeedChains()))
        assert [each.verdict.status for each in checked] == [ValidationStatus.VALID] * 4


def test_two_branches_of_the_own_feed_stop_everything(tmp_path: Path, own: OwnFeed) -> None:
    with Library.open(tmp_path / "one.db") as one:
        say(one, own, "one")
        say(one, own, "two")
        own.log.write_bytes(b"")
        with Library.open(tmp_path / "two.db") as two:
            say(two, own, "another first")
        with pytest.raises(WouldFork, match="different messages"):
            say(one, own, "three")
        with pytest.raises(WouldFork, match="different messages"):
            one.publisher(own).catch_up()


def test_an_adopted_feed_goes_on_where_the_database_ends(tmp_path: Path, own: OwnFeed) -> None:
    with library_of(tmp_path) as library:
        say(library, own, "by the client")
        library.export(own.feed, tmp_path / "client.ndjson")
    secret = tmp_path / "feed" / "secret"
    adopted = OwnFeed.adopt(tmp_path / "adopted", secret, understood=UNDERSTOOD)
    with Library.open(tmp_path / "fresh.db") as library:
        library.ingest(tmp_path / "client.ndjson")
        key = say(library, adopted, "by us")
        assert library.messages([key])[key].sequence == 2
    assert len(list(open_archive(adopted.log).records())) == 2


def test_clocks_that_stop_or_go_back_do_not_show_in_the_feed(tmp_path: Path) -> None:
    own = OwnFeed.open(tmp_path / "feed")
    with library_of(tmp_path) as library:
        times = iter([100.0, 100.0, 50.0, 50.0, 50.0, 50.0])
        publisher = Publisher(library._database, own, clock=lambda: next(times))
        keys = [publisher.publish(publisher.preview(post("tick"))).key for _ in range(3)]
        asserted = [library.messages(keys)[key].asserted for key in keys]
    assert asserted == [100_000, 100_001, 100_002]


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
    records = list(open_archive(own.log).records())
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
