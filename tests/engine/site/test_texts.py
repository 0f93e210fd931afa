"""The texts of messages: the meaning of markup, and that other markup has no effect."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.site.places import Picture, SitePictures, SitePlaces
from tanglescope.engine.site.texts import marked_up
from tests.engine.site.parsed import parsed

FEED = "@" + "A" * 43 + "=.ed25519"
MESSAGE = "%" + "A" * 43 + "=.sha256"
BLOB = "&" + "A" * 43 + "=.sha256"


class OnePicture(SitePictures):
    """Has one picture, without a file."""

    def find(self, blob: str) -> Picture | None:
        return Picture("pictures/d.png", 40, 30) if blob == BLOB else None


PLACES = SitePlaces(
    {
        "feed page": {FEED: "feeds/a.html"},
        "channel page": {"#boats": "channels/b.html"},
        "home": {MESSAGE: "conversations/c.html"},
    },
    pictures=OnePicture(BlobFolders()),
)
VIEW = PLACES.seen_from("conversations/c.html")

ATTRIBUTES = {
    "a": {"href", "rel"},
    "p": {"dir", "class"},
    "img": {"src", "alt", "loading", "width", "height"},
    "em": {"class"},
    "ol": {"start"},
    "pre": {"dir", "tabindex"},
    **{name: {"dir"} for name in ("h3", "h4", "h5", "h6", "blockquote", "li")},
    **{name: set() for name in ("br", "code", "hr", "s", "strong", "ul")},
}
"""All that the text of a message may become."""

LINK = re.compile(r"(?i:https?)://.*|ssb:.*|#.*|\.\./(?:feeds/a|channels/b)\.html", re.DOTALL)

PIECES = [
    *("<", ">", '"', "'", "&", "=", "\n", "    ", "\t", "`", "```", "*", "_", "~~", "# ", "> "),
    *("- ", "1. ", "![", "[", "](", ")", "]: ", "<!--", "-->", "<script>", "</p>", "<a href="),
    *("javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://a.b/?c=", "//evil"),
    *("onerror=", "<https://x.y>", "<img src=x>", "vbscript:", "#boats", "&lt;", "\\", "\0"),
    *(FEED, MESSAGE, BLOB),
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
@example("[x](javascript:alert(1))")
@example('[x](http://a.b/"onclick="y)')
@example("![x](http://evil.example/pixel.png)")
@example("<a href='javascript:x'>y</a>")
@example("[x](%6aavascript:alert(1))")
def test_no_text_becomes_more_than_harmless_markup(text: str) -> None:
    for name, attributes in parsed(marked_up(text, VIEW)).elements:
        assert attributes.keys() <= ATTRIBUTES[name]
        if name == "a":
            assert LINK.fullmatch(attributes["href"] or "")
        if name == "img":
            assert attributes["src"] == "../pictures/d.png"


@given(st.text(st.characters(categories=["L", "N"], include_characters=" "), min_size=1))
def test_words_stay_as_they_are(text: str) -> None:
    assert parsed(marked_up(f"x{text}x", VIEW)).text.split() == f"x{text}x".split()


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("*a* **b** ~~c~~ `d`", "<em>a</em> <strong>b</strong> <s>c</s> <code>d</code>"),
        ("a\nb", "a<br/>\nb"),
        ("<b>a</b>", "&lt;b&gt;a&lt;/b&gt;"),
        (f"[x]({FEED})", '<a href="../feeds/a.html">x</a>'),
        (f"a {FEED}.", f'a <a href="../feeds/a.html">{FEED}</a>.'),
        (MESSAGE, f'<a href="#%25{"A" * 43}=.sha256">{MESSAGE}</a>'),
        (
            "@" + "B" * 42 + "A=.ed25519",
            f'<a href="ssb:feed/classic/{"B" * 42}A=">@{"B" * 42}A=.ed25519</a>',
        ),
        ("#boats #oars", '<a href="../channels/b.html">#boats</a> #oars'),
        (
            "see https://a.b/c_(d), or not",
            'see <a href="https://a.b/c_(d)" rel="nofollow noopener noreferrer">'
            "https://a.b/c_(d)</a>, or not",
        ),
        (
            "[x](HTTPS://a.example)",
            '<a href="HTTPS://a.example" rel="nofollow noopener noreferrer">x</a>',
        ),
        (
            "[**my-bank.example**](https://evil.example)",
            '<a href="https://evil.example" rel="nofollow noopener noreferrer">'
            '<strong>my-bank.example</strong></a> <span class="facts">(evil.example)</span>',
        ),
        (
            "https://my-bank.example@evil.example/a.html",
            '<a href="https://my-bank.example@evil.example/a.html"'
            ' rel="nofollow noopener noreferrer">https://my-bank.example@evil.example/a.html</a>'
            ' <span class="facts">(evil.example)</span>',
        ),
        (
            "[www.a.example/b.html](https://a.example/b.html)",
            '<a href="https://a.example/b.html" rel="nofollow noopener noreferrer">'
            "www.a.example/b.html</a>",
        ),
        ("[x](mailto:a@b.c)", "x"),
        ("[x](file:///etc/passwd)", "x"),
        (
            f"![mast]({BLOB})",
            '<img src="../pictures/d.png" alt="mast" loading="lazy" width="40" height="30"/>',
        ),
        ("![mast](https://a.b/c.png)", '<em class="missing">[picture: mast]</em>'),
    ],
)
def test_what_marks_mean(text: str, markup: str) -> None:
    assert marked_up(text, VIEW) == f'<p dir="auto">{markup}</p>'


def test_headings_are_below_those_of_the_page() -> None:
    found = parsed(marked_up("# a\n\n###### b", VIEW))
    assert [name for name, _ in found.elements] == ["h3", "h6"]


def test_a_text_of_marks_alone_is_shown_as_it_was_written() -> None:
    text = "*" * 2000
    found = parsed(marked_up(text, VIEW))
    assert (found.elements, found.text) == ([("p", {"class": "raw", "dir": "auto"})], text)


def test_what_is_nested_deeply_stays_flat() -> None:
    depth = deepest = 0
    for tag in re.findall(r"</?blockquote", marked_up("> " * 400 + "x", VIEW)):
        depth += -1 if tag.startswith("</") else 1
        deepest = max(depth, deepest)
    assert 0 < deepest <= 16


def test_names_of_emoji_are_shown_as_emoji_but_not_in_code() -> None:
    assert str(marked_up("**:smile:** `:smile:`", VIEW)) == (
        '<p dir="auto"><strong>😄</strong> <code>:smile:</code></p>'
    )
