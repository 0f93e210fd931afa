"""Every kind of link that messages have: it opens what it names, or a sentence says why not."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from tanglescope.engine.message.uris import uri
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.subjects import MessageSubject, Subject, subject_of_link
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.blobs.pictures import blob_id, put_blob
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_for_messages, wait_until_open, wait_until_read

BROWSER = "Open this address in the browser?"
NO_WEB = "This isn't a web address."
NOT_HERE = "That message isn't here."
UNKNOWN = "Nothing with that address is known here. Check it, or import the archive"
ABSENT = f"%{'A' * 43}=.sha256"
ABSENT_FILE = blob_id(b"absent")

Follow = Callable[[str], None]


class Letters:
    """A thread by Ann whose messages have a link each, and a message by Bob that they name."""

    def __init__(self, folder: Path) -> None:
        ann, bob = Author("ann"), Author("bob")
        song = put_blob(folder / "blobs", b"OggS")
        self.there = bob.say(post("Boats leave at #Noon"))
        self.root = ann.say(post("Letters"))
        there, boats = self.there.key, bob.say({**post("in a channel"), "channel": "noon"})
        person = f"person {bob.feed}"
        self.links = {
            "https://twitter.com/x/status/1": BROWSER,
            "http://a.example": BROWSER,
            "HTTPS://A.example/Path?q=1#part": BROWSER,
            "http://a.example:8080/?unbox=1": BROWSER,
            "www.a.example/page": BROWSER,
            f"https://viewer.example/%25{'A' * 43}%3D.sha256": BROWSER,
            "mailto:ann@a.example": NO_WEB,
            "ftp://a.example/file": NO_WEB,
            "file:///etc/passwd": NO_WEB,
            "../page.html": NO_WEB,
            "https://": NO_WEB,
            bob.feed: person,
            uri(bob.feed): person,
            f"ssb://feed/ed25519/{uri(bob.feed).rpartition('/')[2]}": person,
            there: there,
            uri(there): there,
            f"ssb://message/sha256/{uri(there).rpartition('/')[2]}": there,
            f"{there}?unbox=abcd=.boxs": there,
            f"{uri(there)}?unbox=abcd=.boxs": there,
            "#noon": "#noon",
            "#Noon": "#noon",
            ABSENT: NOT_HERE,
            uri(ABSENT): NOT_HERE,
            "%cut=.sha256": "No known id begins with %cut",
            "ssb:experimental?action=start-http-auth": UNKNOWN,
            song: "Save",
            f"{song}?unbox=abcd=.boxs": "Save",
            ABSENT_FILE: "This file isn't here",
            uri(ABSENT_FILE): "This file isn't here",
        }
        self.replies = {
            link: ann.say(post(f"See [this]({link}) now", self.root)) for link in self.links
        }
        self.said: list[Said] = [self.there, boats, self.root, *self.replies.values()]


@pytest.fixture
def letters(tmp_path: Path) -> Letters:
    return Letters(tmp_path)


@pytest.fixture
def window(
    open_window: Open, letters: Letters, tmp_path: Path, qtbot: QtBot
) -> Iterator[MainWindow]:
    window = open_window(write(tmp_path / "log.ndjson", letters.said))
    wait_until_read(qtbot, window)
    wait_for_messages(qtbot, window, len(letters.said))
    window.open_thread(letters.root.key)
    wait_until_open(qtbot, window, letters.root.key)
    begin_anew(window)
    yield window
    for box in window.findChildren(QMessageBox):
        box.close()


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    asked: list[object] = []
    # Of a file that isn't here, the window asks for its folder.
    monkeypatch.setattr(file_dialogs, "for_blobs", lambda _: None)
    monkeypatch.setattr(
        "tanglescope.viewer.blobs.showing.save_file", lambda *each: asked.append(each)
    )
    return asked


def click(window: MainWindow, letters: Letters, qtbot: QtBot) -> Follow:
    """Follow the link of a message with the mouse."""

    def follow(link: str) -> None:
        timeline = window.timeline
        timeline.go_to(letters.replies[link].key)
        timeline.grab()
        place = place_of(window, subject_of_link(link), letters.replies[link].key)
        qtbot.mouseClick(timeline.viewport(), Qt.MouseButton.LeftButton, pos=place)

    return follow


def place_of(window: MainWindow, wanted: Subject, key: str) -> QPoint:
    """A point of the timeline that shows a link of a message."""
    timeline = window.timeline
    area = timeline.visualRect(timeline.currentIndex()) & timeline.viewport().rect()
    places = (
        QPoint(x, y)
        for y in range(area.bottom() - 4, area.top(), -3)
        for x in range(area.left(), area.right(), 4)
    )
    shown = (MessageSubject(key), None)
    found = [
        place
        for place in places
        if (subject := timeline.subject_at(timeline.viewport().mapTo(timeline, place))) not in shown
        and (subject == wanted or type(subject).__name__ == "FileSubject")
    ]
    assert found, wanted
    return found[len(found) // 2]


def choose(window: MainWindow, letters: Letters, _: QtBot) -> Follow:
    """Follow the link of a message with the command in the menu, as its key does."""

    def follow(link: str) -> None:
        window.timeline.go_to(letters.replies[link].key)
        window.menus.action("open_link").trigger()

    return follow


@pytest.mark.parametrize("by", [click, choose])
def test_a_link_opens_what_it_names_or_says_why_not(
    window: MainWindow,
    letters: Letters,
    saved: list[object],
    qtbot: QtBot,
    by: Callable[[MainWindow, Letters, QtBot], Follow],
) -> None:
    follow = by(window, letters, qtbot)
    people: list[str] = []
    window.ways.person_wanted.connect(people.append)
    for link, outcome in letters.links.items():
        follow(link)
        if outcome.startswith(("%", "#")):
            wait_until_open(qtbot, window, outcome)
            assert said(window, people, saved) == [], link
            assert window.ways.ways()[0], link
            window.menus.action("back").trigger()
            wait_until_open(qtbot, window, letters.root.key)
        else:
            assert [each[: len(outcome)] for each in said(window, people, saved)] == [outcome], link
            assert window.model.address == letters.root.key, link
        if outcome not in (letters.there.key, "#noon") and "person" not in outcome:
            assert not window.ways.ways()[0], link
        begin_anew(window)


def said(window: MainWindow, people: list[str], saved: list[object]) -> list[str]:
    """Everything that a link has shown, in words."""
    boxes = [box.text() for box in window.findChildren(QMessageBox) if box.isVisible()]
    status = window.activity._state.text().rpartition(": ")[2]
    banner = [window.banner.text.text()] if window.banner.isVisible() else []
    shown = [f"person {feed}" for feed in people] + ["Save" for _ in saved]
    people.clear()
    saved.clear()
    return [*boxes, *filter(None, [status]), *shown, *banner]


def begin_anew(window: MainWindow) -> None:
    """Close what a link has opened."""
    for box in window.findChildren(QMessageBox):
        box.close()
        box.setParent(None)
        box.deleteLater()
    window.workbench.close_panel()
    window.activity.say("")
    window.ways._path_back.clear()


def test_a_web_link_of_another_message_leaves_back_alone(
    window: MainWindow, letters: Letters, qtbot: QtBot
) -> None:
    links = iter(letters.links)
    timeline = window.timeline
    timeline.go_to(letters.replies[next(links)].key)
    other = letters.replies[link := next(links)].key
    timeline.grab()
    row = window.model.row_of(other)
    assert row is not None
    area = timeline.visualRect(timeline.model().index(row, 0)) & timeline.viewport().rect()
    wanted = subject_of_link(link)
    [place, *_] = (
        place
        for y in range(area.bottom() - 4, area.top(), -3)
        for x in range(area.left(), area.right(), 4)
        if timeline.subject_at(timeline.viewport().mapTo(timeline, place := QPoint(x, y))) == wanted
    )
    qtbot.mouseClick(timeline.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert timeline.current_key() == other
    assert said(window, [], []) == [BROWSER]
    assert window.ways.ways() == (False, False)


def test_the_browser_opens_a_link_once_that_is_confirmed(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    for link in ("HTTPS://A.example/Path", "www.a.example"):
        window.ways.follow(link)
        (box,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
        assert box.informativeText() == link
        (button,) = (each for each in box.findChildren(QPushButton) if each.text() == "Open")
        button.click()
    assert [url.toString() for url in opened] == ["https://a.example/Path", "http://www.a.example"]
