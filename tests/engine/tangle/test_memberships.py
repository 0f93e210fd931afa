"""The tangles of which a message is a candidate, by its content."""

import pytest

from tanglescope.engine.tangle.memberships import TangleMembership, identity, memberships
from tanglescope.engine.tangle.rules import RuleEntry
from tests.engine.tangle.strategies import ROOT_DATA

ROOT, OTHER, KEY, CAUSE = (f"%{letter * 42}A=.sha256" for letter in "ROKC")
URI = f"ssb:message/classic/{'R' * 42}A="


def of(**content: object) -> list[TangleMembership]:
    return list(memberships(RuleEntry(KEY, {"type": "post", **content})))


def after(root: str, *previous: str) -> dict[str, object]:
    return {"root": root, "previous": list(previous)}


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (ROOT, ("thread", ROOT)),
        (f"chess:{ROOT}", ("chess", ROOT)),
        (f"chess:{URI}", ("chess", ROOT)),
        (f"a:b c:{ROOT}", ("a:b c", ROOT)),
        (f":{ROOT}", ("", ROOT)),
        (f"a:%b:{ROOT}", ("a:%b", ROOT)),
        (URI, ("thread", ROOT)),
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
    tangles = {"chess": after(ROOT, ROOT, CAUSE), "game": ROOT_DATA}
    assert of(tangles=tangles) == [
        TangleMembership("chess", ROOT, (ROOT, CAUSE)),
        TangleMembership("game", KEY, ()),
    ]


def test_references_are_in_their_usual_spelling() -> None:
    assert of(tangles={"chess": after(URI, URI)}) == [TangleMembership("chess", ROOT, (ROOT,))]


@pytest.mark.parametrize(
    "tangles",
    [
        None,
        [],
        "chess",
        {"chess": []},
        {"chess": {"root": ROOT, "previous": []}},
        {"chess": {"root": None, "previous": [CAUSE]}},
        {"epoch": after(ROOT, ROOT)},  # only a group/init is in an epoch
        {"feed": after(ROOT, ROOT)},  # a feed has its own messages, whatever others claim
        {"\udc80": ROOT_DATA},  # a name that can't be written in an address
    ],
)
def test_what_breaks_a_rule_is_in_no_tangle(tangles: object) -> None:
    assert of(tangles=tangles) == []


def test_only_further_threads_follow_from_tangle_data() -> None:
    # The first thread follows from `root`, which is a column of its own in the database.
    data = {"thread": after(OTHER, OTHER, CAUSE)}
    assert of(root=ROOT, tangles={"thread": after(ROOT, ROOT)}) == []
    assert of(root=ROOT, tangles=data) == [TangleMembership("thread", OTHER, (OTHER, CAUSE))]
