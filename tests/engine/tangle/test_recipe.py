"""Recipes, by example."""

import pytest

from engine.tangle.growth import grow
from engine.tangle.recipe import EPOCH, FEED, GROUP, MEMBERS, THREAD, Entry, named
from tests.engine.authors import Author, post

ROOT_DATA = {"root": None, "previous": None}


def feed_entry(key: str, sequence: int, previous: str | None, author: str = "@a") -> Entry:
    return Entry(key, {"type": "post"}, author, sequence, previous)


def test_a_feed_is_a_chain_of_one_author() -> None:
    chain = [feed_entry(*each) for each in [("D", 4, "C"), ("B", 2, "A"), ("C", 3, "B")]]
    growth = grow(FEED, "@a", [*chain, feed_entry("A", 1, None), feed_entry("X", 2, "A", "@x")])
    assert growth.connected == ["A", "B", "C", "D"]
    assert growth.tips == ["D"]


@pytest.mark.parametrize(("sequence", "previous"), [(4, "B"), (2, "B"), (1, "B"), (0, "B")])
def test_a_feed_excludes_whoever_counts_wrong(sequence: int, previous: str) -> None:
    wrong = feed_entry("W", sequence, previous)
    start = [feed_entry("A", 1, None), feed_entry("B", 2, "A")]
    growth = grow(FEED, "@a", [*start, wrong, feed_entry("after", sequence + 1, "W")])
    assert growth.excluded == ["W", "after"]
    assert growth.tips == ["B"]


def test_only_the_first_message_of_a_feed_comes_after_nothing() -> None:
    growth = grow(FEED, "@a", [feed_entry("A", 1, None), feed_entry("B", 2, None)])
    assert growth.connected == ["A"]
    assert growth.set_aside == ["B"]


def test_a_thread_grows_by_branches_and_by_tangle_data() -> None:
    author = Author("ann")
    root = author.say(post("hello"))
    old = author.say(post("old", root))
    new_data = {"thread": {"root": root.key, "previous": [root.key]}}
    new = author.say({"type": "post", "text": "new", "tangles": new_data})
    both = author.say(post("both", root, old, new))
    lost = author.say(post("lost", root, "%" + "x" * 42 + "A=.sha256"))
    entries = [Entry(said.key, said.value["content"]) for said in (lost, both, new, old, root)]
    growth = grow(THREAD, root.key, entries)
    assert growth.connected == [root.key, *sorted([old.key, new.key]), both.key]
    assert growth.set_aside == [lost.key]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "game",
        {},
        {"root": "%R"},
        {"root": "%R", "previous": None},
        {"root": "%R", "previous": []},
        {"root": "%R", "previous": "%R"},
        {"root": "%other", "previous": ["%R"]},
        {"root": None, "previous": ["%R"]},
        {"root": ["%R"], "previous": ["%R"]},
        {"root": 7, "previous": ["%R"]},
        ROOT_DATA,
    ],
)
def test_what_is_no_tangle_data_makes_no_candidate(data: object) -> None:
    entry = Entry("%A", {"type": "post", "tangles": {"game": data}})
    assert named("game").claim(entry, "%R") is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"root": None},
        {"previous": None},
        {"root": "%R"},
        {"root": "%R", "previous": ["%X"]},
        {"root": None, "previous": ["%X"]},
        {"root": None, "previous": []},
    ],
)
def test_a_root_says_both_that_it_has_no_root_and_that_nothing_is_before(data: object) -> None:
    assert named("game").claim(Entry("%R", {"tangles": {"game": data}}), "%R") is None
    assert named("game").claim(Entry("%R", {"tangles": {"game": ROOT_DATA}}), "%R") == ()


@pytest.mark.parametrize("content", ["c2VjcmV0.box", {"tangles": []}, {"tangles": "game"}])
def test_content_without_readable_tangles_makes_no_candidate(content: dict[str, str] | str) -> None:
    assert named("game").claim(Entry("%A", content), "%R") is None


def test_one_message_is_in_many_tangles() -> None:
    later = {
        "type": "group/init",
        "tangles": {
            "group": {"root": "%A", "previous": ["%W", "%X"]},
            "epoch": {"root": "%A", "previous": ["%B"]},
            "members": ROOT_DATA,
        },
    }
    entry = Entry("%later", later)
    assert GROUP.claim(entry, "%A") == ("%W", "%X")
    assert EPOCH.claim(entry, "%A") == ("%B",)
    assert MEMBERS.claim(entry, "%later") == ()
    assert MEMBERS.claim(entry, "%A") is None


def test_only_the_beginnings_of_epochs_are_in_the_epoch_tangle() -> None:
    tangles = {"epoch": {"root": "%A", "previous": ["%A"]}}
    assert EPOCH.claim(Entry("%B", {"type": "group/init", "tangles": tangles}), "%A") == ("%A",)
    assert EPOCH.claim(Entry("%B", {"type": "post", "tangles": tangles}), "%A") is None


@pytest.mark.parametrize("name", ["group", "epoch"])
def test_a_group_begins_with_its_init_message(name: str) -> None:
    recipe = {"group": GROUP, "epoch": EPOCH}[name]
    tangles = {name: ROOT_DATA}
    assert recipe.claim(Entry("%A", {"type": "group/init", "tangles": tangles}), "%A") == ()
    assert recipe.claim(Entry("%A", {"type": "post", "tangles": tangles}), "%A") is None
