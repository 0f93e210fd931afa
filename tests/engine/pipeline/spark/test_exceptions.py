"""Reports about messages during a bulk load: by position in files, never by number."""

from pathlib import Path

import pyarrow as pa

from engine.archive.record import START
from engine.pipeline.building import LoadedBatch
from engine.pipeline.files.plans import StagedArchive
from engine.pipeline.judging import Odd
from engine.pipeline.spark.exceptions import Exceptions

SCHEMA = pa.schema([("offset", pa.int64()), ("received", pa.float64())])


def batch(archive: int, rows: list[tuple[int, float | None]], odd: dict[int, Odd]) -> LoadedBatch:
    """Messages at offsets, with times of receipt; those without a validation status are omitted."""
    found = [dict(zip(SCHEMA.names, row, strict=True)) for row in rows]
    new = [row for place, row in enumerate(found) if odd.get(place, ("valid",))[0] is not None]
    messages, kept = (pa.RecordBatch.from_pylist(each, SCHEMA) for each in (found, new))
    return LoadedBatch(StagedArchive(archive, Path(), START, Path(), []), messages, odd, kept)


def test_a_message_is_reported_if_it_is_left_out_or_was_received_earlier() -> None:
    told = Exceptions()
    rows = [(0, 5.0), (10, 5.0), (20, 5.0), (30, 5.0)]
    odd: dict[int, Odd] = {
        0: ("gap", "gap", 5.0),
        1: (None, None, None),
        3: ("valid", None, 2.0),
    }
    told.add(batch(0, rows, odd))
    assert told.table({}).to_pylist() == [
        {"position": 10, "is_out": True, "received": None},
        {"position": 30, "is_out": False, "received": 2.0},
    ]


def test_times_that_are_reported_in_the_end_find_their_messages_in_every_archive() -> None:
    """Numbers count the messages that are stored; positions are offsets in a file."""
    told = Exceptions()
    told.add(batch(0, [(0, None), (10, 5.0)], {0: (None, None, None)}))
    told.add(batch(1, [(0, 7.0), (40, 7.0)], {}))
    left_out, first, third = told.table({1: 4.0, 3: 6.0}).to_pylist()
    assert left_out["position"] == 0
    assert first == {"position": 10, "is_out": False, "received": 4.0}
    assert third == {"position": (1 << 48) + 40, "is_out": False, "received": 6.0}


def test_messages_without_exceptions_are_not_reported() -> None:
    assert len(Exceptions().table({})) == 0
