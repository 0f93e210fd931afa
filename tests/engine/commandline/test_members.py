import json
from pathlib import Path

import pytest

from tanglescope import resources
from tests.engine.commandline.graphs import run

GROUP = "group:%MqtckeDQ53VJ8lkaolw/4SbBCzxyjqp8ETw5md6f6JE=.sha256"


@pytest.fixture(scope="module")
def arguments(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The sample of a group, in which two people exclude a third at the same time."""
    database = str(tmp_path_factory.mktemp("group") / "group.db")
    sample = Path(resources.__file__).parent / "samples"
    run("import", str(sample / "group.ndjson"), "--database", database)
    keys = str(sample / "group-keys.json")
    return ["members", GROUP, "--database", database, "--group-keys", keys]


def test_each_epoch_has_its_members_and_who_added_them(arguments: list[str]) -> None:
    lines = run(*arguments).stdout.splitlines()
    epochs = [line for line in lines if line.startswith("Epoch")]
    assert epochs[0].startswith("Epoch 0: 4 members, begun by Ada, 2023-")
    assert epochs[1].startswith("Epoch 1, preferred: 3 members, begun by Ben, ")
    assert len(epochs) == 3
    assert any(line.startswith("  Dov: added by Cleo, ") for line in lines)
    assert any(line.startswith("  Eve: excluded by Ben, ") for line in lines)
    assert "  Dov: has yet to be added" in lines


def test_all_that_excluded_a_person_are_named(arguments: list[str]) -> None:
    first = json.loads(run(*arguments, "--json").stdout)["epochs"][0]
    excluded = [(each["name"], each["by"]) for each in first["excluded"]]
    assert [name for name, _ in excluded] == ["Eve", "Eve"]
    assert len({by for _, by in excluded}) == 2
    assert all(each["at"] for each in first["excluded"])
    assert first["unknown"] is None


def test_without_the_keys_there_is_no_such_group(arguments: list[str]) -> None:
    result = run(*arguments[:-2])
    assert result.exit_code
    assert result.stderr


def test_an_exclusion_without_a_later_epoch_leaves_something_unknown(
    arguments: list[str], tmp_path: Path
) -> None:
    keys = json.loads(Path(arguments[-1]).read_text())
    answer = json.loads(run(*arguments, "--json").stdout)
    fewer = tmp_path / "keys.json"
    fewer.write_text(json.dumps(keys[:1] if isinstance(keys, list) else keys))
    found = json.loads(run(*arguments[:-1], str(fewer), "--json").stdout)
    assert len(found["epochs"]) < len(answer["epochs"])
    unknown = found["epochs"][0]["unknown"]
    assert "no epoch that follows this is known" in unknown
    assert "without its key its members, what was said in it" in unknown
    where = ["show", GROUP, *arguments[2:-1], str(fewer)]
    assert " ".join(json.loads(run(*where, "--json").stdout)["unknown"]) == unknown
    assert f"({unknown.split('known. ')[0]}known." in run(*where).stdout
    assert "unknown" not in json.loads(run("show", *arguments[1:], "--json").stdout)
