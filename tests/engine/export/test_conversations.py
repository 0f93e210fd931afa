"""Exports contain exactly the conversation, or the chosen part of it."""

import json
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tanglescope.engine.drawing import layered
from tanglescope.engine.drawing.eliding import Filters
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export import conversations
from tanglescope.engine.export.conversations import (
    FORMS,
    ExportSelection,
    PictureTooLarge,
    export_bytes,
    write_export,
)
from tanglescope.engine.library import Library
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def talk() -> list[Said]:
    """A root, a run of four, a fork that joins it at the end, and a missing message."""
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post('How <are> "you" & --> yours?'))
    lost = bob.say(post("lost", root))
    run = [root]
    for number in range(4):
        run.append(ann.say(post(f"step {number} \ud83d", root, run[-1])))
    aside = bob.say(post("aside", root, lost))
    return [*run, aside, ann.say(post("end", root, run[-1], aside))]


@pytest.fixture
def library(talk: list[Said], tmp_path: Path) -> Library:
    return library_of(tmp_path, *talk)


def export(library: Library, wanted: ExportSelection, form: str) -> str:
    return b"".join(export_bytes(library, wanted, form)).decode()


def test_ndjson_is_an_archive_that_says_the_same(
    library: Library, talk: list[Said], tmp_path: Path
) -> None:
    root = talk[0].key
    write_export(library, ExportSelection(root), "ndjson", tmp_path / "out.ndjson", lambda _: b"")
    with Library.open(tmp_path / "other.db") as other:
        other.ingest(tmp_path / "out.ndjson")
        assert other.conversation(root).in_order() == library.conversation(root).in_order()
        assert other.value(talk[2].key) == library.value(talk[2].key)


@pytest.mark.parametrize("address", ["feed:", "everything"])
def test_json_has_the_causes_that_are_drawn(
    library: Library, talk: list[Said], address: str
) -> None:
    if address == "feed:":
        address += talk[0].value["author"]
    conversation = library.conversation(address)
    edges = conversation.edges(conversation.in_order())
    answer = json.loads(export(library, ExportSelection(address), "json"))
    causes = {each["key"]: set(each["causes"]) for each in answer["messages"]}
    assert causes == {key: set(edge.causes) for key, edge in edges.items()}
    assert any(causes.values())


def test_boxes_show_texts_without_markup(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post(f"**Oak**, said [@Tomás]({ann.feed})"))
    library = library_of(tmp_path, root)
    for form in ("svg", "mermaid", "dot"):
        drawn = export(library, ExportSelection(root.key), form)
        assert "Oak" in drawn
        assert "ed25519" not in drawn
        assert not any(mark in drawn for mark in ("**Oak", "#42;", "[@"))


def test_boxes_show_the_warning_of_a_text_instead_of_it(tmp_path: Path) -> None:
    said = Author("ann").say(post("The butler did it.") | {"contentWarning": "the end of a film"})
    library = library_of(tmp_path, said)
    for form in ("svg", "mermaid", "dot"):
        drawn = export(library, ExportSelection(said.key), form)
        assert "Content warning" in drawn
        assert "butler" not in drawn


def test_a_selection_holds_its_messages_and_says_what_lies_between(
    library: Library, talk: list[Said]
) -> None:
    keys = frozenset(talk[number].key for number in (0, 4, 6))
    wanted = ExportSelection(talk[0].key, keys=keys)
    assert {m["key"] for m in json.loads(export(library, wanted, "json"))["messages"]} == keys
    assert len(export(library, wanted, "ndjson").splitlines()) == 3
    drawn = export(library, wanted, "mermaid")
    assert drawn.count("-.->") == 2, "to the end through the run, and through what is aside"
    assert drawn.count("-->") == 1
    drawn = export(library, wanted, "dot")
    assert drawn.count("[style=dashed]") == 2


def test_filters_hold_for_every_form(library: Library, talk: list[Said]) -> None:
    wanted = ExportSelection(talk[0].key, filters=Filters(folds_runs=True))
    shown = {m["key"] for m in json.loads(export(library, wanted, "json"))["messages"]}
    assert {talk[number].key for number in range(7)} - shown == {talk[2].key, talk[3].key}
    assert "2 hidden" in export(library, wanted, "svg")


def test_a_large_thread_is_drawn_as_a_diagram_and_a_huge_one_refused(
    library: Library, talk: list[Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ExportSelection(talk[0].key)
    tree = ElementTree.fromstring(export(library, wanted, "svg"))
    assert len(tree.findall(f"{SVG}rect")) == 8
    monkeypatch.setattr(layered, "MOST", 3)
    tree = ElementTree.fromstring(export(library, wanted, "svg"))
    assert len(tree.findall(f"{SVG}circle")) == 8
    monkeypatch.setattr(conversations, "_MOST_DRAWN", 3)
    with pytest.raises(PictureTooLarge, match="8 messages"):
        export(library, wanted, "svg")


@pytest.mark.parametrize("most", [layered.MOST, 0])
def test_tie_breaks_are_drawn_where_they_are_wanted(
    library: Library, talk: list[Said], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layered, "MOST", most)
    plain, tied = (
        ExportSelection(talk[0].key),
        ExportSelection(talk[0].key, extra=frozenset({"tie-breaks"})),
    )
    order = library.conversation(talk[0].key).in_order()
    aside = order.index(talk[5].key)
    between = [(order[aside - 1], order[aside]), (order[aside], order[aside + 1])]
    expected = sum(talk[0].key not in pair for pair in between)
    assert expected
    for form, mark in {
        "mermaid": "-.->",
        "dot": "style=dotted",
        "svg": 'stroke-linecap="round"',
    }.items():
        assert export(library, plain, form).count(mark) == 0
        assert export(library, tied, form).count(mark) == expected
    ElementTree.fromstring(export(library, tied, "svg"))


def test_an_export_without_a_painter_says_so(library: Library, talk: list[Said]) -> None:
    with pytest.raises(TanglescopeError, match="SVG"):
        export(library, ExportSelection(talk[0].key), "png")


@pytest.mark.parametrize("form", FORMS)
def test_any_untrusted_text_can_be_exported(library: Library, talk: list[Said], form: str) -> None:
    assert export(library, ExportSelection(talk[0].key), form)


def test_a_file_is_there_whole_or_not_at_all(
    library: Library, talk: list[Said], tmp_path: Path
) -> None:
    with pytest.raises(TanglescopeError, match="nowhere"):
        write_export(
            library, ExportSelection(talk[0].key), "dot", tmp_path / "nowhere" / "a.dot", bytes
        )
    file = tmp_path / "a.svg"
    file.write_text("as it was")
    with pytest.raises(TanglescopeError):
        write_export(library, ExportSelection("%unknown"), "svg", file, lambda _: b"")
    assert file.read_text() == "as it was"
    assert list(tmp_path.glob("*.part")) == []


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_draws_what_is_written(library: Library, talk: list[Said]) -> None:
    text = export(library, ExportSelection(talk[0].key, filters=Filters(folds_runs=True)), "dot")
    done = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    tree = ElementTree.fromstring(done.stdout)
    titles = [each.text or "" for each in tree.iter(f"{SVG}title")]
    assert len([title for title in titles if "->" in title]) == 6
    labels = [each.text or "" for each in tree.iter(f"{SVG}text")]
    assert any(label.endswith('How <are> "you" & --> yours?') for label in labels)
