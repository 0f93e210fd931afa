"""All that is known of one message, asked of the library."""

from dataclasses import replace
from pathlib import Path

from engine.store.inspection import Place
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
        assert shown.place == Place(1, 2, 1)
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
