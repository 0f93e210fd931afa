"""A second run writes only the changed pages, and gives the same files as a first run."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tanglescope import engine
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.site.collection import SiteReport, write_site
from tanglescope.engine.site.inputs import SiteInputs, load, save
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.plan import WantedSite
from tests.engine.authors import Author, Said, post
from tests.engine.blobs.pictures import blob_id, picture
from tests.engine.store.libraries import library_of

FACE = picture("png", 12)


class Village:
    """Three people, two threads, a poll, a channel; `say` publishes later messages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ann, self.bob, self.cem = Author("ann"), Author("bob"), Author("cem")
        ann, bob = self.ann, self.bob
        self.bread = ann.say(post("Who wants bread?", channel="food"))
        self.boat = bob.say(post("A boat!"))
        details = {"type": "chooseOne", "choices": ["soup", "cake"]}
        self.poll = ann.say({"type": "poll", "title": "Which?", "details": details})
        self.lost = self.cem.say(post("nobody has this yet"))
        said = [
            *(self.bread, self.boat, self.poll),
            bob.say(post("I do", self.bread)),
            ann.say(post("Where?", self.boat)),
            bob.say(post("as in the other thread", self.boat, self.bread)),
            bob.say(post("soup!", self.poll)),
            self.cem.say(post("both", self.bread, self.bread)),
        ]
        self.blobs = folder / "blobs"
        self.blobs.mkdir()
        self.library = library_of(folder, *said)
        self.wanted: dict[str, Any] = {"title": "A village"}

    def import_(self, said: Said) -> None:
        """Import one more message."""
        archive = self.folder / f"{said.key[1:9].encode().hex()}.ndjson"
        archive.write_bytes(said.line)
        self.library.ingest(archive)

    def about(self, author: Author, about: str, **fields: Any) -> None:
        """Publish a message about a feed or another message."""
        self.import_(author.say({"type": "about", "about": about, **fields}))

    def like(self, author: Author, said: Said, value: int = 1) -> None:
        """Publish a vote."""
        self.import_(author.say({"type": "vote", "vote": {"link": said.key, "value": value}}))

    def site(self, name: str = "site", memory: str | None = "memory") -> SiteReport:
        """Write the site, as in a first run if nothing is remembered."""
        desk = LibraryReader(self.library)
        wanted = WantedSite(blobs=BlobFolders([self.blobs]), **self.wanted)
        file = None if memory is None else self.folder / memory
        return write_site(desk, wanted, self.folder / name, memory=file)


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Village]:
    village = Village(tmp_path)
    village.site()
    yield village
    village.library.close()


def files(folder: Path) -> dict[str, bytes]:
    found = (each for each in folder.rglob("*") if each.is_file())
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in found}


def nothing(_village: Village) -> None:
    """No change."""


def a_like(village: Village) -> None:
    village.like(village.cem, village.boat)


def a_like_taken_back(village: Village) -> None:
    village.like(village.cem, village.boat)
    village.site()
    village.like(village.cem, village.boat, 0)


def an_answer(village: Village) -> None:
    village.import_(village.cem.say(post("me too", village.bread, village.bread)))


def a_name(village: Village) -> None:
    village.about(village.cem, village.cem.feed, name="Cem")


def a_vote_in_a_poll(village: Village) -> None:
    content = {"type": "position", "root": village.poll.key, "details": {"choice": 1}}
    village.import_(village.cem.say(content))


def a_message_that_was_missing(village: Village) -> None:
    village.import_(village.lost)


def a_portrait(village: Village) -> None:
    village.about(village.cem, village.cem.feed, image=blob_id(FACE))
    village.site()
    (village.blobs / blob_id_hex()).write_bytes(FACE)


def a_portrait_that_has_gone(village: Village) -> None:
    a_portrait(village)
    village.site()
    (village.blobs / blob_id_hex()).unlink()


def blob_id_hex() -> str:
    from hashlib import sha256

    return sha256(FACE).hexdigest()


def a_follower(village: Village) -> None:
    said = {"type": "contact", "contact": village.ann.feed, "following": True}
    village.import_(village.cem.say(said))


def a_channel(village: Village) -> None:
    village.import_(village.cem.say(post("cake", channel="food")))


def a_page_changed_by_hand(village: Village) -> None:
    page = next((village.folder / "site" / "feeds").iterdir())
    page.write_text("<script>")


def another_title(village: Village) -> None:
    village.wanted["title"] = "A town"


def shorter_pages(village: Village) -> None:
    village.wanted["rows"] = 2


def fewer_conversations(village: Village) -> None:
    village.wanted["addresses"] = [village.bread.key]


ALL = 3 + 3 + 1
CHANGES: list[tuple[Callable[[Village], None], int]] = [
    (nothing, 0),
    (a_like, 3),  # the thread, and the feeds of the person who likes and of the author
    (a_like_taken_back, 3),
    (an_answer, 2),
    (a_name, 2),  # no other page names them: the thread and the feed
    (a_vote_in_a_poll, 2),
    (a_message_that_was_missing, 3),  # its thread, their feed, and a badge elsewhere
    (a_portrait, 2),
    (a_portrait_that_has_gone, 2),
    (a_follower, 2),  # the feeds of both
    (a_channel, 3),  # a thread, the channel and the feed
    (a_page_changed_by_hand, 1),
    (another_title, ALL),
    (shorter_pages, ALL + 4),
    (fewer_conversations, 1),
]


@pytest.mark.parametrize(("change", "made"), CHANGES, ids=[c.__name__ for c, _ in CHANGES])
def test_a_second_run_makes_what_has_changed_and_nothing_else(
    village: Village, change: Callable[[Village], None], made: int
) -> None:
    change(village)
    report = village.site()
    afresh = village.site("afresh", memory=None)
    assert files(village.folder / "site") == files(village.folder / "afresh")
    assert report.messages == afresh.messages
    assert report.made == made


def test_another_version_of_the_program_makes_all_pages_anew(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert village.site().made == 0
    monkeypatch.setattr(engine, "__version__", "99.0")
    assert village.site().made == ALL


def test_what_is_remembered_may_be_damaged_or_of_another_folder(village: Village) -> None:
    memory = village.folder / "memory"
    whole = memory.read_bytes()
    assert village.site("other").made == ALL
    memory.write_bytes(whole[: len(whole) // 2])
    assert village.site().made == ALL
    memory.write_bytes(b"{}")
    assert load(memory) == SiteInputs()
    assert village.site().made == ALL
    assert village.site().made == 0


def test_a_question_of_another_version_writes_the_pages_that_asked_it_again(
    village: Village,
) -> None:
    memory = village.folder / "memory"
    inputs = load(memory)
    page = min(inputs.pages)
    inputs.pages[page].questions.add(("a question of another version", "about"))
    inputs.answers["a question of another version", "about"] = "answer"
    save(inputs, memory)
    assert village.site().made == 1
    assert village.site().made == 0


def test_what_is_remembered_is_private_and_holds_nothing_private(village: Village) -> None:
    memory = village.folder / "memory"
    assert memory.stat().st_mode & 0o077 == 0
    memory.unlink()
    desk = LibraryReader(village.library, private=True)
    write_site(desk, WantedSite("x"), village.folder / "private", memory=memory)
    assert not memory.exists()


def test_messages_that_an_index_cannot_distinguish_are_written_together(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tanglescope.engine.site.search.document_name", lambda _key, _time: "one name!"
    )
    village.wanted["title"] = "With one name"
    village.site()
    village.like(village.cem, village.boat)
    report = village.site()
    village.site("afresh", memory=None)
    assert files(village.folder / "site") == files(village.folder / "afresh")
    assert report.made > 2
