"""The columns of all intermediate files."""

from collections.abc import Sequence
from types import NoneType
from typing import get_args, get_type_hints

from tanglescope.engine.pipeline.files.arrow import pa
from tanglescope.engine.store.arrivals.extracts import BadRecord, Extract

_TEXTS = pa.list_(pa.string())
_TYPES = {
    int: pa.int64(),
    float | None: pa.float64(),
    str: pa.string(),
    str | None: pa.string(),
    bytes: pa.binary(),
    Sequence[str]: _TEXTS,
}


def _schema(row: type) -> pa.Schema:
    """A column for each field of a named tuple."""
    return pa.schema(
        pa.field(name, _TYPES[hint], nullable=NoneType in get_args(hint))
        for name, hint in get_type_hints(row).items()
    )


GOOD, BAD = _schema(Extract), _schema(BadRecord)

PUT = "rows long"
"""The answer of a worker that has written its results to a file: they don't pass through Spark."""

THREAD_TABLE = pa.schema(
    [
        ("root", pa.string()),
        ("present", pa.bool_()),
        ("first", pa.float64()),
        ("latest", pa.float64()),
        ("positions", pa.list_(pa.int64())),
        ("ranks", pa.list_(pa.int32())),
        ("ghosts", _TEXTS),
        ("causes", pa.list_(pa.int32())),
        ("effects", pa.list_(pa.int32())),
        ("refused", _TEXTS),
        ("ignores_sequences", pa.bool_()),
    ]
)
"""A thread: the positions of its messages in their order, with their ranks; and its edges.

The ends of edges are indexes into the messages and, after these, the missing ones: `ghosts`.
"""

TIMED_TABLE = pa.schema([("position", pa.int64()), ("time", pa.float64())])
"""The adjusted time of a message among everything."""
