"""Text selection within a message or across messages."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Span = tuple[int, int]
"""From one text position to another within one message."""

_WHOLE = 1 << 30


@dataclass(frozen=True, slots=True)
class _End:
    index: QPersistentModelIndex
    key: str
    position: int

    @property
    def place(self) -> tuple[int, int]:
        return self.index.row(), self.position


class TextSelection:
    """A selection with two ends, which stay at their messages when rows move or change."""

    def __init__(self) -> None:
        self._start: _End | None = None
        self._end: _End | None = None

    def begin(self, index: QModelIndex, key: str, position: int) -> None:
        """Set both ends to a position in the text of the message `key` at a row."""
        self._start = self._end = _End(QPersistentModelIndex(index), key, position)

    def extend(self, index: QModelIndex, key: str, position: int) -> None:
        """Move the second end."""
        if self._start:
            self._end = _End(QPersistentModelIndex(index), key, position)

    def find_again(self, index_of: Callable[[str], QModelIndex]) -> None:
        """Find the same messages after all rows were replaced."""
        start, end = self._start, self._end
        if start and end:
            self._start = replace(start, index=QPersistentModelIndex(index_of(start.key)))
            self._end = replace(end, index=QPersistentModelIndex(index_of(end.key)))

    def clear(self) -> None:
        """Clear the selection."""
        self._start = self._end = None

    @property
    def has_begun(self) -> bool:
        """Whether there is an end to extend from."""
        return self._start is not None

    @property
    def rows(self) -> range:
        """The rows with selected text."""
        ends = self._ends()
        return range(ends[0][0], ends[1][0] + 1) if ends else range(0)

    def span(self, row: int) -> Span | None:
        """The selected span in a row; its end may lie beyond the text."""
        ends = self._ends()
        if ends is None or not ends[0][0] <= row <= ends[1][0]:
            return None
        first, last = ends
        return first[1] if row == first[0] else 0, last[1] if row == last[0] else _WHOLE

    def _ends(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        if self._start is None or self._end is None:
            return None
        if not (self._start.index.isValid() and self._end.index.isValid()):
            return None
        first, last = sorted((self._start.place, self._end.place))
        return (first, last) if first != last else None
