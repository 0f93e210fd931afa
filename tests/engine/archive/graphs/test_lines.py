import gzip
import io
import json
from dataclasses import fields
from pathlib import Path

import pytest

from tanglescope.engine.archive.graphs import lines as graph_lines
from tanglescope.engine.archive.json_forms import JsonForm, form_of
from tanglescope.engine.archive.opening import open_archive, read_archive
from tanglescope.engine.archive.record import Dialect
from tanglescope.engine.linear.graph import Node, Writer
from tanglescope.engine.message.verdict import Rule
from tests.engine.authors import Author, post
from tests.house.repository import ROOT

GRAPHS = (
    b'{"nodes":[]}\n',
    b'{"id":"a","after":[]}\n',
    b'nonsense\n{"id":"a","after":[]}\n'.replace(b"nonsense", b"{torn"),
    b'\xef\xbb\xbf{"after":[],"id":"a"}\n',
    b'{\n  "name": "x",\n  "nodes": [\n    {"id": "a"',
    b'{"name":"long","nodes":[{"id":"a","after":[]},{"id"',
    b'[{"id":"a","after":[]}]',
)
OTHERS = (
    b"",
    b"{}\n",
    b'{"key":"%a","value":{"content":{"nodes":[]}}}\n',
    b'{"id":"a","msg":{"metadata":{}}}\n',
    b'["a"]\n',
    Author("ann").say(post('{"nodes":[{"id":"a","after":[]}]}')).line,
)


@pytest.mark.parametrize("sample", GRAPHS)
def test_graph_files_are_known_by_their_content(sample: bytes) -> None:
    assert form_of(io.BytesIO(sample), sample) is JsonForm.GRAPH


@pytest.mark.parametrize("sample", OTHERS)
def test_other_files_are_not_taken_for_graphs(sample: bytes) -> None:
    assert form_of(io.BytesIO(sample), sample) is not JsonForm.GRAPH


def test_records_can_be_read_on_from_any_of_them(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"".join(b'{"id":"n%d","after":[]}\n\n' % number for number in range(5)))
    reader = open_archive(path)
    assert reader.dialect is Dialect.GRAPH
    records = list(reader.records())
    assert [str(record.place) for record in records] == [f"line {n}" for n in (1, 3, 5, 7, 9)]
    for number, record in enumerate(records, 1):
        assert list(reader.records(record.after)) == records[number:]


def test_verify_says_that_nothing_is_signed_or_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "file"
    good = b'{"nodes":[{"id":"a","after":[]}]}\n'
    bad = b'{"nodes":[{"id":"a","after":["b"]},{"id":"b","after":["a"]}]}\n'
    path.write_bytes(good + bad + b"nonsense\n")
    verdicts = [checked.verdict for checked in read_archive(path)]
    assert [(each.status, each.rule) for each in verdicts] == [
        ("unverified", "unsigned"),
        ("invalid", "cycle"),
        ("invalid", "json"),
    ]


def test_the_schema_names_the_fields_that_are_read() -> None:
    schema = json.loads((ROOT / "docs" / "graph-files.schema.json").read_text())["$defs"]
    said = {"label", "text", "references", "writer_name", "raw"}
    assert schema["node"]["properties"].keys() == {field.name for field in fields(Node)} | said
    assert schema["writer"]["properties"].keys() == {field.name for field in fields(Writer)}


@pytest.mark.parametrize("begin", [b'{"nodes":[{"id":"', b"[" + b'{"id":"a","after":[]},' * 99])
def test_of_a_packed_file_a_line_that_is_too_long_is_one_bad_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    monkeypatch.setattr(graph_lines, "LONGEST_PACKED", 1 << 12)
    good = b'{"id":"a","after":[]}\n'
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(good + begin + b" " * (1 << 20) + b"\n" + good + begin * 50))
    records = list(open_archive(path).records())
    expected = [None, Rule.TOO_LONG, None, Rule.JSON if len(begin) < 99 else Rule.TOO_LONG]
    assert [record.problem for record in records] == expected
    assert max(len(record.raw) for record in records) <= 1 << 14


def test_a_packed_value_that_is_too_long_is_read_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_lines, "LONGEST_PACKED", 1 << 12)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b'[{"id":"a","after":[]},' + b" " * (1 << 20) + b"]"))
    assert [record.problem for record in open_archive(path).records()] == [Rule.TOO_LONG]
