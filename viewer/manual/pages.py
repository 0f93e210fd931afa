"""The pages of the manual: the Markdown files that ship, in the order of the documentation site."""

import posixpath
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from typing import NamedTuple

import click

from tanglescope import resources
from tanglescope.engine.language.wording import current_language, later
from tanglescope.engine.message.verdict import Rule, invalid, reason
from tanglescope.viewer.command_line import cli

_GROUPS = (
    ("", "index tutorial"),
    (
        later("Read and write"),
        "reading searching people private publishing site takeout rescue trouble",
    ),
    (later("Install and import"), "installing cluster datasette"),
    (later("Debug"), "diagrams debugging tangles corestore sets"),
    (later("Extend and script"), "linearizer kit library translating"),
    (
        later("Reference"),
        "commands formats glossary conversations graph-files verdicts benchmarks",
    ),
    (
        later("Explanation"),
        "gallery architecture convergence settled proof/README open-questions texts autobase"
        " reliability",
    ),
)

CONTENTS = tuple((title, tuple(f"{name}.md" for name in names.split())) for title, names in _GROUPS)
"""Groups of pages under their titles: the documentation site without the API."""

_GERMAN = ("index", "tutorial", "searching", "trouble", "glossary")

TRANSLATED = tuple(f"{name}.de.md" for name in _GERMAN)
"""The pages in other languages, each shown in place of the English one of the same name."""

PAGES = (*(page for _, pages in CONTENTS for page in pages), *TRANSLATED)

_HEADING = re.compile(r"^(#+) (.+)$")
_PICTURE = re.compile(
    r"<picture>.*?<img src=\"([^\"]+)\" alt=\"([^\"]*)\">.*?</picture>", re.DOTALL
)
_ONLY = re.compile(r"^!\[.*#only-(light|dark)\)$", re.MULTILINE)
_WORD = re.compile(r"\w+")
_MARKDOWN = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`|#]")
"""Links, of which the text is read, and signs that aren't."""


@dataclass(frozen=True, slots=True)
class ManualPlace:
    """A place in the manual: a page, and a heading of it or its beginning."""

    page: str
    anchor: str = ""


class ManualHit(NamedTuple):
    """A part of a page in which words were found, with an excerpt.

    `has_all` says whether it has all words of the search.
    """

    place: ManualPlace
    title: str
    snippet: str
    has_all: bool = True


class _Part(NamedTuple):
    """A part of a page: its place, its title, and its text without Markdown."""

    place: ManualPlace
    title: str
    text: str


@cache
def text(page: str) -> str:
    """A page in Markdown, with the parts that come from the code filled in."""
    written = (resources.manual() / page).read_text("utf-8")
    written = _PICTURE.sub(r"![\2](\1)", written)
    for name, made in (("commands", commands), ("rules", rules)):
        mark = "{{ " + name + " }}"
        if mark in written:
            written = written.replace(mark, made())
    return written


def with_pictures_of_theme(page: str, *, dark: bool) -> str:
    """A page with the pictures of one theme."""
    unwanted = "light" if dark else "dark"
    kept = _ONLY.sub(lambda found: "" if found[1] == unwanted else found[0], text(page))
    return re.sub(r"#only-(light|dark)\)", ")", kept)


def picture(name: str) -> bytes | None:
    """A picture of the manual, if it exists."""
    folder, _, file = name.rpartition("/")
    place = resources.manual() / "pictures" / file
    if folder not in ("", "pictures", "../pictures"):
        return None
    if not folder:
        place = resources.manual() / file
    return place.read_bytes() if place.is_file() else None


@cache
def title(page: str) -> str:
    """The title of a page: its first heading."""
    written = (resources.manual() / page).read_text("utf-8")
    headings = (_HEADING.match(line) for line in written.splitlines())
    return next((found[2] for found in headings if found), page)


def anchor(heading: str) -> str:
    """The anchor of a heading, as code forges and the site derive it."""
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def target(link: str, page: str) -> ManualPlace | None:
    """Where a link in a page leads; None if that is outside the manual."""
    if re.match(r"[a-z]+:", link):
        return None
    path, *headings = link.split("#", 1)
    heading = "".join(headings)
    found = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return ManualPlace(found, heading) if found in PAGES else None


def page_in_language(page: str) -> str:
    """The page in the current language; the English one if there is none."""
    own = f"{page.removesuffix('.md')}.{current_language()}.md"
    return own if own in TRANSLATED else page


def place_in_language(place: ManualPlace) -> ManualPlace:
    """The same place in the current language: a translation has the same headings in a row.

    Terms of the glossary are sorted in each language, so each place in it stays.
    """
    own = page_in_language(place.page)
    if own == place.page or (place.anchor and place.page == "glossary.md"):
        return place
    if not place.anchor:
        return ManualPlace(own)
    places = zip(_parts(place.page), _parts(own), strict=True)
    return next((there.place for here, there in places if here.place == place), ManualPlace(own))


def _pages_in_language() -> tuple[str, ...]:
    return tuple(page_in_language(page) for _, names in CONTENTS for page in names)


_MOST_WORDS = 32
"""A sentence has fewer words; a page of them would take seconds."""

_FEW = 3
"""With fewer places that have all words, places with some of them are found, too."""

_MOST_OTHERS = 20

_FIND = """SELECT page, anchor, title, snippet(parts, 3, '', '', '…', 24)
FROM parts WHERE parts MATCH ? ORDER BY bm25(parts, 0, 0, 20, 1)"""
"""A word in the title of a part counts twenty times."""


def find(words: str) -> list[ManualHit]:
    """The parts of pages that contain all words, the best first; the last one may be incomplete.

    Pages are searched in the current language. If there are few parts, those with some of the words
    follow. Only the first words count.
    """
    wanted = islice(dict.fromkeys(_WORD.findall(words.casefold())), _MOST_WORDS)
    terms = [f'"{word}"' for word in wanted]
    if not terms:
        return []
    terms[-1] += "*"
    whole = list(_matches(" AND ".join(terms), has_all=True))
    if len(whole) >= _FEW:
        return whole
    known = {hit.place for hit in whole}
    some = _matches(" OR ".join(terms), has_all=False)
    return whole + list(islice((hit for hit in some if hit.place not in known), _MOST_OTHERS))


def _matches(query: str, *, has_all: bool) -> Iterator[ManualHit]:
    for page, anchor, title, snippet in _index(_pages_in_language()).execute(_FIND, (query,)):
        yield ManualHit(ManualPlace(page, anchor), title, snippet, has_all)


@cache
def _index(pages: tuple[str, ...]) -> sqlite3.Connection:
    """A full-text index of the parts of pages; words are found in other forms as well."""
    index = sqlite3.connect(":memory:")
    columns = "page UNINDEXED, anchor UNINDEXED, title, body, tokenize='porter unicode61'"
    index.execute(f"CREATE VIRTUAL TABLE parts USING fts5({columns})")
    parts = (part for page in pages for part in _parts(page))
    rows = ((each.place.page, each.place.anchor, each.title, each.text) for each in parts)
    index.executemany("INSERT INTO parts VALUES (?, ?, ?, ?)", rows)
    return index


_LARGE = ("numpy", "tanglescope.engine.archive.corestore.encryption")
"""The slowest imports of the commands, one for each step."""


def prepare() -> Iterator[None]:
    """Read all pages before the first search, a little in each step."""
    for module in _LARGE:
        import_module(module)
        yield
    for entry in cli.table.values():
        entry.load()
        yield
    for page in _pages_in_language():
        _parts(page)
        yield


@cache
def _parts(page: str) -> tuple[_Part, ...]:
    """A page cut at its headings."""
    return tuple(_cut(page))


def _cut(page: str) -> Iterator[_Part]:
    place, heading = ManualPlace(page), title(page)
    lines: list[str] = []
    in_code = False
    for line in text(page).splitlines():
        in_code ^= line.startswith("```")
        if not in_code and (found := _HEADING.match(line)):
            if place.anchor or any(lines):  # the title of a page is its first line
                yield _part(place, heading, lines)
            place, lines = ManualPlace(page, anchor(found[2])), []
            heading = found[2] if found[1] == "#" else f"{title(page)}: {found[2]}"
        else:
            lines.append(line)
    yield _part(place, heading, lines)


def _part(place: ManualPlace, title: str, lines: list[str]) -> _Part:
    return _Part(place, title, " ".join(_MARKDOWN.sub(r"\1", "\n".join(lines)).split()))


_COLUMNS = 80
"""The width of the help of a command, whatever the width of the terminal."""


def commands() -> str:
    """The help of every subcommand."""

    def help_of(name: str, command: click.Command) -> str:
        context = click.Context(command, info_name=f"tanglescope {name}", terminal_width=_COLUMNS)
        return f"## {name}\n\n```text\n{command.get_help(context)}\n```"

    return "\n\n".join(help_of(name, command) for name, command in cli.all_commands().items())


def rules() -> str:
    """Every rule with its explanation."""
    lines = [f"| `{rule}` | {reason(invalid(rule))} |" for rule in Rule]
    return "\n".join(["| rule | in words |", "|---|---|", *lines])
