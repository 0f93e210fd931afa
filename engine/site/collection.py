"""A whole collection, or some of its conversations, as a folder of pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

from tanglescope import engine
from tanglescope.engine import words
from tanglescope.engine.blobs.links import blobs_in
from tanglescope.engine.language import wording
from tanglescope.engine.language.wording import current_language, plural, tr
from tanglescope.engine.library import Conversation, ConversationSummary, Listing, StoredMessage
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.site.feeds import FeedPages, message_list
from tanglescope.engine.site.folder import Folder, WriteCounts
from tanglescope.engine.site.frame import (
    SCRIPT,
    STYLE,
    how_to_be_left_out,
    page,
    script,
    style_sheet,
)
from tanglescope.engine.site.inputs import (
    NamedPicture,
    PageInputs,
    SiteInputs,
    digest_of,
    load,
    save,
    shorten,
)
from tanglescope.engine.site.library_reader import LibraryReader, date_and_time, time_in_words
from tanglescope.engine.site.markup import Html, element, join_html
from tanglescope.engine.site.messages import time_element
from tanglescope.engine.site.places import Picture, View, fragment
from tanglescope.engine.site.plan import (
    CONVERSATIONS,
    SECTIONS,
    SiteEntry,
    SitePlan,
    WantedSite,
    make_plan,
    page_names,
)
from tanglescope.engine.site.search import Document, SearchIndex
from tanglescope.engine.site.texts import anchor_to, image
from tanglescope.engine.site.timeline import TimelinePages, heading, title_of


class GalleryPicture(NamedTuple):
    """A picture, and the message that it is in."""

    key: str
    picture: Picture
    name: str


def conversation_list(summaries: Iterable[ConversationSummary], view: View) -> Html:
    """Conversations with their sizes and times."""
    return element("ul", *(_line(each, view) for each in summaries), class_="list")


def _line(summary: ConversationSummary, view: View) -> Html:
    title = title_of(summary)
    counts = [plural("{n:,} messages", "{n:,} message", summary.messages)]
    if summary.authors > 1:
        counts.append(plural("{n:,} authors", "{n:,} author", summary.authors))
    about: list[Html | str] = [" · ".join(counts)]
    if summary.latest is not None and summary.depth is None:
        about += [" · ", time_element(summary.latest)]
    words = element("span", title, dir="auto")
    tangle = element("span", f"{summary.tangle}: ") if summary.tangle else None
    return element(
        "li",
        tangle,
        anchor_to(view.conversation(summary.address), words),
        element("small", *about),
    )


def gallery(shown: Sequence[GalleryPicture], view: View) -> Html:
    """Pictures, each with a link to its message."""
    rows = []
    for key, picture, name in shown:
        seen = image(picture, name or tr("a picture without a description"))
        rows.append(element("li", anchor_to(view.message(key), seen)))
    return element("ul", *rows, class_="gallery")


def search_form() -> Html:
    """The search field, which works once the script is loaded."""
    label = element("label", tr("Words"), for_="words")
    field = element("input", type="search", id="words", disabled=True, autocomplete="off")
    hint = element("noscript", element("p", tr("The search needs JavaScript."), class_="hint"))
    status = element(
        "p",
        id="status",
        role="status",
        class_="hint",
        data_found=tr("# found"),
        data_failed=tr("The index of the search can't be read."),
    )
    results = element("ol", id="hits", class_="list")
    return join_html([element("p", label, " ", field), hint, status, results])


def page_links(pages: Sequence[str], current: int, view: View) -> Html | None:
    """Links from one page of several to the others; None where there is only one."""
    if len(pages) < 2:
        return None
    near = {0, len(pages) - 1, *range(current - 2, current + 3)}
    # One page that is left out takes no more room than the sign for it.
    near |= {number for number in range(len(pages)) if {number - 1, number + 1} <= near}
    items = []
    for number in sorted(near & set(range(len(pages)))):
        if number and number - 1 not in near:
            items.append(element("li", "…"))
        link = view.to(pages[number])
        is_here = "page" if number == current else None
        items.append(
            element("li", element("a", wording.number(number + 1), href=link, aria_current=is_here))
        )
    return element("nav", element("ul", *items), class_="pages", aria_label=tr("Pages"))


Report = Callable[[int, int], None]
"""Called with the number of finished pages of conversations, feeds and channels, and of all."""

_Item = TypeVar("_Item")

_LATEST = 30
_EXCERPT = 240
_VERSION = 4
"""Version of the page format; another one makes all pages anew."""


class SiteReport(NamedTuple):
    """What was written and what was left unchanged."""

    conversations: int
    messages: int
    files: WriteCounts
    made: int
    """The number of pages of conversations, feeds and channels that were made anew."""


def write_site(
    desk: LibraryReader,
    wanted: WantedSite,
    folder: Path,
    report: Report = lambda _done, _all: None,
    memory: Path | None = None,
) -> SiteReport:
    """Write a site into a folder. Raises `TanglescopeError`.

    `memory` is a file of the user's own that stores what the pages were made of, so that the next
    run makes only changed pages anew. Nothing private is stored in it.
    """
    memory = None if desk.private else memory
    before = load(memory)
    with Folder(folder, before.files) as files, desk.library.one_version():
        plan = make_plan(desk, wanted, files)
        pages = _Pages(desk, wanted, plan, files, before)
        pages.write_entries(report)
        pages.write_lists()
        pages.write_gallery()
        pages.write_index()
        pages.write_search()
        files.write(STYLE, style_sheet().encode())
        done = SiteReport(plan.conversations, len(pages.index), files.counts, pages.made)
        remembered = pages.inputs()
    save(remembered, memory)
    return done


class _Pages:
    """Writes the pages of a plan into a folder."""

    def __init__(
        self,
        desk: LibraryReader,
        wanted: WantedSite,
        plan: SitePlan,
        files: Folder,
        before: SiteInputs,
    ) -> None:
        self._desk = desk
        self._wanted = wanted
        self._plan = plan
        self._files = files
        self._before = before
        self._shown: dict[str, GalleryPicture] = {}
        self._named: list[NamedPicture] = []
        self._inputs: dict[str, PageInputs] = {}
        self._frame = digest_of(
            *(
                engine.__version__,
                _VERSION,
                current_language(),
                wanted.title,
                wanted.rows,
                desk.private,
                desk.consent,
            ),
            *(bool(wanted.blobs), [bool(entries) for entries in plan.entries.values()]),
        )
        self.made = 0
        self.index = SearchIndex()

    def inputs(self) -> SiteInputs:
        """What the pages are made of."""
        asked = {each for page in self._inputs.values() for each in page.questions}
        now, before = self._desk.questions.answers, self._before.answers
        answers = {
            question: shorten(now[question]) if question in now else before[question]
            for question in asked
        }
        return SiteInputs(self._inputs, answers, self._files.digests)

    def write_entries(self, report: Report) -> None:
        """The pages of all conversations, feeds and channels."""
        kept = self._unchanged_pages()
        every = list(self._plan.every())
        for done, entry in enumerate(every, 1):
            self._write_entry(entry, kept)
            report(done, len(every))

    def _unchanged_pages(self) -> set[str]:
        """The pages that would be made the same again."""
        own = {
            name: self._own(entry, number)
            for entry in self._plan.every()
            for number, name in enumerate(entry.pages)
        }
        before = self._before.pages
        same = {
            name for name in own if own[name] and name in before and before[name].own == own[name]
        }
        same -= self._before.changed_pages(self._answers, same)
        same = {name for name in same if self._files.intact(name) is not None}
        if not same or not self._restore_index():
            return set()
        while entangled := self.index.pages_to_redo(same):
            same -= entangled
        self.index.keep(same)
        return same

    def _restore_index(self) -> bool:
        """Load the index of the last run if all its pages exist; return whether that succeeded."""
        names = [name for name in self._before.files if name.startswith("search/")]
        scripts = [self._files.intact(name) for name in names]
        if not names or None in scripts:
            return False
        try:
            self.index.restore(filter(None, scripts))
        except (ValueError, TypeError, AttributeError):
            self.index = SearchIndex()
            return False
        return True

    def _own(self, entry: SiteEntry, number: int) -> str:
        """A digest of the page's own input; "" if there can't be one."""
        if not entry.digest:
            return ""
        is_feed = entry.listing is Listing.FEEDS
        author = self._plan.survey.author(entry.summary.root) if is_feed else None
        return digest_of(self._frame, entry.digest, entry.summary, author, number, len(entry.pages))

    def _answers(self, kind: str, about: Sequence[str]) -> Mapping[str, str]:
        found = self._plan.places.answers(kind, about)
        return self._desk.answers(kind, about) if found is None else found

    def _write_entry(self, entry: SiteEntry, kept: Set[str]) -> None:
        new = [name for name in entry.pages if name not in kept]
        for name in entry.pages:
            if name in kept:
                self._files.keep(name)
                self._inputs[name] = self._before.pages[name]
        if new:
            self._make(entry, new)
        # The gallery shows a picture once, with the first page that has it.
        for blob, key, title in chain.from_iterable(
            self._inputs[name].pictures for name in entry.pages
        ):
            picture = self._plan.places.pictures.find(blob)
            if blob not in self._shown and picture is not None:
                self._shown[blob] = GalleryPicture(key, picture, title)

    def _make(self, entry: SiteEntry, new: Sequence[str]) -> None:
        """Write the new or changed pages of an entry."""
        with self._desk.questions.page() as questions_above:
            conversation = self._desk.library.conversation(entry.summary.address, as_read=True)
            title = title_of(entry.summary)
            top, rows, own = self._content(entry, conversation)
        for name in new:
            number = entry.pages.index(name)
            self._named = []
            with self._desk.questions.page() as questions:
                view = self._plan.places.seen_from(name, own)
                links = page_links(entry.pages, number, view)
                self._write_page(name, title, join_html([top, links, rows(number, view), links]))
            self.made += 1
            own_digest = self._own(entry, number)
            self._inputs[name] = PageInputs(own_digest, questions_above | questions, self._named)

    def _content(
        self, entry: SiteEntry, conversation: Conversation
    ) -> tuple[Html, Callable[[int, View], Html], Mapping[str, str]]:
        """The heading of all pages, the rows of one, and the pages of its messages."""
        size = self._wanted.rows
        match entry.listing:
            case Listing.FEEDS:
                feed = FeedPages(self._desk, conversation, size)
                author = self._plan.survey.author(entry.summary.root)
                top = feed.heading(author, self._view(entry.pages[0]))
                return top, lambda number, view: feed.rows(number, view, self._indexer(view)), {}
            case Listing.CHANNELS:
                keys = conversation.in_order()
                title = element("h1", element("bdi", entry.summary.root))

                def list_page(number: int, view: View) -> Html:
                    part = keys[number * size : (number + 1) * size]
                    return message_list(self._desk, conversation, part, view)

                return title, list_page, {}
            case _:
                timeline = TimelinePages(self._desk, conversation, size)
                top = heading(entry.summary, conversation.order, timeline.left_out)
                closed = self._plan.closed
                own = {
                    key: name
                    for number, name in enumerate(entry.pages)
                    for key in timeline.keys(number)
                    if key not in closed
                }
                return (
                    top,
                    lambda number, view: timeline.rows(number, view, self._indexer(view)),
                    own,
                )

    def _indexer(self, view: View) -> Callable[[StoredMessage], None]:
        """Index the words and pictures of the messages whose home is this page."""

        def take(message: StoredMessage) -> None:
            if view.is_home(message.key) or not is_message(message.key):
                moment = date_and_time(message.time)
                document = Document(
                    view.page + fragment(message.key),
                    self._desk.name(message.author),
                    time_in_words(moment) if moment else "",
                    self._desk.line(message)[:_EXCERPT],
                )
                text = self._desk.plainly(message)
                self.index.add(message.key, message.time, text, document)
                self._named += (
                    NamedPicture(blob.id, message.key, words.clean_name(blob.name))
                    for blob in (blobs_in(message.content) if self._wanted.blobs else ())
                    if blob.is_picture and not blob.is_encrypted
                )

        return take

    # Overview pages

    def write_lists(self) -> None:
        """The lists of conversations, feeds and channels, the latest first."""
        for listing, (stem, title) in SECTIONS.items():
            if entries := self._plan.entries[listing]:
                latest = _latest_first(each.summary for each in entries)
                self._write_list(stem, tr(title), latest, conversation_list)

    def write_gallery(self) -> None:
        """The gallery of all pictures, if there is a folder of blobs."""
        if self._wanted.blobs:
            self._write_list("pictures", tr("Pictures"), list(self._shown.values()), gallery)

    def _write_list(
        self,
        stem: str,
        title: str,
        items: Sequence[_Item],
        rows: Callable[[Sequence[_Item], View], Html],
    ) -> None:
        size = self._wanted.rows
        pages = page_names(stem, -(-len(items) // size))
        for number, name in enumerate(pages):
            view = self._view(name)
            links = page_links(pages, number, view)
            part = (
                rows(items[number * size : (number + 1) * size], view)
                if items
                else element("p", tr("There are none here."), class_="hint")
            )
            main = join_html([element("h1", title), links, part, links])
            self._write_page(name, title, main)

    def write_index(self) -> None:
        """The start page."""
        entries = chain.from_iterable(self._plan.entries[each] for each in CONVERSATIONS)
        latest = _latest_first(each.summary for each in entries)[:_LATEST]
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
            shown = conversation_list(latest, self._view("index.html"))
            parts += [element("h2", tr("Latest")), shown]
        self._write_page("index.html", self._wanted.title, join_html(parts))

    def write_search(self) -> None:
        """The search page and its index."""
        main = join_html([element("h1", tr("Search")), search_form()])
        self._write_page("search.html", tr("Search"), main, SCRIPT)
        self._files.write(SCRIPT, script().encode())
        for name, content in self.index.scripts():
            self._files.write(name, content)

    # Common parts of all pages

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
        people = chain.from_iterable(each.summary.feeds for each in self._plan.every())
        about = how_to_be_left_out(people)
        whole = page(title, main, style=view.to(STYLE), around=around, script=script, about=about)
        self._files.write(name, whole.encode("utf-8", "replace"))

    def _ways(self, view: View) -> Iterator[Html]:
        """Links to the overview pages."""
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
