"""Which typed texts are addresses, and where they lead."""

import json
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.library.typed_address import (
    Resolution,
    addresses_in,
    is_address,
    is_short_id,
    looks_like_address,
    resolve,
)
from tanglescope.engine.message.uris import cut_id, uri
from tanglescope.engine.store.conversations.catalogue import Catalogue
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.tangle.strategies import ROOT_DATA

ID = f"%{'A' * 43}=.sha256"
EVENT = f"${'b_' * 21}c"
WRITER = "ab" * 32


@pytest.mark.parametrize("text", [ID, f" {ID} ", f"group:{ID}", f"issue:{ID}?by=autobase"])
def test_an_id_and_the_address_of_a_conversation_are_addresses(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize("text", [f"in:{ID}", f"in:group:{ID}", f"-in:{ID}", f"oak on:{ID}", "oak"])
def test_a_search_with_addresses_in_its_fields_is_no_address(text: str) -> None:
    assert not is_address(text)


def test_events_of_matrix_and_shortened_entries_of_logs_lead_to_their_message(
    tmp_path: Path,
) -> None:
    entries = [{"id": f"{WRITER}:{number}", "after": []} for number in (1, 11, 2)]
    nodes = [*entries, {"id": EVENT, "after": []}, {"id": "$15000012:example.org", "after": []}]
    graph = tmp_path / "room.ndjson"
    graph.write_text(json.dumps({"nodes": nodes}) + "\n")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(graph)
        for node in nodes:
            key = str(node["id"])
            assert resolve(library, key) == Resolution("graph:room", key)
            assert resolve(library, cut_id(key)) == Resolution("graph:room", key)
            assert is_short_id(cut_id(key))
        assert resolve(library, "ababababa…").reason.startswith("Several ")
        assert resolve(library, "ababababa…:3") == Resolution()
        assert "No known id begins with $nowhere" in resolve(library, "$nowhere").reason
    assert is_address(EVENT)
    assert not is_short_id("$1000.00")
    assert list(addresses_in(f"see {EVENT}."))[1:] == [EVENT]


@pytest.mark.parametrize("name", ["x2", "a node", "see: below", "graph:x", "שלום", "<b>"])
def test_any_whole_id_of_a_node_leads_to_it(tmp_path: Path, name: str) -> None:
    graph = tmp_path / "own.ndjson"
    graph.write_text(json.dumps({"nodes": [{"id": name, "after": ["gone"]}]}) + "\n")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(graph)
        assert resolve(library, name) == Resolution("graph:own", name)
        assert resolve(library, f" {name}\n") == Resolution("graph:own", name)
        assert not resolve(library, name[:-1]).address
        assert resolve(library, "graph:own") == Resolution("graph:own")


def test_the_beginning_of_an_address_or_a_short_one_of_an_id_is_enough_if_only_one_begins_so(
    tmp_path: Path,
) -> None:
    said = tmp_path / "log.ndjson"
    author = Author("ann")
    posts = [author.say(post(word)) for word in ("one", "two", "three")]
    write(said, posts)
    graph = tmp_path / "graphs.ndjson"
    names = ("boats", "boards", "harbour")
    graph.write_text("".join(f'{{"name": "{n}", "nodes": [{{"id": "{n}"}}]}}\n' for n in names))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(said)
        library.ingest(graph)
        key = posts[0].key
        shortest = next(key[:n] for n in range(2, 9) if len(library.ids_beginning(key[:n])) == 1)
        assert len(shortest) < 5
        assert resolve(library, shortest) == Resolution(key, key)
        assert resolve(library, f"thread:{key[:9]}") == Resolution(key)
        feed = author.feed
        assert resolve(library, f"feed:{feed[:6]}…") == resolve(library, f"feed:{feed}")
        assert resolve(library, "graph:h") == Resolution("graph:harbour")
        several = resolve(library, "graph:boa")
        assert several.reason.startswith("Several ")
        assert "Several addresses begin with graph:boa" in several.reason
        assert resolve(library, "author:ann") == Resolution()
        none = resolve(library, "graph:none").reason
        assert none.startswith("Nothing with that address is known")
        assert looks_like_address(library, "graph:none")
        for words in ("author:ann", "channel:boats", "graph: boats", "http://boats", "in:graph:h"):
            assert not looks_like_address(library, words)


def test_while_a_search_is_typed_no_list_of_conversations_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = Author("ann")
    said = author.say({"type": "issue", "text": "leak", "tangles": {"issue": ROOT_DATA}})
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [said]))
        known = {each.kind for each in library.conversations()}
        monkeypatch.delattr(Catalogue, "summaries")
        assert known < set(library.kinds())
        assert looks_like_address(library, f"issue:{said.key[:9]}")
        for text in ("leak:", "leak:tap", "author:ann", "leak: tap"):
            assert not looks_like_address(library, text)


def test_what_follows_an_id_in_a_link_doesnt_hide_what_it_names(tmp_path: Path) -> None:
    said = Author("ann").say(post("hello"))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [said]))
        for link in (said.key, uri(said.key)):
            for query in ("", "?unbox=abc=.boxs", "?foo"):
                assert resolve(library, link + query) == Resolution(said.key, said.key)
        wrong = resolve(library, f"{said.key}?by=whim")
        assert wrong.reason.startswith("No order is called “whim”")
