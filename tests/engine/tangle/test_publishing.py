"""What a reply says of its place, by the examples of the texts."""

import pytest
from hypothesis import given

from engine.tangle.growth import grow
from engine.tangle.publishing import MOST_TIPS, reply
from engine.tangle.recipe import THREAD, Entry, named
from tests.engine.tangle.strategies import ROOT_DATA, Candidates, candidates, member

LETTERS = {letter: f"%{letter * 42}A=.sha256" for letter in "ABCDEFMNXY"}


def thread(**branches: str) -> list[Entry]:
    """A thread of A, told by letters: `C="BD"` comes after B and D."""
    entries = [Entry(LETTERS["A"], {"type": "post", "text": "A"})]
    for letter, after in branches.items():
        branch = [LETTERS[each] for each in after]
        content = {"type": "post", "text": letter, "root": LETTERS["A"], "branch": branch}
        entries.append(Entry(LETTERS[letter], content))
    return entries


def branch_of_reply(entries: list[Entry]) -> str:
    content = reply(LETTERS["A"], "…", entries)
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


def test_the_first_reply_lists_the_root() -> None:
    assert branch_of_reply(thread()) == "A"
    assert branch_of_reply([]) == "A"


def test_what_is_set_aside_is_no_tip() -> None:
    assert branch_of_reply(thread(B="A", Y="X")) == "B"


def test_without_the_root_the_heads_of_what_is_known_are_listed() -> None:
    assert branch_of_reply(thread(B="A", C="B", D="A")[1:]) == "CD"


def test_a_reply_carries_on_the_tangles_that_the_root_begins() -> None:
    root = Entry("%R", {"type": "chess", "tangles": {"chess": ROOT_DATA, "other": {"root": "%X"}}})
    data = {"chess": {"root": "%R", "previous": ["%R"]}}
    move = Entry("%M", {"type": "chess", "tangles": data})
    tangles = reply("%R", "well played", [root, move])["tangles"]
    assert tangles["chess"] == {"root": "%R", "previous": ["%M"]}
    assert set(tangles) == {"thread", "chess"}


@given(candidates())
def test_a_reply_comes_after_everything_that_is_connected(drawn: Candidates) -> None:
    entries = [each for each in drawn.entries if each.key != "%root"]
    entries.append(member("%root", name="game"))
    content = reply("%root", "…", entries)
    answer = Entry("%answer", content)
    game = grow(named("game"), "%root", [*entries, answer])
    assert game.past("%answer") == set(game.connected) - {"%answer"}
    assert game.tips == ["%answer"]
    assert grow(THREAD, "%root", [*entries, answer]).tips == ["%answer"]


@pytest.mark.parametrize("replies", [MOST_TIPS, MOST_TIPS + 1, 500])
def test_a_crowd_of_tips_leaves_room_for_words(replies: int) -> None:
    crowd = [
        Entry(f"%{number:042}A=.sha256", {"type": "post", "root": LETTERS["A"]})
        for number in range(replies)
    ]
    content = reply(LETTERS["A"], "…", [*thread(), *crowd])
    assert content["branch"] == [entry.key for entry in crowd[-MOST_TIPS:]]
