import json
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.debug.comparison import usual_orders
from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.store.libraries import library_of, write
from tests.engine.store.older_databases import is_older, release_migration

NODES = [
    {"id": "a", "after": [], "writer": "u", "asserted": 9_000_000},
    {"id": "b", "after": ["a"], "writer": "v", "asserted": 1_000_000},
    {"id": "c", "after": ["a"], "writer": "w", "asserted": 2_000_000},
]


@pytest.fixture
def graph(tmp_path: Path) -> str:
    return graph_file(tmp_path / "graph.ndjson", NODES)


def test_orders_are_compared_as_data(graph: str) -> None:
    answer = json.loads(run("compare", graph, "--json").stdout)
    assert answer["orders"]["asserted"] == ["b", "c", "a"]
    pairs = {(pair["one"], pair["other"]): pair["discordant"] for pair in answer["pairs"]}
    assert pairs[("scuttlesort", "asserted")] == 2
    assert pairs[("scuttlesort", "timestamp")] == 0
    assert [each["effect"] for each in answer["violations"]["asserted"]] == ["b", "c"]
    assert answer["lines"][0] == {"name": "a", "positions": [0, 0, 2]}


def test_the_help_names_the_orders_that_are_compared_by_default() -> None:
    text = " ".join(run("compare", "--help").stdout.split())
    with_times, without = usual_orders("own"), usual_orders("own", times=False)
    assert f"the conversation's {', '.join(with_times)}" in text
    assert f"without times: its {', '.join(without)}" in text


def test_orders_are_compared_in_words(graph: str) -> None:
    text = run("compare", graph, "--by", "scuttlesort", "--by", "asserted").stdout
    assert "2 of 3 pairs (66.7%) are in opposite order. The first difference is in row 1:" in text
    assert "scuttlesort puts no reply above what it follows." in text
    assert "asserted puts 2 replies above what it follows:" in text


def test_what_is_wrong_with_the_sorts_of_the_report_is_said(graph: str) -> None:
    text = run("compare", graph, "--by", "scuttlesort", "--by", "forward").stdout
    assert "arrival breaks ties, so two readers of the same messages can see two orders" in text
    assert "backward" not in text
    answer = json.loads(run("compare", graph, "--by", "backward", "--by", "pzp", "--json").stdout)
    assert list(answer["caveats"]) == ["backward"]


@pytest.mark.parametrize("command", ["compare", "linearize", "shuffle"])
def test_help_says_it_too(command: str) -> None:
    text = " ".join(run(command, "--help").stdout.split())
    assert "messages without replies count as new" in text
    assert "arrival breaks ties" in text


@pytest.fixture
def timeless(tmp_path: Path) -> str:
    nodes = [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}, {"id": "c", "after": ["a"]}]
    return graph_file(tmp_path / "timeless.ndjson", nodes)


def test_a_graph_without_times_is_compared_by_orders_that_need_none(timeless: str) -> None:
    answer = json.loads(run("compare", timeless, "--json").stdout)
    assert list(answer["orders"]) == ["scuttlesort", "git", "backward"]
    assert run("compare", timeless, "--by", "git", "--by", "depth").exit_code == 0


@pytest.mark.parametrize(
    "asked",
    [
        ["--clocks"],
        ["--by", "scuttlesort", "--by", "timestamp"],
        ["--by", "asserted", "--by", "git"],
        ["--by", "git", "--by", "received"],
    ],
)
def test_questions_about_times_of_such_a_graph_are_refused_in_a_sentence(
    timeless: str, asked: list[str]
) -> None:
    result = run("compare", timeless, *asked)
    assert (result.exit_code, result.stdout) == (5, "")
    assert "No message here has a time" in result.stderr


def test_orders_are_drawn_into_a_file(graph: str, tmp_path: Path) -> None:
    file = tmp_path / "orders.svg"
    run("compare", graph, "--by", "scuttlesort", "--by", "asserted", "--svg", str(file))
    drawing = file.read_text()
    assert drawing.startswith("<svg")
    assert drawing.count("<path") == 3


def test_with_a_dash_only_the_drawing_is_printed(graph: str) -> None:
    orders = ("--by", "scuttlesort", "--by", "asserted", "--svg", "-")
    drawing = run("compare", graph, *orders).stdout
    assert drawing.startswith("<svg")
    assert drawing.endswith("\n</svg>\n")
    assert run("compare", graph, *orders, "--json").exit_code == 2


@pytest.mark.parametrize("more", [("--svg", "orders.svg"), ("--by", "git", "--by", "depth")])
def test_options_for_orders_are_refused_with_clocks_instead_of_ignored(
    graph: str, more: tuple[str, ...]
) -> None:
    result = run("compare", graph, "--clocks", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--clocks can't be combined with --by or --svg" in result.stderr


def test_a_drawing_never_replaces_the_database_that_it_is_made_from(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("Where are the bicycles?"))
    database = tmp_path / "library.db"
    library_of(tmp_path, root, ann.say(post("behind the house", root, root))).close()
    orders = ("--by", "scuttlesort", "--by", "git", "--svg", str(database))
    result = run("compare", "--in", root.key, "--database", str(database), *orders)
    assert "it belongs to the database that is open" in result.stderr
    with Library.open(database, read_only=True) as library:
        assert len(library) == 2


def test_a_drawing_never_replaces_the_graph_that_it_is_made_from(graph: str) -> None:
    before = Path(graph).read_text()
    orders = ("--by", "scuttlesort", "--by", "asserted", "--svg", graph)
    result = run("compare", graph, *orders)
    assert (result.exit_code, result.stdout) == (5, "")
    assert "it is an archive that is open here" in result.stderr
    assert Path(graph).read_text() == before


def test_a_drawing_has_the_texts_of_messages_and_no_ids(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("Where are the bicycles?"))
    answer = ann.say(post("behind the house", root, root))
    database, file = tmp_path / "library.db", tmp_path / "orders.svg"
    with library_of(tmp_path, root, answer) as library:
        name = library.names([ann.feed])[ann.feed]
    orders = ("--by", "scuttlesort", "--by", "git", "--svg", str(file))
    run("compare", "--in", root.key, "--database", str(database), *orders)
    assert f">1 {name}: Where are the bicycles?<" in file.read_text()


def test_clocks_are_reported_as_data_and_in_words(graph: str) -> None:
    answer = json.loads(run("compare", graph, "--clocks", "--json").stdout)
    assert answer["authors"] == [{"author": "u", "worst": 8_000_000, "faults": 1}]
    assert answer["faults"][0]["kind"] == "ahead"
    text = run("compare", graph, "--clocks").stdout
    assert "The clock of u was wrong by 2 h or more in 1 message:" in text


def test_times_outside_of_human_time_are_reported(tmp_path: Path) -> None:
    nodes = [NODES[0] | {"asserted": 1e300}, *NODES[1:]]
    text = run("compare", graph_file(tmp_path / "far", nodes), "--clocks").stdout
    assert "asserted a time outside the calendar" in text


def test_right_clocks_are_reported(tmp_path: Path) -> None:
    text = run("compare", graph_file(tmp_path / "right", NODES[:1]), "--clocks").stdout
    assert text == "No asserted time contradicts the order of causes.\n"


def test_a_thread_is_compared(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob", clock=1_400_000_000_000)
    root = alice.say(post("up?"))
    library_of(tmp_path, root, bob.say(post("high", root))).close()
    where = ("--database", str(tmp_path / "library.db"), "--thread", root.key)
    every = ("--by", "autobase", "--by", "pzp", "--by", "received", "--by", "asserted")
    answer = json.loads(run("compare", *where, *every, "--json").stdout)
    assert len(answer["pairs"]) == 6
    told = "It can't be known which of two clocks was wrong, by 3 years or more:"
    assert told in run("compare", *where, "--clocks").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--by", "scuttlesort"], 2, "two to four times"),
        (["--by", "pzp", "--by", "pzp"], 2, "each time with a different order"),
        (["--by", "pzp", "--by", "nobody"], 2, "No order is called 'nobody'"),
        (
            ["--by", "pzp", "--by", "tests.engine.debug.examples:leaves"],
            3,
            "tests.engine.debug.examples:leaves crashes: it raised SystemExit: 3",
        ),
    ],
)
def test_bad_questions_end_with_a_line(
    graph: str, arguments: list[str], status: int, told: str
) -> None:
    result = run("compare", graph, *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert told in result.stderr


ROOT = {"id": "a", "after": []}
B, C = ({"id": name, "after": ["a"]} for name in "bc")


def compared(one: object, other: object, *more: str, exit_code: int = 1) -> dict[str, Any]:
    result = run("compare", "--peers", str(one), str(other), "--json", *more)
    assert result.exit_code == exit_code, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_two_graph_files_with_one_graph_each_are_two_peers(tmp_path: Path) -> None:
    one = graph_file(tmp_path / "one.ndjson", [ROOT, C])
    other = graph_file(tmp_path / "other.ndjson", [ROOT, B])
    answer = compared(one, other)
    assert (answer["by"], answer["same"], answer["together"]) == ("scuttlesort", 1, ["a", "b", "c"])
    first, second = answer["peers"]
    assert (first["only"], first["entry"], first["because"], first["undo"]) == (["c"], "c", "c", 1)
    assert (second["only"], second["entry"], second["undo"]) == (["b"], "b", 0)
    text = run("compare", "--peers", one, other).stdout
    assert f"Row 2: {one} has" in text
    assert f"{other} receives 1 and keeps all its rows." in text


def test_an_archive_and_a_database_are_two_peers_of_a_thread(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("Shall we sail?"))
    yes = bob.say(post("yes", root))
    no = alice.say(post("no", root))
    library_of(tmp_path, root, yes).close()
    log = write(tmp_path / "log.ndjson", [root, no])
    answer = compared(tmp_path / "library.db", log, "--in", root.key)
    assert [peer["only"] for peer in answer["peers"]] == [[yes.key], [no.key]]
    assert len(answer["together"]) == 3


def test_a_database_of_an_older_version_is_a_peer_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = Author("alice")
    root = alice.say(post("Shall we sail?"))
    library_of(tmp_path, root, alice.say(post("yes", root))).close()
    older = tmp_path / "library.db"
    release_migration(monkeypatch)
    answer = compared(older, write(tmp_path / "log.ndjson", [root]), "--in", root.key)
    assert [len(peer["only"]) for peer in answer["peers"]] == [1, 0]
    assert is_older(older)


def test_two_stores_of_an_autobase_are_two_peers(tmp_path: Path) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    from tests.engine.archive.corestore.writers import base_of, message, write

    blocks = [message(b'{"entry":%d}' % number) for number in range(3)]
    ahead = write(tmp_path / "ahead", base_of(blocks).records(1))
    behind = write(tmp_path / "behind", base_of(blocks[:2]).records(1))
    answer = compared(ahead, behind)
    assert (answer["by"], answer["same"]) == ("autobase", 2)
    assert [len(peer["only"]) for peer in answer["peers"]] == [1, 0]
    assert answer["peers"][0]["because"] == answer["together"][-1]


@pytest.mark.parametrize(
    ("nodes", "more", "status", "told"),
    [
        ([ROOT], ("--in", "graph:nothing"), 4, "graph:nothing"),
        ([ROOT], ("--by", "leaves"), 2, "No order is called"),
        ([ROOT], ("--clocks",), 2, "--peers can only be combined with"),
        ([], (), 4, "no conversation in common"),
    ],
)
def test_bad_questions_about_peers_end_with_a_line(
    tmp_path: Path, nodes: list[dict[str, Any]], more: tuple[str, ...], status: int, told: str
) -> None:
    one = graph_file(tmp_path / "one.ndjson", [ROOT])
    other = graph_file(tmp_path / "other.ndjson", nodes)
    result = run("compare", "--peers", one, other, *more)
    assert (result.exit_code, result.stdout) == (status, "")
    assert told in result.stderr


def test_a_peer_that_is_no_archive_is_bad_input(tmp_path: Path) -> None:
    one = graph_file(tmp_path / "one.ndjson", [ROOT])
    (tmp_path / "other.zip").write_bytes(b"PK\x03\x04")
    result = run("compare", "--peers", one, str(tmp_path / "other.zip"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "is a ZIP file" in result.stderr


def test_of_several_conversations_one_has_to_be_named(tmp_path: Path) -> None:
    lines = b"".join(
        json.dumps({"name": name, "nodes": [ROOT]}).encode() + b"\n" for name in ("x", "y")
    )
    (tmp_path / "one.ndjson").write_bytes(lines)
    (tmp_path / "other.ndjson").write_bytes(lines)
    paths = tmp_path / "one.ndjson", tmp_path / "other.ndjson"
    result = run("compare", "--peers", *map(str, paths))
    told = "choose one of them: graph:x “Graph x”, graph:y “Graph y”. --in names one."
    assert told in result.stderr
    assert compared(*paths, "--in", "graph:y", exit_code=0)["together"] == ["a"]
