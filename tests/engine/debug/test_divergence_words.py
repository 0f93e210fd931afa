"""The divergence of two peers in sentences, line by line."""

from tanglescope.engine.debug.divergence import Divergence, PeerSide
from tanglescope.engine.debug.divergence_words import divergence_in_words

SAME = PeerSide((), None, None, 0, ())


def in_words(one: PeerSide, other: PeerSide, together: str, **more: object) -> list[str]:
    facts = {"same": 0, "contrary": ()} | more
    found = Divergence("autobase", one=one, other=other, together=tuple(together), **facts)  # type: ignore[arg-type]
    return list(divergence_in_words(found, ("Ann", "Bob"), str.upper))


def test_what_is_the_same_in_both_needs_four_lines_at_most() -> None:
    assert in_words(SAME, SAME, "a", contrary=("a",)) == [
        "Both have 1 message.",
        "Ann has nothing that the other lacks.",
        "Bob has nothing that the other lacks.",
        "They have different versions of 1 message: A.",
        "They have the same order.",
    ]


def test_a_peer_that_receives_what_comes_earlier_moves_what_it_has() -> None:
    ann = PeerSide(("x", "y"), "x", "y", 0, ())
    bob = PeerSide((), "b", None, 3, ("c",))
    assert in_words(ann, bob, "axybc", same=1, contrary=("b", "c")) == [
        "Both have 3 messages.",
        "Ann has 2 messages that the other lacks: X, Y.",
        "Bob has nothing that the other lacks.",
        "They have different versions of 2 messages: B, C.",
        "",
        "The first row is the same in both orders.",
        "Row 2: Ann has X.",
        "Row 2: Bob has B.",
        "Ann alone has the cause, Y.",
        "",
        "After they exchange the missing messages, both have the same order:",
        "  Ann receives 0 and keeps all its rows.",
        "  Bob receives 2; its last 3 rows change. 1 of its messages moves: C.",
    ]


def test_an_order_that_is_the_beginning_of_the_other_has_no_row_there() -> None:
    ann = PeerSide(("x",), None, None, 2, ())
    bob = PeerSide((), "b", None, 2, ("b", "c"))
    assert in_words(ann, bob, "abc", same=2)[4:] == [
        "The first 2 rows are the same in both orders.",
        "Row 3: Ann has no more messages.",
        "Row 3: Bob has B.",
        "",
        "After they exchange the missing messages, both have the same order:",
        "  Ann receives 0; its last 2 rows change.",
        "  Bob receives 1; its last 2 rows change. 2 of its messages move: B, C.",
    ]


def test_one_message_and_one_row_are_singular() -> None:
    ann = PeerSide(("a",), "a", None, 1, ())
    bob = PeerSide((), None, None, 1, ())
    said = in_words(ann, bob, "a")
    assert said[1] == "Ann has 1 message that the other lacks: A."
    assert "  Ann receives 0; its last row changes." in said


def test_no_more_than_eight_messages_are_named() -> None:
    ann = PeerSide(tuple("abcdefghi"), "a", None, 0, ())
    said = in_words(ann, SAME, "abcdefghi")[1]
    assert said == "Ann has 9 messages that the other lacks: A, B, C, D, E, F, G, H and 1 more."
    assert in_words(SAME, ann, "")[0] == "Both have 0 messages."
