"""Changes: what a committed transaction reports to the replicas of the database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.linear.chunked_rows import NumberedKeys
from engine.linear.edits import Edit, Insert


@dataclass(frozen=True, slots=True)
class TimelineSnapshot:
    """A conversation's order at one revision.

    `waiting` maps a message to its causes that aren't in the timeline. `feeds` are the
    authors in the order in which they joined, if the database has counted them.
    """

    address: str
    revision: int
    keys: Sequence[str]
    waiting: dict[str, tuple[str, ...]]
    feeds: tuple[str, ...] = ()

    def new_since(self, before: "TimelineSnapshot | None") -> list[str]:
        """The messages that an earlier snapshot didn't have; none without an earlier one."""
        if before is None:
            return []
        if isinstance(self.keys, NumberedKeys) and isinstance(before.keys, NumberedKeys):
            known = set(before.keys.numbers)
            return self.keys.names([mark for mark in self.keys.numbers if mark not in known])
        names = set(before.keys)
        return [key for key in self.keys if key not in names]


@dataclass(frozen=True, slots=True)
class TimelineChange:
    """The edits that bring a conversation from the revision before to `revision`.

    `causes` and `waiting` are those of the inserted messages, as of the end of the change.
    """

    address: str
    revision: int
    edits: tuple[Edit, ...]
    waiting: dict[str, tuple[str, ...]]
    causes: dict[str, tuple[str, ...]]
    is_whole: bool = True
    """Whether the timeline is at `revision` after this part; otherwise more parts follow."""

    def in_parts(self, size: int) -> "Iterator[TimelineChange]":
        """Split into changes of at most `size` edits that have the same effect in sequence."""
        left = dict(self.waiting)
        for first in range(0, max(1, len(self.edits)), size):
            edits = self.edits[first : first + size]
            last = first + size >= len(self.edits)
            new = [edit.name for edit in edits if isinstance(edit, Insert)]
            causes = {name: self.causes[name] for name in new if name in self.causes}
            waiting = {name: left.pop(name) for name in new if name in left}
            if last:
                # Also known messages that now wait for something else.
                waiting |= left
            yield TimelineChange(self.address, self.revision, edits, waiting, causes, last)


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """Everything that one transaction changed, for observers."""

    timelines: tuple[TimelineChange, ...] = ()
    names_changed: frozenset[str] = field(default_factory=frozenset)
    added: int = 0
    quarantined: int = 0
    tangles_grown: bool = False
    """Whether PZP tangles or graphs, whose edits aren't reported one by one, have grown."""
    reading: int = 0
    """The number of the reading of an archive that it belongs to; 0 for what comes afterwards."""

    def in_parts(self, size: int) -> "Iterator[LibraryChange]":
        """Split into changes of at most `size` edits that have the same effect in sequence.

        The observer can do other work in between; the counts come last.
        """
        if sum(len(change.edits) for change in self.timelines) <= size:
            yield self
            return
        for change in self.timelines:
            for part in change.in_parts(size):
                yield LibraryChange((part,), reading=self.reading)
        yield replace(self, timelines=())

    @property
    def threads_changed(self) -> bool:
        """Whether a list of threads is out of date."""
        return bool(self.timelines) or self.tangles_grown
