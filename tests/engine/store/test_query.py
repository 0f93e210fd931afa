"""The query language: every text is a query, and a query's text gives the same query."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.library import Library, Question
from tanglescope.engine.store.query import (
    FIELDS,
    MOST_TERMS,
    Term,
    extent,
    read_query,
    terms_of,
    write_query,
)
from tanglescope.engine.store.search import question_text, read_question
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of

PIECES = st.sampled_from(
    ['"', '""', "-", " ", "OR", "oak", ":", "author:", "in:", "Before:", "2015-08", "#garden", "\n"]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join)
WORDS = st.sampled_from(["oak", "ash", "-", "OR", "a b", 'say "x"', "author:ann", "http://x.org"])


def day(text: str) -> float:
    return datetime.fromisoformat(text).timestamp() * 1000


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("old oak", Question("old oak")),
        ('oak "old tree"', Question("oak", phrases=("old tree",))),
        ('-ash -"young tree"', Question("", without=(("", "ash"), ("", "young tree")))),
        ('oak OR "old ash" OR elm', Question("", either=(("oak", "old ash", "elm"),))),
        ("author:ann Type:post", Question("", author="ann", type="post")),
        ("From:ann -from:bob", Question("", author="ann", without=(("author", "bob"),))),
        ("from oak", Question("from oak")),
        ('author:"Ann ""the"" Oak" x', Question("x", author='Ann "the" Oak')),
        ("channel:#Garden", Question("", channel="#garden")),
        ("in:garden -type:vote", Question("", without=(("type", "vote"),))),
        ("in:#garden", Question("", channel="#garden")),
        ("http://oak.org:80 a:b", Question("http://oak.org:80 a:b")),
        ("oak OR", Question("oak", phrases=("OR",))),
        ("oak -", Question("oak -")),
        ("after:2015-08", Question("", since=day("2015-08-01"))),
        ("before:2015-08", Question("", until=day("2015-08-01"))),
        ("-before:2015-08", Question("", since=day("2015-08-01"))),
        ("on:2015 on:2015-08", Question("", since=day("2015-08-01"), until=day("2015-09-01"))),
        ('"unfinished phr', Question("", phrases=("unfinished phr",))),
    ],
)
def test_a_query_says_what_is_looked_for(text: str, asked: Question) -> None:
    assert read_query(text).question == asked


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("after:soon", "“soon” isn't a date"),
        ("author:ann author:bob", "“author:” has two different values"),
        ("in:garden", "“in:” takes the address"),
        ("in:graph:tree", "“in:” takes the address"),
        ("channel:###", "can't be the name of a channel"),
        ("-on:2015", "“on:” can't be excluded"),
        ("type:", "Enter a value for “type:”"),
    ],
)
def test_what_is_wrong_is_said_and_the_rest_still_asked(text: str, told: str) -> None:
    query = read_query(f"oak {text}")
    assert len(query.problems) == 1
    assert told in query.problems[0]
    assert query.question.words == "oak"


@given(TEXTS)
def test_what_is_written_of_a_query_reads_as_the_same_query(text: str) -> None:
    query = read_query(text)
    again = read_query(write_query(query.terms))
    assert again.terms == query.terms
    assert again.question == query.question


@given(TEXTS)
def test_every_term_is_where_the_text_says_it(text: str) -> None:
    terms = terms_of(text)
    places = [place for term in terms for place in (term.start, term.end)]
    assert places == sorted(places)
    assert all(terms_of(text[term.start : term.end]) for term in terms)


@given(st.sampled_from(FIELDS), st.text(min_size=1), st.booleans())
def test_a_field_takes_every_value(field: str, value: str, is_excluded: bool) -> None:
    term = Term(field, (value,), is_excluded)
    assert terms_of(write_query([term])) == (term,)


@given(TEXTS)
def test_every_question_survives_its_address(text: str) -> None:
    question = read_query(text).question
    assert read_question(question_text(question)) == question


@pytest.fixture(scope="module")
def said() -> dict[str, Said]:
    ann, bob = Author("ann"), Author("bob")
    named = ann.say({"type": "about", "about": ann.feed, "name": "Ann"})
    mention = [{"link": bob.feed}]
    root = ann.say(post("An old oak tree", channel="Garden", mentions=mention))
    return {
        "named": named,
        "oak": root,
        "answer": bob.say(post("the tree is an old ash", root)),
        "ash": bob.say(post("Ash and elm", channel="wood")),
        "vote": bob.say({"type": "vote", "vote": {"link": root.key, "value": 1}}),
        "box": ann.say("c2VjcmV0.box"),
    }


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, said: dict[str, Said]) -> Iterator[Library]:
    with library_of(tmp_path_factory.mktemp("query"), *said.values()) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("old tree", {"oak", "answer"}),
        ('"old oak"', {"oak"}),
        ("tree -oak", {"answer"}),
        ("-tree -type:vote -type:about", {"ash", "box"}),
        ("oak OR elm", {"oak", "ash"}),
        ("oak OR elm OR & -elm", {"oak"}),
        ("author:an type:post", {"oak"}),
        ("-author:Ann type:post", {"answer", "ash"}),
        ("channel:garden", {"oak"}),
        ("-channel:garden type:post", {"answer", "ash"}),
        ("in:{root}", {"oak", "answer"}),
        ("-in:{root} type:post", {"ash"}),
        ("in:{root} tree author:{bob}", {"answer"}),
        ("in:everything elm", {"ash"}),
        ("in:feed:{bob} tree", {"answer"}),
        ('in:"to {bob}"', {"oak"}),
        ('-in:"to {bob}" type:post', {"answer", "ash"}),
        ('in:"find {{""words"": ""elm""}}" ash', {"ash"}),
        ("in:chess:{root} oak", set()),
        ("oak &", {"oak"}),
        ('-"&" elm', {"ash"}),
    ],
)
def test_messages_are_found_by_a_query(
    library: Library, said: dict[str, Said], text: str, found: set[str]
) -> None:
    bob = said["ash"].value["author"]
    question = read_query(text.format(root=said["oak"].key, bob=bob)).question
    keys = {said[name].key for name in found}
    assert set(library.search(question)) == keys
    assert library.found.count_part(question)[0] == len(keys)


@given(TEXTS, st.data())
def test_no_query_confuses_the_index(library: Library, text: str, data: st.DataObject) -> None:
    more = data.draw(st.lists(WORDS, max_size=3))
    question = read_query(" ".join([text, *more])).question
    assert library.found.count_part(question) == (len(library.search(question, 100)), None)


def test_hits_are_counted_in_batches_from_the_newest_on(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.store.search._BATCH", 2)
    for text in ("tree", "type:post", "-oak", ""):
        question = read_query(text).question
        counted, rest = library.found.count_part(question)
        while rest is not None:
            more, rest = library.found.count_part(question, rest)
            counted += more
        assert counted == len(library.search(question, 100))


def test_names_and_channels_are_completed(library: Library) -> None:
    assert library.found.names("a", 5) == ["Ann"]
    assert library.found.names("_", 5) == []
    assert library.found.channels("g", 5) == ["#garden"]
    assert library.found.channels("", 5) == ["#garden", "#wood"]
    assert library.found.channels("#Wo", 5) == ["#wood"]


def test_channels_that_are_used_more_are_offered_first(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post(name, channel=name)) for name in ("boats", "art", "boats", "cats")]
    with library_of(tmp_path, *said) as library:
        assert library.found.channels("", 2) == ["#boats", "#art"]


def test_the_rarest_words_are_those_that_few_other_messages_have(
    library: Library, said: dict[str, Said]
) -> None:
    content = said["answer"].value["content"]
    assert library.found.rarest(content) == ("tree", "ash", "old")
    assert library.found.rarest({"type": "post", "text": "ELM & -- \0 elm"}) == ()


@pytest.mark.parametrize(
    ("text", "first", "days"),
    [("2015", "2015-01-01", 365), ("2016-02", "2016-02-01", 29), (" 2015-12-31 ", "2015-12-31", 1)],
)
def test_a_year_a_month_or_a_day_has_a_beginning_and_an_end(
    text: str, first: str, days: int
) -> None:
    assert extent(text) == (day(first), day(first) + days * 86_400_000)


@pytest.mark.parametrize("text", ["", "soon", "2015-13", "2015-02-30", "1-2-3-4", "99999", "²015"])
def test_anything_but_a_date_has_no_extent(text: str) -> None:
    assert extent(text) is None


def test_a_search_leaves_out_likes_and_follows_unless_a_type_is_given() -> None:
    assert read_query("oak").searched_question == Question("oak", only_said=True)
    assert read_query("oak -type:post").searched_question.only_said
    assert read_query("oak type:vote").searched_question == Question("oak", type="vote")
    assert read_query("oak type:any").searched_question == Question("oak")
    assert read_query("oak type:deleted").searched_question == Question("oak", deleted=True)
    assert not read_query("").searched_question.asks


def test_a_query_has_a_limit_on_its_terms_and_says_so() -> None:
    within, beyond = read_query("a " * MOST_TERMS), read_query("a " * MOST_TERMS + "b")
    assert not within.problems
    assert beyond.problems == ("Only the first 1,000 terms of a search count.",)
    assert beyond.question == within.question
