"""The causes of a message among everything."""

from tanglescope.engine.tangle.thread import causes_in_everything

ROOT, ONE, OTHER = (f"%{letter * 43}=.sha256" for letter in "AEI")


def test_a_message_comes_after_the_one_before_it_and_what_it_answers() -> None:
    content = {"type": "post", "root": ROOT, "branch": [ONE, ROOT]}
    assert causes_in_everything("%x", OTHER, content) == (OTHER, ONE, ROOT)


def test_what_it_names_twice_counts_once() -> None:
    content = {"type": "post", "root": ROOT, "branch": ONE}
    assert causes_in_everything("%x", ONE, content) == (ONE,)


def test_a_branch_without_a_root_answers_nothing() -> None:
    assert causes_in_everything("%x", None, {"type": "post", "branch": ONE}) == ()
    assert causes_in_everything("%x", OTHER, "c2VjcmV0.box") == (OTHER,)
