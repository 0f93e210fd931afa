"""Changes: what a committed transaction reports to the replicas of the database."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.linear.edit_script import edits_between, removals
from tanglescope.engine.linear.edits import Insert, ListEdit, Remove


@dataclass(frozen=True, slots=True)
class TimelineSnapshot:
    """A conversation's order at one revision.

    `waiting` maps a message to its causes that aren't in the timeline. `feeds` are the
    authors in the order in which they joined, if the database has counted them. A part holds only
    some successive messages.
    """

    address: str
    revision: int
    keys: Sequence[str]
    waiting: dict[str, tuple[str, ...]]
    feeds: tuple[str, ...] = ()
    is_part: bool = False

    def change_from(self, before: "TimelineSnapshot") -> "TimelineChange":
        """The fewest edits that bring a replica of an earlier snapshot to this one."""
        edits = [*edits_of_lists(before.keys, self.keys)]
        inserted = {edit.name for edit in edits if isinstance(edit, Insert)}
        waiting = {key: self.waiting[key] for key in self.waiting if key in inserted}
        for key in {*before.waiting, *self.waiting} - inserted:
            missing = self.waiting.get(key, ())
            if missing != before.waiting.get(key, ()):
                waiting[key] = missing
        return TimelineChange(self.address, self.revision, tuple(edits), waiting, {})


def edits_of_lists(before: Sequence[str], after: Sequence[str]) -> Iterator[ListEdit]:
    """The fewest edits from an order to another one."""
    if isinstance(before, NumberedKeys) and isinstance(after, NumberedKeys):
        old: Any = before.numbers[:]
        new: Any = after.numbers
        names: Callable[[Any], Sequence[str]] = after.names
    else:
        old, new, names = list(before), list(after), list
    for position in removals(old, new):
        yield Remove(names([old.pop(position)])[0], position)
    yield from edits_between(old, new, names)


@dataclass(frozen=True, slots=True)
class TimelineChange:
    """The edits that bring a conversation from the revision `since` to `revision`.

    `since` is the one before, unless it is given. `causes` and `waiting` are those of the inserted
    messages, as of the end of the change; `causes` also has those of other messages that come after
    an inserted one. `removed_edges`, each a cause and an effect, are replaced by others.
    """

    address: str
    revision: int
    edits: tuple[ListEdit, ...]
    waiting: dict[str, tuple[str, ...]]
    causes: dict[str, tuple[str, ...]]
    is_whole: bool = True
    """Whether the timeline is at `revision` after this part; otherwise more parts follow."""
    since: int = -1
    removed_edges: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.since < 0:
            object.__setattr__(self, "since", self.revision - 1)

    @classmethod
    def of(
        cls,
        address: str,
        revision: int,
        edits: Sequence[ListEdit],
        causes: Mapping[str, Iterable[str]],
        here: Container[str],
        removed_edges: Iterable[tuple[str, str]] = (),
        since: int = -1,
    ) -> Self:
        """The change in which messages, some of them new, got their causes.

        Causes that aren't `here`, in the conversation, are missing.
        """
        new = {edit.name for edit in edits if isinstance(edit, Insert)}
        found = {key: tuple(each) for key, each in causes.items()}
        waiting = {
            key: missing
            for key, each in found.items()
            if (missing := tuple(sorted(cause for cause in each if cause not in here)))
            or key not in new
        }
        gone = tuple(removed_edges)
        return cls(address, revision, tuple(edits), waiting, found, since=since, removed_edges=gone)

    def in_parts(self, size: int) -> "Iterator[TimelineChange]":
        """Split into changes of at most `size` edits that have the same effect in sequence."""
        left, causes_left = dict(self.waiting), dict(self.causes)
        for first in range(0, max(1, len(self.edits)), size):
            edits = self.edits[first : first + size]
            last = first + size >= len(self.edits)
            new = [edit.name for edit in edits if isinstance(edit, Insert)]
            causes = {name: causes_left.pop(name) for name in new if name in causes_left}
            waiting = {name: left.pop(name) for name in new if name in left}
            if last:
                # Also known messages that now wait for something else.
                waiting |= left
                causes |= causes_left
            part = replace(self, edits=edits, waiting=waiting, causes=causes, is_whole=last)
            yield part if last else replace(part, removed_edges=())


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """Everything that one transaction changed, for observers."""

    timelines: tuple[TimelineChange, ...] = ()
    names_changed: frozenset[str] = field(default_factory=frozenset)
    added: int = 0
    quarantined: int = 0
    graphs_grown: bool = False
    """Whether graphs have grown, whose edits may be reported later."""
    revises: bool = False
    """Whether known messages may be read differently now: new ones edit or withdraw them."""

    def in_parts(self, size: int) -> "Iterator[LibraryChange]":
        """Split into changes of at most `size` edits that have the same effect in sequence.

        The observer can do other work in between; the counts come last.
        """
        if sum(len(change.edits) for change in self.timelines) <= size:
            yield self
            return
        for change in self.timelines:
            for part in change.in_parts(size):
                yield LibraryChange((part,))
        yield replace(self, timelines=())

    @property
    def threads_changed(self) -> bool:
        """Whether a list of threads is out of date."""
        return bool(self.timelines) or self.graphs_grown


def lost_edges(
    before: Mapping[str, Iterable[str]], after: Mapping[str, Container[str]]
) -> Iterator[tuple[str, str]]:
    """The edges, (cause, effect), to some messages that are gone."""
    return ((one, key) for key in before for one in before[key] if one not in after[key])
