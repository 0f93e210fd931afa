"""Endless or nearly empty input: refused with its position, or skipped."""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.archive import lines
from tanglescope.engine.archive.opening import open_archive
from tanglescope.viewer.command_line import cli

ENDLESS = {
    "linearize": ("linearize", "/dev/zero"),
    "reduce": ("reduce", "/dev/zero"),
    "compare": ("compare", "/dev/zero"),
    "replay": ("replay", "/dev/zero"),
    "shuffle": ("shuffle", "/dev/zero"),
    "edits": ("edits", "/dev/zero"),
    "explain": ("explain", "a", "--graph", "/dev/zero"),
    "arrivals": ("replay", "graph.ndjson", "--order", "/dev/zero"),
}


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, arguments)
    assert isinstance(result.exception, SystemExit), result.exception
    return result


def reduced(text: str) -> Result:
    return CliRunner().invoke(cli, ["reduce", "-"], input=text)


@pytest.mark.parametrize("command", ENDLESS)
def test_a_line_without_end_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graph.ndjson").write_text('{"nodes": [{"id": "a", "after": []}]}\n')
    result = call(*ENDLESS[command])
    assert result.exit_code == 3
    assert "line 1" in result.stderr
    assert "64 MiB" in result.stderr


@pytest.mark.parametrize("line", ['{"id": "a", "msg": {}}\n', '{"msg": 0}\n', "\n"])
@pytest.mark.parametrize("limit", ["MOST_LINES", "MOST_BYTES"])
def test_a_set_of_more_lines_than_are_held_at_once_is_refused(
    monkeypatch: pytest.MonkeyPatch, limit: str, line: str
) -> None:
    most = 50
    size = len(line) if limit == "MOST_BYTES" else 1
    monkeypatch.setattr(f"tanglescope.engine.commandline.reduce.{limit}", most * size)
    assert "a set file can have" not in reduced(line * most).stderr
    result = reduced(line * (most + 1))
    assert result.exit_code == 3
    assert f"line {most + 1}: a set file can have at most" in result.stderr


def test_graphs_before_a_line_that_is_too_long_are_answered(tmp_path: Path) -> None:
    path = tmp_path / "graphs.ndjson"
    graph = b'{"nodes": [{"id": "a", "after": []}]}\n'
    path.write_bytes(graph + b" " * (64 << 20) + b"\n" + graph)
    result = call("linearize", str(path), "--json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["order"] == ["a"]
    assert second["error"] == "too-long"
    assert result.exit_code == 3


@pytest.mark.parametrize("blank", [b"\n", b" \r\n", b"\0\n"])
def test_packed_line_breaks_are_not_read_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blank: bytes
) -> None:
    looked_at = 0

    def counted(line: bytes, *place: object) -> object:
        nonlocal looked_at
        looked_at += 1
        return read_line(line, *place)

    read_line = lines.read_line
    monkeypatch.setattr(lines, "read_line", counted)
    path = tmp_path / "blank.gz"
    count = 1 << 20
    path.write_bytes(gzip.compress(blank * count + b"{}\n" + blank * count + b"[]\n{}"))
    records = list(open_archive(path).records())
    assert [record.place.number for record in records] == [count + 1, 2 * count + 2, 2 * count + 3]
    assert looked_at < count // 100
