import hashlib
import inspect
import json
import os
import shutil
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

from tanglescope.engine.archive.graphs.git import (
    LONGEST_COMMIT,
    GitReader,
    Mailmap,
    commit_node,
    is_proved,
)
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import NotAnArchive, UnreadableArchive
from tanglescope.engine.library import Library
from tests.engine.commandline.graphs import run

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git isn't installed")


def git(folder: Path, *arguments: str, at: int = 1_700_000_000) -> str:
    time = f"{at} +0000"
    who = {"AUTHOR": ("ann@example.org", time), "COMMITTER": ("bob@example.org", f"{at + 5} +0000")}
    named = {
        f"GIT_{role}_{what}": text
        for role, (mail, date) in who.items()
        for what, text in (("NAME", mail[:3]), ("EMAIL", mail), ("DATE", date))
    }
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], **named, **alone},
    )
    return done.stdout.strip()


def commit(folder: Path, subject: str, at: int = 1_700_000_000) -> str:
    git(folder, "commit", "--allow-empty", "-m", subject, at=at)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "boats"
    folder.mkdir()
    git(folder, "init", "-b", "main")
    return folder


def test_commits_are_nodes_after_their_parents(repository: Path, tmp_path: Path) -> None:
    root = commit(repository, "Begin")
    git(repository, "checkout", "-b", "side")
    side = commit(repository, "On the side\x1f, with a separator", at=1_700_000_010)
    git(repository, "checkout", "main")
    main = commit(repository, "On main", at=1_700_000_020)
    git(repository, "merge", "--no-ff", "-m", "Join", "side", at=1_700_000_030)
    join = git(repository, "rev-parse", "HEAD")
    git(repository, "checkout", "side")
    tip = commit(repository, "Elsewhere", at=1_700_000_040)
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(repository).added == 5
        assert library.ingest(repository).added == 0
        conversation = library.conversation("graph:boats")
        shown = conversation.messages([root, side, main, join, tip])
        assert {key: set(each.causes) for key, each in shown.items()} == {
            root: set(),
            side: {root},
            main: {root},
            join: {main, side},
            tip: {side},
        }
        said = shown[side]
        assert (said.author, said.asserted, said.received) == (
            "ann@example.org",
            1_700_000_010_000,
            None,  # when it was committed says nothing about its receipt
        )
        assert library.conversation("graph:boats").graph().nodes[1].committed == 1_700_000_015_000
        assert said.content == {"type": "node", "text": "On the side\x1f, with a separator"}
        assert library.check().ok


def test_a_bare_repository_is_read(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Begin")
    git(tmp_path, "clone", "--bare", str(repository), "copy.git")
    [record] = open_archive(tmp_path / "copy.git").records()
    assert isinstance(record.value, dict)
    assert (record.value["name"], len(record.value["nodes"])) == ("copy", 1)


def test_a_repository_without_commits_is_an_empty_graph(repository: Path) -> None:
    [record] = open_archive(repository).records()
    assert record.value == {"name": "boats", "nodes": [], "marks": {}}


def test_nothing_that_a_repository_names_is_run(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Begin")
    trap, mark = tmp_path / "trap", tmp_path / "mark"
    trap.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
    trap.chmod(0o755)
    settings = {
        "log.showSignature": "true",
        "gpg.program": str(trap),
        "core.pager": str(trap),
        "pager.log": str(trap),
        "core.fsmonitor": str(trap),
        "core.sshCommand": str(trap),
        "alias.log": f"!{trap}",
    }
    for name, value in settings.items():
        git(repository, "config", name, value)
    assert len(list(open_archive(repository).records())) == 1
    assert not mark.exists()


def test_nothing_is_fetched_for_a_commit_that_is_missing(repository: Path, tmp_path: Path) -> None:
    missing = commit(repository, "Begin")
    commit(repository, "Go on")
    trap, mark = tmp_path / "trap", tmp_path / "mark"
    trap.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
    trap.chmod(0o755)
    settings = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{trap}",
        "remote.origin.uploadpack": str(trap),
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
    }
    for name, value in settings.items():
        git(repository, "config", name, value)
    (repository / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    with suppress(UnreadableArchive):
        list(open_archive(repository).records())
    assert not mark.exists()


def test_parents_are_those_of_the_commit_whatever_else_a_repository_says(
    repository: Path,
) -> None:
    first, second = commit(repository, "Begin"), commit(repository, "Go on")
    replaced = repository / ".git" / "refs" / "replace"
    replaced.mkdir()
    (replaced / first).write_text(f"{second}\n")
    (replaced / second).write_text(f"{first}\n")
    (repository / ".git" / "info" / "grafts").write_text(f"{first} {second}\n")
    loop = repository / ".git" / "refs" / "heads" / "loop"
    loop.symlink_to(loop.name)
    [record] = open_archive(repository).records()
    assert isinstance(record.value, dict)
    nodes = record.value["nodes"]
    assert [(node["id"], node["after"]) for node in nodes] == [(first, []), (second, [first])]


def test_parents_are_those_of_the_commit_whatever_its_commit_graph_claims(
    repository: Path,
) -> None:
    first, second = commit(repository, "Begin"), commit(repository, "Go on")
    git(repository, "commit-graph", "write", "--reachable")
    path = repository / ".git" / "objects" / "info" / "commit-graph"
    tree = bytes.fromhex(git(repository, "rev-parse", "HEAD^{tree}"))
    before, *entries = path.read_bytes().split(tree)
    path.chmod(0o644)
    none = bytes.fromhex("70000000")
    path.write_bytes(tree.join([before, *(none + entry[4:] for entry in entries)]))
    assert git(repository, "log", "-1", "--format=%P") == "", "git itself believes it"
    [record] = open_archive(repository).records()
    assert isinstance(record.value, dict)
    assert [node["after"] for node in record.value["nodes"]] == [[], [first]]
    assert record.value["nodes"][1]["id"] == second


def alternates(objects: Path, *lines: str) -> None:
    """Make a folder of objects list others as alternates."""
    (objects / "info").mkdir(parents=True, exist_ok=True)
    (objects / "info" / "alternates").write_text("".join(f"{line}\n" for line in lines))


def test_commits_may_be_in_the_objects_of_another_repository(
    repository: Path, tmp_path: Path
) -> None:
    commit(repository, "Begin")
    git(tmp_path, "clone", "--shared", str(repository), "copy")
    [record] = open_archive(tmp_path / "copy").records()
    assert isinstance(record.value, dict)
    assert len(record.value["nodes"]) == 1


@pytest.mark.parametrize("place", ["pack/pack-1.idx", "ab/cd", "info/alternates"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_other_objects_with_a_pipe_among_them_are_not_waited_for(
    repository: Path, tmp_path: Path, place: str, quote: str
) -> None:
    commit(repository, "Begin")
    objects = repository / ".git" / "objects"
    alternates(objects, "# others", "", f"{quote}../../../near{quote}")
    alternates(tmp_path / "near", str(tmp_path / "far"))
    trap = tmp_path / "far" / place
    trap.parent.mkdir(parents=True)
    os.mkfifo(trap)
    with pytest.raises(NotAnArchive, match=f"{place} isn't a regular file"):
        open_archive(repository)


@pytest.mark.parametrize("line", ["//server/share", "\\\\server\\share"])
def test_objects_on_another_computer_are_not_fetched(repository: Path, line: str) -> None:
    commit(repository, "Begin")
    alternates(repository / ".git" / "objects", line)
    with pytest.raises(NotAnArchive, match="another computer"):
        open_archive(repository)


def test_alternates_that_are_cyclic_or_invalid_do_no_harm(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Begin")
    objects = repository / ".git" / "objects"
    alternates(objects, str(tmp_path), "/", str(objects), "/proc", "nowhere", '"\\377', "\0")
    alternates(tmp_path, str(objects))
    [record] = open_archive(repository).records()
    assert isinstance(record.value, dict)
    assert len(record.value["nodes"]) == 1
    alternates(objects, *map(str, range(200)))
    with pytest.raises(NotAnArchive, match="names more than 100 other folders"):
        open_archive(repository)


@pytest.mark.parametrize("place", ["HEAD", "refs/heads/side", "packed-refs", "config"])
def test_a_repository_with_a_pipe_is_refused_and_not_waited_for(
    repository: Path, place: str
) -> None:
    commit(repository, "Begin")
    path = repository / ".git" / place
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with pytest.raises(NotAnArchive, match=f"{place} isn't a regular file"):
        open_archive(repository)


@pytest.mark.parametrize(
    ("place", "target"),
    [
        ("refs/heads/all", "/"),
        ("refs/heads/loop", ".."),
        ("refs/heads/deeper", "refs/heads"),  # begins like the name of a branch, but is a folder
        ("refs/heads/outside", "../../../../outside/file"),
        ("refs/heads/back", "refs/../../../../../outside/file"),
        ("refs", "../../outside"),
        ("objects", "/"),
        ("objects/ab", "../../../outside"),
        ("objects/pack/pack-1.idx", "../../../../outside/file"),
        ("packed-refs", "../../outside/file"),
        ("HEAD", "../../outside/file"),
    ],
)
def test_a_link_that_leads_out_of_a_repository_or_in_circles_is_refused(
    repository: Path, tmp_path: Path, place: str, target: str
) -> None:
    commit(repository, "Begin")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_text("secret")
    inside = repository / ".git"
    (inside / "refs" / "heads" / "refs" / "heads").mkdir(parents=True)
    (inside / "refs" / "heads" / "refs" / "outside").mkdir()
    path = inside / place
    if path.exists():
        path.rename(inside / "moved")
    path.symlink_to(target)
    with pytest.raises(NotAnArchive, match=f"{place} is a symbolic link"):
        open_archive(repository)


def test_a_link_that_came_after_a_repository_was_opened_is_refused(repository: Path) -> None:
    commit(repository, "Begin")
    reader = open_archive(repository)
    (repository / ".git" / "refs" / "heads" / "all").symlink_to("/")
    with pytest.raises(NotAnArchive, match="all is a symbolic link"):
        list(reader.records())


def test_links_that_git_and_its_relatives_make_are_followed(
    repository: Path, tmp_path: Path
) -> None:
    commit(repository, "Begin")
    (repository / ".git" / "refs" / "heads" / "old").symlink_to("refs/heads/main")
    checkout = tmp_path / "checkout" / ".git"  # as made by the tool `repo`
    checkout.mkdir(parents=True)
    for name in ("objects", "refs", "HEAD", "config"):
        (checkout / name).symlink_to(repository / ".git" / name)
    [record] = open_archive(checkout.parent).records()
    assert isinstance(record.value, dict)
    assert len(record.value["nodes"]) == 1


def test_folders_of_branches_may_be_deeper_than_the_call_stack(repository: Path) -> None:
    commit(repository, "Begin")
    refs = repository / ".git" / "refs"
    refs.joinpath(*["a"] * 300).mkdir(parents=True)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 250)
    try:
        reader = open_archive(repository)
        assert len(list(reader.records())) == 1
        assert isinstance(reader, GitReader)
        assert refs / "heads" / "main" in reader.files()
    finally:
        sys.setrecursionlimit(usual)


@pytest.mark.parametrize("named_in", [".git", "commondir"])
def test_a_work_tree_of_another_computer_is_not_fetched(repository: Path, named_in: str) -> None:
    folder = repository.parent / "tree"
    folder.mkdir()
    (folder / ".git").write_text("gitdir: //server/share\n" if named_in == ".git" else "gitdir: in")
    (folder / "in").mkdir()
    (folder / "in" / "commondir").write_text("\\\\server\\share\n")
    with pytest.raises(NotAnArchive, match=f"{named_in} leads to another computer"):
        open_archive(folder)


def takes_reftables(folder: Path) -> bool:
    """Whether the installed Git supports reftables and made a repository with one."""
    with suppress(subprocess.CalledProcessError):
        git(folder, "init", "-b", "main", "--ref-format=reftable")
        return True
    return False


def test_branches_in_a_reftable_are_read_or_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    if takes_reftables(folder):
        root = commit(folder, "Begin")
        [record] = open_archive(folder).records()
        assert isinstance(record.value, dict)
        assert [node["id"] for node in record.value["nodes"]] == [root]
        return
    git(folder, "init", "-b", "main")
    (folder / ".git" / "reftable").mkdir()
    git(folder, "config", "core.repositoryFormatVersion", "1")
    git(folder, "config", "extensions.refStorage", "reftable")
    with pytest.raises(UnreadableArchive, match=r"too old for \(refstorage\); install git 2\.45"):
        list(open_archive(folder).records())


@pytest.mark.parametrize("named", ["../../../outside.ref", "pipe.ref", "link.ref"])
def test_a_reftable_leads_to_no_other_place(repository: Path, named: str) -> None:
    folder = repository / ".git" / "reftable"
    folder.mkdir()
    (folder / "tables.list").write_text(f"{named}\n")
    if named == "pipe.ref":
        os.mkfifo(folder / named)
    elif named == "link.ref":
        (folder / named).symlink_to(folder / "tables.list")
    with pytest.raises(NotAnArchive, match=r"names files outside|a regular file|symbolic link"):
        open_archive(repository)


def test_commits_may_have_any_time_and_any_encoding(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Söderland")
    git(repository, "config", "i18n.logOutputEncoding", "UTF-16")
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    for number, time in enumerate(("9" * 20, "9" * 5000, "-5", "soon")):
        text = f"tree {tree}\nauthor a <a@b> {time} +0000\ncommitter a <a@b> {time} +0000\n\n{time}"
        (tmp_path / "commit").write_bytes(text.encode())
        key = git(
            repository, "hash-object", "-t", "commit", "-w", "--literally", f"{tmp_path}/commit"
        )
        (repository / ".git" / "refs" / "heads" / f"odd-{number}").write_text(key + "\n")
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(repository).added == 5
        graph = library.conversation("graph:boats")
        said = graph.messages(list(graph.snapshot().keys)).values()
        assert {"type": "node", "text": "[main] Söderland"} in [each.content for each in said]
        assert library.check().ok


def test_a_damaged_repository_is_reported_in_words(repository: Path) -> None:
    key = commit(repository, "Begin")
    (repository / ".git" / "objects" / key[:2] / key[2:]).unlink()
    with pytest.raises(UnreadableArchive, match=r"can't be read: git says “.+”"):
        list(GitReader(repository).records())


def write_object(repository: Path, key: str, text: bytes) -> None:
    """Store an object under an id, which may be that of another object."""
    path = repository / ".git" / "objects" / key[:2] / key[2:]
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(zlib.compress(b"commit %d\0" % len(text) + text))


def test_a_commit_under_the_id_of_another_is_refused(repository: Path) -> None:
    first, second = commit(repository, "Begin"), commit(repository, "Go on")
    said = subprocess.run(
        ["git", "-C", repository, "cat-file", "commit", first], capture_output=True, check=True
    )
    write_object(repository, second, said.stdout.replace(b"Begin", b"Forge"))
    assert git(repository, "log", "-1", "--format=%H %s") == f"{second} Forge", "git believes it"
    with pytest.raises(UnreadableArchive, match=f"{second} doesn't match its id"):
        list(open_archive(repository).records())


def test_a_commit_that_unpacks_to_megabytes_is_refused(repository: Path) -> None:
    text = f"tree {'0' * 40}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\n".encode()
    text += b"x" * LONGEST_COMMIT
    key = hashlib.sha1(b"commit %d\0" % len(text) + text).hexdigest()
    write_object(repository, key, text)
    (repository / ".git" / "refs" / "heads" / "main").write_text(f"{key}\n")
    with pytest.raises(UnreadableArchive, match=f"{key} is longer than 16 MiB"):
        list(open_archive(repository).records())


@pytest.mark.parametrize("named", ["pipe", "/dev/zero", "outside"])
@pytest.mark.parametrize("section", ["include", 'includeIf "gitdir:**"'])
def test_what_the_configuration_includes_is_never_opened(
    repository: Path, tmp_path: Path, named: str, section: str
) -> None:
    root = commit(repository, "Begin")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "outside").write_text("[no such thing")  # git would refuse it
    with (repository / ".git" / "config").open("a") as config:
        config.write(f"[{section}]\n\tpath = {tmp_path / named}\n")
    (record,) = GitReader(repository).records()
    assert [node["id"] for node in record.value["nodes"]] == [root]


TREE = b"tree " + b"0" * 40 + b"\n"
FIRST, SECOND = "a" * 40, "b" * 40


def node(author: bytes = b"", message: bytes = b"", more: bytes = b"") -> dict[str, object]:
    person = author or b"Ann <ann@example.org> 5 +0000"
    text = TREE + b"author " + person + b"\ncommitter Bob <b@c> 7 -0100\n" + more
    return commit_node("c" * 40, text + b"\n" + message, ())


def test_a_commit_comes_once_after_each_parent_that_is_known() -> None:
    parents = b"".join(b"parent %s\n" % each.encode() for each in (FIRST, SECOND, FIRST))
    text = TREE + parents + b"author A <a@b> 1 +0000\n\nx\n"
    assert commit_node("c" * 40, text, {FIRST, SECOND})["after"] == [FIRST, SECOND]
    assert commit_node("c" * 40, text, {SECOND})["after"] == [SECOND], "the rest is shallow"


@pytest.mark.parametrize(
    ("message", "label"),
    [
        (b"", ""),
        (b"One line", "One line"),
        (b"\n \t\r\n  begins later \nand goes on\r\n \nthe body", "  begins later and goes on"),
        (b"an end\0of it", "an end"),
        (b"x" * 5000, "x" * 4096 + "…"),
        (b"\n" * 100_000 + b"deep", "deep"),
        (b"bad \xff bytes", "bad � bytes"),
    ],
)
def test_its_label_is_the_first_paragraph(message: bytes, label: str) -> None:
    assert node(message=message)["label"] == label


@pytest.mark.parametrize(
    ("encoding", "message", "label"),
    [
        (b"ISO-8859-1", b"S\xf6derland", "Söderland"),
        (b"SHIFT_JIS", "船".encode("shift_jis"), "船"),
        (b"no-such-thing", "ö".encode(), "ö"),
        (b"idna", b"xn--nxasmq6b", "xn--nxasmq6b"),
        (b"unicode_escape", rb"\z", r"\z"),
        (b"utf-16", b"odd", "odd"),
    ],
)
def test_its_texts_are_in_the_encoding_that_it_names(
    encoding: bytes, message: bytes, label: str
) -> None:
    assert node(message=message, more=b"encoding " + encoding + b"\n")["label"] == label


@pytest.mark.parametrize(
    ("person", "writer", "asserted"),
    [
        (b"Ann <ann@example.org> 5 +0000", "ann@example.org", 5000),
        (b"A > B <x> y> 5 +0000", "x", 5000),
        (b"no address 5 +0000", "", None),
        (b"Ann <never closed", "", None),
        (b"Ann <> 5 +0000", "", 5000),
        (b"Ann <a@b> -5 +0000", "a@b", None),
        (b"Ann <a@b> soon", "a@b", None),
        (b"Ann <a@b> " + b"9" * 5000 + b" +0000", "a@b", None),
    ],
)
def test_a_committer_may_be_any_text(person: bytes, writer: str, asserted: int | None) -> None:
    made = node(person)
    assert (made["writer"], made["asserted"], made["committed"]) == (writer, asserted, 7000)


def test_any_bytes_are_read_as_a_commit() -> None:
    nothing: dict[str, object] = {
        "after": [],
        "writer": "",
        "asserted": None,
        "committed": None,
        "label": "",
        "writer_name": None,
        "raw": b"\xff\0",
    }
    assert commit_node("c", b"\xff\0", ()) == {"id": "c", **nothing}


def test_an_id_is_accepted_only_for_its_bytes() -> None:
    text = TREE + b"\nx"
    whole = b"commit %d\0" % len(text) + text
    assert is_proved(hashlib.sha1(whole).hexdigest(), text)
    assert is_proved(hashlib.sha256(whole).hexdigest(), text)
    assert not is_proved(hashlib.sha1(whole).hexdigest(), text + b"y")


def test_only_what_branches_tags_and_head_lead_to_is_read(repository: Path, tmp_path: Path) -> None:
    one, two = commit(repository, "one"), commit(repository, "two")
    git(repository, "tag", "v1", one)
    git(repository, "checkout", "-q", "--orphan", "other")
    for ref in ("pull/7/head", "original/main", "bisect/bad", "stash", "notes/x", "remotes/o/x"):
        git(repository, "update-ref", f"refs/{ref}", commit(repository, ref))
    git(repository, "checkout", "-q", "main")
    git(repository, "branch", "-q", "-D", "other")
    git(repository, "replace", "--graft", two)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(repository)
        assert library.conversation("graph:boats").in_order() == [one, two]
        git(repository, "checkout", "-q", "--detach")
        three = commit(repository, "three")
        library.ingest(repository)
        assert library.conversation("graph:boats").in_order() == [one, two, three]


def test_a_repository_opened_by_its_inner_folder_has_its_name(
    repository: Path, tmp_path: Path
) -> None:
    one = commit(repository, "one")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(repository / ".git")
        assert library.conversation("graph:boats").in_order() == [one]


def test_people_are_called_by_name_and_known_by_address(repository: Path, tmp_path: Path) -> None:
    git(repository, "commit", "--allow-empty", "-m", "one", "--author", "Q <q@x>")
    (repository / ".mailmap").write_text(
        "# proper names\nQuentin Quill <quentin@new.example> Q <Q@x>\n<other@new.example> <r@x>\n"
    )
    git(repository, "commit", "--allow-empty", "-m", "two", "--author", "R <r@x>")
    with Library.open(tmp_path / "a.db") as library:
        library.ingest(repository)
        [address] = [each.address for each in library.conversations(kind="graph")]
        conversation = library.conversation(address)
        said = conversation.messages(conversation.in_order()).values()
        assert [(each.name, each.author) for each in said] == [
            ("Quentin Quill", "quentin@new.example"),
            ("R", "other@new.example"),
        ]
        assert library.names(["quentin@new.example"]) == {"quentin@new.example": "Quentin Quill"}


def test_a_mailmap_in_the_last_commit_counts_for_a_bare_repository(
    repository: Path, tmp_path: Path
) -> None:
    (repository / ".mailmap").write_text("Ann Proper <a@x>\n")
    git(repository, "add", ".mailmap")
    git(repository, "commit", "-m", "one", "--author", "ann <A@X>")
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare")
    [record] = open_archive(tmp_path / "bare").records()
    assert isinstance(record.value, dict)
    assert [node["writer_name"] for node in record.value["nodes"]] == ["Ann Proper"]


def test_branches_and_tags_are_named_at_their_commits_and_can_be_chosen(
    repository: Path, tmp_path: Path
) -> None:
    one, two = commit(repository, "one"), commit(repository, "two")
    git(repository, "tag", "v1", one)
    git(repository, "tag", "-a", "-m", "second", "v2", two)
    git(repository, "checkout", "-q", "-b", "other", one)
    three = commit(repository, "three")
    for hidden in ("pull/7/head", "original/x", "bisect/bad", "replace/" + one):
        git(repository, "update-ref", f"refs/{hidden}", three)

    def read(*refs: str) -> tuple[set[str], dict[str, str]]:
        [record] = open_archive(repository, (), refs).records()
        assert isinstance(record.value, dict)
        return {node["label"] for node in record.value["nodes"]}, record.value["marks"]

    whole = {"main": two, "v1": one, "v2": two, "other": three}
    assert read() == ({"one", "two", "three"}, whole)
    assert read("v*") == ({"one", "two"}, {"v1": one, "v2": two})
    assert read("refs/heads/other") == ({"one", "three"}, {"other": three})
    for none in (["nothing"], ["pull/*", "refs/pull/*", "bisect/bad"]):
        with pytest.raises(UnreadableArchive, match=r"no branch or tag called (nothing|pull/\*, )"):
            read(*none)
    result = run("import", str(repository), "--refs", "v1", "--database", str(tmp_path / "a.db"))
    assert "1 message is new" in result.output


def test_a_database_keeps_the_chosen_branches(repository: Path, tmp_path: Path) -> None:
    commit(repository, "one")
    git(repository, "branch", "first")
    commit(repository, "two")
    path = tmp_path / "a.db"

    def subjects() -> list[str]:
        found = run("show", "graph:boats", "--json", "--database", str(path)).output
        return sorted(each["text"].split()[-1] for each in json.loads(found)["messages"])

    run("import", str(repository), "--refs", "first", "--database", str(path))
    run("import", str(repository), "--database", str(path))
    with Library.open(path) as library:
        library.follow(repository).poll()
    assert subjects() == ["one"]
    run("import", str(repository), "--refs", "*", "--database", str(path))
    three = commit(repository, "three")
    git(repository, "tag", "last", three)
    run("import", str(repository), "--database", str(path))
    assert subjects() == ["one", "three", "two"]


def test_a_tag_of_a_tag_leads_to_its_commit(repository: Path) -> None:
    first = commit(repository, "one")
    lone = commit(repository, "two")
    git(repository, "reset", "-q", "--hard", first)
    git(repository, "tag", "-a", "-m", "inner", "inner", lone)
    git(repository, "tag", "-a", "-m", "outer", "outer", "inner")
    git(repository, "tag", "-a", "-m", "outermost", "outermost", "outer")
    git(repository, "tag", "-d", "inner", "outer")
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    git(repository, "tag", "-a", "-m", "of a tree", "tree", tree)
    git(repository, "tag", "-a", "-m", "of a tag of a tree", "trees", "tree")
    [record] = open_archive(repository).records()
    assert isinstance(record.value, dict)
    assert record.value["marks"] == {"main": first, "outermost": lone}


def test_a_merge_of_three_branches_comes_after_each(repository: Path) -> None:
    commit(repository, "begin")
    tips = []
    for name in ("x", "y", "z"):
        git(repository, "checkout", "-q", "-b", name, "main")
        tips.append(commit(repository, name))
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "--no-ff", "-m", "all", "x", "y", "z")
    [record] = open_archive(repository).records()
    assert isinstance(record.value, dict)
    assert record.value["nodes"][-1]["after"][-3:] == tips


MAILMAP = """# people
Proper One <one@x.org>
<proper@two.org> <two@X.org>
Proper Three <proper@three.org> <three@x.org>
Proper Four <proper@four.org> Commit Four <four@x.org>
  Spaced   Five   <five@x.org>  # and more
Six <six@x.org>
<proper@six.org> <six@x.org>
Seven <proper@seven.org> Same <seven@x.org>
Seven B <seven@x.org>
Nobody <proper@nobody.org> <>
<proper@eight.org> Eight <eight@x.org>
not an entry
"""


def test_people_have_the_names_that_git_gives_them(repository: Path) -> None:
    (repository / ".mailmap").write_text(MAILMAP)
    numbers = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    said = [
        (name, address)
        for number in numbers
        for name in ("a", "Commit Four", "commit four", "Same", "EIGHT")
        for address in (f"{number}@x.org", f"{number.upper()}@X.ORG")
    ]
    mailmap = Mailmap(MAILMAP.splitlines())
    for name, address in [*said, ("a", "")]:
        proper = git(repository, "check-mailmap", f"{name} <{address}>")
        assert "{} <{}>".format(*mailmap.proper(name, address)) == proper


@pytest.mark.parametrize(
    "command",
    [
        "linearize {repository} --json",
        "compare {repository} --json",
        "shuffle {repository} --json",
        "replay {repository} --json",
        "edits {repository} --json",
        "explain {one} --graph {repository} --json",
    ],
)
def test_every_command_reads_the_chosen_branches(command: str, repository: Path) -> None:
    one = commit(repository, "one")
    git(repository, "branch", "first", one)
    two = commit(repository, "two")
    words = command.format(repository=repository, one=one).split()
    whole, chosen = (run(*words, *more).output for more in ([], ["--refs", "first"]))
    assert whole != chosen
    assert two not in chosen
    assert "no branch or tag called nothing" in run(*words, "--refs", "nothing").output
    assert run(*words).output == whole
    verified = run("verify", str(repository), "--refs", "nothing")
    assert "no branch or tag called nothing" in verified.output


def test_a_commit_is_kept_as_it_was_read(repository: Path, tmp_path: Path) -> None:
    key = commit(repository, "subject\n\nThe rest of the message.")
    with Library.open(tmp_path / "a.db") as library:
        library.ingest(repository)
        [address] = [each.address for each in library.conversations(kind="graph")]
        value = library.conversation(address).value(key)
    assert value is not None
    assert is_proved(key, value.encode())
    assert "The rest of the message." in value
