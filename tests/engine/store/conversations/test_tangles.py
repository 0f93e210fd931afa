"""Tangles of any name are conversations, with public messages, private ones, or both."""

import json
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.library import Library, UnknownConversation
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.query import read_query
from tests.engine.authors import Author
from tests.engine.store.conversations.games import Game
from tests.engine.store.libraries import library_of
from tests.engine.tangle.strategies import ROOT_DATA
from tools.sealing import box2

KEY = b"\7" * 32


def sealed(author: Author, content: dict[str, Any]) -> str:
    text = json.dumps(content).encode()
    return box2(text, author.feed, author.previous, [(KEY, Scheme.GROUP.value)])


def test_a_tangle_is_found_by_name_and_either_spelling_of_its_root(
    played: Library, game: Game
) -> None:
    uri = f"ssb:message/classic/{game.root.key[1:45].replace('+', '-').replace('/', '_')}"
    for address in (game.chess, f"chess:{uri}"):
        conversation = played.conversation(address)
        assert str(conversation.address) == game.chess
        assert conversation.in_order() == [game.root.key, game.move.key]
    with pytest.raises(UnknownConversation):
        played.conversation(f"draughts:{game.root.key}")


@pytest.mark.parametrize("name", ["a name: with a colon", "ünï", "%", "feed"])
def test_a_name_may_be_anything(tmp_path: Path, name: str) -> None:
    ann = Author("ann")
    root = ann.say({"type": "post", "text": "hello", "tangles": {name: ROOT_DATA}})
    data = {"root": root.key, "previous": [root.key]}
    reply = ann.say({"type": "post", "text": "again", "tangles": {name: data}})
    with library_of(tmp_path, root, reply) as library:
        found = [each.address for each in library.conversations(kind=name) if each.tangle]
        # A feed has its author's messages and no others, whatever their content claims.
        assert found == ([] if name == "feed" else [f"{name}:{root.key}"])
        for address in found:
            assert library.conversation(address).in_order() == [root.key, reply.key]


def test_public_and_private_moves_are_one_tangle_in_lists_too(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say({"type": "post", "text": "Who plays?", "tangles": {"chess": ROOT_DATA}})
    data = {"chess": {"root": root.key, "previous": [root.key]}}
    secret = ben.say(sealed(ben, {"type": "chess", "text": "e4", "tangles": data}))
    address = f"chess:{root.key}"
    with library_of(tmp_path, root, secret) as library:
        [public] = library.conversations(kind="chess")
        assert (public.messages, public.private) == (1, False)
        library.unlock(Keyring(group_keys=(KEY,)))
        [listed] = library.conversations(kind="chess")
        assert (listed.messages, listed.set_aside, listed.private) == (2, 0, True)
        conversation = library.conversation(address)
        assert conversation.in_order() == [root.key, secret.key]
        assert conversation.summary() == listed
        assert "public messages only" in " ".join(
            library.search_remarks(read_query(f"e4 in:{address}").question)
        )
        library.lock()
        assert library.conversation(address).in_order() == [root.key]
        assert library.search_remarks(read_query(f"plays in:{address}").question) == []
