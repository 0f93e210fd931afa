"""What one can choose from beside the timeline: threads, feeds, channels, and who is mentioned."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.library import EVERYTHING, ThreadSummary, ViewKind, view_at
from engine.wording import later, plural, tr


class Shelf(Enum):
    """A list to choose from: its title, and the views it lists."""

    THREADS = (later("Threads"), None)
    RECENT = (later("Recent"), None)
    FEEDS = (later("Feeds"), ViewKind.FEED)
    CHANNELS = (later("Channels"), ViewKind.CHANNEL)
    MENTIONS = (later("Mentions"), ViewKind.MENTIONS)

    @property
    def title(self) -> str:
        """The name of the list."""
        return tr(self.value[0])

    def counted(self, number: int) -> str:
        """So many of it."""
        match self:
            case Shelf.THREADS:
                return plural("{n:,} threads", "{n:,} thread", number)
            case Shelf.RECENT:
                return plural("{n:,} recent threads", "{n:,} recent thread", number)
            case Shelf.FEEDS:
                return plural("{n:,} feeds", "{n:,} feed", number)
            case Shelf.CHANNELS:
                return plural("{n:,} channels", "{n:,} channel", number)
            case Shelf.MENTIONS:
                return plural("{n:,} mentioned feeds", "{n:,} mentioned feed", number)

    @property
    def kind(self) -> ViewKind | None:
        """The kind of views it lists; None for threads."""
        kind: ViewKind | None = self.value[1]
        return kind


class Wish(NamedTuple):
    """What the reader wants to choose from: a shelf, and the words that must occur."""

    shelf: Shelf
    words: str


def is_view(address: str) -> bool:
    """Whether an address is that of a view, or of everything; else it is the root of a thread."""
    return address == EVERYTHING or view_at(address) is not None


def arranged(
    threads: Sequence[ThreadSummary], pinned: Sequence[str], recent: Sequence[str] | None = None
) -> list[ThreadSummary]:
    """Threads, the pinned ones above the others; or the `recent` ones alone, in their order."""
    if recent is not None:
        found = {thread.root: thread for thread in threads}
        return [found[root] for root in recent if root in found]
    # There may be a hundred thousand, and the window waits: only the pinned ones are sorted.
    places = {root: place for place, root in enumerate(pinned)}
    above = [thread for thread in threads if thread.root in places] if places else []
    above.sort(key=lambda thread: places[thread.root])
    return above + [thread for thread in threads if thread.root not in places]


def may_be_answered(root: str) -> bool:
    """Whether a message can be published in a thread: in none of PZP, and in no view."""
    return root.startswith("%")
