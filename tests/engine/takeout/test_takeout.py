"""Take-outs as notes and as books: what is in them, and what hostile messages can't do."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from markdown_it import MarkdownIt

from tanglescope import resources
from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection
from tanglescope.engine.library import Library
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.site.library_reader import LibraryReader, NotPublic
from tanglescope.engine.takeout.contents import NothingToTakeOut, TakeoutReport
from tanglescope.engine.takeout.epub import write_epub
from tanglescope.engine.takeout.markdown import write_markdown
from tests.engine.authors import Author, Said, post
from tests.engine.blobs.pictures import blob_id, picture
from tests.engine.store.libraries import library_of

EPUBCHECK = os.environ.get("TANGLESCOPE_EPUBCHECK")

HOSTILE = [
    '"\n---\nevil: "yes',
    "../../../etc/passwd",
    "<script>alert(1)</script>",
    "]]><b>&amp;&bogus;",
    "\x00\x1b[2J\x85\u2028\u202e\ud800\ufffe",
    "# heading\n\n## Ann · 2020-01-01 00:00\n\n^m-0",
    "![[../secret]] [[x|y]] ![x](http://evil.example/p.png) ![x](file:///etc/passwd)",
    "<iframe src='http://evil.example'></iframe>\n\n```dataviewjs\nx\n```",
    "[x](javascript:alert(1)) [x](data:text/html,x) [x](../../x) [x](#^m-0)",
    "CON",
    "",
    "a" * 5000,
]


def blobs(folder: Path, *contents: bytes) -> BlobFolders:
    """A folder of blobs with these contents."""
    for content in contents:
        (folder / "blobs").mkdir(exist_ok=True)
        (folder / "blobs" / sha256(content).hexdigest()).write_bytes(content)
    return BlobFolders([folder / "blobs"])


def notes(
    library: Library, address: str, folder: Path, files: BlobFolders | None = None
) -> dict[str, str]:
    """The notes of a take-out, by name."""
    write_markdown(LibraryReader(library), ExportSelection(address), files or BlobFolders(), folder)
    return {file.name: file.read_text("utf-8") for file in folder.glob("*.md")}


def book(
    library: Library, address: str, file: Path, files: BlobFolders | None = None
) -> dict[str, bytes]:
    """The files in a book, by path."""
    write_epub(LibraryReader(library), ExportSelection(address), files or BlobFolders(), file)
    with ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_thread_is_one_note_with_its_messages_in_order(
    talk: dict[str, Said], tmp_path: Path
) -> None:
    library = library_of(tmp_path, *talk.values())
    [note] = notes(library, talk["question"].key, tmp_path / "out").values()
    order = library.conversation(talk["question"].key).in_order()
    keys = [line.split("`")[1] for line in note.splitlines() if line.startswith("`%")]
    assert keys == order
    assert note.startswith('---\ntitle: "Shall we sail?"\ndate: 2017-07-14T02:40:01\n')
    both = note[note.index(talk["both"].key) :].splitlines()[0]
    assert both.count("](#^m-") == 2


def test_what_a_person_wrote_is_a_note_a_month_and_an_index(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    ann.clock = 1_500_000_000_000
    root = ben.say(post("Who comes?"))
    said = [ann.say({"type": "about", "about": ann.feed, "name": "Ann"})]
    said.append(ann.say(post("I do", root)))
    ann.clock += 40 * 86_400_000
    said.append(ann.say(post(f"As I said in {said[1].key}")))
    ann.clock = 1e18
    said.append(ann.say(post("out of time")))
    library = library_of(tmp_path, root, *said)
    found = notes(library, f"feed:{ann.feed}", tmp_path / "out")
    assert set(found) == {"2017-07.md", "2017-08.md", "undated.md", "index.md"}
    assert "](2017-07.md#^m-" in found["2017-08.md"]
    assert "](ssb:message/classic/" in found["2017-07.md"]
    assert "Who comes?" in found["2017-07.md"]
    assert found["2017-07.md"].count("\n## ") == 1
    assert found["index.md"].index("2017-07.md") < found["index.md"].index("undated.md")
    assert "1 message without text, such as a like or a follow, was left out." in found["index.md"]


def test_links_between_notes_lead_to_blocks_that_are_there(
    small_library: Library, tmp_path: Path
) -> None:
    feed = max(small_library.conversations(kind="feed"), key=lambda each: each.messages).address
    found = notes(small_library, feed, tmp_path / "out")
    links = 0
    for name, note in found.items():
        for target in _targets(note):
            if target.startswith(("https:", "http:", "ssb:")):
                continue
            path, _, block = target.partition("#")
            assert (tmp_path / "out" / (path or name)).is_file()
            if block:
                links += 1
                assert f" {block}\n" in found[path or name]
    assert links


def _targets(note: str) -> list[str]:
    inline = [
        each for token in MarkdownIt("commonmark").parse(note) for each in token.children or ()
    ]
    return [
        unquote(str(each.attrGet("href") or each.attrGet("src")))
        for each in inline
        if each.type in ("link_open", "image")
    ]


@pytest.fixture
def small_library(small: Path, tmp_path: Path) -> Library:
    library = Library.open(tmp_path / "small.db")
    library.ingest(small / "log.ndjson")
    return library


def test_pictures_and_files_lie_beside_under_names_of_their_content(tmp_path: Path) -> None:
    shown, other, page = picture("png"), b"%PDF-1.4\n%%EOF", b"\0<script>alert(1)</script>"
    ann = Author("ann")
    text = f"![The mast, 1]({blob_id(shown)}) and [plan]({blob_id(other)})"
    mentions = [
        {"link": blob_id(shown), "name": "../Mast 1.exe"},
        {"link": blob_id(page), "name": "evil.html"},
        {"link": blob_id(b"lost"), "name": "lost.png", "type": "image/png", "size": 12},
    ]
    root = ann.say(post(text, mentions=mentions))
    library = library_of(tmp_path, root)
    [note] = notes(
        library, root.key, tmp_path / "out", blobs(tmp_path, shown, other, page)
    ).values()
    names = {
        file.name.rpartition("-")[0] + file.suffix: file
        for file in (tmp_path / "out" / "files").iterdir()
    }
    assert set(names) == {"the-mast-1.png", "plan.pdf", "evil.bin"}
    assert names["the-mast-1.png"].read_bytes() == shown
    assert f"![The mast, 1](files/{names['the-mast-1.png'].name})" in note
    assert f"(files/{names['plan.pdf'].name})" in note
    assert "*File that isn't here: lost.png · image/png · 12 B*" in note


def test_a_second_export_writes_what_changed_and_keeps_what_was_edited(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("one"))
    library = library_of(tmp_path, root)
    notes(library, root.key, tmp_path / "out")
    [file] = (tmp_path / "out").glob("*.md")
    before = file.read_text()
    assert notes(library, root.key, tmp_path / "out") == {file.name: before}
    file.write_text(f"{before}\nmy own words")
    library.ingest(_more(tmp_path, ann.say(post("two", root))))
    with pytest.raises(TanglescopeError, match="was changed since the last export"):
        notes(library, root.key, tmp_path / "out")
    assert file.read_text().endswith("my own words")
    file.unlink()
    [again] = notes(library, root.key, tmp_path / "out").values()
    assert "two" in again


def _more(folder: Path, said: Said) -> Path:
    path = folder / "more.ndjson"
    path.write_bytes(said.line)
    return path


def test_a_folder_with_other_files_is_refused(talk: dict[str, Said], tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "precious.md").write_text("precious")
    library = library_of(tmp_path, *talk.values())
    with pytest.raises(TanglescopeError, match="Choose an empty folder"):
        notes(library, talk["question"].key, tmp_path / "out")


WRITE: dict[str, Callable[[LibraryReader, ExportSelection, BlobFolders, Path], TakeoutReport]] = {
    "markdown": write_markdown,
    "epub": write_epub,
}


def everything_in(path: Path) -> bytes:
    """All bytes of a take-out."""
    if path.is_dir():
        return b"".join(file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file())
    with ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize("form", WRITE)
def test_private_text_is_taken_out_only_where_asked_for(form: str, tmp_path: Path) -> None:
    library = Library.open(tmp_path / "group.db")
    with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
        library.ingest(archive)
        library.unlock(Keyring().with_keys(read_keys(keys)))
    [group] = [each.address for each in library.conversations(kind="group") if each.private][:1]
    feeds = [each.address for each in library.conversations(kind="feed")]
    open_, closed = LibraryReader(library, private=True), LibraryReader(library)
    report = WRITE[form](open_, ExportSelection(group), BlobFolders(), tmp_path / "group")
    secrets = [
        found.encode()
        for message in library.messages(list(report.contents.places)).values()
        if isinstance(message.content, dict)
        for found in re.findall("[A-Za-z]{3}[a-z ]{9,}[a-z]", str(message.content.get("text")))
    ]
    assert secrets
    assert all(secret in everything_in(tmp_path / "group") for secret in secrets)
    with pytest.raises(NotPublic):
        WRITE[form](closed, ExportSelection(group), BlobFolders(), tmp_path / "no")
    for number, feed in enumerate(feeds):
        target = tmp_path / f"feed{number}"
        with suppress(NothingToTakeOut):
            WRITE[form](closed, ExportSelection(feed), BlobFolders(), target)
            assert not [secret for secret in secrets if secret in everything_in(target)]


def test_what_has_only_private_messages_is_not_taken_out(tmp_path: Path) -> None:
    ann = Author("ann")
    said = ann.say("c2VjcmV0.box")
    with pytest.raises(NothingToTakeOut, match="1 private message was left out"):
        notes(library_of(tmp_path, said), f"feed:{ann.feed}", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def hostile_library(folder: Path) -> tuple[Library, str]:
    """A thread of hostile messages by people with hostile names; its root."""
    ann = Author("ann")
    root = ann.say(post(HOSTILE[0], contentWarning=HOSTILE[2]))
    said = [root]
    for number, text in enumerate(HOSTILE):
        eve = Author(f"eve {number}")
        said.append(eve.say({"type": "about", "about": eve.feed, "name": text}))
        mentions = [{"link": blob_id(picture("png")), "name": text, "type": text, "size": 1e300}]
        said.append(eve.say(post(text, root, mentions=mentions, contentWarning=text)))
        said.append(eve.say({"type": text, "root": root.key, "branch": root.key, "x": text}))
    return library_of(folder, *said), root.key


def test_hostile_messages_stay_within_their_notes(tmp_path: Path) -> None:
    library, root = hostile_library(tmp_path)
    [note] = notes(library, root, tmp_path / "out", blobs(tmp_path, picture("png"))).values()
    begin, front, body = note.split("---\n", 2)
    assert begin == ""
    for line in front.splitlines():
        name, _, value = line.partition(": ")
        assert name in {"title", "date", "author", "root", "address", "messages"}
        assert name == "date" or json.loads(value)
    heads = [line for line in body.splitlines() if line.startswith("## ")]
    assert len(heads) == len(library.conversation(root).in_order())
    for target in _targets(body):
        assert urlsplit(target).scheme in ("", "ssb", "http", "https")
        if not urlsplit(target).scheme:
            assert target.startswith(("#^m-", "files/"))
    assert [file for file in _targets(body) if "evil.example/p.png" in file] == []
    inside = {file for file in tmp_path.rglob("*") if file.is_file()}
    assert all(
        file.is_relative_to(tmp_path / "out") or file.parent in (tmp_path, tmp_path / "blobs")
        for file in inside
    )


def test_hostile_messages_stay_within_their_pages(tmp_path: Path) -> None:
    library, root = hostile_library(tmp_path)
    files = book(library, root, tmp_path / "book.epub", blobs(tmp_path, picture("png")))
    for name, content in files.items():
        assert PurePosixPath(name).parts[0] in ("mimetype", "META-INF", "book")
        if not name.endswith((".xhtml", ".opf", ".xml")):
            continue
        for each in ElementTree.fromstring(content).iter():
            tag = each.tag.rpartition("}")[2]
            assert tag not in ("script", "iframe", "object", "embed", "form", "base", "style")
            assert not [attribute for attribute in each.attrib if attribute.startswith("on")]
            source = each.get("src")
            assert source is None or f"book/{source}" in files
            if tag == "a":
                target = urlsplit(each.attrib["href"])
                assert (
                    target.scheme in ("http", "https")
                    or f"book/{target.path or 'x'}" in files
                    or each.attrib["href"].startswith("#m-")
                )


def test_a_book_lists_its_files_and_its_links_lead_somewhere(
    small_library: Library, tmp_path: Path
) -> None:
    address = max(small_library.conversations(kind="feed"), key=lambda each: each.messages).address
    files = book(small_library, address, tmp_path / "book.epub")
    with ZipFile(tmp_path / "book.epub") as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    package = ElementTree.fromstring(files["book/package.opf"])
    listed = {
        f"book/{each.attrib['href']}" for each in package.iter() if "media-type" in each.attrib
    }
    assert listed == {name for name in files if name.startswith("book/")} - {"book/package.opf"}
    pages = {
        name: ElementTree.fromstring(content)
        for name, content in files.items()
        if name.endswith(".xhtml")
    }
    ids = {name: {each.get("id") for each in page.iter()} for name, page in pages.items()}
    links = 0
    for name, page in pages.items():
        for each in page.iter():
            target = urlsplit(each.get("href", ""))
            if not target.scheme and (target.path or target.fragment):
                there = f"book/{target.path}" if target.path else name
                assert there in files
                if target.fragment:
                    links += 1
                    assert unquote(target.fragment) in ids[there]
    assert links
    assert files == book(small_library, address, tmp_path / "again.epub")
    assert (tmp_path / "book.epub").read_bytes() == (tmp_path / "again.epub").read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(EPUBCHECK is None, reason="epubcheck is not here")
@pytest.mark.parametrize("what", ["hostile", "feed", "thread"])
def test_epubcheck_finds_nothing(what: str, small_library: Library, tmp_path: Path) -> None:
    if what == "hostile":
        library, address = hostile_library(tmp_path)
    else:
        library = small_library
        listed = library.conversations(kind=what)
        address = max(listed, key=lambda each: each.messages).address
    book(library, address, tmp_path / "book.epub", blobs(tmp_path, picture("png")))
    done = subprocess.run(
        ["java", "-jar", EPUBCHECK or "", "--failonwarnings", str(tmp_path / "book.epub")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
