"""The tangle data of a reply, by the examples of the specifications."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message.writing import UnsignedMessage
from tanglescope.engine.tangle.growth import grow
from tanglescope.engine.tangle.links import links_in
from tanglescope.engine.tangle.replies import (
    MOST_NAMED,
    MOST_TANGLES,
    left_out,
    mentions_in,
    names_written,
    reply,
    saying,
)
from tanglescope.engine.tangle.rules import THREAD, RuleEntry, rule_of
from tests.engine.authors import Author
from tests.engine.tangle.strategies import GAME, ROOT, ROOT_DATA, Candidates, candidates

LETTERS = {letter: f"%{letter * 42}A=.sha256" for letter in "ABCDEFMNXY"}


def thread(**branches: str) -> list[RuleEntry]:
    """A thread of A, in letters: `C="BD"` comes after B and D."""
    entries = [RuleEntry(LETTERS["A"], {"type": "post", "text": "A"})]
    for letter, after in branches.items():
        branch = [LETTERS[each] for each in after]
        content = {"type": "post", "text": letter, "root": LETTERS["A"], "branch": branch}
        entries.append(RuleEntry(LETTERS[letter], content))
    return entries


def branch_of_reply(entries: list[RuleEntry]) -> str:
    content = reply("…", grow(rule_of(THREAD), LETTERS["A"], entries))
    assert content["root"] == content["tangles"]["thread"]["root"] == LETTERS["A"]
    assert content["branch"] == content["tangles"]["thread"]["previous"]
    letters = {key: letter for letter, key in LETTERS.items()}
    return "".join(letters[key] for key in content["branch"])


def test_f_lists_only_e() -> None:
    assert branch_of_reply(thread(B="A", C="B", D="B", E="CD")) == "E"


def test_m_lists_both_tips_and_n_only_m() -> None:
    forked = thread(B="A", C="B", D="B")
    assert branch_of_reply(forked) == "CD"
    assert branch_of_reply([*forked, *thread(M="CD")[1:]]) == "M"


def test_tips_that_reply_by_tangle_data_only_are_listed_too() -> None:
    data = {"thread": {"root": LETTERS["A"], "previous": [LETTERS["B"]]}}
    entries = [*thread(B="A"), RuleEntry(LETTERS["C"], {"type": "post", "tangles": data})]
    assert branch_of_reply(entries) == "C"


def test_the_first_reply_lists_the_root() -> None:
    assert branch_of_reply(thread()) == "A"
    assert branch_of_reply([]) == "A"


def test_what_is_set_aside_is_no_tip() -> None:
    assert branch_of_reply(thread(B="A", Y="X")) == "B"


def test_without_the_root_the_heads_of_what_is_known_are_listed() -> None:
    assert branch_of_reply(thread(B="A", C="B", D="A")[1:]) == "CD"


def test_a_reply_carries_on_the_tangles_that_the_root_begins() -> None:
    chess = {"chess": ROOT_DATA, "other": {"root": LETTERS["X"], "previous": [LETTERS["X"]]}}
    opening = {"type": "chess", "tangles": chess}
    data = {"chess": {"root": LETTERS["A"], "previous": [LETTERS["A"]]}}
    entries = [RuleEntry(LETTERS["A"], opening), RuleEntry(LETTERS["M"], {"tangles": data})]
    assert names_written(opening) == [THREAD, "chess"]
    thread, chess_game = (
        grow(rule_of(name), LETTERS["A"], entries) for name in names_written(opening)
    )
    assert reply("well played", thread, [chess_game])["tangles"] == {
        "thread": {"root": LETTERS["A"], "previous": [LETTERS["A"]]},
        "chess": {"root": LETTERS["A"], "previous": [LETTERS["M"]]},
    }


def test_a_reply_writes_the_tangle_that_it_is_written_in() -> None:
    assert names_written({"type": "post"}, "chess") == [THREAD, "chess"]
    assert names_written("c2VjcmV0.box", "chess") == [THREAD, "chess"]
    assert names_written({"tangles": {"chess": ROOT_DATA}}, "chess") == [THREAD, "chess"]


@pytest.mark.parametrize("name", ["feed", "x" * 53])
def test_some_names_are_not_carried_on(name: str) -> None:
    assert names_written({"tangles": {name: ROOT_DATA}}) == [THREAD]


def test_a_reply_continues_all_tangles_of_its_root_or_gives_the_reason() -> None:
    five = {"type": "post", "tangles": dict.fromkeys("pqrst", ROOT_DATA)}
    root = RuleEntry(LETTERS["A"], five)
    grown = [grow(rule_of(name), LETTERS["A"], [root]) for name in names_written(five)]
    assert set(reply("…", grown[0], grown[1:])["tangles"]) == {THREAD, *"pqrst"}
    many = {"tangles": dict.fromkeys(map(str, range(MOST_TANGLES + 1)), ROOT_DATA)}
    answer = {"tangles": dict.fromkeys(names_written(many), ROOT_DATA)}
    assert left_out(many, answer) == {
        str(MOST_TANGLES): "a reply continues 12 tangles at most besides its thread"
    }


@pytest.mark.parametrize("name", ["", "x" * 52])
def test_the_data_of_many_tangles_leaves_room_for_text(name: str) -> None:
    opening = {"tangles": {f"{number:02}{name}"[:52]: ROOT_DATA for number in range(40)}}
    crowd = [
        RuleEntry(
            f"%{number:042}A=.sha256",
            {
                "type": "post",
                "root": LETTERS["A"],
                "tangles": {
                    each: {"root": LETTERS["A"], "previous": [LETTERS["A"]]}
                    for each in opening["tangles"]
                },
            },
        )
        for number in range(100)
    ]
    entries = [RuleEntry(LETTERS["A"], opening), *crowd]
    thread, *others = (
        grow(rule_of(name), LETTERS["A"], entries) for name in names_written(opening)
    )
    content = reply("…", thread, others)
    assert len(content["tangles"]) == MOST_TANGLES + 1
    message = UnsignedMessage(f"@{'A' * 43}=.ed25519", 1, None, 1, content)
    assert message.length < 8192 - 1000


def test_a_post_is_written_in_no_tangle_that_would_exclude_it() -> None:
    names = ("group", "epoch", "members", "chess")
    opening = RuleEntry(
        ROOT, {"type": "group/init", "tangles": dict.fromkeys(names[:3], ROOT_DATA)}
    )
    thread, *others = (
        grow(rule_of(name, made_up_keys=True), ROOT, [opening]) for name in (THREAD, *names)
    )
    # No post begins an epoch, and the root begins no game of chess.
    assert set(reply("hello", thread, others)["tangles"]) == {THREAD, "group", "members"}


@given(candidates())
def test_a_reply_comes_after_everything_that_is_connected(drawn: Candidates) -> None:
    rule = rule_of(THREAD, made_up_keys=True)
    thread, game = grow(rule, ROOT, drawn.entries), grow(GAME, ROOT, drawn.entries)
    answer = RuleEntry("%answer", reply("…", thread, [game]))
    known = set(game.connected)
    assert answer.content["tangles"]["game"]["previous"] == game.tips
    game.add(answer)
    thread.add(answer)
    assert game.past("%answer") == known
    assert game.tips == thread.tips == ["%answer"]


@pytest.mark.parametrize("replies", [MOST_NAMED // 2, MOST_NAMED // 2 + 1, 500])
def test_many_tips_leave_room_for_text(replies: int) -> None:
    crowd = [
        RuleEntry(f"%{number:042}A=.sha256", {"type": "post", "root": LETTERS["A"]})
        for number in range(replies)
    ]
    content = reply("…", grow(rule_of(THREAD), LETTERS["A"], [*thread(), *crowd]))
    assert content["branch"] == [entry.key for entry in crowd[-(MOST_NAMED // 2) :]]


INES = Author("ines").feed
KEY = f"%{'k' * 42}A=.sha256"
BLOB = f"&{'b' * 42}A=.sha256"


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Hello", []),
        (f"Hi [@Ines]({INES})!", [{"link": INES, "name": "Ines"}]),
        (f"Hi [@Ines]({INES}) and [@I]({INES})", [{"link": INES, "name": "Ines"}]),
        (f"Hi {INES}.", [{"link": INES}]),
        ("In #Boats, #boats and [#wood](#wood)", [{"link": "#boats"}, {"link": "#wood"}]),
        (f"As in [this]({KEY}) and {KEY}", [{"link": KEY}]),
        (f"![a boat]({BLOB})", [{"link": BLOB, "name": "a boat"}]),
        (f"`[@Ines]({INES})` and ``{INES} ` #code``", []),
        (f"```\n#code {INES}\n```\n#boats", [{"link": "#boats"}]),
        (f"```\n#code\n{INES}", []),
        (rf"\[@Ines]({INES}", [{"link": INES}]),
        ("[a page](https://example.org/#part) https://example.org/#part", []),
        ("# A heading, ## another, C# and a#b", []),
        ("[](#) [nothing]() [@nobody](@nobody)", []),
    ],
)
def test_the_text_decides(text: str, mentions: list[dict[str, str]]) -> None:
    assert mentions_in(text) == mentions


def test_other_programs_find_what_the_text_names() -> None:
    content = saying({"type": "post", "text": ""}, f"Hi [@Ines]({INES}), see #boats")
    links = [(each.kind, each.target) for each in links_in(content)]
    assert links == [("mention", INES), ("channel", "#boats")]


def test_another_text_has_other_mentions() -> None:
    before = saying({"type": "post", "text": "", "root": KEY}, "see #boats")
    assert saying(before, "Nothing") == {"type": "post", "text": "Nothing", "root": KEY}


@given(st.text("@#[]()`\\!\n a" + INES[:4], max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert all(each["link"] for each in mentions_in(text))
