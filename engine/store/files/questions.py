"""Questions with many parameters, asked in portions that SQLite takes."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

AT_ONCE = 500


def in_portions(values: Sequence[T]) -> Iterator[tuple[str, Sequence[T]]]:
    """Portions of `values`, each with the placeholders for `IN (...)`."""
    for first in range(0, len(values), AT_ONCE):
        some = values[first : first + AT_ONCE]
        yield ", ".join("?" * len(some)), some
