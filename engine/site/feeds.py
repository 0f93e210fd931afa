"""The page of a feed: its author, and everything published in it.

A message of a conversation is one line with a link; everything else (likes, names, follows) is
shown in full.
"""

from collections.abc import Callable, Iterator, Sequence

from tanglescope.engine.library import Conversation, StoredMessage
from tanglescope.engine.message.uris import uri
from tanglescope.engine.site.lanes import color_class
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.markup import Html, element
from tanglescope.engine.site.messages import PageData, time_element, when
from tanglescope.engine.site.people import FeedAuthor, introduction
from tanglescope.engine.site.places import View, anchor
from tanglescope.engine.site.texts import anchor_to
from tanglescope.engine.wording import plural

_AT_ONCE = 500


class FeedPages:
    """A feed in pages of `size` messages."""

    def __init__(self, desk: LibraryReader, conversation: Conversation, size: int) -> None:
        self._desk = desk
        self._conversation = conversation
        self._keys = conversation.in_order()
        self._size = size

    def __len__(self) -> int:
        return max(1, -(-len(self._keys) // self._size))

    @property
    def all_keys(self) -> Sequence[str]:
        """The messages of all pages."""
        return self._keys

    def keys(self, page: int) -> list[str]:
        """The messages of a page."""
        return self._keys[page * self._size : (page + 1) * self._size]

    def messages(self) -> Iterator[StoredMessage]:
        """All messages that are known, in the order of the feed."""
        for first in range(0, len(self._keys), _AT_ONCE):
            keys = self._keys[first : first + _AT_ONCE]
            found = self._conversation.messages(keys)
            yield from (found[key] for key in keys if key in found)

    def heading(self, author: FeedAuthor, view: View) -> Html:
        """The author, and figures about the whole feed."""
        summary = self._conversation.summary()
        feed = self._conversation.address.subject
        name = element("bdi", self._desk.name(feed))
        facts = [plural("{n:,} messages", "{n:,} message", summary.messages)]
        when_ = [time_element(summary.first), " – ", time_element(summary.latest)]
        known = [" · ", *when_] if summary.first is not None else []
        link = uri(feed)
        return element(
            "header",
            element("h1", name, class_=f"author {color_class(feed)}"),
            element("p", *facts, *known, class_="facts"),
            element("p", anchor_to(link, feed) if link else feed, class_="facts"),
            *introduction(feed, author, self._desk, view),
        )

    def rows(self, page: int, view: View, heed: Callable[[StoredMessage], None]) -> Html:
        """The messages of a page; each one shown in full is passed to `heed`."""
        keys = self.keys(page)
        messages = self._conversation.messages(keys)
        here = {key for key in keys if view.is_home(key)}
        own = [messages[key] for key in keys if key in here and key in messages]
        data = PageData.of(own, self._desk, view)
        rows: list[Html] = []
        closed = 0
        for key in keys:
            message = messages.get(key)
            if message is None or not self._desk.may_show(message):
                closed += 1
                continue
            rows += _left_out(closed)
            closed = 0
            if key in here:
                heed(message)
                rows.append(element("li", data.message(message), id=anchor(key)))
            else:
                rows.append(line(message, self._desk, view))
        rows += _left_out(closed)
        return element("ol", *rows, class_="list")


def message_list(
    desk: LibraryReader, conversation: Conversation, keys: Sequence[str], view: View
) -> Html:
    """Messages, such as those of a channel, as lines with links to where they are shown in full."""
    rows: list[Html] = []
    for first in range(0, len(keys), _AT_ONCE):
        batch = keys[first : first + _AT_ONCE]
        messages = conversation.messages(batch)
        desk.learn_names(message.author for message in messages.values())
        shown = [messages[key] for key in batch if key in messages]
        rows += [line(each, desk, view, author=True) for each in shown if desk.may_show(each)]
    return element("ol", *rows, class_="list")


def line(message: StoredMessage, desk: LibraryReader, view: View, *, author: bool = False) -> Html:
    """A message in a line, with a link to where it is shown in full."""
    words = element("span", desk.line(message), dir="auto")
    link = view.message(message.key)
    about: list[Html | str] = [when(message)]
    if author:
        about = [element("bdi", desk.name(message.author)), " · ", *about]
    text = words if link is None else anchor_to(link, words)
    return element("li", text, element("small", *about))


def _left_out(count: int) -> Iterator[Html]:
    """A note about messages that are left out, if there are any."""
    if count:
        text = plural("{n:,} private messages, left out", "{n:,} private message, left out", count)
        yield element("li", element("small", text))
