"""Threads, by example: every odd form of root and branch that archives hold."""

import pytest

from tanglescope.engine.tangle.rules import RuleEntry
from tanglescope.engine.tangle.thread import (
    TangleMembership,
    causes_in_thread,
    identity,
    memberships,
    opens_thread,
    thread_root,
)
from tests.engine.tangle.strategies import ROOT_DATA


def key(letter: str) -> str:
    return f"%{letter * 42}A=.sha256"


ROOT, A, B, OWN = key("r"), key("a"), key("b"), key("o")


def reply(**fields: object) -> dict[str, object]:
    return {"type": "post", "text": "…", "root": ROOT, **fields}


def test_a_reply_belongs_to_the_thread_it_names() -> None:
    assert thread_root(reply()) == ROOT


@pytest.mark.parametrize("root", [None, False, {}, [ROOT], "%short.sha256", "@" + ROOT[1:], 7, ""])
def test_a_root_that_isnt_a_key_makes_no_reply(root: object) -> None:
    assert thread_root({"type": "post", "root": root}) is None


def test_encrypted_content_belongs_to_no_thread_that_others_can_see() -> None:
    assert thread_root("c2VjcmV0.box") is None
    assert causes_in_thread(OWN, "c2VjcmV0.box", ROOT) == ()


def test_the_root_comes_after_nothing_in_its_own_thread() -> None:
    assert causes_in_thread(ROOT, {"type": "post", "root": A, "branch": B}, ROOT) == ()


@pytest.mark.parametrize(
    ("branch", "causes"),
    [
        (A, (A,)),
        ([A, B], (A, B)),
        ([A, A, B], (A, B)),
        ([A, 7, None, "garbage", {}], (A,)),
        (None, (ROOT,)),
        ([], (ROOT,)),
        ("garbage", (ROOT,)),
        ({"0": A}, (ROOT,)),
        (12, (ROOT,)),
        (ROOT, (ROOT,)),
    ],
)
def test_a_message_comes_after_its_branches_else_after_the_root(
    branch: object, causes: tuple[str, ...]
) -> None:
    assert causes_in_thread(OWN, reply(branch=branch), ROOT) == causes


def test_a_post_without_root_opens_a_thread_and_nothing_else_does() -> None:
    assert opens_thread({"type": "post", "text": "hello"})
    assert all(opens_thread({"type": "post", "root": root}) for root in (None, False, {}, "%x"))
    assert not opens_thread(reply())
    group = {"group": {"root": "%x", "previous": ["%x"]}}
    assert opens_thread({"type": "post", "tangles": group})  # this isn't data of a group
    group["group"] = {"root": ROOT, "previous": [ROOT]}
    assert not opens_thread({"type": "post", "tangles": group})
    assert not opens_thread({"type": "vote"})
    assert not opens_thread("c2VjcmV0.box")


BEGIN, OTHER, KEY, CAUSE = (f"%{letter * 42}A=.sha256" for letter in "ROKC")
URI = f"ssb:message/classic/{'R' * 42}A="


def of(**content: object) -> list[TangleMembership]:
    return list(memberships(RuleEntry(KEY, {"type": "post", **content})))


def after(root: str, *previous: str) -> dict[str, object]:
    return {"root": root, "previous": list(previous)}


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (BEGIN, ("thread", BEGIN)),
        (f"chess:{BEGIN}", ("chess", BEGIN)),
        (f"chess:{URI}", ("chess", BEGIN)),
        (f"a:b c:{BEGIN}", ("a:b c", BEGIN)),
        (f":{BEGIN}", ("", BEGIN)),
        (f"a:%b:{BEGIN}", ("a:%b", BEGIN)),
        (URI, ("thread", BEGIN)),
        ("chess:", None),
        ("chess:#tea", None),
        ("", None),
    ],
)
def test_an_address_names_a_tangle_and_its_root(
    address: str, found: tuple[str, str] | None
) -> None:
    assert identity(address) == found


def test_a_message_is_in_every_tangle_that_it_carries_data_of() -> None:
    tangles = {"chess": after(BEGIN, BEGIN, CAUSE), "game": ROOT_DATA}
    assert of(tangles=tangles) == [
        TangleMembership("chess", BEGIN, (BEGIN, CAUSE)),
        TangleMembership("game", KEY, ()),
    ]


def test_references_are_in_their_usual_spelling() -> None:
    assert of(tangles={"chess": after(URI, URI)}) == [TangleMembership("chess", BEGIN, (BEGIN,))]


@pytest.mark.parametrize(
    "tangles",
    [
        None,
        [],
        "chess",
        {"chess": []},
        {"chess": {"root": BEGIN, "previous": []}},
        {"chess": {"root": None, "previous": [CAUSE]}},
        {"epoch": after(BEGIN, BEGIN)},  # only a group/init is in an epoch
        {"feed": after(BEGIN, BEGIN)},  # a feed has its own messages, whatever others claim
        {"\udc80": ROOT_DATA},  # a name that can't be written in an address
    ],
)
def test_what_breaks_a_rule_is_in_no_tangle(tangles: object) -> None:
    assert of(tangles=tangles) == []


def test_only_further_threads_follow_from_tangle_data() -> None:
    # The first thread follows from `root`, which is a column of its own in the database.
    data = {"thread": after(OTHER, OTHER, CAUSE)}
    assert of(root=BEGIN, tangles={"thread": after(BEGIN, BEGIN)}) == []
    assert of(root=BEGIN, tangles=data) == [TangleMembership("thread", OTHER, (OTHER, CAUSE))]
