from pathlib import Path

import pytest

from engine.archive.errors import ArchiveError
from engine.archive.reading import read_archive
from engine.message.verdict import Rule, Standing
from tests.engine.authors import Author, post


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
    assert [each.verdict.standing for each in checked] == [
        Standing.VALID,
        Standing.INVALID,
        Standing.GAP,
        Standing.VALID,
    ]
    assert checked[1].verdict.rule is Rule.JSON


def test_threads_make_no_difference(tmp_path: Path) -> None:
    ann = Author("ann")
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(b"".join(ann.say(post(str(number))).line for number in range(600)))
    assert list(read_archive(archive, threads=3)) == list(read_archive(archive, threads=1))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        list(read_archive(tmp_path / "nothing"))
