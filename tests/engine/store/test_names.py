"""People in a database: one name for all feeds of a person, private ones included."""

from pathlib import Path

from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.library import Library, LibraryChange
from tanglescope.engine.message.private import Keyring
from tests.engine.authors import Author, Said, post
from tests.engine.blobs.pictures import blob_id
from tests.engine.store.libraries import write
from tests.engine.tangle.test_metafeeds import announce

MAIN = "@dgZ3nr/TUACJLRkgCyizuEwP2k+ngFdxB8LjamT+CjA=.ed25519"
ROOT = "ssb:feed/bendybutt-v1/AZKgX4zafAh_pEbPdKH8hcAlRxK0XgWLx5OhosaFWww="
BLOBS = {name: blob_id(name.encode()) for name in ("Ann", "Anna")}
GROUP_FEED = "@tvX6BQJfNuSBmYexQ6ONvES7srdrShEI2bKPnLrPplo=.ed25519"


def test_subfeeds_are_called_as_the_main_feed_is(library: Library, tribes2: Path) -> None:
    library.ingest(tribes2 / "alice")
    person = library.person(MAIN)
    assert (person.root, person.main) == (ROOT, MAIN)
    assert len(person.feeds) == 7
    assert set(library.names(person.ids).values()) == {MAIN[:9]}
    assert library.person(GROUP_FEED).ids == {GROUP_FEED}


def test_a_name_for_one_feed_names_them_all(
    library: Library, tribes2: Path, tmp_path: Path
) -> None:
    library.ingest(tribes2 / "alice")
    friend = Author("friend")
    about = friend.say({"type": "about", "about": ROOT, "name": "Alice"})
    library.ingest(write(tmp_path / "log", [about, friend.say(post("hi"))]))
    assert library.names([MAIN, ROOT]) == {MAIN: "Alice", ROOT: "Alice"}


def test_a_name_that_its_author_deleted_no_longer_counts(library: Library, tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")

    def named(by: Author, name: str) -> Said:
        return by.say({"type": "about", "about": ann.feed, "name": name, "image": BLOBS[name]})

    def withdraw(by: Author, what: Said) -> list[Said]:
        return [by.say({"type": "tombstone", "target": what.key})]

    def say(number: int, *said: Said, is_changed: bool = True) -> tuple[str, str]:
        changes: list[LibraryChange] = []
        library.ingest(write(tmp_path / f"{number}.ndjson", said), on_change=changes.append)
        assert (ann.feed in changes[-1].names_changed) == is_changed
        name, portrait = library.names([ann.feed])[ann.feed], library.portraits.of([ann.feed])
        assert library.profile(ann.feed).portrait == portrait.get(ann.feed, "")
        return name, portrait.get(ann.feed, "")

    first, second = named(ann, "Ann"), named(ann, "Anna")
    assert say(1, first, second) == ("Anna", BLOBS["Anna"])
    assert say(2, *withdraw(ben, second), is_changed=False) == ("Anna", BLOBS["Anna"])
    assert say(3, *withdraw(ann, second)) == ("Ann", BLOBS["Ann"])
    assert say(4, *withdraw(ann, first)) == (ann.feed[:9], "")


def test_feeds_of_a_group_are_known_as_long_as_its_keys_are(
    library: Library, tribes2: Path
) -> None:
    library.ingest(tribes2 / "alice")
    library.unlock(Keyring().with_keys(read_keys(tribes2 / "alice")))
    assert library.person(GROUP_FEED).main == MAIN
    assert library.names([GROUP_FEED]) == {GROUP_FEED: MAIN[:9]}
    library.lock()
    assert library.person(GROUP_FEED).ids == {GROUP_FEED}


def test_lists_and_headings_count_people_not_feeds(library: Library, tribes2: Path) -> None:
    library.ingest(tribes2 / "alice")
    library.unlock(Keyring().with_keys(read_keys(tribes2 / "alice")))
    for listed in library.conversations():
        opened = library.conversation(listed.address)
        feeds = {each.author for each in opened.messages(opened.in_order()).values()}
        people = {library.person(feed).root for feed in feeds}
        assert listed.authors == opened.summary().authors == len(people), listed.address
        assert len(listed.names) <= len(people)
    everything = library.conversation("everything").summary()
    assert everything.authors == 1 < len(library.person(MAIN).feeds)


def test_threads_channels_and_mentions_count_people(library: Library, tmp_path: Path) -> None:
    one, same, friend = Author("one"), Author("same"), Author("friend")
    said = [each.say(announce(each.feed).content) for each in (one, same)]
    root = one.say(post("hi", channel="boats", mentions=[friend.feed]))
    answers = [
        each.say(post("ho", root, channel="boats", mentions=[friend.feed]))
        for each in (same, friend)
    ]
    library.ingest(write(tmp_path / "log", [*said, root, *answers]))
    assert len(library.person(one.feed).feeds) == 3
    listed = {each.address: each for each in library.conversations()}
    for address in (root.key, "#boats", f"to {friend.feed}", "everything"):
        heading = library.conversation(address).summary()
        assert heading.authors == listed[heading.address].authors == 2, address


def test_more_messages_make_more_known(library: Library, tribes2: Path, tmp_path: Path) -> None:
    assert library.person(MAIN).ids == {MAIN}
    library.ingest(tribes2 / "alice")
    assert len(library.person(MAIN).ids) == 7


def test_whose_name_may_have_changed_is_said_of_all_their_feeds(
    library: Library, tribes2: Path, tmp_path: Path
) -> None:
    changes: list[LibraryChange] = []
    library.ingest(tribes2 / "alice", on_change=changes.append)
    assert frozenset().union(*(each.names_changed for each in changes)) >= {MAIN, ROOT}
    changes.clear()
    about = Author("friend").say({"type": "about", "about": MAIN, "name": "Alice"})
    library.ingest(write(tmp_path / "log", [about]), on_change=changes.append)
    assert changes[-1].names_changed == library.person(MAIN).ids
