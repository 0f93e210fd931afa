"""A conversation as pages: its messages in order, the lanes beside them."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tanglescope.engine import words
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.drawing.lane_windows import ForkLanes, LaneRow
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import (
    Conversation,
    ConversationSummary,
    Edges,
    StoredMessage,
    TimelineSnapshot,
)
from tanglescope.engine.linear.displayed_rows import DisplayedRows
from tanglescope.engine.site.frame import how_to_be_left_out, lone_page
from tanglescope.engine.site.inputs import digest_of_keys
from tanglescope.engine.site.lanes import MOST, color_class, lanes_svg
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.markup import Html, element, join_html
from tanglescope.engine.site.messages import PageData, missing, time_element
from tanglescope.engine.site.places import ONE_PAGE, SitePictures, SitePlaces, View, anchor
from tanglescope.engine.system.files import write_whole
from tanglescope.engine.tangle.titles import shown_title

_MOST_MISSING = 2_000
"""The limit on missing messages that pages show, besides as many as there are messages."""

ROWS = 500
"""Messages on a page of a folder."""


class TimelinePages:
    """The rows of a conversation, in pages of `size` rows; None for a single page."""

    def __init__(self, desk: LibraryReader, conversation: Conversation, size: int | None) -> None:
        self._desk = desk
        self._conversation = conversation
        self._snapshot = snapshot = conversation.snapshot()
        waiting, self.left_out = _first_missing(snapshot)
        self._rows = DisplayedRows(snapshot.keys, waiting)
        self._writers = conversation.writers()
        self._size = size or max(1, len(self._rows))

    def __len__(self) -> int:
        return max(1, -(-len(self._rows) // self._size))

    def digest(self, closed: Set[str]) -> str:
        """A digest of the messages, missing messages, their order, and which are `closed`.

        It is empty unless all keys are content hashes.
        """
        keys = list(self._snapshot.keys)
        hidden = [key in closed for key in keys]
        waiting = sorted(self._snapshot.waiting.items())
        return digest_of_keys(keys, self._conversation.order, hidden, waiting, self._writers)

    def keys(self, page: int) -> list[str]:
        """The keys on a page, including missing messages."""
        return self._rows.slice(page * self._size, self._size)

    def is_missing(self, key: str) -> bool:
        """Whether the message of this key is missing."""
        return self._rows.is_ghost(key)

    def rows(
        self, page: int, view: View, heed: Callable[[StoredMessage], None] = lambda _: None
    ) -> Html:
        """The messages of a page; each one shown in full is passed to `heed`."""
        first = page * self._size
        keys = self.keys(page)
        messages = self._conversation.messages(keys)
        data = PageData.of(list(messages.values()), self._desk, view, self._writers)
        for message in filter(self._desk.may_show, messages.values()):
            heed(message)
        shown = {key for key, each in messages.items() if self._desk.may_show(each)}
        colors = {key: color_class(messages[key].hue, self._writers) for key in shown}
        lanes = _Lanes(self._conversation, self._rows, is_whole=not self.left_out)
        drawn = lanes.of(first, len(keys), colors)
        rows = []
        for key, above, beside in zip(keys, [None, *keys], drawn.pictures, strict=False):
            is_here = key in messages
            row = (
                data.message(messages[key], above)
                if is_here
                else missing(key, self._rows.namers(key))
            )
            rows.append(
                element(
                    "li",
                    beside,
                    element("div", row),
                    # Nothing leads to a message that isn't shown.
                    id=anchor(key) if key in shown or not is_here else None,
                    class_=f"row g{drawn.width}",
                )
            )
        return element("ol", *rows, class_="timeline")


@dataclass(frozen=True, slots=True)
class _DrawnLanes:
    """The lanes of a page, and their number."""

    width: int
    pictures: Sequence[Html]


class _Lanes:
    """The rows, in the form that lane layouts require."""

    def __init__(self, conversation: Conversation, rows: DisplayedRows, *, is_whole: bool) -> None:
        self._conversation = conversation
        self._rows = rows
        self._is_whole = is_whole

    def of(self, first: int, count: int, colors: dict[str, str]) -> _DrawnLanes:
        """The lanes of some rows."""
        before = min(first, 1)
        laid_out = ForkLanes(self).lay_out(first - before, count + before)
        width = min(MOST, max((row.width for row in laid_out), default=1))
        above: list[LaneRow | None] = [*laid_out] if before else [None, *laid_out]
        pairs = zip(laid_out[before:], above, strict=False)
        return _DrawnLanes(width, [lanes_svg(row, last, width, colors) for row, last in pairs])

    def __len__(self) -> int:
        return len(self._rows)

    def slice(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        return self._rows.slice(first, count)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of the messages `keys`."""
        edges = dict.fromkeys(keys, Edges()) | self._conversation.edges(keys)
        if self._is_whole:
            return edges
        named = {key for each in edges.values() for key in (*each.causes, *each.effects)}
        here = self._rows.rows_of(named).keys()
        return {
            key: Edges(
                tuple(cause for cause in each.causes if cause in here),
                tuple(effect for effect in each.effects if effect in here),
            )
            for key, each in edges.items()
        }


def _first_missing(snapshot: TimelineSnapshot) -> tuple[dict[str, tuple[str, ...]], int]:
    """The missing messages that pages show, by those that name them, and how many they don't."""
    all_missing = {key for missing in snapshot.waiting.values() for key in missing}
    left_out = len(all_missing) - _MOST_MISSING - len(snapshot.keys)
    if left_out <= 0:
        return {key: tuple(missing) for key, missing in snapshot.waiting.items()}, 0
    shown = set(sorted(all_missing)[:-left_out])
    kept = {
        key: tuple(filter(shown.__contains__, missing)) for key, missing in snapshot.waiting.items()
    }
    return {key: missing for key, missing in kept.items() if missing}, left_out


def heading(summary: ConversationSummary, order: str, left_out: int = 0) -> Html:
    """The title of a conversation, and figures about the whole of it."""
    facts: list[Html | str] = [
        plural("{n:,} messages", "{n:,} message", summary.messages),
    ]
    if summary.authors:
        facts.append(plural("{n:,} authors", "{n:,} author", summary.authors))
    if summary.first is not None and summary.depth is None:
        facts.append(join_html([time_element(summary.first), " – ", time_element(summary.latest)]))
    facts.append(tr("order: {name}", name=order))
    if not summary.present:
        facts.append(tr("its first message is missing"))
    if left_out:
        facts.append(
            plural(
                "{n:,} more missing messages aren't shown",
                "{n:,} more missing message isn't shown",
                left_out,
            )
        )
    title = element("h1", title_of(summary), dir="auto")
    first, *more = facts
    line = element("p", first, *chain.from_iterable((" · ", fact) for fact in more), class_="facts")
    return element("header", title, line)


def title_of(summary: ConversationSummary) -> str:
    """The title of a conversation; never empty."""
    return shown_title(words.clean(summary.title).strip(), present=summary.present)


_NO_BLOBS = BlobFolders()


def one_page(
    desk: LibraryReader, conversation: Conversation, blobs: BlobFolders = _NO_BLOBS
) -> str:
    """A conversation as one self-contained page. Raises `NotPublic`."""
    desk.require_public(conversation)
    pages = TimelinePages(desk, conversation, size=None)
    homes = dict.fromkeys(pages.keys(0), ONE_PAGE)
    for key in desk.closed_keys():
        homes.pop(key, None)
    view = SitePlaces({"home": homes}, pictures=SitePictures(blobs)).seen_from(ONE_PAGE)
    summary = desk.summary(conversation)
    top = heading(summary, conversation.order, pages.left_out)
    main = join_html([top, pages.rows(0, view)])
    return lone_page(title_of(summary), main, about=how_to_be_left_out(conversation.writers()))


def write_one_page(
    desk: LibraryReader, address: str, file: Path, blobs: BlobFolders = _NO_BLOBS
) -> None:
    """Write a conversation into one file. Raises `TanglescopeError`."""
    page = one_page(desk, desk.library.conversation(address, as_read=True), blobs)
    write_whole(file, [page.encode("utf-8", "replace")])
