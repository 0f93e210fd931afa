"""Fixtures for every test: no screen, no home folder, no leftover threads."""

import gc
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tanglescope.engine.store.files import database

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

PATIENCE = int(os.environ.get("PATIENCE", "60000"))
"""How many milliseconds a test waits before it fails."""

# Before anything imports Qt. Offscreen everywhere, so that a test sees the same on every machine.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

# No deadlines: two busy cores make them a matter of luck, and too_slow is a deadline by stealth.
# Each run tries other examples; `make properties` tries many of each law at once.
settings.register_profile(
    "dev",
    deadline=None,
    max_examples=int(os.environ.get("EXAMPLES", "8")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("dev")


def pytest_configure(config: pytest.Config) -> None:
    """Give the session, or each of its workers, an empty home folder."""
    gc.disable()  # until all is collected: what is imported stays
    if _has_room(_IN_MEMORY):
        os.environ["TMPDIR"] = _IN_MEMORY
        tempfile.tempdir = None  # asks for TMPDIR again
    home = tempfile.TemporaryDirectory(prefix="tanglescope-tests-")
    config.add_cleanup(home.cleanup)
    os.environ["HOME"] = home.name
    for variable, folder in {
        "XDG_DATA_HOME": "data",
        "XDG_CONFIG_HOME": "config",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
        "XDG_RUNTIME_DIR": "runtime",
    }.items():
        path = Path(home.name) / folder
        path.mkdir(mode=0o700)
        os.environ[variable] = str(path)


def _has_room(folder: str) -> bool:
    """Whether a folder has a multiple of the space that the files of all tests need."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free > 4 << 30 and os.access(folder, os.W_OK | os.X_OK)
    return False


_IN_MEMORY = "/dev/shm"
"""Where Linux keeps files in memory. On a disk the tests wait for their thousands of databases."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Let one worker run all tests of the pipeline: two JVMs would compete for the cores.

    By folder, since pytest-xdist 3.8 passes over its own groups under pytest 9.2 (its issue 1386).
    Other tests stay together by file, so that no module's fixtures are made twice.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return PIPELINE if nodeid.startswith(PIPELINE) else nodeid.partition("::")[0]

    return Together(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_finish() -> None:
    """Exclude imported modules and collected tests from later garbage collections.

    These are some million objects that live until the end. Tests of windows collect often.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


PIPELINE = "tests/engine/pipeline/"
AS_SHIPPED = database._SETTINGS


@pytest.fixture(autouse=True, scope="session")
def waits_for_no_disk() -> Iterator[None]:
    """Let SQLite write without waiting for the disk, which only a loss of power could show.

    Each new database waits several times, and a test may make many.
    """
    quick = (each.replace("synchronous = NORMAL", "synchronous = OFF") for each in AS_SHIPPED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_SETTINGS", tuple(quick))
        yield


@pytest.fixture
def settings_as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give databases the settings that they have outside the tests."""
    monkeypatch.setattr(database, "_SETTINGS", AS_SHIPPED)


@pytest.fixture(autouse=True)
def starts_children_as_a_shell_would() -> Iterator[None]:
    """Undo the program's settings for child processes, which would affect those of the test."""
    yield
    os.environ.pop("PYTHONSAFEPATH", None)


@pytest.fixture(autouse=True)
def follows_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poll without pauses, so that a busy machine changes no result."""
    monkeypatch.setattr("tanglescope.engine.store.arrivals.importer.LONG", float("inf"))


@pytest.fixture(autouse=True)
def knows_no_orders_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the orders of one's own that earlier tests named: lists of orders offer them."""
    monkeypatch.setattr("tanglescope.engine.linear.orders.named._trusted", set())


@pytest.fixture
def qtbot(qapp: "QApplication", request: pytest.FixtureRequest) -> "QtBot":
    """A bot with timeouts that are long enough for a busy machine."""
    del qapp  # there has to be one
    from pytestqt.qtbot import QtBot

    bot = QtBot(request)
    for name in ("waitUntil", "waitSignal", "waitSignals"):
        setattr(bot, name, patient(getattr(bot, name)))
    return bot


def patient(wait: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a bot with a timeout of a minute at least, in place of five seconds."""

    def waiting(*awaited: Any, timeout: int = 0, **options: Any) -> Any:
        if options.get("raising") is False:  # what must not come isn't waited for
            return wait(*awaited, timeout=timeout, **options)
        return wait(*awaited, timeout=max(timeout, PATIENCE), **options)

    return waiting


@pytest.fixture(autouse=True)
def leaves_no_threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a running thread."""
    if request.node.get_closest_marker("spark"):  # py4j keeps its threads as long as the JVM
        yield
        return
    before = set(threading.enumerate())
    yield
    # Dummies stand for native threads that once ran Python; they can't be joined, and stay.
    left = [t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)]
    left = [thread for thread in left if thread not in before]
    for thread in left:
        thread.join(timeout=5)
    running = [thread.name for thread in left if thread.is_alive()]
    if "qapp" in request.fixturenames:
        running += running_qt_threads()
    assert not running, f"threads still run: {', '.join(running)}"


@pytest.fixture(autouse=True, scope="module")
def leaves_little_to_collect() -> Iterator[None]:
    """Exclude what a module leaves, such as caches, from later garbage collections.

    Tests of windows collect garbage after each test; a million old objects take them a second.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def leaves_no_windows() -> Iterator[None]:
    """Destroy the widgets that a test leaves: every new theme would style them again.

    A thousand forgotten widgets make each later test of a window ten times as slow.
    """
    yield
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtWidgets import QApplication

    left = [each for each in QApplication.topLevelWidgets() if each.parent() is None]
    if left:
        from tests.viewer.windows import destroy

        destroy(*left)


def running_qt_threads() -> list[str]:
    """The QThreads created by Python that are still running."""
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QThread

    application = QCoreApplication.instance()
    main = application.thread() if application else None
    # By type, not isinstance: weak proxies to what is gone would raise.
    threads = [thing for thing in gc.get_objects() if issubclass(type(thing), QThread)]
    return [
        repr(thread)
        for thread in threads
        if thread is not main and shiboken6.isValid(thread) and thread.isRunning()
    ]
