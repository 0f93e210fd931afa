"""Names: a feed's own name counts first, then the most common one."""

import pytest

from tanglescope.engine.tangle.names import Naming, chosen_name, naming_in, told_apart, with_id

ALICE, BOB, CAROL = (f"@{letter * 42}A=.ed25519" for letter in "abc")


def test_a_feed_names_itself_whatever_others_say() -> None:
    namings = [
        Naming(ALICE, BOB, 9, "al"),
        Naming(ALICE, CAROL, 9, "al"),
        Naming(ALICE, ALICE, 1, "Alice"),
    ]
    assert chosen_name(ALICE, namings) == "Alice"


def test_of_one_author_the_newest_naming_counts() -> None:
    assert chosen_name(ALICE, [Naming(ALICE, BOB, 2, "new"), Naming(ALICE, BOB, 1, "old")]) == "new"


def test_else_the_commonest_name_counts_and_ties_go_by_the_alphabet() -> None:
    namings = [Naming(ALICE, BOB, 1, "zoe"), Naming(ALICE, CAROL, 1, "ann")]
    assert chosen_name(ALICE, namings) == "ann"
    assert chosen_name(ALICE, [*namings, Naming(ALICE, ALICE[:-1], 1, "zoe")]) == "zoe"


def test_a_feed_no_one_has_named_shows_its_key() -> None:
    assert chosen_name(ALICE, []) == ALICE[:9]


def test_an_about_message_names_a_feed() -> None:
    content = {"type": "about", "about": ALICE, "name": " @Alice\nof the tides "}
    assert naming_in(BOB, 3, content) == Naming(ALICE, BOB, 3, "Alice of the tides")


@pytest.mark.parametrize(
    "content",
    [
        "c2VjcmV0.box",
        {"type": "post", "about": ALICE, "name": "x"},
        {"type": "about", "about": "%" + ALICE[1:], "name": "x"},
        {"type": "about", "about": ALICE, "name": {"set": "x"}},
        {"type": "about", "about": ALICE, "name": "\u200b"},
        {"type": "about", "about": ALICE, "image": "&blob.sha256"},
    ],
)
def test_anything_else_names_no_one(content: object) -> None:
    assert naming_in(BOB, 3, content) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann (@aaaaaaaa)"),
        ("@aaaaaaaa", "@aaaaaaaa"),
        ("a\n\nb", "a b (@aaaaaaaa)"),
        ("Ann (@bbbbbbbb)", "“Ann (@bbbbbbbb)” (@aaaaaaaa)"),
        ("Ann” (@bbbbbbbb)  %CCCC", "“Ann (@bbbbbbbb) %CCCC” (@aaaaaaaa)"),
        ("Ann: yes", "“Ann: yes” (@aaaaaaaa)"),
    ],
)
def test_a_name_cannot_imitate_an_id(name: str, shown: str) -> None:
    assert with_id(ALICE, name) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ines", "Ines"),
        ("Ines", "ines."),
        ("Ines", "Ine\u0455"),
        ("Ines", "\u0406nes"),
        ("Bill", "BiII"),
        ("Bob", "B0b"),
        ("Carn", "Cam"),
        ("José", "Jose"),
        ("ﬁn", "fin"),
        ("🌱", "🌱"),
    ],
)
def test_names_that_look_alike_have_ids(one: str, other: str) -> None:
    shown = {ALICE: f"{one} (@aaaaaaaa)", BOB: f"{other} (@bbbbbbbb)"}
    assert told_apart({ALICE: one, BOB: other}) == shown


def test_other_names_are_told_apart_already() -> None:
    names = {ALICE: "Ann", BOB: "Bob"}
    assert told_apart(names) == names
    assert told_apart({ALICE: "🌱", BOB: "🌲"}) == {ALICE: "🌱", BOB: "🌲"}
