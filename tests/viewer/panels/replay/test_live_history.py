"""The live history: what is recorded, and when it begins again."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from tanglescope.engine.library import LibraryChange, TimelineSnapshot
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.replay.panel import LiveHistory
from tanglescope.viewer.session import Session


class Talking(QObject):
    """A session with one conversation, whose questions are answered when a test says so."""

    changed = Signal(object)

    def __init__(self, order: Sequence[str] = ("a", "b"), *, is_reported: bool = True) -> None:
        super().__init__()
        self.order, self.revision, self.is_reported = tuple(order), 5, is_reported
        self.waiting: list[Callable[[], None]] = []

    def ask(self, _kind: str, question: Callable[[Any], Any], then: Callable[[Any], None]) -> None:
        answer = question(self)
        self.waiting.append(lambda: then(answer))

    def conversation(self, address: str) -> SimpleNamespace:
        snapshot = TimelineSnapshot(address, self.revision, self.order, {})
        revision = self.revision if self.is_reported else None
        return SimpleNamespace(snapshot=lambda: snapshot, revision=lambda: revision)

    def answer(self) -> None:
        self.waiting.pop(0)()

    def change(
        self, revision: int, *edits: Edit, address: str = "%one", is_whole: bool = True
    ) -> None:
        """Report a change of a conversation."""
        change = TimelineChange(address, revision, edits, {}, {}, is_whole)
        self.changed.emit(LibraryChange((change,)))

    def look(self, *order: str) -> None:
        """Report that something has changed, but not what."""
        self.order = order
        self.changed.emit(LibraryChange())


@pytest.fixture
def session() -> Talking:
    return Talking()


@pytest.fixture
def live(application: QApplication) -> LiveHistory:
    panel = QObject()
    live = LiveHistory(cast(Panel, panel))
    assert live.parent() is panel
    return live


def watch(live: LiveHistory, session: Talking | None, address: str = "%one") -> None:
    live.watch(cast(Session, session), address)


def orders(live: LiveHistory) -> list[str]:
    """The orders after each recorded step."""
    assert live.history is not None
    return ["".join(live.history.order(step)) for step in range(len(live.history) + 1)]


def growths(live: LiveHistory) -> list[int]:
    """The length of the history whenever it grows, from now on."""
    found: list[int] = []
    live.grown.connect(lambda: found.append(len(live.history or ())))
    return found


def test_every_change_of_the_conversation_is_a_step(live: LiveHistory, session: Talking) -> None:
    grown = growths(live)
    watch(live, session)
    assert live.history is None
    session.answer()
    session.change(6, Insert("c", 1))
    session.change(9, Insert("x", 0), address="%two")
    session.change(7, Insert("d", 0), Move(3, 0))
    assert orders(live) == ["ab", "acb", "bdac"]
    assert grown == [0, 1, 2]
    assert session.waiting == []


def test_parts_of_one_change_are_steps_of_their_own(live: LiveHistory, session: Talking) -> None:
    watch(live, session)
    session.answer()
    session.change(6, Insert("c", 2), is_whole=False)
    session.change(6, Insert("d", 3))
    session.change(7, Insert("e", 4))
    assert orders(live) == ["ab", "abc", "abcd", "abcde"]


def test_a_change_that_was_read_already_is_no_step(live: LiveHistory, session: Talking) -> None:
    watch(live, session)
    session.answer()
    session.change(5, Insert("b", 1))
    assert orders(live) == ["ab"]


def test_after_a_missed_change_the_history_begins_again(
    live: LiveHistory, session: Talking
) -> None:
    watch(live, session)
    session.answer()
    session.order, session.revision = ("a", "b", "c", "d"), 7
    session.change(7, Insert("d", 3))
    assert live.history is None
    session.answer()
    assert orders(live) == ["abcd"]


def test_an_order_older_than_a_change_that_was_heard_of_is_read_again(
    live: LiveHistory, session: Talking
) -> None:
    watch(live, session)
    session.change(6, Insert("c", 2))
    session.order, session.revision = ("a", "b", "c"), 6
    session.answer()
    assert live.history is None
    session.answer()
    assert orders(live) == ["abc"]


def test_the_same_conversation_is_recorded_on_and_another_one_anew(
    live: LiveHistory, session: Talking
) -> None:
    watch(live, session)
    session.answer()
    session.change(6, Insert("c", 2))
    watch(live, session)
    assert orders(live) == ["ab", "abc"]
    watch(live, session, "%two")
    assert live.history is None
    watch(live, session, "")
    session.answer()
    assert live.history is None, "the answer came too late"
    assert session.waiting == [], "no conversation is open"


def test_only_the_current_session_is_followed(live: LiveHistory, session: Talking) -> None:
    watch(live, session)
    session.answer()
    other = Talking(["z"])
    watch(live, other)
    assert live.history is None
    other.answer()
    session.change(6, Insert("c", 2))
    assert orders(live) == ["z"]
    other.change(6, Insert("y", 0))
    assert orders(live) == ["z", "yz"]
    live.leave()
    assert live.history is None
    other.change(7, Insert("x", 0))
    assert live.history is None
    watch(live, None)
    assert other.waiting == []


def test_without_reports_of_edits_the_orders_are_compared(live: LiveHistory) -> None:
    session = Talking(is_reported=False)
    grown = growths(live)
    watch(live, session)
    session.look("a", "b", "c")
    assert len(session.waiting) == 1, "the conversation hasn't been read yet"
    session.answer()
    for order in ("acb", "acb", "xacb"):
        session.look(*order)
        session.answer()
    assert orders(live) == ["ab", "acb", "xacb"]
    assert grown == [0, 1, 2]
    session.look("x", "c", "b")
    session.answer()
    assert orders(live) == ["xcb"], "a message was removed"
    session.look("x", "c", "b", "d")
    watch(live, session, "%two")
    session.answer()
    assert live.history is None, "the answer came too late"
    session.waiting.clear()
    session.look("y")
    assert session.waiting == [], "it is being read"
