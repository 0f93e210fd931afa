"""Parts: the files in a folder that still describe the content of an archive."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from engine.archive.record import START
from engine.pipeline.files import parts, schemas
from engine.pipeline.files.parts import (
    check_slice,
    forget_under_way,
    keep_parts,
    network_of,
    parts_in,
    under_way,
)
from engine.pipeline.files.slices import cut
from tests.engine.pipeline.test_engines import written


def test_a_part_counts_for_its_bytes_and_its_network(tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    folder = tmp_path / "parts"
    (piece,) = cut(archive, START)
    part = check_slice(piece, folder)
    assert keep_parts(folder, [piece]) == {piece: part}
    assert not keep_parts(folder, [piece], network_of(b"another network"))
    assert not parts_in(folder, [piece]), "what is found later is new"
    assert check_slice(piece, folder) == part
    with archive.open("r+b") as file:
        file.write(b"[")
    assert not keep_parts(folder, [piece])


def test_a_part_of_an_archive_whose_middle_changed_is_none(tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    folder = tmp_path / "parts"
    (piece,) = cut(archive, START)
    check_slice(piece, folder)
    with archive.open("r+b") as file:
        file.seek(piece.size // 2)
        byte = file.read(1)
        file.seek(piece.size // 2)
        file.write(bytes([byte[0] ^ 1]))
    assert not keep_parts(folder, [piece])


def test_a_part_that_another_version_made_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    (piece,) = cut(archive, START)
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
        check_slice(piece, tmp_path)
        assert piece in keep_parts(tmp_path, [piece])
    assert not keep_parts(tmp_path, [piece])


@pytest.mark.parametrize("content", [b"", b"half a file", None])
def test_a_file_of_another_kind_is_not_a_part(content: bytes | None, tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    (piece,) = cut(archive, START)
    path = tmp_path / f"{piece.name}.parquet"
    if content is None:
        pq.write_table(schemas.GOOD.empty_table(), path)
    else:
        path.write_bytes(content)
    assert not keep_parts(tmp_path, [piece])


def test_other_processes_see_how_far_a_slice_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (piece,) = cut(written(tmp_path, "ndjson", seed=1), START)
    folder, seen = tmp_path / "parts", []
    run = parts.checked_in_runs

    def slow(*given: Any) -> Iterator[Any]:
        for batch in run(given[0], 100, *given[2:]):
            seen.append(under_way(folder, [piece]))
            yield batch

    monkeypatch.setattr(parts, "checked_in_runs", slow)
    monkeypatch.setattr(parts, "_NOTED", 50)
    part = check_slice(piece, folder)
    assert [records for _, records in seen[:2]] == [50, 150]
    assert seen == sorted(set(seen))
    assert 0 < seen[-1][0] < piece.size
    assert 0 < seen[-1][1] < part.records
    assert under_way(folder, [piece]) == (0, 0)
    assert not list(folder.glob("*.checking"))


def test_what_a_killed_job_was_checking_does_not_count(tmp_path: Path) -> None:
    (piece,) = cut(written(tmp_path, "ndjson", seed=1), START)
    note = tmp_path / f"{piece.name}.checking"
    note.write_bytes(bytes(16))
    assert under_way(tmp_path, [piece]) == (0, 0)
    note.write_bytes((100).to_bytes(8, "little") * 2)
    assert under_way(tmp_path, [piece]) == (100, 100)
    note.write_bytes(b"cut")
    assert under_way(tmp_path, [piece]) == (0, 0)
    forget_under_way(tmp_path)
    assert not note.exists()
