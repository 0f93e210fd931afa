"""A whole collection, or some of its conversations, as a folder of pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.blobs.links import blobs_in
from engine.library import Conversation, ConversationSummary, Listing, StoredMessage
from engine.message.formats import is_message
from engine.site.asking import Desk, date_and_time, time_of
from engine.site.feeds import FeedPages, message_list
from engine.site.folder import Folder, Written
from engine.site.frame import SCRIPT, STYLE, page, script, style_sheet
from engine.site.lists import GalleryPicture, conversation_list, gallery, page_links, search_form
from engine.site.markup import Html, element, joined
from engine.site.places import View, fragment
from engine.site.plan import SECTIONS, TALKS, SiteEntry, SitePlan, WantedSite, make_plan, numbered
from engine.site.search import Document, SearchIndex
from engine.site.timeline import TimelinePages, heading, title_of
from engine.wording import plural, tr

Report = Callable[[int, int], None]
"""Is told how many conversations, feeds and channels are written, and how many there are."""

_LATEST = 30
_EXCERPT = 240


class SiteReport(NamedTuple):
    """What was written."""

    conversations: int
    messages: int
    files: Written


def write_site(
    desk: Desk, wanted: WantedSite, folder: Path, report: Report = lambda _done, _all: None
) -> SiteReport:
    """Write a site into a folder. Raises `TanglescopeError`."""
    with Folder(folder) as files, desk.library.one_version():
        plan = make_plan(desk, wanted, files)
        pages = _Pages(desk, wanted, plan, files)
        pages.write_entries(report)
        pages.write_lists()
        pages.write_gallery()
        pages.write_index()
        pages.write_search()
        files.write(STYLE, style_sheet().encode())
        return SiteReport(plan.conversations, len(pages.index), files.counts)


class _Pages:
    """The pages of a plan, on their way into a folder."""

    def __init__(self, desk: Desk, wanted: WantedSite, plan: SitePlan, files: Folder) -> None:
        self._desk = desk
        self._wanted = wanted
        self._plan = plan
        self._files = files
        self._shown: dict[str, GalleryPicture] = {}
        self.index = SearchIndex()

    def write_entries(self, report: Report) -> None:
        """The pages of all conversations, feeds and channels."""
        whole, done = sum(map(len, self._plan.entries.values())), 0
        for listing, entries in self._plan.entries.items():
            for entry in entries:
                self._write_entry(listing, entry)
                done += 1
                report(done, whole)

    def _write_entry(self, listing: Listing, entry: SiteEntry) -> None:
        conversation = self._desk.library.conversation(entry.summary.address)
        title = title_of(entry.summary, self._desk)
        top, rows, own = self._content(listing, entry, conversation)
        for number, name in enumerate(entry.pages):
            view = self._plan.places.seen_from(name, own)
            links = page_links(entry.pages, number, view)
            self._write_page(name, title, joined([top, links, rows(number, view), links]))

    def _content(
        self, listing: Listing, entry: SiteEntry, conversation: Conversation
    ) -> tuple[Html, Callable[[int, View], Html], Mapping[str, str]]:
        """What is above the rows of every page, the rows of one, and the pages of messages."""
        size = self._wanted.rows
        match listing:
            case Listing.FEEDS:
                feed = FeedPages(self._desk, conversation, size)
                author = self._plan.survey.author(entry.summary.root)
                top = feed.heading(author, self._view(entry.pages[0]))
                return top, lambda number, view: feed.rows(number, view, self._heed(view)), {}
            case Listing.CHANNELS:
                keys = conversation.in_order()
                title = element("h1", element("bdi", entry.summary.root))

                def listed(number: int, view: View) -> Html:
                    part = keys[number * size : (number + 1) * size]
                    return message_list(self._desk, conversation, part, view)

                return title, listed, {}
            case _:
                timeline = TimelinePages(self._desk, conversation, size)
                top = heading(entry.summary, conversation.order, self._desk)
                closed = self._plan.closed
                own = {
                    key: name
                    for number, name in enumerate(entry.pages)
                    for key in timeline.keys(number)
                    if key not in closed
                }
                return top, lambda number, view: timeline.rows(number, view, self._heed(view)), own

    def _heed(self, view: View) -> Callable[[StoredMessage], None]:
        """Take the words and pictures of the messages whose home a page is."""

        def take(message: StoredMessage) -> None:
            if view.is_home(message.key) or not is_message(message.key):
                moment = date_and_time(time_of(message))
                document = Document(
                    view.page + fragment(message.key),
                    self._desk.name(message.author),
                    f"{moment:%Y-%m-%d %H:%M}" if moment else "",
                    self._desk.line(message)[:_EXCERPT],
                )
                text = self._desk.plainly(message)
                self.index.add(message.key, time_of(message), text, document)
                if self._wanted.blobs:
                    self._take_pictures(message)

        return take

    def _take_pictures(self, message: StoredMessage) -> None:
        for blob in blobs_in(message.content):
            if not blob.is_picture or blob.is_encrypted or blob.id in self._shown:
                continue
            if (picture := self._plan.places.pictures.find(blob.id)) is not None:
                name = self._desk.words.clean_name(blob.name)
                self._shown[blob.id] = GalleryPicture(message.key, picture, name)

    # The pages that lead to others

    def write_lists(self) -> None:
        """The lists of conversations, feeds and channels, the latest first."""
        for listing, entries in self._plan.entries.items():
            if entries:
                self._write_summaries(*SECTIONS[listing], entries)

    def _write_summaries(self, stem: str, title: str, entries: Sequence[SiteEntry]) -> None:
        latest = _latest_first(each.summary for each in entries)

        def rows(view: View, first: int, end: int) -> Html:
            return conversation_list(latest[first:end], self._desk, view)

        self._write_list(stem, tr(title), len(latest), rows)

    def write_gallery(self) -> None:
        """All pictures, if there is a folder that may have some."""
        if self._wanted.blobs:
            shown = list(self._shown.values())
            self._write_list(
                "pictures",
                tr("Pictures"),
                len(shown),
                lambda view, first, end: gallery(shown[first:end], view),
            )

    def _write_list(
        self, stem: str, title: str, count: int, rows: Callable[[View, int, int], Html]
    ) -> None:
        size = self._wanted.rows
        pages = numbered(stem, -(-count // size))
        for number, name in enumerate(pages):
            view = self._view(name)
            links = page_links(pages, number, view)
            part = rows(view, number * size, (number + 1) * size)
            none = None if count else element("p", tr("There are none here."), class_="hint")
            main = joined([element("h1", title), links, none or part, links])
            self._write_page(name, title, main)

    def write_index(self) -> None:
        """The page that a reader begins with."""
        talks = (each.summary for listing in TALKS for each in self._plan.entries[listing])
        latest = _latest_first(talks)[:_LATEST]
        people = len(self._plan.entries[Listing.FEEDS])
        conversations = self._plan.conversations
        facts = [
            plural("{n:,} messages", "{n:,} message", len(self.index)),
            plural("{n:,} conversations", "{n:,} conversation", conversations),
            *([plural("{n:,} feeds", "{n:,} feed", people)] if people else []),
        ]
        parts = [
            element("h1", self._wanted.title, dir="auto"),
            element("p", " · ".join(facts), class_="facts"),
        ]
        if latest:
            shown = conversation_list(latest, self._desk, self._view("index.html"))
            parts += [element("h2", tr("Latest")), shown]
        self._write_page("index.html", self._wanted.title, joined(parts))

    def write_search(self) -> None:
        """The page that searches, and the words that it looks in."""
        main = joined([element("h1", tr("Search")), search_form()])
        self._write_page("search.html", tr("Search"), main, SCRIPT)
        self._files.write(SCRIPT, script().encode())
        for name, content in self.index.scripts():
            self._files.write(name, content)

    # The frame of every page

    def _view(self, name: str) -> View:
        return self._plan.places.seen_from(name)

    def _write_page(self, name: str, title: str, main: Html, script: str | None = None) -> None:
        view = self._view(name)
        around = element(
            "nav",
            element("ul", *self._ways(view)),
            class_="around",
            aria_label=tr("Parts of the site"),
        )
        whole = page(title, main, style=view.to(STYLE), around=around, script=script)
        self._files.write(name, whole.encode("utf-8", "replace"))

    def _ways(self, view: View) -> Iterator[Html]:
        """Links to the pages that lead to others."""
        there = [("index", self._wanted.title)]
        for listing, (stem, title) in SECTIONS.items():
            there += [(stem, tr(title))] if self._plan.entries[listing] else []
        there += [("pictures", tr("Pictures"))] if self._wanted.blobs else []
        for stem, title in [*there, ("search", tr("Search"))]:
            name = f"{stem}.html"
            here = "page" if view.page == name else None
            link = element("a", title, href=view.to(name), aria_current=here, dir="auto")
            yield element("li", link)


def _latest_first(summaries: Iterable[ConversationSummary]) -> Sequence[ConversationSummary]:
    return sorted(summaries, key=lambda each: (-(each.latest or 0), each.address))
