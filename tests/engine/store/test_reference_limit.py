"""The limit of references of a collection: what exceeds it is refused, named and counted."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.library import Library, import_archives
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.reference_limit import (
    LimitTooLow,
    ReferenceLimit,
    limit_references,
    reference_limit,
)
from tests.engine.authors import Author, Said, post
from tests.engine.commandline.graphs import run
from tests.engine.store.libraries import write

ROOT = {"root": None, "previous": None}


def conversation() -> list[Said]:
    """A root, three replies to it, and a reply of `dan`, his second message, that joins them."""
    ann, bob, cyn, dan = map(Author, ("ann", "bob", "cyn", "dan"))
    root = ann.say(post("root"))
    branches = [who.say(post("reply", root)) for who in (bob, cyn, dan)]
    joining = dan.say(post("joins", root, *branches))
    return [root, *branches, joining, dan.say(post("after", root, joining))]


def limited(path: Path, archive: Path, most: int | None) -> Library:
    limit = None if most is None else ReferenceLimit(most)
    import_archives([archive], path, references=limit)
    return Library.open(path)


@pytest.mark.parametrize(("most", "refused"), [(3, 0), (2, 1), (1, 1)])
def test_messages_over_the_limit_are_in_the_quarantine(
    tmp_path: Path, most: int, refused: int
) -> None:
    said = conversation()
    archive = write(tmp_path / "log.ndjson", said)
    limit = ReferenceLimit(most)
    report = import_archives([archive], tmp_path / "library.db", references=limit)
    assert report.rules == ({Rule.REFERENCES: refused} if refused else {})
    with Library.open(tmp_path / "library.db") as library:
        bad = library.quarantine.page(0, 9)
        assert [each.key for each in bad] == [each.key for each in said[4:]][:refused]
        assert len(library) == len(said) - refused
        assert not library.check().problems


def test_the_limit_holds_for_later_imports_and_for_followed_files(tmp_path: Path) -> None:
    said, path = conversation(), tmp_path / "library.db"
    archive = write(tmp_path / "log.ndjson", said[:1])
    with limited(path, archive, 2) as library:
        follower = library.follow(archive)
        write(archive, said)
        follower.poll()
        assert len(library.quarantine) == 1
        assert len(library) == len(said) - 1


def test_the_limit_can_be_lifted_and_what_is_there_stays(tmp_path: Path) -> None:
    said, path = conversation(), tmp_path / "library.db"
    limited(path, write(tmp_path / "log.ndjson", said[:5]), 0).close()
    with closing(connect(path)) as database:
        assert reference_limit(database) is None
        limit_references(database, ReferenceLimit(1))
        assert reference_limit(database) == ReferenceLimit(1)
    with limited(path, write(tmp_path / "more.ndjson", said), None) as library:
        assert len(library) == 5 + 1
    with limited(path, write(tmp_path / "last.ndjson", said), 0) as library:
        assert len(library) == len(said)


@pytest.mark.parametrize("later", [ReferenceLimit(0), ReferenceLimit(2, is_cut=True)])
def test_what_was_refused_is_read_again_once_nothing_refuses_it(
    tmp_path: Path, later: ReferenceLimit
) -> None:
    said, path = conversation(), tmp_path / "library.db"
    archive = write(tmp_path / "log.ndjson", said)
    limited(path, archive, 2).close()
    assert import_archives([archive], path).added == 0, "the limit is the same"
    assert import_archives([archive], path, references=later).added == 1
    with Library.open(path) as library:
        bad = [each.rule for each in library.quarantine.page(0, 9)]
        assert bad == ([Rule.CUT] if later.is_cut else [])
        assert set(library.conversation(said[0].key).in_order()) == {each.key for each in said}
        assert not library.check().problems
    with Library.open(path) as library:
        assert library.ingest(archive).added == 0


def test_nodes_over_the_limit_are_refused_their_predecessor_counted(tmp_path: Path) -> None:
    nodes = [
        {"id": "a0", "after": [], "writer": "a", "sequence": 0},
        {"id": "b0", "after": [], "writer": "b", "sequence": 0},
        {"id": "c0", "after": [], "writer": "c", "sequence": 0},
        {"id": "b1", "after": ["a0"], "writer": "b", "sequence": 1},
        {"id": "a1", "after": ["b0", "c0"], "writer": "a", "sequence": 1},
    ]
    file = tmp_path / "graph.ndjson"
    file.write_text(json.dumps({"name": "g", "nodes": nodes}) + "\n")
    with limited(tmp_path / "library.db", file, 2) as library:
        assert library.conversation("graph:g").in_order() == ["a0", "b0", "c0", "b1"]
        assert [each.key for each in library.quarantine.page(0, 9)] == ["a1"]
        assert not library.check().problems


def test_the_command_sets_the_limit(tmp_path: Path) -> None:
    archive, path = write(tmp_path / "log.ndjson", conversation()), str(tmp_path / "library.db")
    result = run("import", str(archive), "--max-references", "2", "--database", path)
    assert "Bad records by rule: references 1." in result.stdout
    assert "It refers to more others than this collection takes." in result.stderr


CUT_TO_TWO = ReferenceLimit(2, is_cut=True)


def cut_library(folder: Path, said: list[Said]) -> Library:
    path = folder / "library.db"
    import_archives([write(folder / "log.ndjson", said)], path, references=CUT_TO_TWO)
    return Library.open(path)


def test_a_cut_message_keeps_its_predecessor_and_the_first_other(tmp_path: Path) -> None:
    said = conversation()
    root, bob, cyn, dan, joining, after = (each.key for each in said)
    with cut_library(tmp_path, said) as library:
        assert len(library) == len(said)
        assert library.conversation(root).edges([joining])[joining].causes == (bob, dan)
        assert library.value(joining) is not None
        assert cyn in library.value(joining)  # type: ignore[operator]
        assert set(library.tangle("thread", root).tips) == {cyn, after}
        assert not library.check().problems


def test_the_inspector_names_the_references_that_do_not_count(tmp_path: Path) -> None:
    said = conversation()
    with cut_library(tmp_path, said) as library:
        thread = library.conversation(said[0].key)
        found = thread.extras_of(said[4].key, None)["uncounted"]
        assert found.title == "References over the limit of this collection (1)"
        assert found.value == (said[2].key,)
        assert "uncounted" not in thread.extras_of(said[5].key, None)


def test_what_is_cut_is_named_and_counted(tmp_path: Path) -> None:
    said = conversation()
    archive, path = write(tmp_path / "log.ndjson", said), str(tmp_path / "library.db")
    result = run(
        "import", str(archive), "--max-references", "2", "--over", "cut", "--database", path
    )
    assert "6 messages are new" in result.stdout
    assert "Bad records by rule: references-cut 1." in result.stdout
    listed = run("quarantine", "--database", path, "--json")
    assert said[4].key in listed.stdout
    assert "so only the first of them count" in listed.stdout


@given(delivery=st.permutations(range(6)), size=st.integers(1, 6))
@settings(max_examples=25)
def test_every_delivery_is_cut_to_the_same_graph(delivery: list[int], size: int) -> None:
    said = conversation()
    with TemporaryDirectory() as folder:
        path = Path(folder, "library.db")
        with closing(connect(path)) as database:
            limit_references(database, CUT_TO_TWO)
        for start in range(0, len(said), size):
            some = [said[number] for number in delivery[start : start + size]]
            import_archives([write(Path(folder, f"{start}.ndjson"), some)], path)
        with Library.open(path) as library:
            thread = library.conversation(said[0].key)
            causes = {
                key: set(edges.causes) for key, edges in thread.edges(thread.in_order()).items()
            }
            assert causes[said[4].key] == {said[1].key, said[3].key}
            assert thread.in_order()[-2:] == [said[4].key, said[5].key]
            assert not library.check().problems


def test_a_tangle_of_which_no_reference_is_left_is_left_too(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    roots = [ann.say({"type": "chess", "tangles": {name: ROOT}}) for name in ("a", "b")]
    data = {
        name: {"root": root.key, "previous": [root.key]}
        for name, root in zip("ab", roots, strict=True)
    }
    both = [bob.say({"type": "chess"}), bob.say({"type": "chess", "tangles": data})]
    with cut_library(tmp_path, [*roots, *both]) as library:
        assert library.conversation(f"a:{roots[0].key}").in_order() == [roots[0].key, both[1].key]
        assert library.conversation(f"b:{roots[1].key}").in_order() == [roots[1].key]
        assert not library.check().problems


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE cut_messages SET value = replace(value, 'joins', 'joints')",
        "UPDATE cut_messages SET message = message + 1",
        "UPDATE cut_messages SET message = message + 1000",
        "DELETE FROM cut_messages",
    ],
)
def test_a_check_finds_forged_cuts(tmp_path: Path, forgery: str) -> None:
    with cut_library(tmp_path, conversation()) as library:
        path = library.path
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute(forgery)
        stranger.commit()
    with Library.open(path, read_only=True) as library:
        assert library.check().problems


def test_references_are_cut_to_two_at_least(tmp_path: Path) -> None:
    with (
        closing(connect(tmp_path / "library.db")) as database,
        pytest.raises(LimitTooLow, match="cut to 2 at least"),
    ):
        limit_references(database, ReferenceLimit(1, is_cut=True))
    archive = write(tmp_path / "log.ndjson", conversation())
    result = run("import", str(archive), "--max-references", "1", "--over", "cut")
    assert result.exit_code == 2
    assert "References can be cut to 2 at least" in result.stderr


NODES = [
    {"id": "a0", "after": [], "writer": "a", "sequence": 0},
    {"id": "b0", "after": [], "writer": "b", "sequence": 0},
    {"id": "c0", "after": [], "writer": "c", "sequence": 0},
    {"id": "a1", "after": ["b0", "c0"], "writer": "a", "sequence": 1},
]


@pytest.mark.parametrize("is_line_by_line", [False, True])
@pytest.mark.parametrize("is_cut", [False, True])
def test_a_predecessor_counts_where_nodes_come_one_by_one(
    tmp_path: Path, is_line_by_line: bool, is_cut: bool
) -> None:
    file = tmp_path / "g.ndjson"
    lines = NODES if is_line_by_line else [{"name": "g", "nodes": NODES}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    path = tmp_path / "library.db"
    import_archives([file], path, references=ReferenceLimit(2, is_cut=is_cut))
    with Library.open(path) as library:
        graph = library.conversation("graph:g")
        assert graph.in_order() == ["a0", "b0", "c0", *(["a1"] if is_cut else [])]
        assert not is_cut or set(graph.edges(["a1"])["a1"].causes) == {"a0", "b0"}
        assert [each.key for each in library.quarantine.page(0, 9)] == ["a1"]
        assert not library.check().problems


def test_a_cut_node_is_known_when_it_comes_again(tmp_path: Path) -> None:
    file, path = tmp_path / "g.ndjson", tmp_path / "library.db"
    file.write_text(json.dumps({"name": "g", "nodes": NODES}) + "\n")
    import_archives([file], path, references=CUT_TO_TWO)
    again = tmp_path / "again.ndjson"
    again.write_text(json.dumps({"name": "g", "nodes": NODES}) + " \n")
    report = import_archives([again], path, references=ReferenceLimit(0))
    assert (report.added, report.rules) == (0, {})


@pytest.mark.parametrize(("most", "over"), [(1, 1), (2, 1), (3, 0)])
def test_messages_over_a_limit_are_counted_before_it_is_set(
    tmp_path: Path, most: int, over: int
) -> None:
    graph = tmp_path / "g.ndjson"
    graph.write_text(json.dumps({"name": "g", "nodes": NODES}) + "\n")
    said, path = conversation(), tmp_path / "library.db"
    report = import_archives([write(tmp_path / "log.ndjson", said), graph], path)
    assert not report.rules
    with Library.open(path) as library:
        # Beside the messages, a1 refers to three others.
        assert library.over_limit(most) == over + (most < 3)
