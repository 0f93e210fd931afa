import pytest

from engine.archive.checking import check
from engine.archive.opening import open_archive
from engine.archive.threads import check_in_threads
from tests.engine.archive.samples import VARIANTS


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("times", [0, 1, 40])
def test_threads_say_the_same_in_the_same_order(threads: int, times: int) -> None:
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
