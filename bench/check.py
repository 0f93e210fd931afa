"""The cost of checking a database, relative to importing its content.

    python bench/check.py [--small] [--messages N] [--rounds N]

Each round imports the archive into a new database and checks it, each in its own process, by the
commands. Processor time is that of the command and of all its child processes.
"""

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tanglescope.engine.system import child_processes  # noqa: E402
from tests.engine.pipeline.generated import network, write  # noqa: E402

SEED = 1


class Cost(NamedTuple):
    """Seconds of wall time and of processor time."""

    wall: float
    cpu: float


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages, once")
    parser.add_argument("--messages", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    messages, rounds = (2_000, 1) if wanted.small else (wanted.messages, wanted.rounds)
    print(f"{messages:,} messages, seed {SEED}")
    print(f"{os.cpu_count()} processors, Python {platform.python_version()}")
    pairs = []
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive.ndjson"
        write(archive, "ndjson", network(messages, SEED))
        for number in range(rounds):
            database = Path(folder) / f"{number}.db"
            imported = _cost("import", "--engine", "direct", "--database", database, archive)
            checked = _cost("check", "--database", database)
            pairs.append((imported, checked))
            print(
                f"import {imported.wall:.1f} s, {imported.cpu:.1f} s of processors; check"
                f" {checked.wall:.1f} s, {checked.cpu:.1f} s; load {os.getloadavg()[0]:.1f}"
            )
    wall = median(checked.wall / imported.wall for imported, checked in pairs)
    cpu = median(checked.cpu / imported.cpu for imported, checked in pairs)
    print(
        f"A check takes {wall:.2f} times an import, {cpu:.2f} times its processor time (medians)."
    )


def _cost(*words: str | Path) -> Cost:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(
        [*child_processes.python("-m", "tanglescope.viewer"), *map(str, words)],
        env=child_processes.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if done.returncode not in (0, 1):  # 1: the generated network has some bad records
        raise SystemExit(f"{words[0]} ended with status {done.returncode}.")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Cost(perf_counter() - started, used)


if __name__ == "__main__":
    main()
