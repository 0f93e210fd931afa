"""The columns of all intermediate files, declared once.

Arrow's types are for what workers write, Spark's (in DDL) for what it reads.
"""

from engine.pipeline.files.arrow import pa

_TEXTS = pa.list_(pa.string())

GOOD = pa.schema(
    [
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("number", pa.int64(), nullable=False),
        pa.field("key", pa.string(), nullable=False),
        pa.field("author", pa.string(), nullable=False),
        pa.field("sequence", pa.int64(), nullable=False),
        pa.field("previous", pa.string()),
        pa.field("asserted", pa.float64()),
        pa.field("received", pa.float64()),
        pa.field("type", pa.string()),
        pa.field("value", pa.string(), nullable=False),
        pa.field("status", pa.string(), nullable=False),
        pa.field("rule", pa.string()),
        pa.field("kinds", _TEXTS, nullable=False),
        pa.field("targets", _TEXTS, nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("channel", pa.string(), nullable=False),
        pa.field("feed", pa.string()),
        pa.field("name", pa.string()),
        pa.field("root", pa.string()),
        pa.field("causes", _TEXTS, nullable=False),
        pa.field("title", pa.string()),
    ]
)
"""`engine.store.arrivals.extracts.Extract`, field by field."""

BAD = pa.schema(
    [
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("number", pa.int64(), nullable=False),
        pa.field("unit", pa.string(), nullable=False),
        pa.field("place", pa.int64(), nullable=False),
        pa.field("key", pa.string()),
        pa.field("rule", pa.string(), nullable=False),
        pa.field("raw", pa.binary(), nullable=False),
    ]
)
"""`engine.store.arrivals.extracts.BadRecord`, field by field."""

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
        ("distrusted", pa.bool_()),
    ]
)
"""A thread: the positions of its messages in their order, with their ranks; and its edges.

The ends of edges are indexes into the messages and, after these, the missing ones: `ghosts`.
"""

TIMED_TABLE = pa.schema(
    [("position", pa.int64()), ("time", pa.float64()), ("tied", pa.list_(pa.int64()))]
)
"""The adjusted time of a message among everything, and the positions of causes that have it too."""
