import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.commandline.linearize import linearize
from tanglescope.engine.commandline.show import show
from tanglescope.engine.drawing.tints import palette, tint
from tanglescope.engine.export.conversations import ExportSelection, export_bytes
from tanglescope.engine.library import GivenFacts, Library
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.timeline import one_page
from tests.engine.club import Club
from tests.engine.store.libraries import steps_of, write

DIAMOND = [
    {"id": "a", "after": [], "writer": "ann", "sequence": 0, "label": "Begin", "text": "Hello"},
    {"id": "b", "after": ["a"], "writer": "bob", "sequence": 0},
    {"id": "c", "after": [], "writer": "ann", "sequence": 1},
    {"id": "d", "after": ["b", "c"]},
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as library:
        yield library


def graph_file(path: Path, *lines: Any) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def refused(library: Library) -> list[tuple[str, str | None, str]]:
    """The records in quarantine: position, id, and problem."""
    return [(each.place, each.key, each.rule) for each in library.quarantine.page()]


def test_a_graph_line_is_a_conversation_of_its_name(library: Library, tmp_path: Path) -> None:
    report = library.ingest(graph_file(tmp_path / "file", {"name": "boats", "nodes": DIAMOND}))
    assert (report.added, report.messages, report.quarantined) == (4, 4, 0)
    [summary] = library.conversations(kind="graph")
    assert (summary.address, summary.messages, summary.authors) == ("graph:boats", 4, 2)
    assert not summary.is_answerable
    conversation = library.conversation("graph:boats")
    assert conversation.in_order() == ["a", "b", "c", "d"]
    assert conversation.edges(["c"])["c"].causes == ("a",), "a writer's own predecessor is a cause"
    message = conversation.messages(["a"])["a"]
    assert (message.status, message.rule) == ("unverified", "unsigned")
    assert message.content == {"type": "node", "text": "Begin\nHello"}
    assert library.conversations_of("d") == ["graph:boats"]


def test_a_page_of_a_graph_without_times_reads_few_of_its_nodes(tmp_path: Path) -> None:
    def steps(count: int) -> int:
        nodes = [
            {"id": f"n{number}", "after": [], "writer": "ann", "sequence": number}
            for number in range(count)
        ]
        path = graph_file(tmp_path / f"{count}.ndjson", {"name": "boats", "nodes": nodes})
        with Library.open(tmp_path / f"{count}.db") as library:
            library.ingest(path)
            boats = library.conversation("graph:boats")
            page = boats.in_order()[-30:]
            return steps_of(library._database, lambda: (boats.messages(page), boats.edges(page)))

    assert steps(4000) < 1.5 * steps(400)


@pytest.mark.parametrize("time", [2**63, -(2**63), 2**64 - 1, 10**30, 1e308, -0.5])
def test_a_node_may_say_any_time(library: Library, tmp_path: Path, time: float) -> None:
    node = {"id": "a", "after": [], "asserted": time, "received": time}
    assert library.ingest(graph_file(tmp_path / "odd", {"name": "odd", "nodes": [node]})).added == 1
    message = library.conversation("graph:odd").messages(["a"])["a"]
    assert (message.asserted, message.received) == (float(time), float(time))
    assert library.ingest(tmp_path / "odd").added == 0
    assert library.check().ok


def test_single_nodes_belong_to_the_graph_named_after_the_file(
    library: Library, tmp_path: Path
) -> None:
    library.ingest(graph_file(tmp_path / "trace.ndjson", *DIAMOND))
    assert library.conversation("graph:trace").in_order() == ["a", "b", "c", "d"]


def test_graphs_without_names_are_distinguished_by_their_lines(
    library: Library, tmp_path: Path
) -> None:
    library.ingest(graph_file(tmp_path / "two.ndjson", *[{"nodes": DIAMOND}] * 2))
    addresses = [each.address for each in library.conversations(kind="graph")]
    assert addresses == ["graph:two", "graph:two-2"]


def test_importing_again_adds_nothing(library: Library, tmp_path: Path) -> None:
    line = {"name": "boats", "nodes": DIAMOND}
    for name in ("file", "file", "copy"):
        report = library.ingest(graph_file(tmp_path / name, line))
    assert (report.added, report.messages, report.quarantined) == (0, 4, 0)


def test_a_file_that_grows_goes_on_in_the_same_graph(library: Library, tmp_path: Path) -> None:
    for count in range(1, 5):
        report = library.ingest(graph_file(tmp_path / "trace.ndjson", *DIAMOND[:count]))
        assert (report.added, report.messages) == (1, count)
        assert len(library.conversation("graph:trace").in_order()) == count


def test_without_writers_nodes_have_the_numbers_of_their_components(
    library: Library,
    tmp_path: Path,
) -> None:
    path = graph_file(tmp_path / "grows", {"id": "a", "after": []}, {"id": "b", "after": ["x"]})
    library.ingest(path)
    assert hues(library, "grows") == {"a": 1, "b": 2}
    with path.open("a") as file:
        file.write('{"id": "c", "after": []}\n{"id": "d", "after": ["x"]}\n')
    library.ingest(path)
    assert hues(library, "grows") == {"a": 1, "b": 2, "c": 3, "d": 2}
    with path.open("a") as file:
        file.write('{"id": "x", "after": ["a"]}\n')
    library.ingest(path)
    assert hues(library, "grows") == {"a": 1, "b": 1, "c": 2, "d": 1, "x": 1}
    library.ingest(graph_file(tmp_path / "said", {"name": "said", "nodes": DIAMOND}))
    assert hues(library, "said") == {"a": "ann", "b": "bob", "c": "ann", "d": ""}


def test_nodes_are_found_by_words_in_their_labels_texts_and_ids(
    library: Library, tmp_path: Path
) -> None:
    path = graph_file(
        tmp_path / "grows",
        {"id": "c0ffee", "after": [], "label": "Paint the boat"},
        {"id": "b", "after": ["c0ffee"], "text": "a Böat, again"},
    )
    library.ingest(path)
    library.ingest(graph_file(tmp_path / "other", {"id": "x", "after": [], "label": "a boat"}))
    assert library.find_in("graph:grows", "boat") == ["b", "c0ffee"]
    assert library.find_in("graph:grows", "BOAT pai") == ["c0ffee"], "all words, the last begun"
    assert library.find_in("graph:grows", "c0ff") == ["c0ffee"]
    assert library.find_in("graph:grows", '"*') == []
    with path.open("a") as file:
        file.write('{"id": "d", "after": [], "label": "the boat house"}\n')
    library.ingest(path)
    assert library.find_in("graph:grows", "boat", count=2) == ["d", "b"]
    assert library.find_in("graph:grows?by=git", "boat", count=1) == ["d"]


def hues(library: Library, name: str) -> dict[str, str | int]:
    """The values that decide the colours of nodes, the same in lists and in drawings."""
    conversation = library.conversation(f"graph:{name}")
    found = conversation.messages(conversation.in_order())
    shape = conversation.shape()
    here = {key: shape.hue(number) for number, key in enumerate(shape.keys[: shape.present])}
    assert here == {key: message.hue for key, message in found.items()}
    return here


def test_a_picture_of_a_graph_without_writers_has_a_colour_for_each_component(
    library: Library, tmp_path: Path
) -> None:
    nodes = [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}, {"id": "c", "after": []}]
    library.ingest(graph_file(tmp_path / "file", {"name": "bare", "nodes": nodes}))
    arguments = ["graph:bare", "--format", "svg", "--database", str(library.path)]
    drawn = CliRunner().invoke(show, arguments).output
    boxes = re.findall('<rect [^>]*stroke="(#[0-9a-f]+)"[^>]*>', drawn)
    assert len(boxes) == 3
    assert len(set(boxes)) == 2
    assert palette("light").colors["ghost"] not in drawn
    assert "dasharray" not in drawn


def test_writers_of_a_graph_have_colours_of_their_own(
    library: Library,
    tmp_path: Path,
) -> None:
    alike = [f"w{number}" for number in range(200) if tint(f"w{number}", 10) == 7][:4]
    nodes = [{"id": name, "after": [], "writer": name, "sequence": 0} for name in reversed(alike)]
    library.ingest(graph_file(tmp_path / "file", {"name": "alike", "nodes": nodes}))
    conversation = library.conversation("graph:alike")
    assert conversation.writers() == tuple(reversed(alike)), "in the order in which they joined"
    assert library.conversation("graph:alike?by=git").writers() == conversation.writers()
    [*drawn] = export_bytes(library, ExportSelection("graph:alike"), "svg")
    boxes = re.findall('<rect [^>]*stroke="(#[0-9a-f]+)"[^>]*>', b"".join(drawn).decode())
    assert len(boxes) == len(set(boxes)) == len(alike)
    page = one_page(LibraryReader(library), conversation)
    for pattern in ('class="dot (t[0-9])', 'class="author (t[0-9])"', 'class="face (t[0-9])"'):
        found = re.findall(pattern, page)
        assert sorted(found) == ["t0", "t7", "t8", "t9"]


def test_a_graph_may_be_one_indented_object_or_an_array(library: Library, tmp_path: Path) -> None:
    for name, value in {"object": {"nodes": DIAMOND}, "array": DIAMOND}.items():
        (tmp_path / name).write_text(json.dumps(value, indent=2))
        assert library.ingest(tmp_path / name).added == 4
        assert library.conversation(f"graph:{name}").in_order() == ["a", "b", "c", "d"]


WRONG = {
    "shape": ([{"id": "x", "after": "a"}], [("x", "shape")]),
    "no id": ([{"id": 1, "after": []}], [(None, "shape")]),
    "no object": ([7], [(None, "shape")]),
    "too large a number": ([{"id": "x", "after": [], "depth": 2**63}], [("x", "shape")]),
    "a text that is none": ([{"id": "x", "after": [], "text": 1}], [("x", "shape")]),
    "duplicate": ([{"id": "a", "after": []}], [("a", "duplicate")]),
    "fork": ([{"id": "x", "after": [], "writer": "ann", "sequence": 1}], [("x", "fork")]),
    "cycle": (
        [{"id": "x", "after": ["y"]}, {"id": "y", "after": ["x"]}],
        [("x", "cycle"), ("y", "cycle")],
    ),
    "cycle through a log": (
        [
            {"id": "x", "after": ["y"], "writer": "eve", "sequence": 0},
            {"id": "y", "after": [], "writer": "eve", "sequence": 1},
        ],
        [("x", "cycle"), ("y", "cycle")],
    ),
}


@pytest.mark.parametrize(("nodes", "rules"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_reported_with_line_and_id_and_the_rest_is_shown(
    library: Library, tmp_path: Path, nodes: list[Any], rules: list[tuple[str | None, str]]
) -> None:
    line = {"name": "boats", "nodes": [*DIAMOND, *nodes, {"id": "z", "after": ["x"]}]}
    report = library.ingest(graph_file(tmp_path / "file", {"name": "other", "nodes": []}, line))
    assert refused(library) == [("line 2", *each) for each in rules]
    assert library.conversation("graph:boats").in_order() == ["a", "z", "b", "c", "d"]
    assert report.first_bad is not None
    assert "line 2" in report.first_bad
    assert library.check().ok


def test_a_node_that_is_delivered_again_is_nothing_new(library: Library, tmp_path: Path) -> None:
    again = {"nodes": DIAMOND, "name": "trace"}
    report = library.ingest(graph_file(tmp_path / "trace", *DIAMOND[:2], DIAMOND[0], again, again))
    assert (report.added, report.rules) == (4, {})
    assert refused(library) == []
    assert library.check().ok


def test_a_different_node_with_the_same_id_is_a_conflict_shown_with_both(
    library: Library, tmp_path: Path
) -> None:
    lines = {"id": "a", "after": []}, {"id": "a", "after": ["z"]}, {"id": "a", "after": []}
    library.ingest(graph_file(tmp_path / "trace", *lines))
    (record,) = library.quarantine.page()
    assert (record.place, record.key, record.rule) == ("line 2", "a", "duplicate")
    assert json.loads(record.raw) == {
        "id": "a",
        "after": ["z"],
        "writer": None,
        "kept": {"id": "a", "after": [], "writer": None},
    }
    said = {"id": "b", "after": [], "text": "x"}, {"id": "b", "after": [], "text": "y"}
    library.ingest(graph_file(tmp_path / "other", *said))
    assert refused(library)[1:] == [("line 2", "b", "duplicate")]


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ({"id": 1, "after": []}, "`id` must be a string"),
        ({"id": "x", "after": "a"}, "`after` must be a list of strings"),
        ({"id": "x", "parents": []}, "`after` must be a list of strings"),
        ({"id": "x", "after": [], "received": "2024"}, "`received` must be a number"),
        ({"id": "x", "after": [], "depth": 2**63}, "`depth` is too large a number"),
        ({"nodes": {}}, "`nodes` must be a list"),
    ],
)
def test_a_bad_value_names_its_field(
    library: Library, tmp_path: Path, node: dict[str, Any], said: str
) -> None:
    report = library.ingest(graph_file(tmp_path / "trace", DIAMOND[0], node))
    assert said in str(report.first_bad)
    (record,) = library.quarantine.page()
    assert said in record.in_words()


def test_lines_that_are_no_nodes_are_refused(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "trace"
    path.write_bytes(
        b'{"id":"a","after":[]}\nnonsense\n[1]\n{"id":"b","after":["a"]}\n{"id":"c","aft'
    )
    library.ingest(path)
    assert [(place, rule) for place, _, rule in refused(library)] == [
        ("line 2", "json"),
        ("line 3", "shape"),
        ("line 5", "json"),
    ]
    path.write_bytes(path.read_bytes() + b'er":["b"]}\n')
    library.ingest(path)
    assert library.conversation("graph:trace").in_order() == ["a", "b", "c"]
    assert "line 5" not in {place for place, *_ in refused(library)}


def test_a_head_shows_what_its_peer_knew(library: Library, tmp_path: Path) -> None:
    lines = [{"name": head, "head": head, "nodes": DIAMOND} for head in ("b", "x")]
    library.ingest(graph_file(tmp_path / "file", *lines))
    assert library.conversation("graph:b").in_order() == ["a", "b"]
    assert library.conversation("graph:x").in_order() == ["a", "b", "c", "d"]
    assert refused(library) == [("line 2", None, "shape")]


def test_a_file_cannot_claim_to_be_verified(library: Library, tmp_path: Path) -> None:
    node = {"id": "a", "after": [], "verdict": "valid", "status": "valid"}
    library.ingest(graph_file(tmp_path / "x", {"kind": "autobase", "name": "k", "nodes": [node]}))
    assert not library.conversations(kind="autobase")
    assert library.conversation("graph:k").messages(["a"])["a"].status == "unverified"


@st.composite
def graph_lines(draw: st.DrawFn) -> dict[str, Any]:
    """A graph whose nodes name any earlier and missing ones, in any order of arrival."""
    count = draw(st.integers(0, 9))
    logs = dict.fromkeys("ab", 0)
    nodes = []
    for number in range(count):
        after = draw(st.lists(st.sampled_from(range(number)), max_size=3)) if number else []
        ghosts = draw(st.lists(st.sampled_from(["ghost", "☃"]), max_size=1))
        node: dict[str, Any] = {"id": f"n{number}", "after": [*(f"n{n}" for n in after), *ghosts]}
        writer = draw(st.sampled_from(["a", "b", None]))
        if writer is not None:
            node |= {"writer": writer, "sequence": logs[writer]}
            logs[writer] += 1
        for name in ("asserted", "received", "depth"):
            if draw(st.booleans()):
                node[name] = draw(st.integers(0, 9))
        for name in ("label", "text"):
            if draw(st.booleans()):
                node[name] = draw(st.text(st.characters(codec="utf-8"), max_size=3))
        nodes.append(node)
    writers = [{"key": key, "indexer": draw(st.booleans())} for key in "ab"]
    return {"name": "it", "writers": writers, "nodes": draw(st.permutations(nodes))}


@settings(max_examples=25, deadline=None)
@given(graph_lines(), st.sampled_from(["scuttlesort", "autobase", "timestamp", "pzp"]))
def test_a_graph_comes_out_as_it_went_in(
    tmp_path_factory: pytest.TempPathFactory, line: dict[str, Any], by: str
) -> None:
    folder = tmp_path_factory.mktemp("graph")
    path, database = graph_file(folder / "file.ndjson", line), folder / "library.db"
    with Library.open(database) as library:
        assert library.ingest(path).added == len(line["nodes"])
        own = library.conversation("graph:it").in_order()
    shown = CliRunner().invoke(
        show, ["graph:it", "--format", "ndjson", "--database", str(database)]
    )
    assert shown.exit_code == 0, shown.output
    orders = [
        json.loads(CliRunner().invoke(linearize, ["-", "--by", by, "--json"], input=text).output)
        for text in (json.dumps(line), shown.output)
    ]
    assert orders[0] == orders[1]
    assert by != "scuttlesort" or orders[0]["order"] == own
    said = {node["id"]: (node.get("label"), node.get("text")) for node in line["nodes"]}
    again = json.loads(shown.output)["nodes"]
    assert {node["id"]: (node.get("label"), node.get("text")) for node in again} == said


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, (False, False, False)),
        ({"writer": "ann"}, (True, False, False)),
        ({"asserted": 1}, (False, True, False)),
        ({"received": 1}, (False, True, True)),
    ],
)
def test_a_graph_says_whether_any_node_has_a_writer_or_a_time(
    library: Library, tmp_path: Path, said: dict[str, object], expected: tuple[bool, bool, bool]
) -> None:
    authors, times, receipts = expected
    facts = GivenFacts(authors, times, links=False, receipts=receipts)
    nodes = [{"id": "a", "after": []}, {"id": "b", "after": ["a"], **said}]
    library.ingest(graph_file(tmp_path / "file", {"name": "said", "nodes": nodes}))
    assert library.conversation("graph:said").given_facts() == facts
    assert library.conversation("graph:said", "pzp").given_facts() == facts
    assert library.holds_only_graphs()


def test_a_collection_with_messages_or_without_anything_is_not_one_of_graphs_alone(
    library: Library, tmp_path: Path
) -> None:
    assert not library.holds_only_graphs()
    library.ingest(write(tmp_path / "log.ndjson", Club().said))
    library.ingest(graph_file(tmp_path / "file", {"name": "boats", "nodes": DIAMOND}))
    assert not library.holds_only_graphs()
