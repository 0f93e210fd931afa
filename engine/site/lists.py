"""Pages that lead to others: lists of conversations, of people, of channels, the pictures."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.library import ConversationSummary
from engine.site.asking import Desk
from engine.site.markup import Html, element, joined
from engine.site.messages import time_element
from engine.site.pictures import Picture
from engine.site.places import View
from engine.site.texts import anchor_to, image
from engine.site.timeline import title_of
from engine.wording import plural, tr


class GalleryPicture(NamedTuple):
    """A picture, and the message that it is in."""

    key: str
    picture: Picture
    name: str


def conversation_list(summaries: Iterable[ConversationSummary], desk: Desk, view: View) -> Html:
    """Conversations with their sizes and times."""
    return element("ul", *(_line(each, desk, view) for each in summaries), class_="list")


def _line(summary: ConversationSummary, desk: Desk, view: View) -> Html:
    title = title_of(summary, desk)
    link = view.conversation(summary.address)
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
        words if link is None else anchor_to(link, words),
        element("small", *about),
    )


def gallery(shown: Sequence[GalleryPicture], view: View) -> Html:
    """Pictures, each with a link to its message."""
    rows = []
    for key, picture, name in shown:
        link = view.message(key)
        seen = image(picture, name or tr("a picture without a description"))
        rows.append(element("li", seen if link is None else anchor_to(link, seen)))
    return element("ul", *rows, class_="gallery")


def search_form() -> Html:
    """The field of the search, which works as soon as the script does."""
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
    return joined([element("p", label, " ", field), hint, status, results])


def page_links(pages: Sequence[str], current: int, view: View) -> Html | None:
    """Links from one page of several to the others; None where there is only one."""
    if len(pages) < 2:
        return None
    near = {0, len(pages) - 1, *range(current - 2, current + 3)}
    items = []
    for number in sorted(near & set(range(len(pages)))):
        link = view.to(pages[number])
        is_here = "page" if number == current else None
        items.append(
            element("li", element("a", f"{number + 1:,}", href=link, aria_current=is_here))
        )
    return element("nav", element("ul", *items), class_="pages", aria_label=tr("Pages"))
