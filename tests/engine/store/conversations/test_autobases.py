import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.graphs.pieces import AUTOBASE, GraphItem, Piece
from tanglescope.engine.archive.record import Place, UnreadableArchive
from tanglescope.engine.commandline.corestore import corestore
from tanglescope.engine.commandline.show import show
from tanglescope.engine.library import Library
from tanglescope.engine.linear.autobase.order import Autobase
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.graph import Graph, Node, Writer, read_graph
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.store.arrivals.archives import SeenArchive
from tanglescope.engine.store.arrivals.changes import LibraryChange, TimelineChange
from tanglescope.engine.store.arrivals.importer import take_in_all
from tanglescope.engine.store.conversations import autobases
from tanglescope.engine.store.conversations.autobases import written_in
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.graph_nodes import GraphNodes
from tanglescope.engine.store.orders.graph_joining import GraphJoining
from tests.engine.archive.corestore import STORES, store, truth
from tests.engine.linear.autobase_graphs import logs
from tests.vectors.autobase import load

pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")


def answered(name: str, database: Path) -> dict[str, Any]:
    """The output of `show` for the base of a store."""
    address = f"autobase:{truth(name)['key']}"
    arguments = [address, "--by", "autobase", "--format", "json", "--database", str(database)]
    answer: dict[str, Any] = json.loads(CliRunner().invoke(show, arguments).stdout)
    return answer


@pytest.mark.parametrize("name", STORES)
def test_every_autobase_of_a_store_is_a_conversation(name: str, tmp_path: Path) -> None:
    database = tmp_path / "library.db"
    with Library.open(database) as library:
        report = library.ingest(store(name))
        assert library.ingest(store(name)).added == 0
        [summary] = library.conversations(kind="autobase")
        assert (summary.order, summary.messages) == ("autobase", report.added)
        assert library.check().ok
    [base] = json.loads(CliRunner().invoke(corestore, [str(store(name)), "--json"]).stdout)["bases"]
    answer = answered(name, database)
    assert [each["key"] for each in answer["messages"]] == [
        each["key"] for each in base["messages"]
    ]
    assert {each["verdict"] for each in answer["messages"]} == {"valid"}
    assert (answer["confirmed"], answer["signed"]) == (base["confirmed"], base["signed"])


def test_what_is_confirmed_and_not_signed_names_who_has_yet_to_sign(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(store("encrypted"))
        conversation = library.conversation(f"autobase:{truth('encrypted')['key']}")
        found = conversation.facts()
        assert 0 < found["signed"] < found["confirmed"]
        assert set(found["missing"]) <= {writer.key for writer in conversation.graph().writers}
        silent = [key for key, node in truth("encrypted")["nodes"].items() if node["value"] is None]
        said = {each.content["text"] for each in conversation.messages(silent).values()}
        assert said == {"Acknowledges the entries that it refers to"}


def test_another_order_says_nothing_of_what_is_final(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(store("plain"))
        conversation = library.conversation(f"autobase:{truth('plain')['key']}", "scuttlesort")
        assert conversation.facts() == {}
        assert conversation.graph().writers, "the graph is the same"


def test_a_store_that_is_damaged_is_reported_in_words(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(store("plain"), tmp_path / "store"))
    (folder / "db" / "CURRENT").write_bytes(b"nothing")
    with (
        Library.open(tmp_path / "library.db") as library,
        pytest.raises(UnreadableArchive, match="damaged"),
    ):
        library.ingest(folder)


WRITERS = (Writer("a"), Writer("b"), Writer("c"))


def entries(count: int) -> list[GraphItem]:
    """Entries of three writers in turn, each of which knows all earlier ones."""
    nodes = [
        Node(
            f"{number:02}", (f"{number - 1:02}",) if number else (), "abc"[number % 3], number // 3
        )
        for number in range(count)
    ]
    return [GraphItem(node, text=node.id) for node in nodes]


def put(
    library: Library,
    path: Path,
    items: Sequence[GraphItem],
    writers: tuple[Writer, ...] = WRITERS,
    *,
    is_settled: bool = True,
) -> list[TimelineChange]:
    """Import entries, as the follower of a store does; return what replicas are told.

    Unless it is settled, the order is left to those who read it.
    """
    path.touch()
    piece = Piece(AUTOBASE, "base", Place("core", 1), writers, tuple(items))
    with writing(library._database):
        archive = library.archives.recognize(path)
        GraphJoining(library._database, archive).put([piece])
    if not is_settled:
        return []
    seen = SeenArchive(1, path, archive.cursor)
    changes: list[LibraryChange] = []
    take_in_all(library._database, seen, (), None, changes.append, lambda: False)
    return [timeline for change in changes for timeline in change.timelines]


def ordered(items: Sequence[GraphItem]) -> tuple[list[str], int]:
    """The order of entries and the number of confirmed ones."""
    graph = Graph(tuple(item.node for item in items), WRITERS)
    answer = linearize(graph, "autobase")
    return answer["order"], answer["confirmed"]


def seen(library: Library) -> tuple[list[str], object]:
    conversation = library.conversation("autobase:base")
    return conversation.in_order(), conversation.facts()["confirmed"]


def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The nodes that any Autobase takes in from now on."""
    taken: list[str] = []
    take_in = Autobase.take_in

    def note(base: Autobase, node: Node) -> None:
        taken.append(node.id)
        take_in(base, node)

    monkeypatch.setattr(Autobase, "take_in", note)
    return taken


def test_only_what_arrives_is_taken_into_an_autobase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = entries(40)
    with Library.open(tmp_path / "library.db") as library:
        put(library, tmp_path / "store", items[:20])
        assert seen(library) == ordered(items[:20])
        taken = noted(monkeypatch)
        put(library, tmp_path / "store", items[20:])
        found = seen(library)
        assert taken == [item.node.id for item in items[20:]]
        assert found == ordered(items)
        assert library.check().ok


def test_of_what_is_final_nothing_is_taken_in_again_when_the_program_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = entries(40)
    with Library.open(tmp_path / "library.db") as library:
        put(library, tmp_path / "store", items[:20])
        order, confirmed = seen(library)
        assert isinstance(confirmed, int)
        autobases._bases.clear()
        taken = noted(monkeypatch)
        put(library, tmp_path / "store", items[20:])
        found = seen(library)
        assert sorted(taken) == [*order[confirmed:], *(item.node.id for item in items[20:])]
        assert confirmed > 10
        assert found == ordered(items)


def test_an_autobase_is_continued_where_all_is_final(tmp_path: Path) -> None:
    nodes = [Node(f"{each}", (f"{each - 1}",) if each else (), "a", each) for each in range(4)]
    with Library.open(tmp_path / "library.db") as library:
        for node in nodes:
            put(library, tmp_path / "store", [GraphItem(node)], (Writer("a"),))
            autobases._bases.clear()
        assert seen(library) == (["0", "1", "2", "3"], 4)


def vector_graphs() -> list[Graph]:
    return [
        read_graph(json.dumps({key: vector[key] for key in ("writers", "nodes")}))
        for vector in load("memberships")
    ]


@given(
    graph=st.one_of(st.sampled_from(vector_graphs()), logs(60).map(lambda each: each.graph)),
    cuts=st.lists(st.integers(0, 60), max_size=8),
    data=st.data(),
)
@settings(deadline=None, max_examples=20)
def test_an_autobase_is_continued_as_if_it_were_read_anew(
    graph: Graph, cuts: list[int], data: st.DataObject
) -> None:
    nodes = list(graph.nodes)
    if data.draw(st.booleans()):
        late = data.draw(st.integers(0, len(nodes)))
        nodes = [*nodes[:late], *data.draw(st.permutations(nodes[late:]))]
    with (
        TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        Library.open(Path(folder) / "library.db") as library,
    ):
        patch.setattr(autobases, "_MOST_FINAL", data.draw(st.sampled_from([0, 3, 1000])))
        known = 0
        for end in [*sorted({min(cut, len(nodes)) for cut in cuts} - {0}), len(nodes)]:
            if data.draw(st.booleans()):  # the program starts again
                autobases._bases.clear()
            some = nodes[known:end]
            writers = graph.writers
            if data.draw(st.booleans()):  # as in a store, which lists whom it knows
                written = {node.writer for node in nodes[:end]}
                writers = tuple(each for each in writers if each.key in written)
            items, is_settled = [GraphItem(node) for node in some], data.draw(st.booleans())
            put(library, Path(folder) / "store", items, writers, is_settled=is_settled)
            known = end
            if not known:
                continue
            [(number,)] = library._database.execute("SELECT id FROM graphs").fetchall()
            answer = linearize(GraphNodes(library._database).graph(number)[0], "autobase")
            assert seen(library) == (answer["order"], answer["confirmed"])


def test_an_autobase_is_put_together_anew_where_an_entry_was_another(tmp_path: Path) -> None:
    items = entries(20)
    forged = items[12]._replace(node=replace(items[12].node, after=("07",)))
    with Library.open(tmp_path / "library.db") as library:
        put(library, tmp_path / "store", [*items[:12], forged, *items[13:]])
        before, _ = seen(library)
        put(library, tmp_path / "other", [items[12]._replace(status="valid")])
        order, _ = found = seen(library)
        assert found == ordered(items)
        assert sorted(order) == sorted(before)


def test_an_entry_that_turns_out_to_be_optimistic_is_ordered_as_such(tmp_path: Path) -> None:
    nodes = [
        Node("a0", (), "a", 0),
        Node("00", (), "0", 0),
        Node("b0", ("a0",), "b", 0),
        Node("a1", ("b0",), "a", 1),
    ]
    writers = (Writer("a"), Writer("b"), Writer("0", indexer=False))
    late = replace(nodes[1], optimistic=True)
    items = [GraphItem(node, status="unverified") for node in nodes]
    with Library.open(tmp_path / "library.db") as library:
        put(library, tmp_path / "store", items, writers)
        before = seen(library)
        put(library, tmp_path / "other", [GraphItem(late, status="valid")], writers)
        right = Graph((nodes[0], late, *nodes[2:]), writers)
        answer = linearize(right, "autobase")
        assert seen(library) == (answer["order"], answer["confirmed"]) != before
        assert library.check().ok


def test_replicas_follow_the_order_of_an_autobase_by_edits(tmp_path: Path) -> None:
    items = entries(41)
    batches = [items[first : first + 3] for first in range(20, 41, 3)]
    batches[2:4] = batches[3], batches[2]  # causes come late
    with Library.open(tmp_path / "library.db") as library:
        put(library, tmp_path / "store", items[:20])
        conversation = library.conversation("autobase:base")
        replica, revision = conversation.in_order(), conversation.revision()
        for batch in batches:
            [change] = put(library, tmp_path / "store", batch)
            assert (change.address, change.since) == ("autobase:base", revision)
            apply(change.edits, replica)
            revision = change.revision
            assert (conversation.in_order(), conversation.revision()) == (replica, revision)
            assert library.check().ok


@pytest.mark.parametrize(
    ("entry", "written"),
    [
        ('["TAV","hi",null,1700000000]', "hi"),
        ('["TAV",["00ff"],"hi",null,1700000000]', "hi"),
        ('["TXT","hi",1,[]]', "hi"),
        ('["TAV",null,null,1]', '["TAV",null,null,1]'),
        ('["KAN","board"]', '["KAN","board"]'),
        ('[["TAV"],"hi"]', '[["TAV"],"hi"]'),
        ('{"TAV":"hi"}', '{"TAV":"hi"}'),
        ("[]", "[]"),
        ("Hello", "Hello"),
    ],
)
def test_of_a_chat_entry_the_text_is_shown(entry: str, written: str) -> None:
    assert written_in(entry) == written
