"""A PZP tangle exported in the format of its log, which every command can read."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tanglescope.engine.archive.opening import read_archive
from tanglescope.engine.drawing import layered
from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.depths import lipmaa_depth
from tanglescope.engine.message.verdict import ValidationStatus
from tests.engine.commandline.graphs import run
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.pzp_archives import write_log


def exported(folder: Path) -> Path:
    """The output of `show --format ndjson` for the example of pzp-set."""
    database = folder / "library.db"
    with Library.open(database) as library:
        library.ingest(write_log(folder / "log", entries_of(EXAMPLE)))
    shown = run(
        "show", EXAMPLE["moot"], "--by", "scuttlesort", "--format", "ndjson",
        "--database", str(database),
    )  # fmt: skip
    assert shown.exit_code == 0
    file = folder / "export.ndjson"
    file.write_text(shown.stdout)
    return file


def test_an_export_is_valid_and_is_taken_in_like_the_log(tmp_path: Path) -> None:
    file = exported(tmp_path)
    checked = list(read_archive(file))
    assert {each.verdict.status for each in checked} == {ValidationStatus.VALID}
    with (
        Library.open(tmp_path / "again.db") as again,
        Library.open(tmp_path / "library.db", read_only=True) as library,
    ):
        assert again.ingest(file).added == len(checked)
        assert (
            again.conversation(EXAMPLE["moot"]).in_order()
            == library.conversation(EXAMPLE["moot"]).in_order()
        )


def test_an_export_reduces_to_the_same_set(tmp_path: Path) -> None:
    answer = run("reduce", str(exported(tmp_path)), "--json")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["set"] == ["bob", "carol"]


def test_set_messages_say_what_they_do_in_every_output(tmp_path: Path) -> None:
    exported(tmp_path)
    database = str(tmp_path / "library.db")
    for form in ("text", "json", "mermaid", "dot", "svg"):
        shown = run("show", EXAMPLE["moot"], "--format", form, "--database", database)
        assert "adds carol" in shown.stdout, form
        assert "(set_v1__" not in shown.stdout


@pytest.mark.parametrize("most", [layered.MOST, 0])
def test_what_is_superseded_is_drawn_where_it_is_wanted(
    tmp_path: Path, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layered, "MOST", most)
    records = map(json.loads, exported(tmp_path).read_text().splitlines())
    said = (each["msg"]["data"] for each in records)
    expected = sum(len(data["supersedes"]) for data in said if data)
    assert expected == 2
    show = ["show", EXAMPLE["moot"], "--database", str(tmp_path / "library.db"), "--format"]
    marks = {"mermaid": "== supersedes ==>", "dot": "label=supersedes", "svg": 'stroke-width="1"/>'}
    for form, mark in marks.items():
        plain, drawn = run(*show, form), run(*show, form, "--supersedes")
        assert drawn.stdout.count(mark) - plain.stdout.count(mark) == expected
    ElementTree.fromstring(run(*show, "svg", "--supersedes").stdout)
    assert run(*show, "json", "--supersedes").exit_code == 2


def test_lipmaa_links_are_listed_and_drawn_where_they_are_wanted(tmp_path: Path) -> None:
    exported(tmp_path)
    with Library.open(tmp_path / "library.db") as library:
        tangle = library.pzp.set_of(EXAMPLE["moot"]).feed.tangle
        skips = library.conversation(EXAMPLE["moot"]).relations["lipmaa"]()
    assert {(key, each) for key in tangle for each in tangle.transitive(key)} == set(skips)
    assert skips
    show = ["show", EXAMPLE["moot"], "--database", str(tmp_path / "library.db"), "--format"]
    for form, mark in {"mermaid": "== lipmaa ==>", "dot": "label=lipmaa"}.items():
        assert run(*show, form, "--lipmaa").stdout.count(mark) == len(skips)
    listed = json.loads(run(*show, "json", "--lipmaa").stdout)["messages"]
    assert listed[0]["lipmaa"] is None
    for each in listed[1:]:
        depth = lipmaa_depth(each["depth"])
        expected = [key for key in tangle.prev(each["key"]) if tangle.depth(key) == depth]
        assert sorted(each["lipmaa"]["named"]) == sorted(expected)
        assert each["lipmaa"]["missing"] == []
    assert "lipmaa" not in json.loads(run(*show, "json").stdout)["messages"][1]
    assert f"    Lipmaa links: {EXAMPLE['moot']}" in run(*show, "text", "--lipmaa").stdout
    assert run(*show, "ndjson", "--lipmaa").exit_code == 2
