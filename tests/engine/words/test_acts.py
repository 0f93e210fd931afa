from typing import Any

import pytest

from tanglescope.engine.library import StoredMessage
from tanglescope.engine.words.acts import acts_of, sentence
from tests.viewer.fake_library import message

ANN, BOB, CYN = (f"@{letter * 43}=.ed25519" for letter in "ABC")
NAMES = {ANN: "Ann", BOB: "Bob", CYN: "Cyn"}
GROUP = "%group.cloaked"


def like(link: str, value: int = 1) -> dict[str, Any]:
    return {"type": "vote", "vote": {"link": link, "value": value}}


def contact(person: str, following: object = True, **more: object) -> dict[str, Any]:
    return {"type": "contact", "contact": person, "following": following, **more}


def adding(*people: str) -> dict[str, Any]:
    return {"type": "group/add-member", "recps": [GROUP, *people]}


def said(*contents: dict[str, Any], author: str = ANN) -> list[StoredMessage]:
    return [message(f"%{n}", each, author=author) for n, each in enumerate(contents)]


def call(identity: str) -> str:
    return NAMES.get(identity, identity)


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        (said(like("%a"), like("%b")), "likes 2 messages"),
        (said(like("%a"), like("%a")), "likes %a (2 messages)"),
        (said(contact(BOB), contact(CYN)), "follows 2 people"),
        (said(contact(BOB), contact(BOB, False), contact(BOB)), "follows Bob (3 messages)"),
        (said(contact(BOB, False), contact(CYN)), "no longer follows Bob and follows Cyn"),
        (said(like("%a"), contact(BOB), contact(CYN)), "likes %a and follows 2 people"),
        (said(contact(BOB, False, blocking=True), like("%a")), "blocks Bob and likes %a"),
        (said(adding(BOB), adding(CYN)), "adds 2 people to a private group"),
        (
            said(adding(BOB), {"type": "group/exclude-member", "excludes": [CYN]}),
            "adds Bob to a private group and excludes Cyn from a private group",
        ),
        (said(like("%a")) + said(like("%b"), author=BOB), "and Bob like 2 messages"),
        (
            said(like("%a")) + said(like("%a"), author=BOB) + said(contact(ANN), author=CYN),
            "and 2 others like %a and follow Ann",
        ),
    ],
)
def test_a_run_is_summed_up_after_the_name_of_its_first_author(
    messages: list[StoredMessage], text: str
) -> None:
    assert sentence(messages, call) == text


def test_what_is_done_last_to_somebody_counts() -> None:
    run = said(contact(BOB), contact(CYN), contact(BOB, False))
    assert sentence(run, call) == "follows Cyn and no longer follows Bob"


@pytest.mark.parametrize(
    "content",
    [
        "c2VjcmV0.box",
        {"type": "post", "text": "words"},
        like("%a", 0),
        like("%a", -1),
        {**like("%a"), "text": "with words"},
        {"type": "vote", "vote": "%a"},
        {"type": "vote", "vote": {"link": "%a", "value": "1"}},
        contact(BOB, "yes"),
        {"type": "contact", "following": True},
        {"type": "group/add-member", "recps": [GROUP]},
        {"type": 7},
        {},
    ],
)
def test_everything_else_has_a_row_of_its_own(content: Any) -> None:
    assert acts_of(content) == {}
