from pathlib import Path

import pytest

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.errors import ArchiveError
from tanglescope.engine.archive.opening import open_archive, read_archive
from tanglescope.engine.archive.threads import check_in_threads, in_threads
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tests.engine.archive.samples import VARIANTS
from tests.engine.authors import Author, post


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("times", [0, 1, 40])
def test_threads_give_the_same_results_in_the_same_order(threads: int, times: int) -> None:
    records = list(open_archive(VARIANTS / "kvt.ndjson").records()) * times
    assert list(check_in_threads(records, threads=threads)) == check(records)


def test_a_reader_is_never_far_ahead_of_what_was_checked() -> None:
    records = list(open_archive(VARIANTS / "kvt.ndjson").records())
    read = 0

    def endless():
        nonlocal read
        while True:
            read += 1
            yield records[0]

    checked = check_in_threads(endless(), threads=2)
    next(checked)
    checked.close()
    assert read < 5000


def test_an_error_in_a_thread_comes_out_where_the_result_was_asked_for() -> None:
    results = in_threads(lambda number: 6 // number, [3, 2, 0, 1], threads=2)
    assert [next(results), next(results)] == [2, 3]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_an_error_of_the_source_comes_out_after_what_it_gave() -> None:
    def source():
        yield 1
        raise OSError("gone")

    results = in_threads(str, source(), threads=3)
    assert next(results) == "1"
    with pytest.raises(OSError, match="gone"):
        next(results)


def test_every_record_comes_with_its_verdict_in_the_order_of_the_file(tmp_path: Path) -> None:
    ann = Author("ann")
    first, second, third = (ann.say(post(str(number))) for number in range(3))
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(first.line + b"{oops\n" + third.line + second.line)
    checked = list(read_archive(archive))
    assert [each.message and each.message.key for each in checked] == [
        first.key,
        None,
        third.key,
        second.key,
    ]
    assert [each.verdict.status for each in checked] == [
        ValidationStatus.VALID,
        ValidationStatus.INVALID,
        ValidationStatus.GAP,
        ValidationStatus.VALID,
    ]
    assert checked[1].verdict.rule is Rule.JSON


def test_the_number_of_threads_changes_no_result(tmp_path: Path) -> None:
    ann = Author("ann")
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(b"".join(ann.say(post(str(number))).line for number in range(600)))
    assert list(read_archive(archive, threads=3)) == list(read_archive(archive, threads=1))


def test_anything_but_an_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        list(read_archive(tmp_path / "nothing"))
