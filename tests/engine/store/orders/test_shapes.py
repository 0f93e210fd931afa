"""Shapes of stored conversations: the graph of the messages, without their content."""

from pathlib import Path

import pytest

from tanglescope.engine.library import UnknownConversation
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.private import Keyring
from tests.engine.archive.samples import unpack
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def test_a_thread_without_its_words(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    lost = bob.say(post("Lost on its way", root))
    yes = bob.say(post("yes", root, lost))
    both = ann.say(post("so so", root, root, yes))
    with library_of(tmp_path, root, yes, both) as library:
        shape = library.conversation(root.key).shape()
        assert list(shape.keys) == [*library.conversation(root.key).in_order(), lost.key]
        assert shape.present == 3
        numbers = shape.numbers([root.key, lost.key, yes.key, both.key, "%elsewhere"])
        edges = {(shape.keys[cause], shape.keys[effect]) for cause, effect in shape.edges()}
        assert edges == {
            (root.key, yes.key),
            (root.key, both.key),
            (yes.key, both.key),
            (lost.key, yes.key),
        }
        assert shape.feed(numbers[yes.key]) == bob.feed
        assert shape.feed(numbers[lost.key]) == ""
        assert list(shape.feeds) == [ann.feed, bob.feed]
        assert list(shape.types) == ["post"]
        messages = library.messages([yes.key])
        assert shape.asserted[numbers[yes.key]] == messages[yes.key].asserted
        assert len(numbers) == 4
        with pytest.raises(UnknownConversation):
            library.conversation("%elsewhere").shape()


def test_private_threads_have_a_shape_for_who_can_read_them(tmp_path: Path) -> None:
    small = unpack("small", tmp_path)
    with library_of(tmp_path) as library:
        library.ingest(small / "log.ndjson")
        library.unlock(Keyring(read_identity(small / "secret")))
        private = [thread for thread in library.threads() if thread.private]
        assert private
        for thread in private:
            shape = library.conversation(thread.root).shape()
            order = library.conversation(thread.root).in_order()
            assert list(shape.keys[: shape.present]) == order
            assert len(shape.feeds) == thread.authors
            edges = library.conversation(thread.root).edges(order)
            assert list(shape.edges()) == [
                (shape.keys.index(cause), order.index(key))
                for key in order
                for cause in sorted(edges[key].causes, key=list(shape.keys).index)
            ]


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
