"""Questions with many parameters, asked in portions that SQLite takes."""

from collections.abc import Iterator, Sequence

AT_ONCE = 500


def in_portions(values: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Portions of `values`, each with the placeholders for `IN (...)`."""
    for first in range(0, len(values), AT_ONCE):
        some = values[first : first + AT_ONCE]
        yield ", ".join("?" * len(some)), some
