"""Threads, by example: every odd form of root and branch that archives hold."""

import pytest

from tanglescope.engine.tangle.thread import causes_in_thread, opens_thread, thread_root


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
