"""Rescuing: what survived anywhere is in the log, and nothing else is."""

import json
import os
import signal
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tanglescope.engine.archive.checking import in_chains
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.processes import check_archive
from tanglescope.engine.archive.record import MissingArchive
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.rescue import rescuing, survey
from tanglescope.engine.rescue.ledger import Ledger, LedgerError
from tanglescope.engine.rescue.report import KnownToOthers
from tanglescope.engine.rescue.rescuing import RescueRefused, rescue
from tanglescope.engine.rescue.survey import Surveyed
from tanglescope.engine.rescue.verdicts import SequenceSpan
from tanglescope.engine.rescue.writing import FORMATS
from tests.engine.archive.writers import bipf_record, block_log, offset_log
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def talk(count: int = 60) -> list[Said]:
    people = [Author(name) for name in ("ann", "ben", "cat")]
    said: list[Said] = []
    for number in range(count):
        content = post(f"{number} ü 🛶", *said[:1])
        said.append(people[number % 3].say(content, received=1000.0 + number))
    return said


def keys(log: Path) -> list[str]:
    """The keys in a log, all of which are valid by themselves."""
    found = list(check_archive(open_archive(log)))
    assert {each.verdict.status for each in found} <= {"valid"}
    return [each.key for each in found]


def in_order(log: Path) -> bool:
    """Whether each feed of a log is in ascending sequence, without a fork."""
    found = in_chains(check_archive(open_archive(log)), FeedChains())
    return {each.verdict.status for each in found} <= {"valid", "gap"}


def test_a_whole_archive_becomes_the_same_log(tmp_path: Path) -> None:
    said = talk()
    report = rescue([write(tmp_path / "log.ndjson", said)], tmp_path / "out", list(FORMATS))
    for format_, (name, _) in FORMATS.items():
        assert report.files[format_] == tmp_path / "out" / name
        assert keys(report.files[format_]) == [each.key for each in said]
    assert [feed.verdict for feed in report.feeds] == ["whole"] * 3
    assert (report.messages, report.aside) == (60, 0)
    [source] = report.sources
    assert (source.records, source.messages, source.only_here, source.damaged) == (60, 60, 60, 0)


def test_archives_complete_each_other(tmp_path: Path) -> None:
    said = talk()
    records = [each.record for each in said]
    (tmp_path / "a").write_bytes(offset_log(records[:30]))
    (tmp_path / "b").write_bytes(block_log(map(bipf_record, records[20:50])))
    c = write(tmp_path / "c", said[40:])
    report = rescue([tmp_path / "b", c, tmp_path / "a"], tmp_path / "out")
    assert keys(report.files["offset"]) == [each.key for each in said]
    assert in_order(report.files["offset"])
    assert [source.only_here for source in report.sources] == [10, 10, 20]


def test_damage_costs_only_what_no_source_has_whole(tmp_path: Path) -> None:
    said = talk()
    log = bytearray(offset_log([each.record for each in said]))
    place = log.index(b"7 \\u00fc")
    log[place] ^= 1
    (tmp_path / "log.offset").write_bytes(log)
    copy = write(tmp_path / "copy", said[:8])
    alone = rescue([tmp_path / "log.offset"], tmp_path / "alone")
    assert len(keys(alone.files["offset"])) == 59
    assert sorted(feed.verdict for feed in alone.feeds) == ["gaps", "whole", "whole"]
    [gap] = [gap for feed in alone.feeds for gap in feed.gaps]
    assert (gap.first, gap.last) == (3, 3)
    [source] = alone.sources
    assert (source.damaged, list(source.rules)) == (1, ["id"])
    assert source.damages[0].place.startswith("byte ")
    both = rescue([tmp_path / "log.offset", copy], tmp_path / "both")
    assert keys(both.files["offset"]) == [each.key for each in said]


def test_a_genuine_message_with_a_false_key_survives(tmp_path: Path) -> None:
    said = talk(6)
    wrong = said[1].line.replace(said[1].key.encode(), said[2].key.encode())
    (tmp_path / "log").write_bytes(said[0].line + wrong + b"".join(each.line for each in said[2:]))
    report = rescue([tmp_path / "log"], tmp_path / "out")
    assert keys(report.files["offset"]) == [each.key for each in said]


def test_forgeries_are_no_survivors(tmp_path: Path) -> None:
    said = talk(6)
    value = {**said[3].value, "content": post("forged")}
    forged = {"key": message_id(canonical(value)), "value": value, "timestamp": 7}
    lines = [each.line for each in said] + [json.dumps(forged).encode() + b"\n"]
    (tmp_path / "log").write_bytes(b"".join(lines))
    report = rescue([tmp_path / "log"], tmp_path / "out")
    assert forged["key"] not in keys(report.files["offset"])
    assert report.sources[0].rules == {"signature": 1}


def test_a_fork_is_reported_with_both_branches_and_only_one_is_in_the_log(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    first = ann.say(post("one"))
    other = ann.draft(post("the other second"))
    long = [ann.say(post(str(number))) for number in range(3)]
    reply = ben.say(post("I saw it", other))
    a = write(tmp_path / "a", [first, other, reply])
    b = write(tmp_path / "b", [first, *long])
    report = rescue([a, b], tmp_path / "out")
    assert set(keys(report.files["offset"])) == {first.key, reply.key, *(s.key for s in long)}
    assert in_order(report.files["offset"])
    [feed] = [feed for feed in report.feeds if feed.feed == ann.feed]
    assert feed.verdict == "forked"
    [fork] = feed.forks
    kept, left = fork.branches
    assert (fork.sequence, kept.key, left.key) == (2, long[0].key, other.key)
    assert (kept.sources, left.sources) == ((str(b),), (str(a),))
    assert (kept.named_by, left.named_by) == (0, 1)
    assert (kept.is_kept, left.is_kept) == (True, False)
    [line] = (tmp_path / "out" / "aside.ndjson").read_text().splitlines()
    assert json.loads(line) == {**other.record, "aside": "branch"}


@pytest.mark.parametrize("after", [1, 2])
def test_a_message_with_a_wrong_sequence_at_the_end_is_aside(tmp_path: Path, after: int) -> None:
    ann = Author("ann")
    first, second = ann.say(post("one")), ann.say(post("two"))
    ann.previous, ann.sequence = (first, second)[after - 1].key, 4
    log = write(tmp_path / "log", [first, second, ann.draft(post("five"))])
    report = rescue([log], tmp_path / "out")
    assert keys(report.files["offset"]) == [first.key, second.key]
    [feed] = report.feeds
    assert [fork.sequence for fork in feed.forks] == [2] * (after == 1)
    assert (report.aside, feed.copies) == (1, 0)


def test_others_know_what_their_messages_name(tmp_path: Path) -> None:
    ann, ben, cat = Author("ann"), Author("ben"), Author("cat")
    said = [ann.say(post(str(number))) for number in range(5)]
    naming = [
        ben.say(post("the second", said[1])),
        ann.say(post("my own fourth", said[3])),
        cat.say(post(f"the third is {said[2].key}")),
        cat.say(post("the third again", said[2])),
        cat.say(post(f"and %{'A' * 43}=.sha256")),
    ]
    report = rescue([write(tmp_path / "log", [*said, *naming])], None)
    known = {feed.feed: feed.known for feed in report.feeds}
    assert known == {
        ann.feed: KnownToOthers(3, said[2].key, cat.feed, naming[2].key),
        ben.feed: None,
        cat.feed: None,
    }


def test_a_fork_lists_the_replies_that_saw_each_branch(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    first = ann.say(post("one"))
    other = ann.draft(post("the other second"))
    kept = [ann.say(post("two")), ann.say(post("three"))]
    replies = [ben.say(post("saw it", other)), ben.say(post("saw both", kept[1], other, kept[0]))]
    report = rescue([write(tmp_path / "a", [first, other, *kept, *replies])], None)
    [fork] = [fork for feed in report.feeds for fork in feed.forks]
    assert [branch.replies for branch in fork.branches] == [
        (replies[1].key,),
        (replies[0].key, replies[1].key),
    ]
    assert [branch.named_by for branch in fork.branches] == [2, 2]


def test_what_a_single_archive_has_is_listed(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post(str(number))) for number in range(6)]
    a, b = write(tmp_path / "a", said[:4]), write(tmp_path / "b", [*said[1:3], *said[4:]])
    [feed] = rescue([a, b], None).feeds
    assert feed.only_in == (
        (str(a), (SequenceSpan(1, 1), SequenceSpan(4, 4))),
        (str(b), (SequenceSpan(5, 6),)),
    )


def test_without_a_folder_nothing_is_written(tmp_path: Path, cache: Path) -> None:
    a, b = write(tmp_path / "a", talk()), write(tmp_path / "b", talk()[:50])
    before = set(tmp_path.iterdir())
    written = rescue([a], tmp_path / "out", lacking_in=[b])
    report = rescue([a], None, lacking_in=[b])
    assert replace(report, target=written.target, files=written.files) == written
    assert set(tmp_path.iterdir()) - before <= {tmp_path / "out", cache}
    assert not list(cache.rglob("*.db"))


def extended(said: Said) -> bytes:
    """The same message with bytes after its signature, as a line."""
    signature = b64decode(said.value["signature"].partition(".")[0]) + b"\1\1"
    value = {**said.value, "signature": f"{b64encode(signature).decode()}.sig.ed25519"}
    record = {"key": message_id(canonical(value)), "value": value, "timestamp": 1}
    return json.dumps(record).encode() + b"\n"


def test_bytes_after_a_signature_are_no_fork(tmp_path: Path) -> None:
    said = talk(6)
    (tmp_path / "log").write_bytes(extended(said[0]) + b"".join(each.line for each in said))
    report = rescue([tmp_path / "log"], tmp_path / "out")
    assert keys(report.files["offset"]) == [each.key for each in said]
    assert sorted((feed.verdict, feed.copies) for feed in report.feeds) == [
        ("whole", 0),
        ("whole", 0),
        ("whole", 1),
    ]


def test_a_message_of_which_only_such_a_copy_survived_is_made_from_it(tmp_path: Path) -> None:
    said = talk(6)
    lines = [extended(said[0]), *(each.line for each in said[1:])]
    (tmp_path / "log").write_bytes(b"".join(lines))
    report = rescue([tmp_path / "log"], tmp_path / "out")
    assert set(keys(report.files["offset"])) == {each.key for each in said}
    assert {feed.verdict for feed in report.feeds} == {"whole"}


def test_what_bipf_lost_is_kept_aside_unless_it_survived_elsewhere(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post("half a surrogate: \ud83d")), ann.say(post("whole"))]
    (tmp_path / "log.bipf").write_bytes(block_log(bipf_record(each.record) for each in said))
    alone = rescue([tmp_path / "log.bipf"], tmp_path / "alone")
    assert keys(alone.files["offset"]) == [said[1].key]
    [line] = (tmp_path / "alone" / "aside.ndjson").read_text().splitlines()
    assert (json.loads(line)["key"], json.loads(line)["aside"]) == (said[0].key, "lost-text")
    copy = write(tmp_path / "copy", said)
    both = rescue([tmp_path / "log.bipf", copy], tmp_path / "both", ["offset", "bipf"])
    assert keys(both.files["offset"]) == [each.key for each in said]
    [line] = (tmp_path / "both" / "aside.ndjson").read_text().splitlines()
    assert json.loads(line)["aside"] == "lost-text-in-bipf"
    assert json.loads(line)["value"] == said[0].value


def test_no_message_comes_before_an_earlier_one_of_its_feed(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    said = [
        ann.say(post("received last"), received=900.0),
        ann.say(post("received first"), received=100.0),
        ben.say(post("between"), received=500.0),
    ]
    report = rescue([write(tmp_path / "log", said)], tmp_path / "out")
    assert keys(report.files["offset"]) == [said[2].key, said[0].key, said[1].key]


def test_times_ascend_in_the_log_and_are_kept_where_they_do(tmp_path: Path) -> None:
    """`ssb-server` finds a message by the time alone, so that it would lose one of two."""
    ann = Author("ann")
    received = [5.0, 5.0, 5.0, 7.5, 3.0, 1e300, -4.0, 1.7e12]
    said = [ann.say(post(str(time)), received=time) for time in received]
    ann.clock = 2e12
    said.append(replace(ann.say(post("claimed")), received=None))
    report = rescue([write(tmp_path / "log", said)], tmp_path / "out")
    times = [record.received for record in open_archive(report.files["offset"]).records()]
    assert times[:5] == pytest.approx([5.0, 5.001, 5.002, 7.5, 7.501])
    assert times == sorted(set(times))
    assert times[-1] == said[-1].value["timestamp"]


def test_a_folder_with_an_old_and_a_new_log_is_read_in_both(tmp_path: Path) -> None:
    said = talk()
    home = tmp_path / "ssb"
    for name, text in (
        ("flume/log.offset", offset_log(each.record for each in said[:40])),
        ("db2/log.bipf", block_log(bipf_record(each.record) for each in said[30:])),
    ):
        (home / name).parent.mkdir(parents=True)
        (home / name).write_bytes(text)
    report = rescue([home], tmp_path / "out")
    assert len(report.sources) == 2
    assert keys(report.files["offset"]) == [each.key for each in said]


def test_only_what_another_archive_lacks_is_written(tmp_path: Path) -> None:
    said = talk()
    mine = write(tmp_path / "mine", [*said[:40], said[50]])
    backup = tmp_path / "backup"
    backup.write_bytes(offset_log(each.record for each in said[10:]))
    more = rescue([backup], tmp_path / "more", lacking_in=[mine])
    lacking = [each for each in said[40:] if each is not said[50]]
    assert keys(more.files["offset"]) == [each.key for each in lacking]
    assert more.messages == len(lacking)
    assert more.lacking_in == (mine,)
    written = {
        feed.feed: [number for span in feed.written for number in range(span.first, span.last + 1)]
        for feed in more.feeds
    }
    for feed, sequences in written.items():
        assert sequences == [
            each.value["sequence"] for each in lacking if each.value["author"] == feed
        ]
    assert {feed.verdict for feed in more.feeds} == {"whole"}  # of both archives together
    nothing = rescue([backup], tmp_path / "nothing", lacking_in=[mine, more.files["offset"]])
    assert keys(nothing.files["offset"]) == []


def test_other_branches_that_both_archives_have_are_no_difference(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say(post("one"))
    rival, other = ann.draft(post("two")), ann.draft(post("another two"))
    a = write(tmp_path / "a", [first, rival, other, ann.say(post("and two"))])
    b = write(tmp_path / "b", [first, other])
    report = rescue([a], tmp_path / "out", lacking_in=[b])
    aside = (tmp_path / "out" / "aside.ndjson").read_text().splitlines()
    found = {*keys(report.files["offset"]), *(json.loads(line)["key"] for line in aside)}
    assert found == {rival.key, ann.previous}


def states(archives: Iterable[Path]) -> list[tuple[bytes, int]]:
    return [(path.read_bytes(), path.stat().st_mtime_ns) for path in archives]


def test_sources_are_never_changed(tmp_path: Path) -> None:
    said = talk()
    archives = [write(tmp_path / "a", said[:30]), write(tmp_path / "b", said[30:])]
    for archive in archives:
        archive.chmod(0o400)
    before = states(archives)
    rescue(archives, tmp_path / "out")
    assert states(archives) == before


@pytest.mark.parametrize("what", ["file", "folder", "inside"])
def test_only_a_new_folder_is_written(tmp_path: Path, what: str, cache: Path) -> None:
    archive = tmp_path / "ssb" / "flume" / "log.offset"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(offset_log(each.record for each in talk(3)))
    target = tmp_path / "out"
    match what:
        case "file":
            target.write_text("precious")
        case "folder":
            target.mkdir()
            (target / "precious").write_text("precious")
        case "inside":
            target = tmp_path / "ssb" / "rescued"
    with pytest.raises(RescueRefused):
        rescue([tmp_path / "ssb"], target)
    assert not list(cache.rglob("*.db"))
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == (1 if what == "inside" else 2)


def test_an_archive_that_is_missing_leaves_nothing_behind(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(MissingArchive):
        rescue([tmp_path / "nowhere"], tmp_path / "out")
    assert list(tmp_path.iterdir()) in ([], [cache])


def test_graphs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "graph").write_text('{"nodes": [{"id": "a", "after": []}]}\n')
    with pytest.raises(RescueRefused, match="no feeds"):
        rescue([tmp_path / "graph"], tmp_path / "out")


class Interrupted(Exception):
    pass


@pytest.mark.parametrize("parts", range(4))
def test_an_interrupted_rescue_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path, parts: int
) -> None:
    monkeypatch.setattr(survey, "_PART", 1 << 13)
    said = talk()
    archives = [write(tmp_path / "a", said[:40]), write(tmp_path / "b", said[30:])]
    add, added = Ledger.add, 0

    def add_some(ledger: Ledger, source: int, found: Surveyed) -> None:
        nonlocal added
        if added == parts:
            raise Interrupted
        add(ledger, source, found)
        added += 1

    with monkeypatch.context() as interrupted:
        interrupted.setattr(Ledger, "add", add_some)
        with pytest.raises(Interrupted):
            rescue(archives, tmp_path / "out")
    again: list[int] = []

    def count(ledger: Ledger, source: int, found: Surveyed) -> None:
        again.append(found.records)
        add(ledger, source, found)

    monkeypatch.setattr(Ledger, "add", count)
    report = rescue(archives, tmp_path / "out")
    assert keys(report.files["offset"]) == [each.key for each in said]
    assert [source.records for source in report.sources] == [40, 30]
    assert sum(again) < 70 or parts == 0
    assert not list(cache.rglob("*.db"))


KILLED = """
import os, signal, sys
from pathlib import Path
from tanglescope.engine.rescue import ledger, rescuing, survey

survey._PART, ledger._COMMITTED = 1 << 12, 1 << 13
where, name = (ledger.Ledger if "." in sys.argv[1] else rescuing), sys.argv[1].rpartition(".")[2]
act, left = getattr(where, name), int(sys.argv[2])

def count(*words, **options):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return act(*words, **options)

setattr(where, name, count)
*archives, target = map(Path, sys.argv[3:])
rescuing.rescue(archives, target, processes=1)
"""


@pytest.mark.parametrize(
    ("act", "times"),
    [
        *(("Ledger.begin", 1), ("Ledger.add", 2), ("Ledger._commit", 3), ("Ledger.add", 9)),
        *(("Ledger.finish", 2), ("write_log", 1), ("write_file", 2), ("copy_blobs", 1)),
        ("Ledger.remove", 1),
    ],
)
def test_a_rescue_that_was_killed_continues(tmp_path: Path, act: str, times: int) -> None:
    said = talk(90)
    archives = [write(tmp_path / "a", said[:60]), write(tmp_path / "b", said[30:])]
    words = [act, str(times), *map(str, archives), str(tmp_path / "out")]
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], check=False)
    assert killed.returncode == -signal.SIGKILL
    report = rescue(archives, tmp_path / "out")
    whole = rescue(archives, tmp_path / "whole")
    assert report.files["offset"].read_bytes() == whole.files["offset"].read_bytes()
    assert (report.feeds, report.sources) == (whole.feeds, whole.sources)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        path.name for path in (tmp_path / "whole").iterdir()
    }


@pytest.mark.parametrize("change", ["order", "archive", "content"])
def test_an_interrupted_rescue_of_something_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    said = talk()
    a, b = write(tmp_path / "a", said[:40]), write(tmp_path / "b", said[30:])
    with monkeypatch.context() as interrupted:
        interrupted.setattr(rescuing, "_write", _interrupt)
        with pytest.raises(Interrupted):
            rescue([a, b], tmp_path / "out")
    archives = [a, b]
    match change:
        case "order":
            archives = [b, a]
        case "archive":
            archives = [a]
        case "content":
            a.write_bytes(a.read_bytes() + said[40].line)
    with pytest.raises(RescueRefused, match="was interrupted"):
        rescue(archives, tmp_path / "out")
    (tmp_path / "out").rmdir()
    report = rescue(archives, tmp_path / "out")
    assert set(keys(report.files["offset"])) == {
        each.key for each in (said[:40] if change == "archive" else said)
    }


def _interrupt(*_: object) -> None:
    raise Interrupted


def test_a_folder_from_elsewhere_isnt_taken_for_an_interrupted_rescue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = write(tmp_path / "a", talk(6))
    with monkeypatch.context() as interrupted:
        interrupted.setattr(rescuing, "_write", _interrupt)
        with pytest.raises(Interrupted):
            rescue([archive], tmp_path / "out")
    (tmp_path / "out").rename(tmp_path / "before")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "precious").write_text("precious")
    with pytest.raises(RescueRefused, match="isn't empty"):
        rescue([archive], tmp_path / "out")


def test_a_disk_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = write(tmp_path / "a", talk(6))

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fail)
        with pytest.raises(TanglescopeError, match="Free some space"):
            rescue([archive], tmp_path / "out")
    assert len(keys(rescue([archive], tmp_path / "out").files["offset"])) == 6


def test_a_cache_that_cannot_be_used_is_reported(tmp_path: Path, cache: Path) -> None:
    cache.write_text("in the way")
    with pytest.raises(LedgerError, match="collected in"):
        rescue([write(tmp_path / "a", talk(3))], tmp_path / "out")


def test_several_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "_PART", 1 << 12)
    monkeypatch.setattr(survey, "_WORTH_IT", 2)
    said = talk(90)
    archive = write(tmp_path / "a", said)
    one = rescue([archive], tmp_path / "one", processes=1)
    two = rescue([archive], tmp_path / "two", processes=2)
    assert one.files["offset"].read_bytes() == two.files["offset"].read_bytes()


def damaged(text: bytes, chance: Random) -> bytes:
    """A log that was cut, overwritten, has holes, doubled pieces or flipped bytes."""
    changed = bytearray(text)
    for _ in range(chance.randrange(1, 6)):
        at, size = chance.randrange(len(changed)), chance.randrange(1, 3000)
        match chance.randrange(5):
            case 0:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                changed[at : at + size] = bytes(len(changed[at : at + size]))
            case 2:
                changed[at : at + size] = chance.randbytes(size)
            case 3:
                changed[at:at] = changed[at : at + size]
            case 4:
                del changed[at : at + size]
    return bytes(changed[: chance.randrange(len(changed) // 2, len(changed) + 1)])


WRITE = {
    "offset": lambda records: offset_log(records),
    "bipf": lambda records: block_log(map(bipf_record, records)),
    "ndjson": lambda records: b"".join(json.dumps(each).encode() + b"\n" for each in records),
}


def intact(archives: Sequence[Path]) -> set[str]:
    """The keys of all records that `verify` finds valid in any archive."""
    return {
        result.key
        for archive in archives
        for result in check_archive(open_archive(archive))
        if result.verdict.status == "valid"
    }


def test_every_intact_record_of_damaged_logs_is_in_the_result(tmp_path: Path, chance: int) -> None:
    """Logs that were cut, overwritten, doubled or shortened anywhere, in three formats."""
    random = Random(chance)
    said = talk(80)
    archives = []
    for format_, form in WRITE.items():
        first = random.randrange(60)
        whole = form([each.record for each in said[first : first + random.randrange(20, 80)]])
        archives.append(tmp_path / format_)
        archives[-1].write_bytes(damaged(whole, random))
    report = rescue(archives, tmp_path / "out", list(FORMATS))
    survived = intact(archives)
    for log in report.files.values():
        assert set(keys(log)) == survived
        assert len(keys(log)) == len(survived)
        assert in_order(log)
