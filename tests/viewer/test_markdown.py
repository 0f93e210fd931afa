import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFont, QFontDatabase, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QApplication

from tanglescope import resources
from tanglescope.engine.tangle.titles import plain
from tanglescope.engine.words import text_of
from tanglescope.viewer.markdown import MessageDocument, qt_span
from tanglescope.viewer.theme import load


def document(text: str) -> MessageDocument:
    made = MessageDocument(text, QFont("DejaVu Sans", 10), load("light"))
    made.setTextWidth(400)
    return made


def test_no_resource_is_loaded(application: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    load_resource = MessageDocument.loadResource

    def spy(self: MessageDocument, kind: int, name: QUrl) -> object:
        asked.append(name.toString())
        return load_resource(self, kind, name)

    monkeypatch.setattr(MessageDocument, "loadResource", spy)
    made = document("![a](file:///etc/passwd) ![b](http://a.b/c.png) <img src='x.png'>")
    made.size()
    assert made.toPlainText() == "[picture: a] [picture: b] <img src='x.png'>"
    kind = QTextDocument.ResourceType.ImageResource.value
    assert made.loadResource(kind, QUrl("file:///etc/passwd")) is None
    assert made.resource(kind, QUrl("file:///etc/passwd")) is None


def test_tags_are_shown_as_they_were_written(application: QApplication) -> None:
    text = "<b>bold</b> <script>alert(1)</script> <a href='x'>y</a>"
    assert document(text).toPlainText() == text


def test_names_of_emoji_are_shown_as_emoji_but_not_in_code(application: QApplication) -> None:
    link = "[a:tada:](http://b/:smile:/)"
    made = document(f"😀 **:smile:** :heart::+1: `:smile:` :no_emoji: {link}\n\n    :smile:")
    assert made.toPlainText() == "😀 😄 ❤️👍 :smile: :no_emoji: a:tada:\n:smile:"
    assert made.links() == ["http://b/:smile:/"]
    assert document(":smile: " * 1000).toPlainText().count("😄") == 1000


@pytest.mark.parametrize(
    "text",
    [
        ">" * 8000,
        "- " * 4000,
        "1. " * 2700,
        "[" * 8000,
        "![](" * 2000,
        "*a " * 2700,
        "`" * 8000,
        "|a" * 200 + "|\n" + "|-" * 200 + "|\n" + "x\n" * 3500,
        "".join(" " * depth + "- a\n" for depth in range(120)),
        "W" * 8192,
        "a" + "\u0301" * 8000,
        "#" * 8000,
        "\\" * 8000,
        "&amp;" * 1600,
        "\t" * 8000,
        "<" * 8000,
        "]]" * 4000,
        "~~a" * 2700,
        "http://" * 1100,
        "\r" * 8000,
    ],
    ids=lambda text: text[:6],
)
def test_hostile_texts_stay_within_their_limits(application: QApplication, text: str) -> None:
    made = document(text)
    assert made.size().width() <= 800
    assert made.blockCount() <= 8200


def test_links_and_code_and_quotes_are_distinguished(application: QApplication) -> None:
    made = document("[a](http://b.c)\n\n> quoted\n\n```\ncode\n```")
    assert len(made.quotes()) == 1
    assert made.documentLayout().anchorAt(
        made.documentLayout().blockBoundingRect(made.begin()).center()
    ) in ("", "http://b.c")
    assert "http://b.c" in made.toHtml()


def pieces(made: MessageDocument) -> list[tuple[str, QTextCharFormat]]:
    """Return the pieces of text that look alike, and how they look."""
    found = []
    block = made.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            found.append((fragment.text(), fragment.charFormat()))
            iterator += 1
        block = block.next()
    return found


def links(made: MessageDocument) -> list[tuple[str, str]]:
    """Return the linked texts and their targets."""
    return [(said, kind.anchorHref()) for said, kind in pieces(made) if kind.isAnchor()]


def test_a_long_line_of_code_is_wrapped(application: QApplication) -> None:
    made = document("```\nshort\n" + "code" * 100 + "\n```")
    made.size()  # lays it out
    assert made.firstBlock().layout().lineCount() == 1
    assert made.lastBlock().layout().lineCount() > 4


@pytest.mark.parametrize("text", ["a `b`", "```\nb\n```", "so:\n\n    b"])
def test_all_code_is_in_the_system_font_of_code(
    application: QApplication, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFontDatabase, "systemFont", lambda _kind: QFont("A Mono"))
    [font] = [kind for said, kind in pieces(document(text)) if said == "b"]
    assert font.fontFamilies() == ["A Mono"]
    assert font.fontStyleHint() == QFont.StyleHint.Monospace, "where there is no such font"


FEED = "@" + "a" * 43 + "=.ed25519"


@pytest.mark.parametrize(
    ("text", "leads_to"),
    [
        ("go #boats, go", ["#boats"]),
        ("#new-people and \U0001f6a3 #åland.", ["#new-people", "#åland"]),
        (f"ask {FEED}!", [FEED]),
        (f"[@ann]({FEED}) said", [FEED]),
        ("a#b &#38; `#code` https://a.b/#part 100 # 3", ["https://a.b/#part"]),
        ("# A heading", []),
        ("```\n#include <a>\n```", []),
        ("so:\n\n    #include <a>", []),
    ],
)
def test_bare_names_become_links(application: QApplication, text: str, leads_to: list[str]) -> None:
    assert [address for _, address in links(document(text))] == leads_to


@pytest.mark.parametrize(
    ("text", "leads_to"),
    [
        ("https://example.org/Tangle_(knot).", ["https://example.org/Tangle_(knot)"]),
        (
            "(see https://example.org/a(b)/c?d=e&f=%20#g)",
            ["https://example.org/a(b)/c?d=e&f=%20#g"],
        ),
        ("http://example.org/~ann/x*y", ["http://example.org/~ann/x*y"]),
        ("It was after http://dtn.is/.", ["http://dtn.is/"]),
        ("http://a.org/b! http://a.org/c, d", ["http://a.org/b", "http://a.org/c"]),
        ("https://example.org/, then #boats", ["https://example.org/", "#boats"]),
        ("`https://example.org/a(b)`", []),
        ("&AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=.sha256", []),
    ],
)
def test_bare_web_addresses_become_links(
    application: QApplication, text: str, leads_to: list[str]
) -> None:
    assert MessageDocument(text, QFont(), load("light")).links() == leads_to


def test_channels_are_links_in_ssb_alone(application: QApplication) -> None:
    text = "typo (#15), see https://example.org and %" + "A" * 43 + "=.sha256"
    assert len(MessageDocument(text, QFont(), load("light")).links()) == 3
    elsewhere = MessageDocument(text, QFont(), load("light"), is_ssb=False)
    assert elsewhere.links() == ["https://example.org"]


def test_only_the_letters_of_a_name_are_linked(application: QApplication) -> None:
    assert links(document("\U0001f6a3 row *now* #boats!")) == [("#boats", "#boats")]


def test_the_reported_width_of_a_text_includes_its_tabs(application: QApplication) -> None:
    made = document("```\na\tb\tc\n```")
    made.size()
    block = made.begin()
    layout = block.layout()
    assert layout.lineAt(0).naturalTextWidth() <= made.idealWidth()
    assert made.toPlainText() == "a   b   c"


@pytest.mark.parametrize("bomb", ["- a\n", "`a` ", "> - 1. # a\n", "**a*", "#a ", "a\u2029"])
def test_a_text_that_is_mostly_markup_is_shown_as_plain_text(
    application: QApplication, bomb: str
) -> None:
    text = bomb * (8000 // len(bomb))
    made = document(text)
    assert made.toPlainText() == text.replace("\u2029", "\n")
    assert not made.quotes()
    assert not made.codes()


def test_a_long_ordinary_text_keeps_its_markup(application: QApplication) -> None:
    paragraph = "Some *words* about `code`, see http://example.org and #channel.\n\n"
    made = document(paragraph * 100)
    assert "*" not in made.toPlainText()


def test_nested_quotes_leave_space_for_their_text(application: QApplication) -> None:
    made = document("> " * 60 + "deep")
    (quote,) = made.quotes()
    assert quote.text() == "deep"
    assert quote.blockFormat().leftMargin() < 120


@pytest.mark.usefixtures("application")
def test_lines_and_messages_of_the_sample_have_the_same_words() -> None:
    with resources.sample_archive() as archive:
        lines = archive.read_text(encoding="utf-8").split("\n")
    contents = [json.loads(line)["value"]["content"] for line in lines if line]
    texts = [text for each in contents if isinstance(each, dict) and (text := text_of(each))]
    assert len(texts) > 60
    for text in texts:
        shown = MessageDocument(text, QFont(), load("light")).toPlainText()
        # The numbers of a list are not among its words, and pictures are called so.
        shown = re.sub(r"\[picture: ([^]]*)\]", r"\1", shown)
        said = re.sub(r"(?m)^\d+\. ", "", plain(text))
        assert said.split() == shown.split()


@given(st.text(), st.text(), st.text())
def test_a_span_has_the_position_that_qt_uses(before: str, within: str, after: str) -> None:
    text = before + within + after
    start, length = qt_span(text, len(before), len(before + within))
    units = text.encode("utf-16-le")
    assert units[2 * start : 2 * (start + length)].decode("utf-16-le") == within


def test_a_character_outside_the_basic_plane_counts_twice_in_qt() -> None:
    assert qt_span("🐚 whale 🐚", 2, 7) == (3, 5)
    assert qt_span("\ud83d whale", 0, 2) == (0, 2), "a half of one is no mistake here"


@pytest.mark.usefixtures("application")
def test_links_to_pages_are_underlined_and_names_are_not() -> None:
    text = "([discogs](https://a.b)[sc](https://c.d)) https://e.f [Ann](@ann) @ben #oak"
    made = document(text)
    block = made.begin()
    underlined = {
        each.format.anchorHref(): each.format.fontUnderline()
        for each in block.textFormats()
        if each.format.isAnchor()
    }
    pages = {"https://a.b", "https://c.d", "https://e.f"}
    assert {href for href, is_so in underlined.items() if is_so} == pages
    assert "@ann" in underlined


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize("text", ["日本語", "😀", "𝔸 ½", "long " * 60 + "日本語 😀"])
def test_emoji_and_other_fonts_move_no_line(text: str) -> None:
    """Lines were as high as the tallest font in them, so that the text jumped."""
    plain = "long " * 60 + "abcdefgh" if text.startswith("long") else "abc"
    heights = [
        document(f"one  \n{middle}\n\n- three\n\nfour {middle}").size().height()
        for middle in (text, plain)
    ]
    assert heights[0] == heights[1]
