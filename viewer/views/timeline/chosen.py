"""Messages that the reader chooses, several at a time, by their keys.

Qt turns every selected row into a persistent index around each move, 20 ms a move with ten
thousand rows. So its selection holds the current row alone; the others are a set of keys that
edits don't touch.
"""

from collections.abc import Iterable, Sequence


class Chosen:
    """The keys of the chosen messages, and the one from which a range is counted."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self.pivot: str | None = None

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def keys(self) -> frozenset[str]:
        """All that is chosen, in no order."""
        return frozenset(self._keys)

    def clear(self, pivot: str | None = None) -> None:
        """Choose nothing; the next range begins at `pivot`."""
        self._keys.clear()
        self.pivot = pivot

    def toggle(self, key: str, current: str | None) -> None:
        """Choose `key` too, or no longer; the `current` one counts as chosen before the first."""
        if not self._keys and current is not None and current != key:
            self._keys.add(current)
        self._keys ^= {key}
        self.pivot = key

    def put(self, keys: Iterable[str]) -> None:
        """Choose these and no others; the pivot stays."""
        self._keys = set(keys)

    def in_order(self, rows: Sequence[str]) -> list[str]:
        """Those of `rows` that are chosen."""
        return [key for key in rows if key in self._keys]
