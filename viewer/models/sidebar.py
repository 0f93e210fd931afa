"""The lists beside the timeline: conversations by kind, filtered and sorted."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from enum import Enum
from typing import NamedTuple

from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import ConversationSummary, Listing
from tanglescope.engine.words import times


class SidebarList(Enum):
    """A list of the sidebar: its title, and the kinds of conversations in it."""

    THREADS = (later("Conversations"), Listing.THREADS)
    NEWS = (later("News"), Listing.THREADS)
    RECENT = (later("Recent"), None)
    PRIVATE = (later("Private"), None)
    GROUPS = (later("Groups"), None)
    TANGLES = (later("Tangles"), Listing.TANGLES)
    FEEDS = (later("People"), Listing.FEEDS)
    CHANNELS = (later("Channels"), Listing.CHANNELS)
    MENTIONS = (later("Mentions"), Listing.MENTIONS)

    @property
    def title(self) -> str:
        """The name of the list."""
        return tr(self.value[0])

    def count_in_words(self, number: int) -> str:
        """A number of entries in words."""
        match self:
            case SidebarList.THREADS:
                return plural("{n:,} conversations", "{n:,} conversation", number)
            case SidebarList.NEWS:
                return plural("{n:,} unread conversations", "{n:,} unread conversation", number)
            case SidebarList.RECENT:
                return plural("{n:,} recent conversations", "{n:,} recent conversation", number)
            case SidebarList.PRIVATE:
                return plural("{n:,} private conversations", "{n:,} private conversation", number)
            case SidebarList.GROUPS:
                return plural("{n:,} private groups", "{n:,} private group", number)
            case SidebarList.TANGLES:
                return plural("{n:,} tangles", "{n:,} tangle", number)
            case SidebarList.FEEDS:
                return plural("{n:,} people", "{n:,} person", number)
            case SidebarList.CHANNELS:
                return plural("{n:,} channels", "{n:,} channel", number)
            case SidebarList.MENTIONS:
                return plural("{n:,} mentioned people", "{n:,} mentioned person", number)

    @property
    def emptiness(self) -> str:
        """Why nothing is in the list, if nothing is filtered out."""
        match self:
            case SidebarList.THREADS:
                return tr("No thread or graph is in this collection.")
            case SidebarList.NEWS:
                return tr("Everything has been read.")
            case SidebarList.RECENT:
                return tr("The conversations that you open will be listed here.")
            case SidebarList.PRIVATE:
                return tr(
                    "No private message here is decrypted. To read yours, give your key: File >"
                    " Private messages > Decrypt private messages."
                )
            case SidebarList.GROUPS:
                return tr(
                    "No message of a private group here is decrypted. Give the keys of a group:"
                    " File > Private messages > Read group keys."
                )
            case SidebarList.TANGLES:
                return tr("No message here belongs to a tangle other than a thread.")
            case SidebarList.FEEDS:
                return tr("No message here is signed.")
            case SidebarList.CHANNELS:
                return tr("No message here names a channel.")
            case SidebarList.MENTIONS:
                return tr("No message here mentions anyone.")

    @property
    def listing(self) -> Listing | None:
        """The conversations of a list; None for those of all lists."""
        listing: Listing | None = self.value[1]
        return listing


class Sorting(Enum):
    """The sorting of a list; the value is its name."""

    LATEST = later("Last activity")
    START = later("Start")
    SIZE = later("Size")
    UNREAD = later("Unread")

    @property
    def title(self) -> str:
        """The name of the order."""
        return tr(self.value)

    def sort(self, threads: Sequence[ConversationSummary]) -> list[ConversationSummary]:
        """Sort threads that come with the latest first."""
        match self:
            case Sorting.START:
                return sorted(threads, key=lambda each: -(each.first or 0))
            case Sorting.SIZE:
                return sorted(threads, key=lambda each: -each.messages)
        return list(threads)


class DateGroup(NamedTuple):
    """Neighbouring conversations in a list, with their heading."""

    title: str
    first: int


def groups(
    threads: Sequence[ConversationSummary], pinned: frozenset[str], today: date
) -> list[DateGroup]:
    """The groups of a list with pinned conversations on top and then the latest first."""
    above = 0
    while above < len(threads) and threads[above].address in pinned:
        above += 1
    found = [DateGroup(tr("Pinned"), 0)] if above else []
    # Of a hundred thousand conversations, few are looked at: each group is found by bisection.
    first = above
    while first < len(threads):
        title, begin = times.period(threads[first].latest, today)
        end = bisect_left(threads, -begin, first + 1, key=lambda each: -_or_never(each.latest))
        found.append(DateGroup(title, first))
        first = end
    return found


def _or_never(time: float | None) -> float:
    return float("-inf") if time is None else time


class SidebarFilter(NamedTuple):
    """What the list shows: the kind, the words to match, the sorting."""

    sidebar_list: SidebarList
    words: str
    sorting: Sorting = Sorting.LATEST


def arrange(
    threads: Sequence[ConversationSummary],
    pinned: Sequence[str],
    recent: Sequence[str] | None = None,
) -> list[ConversationSummary]:
    """Threads with the pinned ones on top; or only the `recent` ones, in their order."""
    if recent is not None:
        found = {thread.address: thread for thread in threads}
        return [found[address] for address in recent if address in found]
    # There may be a hundred thousand, and the window waits: only the pinned ones are sorted.
    places = {address: place for place, address in enumerate(pinned)}
    above = [thread for thread in threads if thread.address in places] if places else []
    above.sort(key=lambda thread: places[thread.address])
    return above + [thread for thread in threads if thread.address not in places]
