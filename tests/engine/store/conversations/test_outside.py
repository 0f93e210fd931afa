"""What stays outside of a conversation although it names it, and why."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.club import Club
from tests.engine.store.conversations.test_private import keyring, library, small
from tests.engine.store.libraries import library_of

__all__ = ["keyring", "library", "small"]

KEY = "%" + "A" * 43 + "=.sha256"


def test_what_waits_is_told_with_what_it_waits_for_and_what_is_excluded_with_its_rule(
    tmp_path: Path,
) -> None:
    club = Club()
    with library_of(tmp_path, *club.said) as library:
        waiting, broken = library.conversation(club.chess).outside()
        assert (waiting.key, waiting.rule) == (club.waiting.key, None)
        assert waiting.waits_for == (club.lost.key,)
        assert waiting.why == f"It waits for {club.lost.key}."
        assert (broken.key, broken.rule) == (club.broken.key, "root-shape")
        assert "`root` is a number" in broken.why
        reordered = library.conversation(f"{club.chess}?by=timestamp")
        assert reordered.outside() == [waiting, broken]
        assert library.conversation(club.root.key).outside() == []


def test_what_arrives_at_last_is_outside_no_more(tmp_path: Path) -> None:
    club = Club()
    with library_of(tmp_path, *club.said, club.lost) as library:
        (broken,) = library.conversation(club.chess).outside()
        assert broken.key == club.broken.key


def test_what_waits_for_many_messages_names_some(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say({"type": "game", "tangles": {"go": {"root": None, "previous": None}}})
    lost = [ann.say(post(f"{number}")).key for number in range(5)]
    late = ann.say({"type": "game", "tangles": {"go": {"root": root.key, "previous": lost}}})
    with library_of(tmp_path, root, late) as library:
        (waiting,) = library.conversation(f"go:{root.key}").outside()
        assert waiting.waits_for == tuple(lost)
        assert waiting.why == f"It waits for {', '.join(lost[:3])} and 2 more."


DATA = st.sampled_from(
    [
        {"root": None, "previous": None},
        {"root": "ROOT", "previous": ["ROOT"]},
        {"root": "ROOT", "previous": [KEY]},
        {"root": "ROOT", "previous": ["LAST"]},
        {"root": "ROOT", "previous": None},
        {"root": "ROOT", "previous": []},
        {"root": 7, "previous": ["ROOT"]},
        {"root": KEY, "previous": [KEY]},
        "nothing",
    ]
)


@given(st.lists(DATA, max_size=8), st.booleans())
def test_a_conversation_and_its_tangle_agree_on_what_is_outside(
    tmp_path_factory: pytest.TempPathFactory, written: list[Any], malformed: bool
) -> None:
    ann = Author("ann")
    root = ann.say({"type": "game", "tangles": {"go": {"root": None, "previous": None}}})
    said = [root]
    for data in written:
        names = {"ROOT": root.key, "LAST": said[-1].key}
        said.append(ann.say({"type": "game", "tangles": {"go": _spelled(data, names)}}))
    if malformed:
        said.append(ann.say({"type": "game", "tangles": []}))
    with library_of(tmp_path_factory.mktemp("outside"), *said) as library:
        outside = library.conversation(f"go:{root.key}").outside()
        growth = library.tangle("go", root.key)
        assert {each.key for each in outside if each.rule is None} == set(growth.set_aside)
        assert {(each.key, each.rule, each.why) for each in outside if each.rule} == {
            (each.key, each.rule, each.why) for each in growth.excluded
        }
        for each in outside:
            waits_for = growth.waits_for(each.key) if each.rule is None else ()
            assert each.waits_for == waits_for


def _spelled(data: Any, names: dict[str, str]) -> Any:
    if not isinstance(data, dict):
        return data
    root, previous = data["root"], data["previous"]
    return {
        "root": names.get(root, root),
        "previous": previous and [names.get(each, each) for each in previous],
    }


def test_an_opened_conversation_and_its_tangle_agree_on_what_is_outside(
    library: Library, keyring: Any
) -> None:
    library.unlock(keyring)
    opened = [each for each in library.conversations(kind="group") if each.private]
    assert opened
    for each in opened:
        outside = library.conversation(each.address).outside()
        growth = library.tangle("group", each.root)
        assert {found.key for found in outside if found.rule is None} == set(growth.set_aside)
        assert {(found.key, found.rule) for found in outside if found.rule} == {
            (found.key, found.rule) for found in growth.excluded
        }
