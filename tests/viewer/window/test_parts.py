"""A long view is shown in part before all of it is read."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Question, search_address
from tanglescope.engine.store.conversations import views
from tanglescope.viewer.window import opening
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_for_messages, wait_for_rows, wait_until_open

ADDRESSES = ["#boats", str(search_address(Question("pier")))]


@pytest.fixture
def said() -> list[Said]:
    ann = Author("ann")
    return [ann.say(post(f"pier {number}", channel="boats")) for number in range(90)]


@pytest.fixture
def window(
    open_window: Open,
    tmp_path: Path,
    said: list[Said],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> MainWindow:
    monkeypatch.setattr(views, "LONG", 0)
    monkeypatch.setattr(opening, "FIRST", 24)
    made = open_window(write(tmp_path / "log.ndjson", said))
    wait_for_messages(qtbot, made, len(said))
    qtbot.waitUntil(lambda: made.model.address != "", timeout=10_000)
    return made


def watched(window: MainWindow) -> list[tuple[str, int, bool, str]]:
    """What happens to the rows from now on, their number, and what the heading says."""
    seen: list[tuple[str, int, bool, str]] = []
    model, heading = window.model, window.reading.heading

    def note(what: str) -> None:
        seen.append((what, model.rowCount(), model.is_part, " ".join(heading._extent)))
        assert model.is_part is (model.place(0) == (0, 0))

    model.modelReset.connect(lambda: note("reset"))
    model.layoutChanged.connect(lambda: note("layout"))
    window.opening.opened.connect(lambda _: note("opened"))
    return seen


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_first_rows_are_shown_before_the_others_are_put_below(
    window: MainWindow, address: str, said: list[Said], qtbot: QtBot
) -> None:
    seen = watched(window)
    window.open_thread(address)
    wait_for_rows(qtbot, window, 90)
    assert [each[:3] for each in seen] == [
        ("reset", 24, True),
        ("layout", 90, False),
        ("opened", 90, False),
    ]
    assert "90 messages" in seen[-1][3]
    assert "messages" not in seen[1][3]
    assert [window.model.key(row) for row in range(90)] == [each.key for each in said]


@pytest.mark.parametrize("is_asked", [True, False])
def test_rows_are_put_around_the_message_at_which_a_view_is_opened(
    window: MainWindow, is_asked: bool, said: list[Said], qtbot: QtBot
) -> None:
    key, root = said[45].key, said[0].key
    window.open_thread("#boats")
    wait_for_rows(qtbot, window, 90)
    window.timeline.go_to(said[89].key if is_asked else key)
    left = window.timeline.visible_rows()
    window.open_thread(root)
    wait_until_open(qtbot, window, root)
    seen = watched(window)
    window.opening.open("#boats", key if is_asked else None)
    wait_for_rows(qtbot, window, 90)
    assert [each[:3] for each in seen] == [
        ("reset", 48, True),
        ("layout", 90, False),
        ("opened", 90, False),
    ]
    assert [window.model.key(row) for row in range(90)] == [each.key for each in said]
    if is_asked:
        assert window.timeline.current_key() == key
    else:
        assert window.timeline.visible_rows() == left


def test_what_is_left_before_it_is_read_does_not_count_as_read(
    window: MainWindow, said: list[Said], qtbot: QtBot
) -> None:
    assert window._session
    boats = window._session.library.conversation("#boats")
    part = boats.part(None, 4)
    assert part is not None
    window.reading.begin(boats.headline(4), part, None)
    assert window.model.rowCount() == 4
    window.open_thread(said[0].key)
    wait_until_open(qtbot, window, said[0].key)
    assert window._settings.within("#boats").read is None
