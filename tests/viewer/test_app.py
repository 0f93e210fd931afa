"""The window with standard input, and pictures of it painted without a screen."""

import io
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.archive.stdin import Spool
from tanglescope.engine.library import Library
from tanglescope.viewer import app
from tanglescope.viewer.app import Screenshot, fill
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, notice
from tools.walk import faults


def test_standard_input_that_cannot_be_stored_is_reported(open_window: Open, qtbot: QtBot) -> None:
    window, spool = open_window(), Spool()
    spool.remove()  # as on a full disk
    fill(spool, io.BytesIO(b"{}\n"), window).join()
    qtbot.waitUntil(window.banner.isVisible)
    assert notice(window).startswith("Standard input can't be kept: No such file")


def test_the_demo_opens_its_sample_and_keeps_archives_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = []
    monkeypatch.setattr(app, "has_display", lambda: True)
    monkeypatch.setattr(app, "run", lambda *paths, on_sample: shown.append((paths, on_sample)))
    app.show_sample()
    assert shown == [((None, None), True)], "no database takes all archives"


@pytest.mark.usefixtures("qapp")
def test_a_picture_shows_what_the_window_shows_and_cuts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Author("ann")
    said = [ann.say(post("Hello")) for _ in range(3)]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", said))
    seen: list[tuple[bool, list[str]]] = []
    paint = app._paint

    def look(window: MainWindow, image: Path, size: tuple[int, int]) -> None:
        paint(window, image, size)
        seen.append((window.threads.isVisible() and window.threads.width() > 200, faults(window)))

    monkeypatch.setattr(app, "_paint", look)
    app.picture(tmp_path / "own.db", tmp_path / "out.png", Screenshot((1280, 800), view="quorums"))
    assert seen == [(True, [])]
