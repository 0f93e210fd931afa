"""The timeline of an archive with the shape of real ones: its laws, approved texts, and pictures.

    python -m tests.viewer.test_old_archive

writes new texts and pictures. Read the difference: it shows what a change does on the screen.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QImage
from PySide6.QtWidgets import QApplication

from tanglescope.engine.library import EVERYTHING, ConversationSummary, Library, feed_address
from tanglescope.engine.words import times
from tanglescope.viewer.models.row import Row, RowKind
from tanglescope.viewer.models.thread_model import title
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load, put_on
from tanglescope.viewer.views.timeline.placing import PlacedBubble
from tanglescope.viewer.views.timeline.row_layout import RowLayout
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.data import old_archive
from tests.engine.authors import Author
from tests.viewer.test_golden import CODE, FOLDER, difference_of

GOLDEN = FOLDER / "old-archive.txt"
_LONGEST = 90
_MOST = 60
"""The lines of a conversation that are compared."""

PAINTED = 3
"""Threads of which there are pictures."""
SIZE = (620, 440)
THEMES = ("light", "dark")


class Pages:
    """A view in which the conversations of the old archive are opened one after the other."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.conversations = library.conversations()
        self.model = TimelineModel(library)
        self.view = TimelineView(load("light"))
        self.view.setFont(QFont("DejaVu Sans", 9))
        self.view.resize(900, 700)
        self.view.setModel(self.model)

    def open(self, address: str, *, unfolded: bool = False) -> None:
        self.model.open(address)
        if unfolded:
            for row in range(self.model.rowCount()):
                self.model.unfold(row)
        self.view._place()

    def lines(self) -> Iterator[RowLayout]:
        """Every line of the open conversation, as it is drawn."""
        row = 0
        while row < self.model.rowCount():
            placed = PlacedBubble(row, 0, self.view._placer.bubble(row))
            yield placed.bubble
            row = self.model.folds.at(row).stop

    def text(self, summary: ConversationSummary) -> list[str]:
        """What can be read of a conversation."""
        self.open(summary.address)
        lines = [f"== {title(summary)} ({summary.kind}, {summary.messages})"]
        for each in self.lines():
            if each.context.day:
                lines.append(f"-- {each.context.day}")
            lines += [
                f"   > {quote.author} {quote.text}"[:_LONGEST] for quote in each.context.quotes
            ]
            row = each.row
            name = row.author if each.context.headed or row.kind is RowKind.EVENT else ""
            said = " ".join(filter(None, (row.clock, name, row.text)))
            lines.append(f"{'~' if row.folds or row.hides else ' '}  {said}"[:_LONGEST])
        return lines


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("old")
    with Library.open(folder / "library.db") as library:
        library.ingest(old_archive.write(folder / "old.ndjson"))
        yield library


@pytest.fixture
def pages(qapp: QApplication, library: Library) -> Iterator[Pages]:
    made = Pages(library)
    yield made
    made.view.close()
    made.view.deleteLater()


def is_absent(row: Row) -> bool:
    return row.kind in (RowKind.GHOST, RowKind.HIDDEN)


def check(lines: list[RowLayout]) -> None:
    """Every message is below its date, missing ones are neighbours of none, all is read aloud."""
    heading = ""
    for each in lines:
        heading = (each.context.day or heading).partition(" · ")[0]
        if each.row.time is not None:
            assert times.day(each.row.time) == heading
        assert each.row.spoken_text()
    assert (True, True) not in pairwise(is_absent(each.row) for each in lines)


def test_every_conversation_can_be_read(pages: Pages) -> None:
    for summary in pages.conversations:
        pages.open(summary.address)
        check(list(pages.lines()))


def test_what_is_unfolded_is_below_its_date_too(pages: Pages) -> None:
    pages.open(EVERYTHING, unfolded=True)
    check([each for each in pages.lines() if not is_absent(each.row)])


def test_every_message_is_reached_although_it_may_be_folded(pages: Pages) -> None:
    pages.open(EVERYTHING)
    for key in pages.model.keys(0, pages.model.rowCount())[::12]:
        assert pages.view.go_to(key)
        assert pages.view.current_key() == key
        assert key in dict(pages.view.visible_rows())


def test_a_feed_of_likes_is_one_row(pages: Pages) -> None:
    bot = feed_address(Author("old archive bot").feed)
    pages.open(str(bot))
    [missing, likes] = pages.lines()
    assert (missing.row.kind, likes.row.folds) == (RowKind.GHOST, 37)


def transcript(pages: Pages) -> str:
    threads = [each for each in pages.conversations if each.kind == "thread"]
    others = [each for each in pages.conversations if each.kind in ("channel", "feed")]
    everything = pages.library.conversation(EVERYTHING).summary()
    wanted = [*(each for each in threads if each.messages > 1), *others, everything]
    return "\n".join("\n".join(pages.text(each)[:_MOST]) for each in wanted) + "\n"


def test_timelines_read_as_they_were_approved(pages: Pages) -> None:
    put_on(load("light"))
    assert transcript(pages).splitlines() == GOLDEN.read_text().splitlines()


def painted(pages: Pages) -> list[ConversationSummary]:
    """The longest threads with missing messages whose letters every machine can draw."""
    threads = [each for each in pages.conversations if each.kind == "thread"]
    found = []
    for summary in sorted(threads, key=lambda each: (-each.messages, each.address)):
        pages.open(summary.address)
        rows = [each.row for each in pages.lines()]
        letters = "".join(row.author + row.text for row in rows)
        if any(map(is_absent, rows)) and all(letter < "\u0250" for letter in letters):
            found.append(summary)
    return found[:PAINTED]


def paint(pages: Pages, summary: ConversationSummary, theme: str) -> QImage:
    look = load(theme)
    put_on(look)
    with patch.object(QFontDatabase, "systemFont", lambda _kind: QFont(CODE, 9)):
        pages.view.set_theme(look)
        pages.view.resize(*SIZE)
        pages.open(summary.address)
        pages.view.grab()
        pages.view.go_to_end()
        return pages.view.grab().toImage()


def picture_of(number: int, theme: str) -> Path:
    return FOLDER / f"old-thread-{number}-{theme}.png"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("number", range(PAINTED))
def test_threads_with_gaps_look_as_they_were_approved(
    pages: Pages, number: int, theme: str
) -> None:
    if QFontInfo(QFont("DejaVu Sans", 9)).family() != "DejaVu Sans":
        pytest.skip("the pictures are set in DejaVu Sans, which is not installed")
    found = paint(pages, painted(pages)[number], theme)
    golden = QImage(str(picture_of(number, theme)))
    assert found.size() == golden.size()
    assert difference_of(found, golden) < 0.005


if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "own.db") as opened:
        opened.ingest(old_archive.write(Path(folder) / "old.ndjson"))
        pages = Pages(opened)
        GOLDEN.write_text(transcript(pages))
        for number, summary in enumerate(painted(pages)):
            for theme in THEMES:
                paint(pages, summary, theme).save(str(picture_of(number, theme)))
