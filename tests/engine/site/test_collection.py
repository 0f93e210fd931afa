"""A collection as a folder of pages."""

import posixpath
import re
import struct
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote
from zlib import compress, crc32

import pytest

from tanglescope import resources
from tanglescope.engine import words
from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.library import Library
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.site.collection import SiteReport, write_site
from tanglescope.engine.site.library_reader import LibraryReader, NotPublic
from tanglescope.engine.site.plan import NothingToWrite, WantedSite
from tests.engine.authors import Author, post
from tests.engine.german import in_german
from tests.engine.site.parsed import Parsed, parsed
from tests.engine.store.libraries import library_of

Pages = dict[str, Parsed]


def pages_in(out: Path) -> Pages:
    return {
        each.relative_to(out).as_posix(): parsed(each.read_text("utf-8"))
        for each in out.rglob("*.html")
    }


def lost_links(out: Path, pages: Pages) -> list[tuple[str, str]]:
    """The links within the site that lead nowhere, with their pages."""
    anchors = {name: set(page.values("id")) for name, page in pages.items()}
    found = []
    for name, page in pages.items():
        for link in page.values("href") + page.values("src"):
            if link.startswith(("http://", "https://", "ssb:")):
                continue
            file, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), file or "."))
            target = target if file else name
            is_there = (out / target).is_file() and not target.startswith("..")
            if not is_there or (anchor and unquote(anchor) not in anchors[target]):
                found.append((name, link))
    return found


def written(library: Library, out: Path, *addresses: str, **more: bool) -> SiteReport:
    return write_site(LibraryReader(library, **more), WantedSite("A site", addresses), out)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("harbour") / "library.db"
    with resources.sample_archive() as archive, Library.open(database) as library:
        library.ingest(archive)
    return database


@pytest.fixture(scope="module")
def out(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    with Library.open(harbour, read_only=True) as library:
        written(library, out)
    return out


@pytest.fixture(scope="module")
def pages(out: Path) -> Pages:
    return pages_in(out)


def test_every_link_leads_somewhere(out: Path, pages: Pages) -> None:
    assert lost_links(out, pages) == []
    assert sum(len(page.values("href")) for page in pages.values()) > 500


def test_the_search_for_lost_links_finds_them(tmp_path: Path) -> None:
    page = '<a href="b.html">x</a><a href="#c">y</a><a href="../out.html">z</a><p id="d"></p>'
    (tmp_path / "a.html").write_text(page)
    found = lost_links(tmp_path, pages_in(tmp_path))
    assert [link for _, link in found] == ["b.html", "#c", "../out.html"]


def test_every_public_message_has_an_anchor(harbour: Path, pages: Pages) -> None:
    with Library.open(harbour, read_only=True) as library:
        everything = library.conversation("everything").in_order()
        private = set(library.encrypted_keys())
    counted = Counter(anchor for page in pages.values() for anchor in page.values("id"))
    assert private
    assert {key for key in everything if not counted[key]} == private


def test_only_the_search_has_a_script_and_every_page_a_policy(pages: Pages) -> None:
    for name, page in pages.items():
        [policy] = [each["content"] for each in page.all("meta") if "http-equiv" in each]
        assert policy is not None
        assert policy.startswith("default-src 'none'; base-uri 'none'; form-action 'none';")
        assert ("script-src" in policy) == bool(page.all("script")) == (name == "search.html")
        assert "unsafe" not in policy
        assert not page.values("style") + page.all("style")
        assert not [each for each in page.values("src") if "//" in each]


def test_pages_have_a_title_one_heading_a_language_and_navigation(pages: Pages) -> None:
    for page in pages.values():
        tags = [tag for tag, _ in page.elements]
        assert tags.count("h1") == tags.count("title") == tags.count("main") == 1
        assert page.all("html") == [{"lang": "en"}]
        assert tags.count("nav") >= 1


def test_names_of_files_hold_no_ids_and_no_texts(out: Path) -> None:
    names = [each.relative_to(out).as_posix() for each in out.rglob("*") if each.is_file()]
    own = r"(index|threads|feeds|channels|search)\.(html|js)|site\.css|tanglescope-site\.json"
    hashed = r"(conversations|feeds|channels)/[0-9a-f]{20}\.html|search/(files|[wd]\d+)\.js"
    assert not [name for name in names if not re.fullmatch(f"{own}|{hashed}", name)]


def test_nothing_private_is_written_unless_it_is_asked_for(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
            library.ingest(archive)
            library.unlock(Keyring().with_keys(read_keys(keys)))
        private = library.messages(library.encrypted_keys())
        said = {text for each in private.values() if (text := words.text_of(each.content))}
        assert said

        def texts(out: Path) -> str:
            files = (each for each in out.rglob("*") if each.suffix in (".html", ".js"))
            return "\n".join(each.read_text("utf-8") for each in files)

        closed = written(library, tmp_path / "closed")
        assert not [text for text in {*said, *private} if text in texts(tmp_path / "closed")]
        opened = written(library, tmp_path / "opened", private=True)
        assert opened.messages > closed.messages
        assert all(key.replace("%", "%25") in texts(tmp_path / "opened") for key in private)
        for name in ("closed", "opened"):
            assert lost_links(tmp_path / name, pages_in(tmp_path / name)) == []
        group = next(each for each in library.conversations() if each.private)
        with pytest.raises(NotPublic):
            written(library, tmp_path / "one", group.address)


def test_a_second_run_writes_what_a_new_message_changes(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root, other = ann.say(post("root")), ann.say(post("other"))
    asides = [bob.say(post("aside", other)) for _ in range(3)]
    library, out = library_of(tmp_path, root, other, *asides), tmp_path / "out"
    first = written(library, out)
    assert (first.files.new, first.messages) == (len(list(out.rglob("*.*"))) - 1, 5)
    assert written(library, out).files.new == 0
    archive = tmp_path / "more.ndjson"
    archive.write_bytes(ann.say(post("a new word", root)).line)
    library.ingest(archive)
    before = {each: each.read_bytes() for each in out.rglob("*.*")}
    report = written(library, out)
    changed = {each for each in out.rglob("*.*") if before.get(each) != each.read_bytes()}
    kinds = Counter(each.parent.name for each in changed)
    assert (kinds["conversations"], kinds["feeds"]) == (1, 1)
    assert report.files.new == len(changed) - 1  # and the manifest


def test_a_site_of_some_conversations_holds_these_alone(harbour: Path, tmp_path: Path) -> None:
    with Library.open(harbour, read_only=True) as library:
        addresses = [each.address for each in library.threads()][:2]
        report = written(library, tmp_path / "out", *addresses)
        keys = {key for each in addresses for key in library.conversation(each).in_order()}
    pages = pages_in(tmp_path / "out")
    assert report.conversations == 2
    assert sum(name.startswith("conversations/") for name in pages) == 2
    assert not [name for name in pages if name.startswith(("feeds", "channels"))]
    assert keys <= {anchor for page in pages.values() for anchor in page.values("id")}
    assert lost_links(tmp_path / "out", pages) == []


def test_pictures_are_copied_when_their_hash_is_right(tmp_path: Path) -> None:
    picture = png()
    ann, blobs = Author("ann"), tmp_path / "blobs"
    blobs.mkdir()
    right, wrong = (blob(blobs, picture, content) for content in (picture, b"something else"))
    said = ann.say(post(f"![one]({right}) ![two]({wrong})"))
    library, out = library_of(tmp_path, said), tmp_path / "out"
    write_site(LibraryReader(library), WantedSite("A site", blobs=BlobFolders([blobs])), out)
    pages = pages_in(out)
    [name] = [each.name for each in (out / "pictures").iterdir()]
    assert re.fullmatch(r"[0-9a-f]{20}\.png", name)
    assert pages["pictures.html"].values("src") == [f"pictures/{name}"]
    assert "[picture: two]" in "".join(page.text for page in pages.values())
    assert lost_links(out, pages) == []


def png() -> bytes:
    """A picture of one pixel."""
    chunks = {b"IHDR": struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0), b"IDAT": compress(b"\0\0")}
    written = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
        for name, data in (chunks | {b"IEND": b""}).items()
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def blob(folder: Path, content: bytes, named_after: bytes) -> str:
    """Write a file into a folder of blobs under a name that may be wrong; return its id."""
    digest = sha256(named_after).digest()
    (folder / digest.hex()).write_bytes(content)
    return f"&{b64encode(digest).decode()}.sha256"


def test_the_page_of_a_feed_says_who_it_is(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    said = [
        ann.say({"type": "about", "about": ann.feed, "description": "builds *boats*"}),
        bob.say({"type": "about", "about": ann.feed, "description": "a stranger's word"}),
        bob.say({"type": "contact", "contact": ann.feed, "following": True}),
        ann.say({"type": "contact", "contact": bob.feed, "following": True}),
        ann.say({"type": "contact", "contact": bob.feed, "following": False}),
    ]
    library, out = library_of(tmp_path, *said), tmp_path / "out"
    written(library, out)
    first, second = (
        next(page for page in pages_in(out).values() if f"@{name}" in page.text)
        for name in (ann.feed[1:], bob.feed[1:])
    )
    before = first.text.partition("describes")[0]
    assert "builds boats" in before
    assert "1 follower" in before
    assert "Follows" not in before
    assert "stranger" not in before
    assert "Follows 1 person" in second.text


def test_the_page_of_a_feed_says_what_the_profile_does(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    picnic = ann.say({"type": "gathering", "title": "Picnic"})
    other = bob.say(post("hello"))
    said = [
        picnic,
        other,
        *(ann.say({"type": "about", "about": ann.feed, "name": name}) for name in "AABA"),
        bob.say({"type": "about", "about": ann.feed, "name": "Stranger"}),
        bob.say({"type": "about", "about": picnic.key, "attendee": {"link": bob.feed}}),
        bob.say({"type": "vote", "vote": {"link": picnic.key, "value": 1}}),
        ann.say({"type": "vote", "vote": {"link": other.key, "value": 1}}),
        ann.say({"type": "vote", "vote": {"link": other.key, "value": 0}}),
    ]
    library, out = library_of(tmp_path, *said), tmp_path / "out"
    written(library, out)
    pages = pages_in(out)
    first, second = (
        next(" ".join(page.text.split()) for page in pages.values() if f"@{feed[1:]}" in page.text)
        for feed in (ann.feed, bob.feed)
    )
    profiles = [library.profile(each.feed) for each in (ann, bob)]
    assert [(each.likes_given, each.likes_got) for each in profiles] == [(0, 1), (1, 0)]
    assert "Likes given 0Likes received 1" in first
    assert "Likes given 1Likes received 0" in second
    assert [each.name for each in profiles[0].names] == ["A", "B", "A"]
    day = r" 2017-07-14 \d\d:\d\d"
    assert re.search(f"Names over timeA{day}B{day}A{day}", first)
    assert "Names over time" not in second
    assert "Takes part in" not in first
    assert "Takes part incomes to Picnic" in second
    assert not lost_links(out, pages)


def test_times_are_written_in_the_language_of_the_pages(tmp_path: Path) -> None:
    library, out = library_of(tmp_path, Author("ann").say(post("a garden"))), tmp_path / "out"
    in_german(lambda: [str(written(library, out))])
    pages = pages_in(out)
    assert any(page.all("time") for page in pages.values())
    for name, page in pages.items():
        times = re.findall(r"\d\d\.\d\d\.20\d\d, \d\d:\d\d", page.text)
        assert len(times) == len(page.all("time")), name
    index = b"".join(file.read_bytes() for file in (out / "search").iterdir())
    assert re.search(rb"\d\d\.\d\d\.20\d\d, \d\d:\d\d", index)


def test_long_conversations_feeds_and_channels_have_several_pages(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("root", channel="boats"))
    said = [root]
    for number in range(7):
        said.append(ann.say(post(f"answer {number}", root, said[-1], channel="boats")))
    library, out = library_of(tmp_path, *said), tmp_path / "out"
    write_site(LibraryReader(library), WantedSite("A site", rows=3), out)
    pages = pages_in(out)
    for section in ("conversations", "feeds", "channels"):
        assert sum(name.startswith(f"{section}/") for name in pages) == 3
    assert lost_links(out, pages) == []
    last = next(page for name, page in pages.items() if re.match("conversations/.*-3", name))
    assert [each for each in last.values("id") if each.startswith("%")] == [
        each.key for each in said[6:]
    ]


def test_nodes_of_two_graphs_may_have_one_name(library: Library, tmp_path: Path) -> None:
    graphs = tmp_path / "graphs.ndjson"
    nodes = '{"id": "a", "after": []}, {"id": "c", "after": []}, {"id": "b", "after": ["a"]}'
    for name in ("one", "two"):
        with graphs.open("a") as file:
            file.write(f'{{"name": "{name}", "nodes": [{nodes}]}}\n')
    library.ingest(graphs)
    assert written(library, tmp_path / "out").messages == 6
    pages = pages_in(tmp_path / "out")
    assert lost_links(tmp_path / "out", pages) == []
    for name, page in pages.items():
        if name.startswith("conversations/"):
            links = [link for link in page.values("href") if "m-" in link]
            assert links
            assert all(link.startswith("#") for link in links)
            assert "no time" not in page.text
            assert "author" not in page.text


def test_an_empty_collection_is_no_site(library: Library, tmp_path: Path) -> None:
    with pytest.raises(NothingToWrite):
        written(library, tmp_path / "out")
