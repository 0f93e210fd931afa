"""A kind of conversations is one class, registered in one place."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope.engine.commandline.conversations import conversations
from tanglescope.engine.commandline.debugging.compare import compare
from tanglescope.engine.commandline.debugging.explain import explain
from tanglescope.engine.commandline.debugging.replay import replay
from tanglescope.engine.commandline.debugging.shuffle import shuffle
from tanglescope.engine.commandline.show import show
from tanglescope.engine.commandline.verify import verify
from tanglescope.engine.library import (
    ORDERS,
    Conversation,
    Library,
    Listing,
    ReadMark,
    search_address,
)
from tanglescope.engine.store.conversations import catalogue
from tanglescope.engine.store.conversations.catalogue import KINDS
from tanglescope.engine.store.conversations.kind import Kind
from tanglescope.engine.store.query import read_query
from tanglescope.viewer.command_line import cli
from tests.engine.store.conversations.toy import Shouting, Toy
from tests.engine.store.libraries import library_of


@pytest.fixture
def shouted(tmp_path: Path) -> list[str]:
    """The keys of two shouts among other messages, in their order."""
    shouting = Shouting()
    library_of(tmp_path, *shouting.said).close()
    return shouting.shouts


def test_a_kind_is_read_as_every_other(tmp_path: Path, shouted: list[str]) -> None:
    with Library.open(tmp_path / "library.db", kinds=(*KINDS, Toy())) as library:
        conversation = library.conversation("shouts:")
        assert conversation.in_order() == shouted
        assert [node.id for node in conversation.graph().nodes] == shouted[::-1]  # by arrival
        assert [each.title for each in library.conversations(kind="shouts")] == ["What was shouted"]
        assert "shouts" in [each.address for each in library.conversations(listing=Listing.TANGLES)]
        assert "shouts" in library.conversations_of(shouted[0])
        found = library.inspect("shouts", shouted[1])
        assert found.place is not None
        assert (found.place.position, found.edges.causes) == (1, (shouted[0],))
        horizon = conversation.horizon(shouted[1])
        assert horizon is not None
        assert horizon.past == {shouted[0]}
        for by in ORDERS:
            assert sorted(library.conversation(f"shouts?by={by}").in_order()) == sorted(shouted)
        assert "shouts" not in [each.address for each in library.tangles()]
        assert library.unread(ReadMark(0))["shouts"] == 2
        assert "shouts" not in library.unread(ReadMark(library.latest()))
        assert library.find_in("shouts", "hello") == [shouted[0]]


def test_a_search_in_a_kind_finds_only_its_messages(
    tmp_path: Path, shouted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "KINDS", (*KINDS, Toy()))
    with Library.open(tmp_path / "library.db") as library:
        for text, found in (("in:shouts", shouted), ("in:shouts yes", shouted[1:])):
            question = read_query(text).question
            assert sorted(library.search(question)) == sorted(found)
            assert library.found.count_part(question)[0] == len(found)
            page = library.conversation(str(search_address(question)))
            assert page.in_order() == found, "in the order of the conversation"
        (question,) = library.search(read_query("-in:shouts type:post").question)
        assert question not in shouted


def test_commands_read_it_without_knowing_it(
    tmp_path: Path, shouted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "KINDS", (*KINDS, Toy()))
    database = ("--database", str(tmp_path / "library.db"))

    def output_of(command: object, *arguments: str) -> str:
        done = CliRunner().invoke(command, [*arguments, *database])  # type: ignore[call-overload]
        assert done.exit_code == 0, done.output
        return str(done.stdout)

    assert json.loads(output_of(conversations, "--kind", "shouts", "--json"))["messages"] == 2
    shown = json.loads(output_of(show, "shouts", "--json"))
    assert [each["key"] for each in shown["messages"]] == shouted
    for row, key in enumerate(shouted, start=1):
        place = json.loads(output_of(explain, key, "--in", "shouts", "--json"))
        assert (place["row"], place["of"]) == (row, 2)
    for command in (replay, shuffle, compare):
        assert json.loads(output_of(command, "--in", "shouts", "--json"))["messages"] == 2
    for form in ("mermaid", "dot", "svg"):
        assert "HELLO THERE" in output_of(show, "shouts", "--format", form)
    output_of(cli, "site", "shouts", str(tmp_path / "site"))
    pages = [page.read_text() for page in (tmp_path / "site").rglob("*.html")]
    assert any("What was shouted" in page and "HELLO THERE" in page for page in pages)
    assert [json.loads(line)["key"] for line in output_of(cli, "search", "in:shouts", "--json")
        .splitlines()] == shouted  # fmt: skip
    lines = tmp_path / "shouts.ndjson"
    lines.write_text(output_of(show, "shouts", "--format", "ndjson"))
    checked = CliRunner().invoke(verify, [str(lines), "--json"]).stdout.splitlines()
    assert {json.loads(line)["verdict"] for line in checked} <= {"valid", "gap"}
    with Library.open(tmp_path / "again.db") as again:
        again.ingest(lines)
        assert again.conversation("shouts").in_order() == shouted


def test_a_kind_or_conversation_that_lacks_an_answer_is_refused() -> None:
    for incomplete, lacks in ((Kind, "find"), (Conversation, "snapshot")):
        with pytest.raises(TypeError, match=lacks):
            type("Incomplete", (incomplete,), {})()
