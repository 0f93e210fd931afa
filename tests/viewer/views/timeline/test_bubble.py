import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tanglescope.engine.blobs.folders import FoundBlob
from tanglescope.engine.blobs.formats import PictureShape
from tanglescope.engine.blobs.links import BlobLink
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.reduce.activities import Book, Gathering, Review
from tanglescope.engine.words.message_types import details_of
from tanglescope.viewer.models.row import Quote, Row
from tanglescope.viewer.picture_places import blocks_of
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline import attachments
from tanglescope.viewer.views.timeline.attachments import File, FileBlock
from tanglescope.viewer.views.timeline.bubble import Bubble
from tanglescope.viewer.views.timeline.context import Context, RowMarks, is_headed
from tanglescope.viewer.views.timeline.line import LineLayout
from tanglescope.viewer.views.typography import (
    AFTER_HEART,
    BEFORE_VOTES,
    PADDING,
    PADDING_ABOVE,
    BubbleLook,
)
from tests.engine.blobs.pictures import blob_id
from tests.viewer.fake_library import message

ENGLISH = "Where does the night ferry land tonight, and when?"
HEBREW = "איפה עוגנת מעבורת הלילה?"


def laid_out(text: str) -> Bubble:
    said = message("%a", {"type": "post", "text": text})
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 900)
    return Bubble(Row("%a", said, "Ann", text), Context(None, True, ()), look)


def ink(bubble: Bubble, line: int = 0) -> tuple[int, int, int]:
    """Return the first and last column with letters, and the width available for them."""
    room = bubble._frame.adjusted(PADDING, 0, -PADDING, 0)
    height = round(bubble._text.y()) + line * 20 + 8
    columns = [x for x in range(900) if bubble.is_text_at(QPointF(x, height))]
    return min(columns) - room.left(), max(columns) - room.left(), room.width()


def test_text_starts_on_the_side_of_its_direction(application: QApplication) -> None:
    left, right, width = ink(laid_out(f"{HEBREW}\n\n{ENGLISH}"))
    assert (left > width / 4, width - right < 4) == (True, True)
    left, right, width = ink(laid_out(f"{ENGLISH}\n\n{HEBREW}"))
    assert left < 4


def test_right_to_left_text_is_painted_within_its_bubble(application: QApplication) -> None:
    bubble = laid_out(HEBREW)
    picture = QImage(900, bubble.height, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    with QPainter(picture) as painter:
        bubble.paint(painter, 0, RowMarks())
    frame, row = bubble._frame, round(bubble._text.y()) + 8
    dark = [
        x
        for x in range(frame.left() + 4, frame.right() - 4)
        if any(picture.pixelColor(x, row + up).lightness() < 100 for up in range(-6, 6))
    ]
    assert len(dark) > 60
    left, right, width = ink(bubble)
    assert left < 8
    assert width - right < 8


def test_the_bar_of_a_quote_is_where_its_lines_start(application: QApplication) -> None:
    bubble = laid_out(f"> {HEBREW}\n\n{ENGLISH}")
    [block] = bubble._document.quotes()
    assert (block.blockFormat().leftMargin(), block.blockFormat().rightMargin()) == (0, 16)


def test_a_message_without_author_and_time_has_no_line_for_them(application: QApplication) -> None:
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 900)
    said = message("%a", {"type": "node", "text": "a"})
    bare = replace(said, author="", asserted=None, received=None, rule=Rule.UNSIGNED)
    heads = [
        Bubble(Row("%a", each, each.author, "a"), Context(None, True, ()), look)
        for each in (said, bare)
    ]
    assert heads[0].above - heads[1].above == look.line + 4
    assert heads[1]._author.isNull()


def test_the_author_of_a_quote_is_a_link_and_its_text_leads_to_the_message(
    application: QApplication,
) -> None:
    feed = f"@{'A' * 43}=.ed25519"
    quotes = (Quote("%q", "Ann", feed, "Who?"), Quote("%r", "node", "node", "an unsigned one"))
    said = message("%a", {"type": "post", "text": ENGLISH})
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 900)
    bubble = Bubble(Row("%a", said, "Bob", ENGLISH), Context(None, True, quotes), look)
    left, top = bubble._frame.left() + PADDING, bubble._frame.top() + PADDING_ABOVE
    step = bubble._strips.step
    name, text = QPointF(left + 14, top + 4), QPointF(left + 60, top + 4)
    assert (bubble.link_at(name), bubble.link_at(text)) == (feed, "")
    assert (bubble.quote_at(name), bubble.quote_at(text)) == ("%q", "%q")
    assert bubble.link_at(name + QPointF(0, step)) == ""
    assert bubble.quote_at(name + QPointF(0, step)) == "%r"


def linked(bubble: Bubble) -> list[tuple[str, str]]:
    """Return the linked texts of a bubble and their targets."""
    found, block = [], bubble._document.begin()
    while block.isValid():
        pieces = block.begin()
        links = []
        while not pieces.atEnd():
            links += [pieces.fragment()] if pieces.fragment().charFormat().isAnchor() else []
            pieces += 1
        found += [(each.text(), each.charFormat().anchorHref()) for each in links]
        block = block.next()
    return found


def test_names_in_the_facts_of_a_message_lead_to_the_people(application: QApplication) -> None:
    ann, bob = (f"@{letter * 43}=.ed25519" for letter in "AE")
    names = {ann: "Ann", bob: "Bob \uffff0:x\uffff"}
    content = {"type": "gathering", "title": "Picnic"}
    activity = Gathering("Picnic", location="Ann's garden \uffff1:y\uffff", attending=(ann, bob))
    details = details_of(content, names.__getitem__, "", activity)
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 900)
    said = message("%a", content)
    bubble = Bubble(Row("%a", said, "Eve", "", details=details), Context(None, True, ()), look)
    assert details.facts == [("Where", "Ann's garden 1:y"), ("Coming", "2: Ann and Bob 0:x")]
    assert linked(bubble) == [("Eve", said.author), ("Ann", ann), ("Bob 0:x", bob)]


def test_names_in_the_sentence_of_a_message_lead_to_people_and_messages(
    application: QApplication,
) -> None:
    ann, tea = f"@{'A' * 43}=.ed25519", f"%{'A' * 43}=.sha256"
    names = {ann: "Ann", tea: "“Tea”", "javascript:x": "that"}
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 900)

    def links_of(content: dict[str, object]) -> tuple[str, list[tuple[str, str]]]:
        details = details_of(content, names.__getitem__, "", None)
        said = message("%a", content)
        bubble = Bubble(Row("%a", said, "Eve", "", details=details), Context(None, True, ()), look)
        return details.summary, linked(bubble)[1:]

    invitation = {"type": "chess_invite", "inviting": ann, "myColor": "black"}
    assert links_of(invitation) == (
        "invites Ann to a game of chess, plays black",
        [("Ann", ann)],
    )
    attending = {"type": "about", "about": tea, "attendee": {"link": ann}}
    assert links_of(attending) == ("will come to “Tea”", [("“Tea”", tea)])
    assert links_of({"type": "tag", "message": "javascript:x"}) == ("tags that", [])


def test_the_author_of_a_review_is_a_link(application: QApplication) -> None:
    ann = f"@{'A' * 43}=.ed25519"
    content = {"type": "bookclub", "title": "Log"}
    book = Book("Log", reviews=(Review(ann, 4, 5, "4 / 5", "Ann likes it.", ""),))
    details = details_of(content, lambda _: "Ann", "", book)
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 900)
    said = message("%a", content)
    bubble = Bubble(Row("%a", said, "Eve", "", details=details), Context(None, True, ()), look)
    assert details.facts[-1] == ("Ann", "4 / 5 · Ann likes it.")
    assert linked(bubble)[1:] == [("Ann", ann)]


@pytest.mark.parametrize(("width", "points"), [(330, 10), (330, 20), (900, 20)])
def test_votes_have_space_beside_text_quotes_and_files(
    width: int, points: int, application: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = File(BlobLink(f"&{'A' * 43}=.sha256", "a long name.jpeg", "image/jpeg"), None)
    monkeypatch.setattr(attachments, "files_of", lambda *_: [file])
    text = "some words that make a line and go on, and on, and on, and on, and on, and on " * 3
    said = message("%a", {"type": "post", "text": text})
    look = BubbleLook(load("light"), QFont("DejaVu Sans", points), width)
    quote = Quote("%q", "Bob", "bob", text)
    bubble = Bubble(Row("%a", said, "Ann", text, votes=1234), Context(None, True, (quote,)), look)
    votes = bubble._frame.right() + BEFORE_VOTES + look.small_line + AFTER_HEART
    votes += QFontMetrics(look.small).horizontalAdvance("1,234")
    assert votes <= width
    [(_, area)] = bubble._files.areas()
    assert 0 < area.width() <= bubble._frame.width() - 2 * PADDING


def test_a_picture_is_where_its_author_put_it_and_other_files_are_below(
    application: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    boat, gone, song = (blob_id(name) for name in (b"boat", b"gone", b"song"))
    shape = FoundBlob(Path("boat"), 900, PictureShape("png", 300, 200))
    files = [
        File(BlobLink(boat, "boat", is_picture=True), shape),
        File(BlobLink(gone, "gone", is_picture=True), None),
        File(BlobLink(song, "song"), FoundBlob(Path("song"), 900, None)),
    ]
    monkeypatch.setattr(attachments, "files_of", lambda *_: files)
    bubble = laid_out(f"Look:\n\n![boat]({boat})\n\n> and ![gone]({gone})\n\nHear [song]({song}).")
    areas = {file.link.name: area for file, area in bubble._files.areas()}
    above, boat_place, within, gone_place, below = (
        bubble._document.documentLayout().blockBoundingRect(block)
        for block in blocks_of(bubble._document)
    )
    assert (areas["boat"].width(), areas["boat"].height()) == (300, 200)
    assert above.bottom() < areas["boat"].top()
    assert areas["boat"].bottom() < within.top() < areas["gone"].top()
    assert (areas["boat"].left(), areas["gone"].left()) == (0, 16)
    assert boat_place.intersects(areas["boat"])
    assert gone_place.intersects(areas["gone"])
    assert areas["gone"].bottom() < below.top() < areas["song"].top()
    inside = bubble._frame.adjusted(PADDING, PADDING_ABOVE, -PADDING, -PADDING_ABOVE)
    assert round(bubble._text.y() + areas["song"].bottom()) == inside.bottom() + 1
    assert all(area.right() <= inside.width() for area in areas.values())
    for name, area in areas.items():
        clicked = bubble.file_at(bubble._text + area.center())
        assert clicked is not None
        assert (clicked.file.link.name, len(clicked.pictures)) == (name, 1)
    assert bubble.file_at(bubble._text + within.center()) is None
    assert bubble.text((0, 1000)) == "Look:\n[picture: boat]\nand\n[picture: gone]\nHear song."


def test_a_picture_on_the_right_of_a_text_that_reads_leftward_is_in_its_bubble(
    application: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    boat = blob_id(b"boat")
    shape = FoundBlob(Path("boat"), 900, PictureShape("png", 80, 60))
    files = [File(BlobLink(boat, "boat", is_picture=True), shape)]
    monkeypatch.setattr(attachments, "files_of", lambda *_: files)
    bubble = laid_out(f"{HEBREW} ![boat]({boat})")
    [(_, area)] = bubble._files.areas()
    assert 0 <= area.left() < area.right() <= bubble._frame.width() - 2 * PADDING


@pytest.mark.parametrize("votes", [0, 3])
def test_a_bubble_fits_into_a_narrow_page(votes: int, application: QApplication) -> None:
    text = "some words that make a line and go on, and on"
    said = message("%a", {"type": "post", "text": text})
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 230, gutter=40)
    bubble = Bubble(Row("%a", said, "Ann", text, votes=votes), Context(None, True, ()), look)
    assert bubble._frame.right() <= 230


@pytest.mark.parametrize("author", ["Ann", "@BWmBnnHA", "A name that is far too long"])
@pytest.mark.parametrize("width", [110, 140, 160, 900])
def test_author_and_time_fit_into_a_narrow_page(
    author: str, width: int, application: QApplication
) -> None:
    said = message("%a", {"type": "post", "text": "a"})
    page = QImage(width + 400, 200, QImage.Format.Format_RGB32)
    page.fill(0xFFFFFF)
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), width)
    bubble = Bubble(Row("%a", said, author, "a"), Context(None, True, ()), look)
    with QPainter(page) as painter:
        bubble.paint(painter, 0, RowMarks())
    header = range(bubble._header_top, bubble._frame.top())
    beyond = {page.pixelColor(x, y).name() for x in range(width, width + 400) for y in header}
    assert beyond == {"#ffffff"}


@pytest.mark.parametrize(("width", "most"), [(900, 132), (300, 80)])
def test_the_names_of_authors_leave_two_thirds_of_a_line_to_its_text(
    width: int, most: int, application: QApplication
) -> None:
    said = message("%a", {"type": "post", "text": "a"})
    row = Row("%a", said, "A name that is far too long", "a")
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), width)
    line = LineLayout(row, Context(None, True, ()), look)
    middle = line.above + 2
    linked = [x for x in range(width) if line.link_at(QPointF(x, middle))]
    assert 0 < len(linked) <= most


def test_the_description_of_a_file_fits_into_a_narrow_bubble(
    application: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = File(BlobLink(f"&{'A' * 43}=.sha256", "a.jpeg", is_picture=True), None)
    monkeypatch.setattr(attachments, "files_of", lambda *_: [file])
    said = message("%a", {"type": "post", "text": ""})
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 16), 240)
    bubble = Bubble(Row("%a", said, "Ann", "", votes=2), Context(None, True, ()), look)
    picture = QImage(240, bubble.height, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    with QPainter(picture) as painter:
        bubble.paint(painter, 0, RowMarks())
    frame = bubble._frame
    [(_, area)] = bubble._files.areas()
    row = round(bubble._text.y() + area.center().y())
    beside = [*range(frame.left() - 1), *range(frame.right() + 2, frame.right() + BEFORE_VOTES)]
    assert all(
        picture.pixelColor(x, y).lightness() > 240 for x in beside for y in range(row - 8, row + 8)
    )


def test_the_row_of_a_file_has_room_for_its_whole_caption(application: QApplication) -> None:
    links = [BlobLink("&a", f"holiday{'s' * n}.jpg", "image/jpeg", 10**6) for n in range(30)]
    for points in (8, 9, 10, 11, 13):
        look = BubbleLook(load("light"), QFont("DejaVu Sans", points), 900)
        for link in links:
            file = File(link, None)
            found = FileBlock([file], look, 900)
            assert found.caption_within(file, found.width) == file.caption()
            for narrower in (20, 60, 100):
                caption = found.caption_within(file, found.width - narrower)
                assert caption in (f"{link.name} · image/jpeg", link.name)
        metrics = QFontMetrics(look.font)
        beyond = metrics.horizontalAdvance(file.caption()) - metrics.horizontalAdvance("holidays")
        shortest = found.caption_within(file, found.width - beyond)
        assert re.fullmatch(r"ho.*….*jpg", shortest)


def test_the_channel_of_a_message_is_a_link_beside_its_time(application: QApplication) -> None:
    said = message("%a", {"type": "post", "text": "Row", "channel": "Boats"})
    row = Row("%a", said, "Ann", "Row")

    def links(*, headed: bool, width: int) -> set[str]:
        look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), width)
        bubble = Bubble(row, Context(None, headed, ()), look)
        return {bubble.link_at(QPointF(x, bubble._header_top + 8)) for x in range(width)}

    assert "#boats" in links(headed=True, width=900)
    assert "#boats" not in links(headed=False, width=900)
    assert "#boats" not in links(headed=True, width=150), "there is no room for it"
    assert "#boats" in row.spoken_text()
    other = replace(row, message=replace(said, key="%b"))
    assert not is_headed(other, row)
    assert is_headed(replace(row, message=message("%b")), row)
