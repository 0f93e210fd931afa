"""One conversation as one file."""

import base64
import hashlib
import json
import re
import time
from pathlib import Path

import pytest

from tanglescope import resources
from tanglescope.engine import words
from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.site.library_reader import LibraryReader, NotPublic
from tanglescope.engine.site.timeline import one_page, write_one_page
from tests.engine.authors import Author, Said, post
from tests.engine.blobs.pictures import blob_id, picture
from tests.engine.site.parsed import Parsed, parsed
from tests.engine.store.libraries import library_of


def page_of(library: Library, address: str) -> Parsed:
    return parsed(one_page(LibraryReader(library), library.conversation(address)))


@pytest.fixture
def library(talk: dict[str, Said], tmp_path: Path) -> Library:
    return library_of(tmp_path, *talk.values())


def test_every_message_has_an_anchor_in_the_order_of_the_conversation(
    library: Library, talk: dict[str, Said]
) -> None:
    page = page_of(library, talk["question"].key)
    order = library.conversation(talk["question"].key).in_order()
    assert [each["id"] for each in page.all("li") if "id" in each] == order
    assert "Shall we sail?" in page.text


def test_a_page_needs_no_other_file_and_runs_nothing(
    library: Library, talk: dict[str, Said]
) -> None:
    page = page_of(library, talk["question"].key)
    names = {name for name, _ in page.elements}
    assert not names & {"script", "link", "iframe", "object", "embed", "form", "base"}
    assert all(link.startswith("#") for link in page.values("href"))
    assert page.values("src") == []
    assert not [name for _, each in page.elements for name in each if name.startswith("on")]


def test_the_policy_allows_the_style_of_the_page_and_nothing_else(
    library: Library, talk: dict[str, Said]
) -> None:
    text = one_page(LibraryReader(library), library.conversation(talk["question"].key))
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    [policy] = [each for each in parsed(text).all("meta") if "http-equiv" in each]
    assert policy["content"] == (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:;"
        f" style-src 'sha256-{digest}'"
    )


def test_an_answer_links_what_it_comes_after(library: Library, talk: dict[str, Said]) -> None:
    page = page_of(library, talk["question"].key)
    here = set(page.values("id"))
    links = [link for link in page.values("href") if "%25" in link]
    assert {link.replace("%25", "%", 1).removeprefix("#") for link in links} <= here
    assert len(links) > len(talk)  # besides one for each time


def test_a_missing_message_has_a_row(tmp_path: Path) -> None:
    ann = Author("ann")
    root, lost = ann.say(post("root")), ann.say(post("lost"))
    last = ann.say(post("last", root, lost))
    library = library_of(tmp_path, root, last)
    page = page_of(library, root.key)
    assert lost.key in page.values("id")
    assert "one message names it" in page.text


def test_what_the_author_warns_of_is_folded(tmp_path: Path) -> None:
    ann = Author("ann")
    said = ann.say({"type": "post", "text": "it ends badly", "contentWarning": "the end"})
    library = library_of(tmp_path, said, ann.say(post("oh", said)))
    page = page_of(library, said.key)
    assert [name for name, _ in page.elements].count("details") == 1
    assert "Content warning: the end" in page.text


def test_a_thread_whose_beginning_is_missing_says_so_in_its_title(tmp_path: Path) -> None:
    ann = Author("ann")
    (tmp_path / "silent").mkdir()
    lost = ann.say(post("lost"))
    library = library_of(tmp_path, ann.say(post("an answer", lost)))
    assert "… an answer" in page_of(library, lost.key).text
    silent = library_of(tmp_path / "silent", ann.say({"type": "like", "root": lost.key}))
    assert "Thread whose beginning is missing" in page_of(silent, lost.key).text


def test_names_and_titles_are_text(tmp_path: Path) -> None:
    ann = Author("ann</title><script>")
    name = ann.say({"type": "about", "about": ann.feed, "name": "<b>Ann</b>"})
    root = ann.say(post("</title><script>alert(1)</script>"))
    library = library_of(tmp_path, name, root, ann.say(post("hm", root)))
    page = page_of(library, root.key)
    assert page.all("script") == page.all("b") == []
    assert "<b>Ann</b>" in page.text


def test_private_messages_are_left_out_unless_they_are_asked_for(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
            library.ingest(archive)
            library.unlock(Keyring().with_keys(read_keys(keys)))
        private = [each for each in library.conversations() if each.private]
        largest = max(private, key=lambda each: each.messages)
        conversation = library.conversation(largest.address)
        with pytest.raises(NotPublic, match="is private"):
            one_page(LibraryReader(library), conversation)
        opened = conversation.messages(conversation.in_order())
        said = [text for each in opened.values() if (text := words.text_of(each.content))]
        page = parsed(one_page(LibraryReader(library, private=True), conversation))
        assert said
        assert all(text in page.text for text in said)
        for feed in {each.author for each in opened.values()}:
            closed = page_of(library, f"feed:{feed}")
            assert "A private message, left out" in closed.text
            assert not [text for text in said if text in closed.text]


def test_a_page_is_there_whole_or_not_at_all(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    file = tmp_path / "no" / "page.html"
    with pytest.raises(TanglescopeError, match=r"page\.html can't be written: No such file"):
        write_one_page(LibraryReader(library), talk["question"].key, file)
    file.parent.mkdir()
    write_one_page(LibraryReader(library), talk["question"].key, file)
    assert [each.name for each in file.parent.iterdir()] == ["page.html"]


def test_a_small_page_is_as_it_was_approved(library: Library, talk: dict[str, Said]) -> None:
    """To approve another one: look at it in a browser, then write it to `talk.html`."""
    page = one_page(LibraryReader(library), library.conversation(talk["question"].key))
    body = page.partition("\n<body>")[2]
    assert body == (Path(__file__).parent / "talk.html").read_text("utf-8")


def test_a_game_is_shown_with_its_moves_and_positions(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    game = ann.say({"type": "chess_invite", "inviting": bob.feed, "myColor": "white"})
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    move = ann.say({"type": "chess_move", "root": game.key, "ply": 1, "pgnMove": "e4", "fen": fen})
    page = page_of(library_of(tmp_path, game, move), game.key)
    boards = page.all("svg", role="img")
    assert len(boards) == 2
    assert "RNBQKBNR" in (boards[0]["aria-label"] or "")
    assert "Moves 1. e4" in page.text
    assert page.text.count("♟") == 2 * 16


def test_times_of_gatherings_are_in_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    ann = Author("ann")
    party = ann.say({"type": "gathering", "title": "Picnic", "startDateTime": {"epoch": 0}})
    page = page_of(library_of(tmp_path, party, ann.say(post("come", party))), party.key)
    monkeypatch.undo()
    time.tzset()
    assert "Thursday, 1 January 1970, 00:00:00" in page.text


def test_files_are_named_below_a_message_and_pictures_shown_once(tmp_path: Path) -> None:
    ann, folder = Author("ann"), tmp_path / "blobs"
    folder.mkdir()
    inside, below = picture("png", 8), picture("png", 9)
    for each in (inside, below):
        (folder / hashlib.sha256(each).hexdigest()).write_bytes(each)
    song = blob_id(b"song")
    mentions = [
        {"link": blob_id(below), "name": "the sea", "type": "image/png"},
        {"link": blob_id(inside), "name": "the pier", "type": "image/png"},
        {"link": song, "name": "song.ogg", "type": "audio/ogg", "size": 1234},
    ]
    text = f"![the pier]({blob_id(inside)})"
    root = ann.say({"type": "post", "text": text, "mentions": mentions})
    library = library_of(tmp_path, root, ann.say(post("hm", root)))
    found = one_page(LibraryReader(library), library.conversation(root.key), BlobFolders([folder]))
    page = parsed(found)
    assert [each["alt"] for each in page.all("img")] == ["the pier", "the sea"]
    assert "song.ogg · audio/ogg · 1,234 B" in page.text
    assert page.text.count("song.ogg") == 1


def test_every_author_has_a_face_that_is_their_own(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("root"))
    said = [root, bob.say(post("one", root)), ann.say(post("two", root))]
    library = library_of(tmp_path, *said)
    found = one_page(LibraryReader(library), library.conversation(root.key))
    faces = re.findall(r'<svg[^>]* class="face .*?</svg>|<svg class="face .*?</svg>', found)
    assert len(faces) == 3
    assert len(set(faces)) == 2


def test_pages_show_a_limited_number_of_missing_messages_and_say_so(tmp_path: Path) -> None:
    nodes = [
        {"id": f"n{number}", "after": [f"g{number} {each}" for each in range(90)]}
        for number in range(30)
    ]
    (tmp_path / "graph.ndjson").write_text(json.dumps({"name": "ghosts", "nodes": nodes}) + "\n")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(tmp_path / "graph.ndjson")
        page = page_of(library, "graph:ghosts")
    assert "670 more missing messages aren't shown" in page.text
    assert page.text.count("Missing message") == 2_030
