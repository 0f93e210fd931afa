"""Whether a feed may be continued: never without a reason to know its last message."""

from pathlib import Path

import pytest

from tanglescope.engine.rescue.report import ContinuationAdvice, Safety, in_words
from tanglescope.engine.rescue.rescuing import rescue
from tests.engine.archive.writers import bipf_record, block_log, offset_log
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


ME = Author("me").feed


def published(count: int) -> list[Said]:
    me = Author("me")
    return [me.say(post(str(number))) for number in range(count)]


def advice(*archives: Path, latest: Path | None = None) -> ContinuationAdvice:
    target = archives[0].with_name("out")
    report = rescue(archives, target, own=ME, latest=latest)
    assert report.own is not None
    assert list(in_words(report))[-1].endswith(report.own.reason)
    return report.own


def test_no_archive_shows_by_itself_that_nothing_came_later(tmp_path: Path) -> None:
    found = advice(write(tmp_path / "a", published(4)))
    assert (found.safety, found.after) == (Safety.UNKNOWN, 4)
    assert "ask friends" in found.reason


def test_it_is_safe_after_an_undamaged_log_that_was_written_last(tmp_path: Path) -> None:
    said = published(4)
    a, b = write(tmp_path / "a", said[:3]), write(tmp_path / "b", said)
    found = advice(a, b, latest=b)
    assert (found.safety, found.after) == (Safety.SAFE, 4)
    assert "only if" in found.reason


def test_a_log_that_lacks_a_message_was_not_written_last(tmp_path: Path) -> None:
    said = published(4)
    a, b = write(tmp_path / "a", said[:3]), write(tmp_path / "b", said)
    assert advice(a, b, latest=a).safety is Safety.NOT_SAFE


def test_later_messages_may_be_among_damaged_records(tmp_path: Path) -> None:
    a = write(tmp_path / "a", published(5))
    a.write_bytes(a.read_bytes()[:-40])
    found = advice(a, latest=a)
    assert (found.safety, found.after) == (Safety.UNKNOWN, 4)
    assert "damaged" in found.reason


def test_a_later_message_that_lost_characters_exists(tmp_path: Path) -> None:
    me = Author("me")
    said = [me.say(post("one")), me.say(post("half: \ud83d"))]
    log = tmp_path / "log.bipf"
    log.write_bytes(block_log(bipf_record(each.record) for each in said))
    found = advice(log, latest=log)
    assert (found.safety, found.after) == (Safety.NOT_SAFE, 1)
    assert "message 2 exists" in found.reason


def test_a_forked_feed_is_not_continued(tmp_path: Path) -> None:
    me = Author("me")
    first = me.say(post("one"))
    rival = me.draft(post("two"))
    a = write(tmp_path / "a", [first, me.say(post("another two"))])
    b = write(tmp_path / "b", [first, rival])
    assert advice(a, b, latest=a).safety is Safety.NOT_SAFE


def test_nothing_is_known_of_a_feed_without_messages(tmp_path: Path) -> None:
    found = advice(write(tmp_path / "a", [Author("ann").say(post("hello"))]))
    assert (found.safety, found.after) == (Safety.UNKNOWN, 0)


def test_the_new_log_of_a_folder_counts_beside_the_old_one(tmp_path: Path) -> None:
    said, home = published(4), tmp_path / "ssb"
    for name, text in (
        ("flume/log.offset", offset_log(each.record for each in said[:2])),
        ("db2/log.bipf", block_log(bipf_record(each.record) for each in said)),
    ):
        (home / name).parent.mkdir(parents=True)
        (home / name).write_bytes(text)
    assert advice(home, latest=home).safety is Safety.SAFE
