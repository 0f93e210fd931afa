"""The limit of references of a collection: what exceeds it is refused, named and counted."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.reference_limit import limit_references, reference_limit
from tests.engine.authors import Author, Said, post
from tests.engine.commandline.graphs import run
from tests.engine.store.libraries import write


def conversation() -> list[Said]:
    """A root, three replies to it, and a reply of `dan`, his second message, that joins them."""
    ann, bob, cyn, dan = map(Author, ("ann", "bob", "cyn", "dan"))
    root = ann.say(post("root"))
    branches = [who.say(post("reply", root)) for who in (bob, cyn, dan)]
    joining = dan.say(post("joins", root, *branches))
    return [root, *branches, joining, dan.say(post("after", root, joining))]


def limited(path: Path, archive: Path, most: int | None) -> Library:
    import_archives([archive], path, most_references=most)
    return Library.open(path)


@pytest.mark.parametrize(("most", "refused"), [(3, 0), (2, 1), (1, 1)])
def test_messages_over_the_limit_are_in_the_quarantine(
    tmp_path: Path, most: int, refused: int
) -> None:
    said = conversation()
    archive = write(tmp_path / "log.ndjson", said)
    report = import_archives([archive], tmp_path / "library.db", most_references=most)
    assert report.rules == ({Rule.REFERENCES: refused} if refused else {})
    with Library.open(tmp_path / "library.db") as library:
        bad = library.quarantine(0, 9)
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
        assert library.quarantined() == 1
        assert len(library) == len(said) - 1


def test_the_limit_can_be_lifted_and_what_is_there_stays(tmp_path: Path) -> None:
    said, path = conversation(), tmp_path / "library.db"
    limited(path, write(tmp_path / "log.ndjson", said[:5]), 0).close()
    with closing(connect(path)) as database:
        assert reference_limit(database) is None
        limit_references(database, 1)
        assert reference_limit(database) == 1
    with limited(path, write(tmp_path / "more.ndjson", said), None) as library:
        assert len(library) == 5 + 1
    with limited(path, write(tmp_path / "last.ndjson", said), 0) as library:
        assert len(library) == len(said)


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
        assert [each.key for each in library.quarantine(0, 9)] == ["a1"]
        assert not library.check().problems


def test_spark_is_not_used_and_the_reason_is_given(tmp_path: Path) -> None:
    archive = write(tmp_path / "log.ndjson", conversation())
    path = tmp_path / "library.db"
    report = import_archives([archive], path, engine=Engine.SPARK, most_references=2)
    assert (report.engine, report.added) == (Engine.DIRECT, 5)
    assert report.why == "A collection with a limit of references is filled in batches."


def test_the_command_sets_the_limit(tmp_path: Path) -> None:
    archive, path = write(tmp_path / "log.ndjson", conversation()), str(tmp_path / "library.db")
    result = run("import", str(archive), "--max-references", "2", "--database", path)
    assert "Bad records by rule: references 1." in result.stdout
    assert "It refers to more others than this collection takes." in result.stderr
