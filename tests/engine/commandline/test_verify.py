import base64
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.commandline.verify import verify
from tests.engine.archive.samples import VARIANTS
from tests.engine.message.corrupt import Case, cases

WHOLE = (VARIANTS / "kvt.ndjson").read_bytes()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(verify, list(arguments))


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.split("\n") if line]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_original_validators_say_the_same(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "archive"
    path.write_bytes(b"\n".join(case.lines) + b"\n")
    key = [f"--hmac-key={base64.b64encode(case.hmac_key).decode()}"] if case.hmac_key else []
    result = run(str(path), "--json", *key)
    found = answers(result)
    for answer, expected in zip(found, case.verdicts, strict=True):
        assert answer.keys() == {"place", "key", "computed", "verdict", "rule"}
        assert answer["key"] is None
        assert answer["place"] is not None
        assert answer["computed"] == expected.get("id")
        is_valid = expected.get("ssbValidate", {"ok": False})["ok"]
        assert (answer["verdict"] == "valid") == is_valid
        by_both = is_valid and expected["ssbClassic"]["ok"]
        assert (answer["rule"] is None) == by_both
    bad = {answer["verdict"] for answer in found} & {"invalid", "forked"}
    assert result.exit_code == bool(bad)


def test_a_good_archive_ends_with_0_and_says_how_many_there_are() -> None:
    result = run(str(VARIANTS / "kvt.ndjson"))
    assert (result.exit_code, result.output) == (0, "30 records: 30 valid.\n")


def test_what_is_bad_is_told_in_one_line_beside_the_answers() -> None:
    result = run(str(VARIANTS / "torn-line.ndjson"), "--json")
    assert result.exit_code == 1
    assert len(answers(result)) == 30
    assert "line 30" in result.stderr


@pytest.mark.parametrize("name", ["missing", "folder", "binary"])
def test_what_is_no_archive_is_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    result = run(str(tmp_path / name), "--json")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)


def test_an_empty_archive_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    result = run(str(tmp_path / "empty"), "--json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "empty" in result.stderr


@pytest.mark.parametrize("key", ["", "short", base64.b64encode(b"x" * 31).decode(), "?" * 44])
def test_a_key_of_a_network_that_is_none_is_a_usage_error(key: str) -> None:
    assert run(str(VARIANTS / "kvt.ndjson"), f"--hmac-key={key}").exit_code == 2


def test_a_claimed_key_may_hold_anything(tmp_path: Path) -> None:
    line = json.loads(WHOLE.split(b"\n")[0])
    (tmp_path / "a").write_text(json.dumps(line | {"key": "\ud800"}))
    assert [a["rule"] for a in answers(run(str(tmp_path / "a"), "--json"))] == ["id"]


def test_the_number_of_threads_changes_nothing(small: Path) -> None:
    outputs = {run(str(small / "log.ndjson"), "--json", f"--threads={n}").stdout for n in (1, 2, 5)}
    assert len(outputs) == 1
