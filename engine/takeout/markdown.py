"""Markdown: a take-out as a folder of notes that Obsidian and other editors show.

What people wrote is parsed and written again: headings, lists and links stay, while HTML, remote
pictures, embedded notes, formulas and other extensions of editors become plain text. So no text
runs or loads anything, leaves its message, or looks like the heading of another one.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from markdown_it.token import Token

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.export.conversations import ExportSelection
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.message.uris import cut_id, uri
from tanglescope.engine.site.folder import Folder
from tanglescope.engine.site.library_reader import LibraryReader, time_in_words
from tanglescope.engine.site.places import Picture
from tanglescope.engine.site.texts import FIRST_HEADING, LAST_HEADING, TextBuilder, is_costly
from tanglescope.engine.takeout.contents import (
    Chapter,
    Contents,
    MessageLinks,
    TakenFiles,
    TakenMessage,
    TakenQuote,
    TakeoutReport,
    anchor,
    contents_of,
    taken_messages,
)

_SPECIAL = re.compile(
    r"""
      [\\`*_\[\]<>~|$^]
    | &(?=\#?\w{1,40};)
    | \#(?!\w)
    | %(?=%) | (?<=%)%
    | =(?==) | (?<==)=
    """,
    re.VERBOSE,
)
"""Characters that CommonMark or an editor would take for markup."""

_LINE_START = re.compile(r"[-+=](?=\s|$)|-(?=-+\s*$)|(?<=\d)[.)](?=\s|$)")
_NUMBER = re.compile(r"\d{1,9}[.)](?=\s|$)")
_LINE_ENDS = re.compile(r"[\r\n]+")
_BACKTICKS = re.compile(r"`+")
_NOT_IN_TARGET = re.compile(r"[^\w\-.~:/?#@!&;=+,%'^]|&(?=#?\w{1,40};)")
_AUTOLINK = re.compile(r"https?://[\w\-.~:/?#@!=+,%']+", re.IGNORECASE | re.ASCII)
_UNSAFE_IN_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


class MarkdownPiece(NamedTuple):
    """A piece of a text: part of a line, or a block of lines."""

    text: str
    is_block: bool = False
    is_loose: bool = False
    """Whether it is a paragraph, which needs empty lines around it even in a list."""


def markdown_of(text: str, links: MessageLinks) -> str:
    """A text in markdown, as markdown that does no more than it seems to."""
    if is_costly(text):
        return _code_block(text)
    return "\n\n".join(_blocks(_MarkdownBuilder(links).build(text)))


def escape(text: str) -> str:
    """A text that means itself within a line of markdown."""
    return _SPECIAL.sub(r"\\\g<0>", _LINE_ENDS.sub(" ", text))


class _MarkdownBuilder(TextBuilder[MarkdownPiece]):
    """Builds markdown again."""

    def element(self, kind: str, token: Token, children: list[MarkdownPiece]) -> MarkdownPiece:
        match kind:
            case "paragraph":
                return MarkdownPiece(_paragraph(_inline(children)), is_block=True, is_loose=True)
            case "heading":
                level = min(LAST_HEADING, int(token.tag[1:]) + FIRST_HEADING - 1)
                text = _LINE_ENDS.sub(" ", _inline(children)).strip()
                return MarkdownPiece(f"{'#' * level} {text}", is_block=True)
            case "blockquote":
                return MarkdownPiece(_quote_lines("\n\n".join(_blocks(children))), is_block=True)
            case "list_item":
                is_loose = any(each.is_loose for each in children)
                text = ("\n\n" if is_loose else "\n").join(_blocks(children))
                return MarkdownPiece(text, is_block=True, is_loose=is_loose)
            case "bullet_list":
                return _list(children, lambda _: "- ")
            case "ordered_list":
                start = token.attrGet("start")
                first = start if isinstance(start, int) else 1
                return _list(children, lambda number: f"{first + number}. ")
            case _:
                return MarkdownPiece(_around(_inline(children), _MARKS[kind]))

    def text(self, text: str) -> MarkdownPiece:
        return MarkdownPiece(escape(text))

    def line_end(self) -> Iterator[MarkdownPiece]:
        yield MarkdownPiece("\n")

    def code(self, text: str, *, is_block: bool) -> MarkdownPiece:
        return MarkdownPiece(_code_block(text) if is_block else _code(text), is_block=is_block)

    def rule(self) -> MarkdownPiece:
        return MarkdownPiece("***", is_block=True)

    def link(self, target: str, children: list[MarkdownPiece], host: str) -> MarkdownPiece:
        if self.plain(children) == target and _AUTOLINK.fullmatch(target):
            linked = f"<{target}>"
        else:
            linked = link_to(target, _inline(children))
        return MarkdownPiece(f"{linked} ({escape(host)})" if host else linked)

    def picture(self, picture: Picture, name: str) -> MarkdownPiece:
        return MarkdownPiece(f"!{link_to(picture.source, escape(name))}")

    def missing_picture(self, text: str) -> MarkdownPiece:
        return MarkdownPiece(_around(escape(text), "*"))

    def merge(self, children: list[MarkdownPiece]) -> MarkdownPiece:
        return MarkdownPiece(_inline(children))

    def plain(self, children: list[MarkdownPiece]) -> str:
        return re.sub(r"\\(.)", r"\1", _inline(children))


_MARKS = {"em": "*", "strong": "**", "s": "~~"}


def _inline(children: Sequence[MarkdownPiece]) -> str:
    return "".join(each.text for each in children)


def _blocks(children: Sequence[MarkdownPiece]) -> Iterator[str]:
    """The blocks among pieces; parts of lines between them are paragraphs."""
    line: list[MarkdownPiece] = []
    for each in (*children, MarkdownPiece("", is_block=True)):
        if not each.is_block:
            line.append(each)
            continue
        if text := _paragraph(_inline(line)):
            yield text
        line = []
        if each.text:
            yield each.text


def _paragraph(text: str) -> str:
    """Lines of which none begins a block, nor is empty."""
    lines = (_line(each.strip(" \t\f\v")) for each in text.split("\n"))
    return "\n".join(filter(None, lines))


def _line(line: str) -> str:
    if number := _NUMBER.match(line):
        return f"{line[: number.end() - 1]}\\{line[number.end() - 1 :]}"
    return f"\\{line}" if _LINE_START.match(line) else line


def _around(text: str, mark: str) -> str:
    """A text between marks, which have to touch it."""
    core = text.strip()
    if not core:
        return text
    begin = text.index(core)
    return f"{text[:begin]}{mark}{core}{mark}{text[begin + len(core) :]}"


def _quote_lines(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _list(items: Sequence[MarkdownPiece], mark: Callable[[int], str]) -> MarkdownPiece:
    shown = []
    for number, item in enumerate(items):
        begin = mark(number)
        indented = item.text.replace("\n", f"\n{' ' * len(begin)}")
        shown.append(re.sub(r"\n +(?=\n)", "\n", f"{begin}{indented}".rstrip()))
    between = "\n\n" if any(item.is_loose for item in items) else "\n"
    return MarkdownPiece(between.join(shown), is_block=True)


def _code(text: str) -> str:
    fence = _fence(text, 1)
    pad = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _code_block(text: str) -> str:
    """A block of code without a language, since editors run what some languages say."""
    fence = _fence(text, 3)
    return f"{fence}\n{text.rstrip(chr(10))}\n{fence}"


def _fence(text: str, least: int) -> str:
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    return "`" * max(least, longest + 1)


def link_to(target: str, text: str) -> str:
    """A link; the text is markdown already."""
    return f"[{text}]({_NOT_IN_TARGET.sub(_percent_encode, target)})"


def _percent_encode(found: re.Match[str]) -> str:
    return "&amp;" if found[0] == "&" else quote(found[0], safe="", errors="replace")


def front_matter(**fields: str | int | datetime | Sequence[str] | None) -> str:
    """Fields in YAML, as the beginning of a note; None is left out."""
    lines = [
        f"{name}: {_in_yaml(value)}" for name, value in fields.items() if value not in (None, "")
    ]
    return "\n".join(("---", *lines, "---"))


def _in_yaml(value: object) -> str:
    match value:
        case datetime():
            return f"{value.replace(microsecond=0, tzinfo=None).isoformat()}"
        case int():
            return str(value)
        case str():
            text = json.dumps(value, ensure_ascii=False)
            return _UNSAFE_IN_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
        case _:
            assert isinstance(value, Sequence)
            return f"[{', '.join(map(_in_yaml, value))}]"


def write_markdown(
    desk: LibraryReader, wanted: ExportSelection, blobs: BlobFolders, folder: Path
) -> TakeoutReport:
    """Write a conversation as notes into a folder. Raises `TanglescopeError`.

    The folder is new, empty, or one that was written before and not changed since.
    """
    with desk.library.one_version():
        contents = contents_of(desk, wanted)
        with Folder(folder, is_edited=True) as notes:
            files = TakenFiles(blobs, notes.write, only_pictures=False)
            for chapter in contents.chapters:
                text = "\n\n".join(_note(desk, contents, chapter, files))
                notes.write(f"{chapter.stem}.md", _as_bytes(text))
            if len(contents.chapters) > 1 or contents.feed:
                notes.write("index.md", _as_bytes("\n\n".join(_index(desk, contents, files))))
    return TakeoutReport(contents, files.count_taken, files.missing, notes.counts)


def _as_bytes(text: str) -> bytes:
    return f"{text}\n".encode("utf-8", "replace")


def _note(
    desk: LibraryReader, contents: Contents, chapter: Chapter, files: TakenFiles
) -> Iterator[str]:
    """The blocks of a note."""
    summary = contents.summary
    yield front_matter(
        title=chapter.title,
        date=chapter.first,
        author=contents.authors,
        feed=contents.feed,
        root="" if contents.feed else summary.root,
        address=summary.address,
        messages=len(chapter.keys),
    )
    yield f"# {escape(chapter.title)}"
    place = partial(contents.place, here=chapter.stem, suffix=".md", mark="#^")
    for message in taken_messages(desk, contents, chapter):
        yield from _message(message, MessageLinks(message, files, place))


def _message(message: TakenMessage, links: MessageLinks) -> Iterator[str]:
    when = time_in_words(message.time) if message.time else ""
    heading = " · ".join(filter(None, (message.author, when, *message.badges)))
    yield f"## {escape(heading or cut_id(message.key))}"
    yield _facts_of(message, links)
    body = "\n\n".join(_body(message, links))
    if message.warning is None:
        yield body
    else:
        warning = tr("Content warning: {warning}", warning=message.warning)
        yield _quote_lines(f"[!warning]- {escape(warning)}\n{body}")


def _facts_of(message: TakenMessage, links: MessageLinks) -> str:
    """The line with the key, the messages that this one comes after, and the name of the block."""
    answers = [_answer(each, links) for each in message.answers]
    parts = [_code(_LINE_ENDS.sub(" ", message.key))]
    if answers:
        parts.append(tr("comes after {messages}", messages="; ".join(answers)))
    return f"{', '.join(parts)} ^{anchor(message.key)}"


def _answer(answer: TakenQuote, links: MessageLinks) -> str:
    target = links.place(answer.key) or uri(answer.key)
    text = escape(answer.words)
    return link_to(target, text) if target else text


def _body(message: TakenMessage, links: MessageLinks) -> Iterator[str]:
    if message.text is not None:
        yield markdown_of(message.text, links)
    else:
        yield _around(escape(message.sentence), "*")
        if message.facts:
            yield "\n".join(f"- {escape(fact)}" for fact in message.facts)
    for name, file in links.attached_files():
        if file is None:
            yield _around(escape(name), "*")
        else:
            yield f"{'!' if file.shape else ''}{link_to(file.path, escape(name))}"


def _index(desk: LibraryReader, contents: Contents, files: TakenFiles) -> Iterator[str]:
    """The blocks of the note that lists the others."""
    yield front_matter(
        title=contents.title,
        author=contents.authors,
        feed=contents.feed,
        address=contents.summary.address,
        messages=contents.messages,
    )
    yield f"# {escape(contents.title)}"
    found = files.portrait(desk, contents.feed)
    if found is not None:
        yield f"!{link_to(found.source, escape(contents.title))}"
    yield "\n".join(
        f"- {link_to(f'{chapter.stem}.md', escape(chapter.title))}: "
        + plural("{n:,} messages", "{n:,} message", len(chapter.keys))
        for chapter in contents.chapters
    )
    yield from map(escape, contents.words_left_out())
