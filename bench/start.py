"""The cost of a start: processor time until an answer or the window's first picture.

    python bench/start.py [--small] [--runs N] [--modules]

Each start is a separate process, and the commands take turns, so that other load on the machine
affects all of them. The minimum of the runs is closest to an idle machine; the time of
`python -c pass` is printed for comparison. `--modules` lists the modules that each start imports,
by their own minimum time.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tanglescope.engine.library import Library  # noqa: E402

SAMPLE = ROOT / "resources" / "samples" / "gossip.ndjson"

PICTURE = """
import sys
from pathlib import Path
from tanglescope.viewer.window_commands import imports_kept
with imports_kept():
    from tanglescope.viewer import app
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.window.subject_commands import TABLE
from tanglescope.viewer.window.main_window import MainWindow
qt = app.application()
window = MainWindow(TABLE, Path(sys.argv[1]), Settings(MemoryStore()))
window.open_database(Path(sys.argv[1]))
window.show()
qt.processEvents()
"""
"""Starts the window up to its first picture, then exits like a killed process."""

END = "sys.stdout.flush()\nimport os\nos._exit(0)\n"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="two runs")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--modules", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "own.db"
        with Library.open(database) as library:
            library.ingest(SAMPLE)
            root = library.threads()[0].address
        starts = {
            "python -c pass": ["-c", "pass"],
            "tanglescope --help": ["-m", "tanglescope.viewer", "--help"],
            "tanglescope threads": [
                "-m",
                "tanglescope.viewer",
                "threads",
                "--database",
                str(database),
            ],
            "tanglescope show": [
                "-m",
                "tanglescope.viewer",
                "show",
                root,
                "--database",
                str(database),
            ],
            "the window's modules": ["-c", "import tanglescope.viewer.app"],
            "the window's first picture": ["-c", PICTURE + END, str(database)],
        }
        taken: dict[str, list[float]] = {name: [] for name in starts}
        for _ in range(2 if wanted.small else wanted.runs):
            for name, arguments in starts.items():
                taken[name].append(_run(arguments))
        print(f"load {os.getloadavg()[0]:.1f}")
        for name, times in taken.items():
            times.sort()
            middle = times[len(times) // 2]
            print(f"{name:28} {times[0]:.2f} s at least, {middle:.2f} s in the middle")
        if wanted.modules:
            _list_modules(starts)


def _environment() -> Mapping[str, str]:
    """The program's environment, with an offscreen display and Python's cache of compiled code."""
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "QT_QPA_PLATFORM": "offscreen"}


def _run(arguments: Sequence[str], *options: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *options, *arguments],
        cwd=ROOT,
        env=_environment(),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _list_modules(starts: Mapping[str, Sequence[str]]) -> None:
    for name, arguments in starts.items():
        output = subprocess.run(
            [sys.executable, "-X", "importtime", *arguments],
            cwd=ROOT,
            env=_environment(),
            capture_output=True,
            text=True,
            check=True,
        ).stderr
        own = re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)", output)
        print(f"\n{name}: {len(own)} modules")
        for took, module in sorted(((int(took), module) for took, module in own), reverse=True)[
            :20
        ]:
            print(f"    {took / 1000:6.1f} ms  {module}")


if __name__ == "__main__":
    main()
