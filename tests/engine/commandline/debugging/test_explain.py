import json
import re
from pathlib import Path

import pytest

from tanglescope.engine.debug.open_graph import explain_place, mark
from tanglescope.engine.export.question_server import open_graph
from tanglescope.engine.library import Library
from tanglescope.engine.message.uris import cut_id
from tests.engine.archive.samples import DATA
from tests.engine.authors import Author, Said, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.store.libraries import library_of

FEED = "Gy2gjrnYVHhfzr3GLDbXiGowNKUL6tnAYXr3Y3PEVL3H"
NODES = [
    {"id": "m", "after": ["n"], "received": 1},
    {"id": "x", "after": [], "received": 2},
    {"id": "n", "after": ["gone"], "received": 3},
    {"id": "\x1b[2J", "after": ["x", "m"], "received": 4},
]


@pytest.fixture
def graph(tmp_path: Path) -> str:
    return graph_file(tmp_path / "graph.ndjson", NODES)


@pytest.fixture
def talk(tmp_path: Path) -> tuple[str, dict[str, Said]]:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("up or down?"))
    high, low = bob.say(post("high", root), received=1.0), alice.say(post("low", root))
    last = bob.say(post("both", root, high, low))
    said = {"root": root, "high": high, "low": low, "last": last}
    library_of(tmp_path, *said.values()).close()
    return str(tmp_path / "library.db"), said


def test_a_place_is_reported_as_data(graph: str) -> None:
    answer = json.loads(run("explain", "m", "--graph", graph, "--json").stdout)
    assert (answer["position"], answer["rank"], answer["path"]) == (2, 1, ["n", "m"])
    assert answer["slack"] == 0
    assert answer["above"] == {"name": "x", "rank": 0, "rule": "rank"}
    history = answer["history"]
    assert (history["arrived"], history["row"], history["moves"]) == (1, 1, 1)
    (move,) = history["last"]
    assert (move["step"], move["arrival"], move["path"]) == (2, "n", ["n", "m"])


def test_where_no_arrival_is_recorded_none_is_claimed(tmp_path: Path) -> None:
    nodes = [{"id": node["id"], "after": node["after"]} for node in NODES]
    graph = graph_file(tmp_path / "graph.ndjson", nodes)
    text = run("explain", "m", "--graph", graph).stdout
    assert "doesn't record in which order its messages came" in text
    assert "arriv" not in text
    assert "received" not in text
    assert json.loads(run("explain", "m", "--graph", graph, "--json").stdout)["history"] is None
    by_hand = run("explain", "m", "--graph", graph, "--delivery", "in_order").stdout
    assert "It came as number 2 of 4" in by_hand


def test_slack_is_reported_as_data(graph: str) -> None:
    assert json.loads(run("explain", "x", "--graph", graph, "--json").stdout)["slack"] == 1


def test_a_place_is_reported_in_words(graph: str) -> None:
    text = run("explain", "m", "--graph", graph).stdout
    assert "is in row 3 of 4: its rank is 1." in text
    assert "arrival 3, from row 1 to 3:" in text
    assert "n came; the rank rose from 0 to 1:" in text
    assert "gone, which isn't here" in run("explain", "n", "--graph", graph).stdout
    assert "gone is missing: n refers to it." in run("explain", "gone", "--graph", graph).stderr


def test_a_missing_message_is_looked_for_among_the_bad_records(tmp_path: Path) -> None:
    ring = {"id": "y1", "after": ["y2"]}, {"id": "y2", "after": ["y1"]}
    file = graph_file(tmp_path / "ring.ndjson", [*ring, {"id": "y3", "after": ["y2"]}])
    database = str(tmp_path / "talk.db")
    run("import", file, "--database", database)
    where = f"{file}, line 1: It comes after itself, through others."
    said = run("explain", "y3", "--in", "graph:ring", "--database", database).stdout
    assert f"A bad record claims to be y2: {where}" in said
    assert "claims to be y1" not in said
    by_depth = run("explain", "y3", "--in", "graph:ring", "--database", database, "--by", "git")
    assert f"A bad record claims to be y2: {where}" in by_depth.stdout
    answer = run("explain", "y3", "--in", "graph:ring", "--database", database, "--json")
    assert json.loads(answer.stdout)["bad_records"] == [
        {"id": "y2", "where": where.removesuffix(".")}
    ]
    with Library.open(Path(database)) as library:
        opened = open_graph(library, "graph:ring")
        assert explain_place(opened, lambda _: None, "y2").lines == (
            f"{mark('y2')} isn't in the order of this conversation.",
            f"A bad record claims to be {mark('y2')}: {where}",
        )


def test_the_id_of_a_bad_record_or_a_missing_message_is_explained(tmp_path: Path) -> None:
    ring = {"id": "y1", "after": ["y2"]}, {"id": "y2", "after": ["y1"]}
    rest = {"id": "y3", "after": ["y2", "lost1"]}, {"id": "y4", "after": ["y2", "lost2"]}
    file = graph_file(tmp_path / "ring.ndjson", [*ring, *rest])
    database = str(tmp_path / "talk.db")
    run("import", file, "--database", database)

    def complaint(key: str, *where: str) -> str:
        return " ".join(run("explain", key, *where, "--database", database).stderr.split())

    bad = f"{file}, line 1: It comes after itself, through others."
    ring_in = ("--in", "graph:ring")
    said = complaint("y2", *ring_in)
    assert said == (
        f"Error: y2 is missing: y3, y4 refer to it. A bad record claims to be y2: {bad}"
    )
    assert "y1 isn't in this conversation. A bad record claims to be y1" in complaint(
        "y1", *ring_in
    )
    assert "lost1 is missing: y3 refers to it." in complaint("lost1", *ring_in)
    assert "2 missing ids match lost. Enter more of the id." in complaint("lost", *ring_in)
    assert "No id in this conversation matches none." in complaint("none", *ring_in)
    assert f"A bad record claims to be y2: {bad}" in complaint("y2")


def test_the_missing_first_message_of_a_thread_is_explained_without_its_address(
    tmp_path: Path,
) -> None:
    root = Author("alice").say(post("lost"))
    reply = Author("bob").say(post("yes", root))
    library_of(tmp_path, reply).close()
    database = str(tmp_path / "library.db")
    for other in ([], [reply.key]):
        result = run("explain", root.key, *other, "--database", database)
        assert result.exit_code == 4
        assert f"{cut_id(root.key)} is missing: " in result.stderr
        assert f"{cut_id(reply.key)} refers to it." in result.stderr
    assert "is known here" in run("explain", "nothing", "--database", database).stderr


def test_untrusted_ids_cannot_move_the_cursor(graph: str, tmp_path: Path) -> None:
    text = run("explain", "m", "\x1b", "--graph", graph).stdout
    assert '"\\u001b[2J"' in text
    assert "\x1b" not in text
    nodes = [{"id": "\x1b[2J", "after": []}, {"id": "a", "after": []}]
    graph = graph_file(tmp_path / "two", nodes)
    text = run("explain", "a", "\x1b", "--graph", graph).stdout
    assert "The order is by id: both have the rank 0." in text
    assert "\x1b" not in text


def test_other_deliveries_have_other_histories(graph: str, tmp_path: Path) -> None:
    def moves(*options: str) -> int:
        shown = run("explain", "m", "--graph", graph, "--json", *options)
        count: int = json.loads(shown.stdout)["history"]["moves"]
        return count

    order = tmp_path / "order"
    order.write_text("x\nm\n")
    assert moves("--delivery", "in_order") == 0
    assert moves("--order", str(order)) == 1


def test_two_messages_are_compared(talk: tuple[str, dict[str, Said]]) -> None:
    database, said = talk
    keys = said["root"].key, said["last"].key
    text = run("explain", *keys, "--database", database).stdout
    assert "It came first: the other follows it, 2 steps:" in text
    assert "“up or down?”" in text
    shown = run("explain", said["high"].key, said["low"].key, "--database", database)
    assert "It can't be known which was written first" in shown.stdout
    answer = json.loads(run("explain", *keys[::-1], "--database", database, "--json").stdout)
    assert (answer["first"], answer["second"], answer["concurrent"]) == (*keys, False)


def test_named_causes_roots_and_feeds_are_told_apart(tmp_path: Path) -> None:
    alice, bob, cyn = Author("alice"), Author("bob"), Author("cyn")
    root = alice.say(post("up or down?"))
    lost = cyn.say(post("lost", root))
    first, second = bob.say(post("up", root)), bob.say(post("down", root, lost))
    third, last = bob.say(post("down it is", root, second)), cyn.say(post("yes", root, lost))
    library_of(tmp_path, root, first, second, third, last).close()
    database = ("--database", str(tmp_path / "library.db"))

    def proven(said: Said, *by: str) -> dict[str, list[str]]:
        answer = json.loads(run("explain", said.key, *database, *by, "--json").stdout)
        return {each["name"]: each["because"] for each in answer["proven"]}

    assert proven(root) == {}
    assert proven(first) == {root.key: ["named", "root"]}
    assert proven(second) == {first.key: ["feed"], lost.key: ["named"]}
    assert proven(third) == {second.key: ["named", "feed"]}
    assert proven(last) == {lost.key: ["named"], root.key: ["root"]}
    assert proven(second, "--by", "received") == proven(second)

    def text(said: Said) -> str:
        return run("explain", said.key, *database).stdout

    def label(said: Said) -> str:
        return re.escape(cut_id(said.key))

    assert re.search(f"It names {label(lost)}\\.", text(second))
    assert re.search(f"It comes after .*{label(first)}, its author's earlier", text(second))
    assert re.search(f"{label(lost)}, which isn't here", text(second))
    assert re.search(f"It names .*{label(second)}\\.\n", text(third))
    assert re.search(f"{label(second)} is also its author's earlier message", text(third))
    assert re.search(f"It comes after .*{label(root)}, the root, as all", text(last))
    with Library.open(tmp_path / "library.db") as library:
        opened = open_graph(library, root.key)
        lines = explain_place(opened, lambda _: None, second.key).lines
        assert f"It names {mark(lost.key)}." in lines


def test_a_message_is_explained_in_its_own_thread(talk: tuple[str, dict[str, Said]]) -> None:
    database, said = talk
    answer = run("explain", said["high"].key, "--database", database, "--json").stdout
    assert json.loads(answer)["history"]["arrived"] == 1


def test_ranks_in_a_pzp_tangle_are_not_the_depths_that_its_messages_declare(
    tmp_path: Path,
) -> None:
    """After an erased message, the depth of those that follow it is greater than their rank."""
    database = ("--database", str(tmp_path / "pzp.db"))
    run("import", str(DATA / "pzp" / "db"), *database)
    place = ("--in", FEED, "--by", "scuttlesort", *database)
    messages = json.loads(run("show", FEED, "--json", *database).stdout)["messages"]
    ranks: dict[str, int] = {}
    for each in messages:  # causes first, in the order of depths
        known = [ranks[cause] for cause in each["causes"] if cause in ranks]
        ranks[each["key"]] = max(known) + 1 if known else 0
    assert [ranks[each["key"]] for each in messages] != [each["depth"] for each in messages]
    for key in (messages[1]["key"], messages[-1]["key"]):
        answer = json.loads(run("explain", key, *place, "--json").stdout)
        assert answer["rank"] == ranks[key]
        assert answer["below"] is None or answer["below"]["rank"] == ranks[answer["below"]["name"]]


def test_the_beginning_of_a_key_is_enough_in_a_thread(talk: tuple[str, dict[str, Said]]) -> None:
    database, said = talk
    where = ("--database", database, "--thread", said["root"].key)
    short = said["low"].key[:12]
    assert "“low”" in run("explain", short, *where).stdout
    assert "4 ids in this conversation match %. " in run("explain", "%", *where).stderr
    assert "No id in this conversation matches %none. " in run("explain", "%none", *where).stderr


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["m", "--line", "9"], 3),
        (["nobody"], 4),
        (["m", "m"], 2),
        (["m", "--thread", "%x"], 4),
        (["m", "--delivery", "pigeon"], 2),
    ],
)
def test_bad_questions_end_with_a_line(graph: str, arguments: list[str], status: int) -> None:
    result = run("explain", *arguments, "--graph", graph)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.splitlines()[-1].startswith("Error: ")


def test_a_broken_file_ends_with_a_line(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(b'{"nodes": [\xff')
    result = run("explain", "m", "--graph", str(path))
    assert (result.exit_code, len(result.stderr.splitlines())) == (3, 1)
    assert f"{path}, line 1: malformed" in result.stderr


def test_a_file_without_the_graph_is_named_with_what_it_should_be(
    graph: str, tmp_path: Path
) -> None:
    archive = tmp_path / "log.ndjson"
    archive.write_text('{"key": "%a", "value": {}}\n')
    empty = tmp_path / "empty"
    empty.touch()
    for file, line, says in (
        (archive, "1", "log.ndjson, line 1: malformed: it has no `nodes`, so it isn't a graph."),
        (empty, "1", "empty has no lines, and --line is 1."),
        (Path(graph), "9", "has 1 line, and --line is 9."),
    ):
        for command in (["explain", "m", "--graph", str(file)], ["replay", str(file)]):
            result = run(*command, "--line", line)
            assert (result.exit_code, result.stdout) == (3, "")
            assert says in result.stderr
            assert "A graph file has a graph on each line" in result.stderr


def test_the_row_is_that_in_which_show_prints_the_message(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say(post("first"))
    edit = {"type": "post-edit", "text": "mended", "root": root.key, "revisionRoot": root.key}
    edited = ann.say({**edit, "revisionBranch": root.key, "branch": root.key})
    answer = ben.say(post("reply", root, edited))
    library_of(tmp_path, root, edited, answer).close()
    where = ("--in", root.key, "--database", str(tmp_path / "library.db"))
    shown = json.loads(run("show", root.key, *where[2:], "--json").stdout)["messages"]
    keys = [each["key"] for each in shown]
    assert keys == [root.key, answer.key]
    for key, row in [(root.key, 1), (answer.key, 2), (edited.key, None)]:
        found = json.loads(run("explain", key, *where, "--json").stdout)
        assert (found["row"], found["of"], found["events"]) == (row, 2, 3)
    said = run("explain", answer.key, *where).stdout
    assert "is in row 3 of 3: its rank is 2." in said
    assert "Without edits and deletions, as `show` prints them, it is in row 2 of 2." in said
    said = run("explain", edited.key, *where).stdout
    assert "It only changes another message. So `show` prints it with --signed alone." in said


def test_a_place_in_the_order_of_autobase_is_explained(tmp_path: Path) -> None:
    nodes = [
        {"id": "a0", "after": [], "writer": "a", "sequence": 0},
        {"id": "b0", "after": ["a0"], "writer": "b", "sequence": 0},
    ]
    graph = graph_file(tmp_path / "autobase", nodes)
    arguments = ("explain", "b0", "--graph", graph, "--by", "autobase")
    assert "There is no indexer" in run(*arguments).stdout
    answer = json.loads(run(*arguments, "--json").stdout)
    assert (answer["row"], answer["of"]) == (2, 2)
    assert answer["before"] == {"name": "a0", "rule": "cause"}
    two = run("explain", "b0", "a0", "--graph", graph, "--by", "autobase", "--json")
    answer = json.loads(two.stdout)
    assert (answer["first"], answer["rule"], answer["path"]) == ("a0", "cause", ["a0", "b0"])


def test_an_entry_that_waited_arrived_before_it_was_placed(tmp_path: Path) -> None:
    nodes = [
        {"id": "m", "after": ["z"], "writer": "a"},
        {"id": "z", "after": [], "writer": "b"},
    ]
    graph = graph_file(tmp_path / "autobase", nodes)
    first = tmp_path / "first"
    first.write_text("m\n")
    arguments = ("explain", "m", "--graph", graph, "--by", "autobase", "--order", str(first))
    text = run(*arguments).stdout
    assert "It came as number 1 of 2. It waited for others, and arrival 2 placed it" in text
    history = json.loads(run(*arguments, "--json").stdout)["history"]
    assert (history["arrived"], history["placed"], history["row"]) == (1, 2, 2)


def test_the_labels_of_an_answer_can_be_used_as_keys(tmp_path: Path) -> None:
    """Two entries of a writer have labels of their own, and a label names its entry alone."""
    first, second = (f"{'ab' * 32}:{number}" for number in (1, 12))
    nodes = [{"id": first, "after": []}, {"id": second, "after": [first]}]
    graph = graph_file(tmp_path / "graph.ndjson", nodes)
    for key in (first, second):
        found = json.loads(run("explain", cut_id(key), "--graph", graph, "--json").stdout)
        assert found["name"] == key
    assert run("explain", "ababababa…", "--graph", graph).exit_code == 4
