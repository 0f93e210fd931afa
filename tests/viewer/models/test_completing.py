"""Completing names and channels: what is begun, and what is offered."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.replies import mentions_in
from tanglescope.viewer.models.completing import MOST_OFFERED, Suggestion, begun, offers
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("@", "@"),
        ("Hi @in", "@in"),
        ("Hi (@in", "@in"),
        ("(@in", "@in"),
        ("one\n@in", "@in"),
        ("see #boa", "#boa"),
        ("@in ", ""),
        ("# A heading", ""),
        ("me@example", ""),
        ("[@Ines](@9ZT6", ""),
        ("a#b", ""),
        ("", ""),
        ("@" + "x" * 60, ""),
    ],
)
def test_what_is_begun_is_the_last_word(before: str, expected: str) -> None:
    assert begun(before) == expected


@given(st.text("@# \n(a", max_size=20))
def test_what_is_begun_is_at_the_end(before: str) -> None:
    assert before.endswith(begun(before))


def named(author: Author, name: str) -> Said:
    return author.say({"type": "about", "about": author.feed, "name": name})


def test_people_of_the_conversation_come_first_then_those_who_write_most(tmp_path: Path) -> None:
    ann, amy, abe, bob = map(Author, ("ann", "amy", "abe", "bob"))
    said = [named(ann, "Ann"), named(amy, "Amy"), named(abe, "Abe"), named(bob, "Bob Aar")]
    root = ann.say(post("Shall we?"))
    said += [root, bob.say(post("yes", root))]
    said += [amy.say(post(f"{number}")) for number in range(3)]
    with library_of(tmp_path, *said) as library:
        found = offers(library, root.key, "@a")
    assert [each.name for each in found] == ["Ann", "Bob Aar", "Amy", "Abe"]
    assert [each.beside for each in found] == ["in this conversation"] * 2 + ["", ""]
    assert [each.feed for each in found] == [ann.feed, bob.feed, amy.feed, abe.feed]
    assert found[0].written == f"[@Ann]({ann.feed})"


def test_people_with_the_same_name_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    one, other = Author("one"), Author("other")
    with library_of(tmp_path, named(one, "Ann"), named(other, "Ann")) as library:
        found = offers(library, "thread", "@ann")
    assert {each.beside for each in found} == {one.feed[:9], other.feed[:9]}


@pytest.mark.parametrize("name", ["A]](x", "[A", "A`b`", "A\\", "@Ann", "][", "A\nb"])
def test_any_name_makes_a_mention(tmp_path: Path, name: str) -> None:
    ann = Author("ann")
    root = ann.say(post("Shall we?"))
    with library_of(tmp_path, named(ann, name), root, ann.say(post("yes", root))) as library:
        [offer] = offers(library, root.key, "@")
    assert [each["link"] for each in mentions_in(f"Hi {offer.written}!")] == [ann.feed]


def test_channels_are_offered_the_most_used_first(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post(name, channel=name)) for name in ("boats", "bikes", "boats", "art")]
    with library_of(tmp_path, *said) as library:
        assert offers(library, "thread", "#b") == [
            Suggestion("#boats", "#boats"),
            Suggestion("#bikes", "#bikes"),
        ]
        assert offers(library, "thread", "#boats") == []


def test_few_are_offered(tmp_path: Path) -> None:
    people = [Author(f"a{number}") for number in range(MOST_OFFERED + 3)]
    said = [named(each, f"A{number}") for number, each in enumerate(people)]
    with library_of(tmp_path, *said) as library:
        assert len(offers(library, "thread", "@")) == MOST_OFFERED
