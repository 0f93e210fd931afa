"""Open conversations of every kind: following, tint, hiding, finding and tabs."""

from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Conversation
from tanglescope.engine.linear.horizon import closure
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import post
from tests.engine.club import Club, move
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Open, wait_for_messages, wait_until_open


class LateClub(Club):
    """The club, and messages for each of its conversations that arrive while a window is open."""

    def __init__(self) -> None:
        super().__init__()
        mentions = [{"link": self.bob.feed}]
        boats = {"channel": "boats", "mentions": mentions}
        self.news = [
            self.bob.say(post("A boat for you", self.root, self.mention, **boats)),
            self.ann.say(move("Bc4", self.game, self.third)),
            self.cyn.say(post("and on")),
        ]


@pytest.fixture
def club() -> LateClub:
    return LateClub()


@pytest.fixture(
    params=mostly_slow([*Club().addresses, "another order"], "thread", "everything", "feed")
)
def address(request: pytest.FixtureRequest, club: LateClub) -> str:
    return {**club.addresses, "another order": f"{club.chess}?by=timestamp"}[request.param]


@pytest.fixture
def archive(club: LateClub, tmp_path: Path) -> Path:
    return write(tmp_path / "log.ndjson", club.said)


@pytest.fixture
def window(
    open_window: Open, archive: Path, club: LateClub, address: str, qtbot: QtBot
) -> MainWindow:
    made = open_window(archive)
    wait_for_messages(qtbot, made, len(club.said))
    made.open_thread(address)
    wait_until_open(qtbot, made, address)
    return made


def conversation(window: MainWindow) -> Conversation:
    assert window._session
    return window._session.library.conversation(window.model.address)


def visible_keys(window: MainWindow) -> list[str]:
    """Return the keys of the rows, without missing and hidden messages."""
    rows = [window.model.row(row) for row in range(window.model.rowCount())]
    return [row.key for row in rows if row.kind not in (RowKind.GHOST, RowKind.HIDDEN)]


def concurrent_keys(window: MainWindow, key: str) -> set[str]:
    """Return the messages that are concurrent with one, by the causes in the graph.

    In a view, the path between two messages may use messages outside it, so all messages count.
    """
    assert window._session
    here = conversation(window)
    graphs = [here, window._session.library.conversation("everything")][: 1 + is_view(window)]
    causes = {node.id: node.after for each in graphs for node in each.graph().nodes}
    past = {name: closure(name, lambda each: causes.get(each, ())) for name in causes}
    inside = set(here.in_order()) - {key}
    return {name for name in inside if name not in past[key] and key not in past[name]}


def is_view(window: MainWindow) -> bool:
    """Whether the open conversation is a view: a selection from other conversations."""
    return conversation(window).address.kind in ("channel", "mentions", "search")


def test_rows_and_diagram_follow_arriving_messages(
    window: MainWindow, club: LateClub, archive: Path, qtbot: QtBot
) -> None:
    before = visible_keys(window)
    assert before == conversation(window).in_order()
    current = before[0]
    window.timeline.go_to(current)
    diagram = window.workbench.open_panel("diagram")
    assert isinstance(diagram, DiagramPanel)
    resets = QSignalSpy(window.model.modelReset)
    write(archive, [*club.said, *club.news])
    here = len(club.said) + len(club.news)
    wait_for_messages(qtbot, window, here)
    qtbot.waitUntil(lambda: visible_keys(window) == conversation(window).in_order(), timeout=10_000)
    came = set(visible_keys(window)) - set(before)
    assert came
    assert came <= {each.key for each in club.news}
    assert window.timeline.current_key() == current
    assert resets.count() == 0
    qtbot.waitUntil(
        lambda: diagram.view.plan is not None and came <= diagram.view.plan.numbers.keys(),
        timeout=10_000,
    )


def test_a_chosen_message_tints_concurrent_messages(window: MainWindow, qtbot: QtBot) -> None:
    lanes = window.timeline.lanes
    for key in visible_keys(window):
        window.timeline.go_to(key)
        qtbot.waitUntil(lambda key=key: lanes.horizon is not None and lanes.horizon.key == key)
        tinted = {each for each in visible_keys(window) if lanes.is_concurrent(each)}
        assert tinted == concurrent_keys(window, key)


def test_finding_hiding_and_tabs_work_in_every_kind(
    window: MainWindow, club: LateClub, address: str, qtbot: QtBot
) -> None:
    keys = visible_keys(window)
    word = "e5" if club.second.key in keys else window.model.row(0).text.split()[0]
    window.menus.action("find").trigger()
    qtbot.keyClicks(window.reading.finder.field, word)
    qtbot.waitUntil(lambda: window.reading.finder.status.text().startswith("1 of "))
    window.reading.finder.close_bar()
    author = conversation(window).messages(keys)[keys[-1]].author
    theirs = {key for key in keys if conversation(window).messages([key])[key].author == author}
    window.timeline.go_to(keys[-1])
    window.menus.action("hide_author").trigger()
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    assert set(keys) - theirs <= set(visible_keys(window))
    assert len(visible_keys(window)) < len(keys)
    window.menus.action("hide_nothing").trigger()
    qtbot.waitUntil(lambda: visible_keys(window) == keys)
    other = club.root.key if address != club.root.key else club.chess
    window.tabbing.open(other)
    wait_until_open(qtbot, window, other)
    window.menus.action("previous_tab").trigger()
    wait_until_open(qtbot, window, address)
    assert visible_keys(window) == keys
