"""What the appearance of a row depends on: the row before it, and its marks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tanglescope.engine.language.wording import tr
from tanglescope.engine.words import times
from tanglescope.engine.words.rows import Border
from tanglescope.viewer.models.row import Quote, Row, RowKind
from tanglescope.viewer.views.timeline.selection import Span

_GROUP_MILLISECONDS = 10 * 60 * 1000
_LONG_MILLISECONDS = 2 * 86_400_000


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of a row that depend on the one before it, and the lines below it."""

    day: str | None
    headed: bool
    quotes: tuple[Quote, ...]
    borders: tuple[Border, ...] = ()


@dataclass(frozen=True, slots=True)
class RowMarks:
    """The marks of a row: selection, hits, and what happened to it."""

    current: bool = False
    chosen: bool = False
    focused: bool = False
    moved: bool = False
    selected: Span | None = None
    words: tuple[str, ...] = ()
    concurrent: bool = False
    sign: str = ""


def is_headed(row: Row, before: Row | None) -> bool:
    """Whether a row names its author: followers in the same channel within minutes don't."""
    if before is None or before.kind in (RowKind.GHOST, RowKind.EVENT, RowKind.HIDDEN):
        return True
    if before.feed != row.feed or before.channel != row.channel or row.badge is not None:
        return True
    here, there = row.time, before.time
    return here is None or there is None or abs(here - there) > _GROUP_MILLISECONDS


def day_above(row: Row, before: Row | None) -> str | None:
    """The date above a row where the day changes, and the length of a pause.

    `before` is the nearest message above that is present: what lies between may be missing.
    """
    if row.kind in (RowKind.GHOST, RowKind.HIDDEN):
        return None
    if row.message is not None and row.message.depth is not None:
        return None
    if row.time is None:
        return None
    day = times.day(row.time)
    if before is None:
        return day
    if before.time is not None and times.day(before.time) == day:
        return None
    return day + _gap(row.time, before.time)


def _gap(here: float | None, there: float | None) -> str:
    """The time that passed, if it is long."""
    if here is None or there is None or abs(here - there) < _LONG_MILLISECONDS:
        return ""
    time = times.span(here - there)
    return tr(" · {time} later", time=time) if here > there else tr(" · {time} earlier", time=time)


_MOST = 100_000


class UnreadMessages:
    """The messages that arrived or moved and haven't been visible since."""

    def __init__(self) -> None:
        self._new: dict[str, None] = {}
        self._moved: dict[str, None] = {}
        self._trail: dict[str, None] = {}
        self.is_paused = False
        """Whether nothing is noted: until the first import of a collection is over."""

    @property
    def new(self) -> list[str]:
        """The keys of messages that arrived, the earliest first."""
        return list(self._new)

    @property
    def moved_keys(self) -> list[str]:
        """The keys of messages that moved, the earliest first."""
        return list(self._moved)

    def counts(self) -> tuple[int, int]:
        """The numbers of messages that arrived and that moved."""
        return len(self._new), len(self._moved)

    def came(self, keys: Iterable[str]) -> bool:
        """Note messages that arrived; True if there are any."""
        return self._note(self._new, keys)

    def note_moved(self, keys: Iterable[str]) -> bool:
        """Note messages that moved; True if there are any."""
        return self._note(self._moved, (key for key in keys if key not in self._new))

    def has_moved(self, key: str) -> bool:
        """Whether a message has moved since the timeline was opened."""
        return key in self._trail or key in self._moved

    def note_seen(self, keys: Sequence[str]) -> list[str]:
        """Note the visible messages; return those that were new."""
        read = [key for key in keys if key in self._new]
        for key in read:
            del self._new[key]
        for key in keys:
            if key in self._moved:
                del self._moved[key]
                self._trail[key] = None
        return read

    def clear(self) -> None:
        """Mark everything as read."""
        for keys in (self._new, self._moved, self._trail):
            keys.clear()

    def _note(self, noted: dict[str, None], keys: Iterable[str]) -> bool:
        before = len(noted)
        for key in () if self.is_paused else keys:
            if len(noted) >= _MOST:
                break
            noted[key] = None
        return len(noted) > before
