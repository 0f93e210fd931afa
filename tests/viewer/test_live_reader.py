"""Reading a hundred thousand messages while more arrive and others move."""

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ConversationSummary
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tests.viewer.fake_library import ROOT, message
from tests.viewer.long_thread import SIZE, LongThread, name

# The offscreen platform has no size hints for windows and warns about widgets that set them.

EDITS = 20  # in each change; five of them insert messages


class Stream(QObject):
    """Changes with edits all over the thread, one whenever the event loop is idle."""

    def __init__(self, fake: LongThread, model: TimelineModel) -> None:
        super().__init__(model)
        self.fake, self.model = fake, model
        self.changes = 0
        self._chance = random.Random(11)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(0)

    def stop(self) -> None:
        self._timer.stop()

    def _go_on(self) -> None:
        steps = []
        for number in range(EDITS):
            source = self._chance.randrange(len(self.fake.keys) - 60)
            if number % 4 == 0:
                steps.append(("insert", message(f"new{self.changes}-{number}"), source))
            else:
                steps.append(("move", source, source + self._chance.randrange(1, 50)))
        self.model.apply(self.fake.change(steps))
        self.changes += 1


class Reader:
    """A reading page on a live thread, operated like a reader does."""

    def __init__(self, qtbot: QtBot, settings: Settings) -> None:
        self.qtbot = qtbot
        self.fake = LongThread()
        self.page = ReadingPage(load("light"), settings)
        self.view = self.page.timeline
        self.page.resize(800, 700)
        self.model = TimelineModel(self.fake, self.page)
        self.page.set_model(self.model)
        summary = ConversationSummary(
            ROOT, "thread", ROOT, True, SIZE, 9, "A long thread", (), 1.5e12, 1.5e12
        )
        self.page.open_thread(summary, self.fake.snapshot)
        self.page.finder.wanted.connect(self._search)
        self.page.show()
        qtbot.waitExposed(self.page)
        self.stream = Stream(self.fake, self.model)

    def end(self) -> None:
        self.stream.stop()
        self.page.close()
        self.page.deleteLater()

    def wait_for_edits(self, changes: int = 5) -> None:
        """Wait until this many changes have arrived."""
        until = self.stream.changes + changes
        self.qtbot.waitUntil(lambda: self.stream.changes >= until, timeout=20_000)
        self.view.viewport().repaint()

    def press(self, key: Qt.Key, shift: bool = False) -> None:
        none, held = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
        self.qtbot.keyClick(self.view, key, held if shift else none)

    def seen(self) -> dict[str, int]:
        return dict(self.view.visible_rows())

    def _search(self, words: str) -> None:
        hits = (
            [
                key
                for key in self.fake.keys
                if words in self.fake.messages([key])[key].content["text"]
            ]
            if words
            else []
        )
        self.page.show_hits(words, hits)


@pytest.fixture
def reader(application: QApplication, settings: Settings, qtbot: QtBot) -> Iterator[Reader]:
    made = Reader(qtbot, settings)
    yield made
    made.end()


def test_a_live_timeline_keeps_the_position_and_the_chosen_messages(
    reader: Reader, qtbot: QtBot
) -> None:
    view, model = reader.view, reader.model

    # Reading: what is current stays where it is, whatever happens above and below.
    view.go_to(name(50_000))
    reader.wait_for_edits()
    for _ in range(8):
        reader.press(Qt.Key.Key_Down)
        key = view.current_key()
        assert key in reader.seen()
        before = reader.seen()[key]
        reader.wait_for_edits(3)
        assert view.current_key() == key
        assert reader.seen().get(key, before) == before
    assert reader.page.pills.new.isVisible()

    # Jumping: along causes and effects, by the pills, to both ends.
    view.go_to(name(60_000))
    (cause,) = model.edges.of([name(60_000)])[name(60_000)].causes
    assert view.go_to(cause)
    reader.wait_for_edits()
    assert view.current_key() == cause
    reader.page.pills.show_new()
    view.viewport().repaint()
    assert view.current_key().startswith("new")
    reader.press(Qt.Key.Key_End)
    reader.wait_for_edits()
    assert view.at_end
    reader.press(Qt.Key.Key_Home)
    assert model.row_of(view.current_key()) == 0

    # Choosing: messages stay chosen while rows move; nothing is held but a few rows.
    view.go_to(name(30_000))
    reader.press(Qt.Key.Key_Down, shift=True)
    reader.press(Qt.Key.Key_Down, shift=True)
    chosen = view.chosen_keys()
    assert len(chosen) == 3
    reader.wait_for_edits(10)
    assert view.chosen_keys() == chosen
    assert len(model.persistentIndexList()) < 40

    # Marking text: it is the same text after the next edits.
    reader.press(Qt.Key.Key_Escape)
    view.go_to(name(70_005))
    view.viewport().repaint()
    place = reader.seen()[name(70_005)] + 6
    qtbot.mouseDClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(view._placer.left + 80, place)
    )
    marked = view.selected_text()
    assert marked
    reader.wait_for_edits(10)
    assert view.selected_text() == marked

    # Searching: the hits in the order of the thread, and from one to the next.
    reader.page.finder.open_bar()
    reader.page.finder.field.setText("message 4242")
    qtbot.waitUntil(lambda: "of 11" in reader.page.finder.status.text(), timeout=20_000)
    rows = []
    for _ in range(11):
        reader.page.finder.step(1)
        rows.append(model.row_of(view.current_key()))
    assert len(set(rows)) == 11

    # And the model is still what the thread is.
    reader.stream.stop()
    assert model.keys(0, model.rowCount()) == reader.fake.keys


def test_edits_above_do_not_shift_the_position(reader: Reader) -> None:
    reader.stream.stop()
    view = reader.view
    view.go_to(name(90_000))
    view.viewport().repaint()
    before = view.place()
    for number in range(1000):
        reader.model.apply(reader.fake.insert(number * 80, message(f"above{number}")))
    view.viewport().repaint()
    assert view.place() == before
