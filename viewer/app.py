"""Start and end: the application, its windows, signals, and pictures without a screen."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from typing import IO

import click
from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QDeadlineTimer,
    QEventLoop,
    QLoggingCategory,
    QObject,
    QSaveFile,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication, QDialog

from tanglescope import resources
from tanglescope.engine.archive.stdin import DASH, Spool
from tanglescope.engine.errors import NotFound, TanglescopeError
from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.library import Library
from tanglescope.engine.store.files.collections import default_database, version_of
from tanglescope.engine.system import child_processes
from tanglescope.engine.system.descriptors import WINDOW, require
from tanglescope.engine.system.files import keep_off, make_private_folder, unwritable
from tanglescope.engine.system.user_folders import cache_folder
from tanglescope.viewer import crash, language
from tanglescope.viewer.dialogs.crash_report import CrashReports
from tanglescope.viewer.display import NoDisplay, has_display, paint_in_memory
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.samples import missing_fonts, open_sample
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.workers.collector import Collector
from tanglescope.viewer.workers.frame_clock import share_the_interpreter


@dataclass(frozen=True, slots=True)
class Screenshot:
    """What a picture is to show, and how large; without an address, what the window opens first."""

    size: tuple[int, int]
    theme: str = "light"
    view: str = "timeline"
    address: str | None = None
    key: str | None = None
    group_keys: Path | None = None
    language: str = ENGLISH


@contextmanager
def _called_on_signals(end: Callable[[], object]) -> Iterator[None]:
    """Let SIGTERM and SIGINT call a function.

    Python hears of a signal when it runs next, at the latest when the `Collector` looks.
    """
    numbers = signal.SIGTERM, signal.SIGINT
    before = {each: signal.signal(each, lambda *_: QTimer.singleShot(0, end)) for each in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Windows:
    """Opens windows, and keeps those that are open, and the first one, to which reports belong."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._windows: list[MainWindow] = []
        self._is_restarted = False
        """Whether all windows were closed to be opened again."""

    def open(self, database: Path | None = None) -> MainWindow:
        """Make a window: on a database that takes all archives, else on collections."""
        home = database or default_database()
        window = MainWindow(TABLE, home, self._settings, own_collections=database is None)
        window.window_wanted.connect(self._open_another)
        if self._windows:
            window.closed.connect(partial(self._forget, window))
        window.appearance.chosen.connect(self._share_theme)
        window.appearance.restart_wanted.connect(self._close_for_restart)
        window.collecting.removing.connect(self._close_collection)
        window.collecting.changed.connect(self._show_collections)
        self._windows.append(window)
        return window

    def leave(self) -> None:
        """Close all windows without a confirmation."""
        for window in tuple(self._windows):  # each leaves the list as it closes
            window.leave()

    def start_again(self) -> None:
        """Replace this process by a new one with the same arguments, if that was asked for."""
        if self._is_restarted:
            self._settings.store.sync()
            given = (each for each in sys.argv[1:] if each != str(DASH))  # that input is spent
            words = child_processes.python("-m", "tanglescope.viewer", *given)
            os.execv(words[0], words)

    def _close_for_restart(self) -> None:
        """Close all windows; one whose work must not be stopped stays, and nothing is restarted."""
        self._is_restarted = all(window.close() for window in tuple(self._windows))

    def _open_another(self) -> None:
        window = self.open()
        window.show()

    def _forget(self, window: MainWindow) -> None:
        """Destroy a closed window: each later theme and zoom would style it again."""
        self._windows.remove(window)
        window.deleteLater()

    def _close_collection(self, database: Path) -> None:
        for window in self._windows:
            window.close_collection(database)

    def _show_collections(self) -> None:
        for window in self._windows:
            window.offers.show_anew()

    def _share_theme(self, choice: Choice) -> None:
        for window in self._windows:
            window.appearance.show_theme(choice)


_PATIENCE_MILLISECONDS = 120_000
_SHADE = 90  # of 255, between a dialog and its window
_LOOK = 20  # milliseconds of work between two looks at a condition


def application() -> QApplication:
    """The one application of this process. Raises `TooFewFiles`."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    require(WINDOW)
    QCoreApplication.setApplicationName("tanglescope")
    QCoreApplication.setOrganizationName("tanglescope")
    QGuiApplication.setApplicationDisplayName("Tanglescope")
    QGuiApplication.setDesktopFileName("tanglescope")
    # Missing glyphs are shown as boxes, and the window says why; no warnings on top.
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
    return QApplication(sys.argv[:1])


def run(path: Path | None, database: Path | None, *, on_sample: bool = False) -> int:
    """Show a window until the last one is closed; the exit status.

    Archives are read into `database`; without one each is opened in a collection of its own, but
    what comes from standard input is forgotten at the end.
    """
    if not has_display():
        raise NoDisplay
    app = application()
    settings = Settings()
    spool = Spool() if path == DASH else None
    if spool is not None:
        path, database = spool.path, database or spool.path.with_suffix(".db")
    language.put_on(app, language.choose_language(settings.language))
    share_the_interpreter()
    windows = Windows(settings)
    window = windows.open(database)
    if spool is not None:
        fill(spool, sys.stdin.buffer, window)
    reports = CrashReports(window)
    last_crash = crash.watch(reports.happened.emit)
    if on_sample:
        _open_sample(window)
    elif path is None and database is None and window.collecting.expects(settings.collection):
        window.open_collection(settings.collection)
    elif path is None:
        window.open_if_there()
    else:
        window.open_paths([path], is_lasting=spool is None)
    if path is None and database is None:
        window.importing.offer_others(window.collecting.others())
    if last_crash:
        reports.show(last_crash, earlier=True)
    window.show_around()
    window.show()
    window.warm_up()
    collector = Collector()
    with _called_on_signals(windows.leave):
        status = app.exec()
    windows.leave()
    collector.end()
    if spool is not None:
        spool.remove()
    windows.start_again()
    return status


def _open_sample(window: MainWindow) -> None:
    open_sample(window)
    if missing := missing_fonts():
        window.say(missing)


class _Troubles(QObject):
    reported = Signal(str)


def fill(spool: Spool, stream: IO[bytes], window: MainWindow) -> Thread:
    """Fill a spool in a background thread; errors are shown in the window."""
    troubles = _Troubles(window)
    troubles.reported.connect(window.banner.say)

    def work() -> None:
        try:
            spool.fill(stream)
        except TanglescopeError as error:
            troubles.reported.emit(str(error))

    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def picture(database: Path, image: Path, shot: Screenshot) -> None:
    """Paint the window on `database` into `image`, with exactly the requested size."""
    language.put_on(application(), shot.language)
    window = MainWindow(TABLE, database, Settings(MemoryStore()), Choice(shot.theme))
    try:
        # Only a shown window is laid out as it is seen; it needn't be on the screen for that.
        window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        window.resize(*shot.size)
        window.show()
        window.open_database(database)
        window.unlocking.unlock(shot.group_keys, groups=True)
        wait_for(window.is_settled)
        address = shot.address or _conversation_of(window, shot.key)
        if address is not None:
            window.open_thread(address, shot.key)
            wait_for(window.is_settled)
        if shot.key is not None and window.timeline.current_key() != shot.key:
            raise NotFound(f"{shot.key} isn't in this conversation.")
        window.show_view(shot.view)
        wait_for(window.is_settled)
        _paint(window, image, shot.size)
    finally:
        window.close()


def _conversation_of(window: MainWindow, key: str | None) -> str | None:
    """The first conversation that a message is in; None if no message is named."""
    if key is None or window.session is None:
        return None
    found = window.session.library.conversations_of(key)
    if not found:
        raise NotFound(f"No message {key} is known here.")
    return found[0]


def _paint(window: MainWindow, image: Path, size: tuple[int, int]) -> None:
    window.resize(*size)
    QCoreApplication.processEvents()
    canvas = QImage(*size, QImage.Format.Format_RGB32)
    canvas.fill(0)
    window.render(canvas)  # asks for the pictures that are seen
    wait_for(window.is_settled)
    QCoreApplication.processEvents()  # lays out what the answers have changed
    window.render(canvas)
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            _paint_above(dialog, canvas)
    _save(canvas, image)


def _save(canvas: QImage, image: Path) -> None:
    """Write a picture atomically."""
    try:
        keep_off(image)
    except OSError as error:
        raise TanglescopeError(unwritable(image, error)) from None
    file = QSaveFile(str(image))
    writer = QImageWriter(file, QByteArray(image.suffix[1:].encode()))
    is_written = file.open(QSaveFile.OpenModeFlag.WriteOnly) and writer.write(canvas)
    if not (is_written and file.commit()):
        raise TanglescopeError(
            f"{image} can't be written. Check that its folder exists and its name ends in .png."
        )


def _paint_above(dialog: QDialog, canvas: QImage) -> None:
    """Paint a dialog in the middle of its window, as large as fits."""
    dialog.resize(dialog.size().boundedTo(canvas.size()))
    shown = dialog.grab()
    place = canvas.rect().center() - dialog.rect().center()
    painter = QPainter(canvas)
    painter.fillRect(canvas.rect(), QColor(0, 0, 0, _SHADE))
    painter.drawPixmap(place, shown)
    painter.end()


def wait_for(condition: Callable[[], bool]) -> None:
    """Process events until a condition holds, or until a time limit."""
    patience = QDeadlineTimer(_PATIENCE_MILLISECONDS)
    while not condition() and not patience.hasExpired():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, _LOOK)


_PICTURE = Path("tanglescope.png")
_SIZE = (1280, 800)


def show_sample() -> int:
    """Show the sample, or paint it where no window can be shown; the exit status."""
    if has_display():
        return run(None, None, on_sample=True)
    with resources.sample_archive() as archive:
        folder = cache_folder(version_of(archive))
        make_private_folder(folder)
        database = folder / f"{archive.stem}.db"
        with Library.open(database) as library:
            library.ingest(archive)
    paint_in_memory()
    picture(database, _PICTURE, Screenshot(_SIZE))
    click.echo(f"There is no display, so the window was painted into {_PICTURE.absolute()}")
    return 0
