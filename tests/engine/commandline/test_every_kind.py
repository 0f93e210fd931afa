"""All commands accept conversations of all kinds, and use one order for each."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tanglescope.engine.commandline.common.subject import MessageLabels
from tanglescope.engine.debug.open_graph import (
    BEGIN,
    END,
    author_in,
    explain_history,
    explain_place,
    explain_relation,
)
from tanglescope.engine.export.question_server import open_graph
from tanglescope.engine.library import ORDERS, Conversation, Library, Question, search_address
from tests.engine.archive.corestore import store
from tests.engine.archive.graphs.test_tinyssb import FEED, log_of
from tests.engine.archive.samples import DATA, unpack
from tests.engine.authors import Author
from tests.engine.commandline.every_kind import (
    SET,
    database_of_every_kind,
    keys_of,
    listed,
    messages,
    shown,
)
from tests.engine.commandline.graphs import run
from tests.engine.store.libraries import library_of
from tests.quick import mostly_slow

SAID = messages()
ROOT, GAME, LAST = SAID[0].key, SAID[5].key, SAID[-1].key
FEEDS = [f"feed:{Author(name).feed}" for name in ("alice", "bob", "carol")]
PUBLIC = [
    ROOT,
    f"thread:{ROOT}",
    f"chess:{GAME}",
    *FEEDS,
    SET,
    "everything",
    "#boats",
    f"to {Author('alice').feed}",
    str(search_address(Question("me"))),
    str(search_address(Question("", thread=ROOT, author=Author("bob").feed))),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("every_kind")


@pytest.fixture(scope="module")
def database(folder: Path) -> str:
    return database_of_every_kind(folder)


@pytest.mark.parametrize("address", PUBLIC)
def test_every_kind_is_shown_in_its_own_order(database: str, address: str) -> None:
    answer = shown(database, address)
    assert answer["messages"]
    again = shown(database, answer["address"])
    assert again == answer
    assert shown(database, address, "--by", answer["by"]) == answer
    assert shown(database, f"{address}?by={answer['by']}") == answer


def test_messages_of_pzp_declare_a_depth_and_no_sequence_or_time(database: str) -> None:
    for each in shown(database, SET)["messages"]:
        assert {"depth", "account", "domain"} <= each.keys()
        assert each["domain"] == "set_v1__follows"
        assert each["sequence"] is each["asserted"] is None
    depths = [each["depth"] for each in shown(database, SET)["messages"]]
    assert depths == sorted(depths)
    assert not any("depth" in each for each in shown(database, ROOT)["messages"])


def test_every_output_of_pzp_says_the_depth_and_what_a_message_does(database: str) -> None:
    first = shown(database, SET)["messages"][1]
    declared = f"depth 1, domain set_v1__follows, account {first['account']}"
    command = ("show", SET, "--database", database, "--format")
    assert f"{first['key']}  {declared}\n    adds " in run(*command, "text").output
    for form in ("mermaid", "dot", "svg"):
        text = unescape(run(*command, form).output.replace("#", "&#").replace("&&#", "&#"))
        assert f"{first['text']} · depth 1" in text or "· depth 1</text>" in text, form
        assert form == "mermaid" or declared in text, form
    explained = ("explain", first["key"], "--in", SET, "--database", database)
    assert f"It declares: {declared}." in run(*explained).output
    assert json.loads(run(*explained, "--json").output)["depth"] == 1
    listed_line = next(
        line for line in run("threads", "--database", database).output.splitlines() if SET in line
    )
    assert "  depth " in listed_line


def test_the_own_order_of_a_pzp_tangle_is_that_of_pzp(database: str) -> None:
    assert shown(database, SET)["by"] == "pzp"
    assert shown(database, ROOT)["by"] == "scuttlesort"


@pytest.mark.parametrize("address", [each for each in PUBLIC if each != "everything"])
def test_another_order_holds_the_same_messages(database: str, address: str) -> None:
    own = {each["key"] for each in shown(database, address)["messages"]}
    for by in ("pzp", "timestamp", "asserted", "received", "backward", "forward", "depth", "git"):
        if address == SET and by == "asserted":  # it says no times
            refused = run("show", address, "--by", by, "--database", database)
            assert "so it has no such order" in refused.output
            continue
        answer = shown(database, address, "--by", by)
        assert answer["by"] == by
        assert {each["key"] for each in answer["messages"]} == own
        assert shown(database, f"{address}?by={by}") == answer


@pytest.mark.parametrize("command", ["explain", "replay", "shuffle", "compare"])
@pytest.mark.parametrize("address", PUBLIC)
def test_the_commands_take_every_address(database: str, command: str, address: str) -> None:
    more = {
        "explain": [shown(database, address)["messages"][0]["key"]],
        "shuffle": ["--times", "1"],
    }
    for option in ("--in", "--thread"):
        result = run(
            command, *more.get(command, ()), option, address, "--database", database, "--json"
        )
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)


def test_without_keys_nothing_private_is_mentioned(database: str, folder: Path) -> None:
    public, all_of_it = listed(database), listed(database, "--group-keys", keys_of(folder))
    assert not any(each["private"] for each in public)
    private = [each["address"] for each in all_of_it if each["private"]]
    assert private
    for address in private:
        assert run("show", address, "--database", database).exit_code == 4
        keys = shown(database, address, "--group-keys", keys_of(folder))
        assert all(each["text"] != "(encrypted)" for each in keys["messages"])


def conversations(database: str, folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Addresses of public and private conversations, with the options that decrypt them."""
    keys = ("--group-keys", keys_of(folder))
    private = [each["address"] for each in listed(database, *keys) if each["private"]]
    return [*((address, ()) for address in PUBLIC), *((address, keys) for address in private)]


def test_the_row_of_explain_is_the_row_of_show(database: str, folder: Path) -> None:
    for address, options in conversations(database, folder):
        order = [each["key"] for each in shown(database, address, *options)["messages"]]
        for row in rows(len(order)):
            result = run("explain", order[row], "--in", address, "--database", database,
                "--json", *options)  # fmt: skip
            assert result.exit_code == 0, result.output
            answer = json.loads(result.stdout)
            assert (answer["row"], answer["of"]) == (row + 1, len(order)), address


def test_the_row_of_explain_is_the_row_of_show_in_every_graph(tmp_path: Path) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    nodes = [{"id": "c", "after": ["a", "lost"]}, {"id": "b", "after": ["a"]}, {"id": "a"}]
    (tmp_path / "nodes.ndjson").write_text("".join(f"{json.dumps(each)}\n" for each in nodes))
    feed = tmp_path / "tiny" / "feeds" / FEED
    feed.mkdir(parents=True)
    (feed / "log.bin").write_bytes(log_of(b"one", b"two"))
    archives = [tmp_path / "nodes.ndjson", tmp_path / "tiny", store("plain"), DATA / "pzp"]
    database = str(tmp_path / "library.db")
    with Library.open(Path(database)) as library:
        for archive in archives:
            library.ingest(archive)
    kinds = set()
    for each in listed(database):
        kinds.add(each["kind"])
        order = [message["key"] for message in shown(database, each["address"])["messages"]]
        assert len(order) == each["messages"]
        for row in rows(len(order)):
            result = run("explain", order[row], "--in", each["address"], "--database", database,
                "--json")  # fmt: skip
            answer = json.loads(result.stdout)
            assert (answer["row"], answer["of"]) == (row + 1, len(order)), each["address"]
    assert kinds == {"graph", "feed", "autobase", "pzp"}


def rows(count: int) -> set[int]:
    """All rows, or a sample of many."""
    return {*range(min(count, 6)), *range(0, count, max(1, count // 4)), count - 1}


@pytest.mark.parametrize("by", mostly_slow(ORDERS, "scuttlesort", "depth", "timestamp"))
def test_the_row_in_another_order_is_the_row_there(database: str, by: str) -> None:
    for address in (ROOT, SET, FEEDS[2], "#boats"):
        order = [each["key"] for each in shown(database, address, "--by", by)["messages"]]
        for row, key in enumerate(order):
            for options in ([address, "--by", by], [f"{address}?by={by}"]):
                result = run("explain", key, "--in", *options, "--database", database, "--json")
                answer = json.loads(result.stdout)
                assert (answer["by"], answer["row"], answer["of"]) == (by, row + 1, len(order))


@pytest.mark.parametrize("by", mostly_slow([None, *ORDERS], None, "depth", "timestamp"))
def test_the_window_explains_a_message_as_the_command_does(database: str, by: str | None) -> None:
    options = [] if by is None else ["--by", by]
    with Library.open(Path(database), read_only=True) as library:
        for address in (ROOT, f"chess:{GAME}", SET, FEEDS[2], "#boats"):
            conversation = library.conversation(address, by)
            keys = conversation.in_order()
            opened = open_graph(library, str(conversation.address))
            for key, other in ((keys[0], keys[-1]), (keys[-1], keys[0])):
                place = explain_place(opened, print, key).lines
                history = explain_history(opened, print, key).lines
                two = explain_relation(opened, print, key, other).lines
                ask = ("explain", "--in", address, *options, "--database", database)
                assert run(*ask, key).stdout == named(library, conversation, *place, "", *history)
                if key != other:
                    assert run(*ask, key, other).stdout == named(library, conversation, *two)


def named(library: Library, conversation: Conversation, *lines: str) -> str:
    """Lines with marks as the command prints them."""
    label = MessageLabels(library, conversation)

    def called(found: re.Match[str]) -> str:
        author = author_in(found[1])
        return label(found[1]) if author is None else label.author(author)

    return re.sub(f"{BEGIN}([^{END}]*){END}", called, "\n".join(lines)) + "\n"


@pytest.mark.parametrize("by", [None, *ORDERS])
def test_a_replay_ends_in_the_order_of_show(database: str, by: str | None) -> None:
    options = [] if by is None else ["--by", by]
    for address in (ROOT, f"chess:{GAME}", SET, FEEDS[2], "#boats"):
        if address == SET and by == "asserted":  # it says no times
            continue
        expected = shown(database, address, *options)
        result = run("replay", "--in", address, *options, "--database", database, "--json")
        assert result.exit_code == 0, result.output
        answer = json.loads(result.stdout)
        assert answer["by"] == expected["by"]
        order: list[str] = []
        for step in answer["steps"]:
            for edit in step["edits"]:
                if edit["edit"] == "insert":
                    order.insert(edit["position"], edit["name"])
                else:
                    order.insert(edit["destination"], order.pop(edit["source"]))
        assert order == [each["key"] for each in expected["messages"]]


def test_a_label_is_the_same_in_every_output(database: str) -> None:
    messages = {each["text"]: each for each in shown(database, SET)["messages"]}
    assert {"adds bob", "adds carol"} <= messages.keys()
    for label in ("adds bob", "adds carol"):
        for form in ("mermaid", "dot", "text", "svg"):
            result = run("show", SET, "--format", form, "--database", database)
            assert label in result.stdout, form
        answer = run("explain", messages[label]["key"], "--database", database).stdout
        assert answer.startswith(f"{messages[label]['name']} “{label}”")


def test_nodes_without_writers_are_called_by_what_they_say_and_their_whole_ids(
    tmp_path: Path,
) -> None:
    nodes = [{"id": "a", "after": [], "label": "Begin"}, {"id": "b", "after": ["a", "lost"]}]
    (tmp_path / "boats.ndjson").write_text("".join(f"{json.dumps(node)}\n" for node in nodes))
    database = str(tmp_path / "library.db")
    with Library.open(Path(database)) as library:
        library.ingest(tmp_path / "boats.ndjson")

    def output_of(command: str, *more: str) -> str:
        return str(run(command, *more, "--database", database).stdout)

    assert output_of("show", "graph:boats").startswith("a\n    Begin\n")
    assert 'label="Begin"' in output_of("show", "graph:boats", "--format", "dot")
    assert 'label="lost"' in output_of("show", "graph:boats", "--format", "dot")
    assert '["Begin"]' in output_of("show", "graph:boats", "--format", "mermaid")
    assert output_of("explain", "b", "--in", "graph:boats").startswith("b\nis in row 2 of 2")
    unknown = run("explain", "c", "--in", "graph:boats", "--database", database)
    assert "No id in this conversation matches c" in unknown.output


def exported(database: str, address: str, folder: Path, *options: str) -> tuple[Path, set[str]]:
    """The records of a conversation in a file, and the output of `verify` for them."""
    result = run("show", address, "--format", "ndjson", "--database", database, *options)
    assert result.exit_code == 0, result.output
    file = folder / "export.ndjson"
    file.write_text(result.stdout)
    answers = run("verify", str(file), "--json").stdout.splitlines()
    return file, {json.loads(answer)["verdict"] for answer in answers}


def test_an_export_verifies_and_becomes_the_same_conversation(
    database: str, folder: Path, tmp_path: Path
) -> None:
    for number, (address, options) in enumerate(conversations(database, folder)):
        file, verdicts = exported(database, address, tmp_path, *options)
        own = shown(database, address, *options)["messages"]
        # Records left out of a feed leave a gap; a branch of a fork stays a gap.
        assert verdicts <= {"gap", *(each["verdict"] for each in own)}, address
        again = str(tmp_path / f"{number}.db")
        added = run("import", str(file), "--database", again, "--engine", "direct", "--json")
        assert json.loads(added.stdout)["quarantined"] == 0
        found = [each["key"] for each in shown(again, address, *options)["messages"]]
        expected = [each["key"] for each in own]
        if address.startswith(("find", "to ", "#")):  # ordered among all known messages
            assert sorted(found) == sorted(expected), address
        else:
            assert found == expected, address


def test_an_export_of_private_messages_stays_encrypted(database: str, folder: Path) -> None:
    keys = ("--group-keys", keys_of(folder))
    address = next(each["address"] for each in listed(database, *keys) if each["private"])
    result = run("show", address, "--format", "ndjson", "--database", database, *keys)
    contents = [json.loads(line)["value"]["content"] for line in result.stdout.splitlines()]
    assert contents
    assert all(isinstance(content, str) for content in contents)


def test_what_is_listed_is_shown_with_as_many_messages_and_authors(database: str) -> None:
    for each in listed(database):
        if each["kind"] not in ("thread", "mentions", "feed") or each["messages"] > 6:
            answer = shown(database, each["address"])
            assert answer["by"] == each["order"]
            assert len(answer["messages"]) == each["messages"], each
            assert len({said["author"] for said in answer["messages"]}) == each["authors"], each


def test_a_tangle_whose_root_says_nothing_is_called_by_its_name(database: str) -> None:
    (game,) = listed(database, "--kind", "chess")
    assert (game["address"], game["title"]) == (f"chess:{GAME}", "chess")


def test_an_empty_database_has_no_conversations(tmp_path: Path) -> None:
    Library.open(tmp_path / "library.db").close()
    assert listed(str(tmp_path / "library.db")) == []


def test_a_damaged_database_is_an_error_in_words(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    library_of(tmp_path, *SAID).close()
    whole = bytearray(path.read_bytes())
    whole[4096:] = bytes(len(whole) - 4096)
    path.write_bytes(whole)
    result = run("conversations", "--json", "--database", str(path))
    assert result.exit_code == 3
    assert "Traceback" not in result.output


def test_a_group_of_ssb_tribes2_is_one_timeline_across_its_epochs(tmp_path: Path) -> None:
    alice = unpack("tribes2", tmp_path) / "alice"
    database = str(tmp_path / "library.db")
    run("import", str(alice), "--database", database, "--engine", "direct")
    keys = ("--group-keys", str(alice / "keyring"))
    assert listed(database, "--kind", "group") == []
    (group,) = listed(database, "--kind", "group", *keys)
    answer = shown(database, group["address"], *keys)
    said = [each["text"] for each in answer["messages"] if each["type"] == "post"]
    assert said == ["welcome to the group", "second message", "in the new epoch"]
    for row, each in enumerate(answer["messages"], start=1):
        result = run("explain", each["key"], "--in", group["address"], "--database", database,
            "--json", *keys)  # fmt: skip
        assert json.loads(result.stdout)["row"] == row
    assert run("show", group["address"], "--database", database).exit_code == 4
