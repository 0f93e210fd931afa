from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice, load
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.archive.samples import unpack
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.windows import (
    Open,
    Talk,
    kind_of_row,
    notice,
    wait_for_rows,
    wait_until_open,
    wait_until_read,
)


def test_an_opened_archive_can_be_read(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 2)
    assert window.model.row(0).author == "Ann"
    assert [window.model.key(row) for row in range(41)] == [each.key for each in talk.answers]


def test_threads_are_found_by_words_and_names(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 2)
    qtbot.keyClicks(window.threads.filter, "bread")
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 1)
    assert window.threads.model.thread_at(0).root == talk.bread.key
    window.threads.filter.setText("Ann")
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 1)
    qtbot.waitUntil(lambda: window.threads.model.thread_at(0).root == talk.root.key)
    window.threads.filter.clear()
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 2)


def test_a_thread_is_chosen_with_the_keyboard(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 2)
    window.menus.action("next_thread").trigger()
    wait_until_open(qtbot, window, talk.bread.key)


def test_a_conversation_that_is_gone_is_reported(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    panel = window.workbench.open_panel("search")
    ways = window.ways.ways()
    for wanted in (window.threads.chosen, panel.thread_wanted):
        window.activity.say("")
        wanted.emit("graph:of another collection")
        assert "No conversation with the address graph:of" in window.activity._state.text()
        assert window.model.address == talk.root.key
        assert window.ways.ways() == ways
        assert not window.banner.isVisible()


def test_a_growing_file_is_followed_and_the_position_stays(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.answers[15].key)
    window.grab()
    before = window.timeline.visible_rows()
    with archive.open("ab") as file:
        for number in range(5):
            file.write(talk.answer(f"late {number}").line)
    wait_for_rows(qtbot, window, 46)
    window.grab()
    assert window.timeline.visible_rows() == before
    qtbot.waitUntil(lambda: window.pills.new.text() == "5 new")
    window.resize(window.width(), window.height() - 60)
    viewport = window.timeline.viewport()
    qtbot.waitUntil(lambda: viewport.geometry().contains(window.pills.new.geometry()))
    small = window.pills.new.size()
    window.appearance.set_text_size(6)
    qtbot.waitUntil(lambda: window.pills.new.size() == window.pills.new.sizeHint() != small)
    assert viewport.geometry().contains(window.pills.new.geometry())
    window.appearance.set_text_size(0)
    window.pills.new.click()
    window.grab()
    assert talk.answers[-5].key in dict(window.timeline.visible_rows())


def test_the_lower_edge_counts_new_messages_of_a_followed_file(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    state = window.activity.findChild(QLabel, "state")
    qtbot.waitUntil(lambda: state.text() == "43 messages added, 43 in all", timeout=10_000)
    with Library.open(tmp_path / "own.db") as elsewhere:  # as another program imports
        elsewhere.ingest(write(tmp_path / "more.ndjson", [Author("eve").say(post("hello"))]))
    with archive.open("ab") as file:
        file.write(talk.answer("late").line)
        file.write(b"{oops\n")
        file.write(talk.answer("later").line)
    qtbot.waitUntil(lambda: state.text() == "45 messages added, 46 in all", timeout=10_000)
    qtbot.waitUntil(lambda: window.activity.quarantine.text() == "1 bad record")


def test_the_lower_edge_shows_the_current_row_and_drops_old_reports(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    position, state = window.activity.position, window.activity.findChild(QLabel, "state")
    window.timeline.go_to(talk.answers[7].key)
    qtbot.waitUntil(lambda: position.text() == "Row 8 of 41")
    window.timeline.go_to_end()  # the selected message is off the screen
    qtbot.waitUntil(lambda: position.text() not in ("Row 8 of 41", "Row 41 of 41"))
    window.menus.action("copy_key").trigger()
    assert state.text() == "Id copied"
    window.activity.awhile.timeout.emit()
    assert state.text() == ""
    window.activity.start("an archive")
    assert not window.activity.awhile.isActive(), "what is going on is said until it ends"
    window.close_collection(window._home)
    assert position.isHidden()


def test_the_lower_edge_shows_the_current_row_while_rows_are_laid_out_again(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: window.activity.position.text() == "Row 1 of 41")
    window.timeline.go_to(talk.answers[7].key)
    window.timeline.viewport().repaint()
    window.timeline.doItemsLayout()  # before the window handles the new position
    qtbot.waitUntil(lambda: window.activity.position.text() == "Row 8 of 41")
    window.timeline.hide()  # as if a panel filled the window
    qtbot.waitUntil(lambda: not window.activity.position.text())
    window.timeline.show()
    qtbot.waitUntil(lambda: window.activity.position.text() == "Row 8 of 41")


def test_a_graph_whose_nodes_are_all_refused_opens_without_an_invented_time(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    nodes = ('{"id": "a", "after": ["b"]}', '{"id": "b", "after": ["a"]}')
    (tmp_path / "cycle.jsonl").write_text("\n".join(nodes) + "\n")
    window = open_window(tmp_path / "cycle.jsonl")
    qtbot.waitUntil(lambda: window.reading.heading.title == "Graph cycle", timeout=10_000)
    qtbot.waitUntil(window.banner.isVisible)
    assert "It comes after itself, through others" in notice(window)
    assert window.reading.heading._size.text() == "0 messages · signatures not checked"


def following(window: MainWindow, archive: Path, qtbot: QtBot) -> tuple[QLabel, str]:
    """Wait until the window follows the archive; return the label and the archive's name."""
    followed = window.activity.findChild(QLabel, "followed")
    name = f"{archive.parent.name}/{archive.name}"
    qtbot.waitUntil(lambda: followed.text() == f"Following {name}", timeout=10_000)
    return followed, name


def test_a_followed_file_that_vanishes_is_reported_and_followed_again_later(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    followed, name = following(window, archive, qtbot)
    elsewhere = archive.rename(tmp_path / "elsewhere")
    qtbot.waitUntil(lambda: followed.text() == f"{name} is gone", timeout=10_000)
    with elsewhere.open("ab") as file:
        file.write(talk.answer("late").line)
    elsewhere.rename(archive)
    qtbot.waitUntil(lambda: followed.text() == f"Following {name}", timeout=10_000)
    state = window.activity.findChild(QLabel, "state")
    qtbot.waitUntil(lambda: state.text() == "44 messages added, 44 in all", timeout=10_000)


def test_a_followed_file_that_is_replaced_is_not_called_missing(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    followed, name = following(window, archive, qtbot)
    archive.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4000))
    qtbot.waitUntil(lambda: followed.text() == f"{name} is no longer followed", timeout=10_000)
    assert window.banner.isVisible()
    window.open_thread(talk.bread.key)
    wait_until_open(qtbot, window, talk.bread.key)
    assert str(archive) in notice(window), "it isn't about a conversation"
    assert window._session
    window._session.reading.emit(str(archive))
    assert not window.banner.isVisible(), "it is read again"
    window._session.unanswered.emit("This order raised an error.")
    window.open_thread(talk.root.key)
    wait_until_open(qtbot, window, talk.root.key)
    assert not window.banner.isVisible(), "it was about a conversation"
    Library.open(tmp_path / "other.db").close()
    window.open_path(tmp_path / "other.db")
    assert followed.text() == ""


def test_half_a_record_is_bad_only_until_the_rest_arrives(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    late = talk.answer("late").line
    archive.write_bytes(archive.read_bytes() + late[:150])
    window = open_window(archive)
    qtbot.waitUntil(window.activity.quarantine.isVisible, timeout=10_000)
    with archive.open("ab") as file:
        file.write(late[150:])
    qtbot.waitUntil(lambda: not window.activity.quarantine.isVisible(), timeout=10_000)


def test_a_missing_message_fills_its_row_when_it_arrives(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    late = talk.said.pop()
    after = talk.answer("after the missing one")
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 42)
    assert kind_of_row(window, late.key) is RowKind.GHOST
    with Library.open(window._home, read_only=True) as library:
        row = 1 + library.conversation(talk.root.key).in_order().index(after.key)
    window.timeline.go_to(after.key)
    qtbot.waitUntil(lambda: window.activity.position.text() == f"Row {row} of 41", timeout=10_000)
    with archive.open("ab") as file:
        file.write(late.line)
    qtbot.waitUntil(lambda: kind_of_row(window, late.key) is RowKind.WRITING, timeout=10_000)
    assert window.model.rowCount() == 42


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20),
        ("empty.ndjson", b""),
        ("missing.ndjson", None),
        ("folder", "folder"),
        ("words.txt", b"These are words and no messages.\n" * 20),
    ],
)
def test_a_file_that_isnt_an_archive_is_reported_in_one_sentence(
    open_window: Open, tmp_path: Path, qtbot: QtBot, name: str, content: bytes | str | None
) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    window = open_window(path)
    qtbot.waitUntil(window.banner.isVisible, timeout=10_000)
    assert name in notice(window)
    assert "Traceback" not in notice(window)


def test_a_bad_line_goes_to_the_quarantine_and_the_rest_is_read(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    archive.write_bytes(archive.read_bytes() + b'{"key": "%broken"\n')
    window = open_window(archive)
    qtbot.waitUntil(window.activity.quarantine.isVisible, timeout=10_000)
    wait_for_rows(qtbot, window, 41)
    assert window.activity.quarantine.text() == "1 bad record"
    text = notice(window)
    assert text.startswith("43 messages were added. 1 record can't be used: ")
    assert "log.ndjson, line 44: This isn't JSON" in text
    assert str(tmp_path) not in text
    window.activity.quarantine.click()
    dialog = window.findChild(QWidget, "quarantine")
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.table.model().rowCount() == 1
    dialog.close()


def test_a_dropped_file_is_opened(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(archive))])
    window.drops.eventFilter(
        window,
        QDropEvent(
            QPointF(1, 1),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        ),
    )
    wait_until_open(qtbot, window, talk.root.key)


def test_a_database_opens_with_all_its_threads(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "other.db"
    with Library.open(database) as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    window = open_window(database)
    wait_until_open(qtbot, window, talk.root.key)
    assert window.model.rowCount() == 41


def test_opened_files_are_recent(
    open_window: Open, talk: Talk, tmp_path: Path, settings: Settings, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    wait_until_open(qtbot, open_window(archive), talk.root.key)
    assert settings.recent == [archive]
    archive.unlink()
    assert settings.recent == []


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_file_that_could_never_be_read_is_not_recent(
    open_window: Open, talk: Talk, tmp_path: Path, settings: Settings, qtbot: QtBot, is_alone: bool
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive, own_collections=is_alone)
    wait_until_read(qtbot, window)
    (wrong := tmp_path / "wrong.json").write_text('{"a":1}')
    window.open_path(wrong)
    qtbot.waitUntil(window.banner.isVisible, timeout=10_000)
    qtbot.waitUntil(lambda: settings.recent == [archive], timeout=10_000)
    assert [each.text() for each in window.menus._recent.actions()] == [str(archive)]
    archive.write_bytes(b"{}\n")
    window.open_path(archive)
    wait_until_read(qtbot, window)
    assert settings.recent == [archive], "it was read before"


def test_the_theme_changes_to_dark_and_back(
    open_window: Open, talk: Talk, tmp_path: Path, settings: Settings, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("theme_dark").trigger()
    corner = window.timeline.viewport().grab().toImage().pixelColor(2, 2)
    assert corner == load("dark").color("canvas")
    assert settings.theme is Choice.DARK
    window.menus.action("theme_light").trigger()
    corner = window.timeline.viewport().grab().toImage().pixelColor(2, 2)
    assert corner == load("light").color("canvas")


def test_the_geometry_of_the_window_is_stored(
    open_window: Open, settings: Settings, tmp_path: Path
) -> None:
    window = open_window()
    window.resize(700, 500)
    window.close()
    again = MainWindow(TABLE, tmp_path / "own.db", settings)
    assert again.size() == QSize(700, 500)
    again.close()


def test_private_messages_can_be_read_with_a_secret(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = unpack("small", tmp_path)
    window = open_window(folder / "log.ndjson")
    wait_until_read(qtbot, window)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 167, timeout=20_000)
    window.threads.turn_to(SidebarList.PRIVATE)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 0, timeout=20_000)
    window.unlocking.unlock(folder / "manifest.json")  # the wrong one first
    assert window.banner.isVisible()
    window.unlocking.unlock(folder / "secret")
    assert window.banner.isHidden(), "what was said about the other file is over"
    window.unlocking.unlock(folder / "secrets.json", groups=True)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > 0, timeout=20_000)
    qtbot.waitUntil(lambda: "in the list Private" in window.activity._state.text())
    threads = [
        window.threads.model.thread_at(row) for row in range(window.threads.model.rowCount())
    ]
    assert all(each.private for each in threads)
    private = max(threads, key=lambda each: each.messages)
    window.open_thread(private.address)
    wait_until_open(qtbot, window, private.address)
    assert window.model.rowCount() >= private.messages > 1
    assert kind_of_row(window, window.model.key(window.model.rowCount() - 1)) is RowKind.WRITING


def test_a_file_that_isnt_a_secret_is_reported_without_its_content(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    (tmp_path / "secret").write_text("hunter2")
    window.unlocking.unlock(tmp_path / "secret")
    assert "secret" in notice(window)
    assert "hunter2" not in notice(window)


def test_arrows_and_return_in_the_filter_choose_and_open_conversations(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 2, timeout=10_000)
    field = window.threads.filter
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    first = window.threads.model.thread_at(0).address
    wait_until_open(qtbot, window, first)
    other = ("bread", talk.bread.key) if first == talk.root.key else ("bicycles", talk.root.key)
    qtbot.keyClicks(field, other[0])
    qtbot.keyClick(field, Qt.Key.Key_Return)  # the search hasn't answered yet
    wait_until_open(qtbot, window, other[1])


def test_zoom_enlarges_everything_and_can_be_reset(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    heading = window.reading.heading
    parts = (window, window.menuBar(), window.threads.list, window.timeline, window.inspector.page)
    parts += (heading._size, heading._title, window.activity, window.workbench)
    before = [part.font().pointSizeF() for part in parts]
    height = window.threads.list.sizeHintForRow(0)
    for _ in range(4):
        window.menus.action("larger").trigger()
    grown = [small + 4 for small in before]

    def sizes() -> list[float]:
        return [part.font().pointSizeF() for part in parts]

    qtbot.waitUntil(lambda: all(size >= least for size, least in zip(sizes(), grown, strict=True)))
    assert window.threads.list.sizeHintForRow(0) > height
    window.menus.action("usual_size").trigger()
    qtbot.waitUntil(lambda: sizes() == before)


def test_the_lower_edge_shows_that_an_answer_takes_long(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    session, working = window.session, window.activity.working
    assert session is not None
    qtbot.waitUntil(working.isHidden)
    go_on = Event()

    def wait(_library: Library) -> None:
        go_on.wait()

    session.ask("long", wait, lambda _: None)
    session._questions.ask("long", wait, lambda _: None)
    qtbot.waitUntil(working.isVisible)
    assert working.text() == "Working…"
    go_on.set()
    qtbot.waitUntil(working.isHidden)


def test_a_window_without_a_collection_awaits_nothing(open_window: Open) -> None:
    """The recorded walk once waited two minutes for each picture of the start page."""
    assert open_window().is_settled()
