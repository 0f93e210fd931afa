"""Keys by number: an order of numbers whose keys are looked up when they are shown."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, overload

from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database, in_chunks

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.changes import TimelineSnapshot

LARGE = 4096
"""The number of messages from which on the keys of an order are looked up when they are shown."""

LONG = 50_000
"""The number of messages from which on what has to be gathered from them is shown in part first."""

_REMEMBERED = 16_384
_READ_AT_ONCE = 500


class StoredKeys(NumberedKeys):
    """The keys of messages by their numbers, with a cache.

    `graph` is the number of the graph that they are nodes of, 0 for messages.
    """

    def __init__(self, database: Database, numbers: "array[int]", graph: int = 0) -> None:
        self.numbers = numbers
        self.graph = graph
        self._database = database
        self._ghosts: dict[str, int] = {}
        self._ghost_names: list[str] = []
        self._names: dict[int, str] = {}

    def mark(self, key: str, *, placeholder: bool = False) -> int:
        """The number of a message, or the negative number of a ghost. Raises `KeyError`."""
        if placeholder:
            if key not in self._ghosts:
                self._ghost_names.append(key)
                self._ghosts[key] = -len(self._ghost_names)
            return self._ghosts[key]
        question = "SELECT id FROM nodes WHERE key = ? AND graph = ?"
        row = self._database.execute(question, (key, self.graph)).fetchone()
        if row is None:
            raise KeyError(key)
        return int(row[0])

    def numbers_of(self, keys: Iterable[str]) -> dict[int, str]:
        """The numbers of the known messages and ghosts."""
        wanted = list(keys)
        found = {self._ghosts[key]: key for key in wanted if key in self._ghosts}
        question = "SELECT id, key FROM nodes WHERE graph = ? AND key IN ({marks})"
        return found | dict(self._database.among(question, wanted, self.graph))

    def names(self, marks: Sequence[int]) -> list[str]:
        """The keys of messages and ghosts."""
        missing = [mark for mark in marks if mark > 0 and mark not in self._names]
        if len(self._names) + len(missing) > _REMEMBERED:
            self._names.clear()
            missing = [mark for mark in marks if mark > 0]
        for places, some in in_chunks(missing):
            with reading(self._database):
                question = f"SELECT id, key FROM nodes WHERE id IN ({places})"
                self._names.update(self._database.execute(question, some))
            # If the database is damaged, a message without a row is a missing message.
            for mark in some:
                self._names.setdefault(mark, f"number {mark}")
        return [self._names[mark] if mark > 0 else self._ghost_name(mark) for mark in marks]

    def _ghost_name(self, mark: int) -> str:
        place = -mark - 1
        if 0 <= place < len(self._ghost_names):
            return self._ghost_names[place]
        return f"number {mark}"  # the database is damaged

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self.numbers), _READ_AT_ONCE):
            yield from self.names(self.numbers[first : first + _READ_AT_ONCE])

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return self.names(self.numbers[place])
        return self.names([self.numbers[place]])[0]


def keys_of(database: Database, numbers: "array[int]", graph: int = 0) -> Sequence[str]:
    """The keys of an order; if there are many, they are looked up when they are shown."""
    keys = StoredKeys(database, numbers, graph)
    return keys if len(keys) >= LARGE else list(keys)


def read_through(database: Database, snapshot: "TimelineSnapshot") -> "TimelineSnapshot":
    """A snapshot whose keys are looked up by a separate connection, as each thread needs."""
    keys = snapshot.keys
    if not isinstance(keys, StoredKeys):
        return snapshot
    return replace(snapshot, keys=StoredKeys(database, keys.numbers, keys.graph))
