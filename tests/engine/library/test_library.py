"""The library as its callers use it: archives in, threads and orders out."""

import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.record import ArchiveError
from tanglescope.engine.library import (
    EVERYTHING,
    Library,
    LibraryChange,
    Progress,
    UnknownConversation,
)
from tanglescope.engine.linear.edits import apply
from tests.engine.archive.samples import DATA, unpack
from tests.engine.archive.writers import bipf_record, block_log, offset_log
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write


def oracle(messages: Iterable[Said], root: str) -> list[str]:
    """Sort by (longest path over known causes, key), without code of the engine."""
    values = {each.key: each.value for each in messages}
    said = {key: value["content"] for key, value in values.items()}
    members = {k for k, content in said.items() if k == root or content.get("root") == root}

    def earlier(key: str) -> list[str]:
        one = values[key]
        if one["previous"] in members:
            return [one["previous"]]
        feed = [k for k in members if values[k]["author"] == one["author"]]
        before = [k for k in feed if values[k]["sequence"] < one["sequence"]]
        return sorted(before, key=lambda k: values[k]["sequence"])[-1:]

    def causes(key: str) -> list[str]:
        if key == root:
            return []
        branch = said[key].get("branch", [])
        named = [branch] if isinstance(branch, str) else branch
        return [c for c in (root, *named, *earlier(key)) if c in members]

    def rank(key: str) -> int:
        return max((rank(cause) + 1 for cause in causes(key)), default=0)

    return sorted(members, key=lambda key: (rank(key), key))


def test_a_thread_is_read_in_the_order_of_its_causes(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    library.ingest(write(tmp_path / "log.ndjson", talk.values()))
    root = talk["question"].key
    assert library.conversation(root).in_order() == oracle(talk.values(), root)
    assert library.conversation(root).in_order()[0] == root
    assert library.conversation(root).in_order()[-1] == talk["both"].key


def test_a_shortened_id_is_completed_from_all_known_ids(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    library.ingest(write(tmp_path / "log.ndjson", talk.values()))
    key = talk["question"].key
    for short in (key[:8], f"{key[:9]}…", f" {key[1:9]}...", key):
        assert library.ids_beginning(short) == [key]
    assert library.ids_beginning("%", 2) == sorted(said.key for said in talk.values())[:2]
    [feed] = library.ids_beginning(talk["question"].value["author"][:9])
    assert feed == talk["question"].value["author"]
    assert library.ids_beginning("%%%") == []


def test_a_thread_can_be_read_by_one_clock_alone(library: Library, tmp_path: Path) -> None:
    late, early = Author("late", clock=2e12), Author("early", clock=1e12)
    question = late.say(post("Shall we sail?"), received=1.0)
    answer = early.say(post("yes", question), received=2.0)
    library.ingest(write(tmp_path / "log.ndjson", [question, answer]))
    assert library.conversation(question.key, "asserted").in_order() == [answer.key, question.key]
    assert library.conversation(question.key, "received").in_order() == [question.key, answer.key]


def test_a_graph_lists_messages_as_they_were_received(library: Library, tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("up?"), received=9.0)
    late = bob.say(post("high", root), received=10.0)
    early = alice.say(post("low", root, late), received=5.0)
    library.ingest(write(tmp_path / "log", [root, late, early]))
    nodes = library.conversation(root.key).graph().nodes
    assert [node.id for node in nodes] == [early.key, root.key, late.key]
    assert [node.after for node in nodes] == [(late.key, root.key), (), (root.key,)]
    assert [(node.writer, node.sequence) for node in nodes] == [
        (alice.feed, 2),
        (alice.feed, 1),
        (bob.feed, 1),
    ]


def test_a_thread_in_a_list_reports_title_people_and_time(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    bob = Author("bob")
    name = Author("bob").draft({"type": "about", "about": bob.feed, "name": "Bobby"})
    library.ingest(write(tmp_path / "log.ndjson", [*talk.values(), name]))
    (thread,) = library.threads()
    assert (thread.title, thread.messages, thread.authors) == ("Shall we sail?", 4, 3)
    assert thread.present
    assert "Bobby" in thread.names
    assert library.conversation(thread.root).summary() == thread
    assert library.threads("SAIL bobby") == [thread]
    assert library.threads("sail nobody") == []


def test_a_thread_without_its_root_is_listed_and_fills_in_when_the_root_comes(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    root = talk["question"].key
    replies = [each for name, each in talk.items() if name != "question"]
    library.ingest(write(tmp_path / "replies.ndjson", replies))
    (thread,) = library.threads()
    assert (thread.root, thread.present, thread.messages) == (root, False, 3)
    assert library.conversation(root).snapshot().waiting == {
        talk["yes"].key: (root,),
        talk["no"].key: (root,),
    }
    library.ingest(write(tmp_path / "root.ndjson", [talk["question"]]))
    assert library.conversation(root).summary().present
    assert library.conversation(root).in_order() == oracle(talk.values(), root)
    assert library.conversation(root).snapshot().waiting == {}


def test_what_no_one_replied_to_is_no_thread_unless_it_is_a_post(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    alice = Author("anna")
    alone = alice.say(post("anybody?"))
    vote = alice.say({"type": "vote", "vote": {"link": alone.key, "value": 1}})
    library.ingest(write(tmp_path / "log.ndjson", [alone, vote]))
    assert [thread.root for thread in library.threads()] == [alone.key]
    reply = alice.say(post("to a vote", vote))
    library.ingest(write(tmp_path / "more.ndjson", [reply]))
    assert library.conversation(vote.key).in_order() == [vote.key, reply.key]


def test_an_unknown_thread_is_reported_in_words(library: Library) -> None:
    with pytest.raises(UnknownConversation, match=r"No conversation with the address %nowhere"):
        library.conversation("%nowhere").in_order()


def test_edits_carry_a_replica_from_revision_to_revision(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    log = tmp_path / "log.ndjson"
    log.touch()
    follower = library.follow(log)
    replica: list[str] = []
    revision = 0
    for said in reversed(talk.values()):
        with log.open("ab") as file:
            file.write(said.line)
        for change in follower.poll():
            for timeline in change.timelines:
                if timeline.address == EVERYTHING:
                    continue
                assert timeline.revision == revision + 1
                revision = timeline.revision
                apply(timeline.edits, replica)
        assert replica == library.conversation(talk["question"].key).in_order()
    assert library.conversation(talk["question"].key).snapshot().revision == revision


def written_halfway(items: list[Any], kind: str) -> tuple[bytes, bytes]:
    """A log in the middle of a write, and the same log a moment later."""
    if kind == "log.bipf":
        whole = block_log(map(bipf_record, items))
        half = whole.rstrip(b"\0")[:-40].ljust(len(whole), b"\0")
        return half, whole
    whole = offset_log(items) if kind == "log.offset" else b"".join(map(as_line, items))
    return whole[:-40], whole


def as_line(item: Any) -> bytes:
    return json.dumps(item).encode() + b"\n"


@pytest.mark.parametrize("kind", ["log.bipf", "log.offset", "log.ndjson"])
def test_a_record_that_was_imported_half_is_good_once_it_is_whole(
    library: Library, talk: dict[str, Said], tmp_path: Path, kind: str
) -> None:
    half, whole = written_halfway([json.loads(each.line) for each in talk.values()], kind)
    log = tmp_path / kind
    log.write_bytes(half)
    report = library.ingest(log)
    assert (report.added, report.quarantined, len(library.quarantine)) == (3, 1, 1)
    assert library.ingest(log).added == 0
    assert len(library.quarantine) == 1
    log.write_bytes(whole)
    assert library.ingest(log).added == 1
    assert len(library.quarantine) == 0


def test_importing_the_same_again_adds_nothing(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    log = write(tmp_path / "log.ndjson", talk.values())
    first, second = library.ingest(log), library.ingest(log)
    copied = library.ingest(write(tmp_path / "copy.ndjson", talk.values()))
    assert (first.added, second.added, copied.added) == (4, 0, 0)
    assert copied.messages == 4


def test_a_grown_archive_is_read_on_and_a_replaced_one_anew(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    said = list(talk.values())
    log = write(tmp_path / "log.ndjson", said[:2])
    library.ingest(log)
    write(log, said)
    progress: list[Progress] = []
    assert library.ingest(log, on_progress=progress.append).added == 2
    assert progress[-1].messages == 2, "only the new tail was read"
    other = Author("dora").say(post("new log"))
    write(log, [other])
    assert library.ingest(log).added == 1


def test_the_earliest_time_of_receipt_counts(library: Library, tmp_path: Path) -> None:
    said = Author("alice").say(post("hello"), received=2000)
    for name, received in (("a", 2000.0), ("b", 1000.0), ("c", 3000.0)):
        library.ingest(write(tmp_path / name, [Said(said.key, said.value, received)]))
    assert library.messages([said.key])[said.key].received == 1000


def test_a_record_with_a_false_key_is_bad_even_if_its_value_is_genuine(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    false = Said(talk["yes"].key, talk["no"].value, 0)
    report = library.ingest(write(tmp_path / "log.ndjson", [talk["question"], false]))
    assert (report.added, report.quarantined, report.rules) == (1, 1, {"id": 1})
    (record,) = library.quarantine.page()
    assert (record.place, record.rule, record.key) == ("line 2", "id", talk["yes"].key)
    assert json.loads(record.raw)["value"] == talk["no"].value


def test_bad_lines_are_kept_with_their_place_and_nothing_else_is_lost(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    log = tmp_path / "log.ndjson"
    lines = [each.line for each in talk.values()]
    log.write_bytes(lines[0] + b'{"key": oops}\n' + lines[1] + b"\xff\xfe\n" + b"".join(lines[2:]))
    report = library.ingest(log)
    assert (report.added, report.quarantined) == (4, 2)
    assert report.first_bad is not None
    assert "line 2" in report.first_bad
    assert [record.place for record in library.quarantine.page()] == ["line 2", "line 4"]
    assert library.check().ok


@pytest.mark.parametrize("kind", ["missing", "folder", "binary"])
def test_anything_but_an_archive_gives_one_clear_sentence(
    library: Library, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "thing"
    if kind == "folder":
        path.mkdir()
    elif kind == "binary":
        path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(ArchiveError) as caught:
        library.ingest(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert library.check().ok


def test_an_empty_archive_is_no_error(library: Library, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    assert library.ingest(empty).added == 0


def test_cancelling_keeps_what_is_done_and_going_on_completes_it(
    library: Library, tmp_path: Path
) -> None:
    author = Author("alice")
    log = write(tmp_path / "log.ndjson", [author.say(post(str(n))) for n in range(2500)])
    report = library.ingest(log, cancelled=lambda: True)
    assert report.cancelled
    assert 0 < report.added < 2500
    rest = library.ingest(log)
    assert report.added + rest.added == 2500
    assert library.check().ok


def test_a_database_can_be_read_while_another_writes(tmp_path: Path, talk: dict[str, Said]) -> None:
    path = tmp_path / "shared.db"
    root = talk["question"].key
    with Library.open(path) as writer, Library.open(path, read_only=True) as reader:
        seen: list[int] = []

        def look(change: LibraryChange) -> None:
            seen.extend(
                reader.conversation(each.address).snapshot().revision
                for each in change.timelines
                if each.address == root
            )

        writer.ingest(write(tmp_path / "log.ndjson", talk.values()), on_change=look)
        assert seen == [1]
        assert reader.conversation(root).in_order() == writer.conversation(root).in_order()


def threads_of(name: str) -> list[dict[str, Any]]:
    """The threads in a sample archive according to the original programs."""
    with lzma.open(DATA / f"{name}.threads.json.xz") as file:
        found: list[dict[str, Any]] = json.load(file)
        return found


@pytest.mark.parametrize("name", ["small", "fixtures"])
def test_threads_members_and_orders_are_those_of_the_originals(
    library: Library, tmp_path: Path, name: str
) -> None:
    log = unpack(name, tmp_path) / "log.ndjson"
    assert library.ingest(log).quarantined == 0
    said = [
        Said(each["key"], each["value"], each["timestamp"])
        for each in map(json.loads, log.read_bytes().split(b"\n")[:-1])
    ]
    public = [each for each in said if isinstance(each.value["content"], dict)]
    listed = {thread.root: thread for thread in library.threads()}
    expected = threads_of(name)
    for thread in expected:
        root = thread["root"]
        assert listed[root].present == thread["present"]
        assert listed[root].messages == len(thread["members"])
        assert sorted(library.conversation(root).in_order()) == thread["members"]
        assert library.conversation(root, "timestamp").in_order() == thread["kahn"]
        assert library.conversation(root).in_order() == oracle_of_archive(public, root)
    alone = listed.keys() - {thread["root"] for thread in expected}
    assert all(listed[root].messages == 1 for root in alone)
    assert library.check().ok


def oracle_of_archive(said: list[Said], root: str) -> list[str]:
    def has_heads(content: dict[str, Any]) -> bool:
        branch = content.get("branch")
        return bool(branch) and isinstance(branch, str | list)

    heads = [
        each
        if has_heads(each.value["content"])
        else Said(each.key, each.value | {"content": {**each.value["content"], "branch": root}}, 0)
        for each in said
    ]
    return oracle(heads, root)
