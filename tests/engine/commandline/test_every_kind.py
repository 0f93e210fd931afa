"""Every command takes every kind of conversation, and all of them see one order."""

import json
from pathlib import Path

import pytest

from engine.library import ORDERS, Question, search_address
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


def test_the_own_order_of_a_pzp_tangle_is_that_of_pzp(database: str) -> None:
    assert shown(database, SET)["by"] == "pzp"
    assert shown(database, ROOT)["by"] == "scuttlesort"


@pytest.mark.parametrize("address", [each for each in PUBLIC if each != "everything"])
def test_another_order_holds_the_same_messages(database: str, address: str) -> None:
    own = {each["key"] for each in shown(database, address)["messages"]}
    for by in ("pzp", "timestamp", "asserted", "received", "backward", "forward"):
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
        assert run("show", address, "--database", database).exit_code == 1
        keys = shown(database, address, "--group-keys", keys_of(folder))
        assert all(each["text"] != "(encrypted)" for each in keys["messages"])


def conversations(database: str, folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Addresses of public and private conversations, with the options that open them."""
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


def rows(count: int) -> set[int]:
    """All rows, or some of many."""
    return {*range(min(count, 12)), *range(0, count, max(1, count // 6)), count - 1}


@pytest.mark.parametrize("by", ORDERS)
def test_the_row_in_another_order_is_the_row_there(database: str, by: str) -> None:
    for address in (ROOT, SET, FEEDS[2], "#boats"):
        order = [each["key"] for each in shown(database, address, "--by", by)["messages"]]
        for row, key in enumerate(order):
            for options in ([address, "--by", by], [f"{address}?by={by}"]):
                result = run("explain", key, "--in", *options, "--database", database, "--json")
                answer = json.loads(result.stdout)
                assert (answer["by"], answer["row"], answer["of"]) == (by, row + 1, len(order))


@pytest.mark.parametrize("by", [None, *ORDERS])
def test_a_replay_ends_in_the_order_of_show(database: str, by: str | None) -> None:
    options = [] if by is None else ["--by", by]
    for address in (ROOT, f"chess:{GAME}", SET, FEEDS[2], "#boats"):
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
