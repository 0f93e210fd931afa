"""The state of a room as an immutable map, so that a state for each event takes little memory.

A map is a row of buckets. A changed copy shares all but one of them, and two maps are compared by
the buckets that they don't share.
"""

from collections.abc import Iterator, Mapping, Sequence

from tanglescope.engine.reduce.matrix.room_events import StateKey

_BUCKETS = 128  # 10,000 members: 80 entries are copied for an event

_NONE: Mapping[StateKey, str] = {}


class StateMap:
    """The ids of the events of a state, by type and state key."""

    __slots__ = ("_buckets",)

    def __init__(self, buckets: tuple[Mapping[StateKey, str], ...] = (_NONE,) * _BUCKETS) -> None:
        self._buckets = buckets

    def get(self, key: StateKey) -> str | None:
        """The id of the event of an entry; None if there is none."""
        return self._buckets[hash(key) % _BUCKETS].get(key)

    def __iter__(self) -> Iterator[tuple[StateKey, str]]:
        for bucket in self._buckets:
            yield from bucket.items()

    def updated(self, changes: Mapping[StateKey, str | None]) -> "StateMap":
        """The map with other entries; None removes an entry."""
        buckets: dict[int, dict[StateKey, str]] = {}
        for key, value in changes.items():
            if self.get(key) == value:
                continue
            number = hash(key) % _BUCKETS
            bucket = buckets.setdefault(number, dict(self._buckets[number]))
            if value is None:
                bucket.pop(key, None)
            else:
                bucket[key] = value
        if not buckets:
            return self
        return StateMap(
            tuple(buckets.get(number, bucket) for number, bucket in enumerate(self._buckets))
        )


def differences(maps: Sequence[StateMap]) -> dict[StateKey, tuple[str | None, ...]]:
    """The entries that aren't the same in all of the maps, with the event in each."""
    keys: set[StateKey] = set()
    for first, *others in zip(*(each._buckets for each in maps), strict=True):
        for other in others:
            if other is not first and other != first:
                keys.update(key for key, _ in first.items() ^ other.items())
    return {key: tuple(each.get(key) for each in maps) for key in sorted(keys)}
