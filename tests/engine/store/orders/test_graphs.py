from pathlib import Path

from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def test_a_thread_is_ordered_as_an_autobase_of_its_authors(tmp_path: Path) -> None:
    asker, others = Author("asker"), sorted((Author(name) for name in "pqr"), key=lambda a: a.feed)
    question = asker.say(post("Shall we sail?"))
    replies = [[each.say(post(f"yes {n}", question)) for n in range(3)] for each in others]
    said = [question, *(reply for some in zip(*replies, strict=True) for reply in some)]
    with library_of(tmp_path, *said) as library:
        assert library.conversation(question.key, "autobase").in_order() == [
            question.key,
            *(reply.key for some in replies for reply in some),
        ], "nothing but the question is confirmed, and one author's messages run on"
