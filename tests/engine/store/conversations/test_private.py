"""Private conversations: readable when unlocked, and never written to disk."""

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nacl.bindings import crypto_sign_seed_keypair

from tanglescope.engine.library import (
    ConversationSummary,
    Library,
    LibraryChange,
    ReadMark,
    UnknownConversation,
)
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.message import box2
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.identity import Identity, read_identity
from tanglescope.engine.message.keys import feed_id
from tanglescope.engine.message.private import Keyring, read_group_keys
from tanglescope.engine.store.conversations import private_messages
from tanglescope.engine.store.conversations.private_messages import PrivateMessages
from tanglescope.engine.store.conversations.wrapped import ReadWords
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.orders import order_cache
from tanglescope.engine.store.orders.order_cache import StoredKeys, read_through
from tests.engine.archive.samples import unpack
from tests.engine.archive.writers import bipf_record, block_log
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, write
from tools import sealing


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack("small", tmp_path_factory.mktemp("small"))


@pytest.fixture
def keyring(small: Path) -> Keyring:
    groups = read_group_keys((small / "secrets.json").read_text())
    return Keyring(read_identity(small / "secret"), groups)


@pytest.fixture
def readable(small: Path) -> dict[str, dict[str, Any]]:
    """The messages that the sample's owner can read, according to the original programs."""
    messages = json.loads((small / "private.json").read_text())
    archive = (small / "log.ndjson").read_text()
    return {
        each["key"]: each["content"] for each in messages if f'"key":"{each["key"]}"' in archive
    }


@pytest.fixture
def library(small: Path, tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as opened:
        opened.ingest(small / "log.ndjson")
        yield opened


def private(library: Library) -> dict[str, ConversationSummary]:
    """The private threads, without groups, which are listed with them."""
    listed = (each for each in library.threads() if each.private)
    return {thread.root: thread for thread in listed if not thread.tangle}


def test_an_unlocked_library_reads_exactly_what_its_owner_can(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    public = library.threads()
    library.unlock(keyring)
    messages = library.messages(list(readable))
    assert {key: message.content for key, message in messages.items()} == readable
    assert all(message.private for message in messages.values())
    assert [thread for thread in library.threads() if not thread.private] == public
    replied_in = {content["root"] for content in readable.values() if "root" in content}
    groups = library.conversations(kind="group")
    in_groups = {key for each in groups for key in library.conversation(each.address).in_order()}
    assert in_groups
    assert in_groups <= readable.keys()
    posts = {key for key, content in readable.items() if content["type"] == "post"}
    answers = {key for key, content in readable.items() if "root" in content}
    assert private(library).keys() == replied_in | (posts - answers - in_groups)


def test_a_conversation_is_found_by_as_much_of_its_id_as_no_other_of_its_kind_has(
    library: Library, keyring: Keyring
) -> None:
    library.unlock(keyring)
    roots: dict[str, list[str]] = {}
    for each in library.conversations():
        if each.kind in ("thread", "private", "group", "feed"):
            roots.setdefault(each.kind, []).append(each.root)
    assert len(roots) == 4
    for kind, some in roots.items():
        for root in some:
            others = [other for other in some if other != root]
            length = next(n for n in range(len(root)) if not _begin(others, root[:n]))
            found = library.addresses_beginning(f"{kind}:{root[:length]}")
            assert found == [str(library.conversation(f"{kind}:{root}").address)]


def _begin(roots: list[str], text: str) -> bool:
    return any(root.startswith(text) for root in roots)


def test_private_threads_are_in_the_order_of_their_causes(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    library.unlock(keyring)
    longest = max(private(library).values(), key=lambda thread: thread.messages)
    order = library.conversation(longest.root).in_order()
    assert len(order) == longest.messages > 1
    assert library.conversation(longest.root).snapshot().keys == order
    authors = {message.author for message in library.messages(order).values()}
    assert {*longest.feeds} == authors
    called = library.names(longest.feeds)
    assert longest.names == tuple(called[feed] for feed in longest.feeds)
    place = {key: number for number, key in enumerate(order)}
    for key in order:
        branch = readable[key].get("branch", [])
        named = [branch] if isinstance(branch, str) else branch
        assert all(place[cause] < place[key] for cause in named if cause in place)
    assert sorted(library.conversation(longest.root, "timestamp").in_order()) == sorted(order)


def test_a_locked_library_shows_ciphertext_and_knows_no_private_threads(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    library.unlock(keyring)
    root = next(iter(private(library)))
    library.lock()
    assert private(library) == {}
    with pytest.raises(UnknownConversation):
        library.conversation(root).snapshot()
    assert all(isinstance(m.content, str) for m in library.messages(list(readable)).values())


def test_nothing_that_was_opened_is_written(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    library.unlock(keyring)
    library.threads()
    texts = [text for content in readable.values() if len(text := content.get("text", "")) > 20]
    stored = b"".join(path.read_bytes() for path in library.path.parent.iterdir() if path.is_file())
    assert texts
    assert not [text for text in texts if text.encode() in stored]


def test_a_direct_message_of_ones_own_opens_once_whom_it_is_for_is_known(tmp_path: Path) -> None:
    me, friend = Author("me"), Author("friend")
    identity = identity_of("me")
    shared = box2.direct_key(identity, friend.feed)
    assert shared is not None
    text = json.dumps({"type": "post", "text": "psst", "recps": [friend.feed]}).encode()
    mine = me.say(sealing.box2(text, me.feed, None, [(shared.key, Scheme.DIRECT.value)]))
    log = tmp_path / "log.ndjson"
    log.write_bytes(mine.line)
    with Library.open(tmp_path / "library.db") as library:
        library.unlock(Keyring(identity))
        library.ingest(log)
        assert private(library) == {}
        log.write_bytes(mine.line + friend.say(post("here I am")).line)
        library.ingest(log)
        assert list(private(library)) == [mine.key]


def test_a_forged_circle_of_private_messages_keeps_none_of_them_locked(tmp_path: Path) -> None:
    forger, key = Author("forger"), b"k" * 32
    names = [f"%{'A' * 42}{digit}=.sha256" for digit in "AE"]
    lines = []
    for name, other in zip(names, reversed(names), strict=True):
        content = {
            "type": "post",
            "text": "round",
            "root": f"%{'B' * 42}A=.sha256",
            "branch": other,
        }
        group = [(key, Scheme.GROUP.value)]
        sealed = sealing.box2(json.dumps(content).encode(), forger.feed, forger.previous, group)
        said = forger.draft(f"{sealed[:-5]}.box\ufffd.box2")
        lines.append({"key": name, "value": said.value, "timestamp": 1})
        lines[-1]["value"]["signature"] = "A" * 86 + "==.sig.ed25519"
    (tmp_path / "log.bipf").write_bytes(block_log(map(bipf_record, lines)))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(tmp_path / "log.bipf")
        opened = library.unlock(Keyring(group_keys=(key,)))
        assert sorted(opened.opened_keys()) == names


def identity_of(name: str) -> Identity:
    public, secret = crypto_sign_seed_keypair(hashlib.sha256(name.encode()).digest())
    return Identity(feed_id(public), secret)


def test_messages_that_come_later_join_when_someone_looks(
    small: Path, tmp_path: Path, keyring: Keyring
) -> None:
    lines = (small / "log.ndjson").read_bytes().splitlines(keepends=True)
    log = tmp_path / "log.ndjson"
    with Library.open(tmp_path / "library.db") as library:
        library.unlock(keyring)
        log.write_bytes(b"".join(lines[:400]))
        library.ingest(log)
        some = private(library)
        log.write_bytes(b"".join(lines))
        library.ingest(log)
        assert len(private(library)) > len(some) > 0


GROUP = b"\5" * 32


def sealed_thread(author: Author, count: int) -> list[Said]:
    """A thread of an author with themselves; each message answers the one before it."""
    said: list[Said] = []
    for _ in range(count):
        content = post("Dear diary", *said[:1], *said[-1:])
        said.append(author.say(sealing.box1(json.dumps(content).encode(), [author.feed])))
    return said


def group_talk(author: Author, count: int) -> list[Said]:
    """What an author says in a private group, and one public message after the first."""
    said: list[Said] = []
    for number in range(count):
        ends = [each.key for each in said[-2:]] or None
        data = {"group": {"root": said[0].key if said else None, "previous": ends}}
        content = {"type": "post" if said else "group/init", "text": "hello", "tangles": data}
        recipients = [(GROUP, Scheme.GROUP.value)]
        text = json.dumps(content).encode()
        box = sealing.box2(text, author.feed, author.previous, recipients)
        said.append(author.say(content if number == 1 else box))
    return said


def test_what_is_decrypted_later_is_reported_as_edits(tmp_path: Path) -> None:
    bob = Author("bob")
    said = [*sealed_thread(bob, 4), *group_talk(Author("cyn"), 5), *sealed_thread(bob, 3)]
    late = Random(1).sample(said[2:], len(said) - 2)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "early.ndjson", said[:2]))
        ring = Keyring(Identity(bob.feed, bob._secret), (GROUP,))
        private = library.unlock(ring)
        lists = {f"private:{said[0].key}": [each.key for each in said[:2]]}
        revisions: dict[str, int] = {}

        def follow(change: LibraryChange) -> None:
            for each in change.timelines:
                apply(each.edits, lists.setdefault(each.address, []))
                assert revisions.get(each.address, each.since) == each.since
                revisions[each.address] = each.revision

        private.conversations.report = follow
        for number, each in enumerate(late):
            library.ingest(write(tmp_path / f"{number}.ndjson", [each]))
            private.refresh()
            for address, order in lists.items():
                conversation = library.conversation(address)
                assert order == conversation.in_order()
                assert conversation.revision() == revisions.get(address, conversation.revision())
        assert {address.partition(":")[0] for address in lists} == {"group", "private"}
        again = library.unlock(ring)
        newer = {address: library.conversation(address).revision() for address in lists}
        assert all((newer[address] or 0) > revisions[address] for address in lists)
        assert again.count == len(said) - 1


def test_a_reader_shares_what_a_worker_has_unlocked(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    opened = library.unlock(keyring)
    with Library.open(library.path, read_only=True) as reader:
        reader.share(opened)
        assert private(reader) == private(library)
        root = next(iter(private(reader)))
        assert reader.conversation(root).summary() == library.conversation(root).summary()
        assert reader.conversation(root).snapshot() == library.conversation(root).snapshot()
        assert reader.messages(list(readable)) == library.messages(list(readable))


def test_private_conversations_know_what_joins_their_messages(
    library: Library, keyring: Keyring
) -> None:
    library.unlock(keyring)
    for root in private(library):
        keys = library.conversation(root).in_order()
        edges = library.conversation(root).edges(keys)
        messages = library.conversation(root).messages_with_causes(keys)
        for key in keys:
            assert set(edges[key].causes) <= set(messages[key].causes)
            horizon = library.conversation(root).horizon(key)
            assert horizon is not None
            assert horizon.past >= set(edges[key].causes)
            assert horizon.future >= set(edges[key].effects)
            joined = len(horizon.past) - horizon.ghosts + len(horizon.future) + 1
            assert joined + horizon.concurrent == len(keys)
        assert library.conversation(root).horizon("%elsewhere") is None


def test_private_conversations_know_what_proves_their_causes(
    library: Library, keyring: Keyring
) -> None:
    library.unlock(keyring)
    for root in private(library):
        conversation = library.conversation(root)
        for key, message in conversation.messages_with_causes(conversation.in_order()).items():
            proven = {each.name: each.because for each in conversation.proven_causes(key)}
            assert proven.keys() == set(message.causes)
            named = conversation.messages([key])[key].causes
            assert {name for name, because in proven.items() if "named" in because} == set(named)


def test_a_large_private_conversation_opens_by_numbers(
    library: Library, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_cache, "LARGE", 2)
    library.unlock(keyring)
    opened = [
        library.conversation(each.address) for each in library.conversations() if each.private
    ]
    large = [conversation for conversation in opened if len(conversation.in_order()) >= 2]
    assert large
    for conversation in large:
        snapshot = conversation.snapshot()
        assert isinstance(snapshot.keys, StoredKeys)
        assert list(snapshot.keys) == conversation.in_order()
        # Any thread looks the keys up in its own connection.
        with Library.open(library.path, read_only=True) as reader:
            there = read_through(reader._database, snapshot)
            assert list(there.keys) == conversation.in_order()


def test_several_threads_may_ask_for_what_is_new_at_once(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    opened = library.unlock(keyring)
    fresh = PrivateMessages(connect(library.path, read_only=True), keyring)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: fresh.opened_keys(), range(40)))
    fresh.close()
    assert set(map(len, answers)) == {len(readable)}
    assert answers[0] == opened.opened_keys()


def test_others_read_whole_conversations_while_messages_are_decrypted(
    small: Path, tmp_path: Path, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_messages, "_JOINING", 3)
    lines = (small / "log.ndjson").read_bytes().splitlines(keepends=True)
    log = tmp_path / "log.ndjson"
    with Library.open(tmp_path / "library.db") as library:
        log.write_bytes(b"".join(lines[:100]))
        library.ingest(log)
        opened = library.unlock(keyring)
        log.write_bytes(b"".join(lines))
        library.ingest(log)

        def read(_: int) -> int:
            read = 0
            with Library.open(library.path, read_only=True) as reader:
                reader.share(opened)
                for each in [each for each in reader.conversations() if each.private]:
                    conversation = reader.conversation(each.address)
                    snapshot = conversation.snapshot()
                    assert conversation.messages(snapshot.keys).keys() == {*snapshot.keys}
                    assert conversation.summary().messages >= each.messages
                    assert conversation.edges(snapshot.keys).keys() == {*snapshot.keys}
                    read += 1
            return read

        with ThreadPoolExecutor(5) as pool:
            decrypted = pool.submit(opened.refresh)
            answers = list(pool.map(read, range(12)))
            decrypted.result()
        assert read(0) >= max(answers) > 0


def test_what_was_opened_can_be_read_when_nothing_new_can_come(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    opened = library.unlock(keyring)
    library.lock()
    assert len(opened.opened_keys()) == opened.count == len(readable)
    assert opened.texts() == {key: opened.content(key) for key in readable}


def test_what_is_written_in_a_group_is_a_thread_only_once_someone_replies(tmp_path: Path) -> None:
    ann = Author("ann")
    key = b"\7" * 32

    def say(**content: Any) -> Said:
        text = json.dumps({"type": "post", **content}).encode()
        recipients = [(key, Scheme.GROUP.value)]
        return ann.say(sealing.box2(text, ann.feed, ann.previous, recipients))

    def in_group(root: Said | None, previous: str | None) -> dict[str, Any]:
        named = None if previous is None else [previous]
        return {"tangles": {"group": {"root": root and root.key, "previous": named}}}

    init = say(type="group/init", **in_group(None, None))
    hello = say(text="Hello, group", **in_group(init, init.key))
    question = say(text="Who is here?", **in_group(init, hello.key))
    answer = say(text="I am", root=question.key, branch=question.key, **in_group(init, init.key))
    waiting = say(text="It waits", **in_group(init, "%" + "A" * 43 + "=.sha256"))
    outside = say(text="To the same people, outside of the group")
    said = [init, hello, question, waiting, outside, answer]
    with library_of(tmp_path, *said[:-1]) as library:
        library.unlock(Keyring(group_keys=(key,)))
        assert private(library).keys() == {waiting.key, outside.key}
        seen = ReadMark(library.latest())
        library.ingest(write(tmp_path / "more.ndjson", said))
        assert private(library).keys() == {question.key, waiting.key, outside.key}
        group, thread = f"group:{init.key}", f"private:{question.key}"
        assert library.conversations_of(hello.key)[0] == group
        assert group in [each.address for each in library.threads()]
        assert [each.address for each in library.conversations(kind="group")] == [group]
        assert library.conversations_of(answer.key)[:2] == [thread, group]
        assert library.unread(seen)[group] == library.unread(seen)[thread] == 1
        assert library.conversation(f"private:{hello.key}").in_order() == [hello.key]


def test_decrypted_words_are_found_until_they_are_locked_again(
    library: Library, keyring: Keyring, readable: dict[str, dict[str, Any]]
) -> None:
    library.unlock(keyring)
    for root in private(library):
        conversation = library.conversation(root)
        words = {
            key: content["text"].split()[0]
            for key in conversation.in_order()
            if (content := readable.get(key)) and content.get("text", "")[:1].isalpha()
        }
        for key, word in words.items():
            assert key in library.find_in(root, word)
        assert set(library.find_in(root, "a")) <= set(conversation.in_order())
    assert library._source.part(ReadWords)._known
    library.lock()
    assert not library._source.part(ReadWords)._known
