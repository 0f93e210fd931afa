"""The two faces of the window: what each shows, and how one is chosen."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.table import DETAILS, PANELS, PLACES, PLACES_OF
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    LaneSubject,
    MessageSubject,
    Subject,
)
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log
from tests.viewer.windows import Open, Talk, wait_until_open

GRAPH = {"name": "bare", "nodes": [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.usual_face = None
    return settings


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    return window


def graph_of(folder: Path) -> Path:
    file = folder / "graph.ndjson"
    file.write_text(json.dumps(GRAPH))
    return file


def set_of(folder: Path) -> Path:
    return write_log(folder / "log", entries_of(EXAMPLE))


def test_feeds_open_for_reading(window: MainWindow) -> None:
    assert window.facing.face is Face.READING


@pytest.mark.parametrize("make", [graph_of, set_of])
def test_graphs_and_sets_open_for_debugging(
    make: "type[Path]", open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(make(tmp_path))
    qtbot.waitUntil(lambda: bool(window.opening.address), timeout=10_000)
    assert window.facing.face is Face.DEBUGGING


def test_a_face_is_remembered_for_its_collection(
    window: MainWindow, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    database = window.session.database
    window.menus.action("face").trigger()
    assert settings.of(database).face is Face.DEBUGGING
    window.open_database(tmp_path / "another.db")
    assert settings.of(tmp_path / "another.db").face is None
    window.menus.action("face").trigger()
    window.open_database(database)
    assert window.facing.face is Face.DEBUGGING


def test_reading_hides_what_is_for_debugging(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    window.timeline.go_to(talk.answers[3].key)
    qtbot.wait(1)
    assert window.reading.heading.about == ""
    assert window.timeline.lanes.horizon is None
    assert window.parts.ordering.button.isHidden()
    assert window.reading.excluded.isHidden()
    assert window.activity.position.isHidden()
    slim = window.timeline.lanes.gutter
    window.menus.action("face").trigger()
    qtbot.waitUntil(lambda: window.reading.heading.about != "", timeout=10_000)
    assert not window.parts.ordering.button.isHidden()
    assert not window.reading.excluded.isHidden()
    window.timeline.grab()
    assert window.timeline.lanes.gutter > slim > 0


def test_each_place_has_its_views_and_each_face_five_places_at_most(window: MainWindow) -> None:
    places = {place.name for place in PLACES}
    assert {kind.place for kind in PANELS} == places - {DETAILS}
    assert set().union(*PLACES_OF.values()) == places
    assert max(map(len, PLACES_OF.values())) <= 5


def test_a_place_opens_the_view_that_was_open_last(window: MainWindow) -> None:
    window.facing.turn(Face.DEBUGGING)
    window.facing.turn_place("order")
    assert window.workbench.name() == "why"
    window.workbench.open_panel("clocks")
    window.facing.turn_place("graph")
    window.facing.turn_place("order")
    assert window.workbench.name() == "clocks"
    window.facing.turn_place("order")
    assert window.workbench.name() == ""


def test_a_panel_for_debugging_turns_the_face(window: MainWindow) -> None:
    window.workbench.open_panel("search")
    assert window.facing.face is Face.READING
    window.workbench.open_panel("why")
    assert window.facing.face is Face.DEBUGGING
    assert window.workbench.name() == "why"
    window.facing.turn(Face.READING)
    assert window.workbench.name() == ""


def test_the_key_of_a_command_for_debugging_says_where_it_is(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.timeline.setFocus()
    qtbot.keyClick(window.timeline, Qt.Key.Key_O)
    assert window.workbench.name() == ""
    said = window.activity._state.text()
    assert said == "“Order of the messages” belongs to the debugging face. F12 turns to it."


def test_the_palette_offers_the_commands_of_both_faces(window: MainWindow) -> None:
    palette = CommandPalette(window.menus, window.ways, window)
    assert {"panel_why", "light", "panel_search"} <= {entry.name for entry in palette._entries}
    palette.close()
    window.menus.run("panel_statistics")
    assert window.facing.face is Face.DEBUGGING
    assert window.workbench.name() == "statistics"


@pytest.mark.parametrize("face", Face)
def test_no_menu_has_more_than_a_dozen_entries(window: MainWindow, face: Face) -> None:
    window.facing.turn(face)
    key = window.timeline.current_key() or window.model.row(0).key
    author = window.model.row(0).feed
    subjects: tuple[Subject, ...] = (
        *(MessageSubject(key), MessageSubject(window.model.row(1).key)),
        *(AuthorSubject(author), ConversationSubject(window.opening.address)),
        LaneSubject(key, key, author),
    )
    menus = [action.menu() for action in window.menuBar().actions()]
    menus += [window.context_menus.menu_for(each) for each in subjects]
    menus += [each.menu() for menu in menus for each in menu.actions() if each.menu()]
    for menu in menus:
        entries = [each for each in menu.actions() if each.isVisible() and not each.isSeparator()]
        assert len(entries) <= 12, menu.title()


def test_a_reply_is_written_where_it_is_asked_for(window: MainWindow, qtbot: QtBot) -> None:
    composer = window.writing.composer
    assert composer.isHidden()
    window.menus.action("reply").trigger()
    assert composer.isVisible()
    assert composer.field.hasFocus() or not window.isActiveWindow()
    qtbot.keyClick(composer.field, Qt.Key.Key_Escape)
    assert composer.isHidden()
    window.menus.action("reply").trigger()
    composer.field.setPlainText("Not yet")
    qtbot.keyClick(composer.field, Qt.Key.Key_Escape)
    assert composer.isVisible(), "a draft stays in sight"
