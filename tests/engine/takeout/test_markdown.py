"""Texts as Markdown: what stays, and that nothing leaves its message, runs or loads anything."""

import json
import re
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.site.markup import Html
from tanglescope.engine.site.texts import marked_up
from tanglescope.engine.takeout.contents import MessageLinks, TakenFiles, TakenMessage
from tanglescope.engine.takeout.markdown import front_matter, markdown_of
from tests.engine.site.parsed import parsed
from tests.engine.site.test_texts import MESSAGE, PIECES

NOBODY = TakenMessage("%", "", None, (), None, None, "", (), (), ())


def links() -> MessageLinks:
    """Links to one message that is taken out; no files."""
    files = TakenFiles(BlobFolders(), lambda _path, _data: None, only_pictures=False)
    return MessageLinks(NOBODY, files, {MESSAGE: "other.md#^m-1"}.get)


def again(text: str) -> str:
    return markdown_of(text, links())


def html(text: str) -> Html:
    return marked_up(text, links())


def shown(text: str) -> str:
    """The visible characters of a text."""
    return "".join(parsed(html(text)).text.split())


EDITORS = [
    *("![[note]]", "[[note]]", "$x$", "$$", "%%", "==", "^m-1", " ^m-1", "<%", "%>", "{{", "```js"),
    *("> [!note]", "- [ ] ", "#tag", "---", "***", "===", "\\\n", "  \n", "&#10;", "&#32;", "&lt;"),
    *("|a|b|", "|-|-|", "~", "^[note]", "[^1]", "1) ", "+ ", "a", "é", "\n\n", "~~~", "dataviewjs"),
]

UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*(!\[\[|\[\[|\[!|\[\^|\[ \]|\$|<(?!https?://)|%%|==|\^|\|)")
"""What editors read besides CommonMark."""


@given(
    st.one_of(st.text(), st.lists(st.sampled_from([*PIECES, *EDITORS]), max_size=30).map("".join))
)
@example("a&#10;&#10;# b")
@example("# a\n\n<script>b</script>")
@example("a\n===")
@example("> - 1. a\n\n      b")
@example("![x](http://evil.example/pixel.png)")
@example("*&#32;a*")
@example("``^")
def test_no_text_becomes_more_than_harmless_markup(text: str) -> None:
    made = again(text)
    plain = MarkdownIt("commonmark").enable("strikethrough").enable("table").parse(made)
    inline = [each for token in plain for each in token.children or ()]
    kinds = {token.type for token in (*plain, *inline)}
    assert not kinds & {"html_block", "html_inline", "image", "table_open"}
    assert not {"h1", "h2"} & {token.tag for token in plain}
    for token in inline:
        if token.type == "link_open":
            assert re.match(r"https?:|ssb:|other\.md#", str(token.attrGet("href")), re.IGNORECASE)
        if token.type == "text":
            assert "\n" not in token.content
    for fence in (token for token in plain if token.type == "fence"):
        assert fence.info == ""
    code = r"(?<!\\)((?:\\\\)*)(`+)(?!`).*?(?<!`)\2(?!`)"
    outside = re.sub(code, r"\1", made, flags=re.DOTALL)
    outside = re.sub(r"\]\([^)]*\)", "]", outside)
    assert not UNESCAPED.search(outside)


@given(st.text(st.sampled_from("ab \n.,:;!?#-+=_()[]<>&$%^|~'\"1é"), max_size=60))
def test_no_word_is_lost_or_added(text: str) -> None:
    assert shown(again(text)) == shown(text)


@pytest.mark.parametrize(
    "text",
    [
        "plain, with a_name and 2 * 3",
        "*a* **b** ~~c~~ `d` ***e***",
        "a\nb\n\nc",
        "- a\n- b\n  - c\n  - d\n\n    e\n- f",
        "3. a\n4. b\n\n   ```\n   c\n\n   d\n   ```",
        "> a\n>\n> > b\n>\n> - c",
        "```python\nprint('```')\n```",
        "    code\n\n    more",
        "`` a`b ``",
        "a\n\n---\n\nb",
        "[a *b*](https://c.example/d_e?f=1&g=2)",
        "https://a.example/b_c_d and <https://e.example>",
        "1\\. no list\n\\- none\n\\# none",
        "a <b>c</b> &amp;lt; d",
    ],
)
def test_markup_means_the_same_afterwards(text: str) -> None:
    assert html(again(text)) == html(text)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Hello, *world*!", "Hello, *world*!"),
        ("# Title", "### Title"),
        ("#boats on #sea", "#boats on #sea"),
        ("![[secret note]]", r"!\[\[secret note\]\]"),
        ("<script>x</script>", r"\<script\>x\</script\>"),
        ("```dataviewjs\nx\n```", "```\nx\n```"),
        ("![a](http://b.example/c.png)", r"*\[picture: a\]*"),
        (MESSAGE, f"[{MESSAGE}](other.md#^m-1)"),
        ("50%, 1 = 1, a_b, a & b", r"50%, 1 = 1, a\_b, a & b"),
        ("> [!danger] x", r"> \[!danger\] x"),
    ],
)
def test_what_marks_become(text: str, made: str) -> None:
    assert again(text) == made


@given(st.text())
@example('"\n---\nauthor: "eve')
@example("\u2028\u0085\ufeff\x7f")
def test_no_name_leaves_its_field(name: str) -> None:
    made = front_matter(
        title=f"x{name}", author=[name, "ann"], date=datetime(2020, 1, 2, tzinfo=UTC)
    )
    begin, title, author, date, end = made.split("\n")
    assert (begin, date, end) == ("---", "date: 2020-01-02T00:00:00", "---")
    assert json.loads(title.removeprefix("title: ")) == f"x{name}"
    assert json.loads(author.removeprefix("author: ")) == [name, "ann"]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]", made)
