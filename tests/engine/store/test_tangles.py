"""Tangles and private groups, read from a library."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.private import Keyring
from tests.engine.archive.samples import DATA
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of
from tests.engine.tangle.strategies import ROOT_DATA
from tools.sealing import box2


def test_the_tangles_of_an_archive_are_those_of_the_original(small: Path, tmp_path: Path) -> None:
    with lzma.open(DATA / "small.tangles.json.xz") as file:
        expected = {each["root"]: each for each in json.load(file)["tangles"]}
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(small / "log.ndjson")
        listed = [each for each in library.tangles() if each.tangle]
        assert {tangle.root for tangle in listed} == set(expected)
        for tangle in listed:
            assert tangle.candidates == len(expected[tangle.root]["nodes"])
            assert tangle.set_aside == len(expected[tangle.root]["disconnected"])
        for tangle in listed:
            growth = library.tangle(tangle.tangle_name, tangle.root)
            assert set(growth.connected) == set(expected[tangle.root]["connected"])
            assert set(growth.tips) == set(expected[tangle.root]["tips"])


def test_a_conversation_is_a_tangle_too(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    by_branch = ann.say(post("old", root))
    data = {"thread": {"root": root.key, "previous": [by_branch.key]}}
    by_tangle = ann.say({"type": "post", "text": "new", "tangles": data})
    lost = ann.say(post("lost", root, "%" + "x" * 42 + "A=.sha256"))
    with library_of(tmp_path, root, by_branch, by_tangle, lost) as library:
        growth = library.tangle("thread", root.key)
        assert growth.connected == [root.key, by_branch.key, by_tangle.key]
        assert growth.set_aside == [lost.key]


@pytest.mark.parametrize(
    ("tangles", "rule"),
    [
        (None, "tangles-shape"),
        ([], "tangles-shape"),
        ([{"chess": 7}], "tangles-shape"),
        ("chess", "tangles-shape"),
        (7, "tangles-shape"),
        ({"chess": []}, "tangle-shape"),
        ({"chess": {"root": 7, "previous": None}}, "root-shape"),
        ({"chess": {"root": "%ROOT", "previous": []}}, "previous-shape"),
        ({"chess": {"root": "%ROOT", "previous": ["garbage"]}}, "previous-shape"),
        ({"chess": {"root": "%ROOT", "previous": None}}, "root-and-previous"),
        ({"chess": {"root": None, "previous": ["%ROOT"]}}, "root-and-previous"),
        ({"draughts": []}, None),
    ],
)
def test_what_is_malformed_is_excluded_in_the_library_too(
    tmp_path: Path, tangles: object, rule: str | None
) -> None:
    ann = Author("ann")
    root = ann.say({"type": "chess", "tangles": {"chess": ROOT_DATA}})
    spelled = json.loads(json.dumps(tangles).replace("%ROOT", root.key))
    odd = ann.say({"type": "chess", "tangles": spelled})
    with library_of(tmp_path, root, odd) as library:
        growth = library.tangle("chess", root.key)
        assert growth.connected == [root.key]
        assert [(each.key, each.rule) for each in growth.excluded] == (
            [(odd.key, rule)] if rule else []
        )


def test_the_rules_of_private_groups_hold_in_the_library(tmp_path: Path) -> None:
    ann = Author("ann")
    init = ann.say({"type": "group/init", "tangles": {"epoch": ROOT_DATA, "group": ROOT_DATA}})
    data = {"root": init.key, "previous": [init.key]}
    said = ann.say({"type": "post", "tangles": {"epoch": data, "group": data}})
    false = ann.say({"type": "post", "tangles": {"epoch": ROOT_DATA, "group": ROOT_DATA}})
    with library_of(tmp_path, init, said, false) as library:
        assert library.tangle("group", init.key).connected == [init.key, said.key]
        epoch = library.tangle("epoch", init.key)
        assert epoch.connected == [init.key]
        assert [(each.key, each.rule) for each in epoch.excluded] == [(said.key, "type")]
        for name in ("group", "epoch"):
            (excluded,) = library.tangle(name, false.key).excluded
            assert (excluded.key, excluded.rule) == (false.key, "root-type")


KEY = b"\5" * 32


def sealed(author: Author, content: dict[str, Any]) -> str:
    text = json.dumps(content).encode()
    return box2(text, author.feed, author.previous, [(KEY, Scheme.GROUP.value)])


def test_a_group_is_as_closed_as_its_messages(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    everywhere = dict.fromkeys(("group", "epoch", "members"), ROOT_DATA)
    init = ann.say(sealed(ann, {"type": "group/init", "tangles": everywhere}))
    after = {"root": init.key, "previous": [init.key]}
    addition = {
        "type": "group/add-member",
        "recps": ["ssb:identity/group/x", ann.feed, ben.feed],
        "tangles": {"group": after, "members": after},
    }
    add = ann.say(sealed(ann, addition))
    with library_of(tmp_path, init, add) as library:
        assert {each.tangle_name for each in library.tangles()} == {"feed"}
        assert library.group(init.key).epochs == []
        library.unlock(Keyring(group_keys=(KEY,)))
        group = library.group(init.key)
        assert group.epochs == [init.key]
        assert group.membership(init.key).members == {ann.feed, ben.feed}
        assert group.changes(init.key)[0].author == ann.feed
        assert library.tangle("group", init.key).tips == [add.key]
        library.lock()
        assert library.group(init.key).epochs == []


def test_a_tangle_is_found_by_either_spelling_of_its_root(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say({"type": "chess", "tangles": {"chess": ROOT_DATA}})
    uri = f"ssb:message/classic/{first.key[1:45].replace('+', '-').replace('/', '_')}"
    data = {"chess": {"root": uri, "previous": [uri]}}
    second = ann.say({"type": "chess", "tangles": data})
    with library_of(tmp_path, first, second) as library:
        for root in (first.key, uri):
            assert library.tangle("chess", root).connected == [first.key, second.key]


def test_conversations_and_feeds_are_listed_as_tangles(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    answer = ann.say(post("again", root))
    game = ann.say({"type": "chess", "tangles": {"chess": ROOT_DATA}})
    data = {"chess": {"root": game.key, "previous": [game.key]}}
    move = ann.say({"type": "chess", "tangles": data})
    with library_of(tmp_path, root, answer, game, move) as library:
        listed = [(each.tangle_name, each.root, each.candidates) for each in library.tangles()]
        assert ("chess", game.key, 2) in listed
        assert ("thread", root.key, 2) in listed
        assert listed[-1] == ("feed", ann.feed, 4)
        feed = library.tangle("feed", ann.feed)
        assert feed.connected == [root.key, answer.key, game.key, move.key]


def test_a_gap_in_a_feed_sets_aside_what_follows(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post(str(number))) for number in range(4)]
    with library_of(tmp_path, said[0], said[2], said[3]) as library:
        feed = library.tangle("feed", ann.feed)
        assert feed.connected == [said[0].key]
        assert feed.waits_for(said[2].key) == (said[1].key,)
        assert feed.waits_for(said[3].key) == (said[2].key,)


def test_a_root_that_no_one_follows_is_a_tangle_of_one(tmp_path: Path) -> None:
    ann = Author("ann")
    lone = ann.say({"type": "chess", "tangles": {"chess": ROOT_DATA}})
    quoting = ann.say(post('somebody wrote "tangles": {"chess": 1}'))
    with library_of(tmp_path, lone, quoting) as library:
        [tangle] = [each for each in library.tangles() if each.tangle]
        assert (tangle.tangle, tangle.root, tangle.candidates) == ("chess", lone.key, 1)
        assert library.tangle("chess", lone.key).connected == [lone.key]
        assert quoting.key not in {each.root for each in library.tangles() if each.tangle}
