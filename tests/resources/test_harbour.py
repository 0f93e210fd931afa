"""The sample that new users see first shows the features of the program."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tools.harbour
from tanglescope import resources
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.blobs.formats import examine
from tanglescope.engine.blobs.links import blobs_in
from tanglescope.engine.library import Library
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.private import Keyring
from tools.texts import SAMPLES

KEYS = tools.harbour.build().keys
"""The messages by their places in the script."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    path = tmp_path_factory.mktemp("harbour") / "library.db"
    with resources.sample_archive() as archive, Library.open(path) as opened:
        assert opened.ingest(archive).quarantined == 0
        yield opened


def values() -> list[dict[str, Any]]:
    with resources.sample_archive() as archive:
        lines = archive.read_text(encoding="utf-8").split("\n")
    return [json.loads(line)["value"] for line in lines if line]


def contents() -> list[dict[str, Any]]:
    return [value["content"] for value in values() if isinstance(value["content"], dict)]


def status(library: Library, place: str) -> str:
    return library.messages([KEYS[place]])[KEYS[place]].status


def test_the_files_are_what_their_tool_writes(tmp_path: Path) -> None:
    tools.harbour.main(tmp_path)
    for name in ("harbour.ndjson", "harbour-secret"):
        assert (tmp_path / name).read_text() == (SAMPLES / name).read_text()
    made, kept = tmp_path / "blobs", SAMPLES / "blobs"
    assert relative_files(made) == relative_files(kept)


def relative_files(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


def test_its_pictures_are_beside_it_and_some_are_missing() -> None:
    with resources.sample_archive() as archive:
        folders = BlobFolders.of([archive])
        links = {link.id: link for content in contents() for link in blobs_in(content)}
        found = {blob: folders.find(blob) for blob in links}
        kinds = {each.shape.format for each in found.values() if each and each.shape}
        for blob, each in found.items():
            if each and each.shape:
                assert examine(folders.read(blob)) == each.shape or each.shape.format == "gif"
    assert kinds == {"png", "gif"}
    assert None in found.values()


def test_everybody_in_it_has_a_name(library: Library) -> None:
    authors = {value["author"] for value in values()}
    assert len(authors) == 9
    assert not [name for name in library.names(authors).values() if name.startswith("@")]


def test_the_thread_that_opens_first_is_the_one_of_the_boat(library: Library) -> None:
    assert max(library.threads()[:8], key=lambda each: each.messages).root == KEYS["boat.a"]


def test_the_thread_that_opens_first_has_all_its_pictures(library: Library) -> None:
    with resources.sample_archive() as archive:
        folders = BlobFolders.of([archive])
        keys = library.conversation(KEYS["boat.a"]).snapshot().keys
        said = [message.content for message in library.messages(list(keys)).values()]
        links = [
            link for content in said if isinstance(content, dict) for link in blobs_in(content)
        ]
        assert len(links) == 2
        assert all(folders.find(link.id) for link in links)


def test_people_answer_without_having_seen_each_other_and_one_joins_the_branches(
    library: Library,
) -> None:
    timeline = library.conversation(KEYS["boat.a"]).snapshot()
    place = {key: row for row, key in enumerate(timeline.keys)}
    told = library.messages([KEYS["boat.b"], KEYS["boat.c"], KEYS["boat.e"]])
    assert told[KEYS["boat.b"]].causes == told[KEYS["boat.c"]].causes
    assert set(told[KEYS["boat.e"]].causes) == {KEYS["boat.b"], KEYS["boat.c"]}
    assert place[KEYS["boat.b"]] < place[KEYS["boat.c"]] < place[KEYS["boat.e"]]


def test_a_clock_of_1970_keeps_its_message_below_what_it_answers(library: Library) -> None:
    root, answer, reply = (KEYS[f"radio.{label}"] for label in "abc")
    assert library.messages([answer])[answer].asserted == 360_000
    assert library.conversation(root).in_order() == [root, answer, reply]
    assert library.conversation(root, "asserted").in_order() == [answer, root, reply]


def test_a_message_and_the_beginning_of_a_thread_are_missing(library: Library) -> None:
    answer = library.messages([KEYS["porpoises.c"]])[KEYS["porpoises.c"]]
    assert answer.causes == (KEYS["porpoises.b"],)
    assert not library.messages([KEYS["porpoises.b"]])
    assert not next(each for each in library.threads() if each.root == KEYS["crew.a"]).present


def test_a_side_thread_and_a_feed_are_forked(library: Library) -> None:
    asides = [content for content in contents() if content.get("fork")]
    assert {content["fork"] for content in asides} == {KEYS["station.a"]}
    assert [status(library, f"overboard.{label}") for label in "abcd"] == [
        "valid",
        "forked",
        "valid",
        "valid",
    ]


def test_what_was_said_in_private_opens_with_the_key_beside_it(tmp_path: Path) -> None:
    with resources.sample_archive() as archive, Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        assert b"underside" not in archive.read_bytes()
        library.unlock(Keyring(read_identity(SAMPLES / "harbour-secret")))
        assert KEYS["secret.a"] in {thread.root for thread in library.threads()}


def test_it_names_people_channels_pictures_and_messages_and_warns() -> None:
    links = [each["link"] for content in contents() for each in content.get("mentions", [])]
    assert {link[0] for link in links} == set("@#&%")
    assert sum("contentWarning" in content for content in contents()) == 1
    assert sum(content["type"] == "vote" for content in contents()) > 20
