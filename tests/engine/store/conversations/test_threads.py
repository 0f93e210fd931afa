"""Threads are answered by messages that aren't in them, too: by `branch` or `fork` alone."""

from pathlib import Path

from tanglescope.engine.library import Conversation, Library
from tanglescope.engine.words import inspection as words
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def answers(conversation: Conversation, key: str) -> object:
    extra = conversation.extras_of(key, ["answers"]).get("answers")
    return () if extra is None else extra.value


def linked(library: Library, address: str, title: str, key: str | None = None) -> list[str]:
    """The messages that a section of the inspector links to."""
    sections = words.sections(library.inspect(address, key or address))
    [section] = (each for each in sections if each.title == title)
    return [fact.key for fact in section.facts if fact.key]


def test_what_answers_by_branch_or_fork_alone_is_linked_to_the_thread(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("root"))
    inside = bob.say(post("inside", root))
    by_branch = bob.say({"type": "post", "text": "branch", "branch": [inside.key]})
    by_fork = ann.say(post("fork", inside, fork=root.key))
    elsewhere = bob.say(post("elsewhere", by_branch))
    with library_of(tmp_path, root, inside, by_branch, by_fork, elsewhere) as library:
        thread = library.conversation(root.key)
        assert set(thread.in_order()) == {root.key, inside.key}
        assert answers(thread, root.key) == (by_branch.key, by_fork.key)
        assert answers(thread, inside.key) == (by_branch.key,)
        assert library.inspect(root.key, root.key).extras["answers"].value == (
            by_branch.key,
            by_fork.key,
        )
        assert answers(library.conversation(by_branch.key), by_branch.key) == ()
        links = linked(library, root.key, "Also answered by (2)")
        assert links == [by_branch.key, by_fork.key]
        for answer, named in ((by_branch, inside), (by_fork, root)):
            own = library.conversations_of(answer.key)[0]
            assert linked(library, own, "Links out of the conversation (1)", answer.key) == [
                named.key
            ]
