"""`import` of Corestores whose entries are encrypted."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.commandline.import_command import import_command
from tanglescope.engine.library import Library
from tests.engine.archive.corestore import store, truth
from tests.engine.archive.corestore.test_copies import without_its_key

pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store without the key to its entries."""
    folder = shutil.copytree(store("encrypted"), tmp_path_factory.mktemp("locked") / "store")
    without_its_key(folder)
    return folder


def run(*arguments: object, **options: str) -> Result:
    return CliRunner().invoke(import_command, [str(each) for each in arguments], **options)


def test_without_a_key_nothing_is_taken_in_and_the_way_is_reported(
    locked: Path, tmp_path: Path
) -> None:
    answer = run(locked, "--database", tmp_path / "library.db", "--json")
    assert answer.exit_code == 5
    assert json.loads(answer.stdout)["messages"] == 0
    error = json.loads(answer.stderr.splitlines()[-1])["error"]
    assert error["code"] == "not-possible"
    assert error["message"] == (
        f"autobase:{truth('encrypted')['key']} is encrypted: give its key with --key-file or"
        " --ask-key."
    )
    with Library.open(tmp_path / "library.db") as library:
        assert library.conversations(kind="autobase") == []


def test_a_wrong_key_is_distinguished_from_none(locked: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(bytes(32))
    answer = run(locked, "--key-file", tmp_path / "key", "--database", tmp_path / "library.db")
    assert answer.exit_code == 5
    assert "is encrypted: the given keys don't decrypt it." in answer.stderr


@pytest.mark.parametrize("way", ["--key-file", "--ask-key"])
def test_with_the_key_the_base_is_a_conversation_and_the_key_is_nowhere(
    locked: Path, tmp_path: Path, way: str
) -> None:
    secret = truth("encrypted")["secret"]
    database = tmp_path / "library.db"
    if way == "--key-file":
        (tmp_path / "key").write_text(secret)
        answer = run(locked, "--database", database, way, tmp_path / "key")
    else:
        answer = run(locked, "--database", database, way, input=f"{secret}\n")
    assert answer.exit_code == 0, answer.output
    with Library.open(database) as library:
        [summary] = library.conversations(kind="autobase")
        assert summary.messages == len(truth("encrypted")["nodes"])
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("library.db*"))
    assert bytes.fromhex(secret) not in kept
    assert secret.encode() not in kept


def test_what_was_opened_stays_when_the_store_is_read_without_the_key(
    locked: Path, tmp_path: Path
) -> None:
    secret = bytes.fromhex(truth("encrypted")["secret"])
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(locked, keys=[secret]).locked == ()
        address = f"autobase:{truth('encrypted')['key']}"
        facts = library.conversation(address).facts()
        assert library.ingest(locked).locked == (address,)
        assert library.conversation(address).facts() == facts
