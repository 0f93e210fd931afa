"""A message as markup: author, time, text, facts, the board of a game, pictures, likes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tanglescope.engine import words
from tanglescope.engine.blobs.links import BlobLink, blobs_in
from tanglescope.engine.drawing.chess_board import EMPTY, SIDE
from tanglescope.engine.drawing.tints import CELLS, identicon
from tanglescope.engine.language import wording
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Activity, StoredMessage
from tanglescope.engine.message.uris import cut_id
from tanglescope.engine.site.lanes import color_class
from tanglescope.engine.site.library_reader import LibraryReader, date_and_time, time_in_words
from tanglescope.engine.site.markup import Html, element, escape_text, join_html
from tanglescope.engine.site.places import View, fragment
from tanglescope.engine.site.texts import anchor_to, image, marked_up

_MOST_CAUSES = 8


@dataclass(frozen=True, slots=True)
class PageData:
    """Data shared by all messages of a page."""

    desk: LibraryReader
    view: View
    likes: Mapping[str, tuple[int, Sequence[str]]]
    activities: Mapping[str, Activity]
    writers: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        messages: Sequence[StoredMessage],
        desk: LibraryReader,
        view: View,
        writers: tuple[str, ...] = (),
    ) -> "PageData":
        """Load the data for these messages at once; `writers` determines the colours."""
        desk.prepare(messages)
        likes = desk.likes(sorted(each.key for each in messages))
        return cls(desk, view, likes, desk.activities(messages), writers)

    def message(self, message: StoredMessage, above: str | None = None) -> Html:
        """A message in full; `above` is the one shown before it."""
        if not self.desk.may_show(message):
            said = (
                tr("A message of a person who isn't shown, left out")
                if self.desk.hides(message.author)
                else tr("A private message, left out")
            )
            return element("p", said, class_="note")
        return join_html(
            (
                self._head(message),
                self._answers(message, above),
                self._text_of(message),
                self._likes_of(message.key),
            )
        )

    def author(self, feed: str) -> Html:
        """The author, as a link to the page of the feed if there is one."""
        name = join_html([self._face(feed), element("bdi", self.desk.name(feed))])
        look = f"author {color_class(feed, self.writers)}"
        link = self.view.feed(feed)
        return (
            element("span", name, class_=look)
            if link is None
            else anchor_to(link, name, class_=look)
        )

    def _face(self, feed: str) -> Html:
        """The author's picture: a file of the site, else a drawn one."""
        portrait = self.desk.portrait(feed)
        picture = self.view.picture(portrait) if portrait else None
        if picture is None or picture.is_inside:
            return drawn_face(feed, self.writers)
        return element("img", src=picture.source, alt="", loading="lazy", class_="face")

    def _head(self, message: StoredMessage) -> Html:
        # A node of a graph may have no author and no time.
        parts: list[Html | str | None] = [
            *((self.author(message.author), " ") if message.author else ())
        ]
        is_timed = message.depth is not None or message.time is not None
        label = when(message) if is_timed else words.short(message.key)
        parts.append(anchor_to(fragment(message.key), label, class_="when"))
        for word, meaning in words.badges(message):
            parts += [" ", element("span", word, class_="badge", title=meaning)]
        return element("p", *parts, class_="head")

    def _answers(self, message: StoredMessage, above: str | None) -> Html | None:
        """Links to the messages it comes after, unless that is the one directly above."""
        if message.causes in ((), (above,)):
            return None
        shown = [self._cause(key) for key in message.causes[:_MOST_CAUSES]]
        if more := len(message.causes) - len(shown):
            shown.append(element("li", plural("and {n:,} more", "and {n:,} more", more)))
        return element("ul", *shown, class_="answers", aria_label=tr("Comes after"))

    def _cause(self, key: str) -> Html:
        quoted = self.desk.quote(key)
        if quoted is None:
            text: Html = join_html([tr("missing message {key}", key=words.short(key))])
        else:
            text = join_html([element("bdi", quoted[0]), ": ", element("bdi", quoted[1])])
        return element("li", anchor_to(self.view.message(key), text))

    def _text_of(self, message: StoredMessage) -> Html:
        content = message.content
        assert not isinstance(content, str)
        if (text := self.desk.text_of(message)) is None:
            return self._deed_of(message, content)
        body = marked_up(text, self.view)
        files = attachments_of(content, body, self.view, words.clean_name)
        shown = element("div", body, *files, class_="text")
        if (warning := words.warning_of(content)) is None:
            return shown
        warned = tr("Content warning: {warning}", warning=warning)
        return element("details", element("summary", warned), shown)

    def _deed_of(self, message: StoredMessage, content: Mapping[str, Any]) -> Html:
        """What a message without text does, with its facts and files."""
        if self.desk.is_about_hidden(message):
            return element("p", self.desk.line(message), class_="note")
        activity = self.activities.get(message.key)
        details = words.details(content, self.desk.call, message.epoch, activity, message.author)
        text = anchor_to(self._about(message), details.summary)
        sentence = element("p", text, class_="event", dir="auto")
        position = None if details.board is None else board(details.board)
        files = attachments_of(content, sentence, self.view, words.clean_name, details.picture)
        return join_html([sentence, facts_list(details.facts), position, *files])

    def _about(self, message: StoredMessage) -> str | None:
        """A link to the message without text that a message is about."""
        for named in self.desk.named_by(message):
            if (link := self.view.message(named) or self.view.feed(named)) is not None:
                return link
        return None

    def _likes_of(self, key: str) -> Html | None:
        if key not in self.likes:
            return None
        count, names = self.likes[key]
        text = ", ".join(names)
        if more := count - len(names):
            others = plural("{n:,} others", "{n:,} other", more)
            text = tr("{text} and {last}", text=text, last=others)
        return element("p", tr("Liked by {names}", names=text), class_="likes", dir="auto")


def missing(key: str, named_by: int) -> Html:
    """The placeholder for a missing message."""
    who = plural("{n:,} messages name it", "one message names it", named_by)
    text = tr("Missing message {key} — {who}", key=words.clean_name(cut_id(key)), who=who)
    return element("p", text, class_="note")


def when(message: StoredMessage) -> Html | str:
    """The time of a message, or the depth of one of PZP, which has no time."""
    if message.depth is not None:
        return tr("depth {depth:,}", depth=message.depth)
    return time_element(message.time)


def time_element(milliseconds: float | None) -> Html | str:
    """A time for people and programs, in UTC."""
    moment = date_and_time(milliseconds)
    if moment is None:
        return tr("no time")
    exact = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    return element("time", time_in_words(moment), datetime=exact)


_SIGNS = dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))
_TEXT_NOT_EMOJI = "\ufe0e"
_SQUARE = 10
_MOST_FILES = 24


def facts_list(facts: Iterable[tuple[str, str]]) -> Html | None:
    """Facts as a list; None if there are none."""
    lines = [
        element("li", *((element("span", label), " ") if label else ()), element("bdi", text))
        for label, text in facts
    ]
    return element("ul", *lines, class_="details") if lines else None


def board(rows: tuple[str, ...]) -> Html:
    """A position, white at the bottom, described by its ranks for those who hear it."""
    side = SIDE * _SQUARE
    dark = "".join(
        f"M{column * _SQUARE} {row * _SQUARE}h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
        for row in range(SIDE)
        for column in range(SIDE)
        if (row + column) % 2
    )
    pieces = [
        element(
            "text",
            _SIGNS[piece.lower()] + _TEXT_NOT_EMOJI,
            x=column * _SQUARE + _SQUARE // 2,
            y=row * _SQUARE + 8,
            class_="white" if piece.isupper() else None,
        )
        for row, squares in enumerate(rows)
        for column, piece in enumerate(squares)
        if piece != EMPTY
    ]
    return element(
        "svg",
        element("rect", width=side, height=side),
        element("path", d=dark),
        *pieces,
        class_="board",
        viewBox=f"0 0 {side} {side}",
        role="img",
        aria_label=tr("Position: {ranks}", ranks=" / ".join(rows)),
    )


@lru_cache(maxsize=4096)
def drawn_face(feed: str, writers: tuple[str, ...] = ()) -> Html:
    """A drawn picture for a feed without one, the same as in the window."""
    cells = "".join(f"M{column} {row}h1v1h-1z" for column, row in identicon(feed))
    margin = CELLS * 0.235
    return element(
        "svg",
        element("path", d=cells),
        class_=f"face {color_class(feed, writers)}",
        viewBox=f"-{margin:g} -{margin:g} {CELLS + 2 * margin:g} {CELLS + 2 * margin:g}",
        aria_hidden="true",
    )


def attachments_of(
    content: Mapping[str, Any],
    said: Html,
    view: View,
    clean: Callable[[str], str],
    own: str = "",
) -> list[Html]:
    """The pictures and files that a message refers to and that aren't in its text `said`.

    `own` is the blob of the picture of a gathering or a book, which later messages may change.
    """
    text = content.get("text")
    inside = text if isinstance(text, str) else ""
    shown: list[Html] = []
    rows: list[Html] = []
    links = blobs_in(content)
    if own:
        kept = (each for each in links if each.id != own and not each.is_picture)
        links = (next((each for each in links if each.id == own), BlobLink(own)), *kept)
    for link in links[:_MOST_FILES]:
        picture = None if link.is_encrypted else view.picture(link.id)
        if picture is not None:
            if f'src="{escape_text(picture.source)}"' not in said:
                name = clean(link.name) or tr("a picture without a description")
                shown.append(image(picture, name))
        elif not (link.is_picture and f"]({link.id}" in inside):
            rows.append(element("li", element("bdi", _missing_file(link, clean))))
    parts = [element("p", *shown, class_="pictures")] if shown else []
    return [*parts, element("ul", *rows, class_="files")] if rows else parts


def _missing_file(link: BlobLink, clean: Callable[[str], str]) -> str:
    """A file that isn't on the page: its name, type and size as declared."""
    size = f"{wording.number(link.size)} B" if link.size else ""
    text = " · ".join(filter(None, (clean(link.name), clean(link.type), size)))
    return tr("File that isn't on this page: {file}", file=text or link.id)
