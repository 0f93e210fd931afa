"""What came or moved while the reader looked elsewhere."""

from collections.abc import Iterable

_MOST = 100_000


class Unread:
    """The keys of messages that came or moved and have not been on the screen since."""

    def __init__(self) -> None:
        self._new: dict[str, None] = {}
        self._moved: dict[str, None] = {}
        self._trail: dict[str, None] = {}

    @property
    def new(self) -> list[str]:
        """What came, the first first."""
        return list(self._new)

    @property
    def gone(self) -> list[str]:
        """What moved, the first first."""
        return list(self._moved)

    def counts(self) -> tuple[int, int]:
        """How many came and how many moved."""
        return len(self._new), len(self._moved)

    def came(self, keys: Iterable[str]) -> bool:
        """Note what came; True when that is something."""
        return self._note(self._new, keys)

    def moved(self, keys: Iterable[str]) -> bool:
        """Note what moved; True when that is something."""
        return self._note(self._moved, (key for key in keys if key not in self._new))

    def has_moved(self, key: str) -> bool:
        """Whether a message has moved since the timeline was opened."""
        return key in self._trail or key in self._moved

    def seen(self, keys: Iterable[str]) -> bool:
        """Note what is on the screen; True when something of it was unread."""
        before = self.counts()
        for key in keys:
            self._new.pop(key, None)
            if key in self._moved:
                del self._moved[key]
                self._trail[key] = None
        return self.counts() != before

    def clear(self) -> None:
        """Nothing is unread any more."""
        for keys in (self._new, self._moved, self._trail):
            keys.clear()

    def _note(self, noted: dict[str, None], keys: Iterable[str]) -> bool:
        before = len(noted)
        for key in keys:
            if len(noted) >= _MOST:
                break
            noted[key] = None
        return len(noted) > before
