"""A reply names the tips of every tangle that it writes, as the library knows them."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.library import Library, PrivateConversation, UnknownConversation
from engine.message.box2 import Scheme
from engine.message.private import Keyring
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, write
from tests.engine.tangle.strategies import ROOT_DATA
from tools.sealing import box2

NOWHERE = "%" + "x" * 42 + "A=.sha256"


def begin(author: Author, *names: str) -> Said:
    """A post that begins tangles of these names."""
    tangles = dict.fromkeys(names, ROOT_DATA)
    return author.say({"type": "post", "text": "begin", "tangles": tangles})


def after(root: Said, **previous: list[Said]) -> dict[str, Any]:
    """Content that is in tangles of `root` by tangle data only."""
    data = {
        name: {"root": root.key, "previous": [each.key for each in listed]}
        for name, listed in previous.items()
    }
    return {"type": "move", "tangles": data}


def named(content: dict[str, Any]) -> dict[str, list[str]]:
    return {name: data["previous"] for name, data in content["tangles"].items()}


def tips(library: Library, root: Said, *names: str) -> dict[str, list[str]]:
    return {name: library.tangle(name, root.key).tips for name in names}


def test_each_tangle_has_tips_of_its_own(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = begin(ann, "chess")
    by_branch = ben.say(post("by branch", root, root))
    by_data = ann.say(after(root, thread=[by_branch]))
    first = ann.say(after(root, chess=[root]))
    second = ben.say(after(root, chess=[first]))
    with library_of(tmp_path, root, by_branch, by_data, first, second) as library:
        content = library.reply(root.key, "well played")
        assert named(content) == {"thread": [by_data.key], "chess": [second.key]}
        assert named(content) == tips(library, root, "thread", "chess")
        assert content["branch"] == [by_data.key]


def test_replies_that_go_on_by_branch_after_tangle_data_are_tips(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    by_data = ann.say(after(root, thread=[root]))
    by_branch = ann.say(post("and on", root, by_data))
    again = ann.say(after(root, thread=[by_branch]))
    with library_of(tmp_path, root, by_data, by_branch, again) as library:
        assert library.tangle("thread", root.key).tips == [again.key]
        assert named(library.reply(root.key, "…")) == {"thread": [again.key]}


def test_what_waits_or_is_excluded_is_no_tip(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = begin(ann, "chess")
    move = ann.say(after(root, chess=[root]))
    waits = ben.say(
        {"type": "move", "tangles": {"chess": {"root": root.key, "previous": [NOWHERE, move.key]}}}
    )
    excluded = ben.say({"type": "move", "tangles": {"chess": {"root": root.key, "previous": []}}})
    with library_of(tmp_path, root, move, waits, excluded) as library:
        growth = library.tangle("chess", root.key)
        assert growth.set_aside == [waits.key]
        assert [(each.key, each.rule) for each in growth.excluded] == [
            (excluded.key, "previous-shape")
        ]
        assert named(library.reply(root.key, "…"))["chess"] == [move.key]


def test_a_reply_in_a_tangle_that_is_no_thread_writes_it(tmp_path: Path) -> None:
    ann = Author("ann")
    root = begin(ann, "chess")
    move = ann.say(after(root, chess=[root]))
    with library_of(tmp_path, root, move) as library:
        for within in ("chess", "thread"):
            content = library.reply(root.key, "check", within)
            assert named(content) == {"thread": [root.key], "chess": [move.key]}
        # What the root doesn't begin can't be gone on with.
        assert set(named(library.reply(root.key, "check", "draughts"))) == {"thread", "chess"}


def test_a_root_is_found_by_either_spelling_of_its_key(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("hello"))
    uri = f"ssb:message/classic/{root.key[1:45].replace('+', '-').replace('/', '_')}"
    with library_of(tmp_path, root) as library:
        assert library.reply(uri, "…") == library.reply(root.key, "…")


def test_without_its_root_a_thread_is_answered_after_its_latest_messages(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say(post("lost"))
    first = ben.say(after(root, thread=[root]))
    second = ben.say(after(root, thread=[first]))
    with library_of(tmp_path, first, second) as library:
        assert library.tangle("thread", root.key).tips == []
        assert named(library.reply(root.key, "…")) == {"thread": [second.key]}
    with library_of(tmp_path) as library, pytest.raises(UnknownConversation):
        library.reply(NOWHERE, "…")


def test_a_public_reply_names_nothing_private(tmp_path: Path) -> None:
    ann = Author("ann")
    root = begin(ann, "chess")
    key = b"\7" * 32
    text = b'{"type": "move", "tangles": {"chess": {"root": "%s", "previous": ["%s"]}}}'
    sealed = box2(
        text % (root.key.encode(), root.key.encode()),
        ann.feed,
        ann.previous,
        [(key, Scheme.GROUP.value)],
    )
    private = ann.say(sealed)
    with library_of(tmp_path, root, private) as library:
        library.unlock(Keyring(group_keys=(key,)))
        assert named(library.reply(root.key, "…"))["chess"] == [root.key]
        assert library.tangle("chess", root.key).tips == [root.key]
        with pytest.raises(PrivateConversation):
            library.reply(private.key, "…")


@pytest.mark.parametrize("seed", range(4))
def test_no_reply_forks_what_its_author_had_seen(tmp_path: Path, seed: int) -> None:
    """Several people reply and hear of each other in any order: each reply follows all it could."""
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(3)]
    root = begin(people[0], "chess")
    said = [root]
    unheard: dict[str, list[Said]] = {person.name: [root] for person in people}
    libraries = {
        person.name: Library.open(tmp_path / f"{number}.db") for number, person in enumerate(people)
    }
    for step in range(16):
        person = random.choice(people)
        library, news = libraries[person.name], unheard[person.name]
        random.shuffle(news)
        kept = 0 if step == 0 else random.randrange(len(news) + 1)
        library.ingest(write(tmp_path / f"{step}.ndjson", news[kept:]))
        del news[kept:]
        if root in news:  # nothing is connected yet
            continue
        known = tips(library, root, "thread", "chess")
        content = library.reply(root.key, str(step), random.choice(["thread", "chess"]))
        assert named(content) == known
        assert content["branch"] == known["thread"]
        reply = person.say(content)
        library.ingest(write(tmp_path / f"{step}-own.ndjson", [reply]))
        assert tips(library, root, "thread", "chess") == {
            "thread": [reply.key],
            "chess": [reply.key],
        }
        said.append(reply)
        for other in people:
            if other is not person:
                unheard[other.name].append(reply)
    assert len(said) > 6
    for library in libraries.values():
        library.close()
