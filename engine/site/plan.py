"""The plan of a site: which page shows what, decided before any page is written.

A message is shown in full on one page, its home: that of its conversation, else that of its feed.
Homes stay the same from run to run, so that few pages change when messages arrive.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.library import ConversationSummary, Listing
from tanglescope.engine.site.feeds import AuthorIndex, FeedPages
from tanglescope.engine.site.folder import Folder
from tanglescope.engine.site.inputs import digest_of_keys
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.markup import short_hash
from tanglescope.engine.site.places import SitePictures, SitePlaces
from tanglescope.engine.site.timeline import ROWS, TimelinePages

CONVERSATIONS = (Listing.THREADS, Listing.TANGLES)
"""The lists of conversations that are shown in full; feeds and channels lead to those."""

SECTIONS = {
    Listing.THREADS: ("threads", later("Threads")),
    Listing.TANGLES: ("tangles", later("Tangles")),
    Listing.FEEDS: ("feeds", later("People")),
    Listing.CHANNELS: ("channels", later("Channels")),
}
"""The page and title of each list."""


_FOLDERS = {Listing.FEEDS: "feeds", Listing.CHANNELS: "channels"}
_ADDRESS, _ROOT = attrgetter("address"), attrgetter("root")


class NothingToWrite(TanglescopeError):
    """There is no conversation that pages may show."""

    exit_code = ExitCode.NOT_FOUND


@dataclass(frozen=True, slots=True)
class WantedSite:
    """The requested site: conversations (default: all), title, rows per page."""

    title: str
    addresses: Sequence[str] = ()
    blobs: BlobFolders = field(default_factory=BlobFolders)
    rows: int = ROWS


class SiteEntry(NamedTuple):
    """A conversation, feed or channel with its pages."""

    listing: Listing
    summary: ConversationSummary
    pages: tuple[str, ...]
    digest: str
    """A digest of its messages; empty if their keys aren't content hashes."""


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The pages of a site."""

    entries: dict[Listing, list[SiteEntry]]
    places: SitePlaces
    survey: AuthorIndex
    closed: Set[str]
    """The messages that may not be shown."""

    @property
    def conversations(self) -> int:
        """The number of conversations with pages of their own."""
        return sum(len(self.entries[listing]) for listing in CONVERSATIONS)

    def every(self) -> Iterator[SiteEntry]:
        """All conversations, feeds and channels."""
        return chain.from_iterable(self.entries.values())


def make_plan(desk: LibraryReader, wanted: WantedSite, folder: Folder) -> SitePlan:
    """Decide which page shows what. Raises `TanglescopeError`."""
    chosen = _summaries_by_listing(desk, wanted.addresses) if wanted.addresses else _all(desk)
    homes: dict[str, str] = {}
    ghosts: dict[str, str] = {}
    survey = AuthorIndex(desk)
    closed = desk.closed_keys()

    def entry(listing: Listing, summary: ConversationSummary) -> SiteEntry:
        found = desk.library.conversation(summary.address, as_read=True)
        match listing:
            case Listing.FEEDS:
                feed = FeedPages(desk, found, wanted.rows)
                made = _entry(listing, summary, len(feed), digest_of_keys(feed.all_keys))
                for number, name in enumerate(made.pages):
                    for key in feed.keys(number):
                        homes.setdefault(key, name)
                survey.read(feed.messages())
            case Listing.CHANNELS:
                keys = found.in_order()
                made = _entry(listing, summary, -(-len(keys) // wanted.rows), digest_of_keys(keys))
            case _:
                timeline = TimelinePages(desk, found, wanted.rows)
                made = _entry(listing, summary, len(timeline), timeline.digest(closed))
                for number, name in enumerate(made.pages):
                    for key in timeline.keys(number):
                        (ghosts if timeline.is_missing(key) else homes).setdefault(key, name)
        return made

    # A stable order, independent of arrival.
    entries = {
        listing: [entry(listing, each) for each in sorted(chosen[listing], key=_ADDRESS)]
        for listing in SECTIONS
    }
    if not any(entries.values()):
        raise NothingToWrite(tr("There is nothing here to export."))
    for key in closed:
        homes.pop(key, None)
    places = SitePlaces(
        {
            "conversation page": _first_pages(entries, SECTIONS, _ADDRESS),
            "feed page": _first_pages(entries, [Listing.FEEDS], _ROOT),
            "channel page": _first_pages(entries, [Listing.CHANNELS], _ROOT),
            "home": ghosts | homes,
        },
        pictures=SitePictures(wanted.blobs, folder),
        questions=desk.questions,
    )
    survey.finish()
    return SitePlan(entries, places, survey, closed)


def page_names(stem: str, count: int) -> tuple[str, ...]:
    """The file names of the pages of one subject."""
    return (f"{stem}.html", *(f"{stem}-{number}.html" for number in range(2, count + 1)))


def _all(desk: LibraryReader) -> dict[Listing, list[ConversationSummary]]:
    library = desk.library
    return {
        listing: [
            desk.show_summary(each)
            for each in library.conversations(listing=listing)
            if (desk.private or not each.private) and not _is_left_out(each, desk)
        ]
        for listing in SECTIONS
    }


def _is_left_out(summary: ConversationSummary, desk: LibraryReader) -> bool:
    """Whether every author of a conversation is hidden."""
    if summary.authors > len(summary.feeds):
        return desk.hides(summary.root)
    return summary.authors > 0 and all(map(desk.hides, summary.feeds))


def _summaries_by_listing(
    desk: LibraryReader, addresses: Iterable[str]
) -> dict[Listing, list[ConversationSummary]]:
    named = {desk.library.canonical(each) for each in addresses}
    found = [desk.library.conversation(address, as_read=True) for address in named]
    for each in found:
        desk.require_public(each)
    nothing: dict[Listing, list[ConversationSummary]] = {listing: [] for listing in SECTIONS}
    return nothing | {Listing.THREADS: [desk.summary(each) for each in found]}


def _first_pages(
    entries: dict[Listing, list[SiteEntry]],
    listings: Iterable[Listing],
    name: Callable[[ConversationSummary], str],
) -> dict[str, str]:
    return {name(each.summary): each.pages[0] for listing in listings for each in entries[listing]}


def _entry(listing: Listing, summary: ConversationSummary, count: int, digest: str) -> SiteEntry:
    section = _FOLDERS.get(listing, "conversations")
    pages = page_names(f"{section}/{short_hash(summary.address)}", max(1, count))
    # Nodes of graphs aren't hashed, and PZP messages can be erased.
    is_proven = summary.is_signed and summary.depth is None
    return SiteEntry(listing, summary, pages, digest if is_proven else "")
