"""The text of a message as markup: CommonMark without HTML and without remote pictures.

Elements are built from the tokens of the parser; its own renderer is not used. Links lead to pages
of the site, to the web, or to an SSB client; others are shown as plain text.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from typing import Generic, Protocol, TypeVar
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tanglescope.engine.language.wording import tr
from tanglescope.engine.site.markup import Html, element, join_html
from tanglescope.engine.site.places import Picture
from tanglescope.engine.tangle.emoji import show_emoji
from tanglescope.engine.tangle.links import bare_links

_COSTLY = re.compile(r"[\n\r\u2028\u2029`*_~\[<>@%#]|://")
_MOST_COSTLY = 900
"""A text with more marks is shown as plain text, as in the window."""

_DEEPEST = 16
"""The greatest nesting depth of elements; deeper ones stay at this depth."""

FIRST_HEADING = 3
"""The level of headings in texts; levels 1 and 2 belong to the page."""

LAST_HEADING = 6

_PLAIN = {
    "paragraph": "p",
    "blockquote": "blockquote",
    "bullet_list": "ul",
    "list_item": "li",
    "em": "em",
    "strong": "strong",
    "s": "s",
}


class PageLinks(Protocol):
    """The links and pictures that a text needs from its page."""

    def reference(self, link: str) -> str | None:
        """The target of a link; None if it has none."""

    def picture(self, blob: str) -> Picture | None:
        """A picture; None if it isn't here."""


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
    # Links are checked when they are written; percent signs in ids must survive until then.
    parser.normalizeLink = str  # type: ignore[method-assign, assignment]
    parser.validateLink = bool  # type: ignore[method-assign, assignment]
    return parser


def is_costly(text: str) -> bool:
    """Whether a text has so many marks that it is shown as plain text."""
    return len(_COSTLY.findall(text)) > _MOST_COSTLY


def marked_up(text: str, links: PageLinks) -> Html:
    """A text in markdown as markup."""
    if is_costly(text):
        return element("p", text, class_="raw", dir="auto")
    return join_html(_HtmlBuilder(links).build(text))


def is_web(link: str) -> bool:
    """Whether a link leads out of the site to the web."""
    return link.lower().startswith(("https:", "http:"))


def anchor_to(link: str | None, *children: Html | str, **attributes: str | None) -> Html:
    """A link, or its children alone if there is none; one to the web doesn't send a referrer."""
    if link is None:
        return join_html(children)
    rel = "nofollow noopener noreferrer" if is_web(link) else None
    return element("a", *children, href=link, rel=rel, **attributes)


def image(picture: Picture, name: str) -> Html:
    """A picture whose space is reserved until it is loaded."""
    size = {"width": picture.width, "height": picture.height}
    return element("img", src=picture.source, alt=name, loading="lazy", **size)


Piece = TypeVar("Piece")


class TextBuilder(ABC, Generic[Piece]):
    """Builds pieces from the tokens of a text; the open elements form a stack."""

    def __init__(self, links: PageLinks) -> None:
        self._links = links
        self._open: list[tuple[Token | None, list[Piece]]] = [(None, [])]

    def build(self, text: str) -> list[Piece]:
        """The pieces of a text in markdown."""
        self._take(_parser().parse(text))
        while len(self._open) > 1:
            self._close()
        return self._open[0][1]

    @abstractmethod
    def element(self, kind: str, token: Token, children: list[Piece]) -> Piece:
        """An element of a kind such as `paragraph`, but no link."""

    @abstractmethod
    def text(self, text: str) -> Piece:
        """A text without markup."""

    @abstractmethod
    def line_end(self) -> Iterator[Piece]:
        """The end of a line within a paragraph."""

    @abstractmethod
    def code(self, text: str, *, is_block: bool) -> Piece:
        """Code."""

    @abstractmethod
    def rule(self) -> Piece:
        """A horizontal line."""

    @abstractmethod
    def link(self, target: str, children: list[Piece], host: str) -> Piece:
        """A link that may be followed; `host` isn't empty if the text names another host."""

    @abstractmethod
    def picture(self, picture: Picture, name: str) -> Piece:
        """A picture that is here."""

    @abstractmethod
    def missing_picture(self, text: str) -> Piece:
        """What is shown instead of a picture that isn't here."""

    @abstractmethod
    def merge(self, children: list[Piece]) -> Piece:
        """Pieces as one."""

    @abstractmethod
    def plain(self, children: list[Piece]) -> str:
        """The text of pieces, without markup."""

    def _take(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            if token.nesting > 0:
                self._open.append((token, []))
            elif token.nesting < 0:
                self._close()
            elif token.type == "inline":
                self._take(token.children or ())
            else:
                self._open[-1][1].extend(self._leaf(token))

    def _close(self) -> None:
        token, children = self._open.pop()
        assert token is not None
        is_flat = token.hidden or len(self._open) > _DEEPEST
        above = self._open[-1][1]
        above.extend(children if is_flat else [self._element(token, children)])

    def _element(self, token: Token, children: list[Piece]) -> Piece:
        kind = token.type.removesuffix("_open")
        if kind == "link":
            return self._link(str(token.attrGet("href") or ""), children)
        return self.element(kind, token, children)

    def _leaf(self, token: Token) -> Iterator[Piece]:
        match token.type:
            case "text" | "text_special":
                yield from self._with_links(show_emoji(token.content))
            case "softbreak" | "hardbreak":
                yield from self.line_end()
            case "code_inline" | "fence" | "code_block":
                yield self.code(token.content, is_block=token.type != "code_inline")
            case "hr":
                yield self.rule()
            case "image":
                yield self._picture(str(token.attrGet("src") or ""), token.content)
            case _:
                yield self.text(token.content)

    def _with_links(self, text: str) -> Iterator[Piece]:
        """A text in which addresses and ids become links, unless it is inside one."""
        if any(token is not None and token.type == "link_open" for token, _ in self._open):
            yield self.text(text)
            return
        begin = 0
        for start, end in bare_links(text):
            yield self.text(text[begin:start])
            yield self._link(text[start:end], [self.text(text[start:end])])
            begin = end
        yield self.text(text[begin:])

    def _link(self, link: str, children: list[Piece]) -> Piece:
        if (target := self._links.reference(link)) is None:
            return self.merge(children)
        host = _other_host(target, self.plain(children)) if is_web(target) else ""
        return self.link(target, children, host)

    def _picture(self, link: str, name: str) -> Piece:
        if (picture := self._links.picture(link)) is not None:
            return self.picture(picture, name)
        return self.missing_picture(tr("[picture: {name}]", name=name) if name else tr("[picture]"))


class _HtmlBuilder(TextBuilder[Html | str]):
    """Builds elements of pages."""

    def element(self, kind: str, token: Token, children: list[Html | str]) -> Html:
        match kind:
            case "heading":
                level = min(LAST_HEADING, int(token.tag[1:]) + FIRST_HEADING - 1)
                return element(f"h{level}", *children, dir="auto")
            case "ordered_list":
                start = token.attrGet("start")
                return element("ol", *children, start=start if isinstance(start, int) else None)
            case _:
                is_block = kind in ("paragraph", "blockquote", "list_item")
                return element(_PLAIN[kind], *children, dir="auto" if is_block else None)

    def text(self, text: str) -> str:
        return text

    def line_end(self) -> Iterator[Html | str]:
        yield element("br")
        yield "\n"

    def code(self, text: str, *, is_block: bool) -> Html:
        code = element("code", text)
        return element("pre", code, dir="ltr", tabindex=0) if is_block else code

    def rule(self) -> Html:
        return element("hr")

    def link(self, target: str, children: list[Html | str], host: str) -> Html:
        there = [" ", element("span", f"({host})", class_="facts")] if host else []
        return join_html([anchor_to(target, *children), *there])

    def picture(self, picture: Picture, name: str) -> Html:
        return image(picture, name)

    def missing_picture(self, text: str) -> Html:
        return element("em", text, class_="missing")

    def merge(self, children: list[Html | str]) -> Html:
        return join_html(children)

    def plain(self, children: list[Html | str]) -> str:
        return unescape(_TAGS.sub("", str(join_html(children))))


_HOST = re.compile(r"(?:(?<=//)|(?<![\w./@:-]))(?:[\w-]{1,63}\.)+[^\W\d_]{2,63}")
_TAGS = re.compile(r"<[^<>]*>")


def _other_host(link: str, text: str) -> str:
    """The host that a link leads to, if its text names another one."""
    try:
        host = urlsplit(link).hostname or ""
    except ValueError:
        return ""
    named = {each.casefold().removeprefix("www.") for each in _HOST.findall(text)}
    return "" if named <= {host.removeprefix("www.")} else host
