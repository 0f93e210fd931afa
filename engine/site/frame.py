"""The common parts of every page: the head with its security policy, navigation, footer."""

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tanglescope.engine.drawing.tints import palette
from tanglescope.engine.language.wording import current_language, tr
from tanglescope.engine.site.lanes import MOST, PITCH
from tanglescope.engine.site.markup import Html, element, join_html
from tanglescope.engine.tangle.references import names_feed

STYLE = "site.css"
SCRIPT = "search.js"
_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self'; style-src 'self'"
)
_POLICY_OF_ONE = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src"


def page(
    title: str,
    main: Html,
    *,
    style: str,
    around: Html | None = None,
    script: str | None = None,
    about: Html | None = None,
) -> str:
    """A page of a folder; `style` and `script` are links to files there, `about` is at its end."""
    policy = f"{_POLICY}; script-src 'self'" if script else _POLICY
    head = [element("link", rel="stylesheet", href=style)]
    if script is not None:
        head.append(element("script", src=script, defer=True))
    return _page(title, main, policy, head, around, about)


def lone_page(title: str, main: Html, about: Html | None = None) -> str:
    """A self-contained page: its style is inline, and the policy allows it by its hash."""
    digest = b64encode(sha256(style_sheet().encode()).digest()).decode()
    # The style isn't escaped: it is the program's own and contains no `<`.
    style = element("style", Html(style_sheet()))
    return _page(title, main, f"{_POLICY_OF_ONE} 'sha256-{digest}'", [style], None, about)


def how_to_be_left_out(people: Iterable[str]) -> Html | None:
    """How people are left out of such pages; None if no author has a feed to say it in."""
    if not any(map(names_feed, people)):
        return None
    said = tr(
        "If you don't want to be shown here, publish an “about” message about yourself with"
        " “publicWebHosting”: false, and ask the author of these pages to write them again."
    )
    return element("p", said)


def _page(
    title: str, main: Html, policy: str, head: list[Html], around: Html | None, about: Html | None
) -> str:
    skip = element("a", tr("Skip to the text"), href="#main", class_="skip")
    body = element(
        "body",
        skip if around is not None else None,
        around,
        element("main", main, id="main"),
        element("footer", element("p", tr("Written by Tanglescope. Times are in UTC.")), about),
    )
    whole = element(
        "html",
        element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", http_equiv="Content-Security-Policy", content=policy),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="referrer", content="no-referrer"),
            element("meta", name="color-scheme", content="light dark"),
            element("title", title),
            *head,
        ),
        "\n",
        body,
        lang=current_language(),
    )
    return join_html([Html("<!doctype html>\n"), whole, Html("\n")])


@cache
def script() -> str:
    """The script of the search."""
    return (files("tanglescope.resources") / "site" / SCRIPT).read_text("utf-8")


@cache
def style_sheet() -> str:
    """The style of all pages, with the colours that authors have in the window."""
    rules = (files("tanglescope.resources") / "site" / STYLE).read_text("utf-8")
    light, dark = _colors("light"), _colors("dark")
    tints = "".join(
        f".t{number}{{--tint:var(--t{number})}}\n"
        for number in range(len(palette("light").authors))
    )
    widths = "".join(f".g{lanes}{{--gutter:{lanes * PITCH}px}}\n" for lanes in range(1, MOST + 1))
    screen = f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{{light}}}\n{screen}\n{tints}{widths}{rules}"


def _colors(theme: str) -> str:
    look = palette(theme)
    named = [f"--{name.replace('_', '-')}:{color}" for name, color in look.colors.items()]
    return ";".join([*named, *(f"--t{n}:{color}" for n, color in enumerate(look.authors))])
