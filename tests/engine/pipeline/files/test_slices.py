from pathlib import Path

from tanglescope.engine.archive.record import START
from tanglescope.engine.pipeline.files.slices import cut
from tests.engine.archive.test_holes import ITEMS, TERABYTE, keys, lines, sparse


def test_a_slice_with_a_hole_of_a_terabyte_is_read_and_counted(tmp_path: Path) -> None:
    half = len(ITEMS) // 2
    path = sparse(tmp_path / "log", lines(ITEMS[:half]), TERABYTE, lines(ITEMS[half:]))
    slices = cut(path, START, tmp_path, 1 << 13)
    assert sum(piece.size > TERABYTE for piece in slices) == 1
    assert len({piece.fingerprint() for piece in slices}) == len(slices)
    found = [key for piece in slices for key in keys(record for _, record in piece.records())]
    assert found == [item["key"] for item in ITEMS]
    ends = sum(piece.lines(piece.start) for piece in slices[:-1])
    assert ends + len(list(slices[-1].records())) == len(ITEMS)
