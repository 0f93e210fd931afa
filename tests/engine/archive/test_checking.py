"""Changed PZP records: all are rejected, except those that pzp-db reads in the same way."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.checking import (
    CheckResult,
    check,
    check_in_threads,
    check_record,
    check_results,
    in_threads,
)
from tanglescope.engine.archive.lines import read_line
from tanglescope.engine.archive.opening import open_archive, read_archive
from tanglescope.engine.archive.record import START, ArchiveError, Place, Record
from tanglescope.engine.message import pzp
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.authors import Author, Said, post
from tests.engine.message.corrupt import Case, cases

Steps = tuple[str | int, ...]


def values(value: Any, path: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Every value inside a value, with its path."""
    yield path, value
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, each in inner:
            yield from values(each, (*path, name))


def others(value: Any) -> Iterator[Any]:
    """Replacements for a value, each different in JSON."""
    match value:
        case str():
            yield from (value + "a", "", None, 5, value.swapcase(), value + " ", value[::-1])
        case int() | float():
            yield from (value + 1, str(value), None, -value - 1)
        case None:
            yield from ("x", 0, {}, [])
        case list():
            yield from ([*value, "x"], value[::-1], None, {})
        case dict():
            yield from ({**value, "extra": 1}, None, [])


def changed(value: Any) -> Iterator[tuple[Steps, Any]]:
    """A message with one value changed or removed, each in turn."""
    for path, old in values(value):
        for new in others(old):
            if not path:
                yield path, new
            elif new != old:
                copy = deepcopy(value)
                holder(copy, path)[path[-1]] = new
                yield path, copy
        if path:
            copy = deepcopy(value)
            del holder(copy, path)[path[-1]]
            yield path, copy


def holder(value: Any, path: Steps) -> Any:
    for name in path[:-1]:
        value = value[name]
    return value


def says_the_same(path: Steps, value: Any, original: Any) -> bool:
    """Whether pzp-db can't detect a change: a moot isn't signed, and only its metadata counts."""
    is_more = value == {**original, "extra": 1}
    is_erased = value == {**original, "data": None}
    is_of_moot = pzp.read(original).is_moot and path in (("sig",), ("sigkey",))
    return is_more or is_erased or is_of_moot


def test_every_change_to_a_message_of_pzp_is_found_that_pzp_db_finds() -> None:
    records = {}
    for each in open_archive(DATA / "pzp").records():
        message = pzp.read(each.value)
        records[message.kind, message.is_root, message.is_erased] = each
    tried = 0
    for record in records.values():
        assert check_record(record).verdict.is_good
        for path, value in changed(record.value):
            tried += 1
            if check_record(record._replace(value=value)).verdict.is_good:
                assert says_the_same(path, value, record.value), (path, value)
    assert len(records) > 3
    assert tried > 300


MINE = "%" + "A" * 43 + "=.sha256"


def record(line: bytes, number: int = 1, *, key: str | None = None) -> Record:
    found = read_line(line, Place("line", number), START)
    assert found is not None
    return found if key is None else found._replace(key=key)


def lossy(said: Said, key: str) -> Record:
    return record(said.line, key=key)._replace(is_lossy=True)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_batch_gives_the_results_of_its_records_one_by_one(case: Case) -> None:
    records = [record(line, number) for number, line in enumerate(case.lines)]
    records += [each._replace(key=MINE) for each in records]
    records += [each._replace(is_lossy=True) for each in records]
    alone = [CheckResult.of(check_record(each, case.hmac_key)) for each in records]
    assert check_results(records, case.hmac_key) == alone


def test_a_genuine_value_that_may_have_lost_text_does_not_make_a_false_key_right() -> None:
    said = Author("ann").say(post("what is this: \ufffd?"))
    genuine, false = check([lossy(said, said.key), lossy(said, MINE)])
    assert genuine.verdict.status is ValidationStatus.VALID
    assert false.verdict.rule is Rule.ID
    assert false.message is not None
    assert false.message.key == false.computed == said.key


def test_a_value_that_lost_text_goes_by_its_key() -> None:
    said = Author("ann").say(post("half \ud83d"))
    lost = Said(said.key, {**said.value, "content": post("half \ufffd")}, 5)
    (found,) = check_results([lossy(lost, said.key)])
    assert (found.verdict.status, found.key) == (ValidationStatus.UNVERIFIED, said.key)
    assert found.computed != said.key


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
