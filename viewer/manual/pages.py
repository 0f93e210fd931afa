"""The pages of the manual: the Markdown files that ship, in the order of the documentation site."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from math import log

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
_AROUND = 70


@dataclass(frozen=True, slots=True)
class ManualPlace:
    """A place in the manual: a page, and a heading of it or its beginning."""

    page: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class ManualHit:
    """A part of a page in which words were found, with an excerpt.

    `has_all` says whether it has all words of the search.
    """

    place: ManualPlace
    title: str
    snippet: str
    has_all: bool = True


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a page, and what searches compare: its title and its text without case."""

    place: ManualPlace
    title: str
    text: str
    heading: str
    body: str

    def is_section(self) -> bool:
        """Whether it isn't the beginning of its page."""
        return self.title != title(self.place.page)

    def holds(self, word: str) -> bool:
        """Whether words of the part or of its title begin with a word."""
        return _begins(word, self.body) or _begins(word, self.heading)


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


def _pages_in_language() -> list[str]:
    return [page_in_language(page) for _, names in CONTENTS for page in names]


def find(words: str) -> list[ManualHit]:
    """The parts of pages that contain all words, those with one in the heading first.

    Pages are searched in the current language. Parts with the rarest of the words follow: if there
    are few, the nearest ones; otherwise those that say more than all before them. Only the first
    words count.
    """
    wanted = list(islice(dict.fromkeys(words.casefold().split()), _MOST_WORDS))
    parts = [part for page in _pages_in_language() for part in _parts(page)]
    matches = [_Match(part, [word for word in wanted if part.holds(word)]) for part in parts]
    counts = Counter(word for match in matches for word in match.words)
    whole = [match for match in matches if wanted and len(match.words) == len(wanted)]
    whole.sort(key=lambda match: -_score(match.part, wanted))
    enough = len(whole) >= _FEW
    above = max(match.weight(counts, len(parts)) for match in whole) if enough else 0.0
    rest = (match for match in matches if len(match.words) < len(wanted))
    found = whole + _nearest(rest, counts, len(parts), above)
    return [match.hit(counts, has_all=len(match.words) == len(wanted)) for match in found]


_MOST_WORDS = 32
"""A sentence has fewer words; a page of them would take seconds."""

_IN_TITLE = 2
"""How much more a word in the title of a part counts."""

_FEW = 3
"""With fewer places that have all words, all near places with some of them are found, too."""

_MOST_OF = 0.5
"""The share of the best weight with which a part is found although it lacks a word."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A part of a page, and the wanted words that it has."""

    part: _Part
    words: Sequence[str]

    def weight(self, counts: Mapping[str, int], parts: int) -> float:
        """How much its words say about it; one that all `parts` have, such as "the", nothing."""
        return sum(
            (_IN_TITLE if _begins(word, self.part.heading) else 1) * log(parts / counts[word])
            for word in self.words
        )

    def hit(self, counts: Mapping[str, int], *, has_all: bool) -> ManualHit:
        """The hit, with an excerpt around the rarest words."""
        part, rarest = self.part, sorted(self.words, key=counts.__getitem__)
        return ManualHit(part.place, part.title, _snippet(part.text, rarest), has_all)


def _nearest(
    matches: Iterable[_Match], counts: Mapping[str, int], parts: int, above: float
) -> list[_Match]:
    """The matches with the greatest weights, down to a share of the best one, `above` a weight.

    Of those with the same weight, the beginnings of pages come first.
    """
    weighed = [(match.weight(counts, parts), match) for match in matches]
    least = _MOST_OF * max((weight for weight, _ in weighed), default=0.0)
    kept = [(weight, match) for weight, match in weighed if weight > above and weight >= least]
    kept.sort(key=lambda each: (-each[0], each[1].part.is_section()))
    return [match for _, match in kept]


_TARGET = re.compile(r"\]\([^)]*\)")
"""Where a link or a picture leads, which readers don't see."""

_MOST_COUNTED = 10
"""More occurrences say that a part is long, not that it answers the question."""

_GUIDES = {*TRANSLATED, *(page for _, pages in CONTENTS[:-2] for page in pages)}
"""Pages for readers, which come before those with figures, rules and internals."""


def _begins(word: str, text: str) -> bool:
    """Whether a word of a text begins with a word."""
    return word in text and re.search(rf"(?<!\w){re.escape(word)}", text) is not None


def _score(part: _Part, wanted: list[str]) -> int:
    """How well a part with all words answers a search."""
    page, _, own = part.heading.rpartition(": ")
    in_glossary = part.place.page.startswith("glossary")
    names = re.split(r" \(|, |\)", own)  # a term of the glossary, and its other forms
    explained = 200 * (in_glossary and " ".join(wanted) in names)
    return (
        explained
        + sum(_count(word, part.body, own, page) for word in wanted)
        + (25 if part.place.page in _GUIDES else 1)
    )


def _count(word: str, body: str, own: str, page: str) -> int:
    """What one word contributes; "undo" itself counts more than "undone"."""
    whole = re.compile(rf"\b{re.escape(word)}(?:e?s)?\b")
    counted = min(_MOST_COUNTED, 3 * len(whole.findall(body)) + body.count(word))
    return counted + 50 * bool(whole.search(own)) + 20 * bool(whole.search(page))


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
    written = "\n".join(lines)
    return _Part(place, title, written, title.casefold(), _TARGET.sub("]", written.casefold()))


def _snippet(text: str, words: list[str]) -> str:
    """The text around the first of some words, without Markdown."""
    plain = " ".join(re.sub(r"!?\[([^\]]*)\]\([^)]*\)|[*`|#]", r"\1", text).split())
    places = [place for word in words if (place := plain.casefold().find(word)) >= 0]
    begin = max(0, min(places, default=0) - _AROUND)
    cut = plain[begin : begin + 2 * _AROUND].strip()
    return f"{'… ' if begin else ''}{cut}{' …' if begin + 2 * _AROUND < len(plain) else ''}"


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
