"""Lines in the timeline of an Autobase: up to where it is confirmed and signed, and by whom."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.lanes.lane_painter import BOW_WIDTH
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.page_parts import borders_of
from tests.engine.archive.corestore import store, truth
from tests.engine.authors import Author, post
from tests.engine.reduce.scenarios import EXAMPLE
from tests.engine.store.libraries import library_of
from tests.viewer.windows import Open, set_window, wait_until_open

pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")


def lines(folder: Path, name: str) -> dict[int, list[str]]:
    """Return the labels of lines by the number of the row above them, from 1."""
    with Library.open(folder / "library.db") as library:
        library.ingest(store(name))
        conversation = library.conversation(f"autobase:{truth(name)['key']}")
        order = conversation.in_order()
        return {
            order.index(key) + 1: [border.label for border in borders]
            for key, borders in borders_of(library, conversation).items()
        }


def test_two_lines_show_what_is_confirmed_and_what_is_signed(tmp_path: Path) -> None:
    signed, confirmed = sorted(lines(tmp_path, "encrypted").items())
    [said] = confirmed[1]
    assert re.fullmatch("confirmed up to here; next entries by [0-9a-f]{9} confirm all", said)
    assert signed[1][0].startswith("signed up to here; still to sign: ")
    assert signed[0] < confirmed[0]


def test_one_line_is_enough_if_all_confirmed_messages_are_signed(tmp_path: Path) -> None:
    [labels] = lines(tmp_path, "beginning").values()
    assert labels == ["confirmed and signed up to here"]


def test_both_pages_draw_the_lines(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(store("encrypted"))
    address = f"autobase:{truth('encrypted')['key']}"
    window = open_window(tmp_path / "library.db")
    window.open_thread(address)
    window.beside.open(address)
    for page in (window.reading, window.beside.page):
        qtbot.waitUntil(lambda page=page: len(page.timeline._lasting_borders) == 2, timeout=20_000)


def test_a_thread_has_no_such_lines(tmp_path: Path) -> None:
    root = Author("ann").say(post("Who bakes bread?"))
    with library_of(tmp_path, root, Author("bob").say(post("I", root))) as library:
        assert borders_of(library, library.conversation(root.key)) == {}


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    return set_window(open_window, tmp_path, qtbot)


def gutter(window: MainWindow) -> QImage:
    view = window.timeline
    lanes = view.lanes.gutter
    return view.viewport().grab().toImage().copy(0, 0, lanes + 40, view.viewport().height())


def test_bows_lead_from_messages_to_those_they_supersede(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    lanes = window.timeline.lanes
    narrow, plain = lanes.gutter, gutter(window)
    assert not lanes._bows
    window.menus.action("supersedes").trigger()
    qtbot.waitUntil(lambda: bool(lanes._bows))
    assert window._session is not None
    superseded = window._session.library.conversation(EXAMPLE["moot"]).relations["supersedes"]()
    assert {pair for pairs in lanes._bows.values() for pair in pairs} == set(superseded)
    assert lanes.gutter == narrow + BOW_WIDTH
    assert gutter(window) != plain
    assert settings.supersedes
    window.menus.action("supersedes").trigger()
    assert not lanes._bows
    assert lanes.gutter == narrow
    assert gutter(window) == plain


def test_another_conversation_has_bows_of_its_own(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.action("supersedes").trigger()
    qtbot.waitUntil(lambda: bool(window.timeline.lanes._bows))
    window.open_thread("everything")
    wait_until_open(qtbot, window, "everything")
    assert not window.timeline.lanes._bows
