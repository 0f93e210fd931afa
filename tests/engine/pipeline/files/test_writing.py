"""Files appear whole or not at all, and leave nothing where there is no space."""

import errno
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tanglescope.engine.pipeline.files.writing import StagedFile

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
