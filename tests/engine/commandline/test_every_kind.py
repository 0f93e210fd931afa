"""Every command takes every kind of conversation, and all of them see one order."""

import json
from pathlib import Path

import pytest

from engine.library import Question, search_address
from tests.engine.authors import Author
from tests.engine.commandline.every_kind import (
    database_of_every_kind,
    entries,
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
    entries()[0].id,
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
    assert shown(database, entries()[0].id)["by"] == "pzp"
    assert shown(database, ROOT)["by"] == "scuttlesort"


@pytest.mark.parametrize("address", PUBLIC)
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
    key = [shown(database, address)["messages"][0]["key"]] if command == "explain" else []
    for option in ("--in", "--thread"):
        result = run(command, *key, option, address, "--database", database, "--json")
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
