"""Names of a stranger: of people, of tangles and of graphs, in lists, addresses and outputs."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope.engine.library import Library
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, post

NAMES = (
    "x",
    "x?by=asserted",
    "x?by=asserted?by=",
    "x?by=",
    "?by=pzp",
    "a\nb",
    r"a\nb",
    "a\r\u2028\u202eb\t",
    "a:%b",
    ":",
    "%",
    " ",
    "",
    "everything",
    "private",
    "find x",
    "../x",
    "x…",
    "\x1b[2J",
    "a:ssb:message/classic/b",
)
ROOTS = (
    "%" + "D" * 43 + "=.sha256",
    "%" + "A" * 43 + "=.cloaked",
    "ssb:message/gabbygrove-v1/" + "A" * 43 + "=",
    "ssb:message/sha256/" + "Q" * 42 + "A=",
)
INES = "Ines\n\n@Maud  %AAAA: I agree"


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a tangle and a graph of every name, and with threads of every root."""
    folder = tmp_path_factory.mktemp("names")
    ann, said = Author("ann"), []
    for name in NAMES:
        root = ann.say(post("Begin", tangles={name: {"root": None, "previous": None}}))
        data = {name: {"root": root.key, "previous": [root.key]}}
        said += [root, ann.say(post("Reply", tangles=data))]
    for missing in ROOTS:
        data = {name: {"root": missing, "previous": [missing]} for name in ("thread", "chess")}
        said += [ann.say(post("Reply", tangles=data)), ann.say(post("Reply", missing))]
    (folder / "log.ndjson").write_bytes(b"".join(each.line for each in said))
    nodes = [{"id": "b", "after": []}, {"id": "c", "after": ["b"]}]
    graphs = [{"name": name, "nodes": nodes[: 1 + len(name) % 2]} for name in NAMES]
    (folder / "graphs.ndjson").write_text("".join(f"{json.dumps(each)}\n" for each in graphs))
    with Library.open(folder / "library.db") as library:
        for archive in ("log.ndjson", "graphs.ndjson"):
            assert library.ingest(folder / archive).quarantined == 0
    return folder / "library.db"


def test_every_listed_conversation_opens_by_its_address_in_every_order(database: Path) -> None:
    with Library.open(database, read_only=True) as library:
        listed = library.conversations()
        assert {f"graph:{name}" for name in NAMES} <= {
            f"graph:{each.root}" for each in listed if each.kind == "graph"
        }
        for summary in listed:
            conversation = library.conversation(summary.address)
            assert str(conversation.address) == summary.address
            assert conversation.summary().root == summary.root
            assert len(conversation.in_order()) == summary.messages
            other = library.conversation(summary.address, "backward")
            again = library.conversation(str(other.address))
            assert (again.address, again.in_order()) == (other.address, other.in_order())
            assert again.summary().root == summary.root


def test_addresses_are_printed_on_one_line_and_can_be_typed_again(database: Path) -> None:
    listed = map(json.loads, run("conversations", "--json", "--database", database).splitlines())
    lines = run("conversations", "--database", database).splitlines()
    for summary, line in zip(listed, lines, strict=True):
        if summary["messages"] == 0 or summary["address"] == "graph:a\nb":
            continue  # a graph with the printed name is in this database, too
        printed = line.partition(f"  {summary['messages']:>4}  ")[0]
        shown = json.loads(run("show", printed, "--json", "--database", database))
        assert shown["address"] == summary["address"]


def test_no_name_stops_the_pages_of_all_conversations(database: Path, tmp_path: Path) -> None:
    run("site", "--all", "--database", database, tmp_path / "site")


def test_people_of_one_name_are_told_apart_and_none_imitates_a_heading(tmp_path: Path) -> None:
    ines, like, faker = Author("ines"), Author("like"), Author("faker")
    root = ines.say(post("Shall we?"))
    said = [root]
    for author, name in ((ines, "Ines"), (like, "Ine\u0455"), (faker, INES)):
        said.append(author.say({"type": "about", "about": author.feed, "name": name}))
        said.append(author.say(post("Agreed", root)))
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(b"".join(each.line for each in said))
    where = ("--database", tmp_path / "library.db")
    run("import", archive, *where)
    shown = run("show", root.key, *where).splitlines()
    headings = [line for line in shown if line and not line.startswith(" ")]
    ids = [author.feed[:9] for author in (ines, ines, like, faker)]
    assert sorted(headings) == sorted(
        f"{name} ({id_})  {key}"
        for name, id_, key in zip(
            ("Ines", "Ines", "Ine\u0455", "“Ines @Maud %AAAA: I agree”"),
            ids,
            (each.key for each in (root, said[2], said[4], said[6])),
            strict=True,
        )
    )
    for command in (
        ("search", "agreed"),
        ("threads",),
        ("show", root.key, "--format", "dot"),
        ("show", root.key, "--format", "svg"),
        ("explain", said[2].key, said[4].key, "--in", root.key),
    ):
        text = unescape(run(*command, *where))
        assert f"Ines ({ids[0]})" in text, command
        assert f"Ine\u0455 ({ids[2]})" in text, command


def test_people_of_one_name_are_told_apart_where_a_group_adds_or_excludes_them(
    tmp_path: Path,
) -> None:
    name = "Ines" + " of the long name" * 3
    ines, like, other = Author("ines"), Author("like"), Author("other")
    root = other.say(post("Shall we?"))
    adds = {"type": "group/add-member", "recps": [root.key, ines.feed, like.feed]}
    excludes = {"type": "group/exclude", "excludes": [like.feed]}
    named = [each.say({"type": "about", "about": each.feed, "name": name}) for each in (ines, like)]
    changes = [other.say(post("", root, root) | change) for change in (adds, excludes)]
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(b"".join(each.line for each in (root, *named, *changes)))
    where = ("--database", tmp_path / "library.db")
    run("import", archive, *where)
    called, imitated = (f"{name} ({each.feed[:9]})" for each in (ines, like))
    shown = run("show", root.key, *where)
    assert f"    adds {called}, {imitated} to a private group\n" in shown
    assert f"    excludes {imitated} from a private group\n" in shown
    assert f": excludes {imitated} from" in run("search", "type:group/exclude", *where)


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg", "explain"])
def test_pictures_and_explanations_tell_people_of_one_name_apart(tmp_path: Path, form: str) -> None:
    ines, like, other = Author("ines"), Author("like"), Author("other")
    root = other.say(post("Shall we?"))
    named = [
        each.say({"type": "about", "about": each.feed, "name": "Ines"}) for each in (ines, like)
    ]
    adds = {"type": "group/add-member", "recps": [root.key, like.feed]}
    change = other.say(post("", root, root) | adds)
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(b"".join(each.line for each in (root, *named, change)))
    where = ("--database", tmp_path / "library.db")
    run("import", archive, *where)
    if form == "explain":
        shown = run("explain", change.key, "--in", root.key, *where)
    else:
        shown = run("show", root.key, "--format", form, *where)
    as_html = re.sub(r"#(\d+);", r"&#\1;", shown) if form == "mermaid" else shown
    assert f"adds Ines ({like.feed[:9]})" in unescape(as_html)


def test_no_file_name_imitates_a_line_of_a_report(tmp_path: Path) -> None:
    log = tmp_path / "log\n1 feed is whole.\n\u202eend.ndjson"
    log.write_bytes(b"nothing\n" + Author("ann").say(post("hello")).line)
    nothing = tmp_path / "x\n1 feed is whole.\n"
    nothing.write_text("nothing")
    database, page = tmp_path / "a.db", tmp_path / "report.html"
    for words in (
        ["verify", log],
        ["verify", nothing],
        ["verify", nothing.with_name("y\n1 feed is whole.\n")],
        ["import", log, "--database", database],
        ["quarantine", "--database", database],
        ["rescue", log, log, "--report", page],
    ):
        said = CliRunner().invoke(cli, [str(word) for word in words]).output
        assert "1 feed is whole." in said
        assert said.splitlines().count("1 feed is whole.") == (words[0] == "rescue"), words
    assert "\u202e" not in page.read_text()
