"""Profiles of people without a window: what the page says, and where it leads."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTextDocument
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library, Profile
from tanglescope.engine.reduce.activities import Gathering
from tanglescope.engine.store.profiles import AssignedName, PersonConversation
from tanglescope.engine.tangle.metafeeds import Person, PersonFeed
from tanglescope.viewer.panels.person import SHOWN, PersonPanel, _ProfileAnswer, heading, page
from tanglescope.viewer.theme import load
from tests.engine.authors import Author
from tests.engine.store.libraries import write
from tests.engine.store.test_profiles import FACE, Village
from tests.viewer.panels.pictures import AnsweringSession

ANN, BOB, CEM = (Author(name).feed for name in ("ann", "bob", "cem"))
CALLED = {ANN: "Ann", BOB: "Bob", CEM: "cem"}
LIGHT = load("light")
ALONE = Person(ANN, ANN, (PersonFeed(ANN),))


def profile(**fields: Any) -> Profile:
    return Profile(ALONE, CALLED, **fields)


def lines(of: Profile, most: int = SHOWN) -> list[str]:
    document = QTextDocument()
    document.setHtml(page(of, LIGHT, most))
    return document.toPlainText().split("\n")


def conversation(title: str, number: int = 1, *, present: bool = True) -> PersonConversation:
    return PersonConversation(f"%{number}", title, 1200, 3400, 0.0, present)


def test_the_heading_is_the_name_or_the_beginning_of_the_id() -> None:
    assert heading(profile()) == "Ann"
    assert heading(Profile(ALONE, {})) == ANN[:9]
    assert heading(Profile(ALONE, {ANN: " \n"})) == ANN[:9]


def test_a_person_about_whom_nothing_is_known_has_only_counts() -> None:
    assert lines(profile()) == [
        "Messages",
        "0 messages",
        "Likes given 0",
        "Likes received 0",
    ]


def test_the_description_keeps_its_lines_and_is_no_html() -> None:
    assert "\u2028".join(("Bakes <b>", "& sails")) in page_text("Bakes <b>\n& sails ")
    assert page_text(" ").startswith("Messages")


def test_the_description_shows_no_markup() -> None:
    text = page_text("Of the *Marguerite*, `#boats` &amp; [Wren](@w)")
    assert "Of the Marguerite, #boats & Wren" in text


def page_text(description: str) -> str:
    document = QTextDocument()
    document.setHtml(page(profile(description=description), LIGHT))
    return document.toRawText().split("\u2029")[0]


def test_own_names_and_names_by_others_are_distinguished() -> None:
    first = AssignedName("Annie", ANN, 0.0, "%1")
    latest = AssignedName("Ann", ANN, 86_400_000.0 * 365, "%2")
    others = (AssignedName("baker", BOB, 0.0, "%3"), AssignedName("Ann", CEM, 0.0, "%4"))
    said = lines(profile(names=(first, latest), others=others))
    assert said[4:] == [
        "Names over time",
        "Thursday, 1 January 1970 Annie",
        "Friday, 1 January 1971 Ann",
        "Called by others",
        "baker, says Bob",
    ]
    assert lines(profile(names=(latest,), others=others[1:]))[4:] == []
    assert lines(profile(others=others[1:]))[4:] == ["Called by others", "Ann, says cem"]


def test_gatherings_in_which_they_take_part_are_named() -> None:
    activities = {"%1": Gathering("Picnic", attending=(ANN,)), "%2": Gathering("Fair")}
    assert lines(profile(activities=activities))[4:] == ["Takes part in", "comes to Picnic"]
    assert lines(profile(activities={"%2": Gathering("Fair")}))[4:] == []


def test_several_feeds_of_a_person_are_listed() -> None:
    assert "Feeds" not in lines(profile())
    several = Person(ANN, ANN, (PersonFeed(ANN), PersonFeed(BOB, ANN, "chess")))
    said = lines(Profile(several, CALLED))[4:]
    assert said[0] == "Feeds"
    assert [each.partition(" ")[0] for each in said[1:]] == [ANN[:9], BOB[:9]]


def test_a_picture_that_another_person_gave_says_who() -> None:
    assert lines(profile(portrait=FACE, portrait_by=BOB))[4:] == ["Picture", "given by Bob"]
    assert lines(profile(portrait=FACE))[4:] == []


def test_people_are_listed_by_name_up_to_a_number() -> None:
    said = lines(profile(follows=(CEM, BOB), blocked_by=(BOB,)))
    assert said[4:] == ["Follows (2)", "Bob, cem", "Blocked by (1)", "Bob"]
    said = lines(profile(followers=(CEM, BOB, ANN), blocks=(BOB,)), most=1)
    assert said[4:] == ["Followers (3)", "Ann … 2 more", "Blocks (1)", "Bob"]
    assert lines(profile(follows=(CEM, BOB)), most=1)[5] == "Bob … 1 more"


def test_people_without_a_name_come_last() -> None:
    told = {feed: name for feed, name in CALLED.items() if feed != BOB}
    assert lines(Profile(ALONE, told, follows=(BOB, CEM)))[5] == f"cem, {BOB[:9]}"


def test_only_feeds_are_links() -> None:
    html = page(Profile(ALONE, {"x": "<x>"}, follows=(BOB, "x")), LIGHT)
    assert re.findall('href="([^"]*)"[^>]*>([^<]*)<', html.partition("Follows")[2]) == [
        (f"#{BOB}", BOB[:9])
    ]
    assert "&lt;x&gt;" in html


def test_conversations_have_the_share_of_the_person_and_the_day() -> None:
    conversations = tuple(conversation(f"Bread\n {number}", number) for number in range(3))
    assert lines(profile(conversations=conversations), most=2)[4:] == [
        "Conversations",
        "Bread 0",
        "1,200 of 3,400 · 1 Jan 1970",
        "Bread 1",
        "1,200 of 3,400 · 1 Jan 1970",
        "… 1 more",
    ]
    long = lines(profile(conversations=(conversation("x" * 200),)))[5]
    assert long.startswith("x" * 89 + "…")
    assert (
        LIGHT.colors["muted"]
        in page(profile(conversations=conversations), LIGHT).partition("Conversations")[2]
    )


class Pictures(QObject):
    """One picture, which arrives when a test says so."""

    arrived = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.loaded: QImage | None = None

    def find(self, blob: str) -> bool:
        return blob == FACE

    def image(self, _blob: str, _side: int) -> QImage | None:
        return self.loaded


@pytest.fixture(scope="module")
def village() -> Village:
    return Village()


@pytest.fixture
def panel(village: Village, tmp_path: Path, qtbot: QtBot) -> Iterator[PersonPanel]:
    """A panel without a window, at Ann's message."""
    panel = PersonPanel(LIGHT)
    qtbot.addWidget(panel)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", village.said))
        session: Any = AnsweringSession(library)
        session.pictures = Pictures()
        panel.show_place(session, village.root.key, village.root.key)
        yield panel


def follow(panel: PersonPanel, address: str) -> None:
    url = QUrl()
    url.setFragment(address, QUrl.ParsingMode.DecodedMode)
    panel.page.anchorClicked.emit(url)


def test_the_way_back_leads_to_each_person_before(panel: PersonPanel, village: Village) -> None:
    assert panel.name.text() == "Anna"
    assert panel.back.isHidden()
    names = []
    for feed in (village.bob.feed, village.cem.feed):
        follow(panel, feed)
        names.append(panel.name.text())
    assert names == [village.bob.feed[:9], "Cem"]
    names = []
    while not panel.back.isHidden():
        panel.back.click()
        names.append(panel.name.text())
    assert names == [village.bob.feed[:9], "Anna"]
    panel._go_back()
    assert panel.name.text() == "Anna", "there is no way back"
    follow(panel, village.cem.feed)
    panel.show_current(village.answer.key)
    assert panel.name.text() == village.bob.feed[:9]
    assert panel.back.isHidden()


def test_without_a_known_message_no_person_is_shown(panel: PersonPanel, village: Village) -> None:
    parts = panel.all, panel.copy, panel.picture, panel.name, panel.id
    assert not any(each.isHidden() for each in parts)
    for key, hint in (
        ("%unknown.sha256", "Only authors of SSB messages that are here have a profile."),
        (None, "Select a message to see who wrote it."),
    ):
        panel.show_current(key)
        assert all(each.isHidden() for each in parts)
        assert panel.page.toPlainText() == hint
        panel.show_current(village.root.key)
        assert panel.name.text() == "Anna"
    panel.show_current("%unknown.sha256")
    panel.end()
    assert panel.page.toPlainText() == "Select a message to see who wrote it."


def test_the_id_is_shown_whole_copied_and_opened(panel: PersonPanel, village: Village) -> None:
    opened: list[str] = []
    panel.thread_wanted.connect(opened.append)
    feed = village.ann.feed
    assert (panel.id.text(), panel.id.toolTip()) == (feed[:9], feed)
    panel.copy.click()
    assert QGuiApplication.clipboard().text() == feed
    panel.all.click()
    follow(panel, village.root.key)
    assert opened == [f"feed:{feed}", village.root.key]


def test_a_cut_list_is_expanded_and_the_next_person_has_a_cut_one(
    panel: PersonPanel, village: Village
) -> None:
    assert panel._profile
    conversations = tuple(conversation(f"Bread {number}", number) for number in range(SHOWN + 2))
    panel._profile = profile(conversations=conversations)
    panel.write_again()
    assert "Bread 39" in panel.page.toPlainText()
    assert panel.page.toPlainText().endswith("… 2 more")
    follow(panel, "more")
    assert "Bread 41" in panel.page.toPlainText()
    assert "more" not in panel.page.toPlainText()
    panel._show(_ProfileAnswer(profile(conversations=conversations, messages=7)))
    assert "Bread 41" in panel.page.toPlainText(), "it is the same person"
    panel.show_key()
    for lead_elsewhere in (
        lambda: follow(panel, village.bob.feed),
        panel.back.click,
        lambda: panel.show_current(village.answer.key),
        lambda: panel.show_person(village.cem.feed),
    ):
        before = panel.name.text()
        lead_elsewhere()
        assert panel.name.text() != before
        assert panel._shown == SHOWN
        follow(panel, "more")


def test_a_page_that_changes_stays_where_it_is_and_another_begins_at_its_top(
    panel: PersonPanel, village: Village
) -> None:
    panel.resize(300, 300)
    panel.grab()  # forces a layout
    bar = panel.page.verticalScrollBar()
    bar.setValue(40)
    assert bar.value() == 40
    panel.refresh()
    assert bar.value() == 40
    panel.show_person(village.bob.feed)
    assert bar.value() == 0


def test_the_picture_is_drawn_until_it_arrives(panel: PersonPanel) -> None:
    assert panel.session
    pictures: Any = panel.session.pictures

    def middle() -> QColor:
        image = panel.picture.pixmap().toImage()
        return image.pixelColor(image.width() // 2, image.height() // 2)

    drawn = middle()
    pictures.loaded = QImage(64, 64, QImage.Format.Format_RGB32)
    pictures.loaded.fill(QColor("lime"))
    pictures.arrived.emit("&other")
    assert middle() == drawn
    pictures.arrived.emit(FACE)
    assert middle() == QColor("lime")
    assert panel.picture.accessibleName() == "Picture"


def test_the_page_has_the_colors_of_the_theme(panel: PersonPanel) -> None:
    for name in ("dark", "light"):
        panel.set_theme(load(name))
        assert load(name).colors["text"] in panel.page.toHtml()
