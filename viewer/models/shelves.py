"""What one can choose from beside the timeline: conversations in lists of their kinds."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.library import ConversationSummary, Listing
from engine.wording import later, plural, tr


class Shelf(Enum):
    """A list to choose from: its title, and the views it lists."""

    THREADS = (later("Threads and graphs"), Listing.THREADS)
    RECENT = (later("Recent"), None)
    TANGLES = (later("Tangles"), Listing.TANGLES)
    FEEDS = (later("Feeds"), Listing.FEEDS)
    CHANNELS = (later("Channels"), Listing.CHANNELS)
    MENTIONS = (later("Mentions"), Listing.MENTIONS)

    @property
    def title(self) -> str:
        """The name of the list."""
        return tr(self.value[0])

    def counted(self, number: int) -> str:
        """So many of it."""
        match self:
            case Shelf.THREADS:
                return plural("{n:,} conversations", "{n:,} conversation", number)
            case Shelf.RECENT:
                return plural("{n:,} recent conversations", "{n:,} recent conversation", number)
            case Shelf.TANGLES:
                return plural("{n:,} tangles", "{n:,} tangle", number)
            case Shelf.FEEDS:
                return plural("{n:,} feeds", "{n:,} feed", number)
            case Shelf.CHANNELS:
                return plural("{n:,} channels", "{n:,} channel", number)
            case Shelf.MENTIONS:
                return plural("{n:,} mentioned feeds", "{n:,} mentioned feed", number)

    @property
    def listing(self) -> Listing | None:
        """The conversations it lists; None for those of all lists."""
        listing: Listing | None = self.value[1]
        return listing


class Wish(NamedTuple):
    """What the reader wants to choose from: a shelf, and the words that must occur."""

    shelf: Shelf
    words: str


def arranged(
    threads: Sequence[ConversationSummary],
    pinned: Sequence[str],
    recent: Sequence[str] | None = None,
) -> list[ConversationSummary]:
    """Threads, the pinned ones above the others; or the `recent` ones alone, in their order."""
    if recent is not None:
        found = {thread.address: thread for thread in threads}
        return [found[address] for address in recent if address in found]
    # There may be a hundred thousand, and the window waits: only the pinned ones are sorted.
    places = {address: place for place, address in enumerate(pinned)}
    above = [thread for thread in threads if thread.address in places] if places else []
    above.sort(key=lambda thread: places[thread.address])
    return above + [thread for thread in threads if thread.address not in places]
