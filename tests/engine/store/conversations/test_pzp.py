from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.collation import sort_by_collation
from tanglescope.engine.reduce.feeds import assemble
from tanglescope.engine.reduce.requirements import Requirement
from tanglescope.engine.reduce.sets import PzpSet
from tests.engine import pzp_log
from tests.engine.archive.samples import DATA
from tests.engine.reduce.scenarios import EXAMPLE, Devices, entries_of, entry
from tests.engine.store.pzp_archives import write_log


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "db") as library:
        library.ingest(DATA / "pzp")
        yield library


@pytest.fixture
def with_set(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "sets.db") as library:
        library.ingest(write_log(tmp_path / "log", entries_of(EXAMPLE)))
        yield library


def test_tangles_are_threads_in_the_order_of_pzp_db(library: Library) -> None:
    weave = pzp_log.expected()["weave"]
    thread = next(each for each in library.threads() if each.root == weave)
    assert thread == library.conversation(weave).summary()
    keys = library.conversation(weave).snapshot().keys
    depths = [library.conversation(weave).messages([key])[key].sequence for key in keys]
    assert keys[0] == weave
    assert keys == sorted(
        sort_by_collation(keys), key=dict(zip(keys, depths, strict=True)).__getitem__
    )
    assert thread.messages == len(keys) == 5
    assert thread.feeds == (pzp_log.expected()["account"],)
    assert thread.names == tuple(library.names(thread.feeds).values())


def test_a_tangle_is_found_by_the_beginning_of_the_id_of_its_root(library: Library) -> None:
    roots = [*library.pzp.roots]
    for root in roots:
        length = next(
            n for n in range(len(root)) if sum(e.startswith(root[:n]) for e in roots) == 1
        )
        assert library.addresses_beginning(f"pzp:{root[:length]}") == [root]


def test_a_message_of_a_tangle_says_what_it_says(library: Library) -> None:
    weave = pzp_log.expected()["weave"]
    shown = library.conversation(weave).messages(library.conversation(weave).in_order())
    texts = [message.content["text"] for message in shown.values()]  # type: ignore[index]
    assert texts[0] == "hello 2"
    assert sorted(texts[1:]) == ["reply 0", "reply 1", "reply 2", "reply 3"]
    assert {message.author for message in shown.values()} == {pzp_log.expected()["account"]}


def test_links_that_others_imply_are_left_out(with_set: Library) -> None:
    root = EXAMPLE["moot"]
    tangle = with_set.pzp.set_of(root).feed.tangle
    edges = with_set.conversation(root).edges(with_set.conversation(root).in_order())
    left_out = {key: set(tangle.prev(key)) - set(each.causes) for key, each in edges.items()}
    assert [links for links in left_out.values() if links] == [{root}], "of C, by its lipmaa link"
    assert all(root in tangle.past(edges[key].causes) for key in left_out if left_out[key])


def test_light_place_and_proof_are_there_for_every_message(library: Library) -> None:
    weave = pzp_log.expected()["weave"]
    keys = library.conversation(weave).snapshot().keys
    for position, key in enumerate(keys):
        inspection = library.inspect(weave, key)
        assert inspection.place is not None
        assert inspection.place.position == position
        assert inspection.is_named_right
        assert inspection.is_signed
        horizon = library.conversation(weave).horizon(key)
        assert horizon is not None
        assert horizon.holds(weave)
        assert len(horizon.past) + len(horizon.future) + horizon.concurrent + 1 == len(keys)


def test_a_tangle_is_a_graph_for_every_order(library: Library) -> None:
    weave = pzp_log.expected()["weave"]
    keys = library.conversation(weave).snapshot().keys
    assert library.conversation(weave).graph().nodes[0].id == weave
    for by in ("scuttlesort", "autobase", "received", "timestamp"):
        assert sorted(library.conversation(weave, by).in_order()) == sorted(keys)


def test_the_set_of_the_specification_is_found(with_set: Library) -> None:
    (summary,) = with_set.pzp.sets()
    expected = PzpSet(assemble(entries_of(EXAMPLE)))
    assert (summary.root, summary.name, summary.items) == (EXAMPLE["moot"], "follows", 2)
    found = with_set.pzp.set_of(summary.root)
    assert found.state == expected.state
    assert found.state.items == ("bob", "carol")


def test_what_comes_later_is_seen(tmp_path: Path) -> None:
    entries = entries_of(EXAMPLE)
    with Library.open(tmp_path / "db") as library:
        library.ingest(write_log(tmp_path / "one", entries[:-1]))
        before = library.conversation(EXAMPLE["moot"]).snapshot()
        library.ingest(write_log(tmp_path / "two", entries))
        after = library.conversation(EXAMPLE["moot"]).snapshot()
        assert before.revision != after.revision
        assert len(after.keys) == len(before.keys) + 1


def test_an_unknown_root_is_in_no_tangle(library: Library) -> None:
    assert "%nowhere" not in library.pzp.roots
    assert "nowhere" not in library.pzp.roots


def test_what_pzp_set_asks_for_is_said_of_each_message(tmp_path: Path) -> None:
    devices = Devices(1)
    devices.add(0, "alice")
    odd = devices.say(0, {"add": [], "del": ["alice"], "supersedes": []})
    root = devices.root.id
    with Library.open(tmp_path / "db") as library:
        entries = map(entry, [*devices.account, *devices.known[0].values()])
        library.ingest(write_log(tmp_path / "log", entries))
        for address in (root, f"{root}?by=scuttlesort"):
            found = {key: library.inspect(address, key).extras for key in devices.known[0]}
            assert {key for key, extras in found.items() if "warnings" in extras} == {odd.id}
            assert found[odd.id]["warnings"].value == (Requirement.DELETION,)


def test_lipmaa_links_are_said_of_every_message_but_the_root(with_set: Library) -> None:
    conversation = with_set.conversation(EXAMPLE["moot"])
    keys = conversation.in_order()
    found = {key: conversation.extras_of(key, ["lipmaa"]).get("lipmaa") for key in keys}
    assert [key for key, extra in found.items() if extra is None] == [EXAMPLE["moot"]]
    for key, extra in found.items():
        if extra is not None:
            assert extra.facts[-1].text == "It names all that its author knew at that depth."
            assert extra.value == {"named": extra.facts[0].keys, "missing": ()}
        assert not conversation.extras_of(key), "they are only on request"


def test_words_are_found_in_a_tangle(library: Library, with_set: Library) -> None:
    weave = pzp_log.expected()["weave"]
    keys = library.conversation(weave).in_order()
    texts = {
        message.content["text"]: key  # type: ignore[index]
        for key, message in library.conversation(weave).messages(keys).items()
    }
    assert library.find_in(weave, "REPLY 2") == [texts["reply 2"]]
    assert len(library.find_in(weave, "repl")) == 4
    assert len(library.find_in(weave, "repl", count=2)) == 2
    assert library.find_in(weave, "") == []
    moot = EXAMPLE["moot"]
    changes = with_set.find_in(moot, "adds bob")
    assert changes
    assert set(changes) <= set(with_set.conversation(moot).in_order())


def test_the_title_of_an_account_names_its_kind_once(with_set: Library) -> None:
    titles = [thread.title for thread in with_set.threads()]
    assert any(title.startswith("PZP account person of ") for title in titles), titles
