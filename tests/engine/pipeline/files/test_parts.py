"""Parts: files that appear whole or not at all, and still describe the content of an archive."""

import errno
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tanglescope.engine.archive.record import START
from tanglescope.engine.pipeline.files import parts, schemas
from tanglescope.engine.pipeline.files.parts import (
    GOOD,
    Criteria,
    StagedFile,
    check_slice,
    find_part,
    kept_part,
)
from tanglescope.engine.pipeline.files.slices import Slice, cut
from tests.engine.pipeline.test_engines import written


@pytest.fixture
def piece(tmp_path: Path) -> Slice:
    """The only slice of an archive."""
    (found,) = cut(written(tmp_path, "ndjson", seed=1), START, tmp_path / "parts")
    return found


def test_a_part_counts_for_its_bytes_and_its_network(piece: Slice) -> None:
    part = check_slice(piece)
    assert kept_part(piece) == part
    assert kept_part(piece, Criteria(b"another network")) is None
    assert find_part(piece) is None, "what is found later is new"
    assert check_slice(piece) == part
    with piece.reader.path.open("r+b") as file:
        file.write(b"[")
    assert kept_part(piece) is None


def test_a_part_of_an_archive_whose_middle_changed_is_none(piece: Slice) -> None:
    check_slice(piece)
    with piece.reader.path.open("r+b") as file:
        file.seek(piece.size // 2)
        byte = file.read(1)
        file.seek(piece.size // 2)
        file.write(bytes([byte[0] ^ 1]))
    assert kept_part(piece) is None


def test_a_part_that_another_version_made_is_none(
    piece: Slice, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = pa.schema([*schemas.GOOD][:-1])
    with monkeypatch.context() as before:
        before.setattr(schemas, "GOOD", older)
        run = parts.checked_in_runs
        before.setattr(
            parts,
            "checked_in_runs",
            lambda *given: (
                type(each)(each.records, [good[:-1] for good in each.good], each.bad, each.after)
                for each in run(*given)
            ),
        )
        check_slice(piece)
        assert kept_part(piece)
    assert kept_part(piece) is None


@pytest.mark.parametrize("content", [b"", b"half a file", None])
def test_a_file_of_another_kind_is_not_a_part(content: bytes | None, piece: Slice) -> None:
    path = piece.file(GOOD)
    path.parent.mkdir()
    if content is None:
        pq.write_table(schemas.GOOD.empty_table(), path)
    else:
        path.write_bytes(content)
    assert kept_part(piece) is None


SCHEMA = pa.schema([("word", pa.string())])


def test_a_file_has_its_name_when_all_of_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "words.parquet"
    with StagedFile(path, SCHEMA) as file:
        file.rows([("one",), ("two",)])
        assert not path.exists()
    assert pq.read_table(path).to_pydict() == {"word": ["one", "two"]}
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(pa.ArrowTypeError), StagedFile(tmp_path / "words", SCHEMA) as file:
        file.rows([(1,)])
    assert not list(tmp_path.iterdir())


def test_a_disk_without_room_for_the_end_is_not_filled_with_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = pq.ParquetWriter.close

    def full(writer: pq.ParquetWriter) -> None:
        close(writer)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "close", full)
    with pytest.raises(OSError, match="No space"), StagedFile(tmp_path / "words", SCHEMA) as file:
        file.rows([("one",)])
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())
