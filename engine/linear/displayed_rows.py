"""Displayed rows: a timeline with a row for every missing message.

A timeline holds only known messages. The displayed rows also have a placeholder for every missing
cause (a *ghost*), directly above the topmost message that names it. Several ghosts above one
message are sorted by name. So the rows, like the timeline, depend only on the messages. When a
missing message arrives, it replaces its ghost.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tanglescope.engine.linear.chunked_rows import ChunkedRows, NumberedKeys, RowMark
from tanglescope.engine.linear.edits import Insert, ListEdit, Move, Remove


@dataclass(frozen=True, slots=True)
class Fill:
    """Replace the ghost at `row`: the missing message has arrived."""

    row: int


@dataclass(frozen=True, slots=True)
class RemoveRow:
    """Remove the row: its message went, or no known message names its ghost any more."""

    row: int


RowEdit: TypeAlias = Insert | Move | Fill | RemoveRow

Waiting: TypeAlias = Mapping[str, Sequence[str]]


Steps: TypeAlias = Generator[RowEdit, None, int]


def missing_above(keys: Sequence[str], waiting: Waiting) -> dict[str, int]:
    """The number of ghosts directly above each message that has any."""
    found: dict[str, int] = {}
    seen = set(keys)
    for key in (key for key in keys if key in waiting):
        missing = set(waiting[key]) - seen
        seen |= missing
        if missing:
            found[key] = len(missing)
    return found


class DisplayedRows:
    """A replica of a timeline, with its ghosts; `apply` returns how the rows change."""

    __slots__ = ("_above", "_host", "_moved", "_namers", "_store", "_waiting")

    def __init__(self, keys: Sequence[str] = (), waiting: Waiting | None = None) -> None:
        self._moved: list[RowMark] = []
        self._waiting: dict[str, set[str]] = {}
        self._namers: dict[str, set[str]] = {}  # ghost -> the messages that name it
        self._host: dict[str, str] = {}  # ghost -> the topmost of them
        self._above: dict[str, list[str]] = {}  # message -> the ghosts it hosts, by name
        numbered = keys if isinstance(keys, NumberedKeys) else None
        marks = keys.numbers if isinstance(keys, NumberedKeys) else keys
        if not waiting:
            self._store = ChunkedRows(marks, (), numbered)
            return
        # Without rows, it gives the mark of a key.
        rows, hosts = self._with_ghosts(ChunkedRows((), (), numbered), marks, waiting)
        ghosts = {mark for mark in hosts if hosts[mark]}
        self._store = ChunkedRows(rows, ghosts, numbered)
        self._store.track_all(hosts)

    def __len__(self) -> int:
        return len(self._store)

    def __iter__(self) -> Iterator[str]:
        return iter(self._store)

    def __getitem__(self, row: int) -> str:
        return self._store[row]

    @property
    def moved_keys(self) -> list[str]:
        """The keys that the last change moved."""
        return self._store.names(self._moved)

    def rows_of(self, keys: Iterable[str]) -> dict[str, int]:
        """The rows of those of `keys` that have one, in one pass."""
        marks = self._store.marks_of(keys)
        return {marks[mark]: row for mark, row in self._store.rows_of(marks)}

    def slice(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        return self._store.slice(first, count)

    def row_of(self, key: str) -> int:
        """The row of a message or ghost. Raises `ValueError` if it has none."""
        return self._store.row_of(key)

    def hold(self, row: int) -> str:
        """Track the key at `row` until `release` returns its row."""
        key = self._store[row]
        self._store.track(key, row)
        return key

    def release(self, key: str) -> int | None:
        """The row of a held key; None if it was removed."""
        try:
            row = self._store.row_of(key)
        except ValueError:
            row = None
        if key not in self._namers and key not in self._waiting:
            self._store.untrack(key)
        return row

    @property
    def messages(self) -> int:
        """The number of rows that are messages."""
        return len(self._store) - len(self._host)

    def messages_before(self, row: int) -> int:
        """The number of messages above `row`, without ghosts."""
        return self._store.messages_before(row)

    def is_ghost(self, key: str) -> bool:
        """Whether `key` is a ghost: named, but missing."""
        return key in self._namers

    def namers(self, ghost: str) -> int:
        """The number of messages that name `ghost`."""
        return len(self._namers.get(ghost, ()))

    @property
    def waiting(self) -> dict[str, tuple[str, ...]]:
        """The missing causes of the messages that have any."""
        return {key: tuple(sorted(missing)) for key, missing in self._waiting.items()}

    def keys(self) -> Sequence[str]:
        """The messages, without ghosts: as numbers if they are stored so."""
        return self._store.without_placeholders()

    def apply(self, edits: Iterable[ListEdit], waiting: Waiting) -> list[RowEdit]:
        """Apply `edits` of the timeline, and return the changes of the rows."""
        return list(self.steps(edits, waiting))

    def steps(self, edits: Iterable[ListEdit], waiting: Waiting) -> Iterator[RowEdit]:
        """Apply `edits` of the timeline; each step is yielded just before it is made.

        `waiting` has the missing causes of messages that the edits insert; for a known message, it
        replaces the previous ones.
        """
        self._moved = []
        if not self._namers and not waiting:
            yield from self._steps_without_ghosts(edits)
            return
        inserted = set()
        for edit in edits:
            match edit:
                case Insert(name, position):
                    inserted.add(name)
                    row = yield from self._insert(name, position)
                    if name in waiting:
                        yield from self._expect(name, row, waiting[name])
                case Move(source, destination):
                    yield from self._move(source, destination)
                case Remove(_, position):
                    yield from self._remove(position)
        for name in waiting.keys() - inserted:
            yield from self._reconsider(name, waiting[name])

    def _steps_without_ghosts(self, edits: Iterable[ListEdit]) -> Iterator[RowEdit]:
        store, moved = self._store, self._moved
        for edit in edits:
            match edit:
                case Insert(name, position):
                    yield edit
                    store.insert(position, name)
                case Move(source, destination):
                    yield edit
                    moved.append(store.move(source, destination))
                case Remove(_, position):
                    yield RemoveRow(position)
                    store.pop(position)

    def _with_ghosts(
        self, store: ChunkedRows, marks: Sequence[RowMark], waiting: Waiting
    ) -> tuple[Any, dict[RowMark, bool]]:
        """The rows, and those to be tracked: ghosts (True) and the messages that name them."""
        causes = {cause for key in waiting for cause in waiting[key]}
        known = store.marks_of(causes)
        seen = {known[mark] for mark in marks if mark in known}
        namers = store.marks_of(waiting)
        rows: Any = array("i") if isinstance(marks, array) else []
        tracked: dict[RowMark, bool] = {}
        for mark in marks:
            key = namers.get(mark)
            missing = set() if key is None else set(waiting[key]) - seen
            if key is not None and missing:
                self._waiting[key] = missing
                for ghost in sorted(each for each in missing if each not in self._namers):
                    self._stay_above(key, ghost)
                    placeholder = store.mark(ghost, placeholder=True)
                    rows.append(placeholder)
                    tracked[placeholder] = True
                for ghost in missing:
                    self._namers.setdefault(ghost, set()).add(key)
                tracked[mark] = False
            rows.append(mark)
        return rows, tracked

    def _insert(self, name: str, position: int) -> Steps:
        row = self._row_for(position)
        if name in self._namers:
            return (yield from self._fill(name, row))
        yield Insert(name, row)
        self._store.insert(row, name)
        return row

    def _fill(self, name: str, row: int) -> Steps:
        ghost_row = self._store.row_of(name)
        yield Fill(ghost_row)
        for namer in self._namers[name]:
            self._wait_no_more(namer, name)
        self._forget(name)
        self._store.fill(ghost_row)
        destination = row - (ghost_row < row)
        yield from self._shift(ghost_row, destination)
        return destination

    def _move(self, source: int, destination: int) -> Iterator[RowEdit]:
        before = self._store.row_of_message(source)
        # The row that will be above it, counted in the list that still contains it.
        above = destination - 1 if destination <= source else destination
        after = self._row_for(above + 1)
        name = self._store[before]
        yield from self._shift(before, after - (before < after))
        for ghost in self._above.pop(name, ()):
            del self._host[ghost]
        for ghost in sorted(self._waiting.get(name, ())):
            yield from self._settle(ghost)

    def _remove(self, position: int) -> Iterator[RowEdit]:
        name = self._store[self._store.row_of_message(position)]
        yield from self._reconsider(name, ())
        row = self._store.row_of_message(position)
        yield RemoveRow(row)
        self._store.pop(row)

    def _shift(self, source: int, destination: int) -> Iterator[RowEdit]:
        if source != destination:
            yield Move(source, destination)
            self._moved.append(self._store.move(source, destination))

    def _expect(self, name: str, row: int, causes: Iterable[str]) -> Iterator[RowEdit]:
        missing = set(causes) - {name}
        if not missing:
            return
        self._waiting[name] = missing
        self._store.track(name, row)
        for ghost in sorted(missing):
            if ghost in self._namers:
                self._namers[ghost].add(name)
                yield from self._settle(ghost)
            else:
                yield from self._appear(ghost, name)

    def _reconsider(self, name: str, causes: Iterable[str]) -> Iterator[RowEdit]:
        missing = set(causes) - {name}
        for ghost in sorted(self._waiting.get(name, set()) - missing):
            self._wait_no_more(name, ghost)
            self._namers[ghost].discard(name)
            if self._namers[ghost]:
                yield from self._settle(ghost)
            else:
                yield from self._disappear(ghost)
        if missing != self._waiting.get(name, set()):
            yield from self._expect(name, self._store.row_of(name), missing)

    def _wait_no_more(self, name: str, ghost: str) -> None:
        causes = self._waiting[name]
        causes.discard(ghost)
        if not causes:
            del self._waiting[name]
            self._store.untrack(name)

    def _appear(self, ghost: str, host: str) -> Iterator[RowEdit]:
        row = self._store.row_of(host) + self._offset_above(host, ghost)
        yield Insert(ghost, row)
        self._namers[ghost] = {host}
        self._stay_above(host, ghost)
        self._store.insert(row, ghost, placeholder=True)
        self._store.track(ghost, row)

    def _disappear(self, ghost: str) -> Iterator[RowEdit]:
        row = self._store.row_of(ghost)
        yield RemoveRow(row)
        self._store.pop(row)
        self._forget(ghost)

    def _settle(self, ghost: str) -> Iterator[RowEdit]:
        """Move `ghost` to its position above the topmost message that names it."""
        self._leave(ghost)
        host = self._store.topmost(self._namers[ghost])
        source, below = self._store.row_of(ghost), self._store.row_of(host)
        destination = below - (source < below) + self._offset_above(host, ghost)
        self._stay_above(host, ghost)
        yield from self._shift(source, destination)

    def _forget(self, ghost: str) -> None:
        del self._namers[ghost]
        self._leave(ghost)
        self._store.untrack(ghost)

    def _offset_above(self, host: str, ghost: str) -> int:
        """The position of `ghost` among those above `host`, relative to the host (<= 0)."""
        above = self._above.get(host, [])
        return bisect_left(above, ghost) - len(above)

    def _stay_above(self, host: str, ghost: str) -> None:
        self._host[ghost] = host
        insort(self._above.setdefault(host, []), ghost)

    def _leave(self, ghost: str) -> None:
        host = self._host.pop(ghost, None)
        if host is None:
            return
        self._above[host].remove(ghost)
        if not self._above[host]:
            del self._above[host]

    def _row_for(self, position: int) -> int:
        """The row of a message to insert at `position`: right after the one before it."""
        return self._store.row_of_message(position - 1) + 1 if position else 0
