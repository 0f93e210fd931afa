"""All facts about one message, from the library."""

from dataclasses import replace
from pathlib import Path

from tanglescope.engine.store.inspection import MOST_SHOWN
from tanglescope.engine.store.orders.members import MessagePlace
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def test_a_message_is_inspected_with_all_that_it_is_joined_to(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    lost = ann.say(post("Lost on its way", root))
    yes = bob.say(post("yes", root, root, lost))
    with library_of(tmp_path, root, yes) as library:
        shown = library.inspect(root.key, yes.key)
        assert shown.message is not None
        assert shown.message.author == bob.feed
        assert shown.place == MessagePlace(1, 2, 1)
        assert set(shown.edges.causes) == {root.key, lost.key}
        assert set(shown.others) == {root.key}
        assert set(shown.names) == {ann.feed, bob.feed}
        assert shown.is_named_right
        assert shown.is_signed
        assert shown.value is not None
        forged = replace(shown, value=shown.value.replace('"yes"', '"no!"'))
        assert not forged.is_signed
        assert not forged.is_named_right


def test_a_ghost_is_inspected_by_what_names_it(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("Shall we sail?"))
    lost = ann.say(post("Lost on its way", root))
    yes = Author("bob").say(post("yes", root, lost))
    with library_of(tmp_path, root, yes) as library:
        ghost = library.inspect(root.key, lost.key)
        assert (ghost.message, ghost.value, ghost.place) == (None, None, None)
        assert ghost.edges.effects == (yes.key,)
        assert not ghost.is_signed


def test_tips_it_saw_are_the_open_ends_of_what_its_author_knew(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    yes = bob.say(post("yes", root))
    no = ann.say(post("no", root))
    late = bob.say(post("late", root, root, yes, no))
    with library_of(tmp_path, root, yes, no, late) as library:
        shown = library.inspect(root.key, late.key)
        assert set(shown.edges.causes) == {root.key, yes.key, no.key}
        assert set(shown.tips) == {yes.key, no.key}
        assert library.inspect(root.key, yes.key).tips == (root.key,)


def test_links_are_those_that_lead_out_of_the_conversation(tmp_path: Path) -> None:
    ann = Author("ann")
    elsewhere = ann.say(post("Another thread"))
    root = ann.say(post("Shall we sail?"))
    gone = f"%{'x' * 42}A=.sha256"
    text = f"as [here]({elsewhere.key}), {gone}, {elsewhere.key} and {root.key}"
    answer = ann.say(post(text, root))
    with library_of(tmp_path, elsewhere, root, answer) as library:
        shown = library.inspect(root.key, answer.key)
        assert shown.links == (elsewhere.key, gone)
        assert elsewhere.key in shown.others


def test_two_messages_are_held_against_each_other(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    yes, no = bob.say(post("yes", root)), ann.say(post("no", root))
    with library_of(tmp_path, root, yes, no) as library:
        assert library.inspect(root.key, yes.key).proof is None
        first = library.inspect(root.key, yes.key, root.key).proof
        assert first is not None
        assert first.path == (root.key, yes.key)
        apart = library.inspect(root.key, yes.key, no.key).proof
        assert apart is not None
        assert apart.is_concurrent


def test_of_many_neighbours_only_some_are_read(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("root"))
    answers = [ann.say(post(str(number), root)) for number in range(MOST_SHOWN + 9)]
    with library_of(tmp_path, root, *answers) as library:
        seen = library.inspect(root.key, root.key)
        assert len(seen.edges.effects) == MOST_SHOWN + 9
        assert len(seen.others) == MOST_SHOWN
