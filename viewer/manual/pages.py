"""The pages of the manual: the Markdown files that ship, in the order of the documentation site."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import log

import resources
from engine.message.verdict import Rule, invalid, reason
from engine.wording import later

_GROUPS = (
    ("", "index tutorial"),
    (later("Read and write"), "reading searching people private publishing site trouble"),
    (later("Install and import"), "installing cluster datasette"),
    (later("Debug"), "diagrams debugging tangles corestore sets"),
    (later("Extend and script"), "linearizer kit library translating"),
    (
        later("Reference"),
        "commands formats glossary glossary.de conversations graph-files verdicts benchmarks",
    ),
    (
        later("Explanation"),
        "gallery architecture convergence settled proof/README open-questions autobase reliability",
    ),
)

CONTENTS = tuple((title, tuple(f"{name}.md" for name in names.split())) for title, names in _GROUPS)
"""Groups of pages under their titles: the documentation site without the API."""

PAGES = tuple(page for _, pages in CONTENTS for page in pages)

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


def painted(page: str, *, dark: bool) -> str:
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


def find(words: str) -> list[ManualHit]:
    """The parts of pages that contain all words, those with one in the heading first.

    If there are few, parts with the rarest of the words follow.
    """
    wanted = list(dict.fromkeys(words.casefold().split()))
    parts = [part for page in PAGES for part in _parts(page)]
    held = [[word for word in wanted if _holds(part, word)] for part in parts]
    counts = Counter(word for each in held for word in each)
    # A word that is everywhere, such as "the", weighs next to nothing.
    weights = [
        sum(
            (_IN_TITLE if _begins(word, part.title.casefold()) else 1)
            * log(len(parts) / counts[word])
            for word in each
        )
        for part, each in zip(parts, held, strict=True)
    ]
    whole = [number for number, each in enumerate(held) if wanted and len(each) == len(wanted)]
    whole.sort(key=lambda number: -_score(parts[number], wanted))
    least = _MOST_OF * max((weights[n] for n in range(len(parts)) if n not in whole), default=0.0)
    others = [n for n, weight in enumerate(weights) if weight > 0 and weight >= least]
    others = sorted({*others} - {*whole}, key=lambda number: -weights[number])
    return [
        ManualHit(
            parts[number].place,
            parts[number].title,
            _snippet(parts[number].text, sorted(held[number], key=lambda word: counts[word])),
            len(held[number]) == len(wanted),
        )
        for number in (whole if len(whole) >= _FEW else whole + others)
    ]


_IN_TITLE = 2
"""How much more a word in the title of a part counts."""

_FEW = 3
"""With fewer places that have all words, places with some of them are found, too."""

_MOST_OF = 0.5
"""The share of the best weight with which a part is found although it lacks a word."""

_TARGET = re.compile(r"\]\([^)]*\)")
"""Where a link or a picture leads, which readers don't see."""

_MOST_COUNTED = 10
"""More occurrences say that a part is long, not that it answers the question."""

_GUIDES = frozenset(page for _, pages in CONTENTS[:-2] for page in pages)
"""Pages for readers, which come before those with figures, rules and internals."""


def _body(part: _Part) -> str:
    return _TARGET.sub("]", part.text.casefold())


def _holds(part: _Part, word: str) -> bool:
    """Whether words of a part or of its title begin with a word."""
    return _begins(word, _body(part)) or _begins(word, part.title.casefold())


def _begins(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


def _score(part: _Part, wanted: list[str]) -> int:
    """How well a part with all words answers a search."""
    page, _, own = part.title.casefold().rpartition(": ")
    body = _body(part)
    in_glossary = part.place.page.startswith("glossary")
    names = re.split(r" \(|, |\)", own)  # a term of the glossary, and its other forms
    explained = 200 * (in_glossary and " ".join(wanted) in names)
    return (
        explained
        + sum(_count(word, body, own, page) for word in wanted)
        + (25 if part.place.page in _GUIDES else 1)
    )


def _count(word: str, body: str, own: str, page: str) -> int:
    """What one word contributes; "undo" itself counts more than "undone"."""
    whole = re.compile(rf"\b{re.escape(word)}(?:e?s)?\b")
    counted = min(_MOST_COUNTED, 3 * len(whole.findall(body)) + body.count(word))
    return counted + 50 * bool(whole.search(own)) + 20 * bool(whole.search(page))


_LARGE = ("numpy", "engine.archive.corestore.encryption")
"""The slowest imports of the commands, one for each step."""


def prepare() -> Iterator[None]:
    """Read all pages before the first search, a little in each step."""
    from viewer.__main__ import cli

    for module in _LARGE:
        import_module(module)
        yield
    for name in cli.commands:  # each of which is imported on demand
        cli.commands[name]
        yield
    for page in PAGES:
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
                yield _Part(place, heading, "\n".join(lines))
            place, lines = ManualPlace(page, anchor(found[2])), []
            heading = found[2] if found[1] == "#" else f"{title(page)}: {found[2]}"
        else:
            lines.append(line)
    yield _Part(place, heading, "\n".join(lines))


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
    import click

    from viewer.__main__ import cli  # imported here, because it opens windows that have a manual

    def help_of(name: str, command: click.Command) -> str:
        context = click.Context(command, info_name=f"tanglescope {name}", terminal_width=_COLUMNS)
        return f"## {name}\n\n```text\n{command.get_help(context)}\n```"

    return "\n\n".join(help_of(name, command) for name, command in sorted(cli.commands.items()))


def rules() -> str:
    """Every rule with its explanation."""
    lines = [f"| `{rule}` | {reason(invalid(rule))} |" for rule in Rule]
    return "\n".join(["| rule | in words |", "|---|---|", *lines])
