import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtGui import QImage

from tanglescope import resources
from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.engine.store.files.collections import version_of
from tanglescope.viewer import app, display
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.quick import mostly_slow


def tanglescope(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", *map(str, arguments)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def database(tmp_path: Path) -> Path:
    ann = Author("ann")
    root = ann.say(post("Hello"))
    said = [root, *(ann.say(post(f"answer {number}", root)) for number in range(5))]
    with Library.open(tmp_path / "threads.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", said))
        assert library.threads()[0].root == root.key
    return tmp_path / "threads.db"


def test_commands_without_a_screen_load_no_qt() -> None:
    program = (
        "import sys; from tanglescope.viewer.command_line import cli; cli(['linearize', '--help'],"
        " standalone_mode=False); sys.exit('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_window_starts_without_rarely_used_modules() -> None:
    unneeded = (
        "email",
        "tanglescope.engine.archive.corestore",
        "tanglescope.engine.archive.opening",
        "tanglescope.engine.debug.explaining",
        "tanglescope.engine.drawing.svg",
        "tanglescope.engine.linear.autobase.order",
        "tanglescope.engine.pipeline",
        "tanglescope.engine.store.arrivals.importer",
        "tanglescope.engine.store.check",
        "tanglescope.engine.export.question_server",
        "markdown_it",
        "numpy",
        "pyarrow",
        "sqlite_utils",
        "tanglescope.viewer.dialogs.import_dialog",
        "tanglescope.viewer.window.palette",
        "tanglescope.viewer.window.preferences",
        "tanglescope.viewer.manual.window",
    )
    loaded = f"sys.exit(' '.join({set(unneeded)} & {{*sys.modules}}))"
    program = f"import sys, tanglescope.viewer.app; {loaded}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.stderr.decode().strip() == ""


@pytest.mark.parametrize(
    ("size", "theme"),
    [((640, 400), "dark"), pytest.param((300, 200), "light", marks=pytest.mark.slow)],
)
def test_a_screenshot_has_the_requested_size(
    database: Path, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    image = tmp_path / "out.png"
    done = tanglescope(
        "screenshot",
        image,
        "--database",
        database,
        "--theme",
        theme,
        "--size",
        f"{size[0]}x{size[1]}",
    )
    assert (done.returncode, done.stderr) == (0, "")
    picture = QImage(str(image))
    assert (picture.width(), picture.height()) == size
    assert (
        len({picture.pixel(x, y) for x in range(0, size[0], 3) for y in range(0, size[1], 3)}) > 4
    )


def test_a_screenshot_shows_the_requested_thread(database: Path, tmp_path: Path) -> None:
    with Library.open(database, read_only=True) as library:
        root = library.threads()[0].root
    done = tanglescope("screenshot", tmp_path / "a.png", "--database", database, "--thread", root)
    assert done.returncode == 0
    done = tanglescope("screenshot", tmp_path / "b.png", "--database", database, "--thread", "%no")
    assert done.returncode == 4
    assert "%no" in done.stderr
    assert not (tmp_path / "b.png").exists()


def test_a_screenshot_finds_the_conversation_of_a_message(database: Path, tmp_path: Path) -> None:
    with Library.open(database, read_only=True) as library:
        key = library.conversation(EVERYTHING).in_order()[0]
    where = ("--view", "why", "--database", database, "--message")
    done = tanglescope("screenshot", tmp_path / "a.png", *where, key)
    assert done.returncode == 0, done.stderr
    lost = tanglescope("screenshot", tmp_path / "b.png", *where, "%no")
    assert (lost.returncode, lost.stderr) == (4, "Error: No message %no is known here.\n")
    other = tanglescope("screenshot", tmp_path / "b.png", "--in", EVERYTHING, *where, "%no")
    assert other.returncode == 4
    assert other.stderr == "Error: %no isn't in this conversation.\n"
    assert not (tmp_path / "b.png").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["screenshot", "a.png", "--size", "12"],
        ["screenshot", "a.png", "--size", "0x10"],
        ["screenshot", "a.png", "--theme", "pink"],
        ["screenshot", "a.png", "--view", "from-above"],
        ["screenshot"],
        ["no-such-file-and-no-command"],
        ["--no-such-option"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(cli, arguments).exit_code == 2


@pytest.mark.parametrize(
    ("path", "is_seen", "status"),
    [("no/log.ndjson", True, 0), ("no.ndjson", True, 0), ("no.ndjson", False, 2)],
)
def test_the_window_reports_a_path_that_does_not_exist(
    path: str, is_seen: bool, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path | None] = []

    def run(path: Path | None, _: Path | None) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr(display, "is_seen", lambda: is_seen)
    monkeypatch.setattr(app, "run", run)
    done = CliRunner().invoke(cli, [path])
    assert done.exit_code == status
    assert opened == ([] if status else [Path(path)])
    assert f"{path} doesn't exist." in done.stderr


def test_a_screenshot_without_a_database_is_a_clear_error(tmp_path: Path) -> None:
    done = tanglescope("screenshot", tmp_path / "a.png", "--database", tmp_path / "none.db")
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1
    assert "none.db" in done.stderr
    assert not (tmp_path / "none.db").exists()


def test_a_picture_that_cannot_be_written_is_a_clear_error(database: Path, tmp_path: Path) -> None:
    done = tanglescope("screenshot", tmp_path / "no" / "a.png", "--database", database)
    assert done.returncode == 5
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", mostly_slow([signal.SIGTERM, signal.SIGINT], signal.SIGTERM))
def test_the_window_ends_cleanly_when_terminated(database: Path, number: signal.Signals) -> None:
    window = subprocess.Popen(
        [sys.executable, "-c", WINDOW_THAT_TELLS, str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert window.stdout is not None
    assert window.stdout.readline() == "shown\n"
    window.send_signal(number)
    _, errors = window.communicate(timeout=20)
    assert (window.returncode, errors) == (0, "")


WINDOW_THAT_TELLS = """
import sys
from itertools import product
from pathlib import Path
from tanglescope.viewer import app, display
from tanglescope.viewer.window.conversation_lists import ConversationLists
tell = lambda self: print("shown", flush=True)
settled = ConversationLists._offer
ConversationLists._offer = lambda self, *found: (settled(self, *found), tell(self))
sys.exit(app.run(Path(sys.argv[1]), Path(sys.argv[1])))
"""


def test_without_a_display_the_demo_paints_its_window(tmp_path: Path) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    environment["XDG_CACHE_HOME"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", "demo"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "tanglescope.png" in done.stdout
    assert QImage(str(tmp_path / "tanglescope.png")).width() == 1280
    (kept,) = (tmp_path / "tanglescope").glob("*/harbour.db")
    with resources.sample_archive() as archive:
        assert kept.parent.name == version_of(archive), "other versions of the sample stay out"


def test_the_program_of_the_window_paints_a_thread(database: Path, tmp_path: Path) -> None:
    with Library.open(database, read_only=True) as library:
        root = library.threads()[0].root
    command = ["show", root, "--format", "png", "--database", str(database)]
    painted = subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", *command],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (painted.returncode, painted.stderr) == (0, b"")
    picture = QImage.fromData(painted.stdout, "PNG")
    assert picture.width() > 400
    assert picture.pixelColor(0, 0).name() == "#ffffff"


@pytest.mark.parametrize("words", [[], ["linearize"]])
def test_help_has_a_short_form(words: list[str]) -> None:
    # In new processes: a command keeps the names of its help option from its first use anywhere.
    short, long = (tanglescope(*words, option) for option in ("-h", "--help"))
    assert (short.returncode, short.stdout) == (0, long.stdout)
    assert "-h, --help" in short.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["thread"], "thread is neither a command nor a file. Did you mean threads?"),
        (["imprt", "log.ndjson"], "imprt is neither a command nor a file. Did you mean import?"),
        (["xyzzy"], "xyzzy is neither a command nor a file. `tanglescope --help` lists"),
    ],
)
def test_a_mistyped_command_is_not_taken_for_a_file(words: list[str], says: str) -> None:
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
