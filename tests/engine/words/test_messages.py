from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine import words
from tests.engine.german import in_german, untranslated

NAMES = {"@ann": "Ann", "@bob": "Bob"}

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
KINDS = ["post", "vote", "about", "contact", "channel", "pub", "gathering"]
KINDS += ["blog", "tag", "git-repo", "unheard-of"]
FIELDS = [
    "text",
    "vote",
    "about",
    "name",
    "contact",
    "following",
    "blocking",
    "channel",
    "title",
    "address",
    "image",
    "description",
    "attendee",
    "location",
    "startDateTime",
    "message",
    "tagged",
    "contentWarning",
]
CONTENTS = st.dictionaries(st.sampled_from(FIELDS), VALUES).flatmap(
    lambda fields: st.sampled_from(KINDS).map(lambda kind: {"type": kind, **fields})
)


def name_of(feed: str) -> str:
    return NAMES.get(feed, feed)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"type": "vote", "vote": {"link": "%abcdefghijk", "value": 1}}, "likes %abcdefghijk"),
        ({"type": "vote", "vote": {"link": "%a", "value": 0}}, "no longer likes %a"),
        ({"type": "vote", "vote": {"link": "%a", "value": -1}}, "flags %a"),
        ({"type": "contact", "contact": "@bob", "following": True}, "follows Bob"),
        ({"type": "contact", "contact": "@bob", "following": False}, "no longer follows Bob"),
        ({"type": "contact", "contact": "@bob", "blocking": True}, "blocks Bob"),
        ({"type": "about", "about": "@ann", "name": "Anna"}, "sets the name of Ann to “Anna”"),
        ({"type": "about", "about": "@ann", "image": {"link": "&x"}}, "gives Ann a picture"),
        ({"type": "channel", "channel": "bikes", "subscribed": False}, "unsubscribes from #bikes"),
        ({"type": "pub", "address": {"host": "a.org"}}, "announces the pub a.org"),
        ({"type": "gathering", "title": {"set": "Picnic"}}, "calls a gathering “Picnic”"),
        ({"type": "about", "about": "%a", "attendee": {"link": "@ann"}}, "will come to %a"),
        (
            {"type": "about", "about": "%a", "attendee": {"link": "@ann", "remove": True}},
            "won't come to %a",
        ),
        ({"type": "about", "about": "%a", "startDateTime": {"epoch": 1}}, "sets the time of %a"),
        (
            {"type": "about", "about": "%a", "location": "the pier"},
            "sets the place of %a to the pier",
        ),
        ({"type": "blog", "title": "Tides", "summary": "Why."}, "writes “Tides”: Why."),
        ({"type": "tag", "message": "%a", "tagged": True}, "tags %a"),
        ({"type": "git-repo", "name": "tide"}, "creates the Git repository tide"),
        (
            {"type": "git-update", "n": 3, "tags": ["a", "b"]},
            "published “git-update” (n: 3, tags: a list of 2)",
        ),
        ({"type": "vote", "vote": "yes"}, "published “vote” (vote: yes)"),
        ({"type": "group/init", "secret": "s"}, "begins an epoch of a private group"),
        (
            {"type": "group/add-member", "recps": ["group", "@ann", "@bob"], "secret": "s"},
            "adds Ann, Bob to a private group",
        ),
        ({"type": "group/exclude", "excludes": ["@ann"]}, "excludes Ann from a private group"),
        ({}, "published something"),
    ],
)
def test_messages_without_text_are_reported_as_sentences(
    content: dict[str, Any], sentence: str
) -> None:
    assert words.sentence(content, name_of) == sentence


@pytest.mark.parametrize(
    ("fields", "of_self", "of_another"),
    [
        (
            {"name": "Ann", "image": "&a"},
            "sets their name to “Ann”",
            "sets the name of Ann to “Ann”",
        ),
        ({"image": "&a", "description": "Boats."}, "sets their picture", "gives Ann a picture"),
        ({"description": "Boats."}, "describes themselves: Boats.", "describes Ann: Boats."),
        ({"location": "Here"}, "sets the place of Ann to Here", "sets the place of Ann to Here"),
    ],
)
def test_who_writes_about_themselves_is_not_named_twice(
    fields: dict[str, str], of_self: str, of_another: str
) -> None:
    content = {"type": "about", "about": "@ann", **fields}
    for author, sentence in (("@ann", of_self), ("@bob", of_another), ("", of_another)):
        assert words.sentence(content, name_of, author=author) == sentence
        assert words.one_line(content, name_of, author=author) == sentence
        assert words.details(content, name_of, None, None, author).summary == sentence


@pytest.mark.parametrize(("text", "line"), [("***", "***"), ("> ", ">"), ("\x07", "“post”")])
def test_markup_without_text_is_shown_as_it_is(text: str, line: str) -> None:
    assert line in words.one_line({"type": "post", "text": text}, name_of)


@given(content=CONTENTS)
def test_any_content_becomes_one_short_line(content: dict[str, Any]) -> None:
    line = words.one_line(content, name_of)
    assert line
    assert len(line) < 1500
    assert "\n" not in line
    line.encode()


def test_control_characters_and_lone_surrogates_are_removed() -> None:
    assert words.clean("a\x00b\ud83dd\x1b[0m\te") == "abd[0m\te"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("gnp\u202eexe.gnp", "gnp[right-to-left override]exe.gnp"),
        ("a\u200b\u200b\u200bb", "a[zero width space, 3 times]b"),
        ("\U000e0061", "[tag latin small letter a]"),
        ("🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", None),
        ("👨\u200d👩 می\u200cخواهم \u05d0\u200f!", None),
    ],
)
def test_invisible_and_bidi_characters_are_named(text: str, seen: str | None) -> None:
    assert words.clean(text) == (seen or text)


def test_many_invisible_characters_make_no_long_text() -> None:
    seen = words.clean("\u202e\u200b" * 3000)
    assert seen.count("[") == 12
    assert seen.count("\ufffd") == 5988
    assert len(words.clean_name("\u202e\u200b" * 3000)) <= 48


PIECES = st.sampled_from(["a", " ", "\n", "\r\n", "\x85", "\x00", "\ufeff", "\u202e", "\ud800"])
ENTITIES = st.sampled_from(["&", "&amp;", "&nbsp;", "&#8203;", "&#0;", "&lt"])


@given(st.lists(PIECES | ENTITIES, max_size=6).map("".join), st.sampled_from([0, 8190, 8192]))
def test_a_message_is_a_text_if_its_text_shows_anything(text: str, blanks: int) -> None:
    content = {"text": " " * blanks + text}
    assert words.is_text(content) == (words.text_of(content) is not None)
    assert not words.is_text({"text": None})


def test_long_texts_are_cut_with_an_ellipsis() -> None:
    assert words.clean("x" * 9000) == "x" * 8191 + "…"
    assert words.clean_name("a\n b" * 40).endswith("…")


def test_a_line_omits_markdown() -> None:
    text = "# Hello *you*\n> [see](http://a.b) `code` ![pic](&blob)"
    assert words.one_line({"type": "post", "text": text}, name_of) == "Hello you see code pic"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<b>salt &amp; pepper</b>", "<b>salt & pepper</b>"),
        ("`TZ_OFFSET` and `&amp;`", "TZ_OFFSET and &amp;"),
    ],
)
def test_a_line_has_the_words_of_the_message(text: str, line: str) -> None:
    assert words.one_line({"type": "post", "text": text}, name_of) == line


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("gnp&#x202e;exe.gnp", "gnp[right-to-left override]exe.gnp"),
        ("a&ZeroWidthSpace;b&#0;", "a[zero width space]b\ufffd"),
        ("&amp; &#38;", "&amp; &#38;"),
    ],
)
def test_invisible_characters_in_entities_are_named(text: str, seen: str) -> None:
    assert words.text_of({"type": "post", "text": text}) == seen


def test_an_encrypted_message_only_says_that_it_is_encrypted() -> None:
    assert words.one_line("abc.box", name_of) == "Encrypted message"


def test_valid_messages_have_no_badge() -> None:
    assert words.verdict("valid") is None
    assert words.verdict("forked")[0] == "forked"


def test_invisible_characters_are_escaped() -> None:
    assert words.visible("a\u202eb\ud800\n\tc") == "a\\u202eb\\ud800\n\tc"


def test_a_warning_is_reported_instead_of_the_text() -> None:
    content = {"type": "post", "text": "the end of the film", "contentWarning": " a  spoiler "}
    assert words.warning_of(content) == "a spoiler"
    assert words.one_line(content, name_of) == "Content warning: a spoiler"
    assert words.one_line(content, name_of, unfolded=True) == "the end of the film"


@pytest.mark.parametrize("warning", ["", "  ", None, True, ["x"]])
def test_malformed_content_warnings_hide_nothing(warning: Any) -> None:
    content = {"type": "post", "text": "the text", "contentWarning": warning}
    assert words.one_line(content, name_of) == "the text"


def test_sizes_and_durations_have_suitable_units() -> None:
    sentence = [words.size(size) for size in (0, 999, 12_345, 682_000_000, 70_123_000_000)]
    assert sentence == ["0 bytes", "999 bytes", "12 kB", "682 MB", "70.1 GB"]
    assert [words.duration(each) for each in (0.2, 1, 59, 150)] == [
        "1 second",
        "1 second",
        "59 seconds",
        "2 minutes",
    ]


@pytest.mark.parametrize(
    ("length", "longest", "text"),
    [(10, 10, "a" * 10), (11, 10, "a" * 9 + "…"), (8192, 8192, "a" * 8192)],
)
def test_a_text_is_cut_to_its_limit(length: int, longest: int, text: str) -> None:
    assert words.clean("a" * length, longest) == text


@pytest.mark.parametrize(
    ("function", "limit"),
    [
        (words.clean, 8192),
        (words.clean_name, 48),
        (lambda text: words.one_line({"type": "post", "text": text}, name_of), 200),
        (lambda text: words.warning_of({"text": "a", "contentWarning": text}) or "", 160),
    ],
)
def test_each_kind_of_text_has_its_own_limit(function: Callable[[str], str], limit: int) -> None:
    assert function("a" * limit) == "a" * limit
    assert function("a" * (limit + 1)) == "a" * (limit - 1) + "…"


def test_a_line_is_made_of_the_beginning_of_a_text() -> None:
    assert words.one_line({"type": "post", "text": " " * 1999 + "ab"}, name_of) == "a"


@pytest.mark.parametrize(
    ("character", "seen"),
    [
        ("\u0007", "\\u0007"),
        ("\u200b", "\\u200b"),
        ("\uffff", "\\uffff"),
        ("\U000e0001", "\\U000e0001"),
        ("\U000e0020", "\\U000e0020"),
    ],
)
def test_an_escape_has_as_many_digits_as_the_character_needs(character: str, seen: str) -> None:
    assert words.visible(character) == seen


def test_bytes_are_shown_as_text_if_they_are_text() -> None:
    assert words.escaped_bytes("ä\u200b".encode()) == "ä\\u200b"
    assert words.escaped_bytes(b"a\xffb") == "a\\xffb"


def test_a_dozen_invisible_characters_are_named_and_the_others_marked() -> None:
    tricks = "\u202a\u202b" * 7
    seen = words.clean(tricks)
    assert seen.count("[") == 12
    assert seen.endswith("\ufffd\ufffd")


@pytest.mark.parametrize("name", ["forked", "unverified"])
def test_a_verdict_has_a_badge_and_a_sentence(name: str) -> None:
    found = words.verdict(name)
    assert found is not None
    assert found[0] == name
    assert found[1].endswith(".")
    assert not untranslated(lambda: words.verdict(name) or ())


@pytest.mark.parametrize("name", ["valid", "gap"])
def test_what_is_valid_by_itself_has_no_badge(name: str) -> None:
    assert words.verdict(name) is None


def test_each_verdict_has_a_sentence_of_its_own() -> None:
    sentences = {(words.verdict(name) or ("", ""))[1] for name in ("forked", "unverified")}
    assert len(sentences) == 2


@pytest.mark.parametrize(
    ("parts", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_lists_are_joined_with_commas_and_and(parts: list[str], text: str) -> None:
    assert words.join_parts(parts) == text
    assert (in_german(lambda: [words.join_parts(parts)]) == [text]) == (len(parts) < 2)


@pytest.mark.parametrize(("text", "begun"), [("", ""), ("a b", "A b"), ("éa", "Éa")])
def test_a_sentence_begins_with_a_capital(text: str, begun: str) -> None:
    assert words.capitalize(text) == begun


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\n b", "a b"),
        ("a" * 400, "a" * 320),
        (None, "nothing"),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        (1.5, "1.5"),
        ([1], "a list of 1"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "…"),
    ],
)
def test_a_field_is_reported_on_one_line(value: object, text: str) -> None:
    assert words.scalar(value) == text


def test_fields_of_every_message_are_not_listed() -> None:
    shared = dict.fromkeys(("type", "root", "branch", "tangles", "mentions", "recps"), "x")
    assert words.own_fields({**shared, " a\nb": 1, "empty": ""}) == [("a b", 1)]


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "published “x”"),
        (1, "published “x” (f0: 0)"),
        (6, "published “x” (f0: 0, f1: 1, f2: 2, f3: 3, f4: 4, f5: 5)"),
        (7, "published “x” (f0: 0, f1: 1, f2: 2, f3: 3, f4: 4, f5: 5, …)"),
    ],
)
def test_long_lists_of_fields_are_cut(count: int, text: str) -> None:
    fields = {f"f{number}": number for number in range(count)}
    assert words.sentence({"type": "x", **fields}, name_of) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1000, "1 kB"),
        (1, "1 bytes"),
        (999_499, "999 kB"),
        (1_000_000, "1 MB"),
        (999_000_000, "999 MB"),
        (1_000_000_000, "1.0 GB"),
        (1_234_500_000_000, "1,234.5 GB"),
    ],
)
def test_a_size_is_in_the_largest_unit_that_it_reaches(number: float, text: str) -> None:
    assert words.size(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(60, "1 minute"), (89, "1 minute"), (7200, "120 minutes")]
)
def test_a_duration_of_a_minute_or_more_is_in_minutes(seconds: float, text: str) -> None:
    assert words.duration(seconds) == text


def test_every_text_has_a_german_translation() -> None:
    assert not untranslated(lambda: map(words.duration, (1, 2, 60, 120)))
    assert not untranslated(lambda: map(words.scalar, (None, True, False, [1], [1, 2])))
    assert not untranslated(lambda: [words.one_line("a.box", name_of)])
    assert not untranslated(lambda: map(words.published_sentence, ({}, {"type": "x"})))
    warned = {"type": "post", "text": "a", "contentWarning": "b"}
    assert not untranslated(lambda: [words.one_line(warned, name_of)])
    assert untranslated(lambda: map(words.size, (5, 1e3, 1e6))) == ["1 kB", "1 MB"]
    assert not untranslated(lambda: [words.size(2e9), words.clean("\u200b\u200b")])
    assert untranslated(lambda: map(words.tangle_name, ("thread", "group", "members"))) == []


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"type": "post", "text": "a"}, "“line” by Ann"),
        ("abc.box", "“line” by Ann"),
        (
            {"type": "blog", "title": "Tides", "text": "a", "contentWarning": "b"},
            "“line” by Ann",
        ),
    ],
)
def test_a_message_without_a_title_is_named_by_author_and_text(content: Any, text: str) -> None:
    assert words.name_of_message(content, "Ann", "line") == text


def test_a_message_with_a_title_is_named_by_it() -> None:
    assert words.name_of_message({"type": "blog", "title": "Tides"}, "Ann", "line") == "“Tides”"


def test_the_beginning_of_a_text_ends_between_words() -> None:
    assert words.beginning("a compass for whoever", 21) == "a compass for whoever"
    assert words.beginning("a compass for whoever", 20) == "a compass for …"
    assert words.beginning("https://example.org/a", 10) == "https://e…"


@given(st.text(), st.integers(2, 60))
def test_the_beginning_of_a_text_is_short_and_part_of_it(text: str, longest: int) -> None:
    begun = words.beginning(text, longest)
    assert len(begun) <= longest
    assert begun == text or text.startswith(begun.removesuffix("…").removesuffix(" "))


def test_many_sentences_are_shown_once_and_counted() -> None:
    sentences = [f"{name}.jpg can't be read." for name in "abcdefgh"]
    assert words.list_sentences(sentences[:2] * 9).splitlines() == sentences[:2]
    assert words.list_sentences(sentences).splitlines() == [*sentences[:5], "and 3 more"]
    assert words.list_sentences([]) == ""
