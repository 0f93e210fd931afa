"""How many records an archive has is estimated from samples of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.splitting import estimated_records
from tests.engine.archive.test_holes import TERABYTE, WRITERS, lines, sparse
from tests.engine.authors import Author, post

FORMS = ["lines", "log.offset", "log.bipf"]
COUNT = 2000


def said(count: int, words: int) -> Iterator[dict[str, Any]]:
    """Messages that differ in length, as those of people do."""
    author = Author("ann")
    for number in range(count):
        yield author.say(post("word " * (words * (number % 7 + 1) // 4))).record


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("words", [1, 1000], ids=["short", "long"])
def test_the_number_of_records_is_estimated_for_short_and_long_ones(
    form: str, words: int, tmp_path: Path
) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(WRITERS[form](said(COUNT, words)))
    assert estimated_records(open_archive(archive), 0) == pytest.approx(COUNT, rel=0.1)


def test_short_records_after_long_ones_are_counted(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    long = lines(said(COUNT // 10, 1000))
    archive.write_bytes(long + lines(said(COUNT, 1)))
    reader = open_archive(archive)
    assert estimated_records(reader, 0) == pytest.approx(COUNT * 1.1, rel=0.1)
    assert estimated_records(reader, len(long)) == pytest.approx(COUNT, rel=0.1)
    assert estimated_records(reader, archive.stat().st_size) == 0


def test_damage_does_not_make_other_records_count_less(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    whole = lines(said(COUNT, 1))
    archive.write_bytes(whole + b"x" * (len(whole) // 4) + b"\n" + whole)
    assert estimated_records(open_archive(archive), 0) == pytest.approx(2 * COUNT, rel=0.1)


@pytest.mark.parametrize("form", FORMS)
def test_a_hole_of_a_terabyte_is_sampled_at_once(form: str, tmp_path: Path) -> None:
    half = WRITERS[form](said(100, 1))
    reader = open_archive(sparse(tmp_path / "archive", half, TERABYTE, half))
    assert estimated_records(reader, 0) is not None


@pytest.mark.parametrize("size", [0, 5])
def test_next_to_nothing_is_sampled(size: int, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(b"\n" * size)
    assert estimated_records(open_archive(archive), 0) == 0


def test_what_is_not_split_is_not_sampled(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(WRITERS["indented"](said(10, 1)))
    assert estimated_records(open_archive(archive), 0) is None
