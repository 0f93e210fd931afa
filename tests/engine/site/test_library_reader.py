"""Who is shown on pages: nobody who said no, by name, in lists, titles, likes or quotes."""

from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.export.conversations import ExportSelection
from tanglescope.engine.library import Library
from tanglescope.engine.site.collection import write_site
from tanglescope.engine.site.library_reader import Consent, LibraryReader, NotShown, without_quotes
from tanglescope.engine.site.plan import WantedSite
from tanglescope.engine.takeout.contents import NothingToTakeOut
from tanglescope.engine.takeout.markdown import write_markdown
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of

SECRET = "the heron nests behind the mill"


def hosting(author: Author, says: Any, about: Author | None = None) -> dict[str, Any]:
    return {"type": "about", "about": (about or author).feed, "publicWebHosting": says}


def named(author: Author) -> dict[str, Any]:
    return {"type": "about", "about": author.feed, "name": author.name.title()}


class Club:
    """Ann agreed, Bob didn't, Cyn said nothing; Bob begins a thread and is quoted."""

    def __init__(self) -> None:
        self.ann, self.bob, self.cyn = (Author(name) for name in ("ann", "bobolink", "cyn"))
        people = (self.ann, self.bob, self.cyn)
        self.said: list[Said] = [each.say(named(each)) for each in people]
        self.say(self.ann, hosting(self.ann, True))
        self.say(self.bob, hosting(self.bob, True))
        self.say(self.bob, hosting(self.bob, False))
        self.say(self.ann, hosting(self.ann, True, self.bob))
        self.say(self.ann, hosting(self.ann, False, self.cyn))
        self.root = self.say(self.bob, post(f"Did you know that {SECRET}?"))
        self.quote = self.say(self.ann, post(f"> {SECRET}\n\nReally?", self.root))
        self.other = self.say(self.cyn, post("I saw it.", self.root, self.quote))
        self.say(self.bob, {"type": "vote", "vote": {"link": self.other.key, "value": 1}})
        self.own = self.say(self.cyn, post("Good morning"))
        self.say(self.ann, {"type": "about", "about": self.bob.feed, "name": "Birdie"})

    def say(self, author: Author, content: dict[str, Any]) -> Said:
        self.said.append(author.say(content))
        return self.said[-1]


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def library(club: Club, tmp_path: Path) -> Library:
    return library_of(tmp_path, *club.said)


def site(library: Library, out: Path, consent: Consent) -> str:
    write_site(LibraryReader(library, consent=consent), WantedSite("A site"), out)
    return "\n".join(
        file.read_text("utf-8")
        for file in sorted(out.rglob("*"))
        if file.suffix in (".html", ".js")
    )


def test_only_what_people_say_about_themselves_counts(club: Club, library: Library) -> None:
    assert library.consents() == {club.ann.feed: True, club.bob.feed: False}


def test_who_said_no_is_nowhere_on_a_site(club: Club, library: Library, tmp_path: Path) -> None:
    pages = site(library, tmp_path / "out", Consent.STATED)
    assert "heron" not in pages
    assert "Bobolink" not in pages
    assert "Birdie" not in pages
    assert "What is said about a person who isn&#x27;t shown, left out" in pages
    assert "Really?" in pages
    assert "a quote of a person who isn&#x27;t shown" in pages
    assert "I saw it." in pages
    assert "publicWebHosting" in pages
    left_out = LibraryReader(library).left_out()
    assert left_out.people == ((club.bob.feed, "Bobolink", 5),)
    assert list(left_out.words()) == [
        "Left out, because they don't want public web pages: Bobolink (5 messages).",
        "1 person published nothing about it. SSB's web viewers show only people who agreed"
        " (publicWebHosting).",
    ]


def test_only_who_agreed_is_on_a_site_if_that_is_asked_for(
    library: Library, tmp_path: Path
) -> None:
    pages = site(library, tmp_path / "out", Consent.GIVEN)
    assert "Really?" in pages
    assert "Good morning" not in pages
    assert "I saw it." not in pages
    assert "Cyn" not in pages
    left_out = LibraryReader(library, consent=Consent.GIVEN).left_out()
    assert [name for _, name, _ in left_out.people] == ["Bobolink", "Cyn"]


def test_everyone_is_on_a_site_if_that_is_asked_for(library: Library, tmp_path: Path) -> None:
    pages = site(library, tmp_path / "out", Consent.ALL)
    assert "Did you know that the heron" in pages
    assert "Bobolink" in pages
    assert list(LibraryReader(library, consent=Consent.ALL).left_out().words()) == []


def test_a_site_is_written_again_when_someone_changes_their_mind(
    club: Club, library: Library, tmp_path: Path
) -> None:
    memory = tmp_path / "memory"
    for says, is_shown in ((True, True), (False, False)):
        archive = tmp_path / "more.ndjson"
        archive.write_bytes(club.bob.say(hosting(club.bob, says)).line)
        library.ingest(archive)
        wanted = WantedSite("A site")
        write_site(LibraryReader(library), wanted, tmp_path / "out", memory=memory)
        pages = "".join(each.read_text() for each in (tmp_path / "out").rglob("*.html"))
        assert ("heron" in pages) is is_shown


def test_the_feed_of_who_said_no_is_refused_with_the_remedy(club: Club, library: Library) -> None:
    desk = LibraryReader(library)
    with pytest.raises(NotShown, match=r"Bobolink doesn't want public web pages\."):
        desk.require_public(library.conversation(f"feed:{club.bob.feed}"))


def test_a_take_out_leaves_the_same_people_out(
    club: Club, library: Library, tmp_path: Path
) -> None:
    wanted = ExportSelection(club.root.key)
    report = write_markdown(LibraryReader(library), wanted, BlobFolders(), tmp_path / "notes")
    notes = "".join(each.read_text() for each in (tmp_path / "notes").glob("*.md"))
    assert "heron" not in notes
    assert "Bobolink" not in notes
    assert "Really?" in notes
    assert report.contents.left_out.people == ((club.bob.feed, "Bobolink", 1),)
    (tmp_path / "alone.ndjson").write_bytes(club.bob.say(post("hi")).line)
    library.ingest(tmp_path / "alone.ndjson")
    alone = club.bob.previous
    assert alone is not None
    with pytest.raises(NothingToTakeOut, match="Bobolink"):
        write_markdown(
            LibraryReader(library), ExportSelection(alone), BlobFolders(), tmp_path / "none"
        )


def test_block_quotes_are_left_out_by_what_they_say() -> None:
    hidden = ["aheronnestsbehindthemill"]
    assert without_quotes("> A heron\n> nests behind!\n\nyes", hidden) == (
        "> *a quote of a person who isn't shown*\n\nyes"
    )
    assert without_quotes("> a short\nA heron nests", hidden) == "> a short\nA heron nests"
