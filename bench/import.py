"""Importing an archive with either engine, over what its signatures alone take.

    python bench/import.py [--small] [--messages N] [--engine direct|spark] [--archive FILE]

Each import is a process of its own, as the window starts it, into a new database. The floor is the
time in which two processes check as many signatures with PyNaCl's `crypto_sign_open` and do nothing
else, measured right before and right after. Where others work on the machine too, compare processor
time with processor time. Memory is the most that the whole family of processes (Python, JVM,
workers) had at one time, shared pages counted once. Spark is run once before it is measured, on the
first 2 MB, so that the class-data archive is there.
"""

import argparse
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple

import orjson
from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from engine import children  # noqa: E402
from tests.engine.pipeline.generated import network, write  # noqa: E402

SEED = 1
SIGNED = 532
"""Bytes that the mean message signs."""

SAMPLE = 40_000


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages, directly only")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--engine", action="append", choices=["direct", "spark"])
    parser.add_argument("--archive", type=Path, help="an archive that is there already")
    wanted = parser.parse_args()
    messages = 2_000 if wanted.small else wanted.messages
    engines = wanted.engine or (["direct"] if wanted.small else ["direct", "spark"])
    with tempfile.TemporaryDirectory() as folder:
        archive = wanted.archive or Path(folder) / "archive.ndjson"
        if wanted.archive is None:
            write(archive, "ndjson", network(messages, SEED))
        size = archive.stat().st_size
        print(f"{archive.name}, {size / 1e6:,.1f} MB, seed {SEED}")
        print(f"{os.cpu_count()} processors, Python {platform.python_version()}")
        if "spark" in engines:
            first = Path(folder) / "first.ndjson"
            with archive.open("rb") as file:
                first.write_bytes(file.read(2_000_000))
            _import(first, Path(folder) / "first.db", "spark")
        for engine in engines:
            _measure(archive, Path(folder) / f"{engine}.db", engine)


def _measure(archive: Path, database: Path, engine: str) -> None:
    before = _floor()
    load = os.getloadavg()[0]
    took, report, stages, used, peak = _import(archive, database, engine)
    after = _floor()
    rate = (before.rate + after.rate) / 2
    records = report["messages"] + report["quarantined"]
    floor, least = records / rate, records * min(before.cost, after.cost)
    print(
        f"{engine}: {records:,} records in {took:.1f} s, {took / floor:.2f} times the floor of"
        f" {floor:.1f} s ({rate:,.0f} signatures a second);"
        f" {used:.1f} s of processor time, {used / least:.2f} times the {least:.1f} s of the floor;"
        f" {sum(peak) / 2**30:.2f} GiB; load {load:.1f} before, {os.getloadavg()[0]:.1f} after"
    )
    print("    " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in stages.items()))
    print("    " + ", ".join(f"{size / 2**30:.2f}" for size in peak) + " GiB by process")


def _import(
    archive: Path, database: Path, engine: str
) -> tuple[float, dict[str, Any], dict[str, float], float, list[int]]:
    """Seconds, report, seconds by stage, seconds of processor time, bytes by process at most."""
    started = perf_counter()
    command = children.python("-m", "engine.pipeline", "--engine", engine)
    child = subprocess.Popen(
        [*command, "--database", str(database), str(archive)],
        env=children.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert child.stdout is not None
    watching, told = multiprocessing.Pipe()
    watcher = children.context("fork").Process(target=_watch, args=(child.pid, told), daemon=True)
    watcher.start()
    stages: dict[str, float] = {}
    since, stage = started, "starting"
    event: dict[str, Any] = {}
    for line in child.stdout:
        event = orjson.loads(line)
        now = perf_counter()
        following = event.get("stage", stage)
        if following != stage:
            stages[stage] = stages.get(stage, 0.0) + now - since
            since, stage = now, following
    child.wait()
    took = perf_counter() - started
    stages[stage] = perf_counter() - since
    watching.send(None)
    peak, used = watching.recv()
    watcher.join()
    if event["event"] != "done":
        raise SystemExit(str(event))
    return took, event, stages, used, peak


def _watch(session: int, told: Connection) -> None:
    """Until somebody asks: most memory by process, and processor time, of all of a session.

    Spark's workers are waited for by nobody, so that no parent is told what they took.
    """
    peak: list[int] = []
    used: dict[Path, float] = {}
    while not told.poll():
        family = _family(session)
        used |= family
        peak = max(peak, sorted(map(_memory, family), reverse=True), key=sum)
        sleep(0.5)
    told.recv()
    told.send((peak, sum(used.values())))


def _family(session: int) -> dict[Path, float]:
    """The processes of a session, and what processor time each has taken."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            found[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def _memory(process: Path) -> int:
    try:
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class _Floor(NamedTuple):
    """Signatures that two processes check in a second; seconds of a processor for each."""

    rate: float
    cost: float


def _floor() -> _Floor:
    with children.context("fork").Pool(2) as pool:
        rates, costs = zip(*pool.map(_check, [SAMPLE, SAMPLE], chunksize=1), strict=True)
    return _Floor(sum(rates), min(costs))


def _check(count: int) -> tuple[float, float]:
    public, secret = crypto_sign_seed_keypair(bytes(32))
    signed = crypto_sign(bytes(SIGNED), secret)
    started, used = perf_counter(), process_time()
    for _ in range(count):
        crypto_sign_open(signed, public)
    return count / (perf_counter() - started), (process_time() - used) / count


if __name__ == "__main__":
    main()
