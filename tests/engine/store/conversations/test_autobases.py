import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.archive.errors import UnreadableArchive
from engine.commandline.corestore import corestore
from engine.commandline.show import show
from engine.library import Library
from tests.engine.archive.corestore import STORES, store, truth

pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")


def answered(name: str, database: Path) -> dict[str, Any]:
    """What `show` answers about the base of a store."""
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
        assert said == {"Acknowledges what it refers to"}


def test_another_order_says_nothing_of_what_is_final(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(store("plain"))
        conversation = library.conversation(f"autobase:{truth('plain')['key']}", "scuttlesort")
        assert conversation.facts() == {}
        assert conversation.graph().writers, "the graph is the same"


def test_a_store_that_is_damaged_is_told_in_words(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(store("plain"), tmp_path / "store"))
    (folder / "db" / "CURRENT").write_bytes(b"nothing")
    with (
        Library.open(tmp_path / "library.db") as library,
        pytest.raises(UnreadableArchive, match="damaged"),
    ):
        library.ingest(folder)
