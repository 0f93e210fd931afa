"""The folder of a site: files that are written, stay, or are removed, and foreign files."""

import errno
import json
import os
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.site import folder as module
from tanglescope.engine.site.folder import JOURNAL, MANIFEST, Folder, FolderError, WriteCounts

PAGES = {"index.html": b"one", "feeds/ab.html": b"two"}


def write(path: Path, pages: dict[str, bytes]) -> WriteCounts:
    with Folder(path) as folder:
        for name, content in pages.items():
            folder.write(name, content)
    return folder.counts


def beside(tmp_path: Path) -> tuple[Path, Path]:
    """A file outside of a folder for a site, and that folder."""
    outside, folder = tmp_path / "victim.html", tmp_path / "out"
    outside.write_text("mine")
    folder.mkdir()
    return outside, folder


def names(path: Path) -> set[str]:
    return {str(each.relative_to(path)) for each in path.rglob("*") if each.is_file()}


def test_a_second_run_writes_only_what_changed_and_removes_what_is_gone(tmp_path: Path) -> None:
    out = tmp_path / "new" / "site"
    assert write(out, PAGES) == WriteCounts(new=2)
    before = (out / "index.html").stat().st_mtime_ns
    assert write(out, PAGES) == WriteCounts(unchanged=2)
    assert write(out, {"index.html": b"one", "tags/c.html": b"3"}) == WriteCounts(1, 1, 1)
    assert (out / "index.html").stat().st_mtime_ns == before
    assert names(out) == {"index.html", "tags/c.html", MANIFEST}
    assert not (out / "feeds").exists()


def test_files_of_others_stay_and_what_others_changed_stays(tmp_path: Path) -> None:
    write(tmp_path, PAGES)
    (tmp_path / "feeds" / "mine.txt").write_text("mine")
    (tmp_path / "feeds" / "ab.html").write_text("changed by hand")
    assert write(tmp_path, {"index.html": b"one"}) == WriteCounts(unchanged=1)
    assert names(tmp_path) == {"index.html", "feeds/mine.txt", "feeds/ab.html", MANIFEST}


def test_a_page_that_was_changed_or_removed_by_hand_is_written_again(tmp_path: Path) -> None:
    write(tmp_path, PAGES)
    (tmp_path / "index.html").write_text("changed by hand")
    (tmp_path / "feeds" / "ab.html").unlink()
    assert write(tmp_path, PAGES) == WriteCounts(new=2)


def test_a_folder_with_other_files_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_text("mine")
    with pytest.raises(FolderError, match="aren't part of a site"):
        write(tmp_path, PAGES)
    assert names(tmp_path) == {"photo.jpg"}


def test_a_file_in_the_way_is_not_overwritten(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": b"one"})
    (tmp_path / "threads.html").write_text("mine")
    with pytest.raises(FolderError, match=r"threads\.html is in the way"):
        write(tmp_path, {"index.html": b"one", "threads.html": b"two"})
    assert (tmp_path / "threads.html").read_text() == "mine"


def test_a_run_that_was_killed_is_continued(tmp_path: Path) -> None:
    killed = Folder(tmp_path).__enter__()
    killed.write("index.html", b"one")
    killed.write("feeds/old.html", b"two")
    (tmp_path / "feeds" / "old.html.part").write_bytes(b"tw")
    killed.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert JOURNAL in names(tmp_path)
    assert write(tmp_path, PAGES) == WriteCounts(new=1, unchanged=1, removed=1)
    assert names(tmp_path) == {*PAGES, MANIFEST}


@pytest.mark.parametrize("name", ["../victim.html", "/etc/victim.html", "a/../victim.html", "x"])
@pytest.mark.parametrize("kept_in", [MANIFEST, JOURNAL])
def test_a_forged_manifest_names_nothing_outside(tmp_path: Path, name: str, kept_in: str) -> None:
    victim, out = beside(tmp_path)
    digest = module._digest(b"mine")
    forged = f"{name}\n" if kept_in == JOURNAL else json.dumps({"files": {name: digest}})
    (out / kept_in).write_text(forged)
    assert write(out, PAGES) == WriteCounts(new=2)
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("text", ["", "[]", '{"files": 3}', "{", "[" * 50_000, '{"files": [1]}'])
def test_a_damaged_manifest_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    assert write(tmp_path, PAGES) == WriteCounts(new=2)


@pytest.mark.parametrize("link", ["feeds", JOURNAL, "index.html"])
def test_no_link_leads_out_of_the_folder(tmp_path: Path, link: str) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    (elsewhere / "ab.html").write_text("mine")
    (out / MANIFEST).write_text("{}")
    (out / link).symlink_to(elsewhere if link == "feeds" else elsewhere / "ab.html")
    with pytest.raises(FolderError):
        write(out, PAGES)
    assert {each.name: each.read_text() for each in elsewhere.iterdir()} == {"ab.html": "mine"}


def test_errors_are_reported_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match=r"file can't be written: File exists\."):
        write(tmp_path / "file", PAGES)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "index.html")

    with Folder(tmp_path / "out") as folder:
        monkeypatch.setattr(module, "_content", full)
        with pytest.raises(FolderError, match=r"index\.html can't be written: No space left"):
            folder.write("index.html", b"one")
        monkeypatch.undo()


@pytest.mark.parametrize("name", [MANIFEST, JOURNAL, "index.html"])
def test_a_pipe_in_a_forged_folder_does_not_block(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / MANIFEST).write_text('{"version":1,"files":{"index.html":"x"}}')
    (out / name).unlink(missing_ok=True)
    os.mkfifo(out / name)
    os.mkfifo(out / "other.html.part")
    os.mkfifo(out / f"{MANIFEST}.new")
    refused = pytest.raises(FolderError, match=JOURNAL) if name == JOURNAL else nullcontext()
    with refused, Folder(out) as folder:
        folder.write("index.html" if name == "index.html" else "other.html", b"new")


@pytest.mark.parametrize("name", [JOURNAL, "index.html", "index.html.part", f"{MANIFEST}.new"])
@pytest.mark.parametrize("kind", ["hardlink_to", "symlink_to"])
def test_no_file_is_written_through_another_name_of_it(
    tmp_path: Path, kind: str, name: str
) -> None:
    own, out = beside(tmp_path)
    (out / MANIFEST).write_text('{"version":1,"files":{"index.html":"x"}}')
    getattr(out / name, kind)(own)
    with suppress(FolderError), Folder(out) as folder:
        folder.write("index.html", b"new")
    assert own.read_text() == "mine"


def test_of_a_large_file_no_more_is_read_than_a_site_may_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / MANIFEST).write_text('{"version":1,"files":{"index.html":"x"}}')
    monkeypatch.setattr(module, "_LARGEST", 1 << 10)
    with (out / "index.html").open("wb") as file:
        file.truncate(1 << 40)  # a hole: it takes no space
    with Folder(out) as folder:
        folder.write("index.html", b"new")
    assert (out / "index.html").read_bytes() == b"new"


def test_a_run_that_wrote_nothing_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), Folder(tmp_path):
        raise KeyboardInterrupt
    assert names(tmp_path) == set()
