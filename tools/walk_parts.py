"""What the recorded walk shows besides views: states of the window, menus, and dialogs."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from tanglescope.engine.library import EVERYTHING, ImportReport, Progress, feed_address
from tanglescope.viewer import app
from tanglescope.viewer.dialogs.boxes import PlainBox, follow_link
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.manual import glossary
from tanglescope.viewer.manual.pages import ManualPlace
from tanglescope.viewer.manual.window import ManualWindow
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    LaneSubject,
    LinkSubject,
    MessageSubject,
    Subject,
)
from tanglescope.viewer.window.main_window import MainWindow
from tests.viewer.every_dialog import every_dialog

State = Callable[[MainWindow], AbstractContextManager[None]]

_RULES = {"json": 3, "damaged": 1, "signature": 12}
_CHECKING = Progress("checking", 30_000_000, 90_000_000, 41_250, _RULES, 5_321.0, 42.0)
_REPORT = ImportReport(41_250, 90_117, 16, _RULES)
_ERROR = "archives/log.ndjson: No such file or directory"


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Process events until a condition holds; fail if it never does."""
    app.wait_for(condition)
    if not condition():
        raise TimeoutError(what)


@contextmanager
def _turned(window: MainWindow, *commands: str) -> Iterator[None]:
    for name in commands:
        window.menus.action(name).trigger()
    yield
    for name in reversed(commands):
        window.menus.action(name).trigger()


@contextmanager
def _bare(window: MainWindow) -> Iterator[None]:
    shown = () if window.threads.isHidden() else ("threads",)
    with _turned(window, "toolbar", *shown):
        yield


@contextmanager
def _finding(window: MainWindow) -> Iterator[None]:
    window.menus.action("find").trigger()
    finder = window.reading.finder
    finder.field.setText("the")
    wait_until(lambda: bool(finder.status.text()), "no answer to Find")
    yield
    window.reading.finder.close_bar()


@contextmanager
def _noticing(window: MainWindow) -> Iterator[None]:
    window.say("log.offset: record at byte 18,204,113 is damaged (its two lengths differ).", "one")
    window.say("archives/log.ndjson: No such file or directory", "two")
    yield
    window.banner.hide()


@contextmanager
def _importing(window: MainWindow) -> Iterator[None]:
    name = "archives/log.ndjson"
    window.activity.start(name)
    window.activity.progress(name, _CHECKING)
    yield
    window.activity.finish(name, None)


@contextmanager
def _replying(window: MainWindow) -> Iterator[None]:
    window.menus.action("reply").trigger()
    composer = window.reading.composer
    composer.field.setPlainText("A *short* reply to [Ann](@ann), with `code`\n\n> and a quote.")
    wait_until(composer.preview_button.isEnabled, "no place for a reply")
    composer.preview_button.click()
    wait_until(lambda: composer.prepared is not None, "no preview of a reply")
    yield
    composer.preview_button.click()
    composer.clear()
    window.timeline.setFocus()


@contextmanager
def _hinting(window: MainWindow) -> Iterator[None]:
    window.hinting.begin_anew()
    yield
    window.hinting.end()


@contextmanager
def _tabbed(window: MainWindow) -> Iterator[None]:
    home, key = window.opening.address, window.timeline.current_key()
    for step in (1, 1, 1):
        window.menus.action("new_tab").trigger()
        window.conversation_lists.step(step)
    yield
    for _ in range(3):
        window.menus.action("close_tab").trigger()
    window.open_thread(home, key)


@contextmanager
def _at(window: MainWindow, address: str) -> Iterator[None]:
    home, key = window.opening.address, window.timeline.current_key()
    window.open_thread(address)
    yield
    window.open_thread(home, key)


@contextmanager
def _holding(window: MainWindow) -> Iterator[None]:
    window.menus.action("inspector").trigger()
    window.menus.action("hold").trigger()
    window.timeline.step(2)
    yield
    window.timeline.step(-2)
    window.menus.action("hold").trigger()
    window.menus.action("inspector").trigger()


@contextmanager
def _hiding(window: MainWindow) -> Iterator[None]:
    window.menus.action("hide_author").trigger()
    wait_until(lambda: window.model.gaps is not None, "the author is never hidden")
    window.reading.excluded.head.click()
    yield
    window.menus.action("hide_nothing").trigger()
    wait_until(lambda: window.model.gaps is None, "the author is never shown again")
    window.reading.excluded.head.click()


@contextmanager
def _below(window: MainWindow) -> Iterator[None]:
    window.menus.action("below").trigger()
    window.workbench.open_panel("why")
    yield
    window.workbench.close_panel()
    window.menus.action("below").trigger()


STATES: Mapping[str, State] = {
    "find": _finding,
    "notices": _noticing,
    "importing": _importing,
    "reply": _replying,
    "hint": _hinting,
    "tabs": _tabbed,
    "second": lambda window: _turned(window, "beside"),
    "crowded": lambda window: _turned(window, "beside", "panel_why"),
    "compact": lambda window: _turned(window, "compact"),
    "lanes": lambda window: _turned(window, "feed_lanes"),
    "held": _holding,
    "hidden": _hiding,
    "below": _below,
    "everything": lambda window: _at(window, EVERYTHING),
    "author": lambda window: _at(window, str(feed_address(author_of(window)))),
    "bare": _bare,
}
"""States of the window, by name."""


def author_of(window: MainWindow) -> str:
    """The author of the current message."""
    key = window.timeline.current_key()
    assert key is not None
    author = window.ways.author_of(key)
    assert author is not None
    return author


def menus(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """All menus of the menu bar, and context menus of each kind of subject, while they are open."""
    for action in window.menuBar().actions():
        menu = action.menu()
        if isinstance(menu, QMenu) and action.isVisible():
            yield from _popped(menu)
    key, author = window.timeline.current_key() or "", author_of(window)
    other = window.model.row(0).key
    subjects: Mapping[str, Subject] = {
        "message": MessageSubject(key),
        "other": MessageSubject(other),
        "author": AuthorSubject(author),
        "conversation": ConversationSubject(window.opening.address),
        "link": LinkSubject("https://example.org"),
        "lane": LaneSubject(other, key, author),
    }
    for name, subject in subjects.items():
        for _, menu in _popped(window.context_menus.menu_for(subject)):
            yield f"menu-of-{name}", menu


def _popped(menu: QMenu) -> Iterator[tuple[str, QMenu]]:
    title = menu.title().replace("&", "")
    menu.popup(QPoint())
    QCoreApplication.processEvents()
    yield f"menu-{title}", menu
    menu.close()


def dialogs(window: MainWindow, folder: Path) -> Iterator[tuple[str, QWidget]]:
    """All dialogs, and pages of the manual, while they are open."""
    for dialog in every_dialog(window, folder):
        QCoreApplication.processEvents()
        yield f"dialog-{type(dialog).__name__}-{dialog.objectName()}", dialog
        dialog.close()
    follow_link("https://example.org/boats?page=2", window)
    [box] = [each for each in window.findChildren(PlainBox) if each.isVisible()]
    yield "dialog-link", box
    box.close()
    for name, end in {
        "running": None,
        "ended": (_REPORT, ""),
        "failed": (None, _ERROR),
    }.items():
        importing = ImportDialog(window)
        importing.add([folder, folder / "feed" / "secret"])
        importing.show_start()
        importing.progress(_CHECKING)
        if end is not None:
            importing.show_end(*end)
        importing.show()
        yield f"dialog-import-{name}", importing
        importing.close()
        importing.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for page in (glossary.page(), "debugging.md"):
        window.manual.open_at(ManualPlace(page, ""))
        [manual] = window.findChildren(ManualWindow)
        QCoreApplication.processEvents()
        yield f"manual-{page}", manual
        manual.close()
