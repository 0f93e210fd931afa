"""The files of workers: all are found, or a missing one is reported."""

import re
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from engine.pipeline.errors import FolderNotShared
from engine.pipeline.spark import source
from engine.pipeline.spark.source import one_task, read_found, write_found

WORDS = pa.schema([("word", pa.string())])
SAID = pa.table({"word": ["one", "two", "three"]}, schema=WORDS)


@pytest.mark.spark
def test_what_a_killed_run_left_in_the_folder_is_none_of_it(
    spark: SparkSession, tmp_path: Path
) -> None:
    folder = tmp_path / "said"
    folder.mkdir()
    for name in ("00000007.parquet", ".half.tmp"):
        (folder / name).write_bytes(b"half a file")
    write_found(one_task(spark), lambda _: [SAID], WORDS, folder)
    assert pa.Table.from_batches(read_found(folder, 2)) == SAID
    assert [file.name for file in folder.iterdir()] == ["00000000.parquet"]


@pytest.mark.spark
def test_a_folder_in_which_something_lacks_is_reported(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = tmp_path / "said", tmp_path / "elsewhere"
    rows_in = source._rows_in

    def unseen(_: Path) -> int:
        """This machine's view if a worker writes to a folder of its own with the same name."""
        folder.rename(elsewhere)
        folder.mkdir()
        return rows_in(folder)

    monkeypatch.setattr(source, "_rows_in", unseen)

    def find(_: Iterator[pa.RecordBatch]) -> list[pa.Table]:
        return [SAID]

    with pytest.raises(FolderNotShared, match=re.escape(str(folder))):
        write_found(one_task(spark), find, WORDS, folder)
