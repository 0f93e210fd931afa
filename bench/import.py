"""Importing an archive with either engine, relative to verifying its signatures alone.

    python bench/import.py [--small] [--messages N...] [--engine direct|spark|auto]
                           [--archive FILE...] [--memory GIB] [--into N]
    python bench/import.py --crossover [N...]

Each import is a separate process, as started by the window, into a new database. The floor is the
time in which two processes verify as many signatures with PyNaCl's `crypto_sign_open` and do
nothing else, measured directly before and after. On a busy machine, compare only processor times.
Memory is the peak of all processes together (Python, JVM, workers), with shared pages counted once;
`--memory` limits it by a control group (for root). Spark is run once before it is measured, on the
first 2 MB, so that the class-data archive exists.

The remaining time is compared with what it turned out to be, from the first third of each stage on.

With `--into` the database already has N other messages, so that each engine adds to it. Several
archives are one import.

`--crossover` measures both engines at several sizes, and how much longer than the better one that
takes which `auto` chooses. It fails where `auto` takes more processor time by over 15%.
"""

import argparse
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
from contextlib import AbstractContextManager, nullcontext
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple

import orjson
from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tanglescope.engine.pipeline.budget import (  # noqa: E402
    LOADED,
    LOADING,
    MOST_PASSES,
    NUMBERED,
    ORDERING,
    RESERVE,
)
from tanglescope.engine.pipeline.memory import Memory  # noqa: E402
from tanglescope.engine.system import child_processes  # noqa: E402
from tests.engine.pipeline.generated import network, write  # noqa: E402
from tests.faults.groups import limited  # noqa: E402

SEED = 1
SIGNED = 532
"""The mean number of signed bytes per message."""

SAMPLE = 40_000

SIZES = [10_000, 100_000, 1_000_000]
"""The numbers of messages of the archives for comparing engines."""

MOST = 1.15
"""How much longer than the better engine `auto` may take."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages, directly only")
    parser.add_argument("--messages", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--engine", action="append", choices=["direct", "spark", "auto"])
    parser.add_argument("--archive", type=Path, nargs="+", help="archives that are there already")
    parser.add_argument("--memory", type=float, help="GiB for the whole family of processes")
    parser.add_argument("--into", type=int, default=0, metavar="N", help="messages that are there")
    parser.add_argument(
        "--crossover", type=int, nargs="*", metavar="N", help="both engines at several sizes"
    )
    wanted = parser.parse_args()
    engines = wanted.engine or (["direct"] if wanted.small else ["direct", "spark"])
    print(f"{os.cpu_count()} processors, Python {platform.python_version()}, seed {SEED}")
    with tempfile.TemporaryDirectory() as folder:
        if wanted.crossover is not None:
            _cross(Path(folder), wanted.crossover or SIZES)
            return
        sizes = [2_000] if wanted.small else wanted.messages
        generated = ([_generated(Path(folder), messages)] for messages in sizes)
        for number, archives in enumerate([wanted.archive] if wanted.archive else generated):
            if "spark" in engines and not number:
                _wake_once(archives[0])
            for engine in engines:
                database = Path(folder) / f"{number} {engine}.db"
                if wanted.into:
                    _import([_generated(Path(folder), wanted.into, SEED + 1)], database)
                print(_measured(archives, database, engine, wanted.memory).line())


def _generated(folder: Path, messages: int, seed: int = SEED) -> Path:
    archive = folder / f"{messages} of {seed}.ndjson"
    if not archive.exists():
        write(archive, "ndjson", network(messages, seed))
    return archive


def _wake_once(archive: Path) -> None:
    """Let a JVM write its class data, which later starts use."""
    with tempfile.TemporaryDirectory() as folder, archive.open("rb") as file:
        first = Path(folder) / "first.ndjson"
        first.write_bytes(file.read(2_000_000))
        _import([first], Path(folder) / "first.db", "--engine", "spark")


def _cross(folder: Path, sizes: list[int]) -> None:
    """Print both engines at several sizes, and whether `auto` is right."""
    worst = 1.0
    for messages in sizes:
        archive = _generated(folder, messages)
        if messages == sizes[0]:
            _wake_once(archive)
        both = {
            engine: _measured([archive], folder / f"{messages} {engine}.db", engine)
            for engine in ("direct", "spark")
        }
        chosen, reason = _chosen(archive, folder / f"{messages} auto.db")
        auto, least = both[chosen], min(each.used for each in both.values())
        worst = max(worst, auto.used / least)
        print(*(each.line() for each in both.values()), sep="\n")
        print(f"`auto` is {chosen}, {auto.used / least:.2f} times the better one. {reason}")
        archive.unlink()
    memory = Memory.now()
    least = LOADED + NUMBERED + ORDERING // MOST_PASSES
    holds = max(memory.free - 2 * RESERVE - LOADING // 2, 0) // least
    print(
        f"Of {memory.total / 2**30:.1f} GiB {memory.free / 2**30:.1f} are free and hold"
        f" {holds:,} messages: for more than that `auto` is Spark."
    )
    if worst > MOST:
        raise SystemExit(f"`auto` takes {worst:.2f} times what the better engine does.")


def _chosen(archive: Path, database: Path) -> tuple[str, str]:
    """The engine that `auto` is for an archive, and why; its import is cancelled."""
    with _started(_command([archive], database, ())) as child:
        assert child.stdout is not None
        events = (orjson.loads(line) for line in child.stdout if line.startswith(b"{"))
        event = next(each for each in events if "reason" in each)
        child.communicate(b"cancel\n")
    return event["engine"], event["reason"]


class _Measured(NamedTuple):
    """The cost of an import: seconds, processor seconds, peak bytes by process."""

    engine: str
    records: int
    took: float
    used: float
    peak: list[int]
    stages: dict[str, float]
    rate: float
    cost: float
    load: tuple[float, float]
    misjudged: dict[str, float]

    def line(self) -> str:
        """All figures, relative to the floor."""
        floor, least = self.records / self.rate, self.records * self.cost
        stages = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self.stages.items())
        sizes = ", ".join(f"{size / 2**30:.2f}" for size in self.peak)
        errors = ", ".join(f"{name} {error:.0%}" for name, error in self.misjudged.items())
        return (
            f"{self.engine}: {self.records:,} records in {self.took:.1f} s,"
            f" {self.took / floor:.2f} times the floor of {floor:.1f} s"
            f" ({self.rate:,.0f} signatures a second);"
            f" {self.used:.1f} s of processor time, {self.used / least:.2f} times the"
            f" {least:.1f} s of the floor;"
            f" {sum(self.peak) / 2**30:.2f} GiB; load {self.load[0]:.1f} before,"
            f" {self.load[1]:.1f} after\n    {stages}\n    {sizes} GiB by process\n"
            f"    remaining time off by at most: {errors or 'unknown'}"
        )


def _measured(
    archives: list[Path], database: Path, engine: str, memory: float | None = None
) -> _Measured:
    before = _floor()
    load = os.getloadavg()[0]
    done = _import(archives, database, "--engine", engine, memory=memory)
    after = _floor()
    records = done.report["added"] + done.report["quarantined"]
    rate, cost = (before.rate + after.rate) / 2, min(before.cost, after.cost)
    loads = (load, os.getloadavg()[0])
    seen = (done.took, done.used, done.peak, done.stages)
    return _Measured(done.engine, records, *seen, rate, cost, loads, done.misjudged())


class _Done(NamedTuple):
    """An import: seconds, the report, processor seconds, and peak bytes by process.

    `told` are the stage and the remaining time at some moments.
    """

    took: float
    report: dict[str, Any]
    used: float
    peak: list[int]
    told: list[tuple[float, str, float | None]]
    engine: str

    @property
    def stages(self) -> dict[str, float]:
        """The seconds of each stage."""
        begins: dict[str, float] = {}
        for time, stage, _ in self.told:
            begins.setdefault(stage, time)
        ends = [*list(begins.values())[1:], self.took]
        return {
            stage: end - begin for (stage, begin), end in zip(begins.items(), ends, strict=True)
        }

    def misjudged(self) -> dict[str, float]:
        """How wrong the remaining time was in each stage after its first third, at the worst."""
        begin, worst = 0.0, {}
        for stage, seconds in self.stages.items():
            errors = [
                abs(left - (self.took - time)) / (self.took - time)
                for time, name, left in self.told
                if name == stage and left is not None
                if time > begin + seconds / 3 and self.took - time > 1
            ]
            if errors:
                worst[stage] = max(errors)
            begin += seconds
        return worst


def _import(
    archives: list[Path], database: Path, *options: str, memory: float | None = None
) -> _Done:
    """Import archives in a process of its own."""
    cap: AbstractContextManager[list[str]] = (
        limited(int(memory * 2**30)) if memory else nullcontext([])
    )
    with cap as before:
        return _run([*before, *_command(archives, database, options)])


def _command(archives: list[Path], database: Path, options: tuple[str, ...]) -> list[str]:
    command = child_processes.python("-m", "tanglescope.engine.pipeline", *options)
    return [*command, "--database", str(database), *map(str, archives)]


def _run(command: list[str]) -> _Done:
    started = perf_counter()
    child = _started(command)
    assert child.stdout is not None
    watching, asked = multiprocessing.Pipe()
    watcher = child_processes.context("fork").Process(
        target=_watch, args=(child.pid, asked), daemon=True
    )
    watcher.start()
    told: list[tuple[float, str, float | None]] = [(0.0, "starting", None)]
    event: dict[str, Any] = {}
    engine = ""
    for line in child.stdout:
        if not line.startswith(b"{"):
            continue
        event = orjson.loads(line)
        if "engine" in event and "reason" in event:
            engine = f"{event['engine']} ({event['reason'] or 'as chosen'})"
        if "stage" in event:
            told.append((perf_counter() - started, event["stage"], event["seconds_left"]))
    child.wait()
    took = perf_counter() - started
    watching.send(None)
    peak, used = watching.recv()
    watcher.join()
    if child.returncode:
        raise SystemExit(str(event))
    return _Done(took, event, used, peak, told, engine)


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    environment = child_processes.environment()
    # Installed code is compiled once, not in every process.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _watch(session: int, asked: Connection) -> None:
    """The peak memory by process, and the processor time, of a whole session.

    No process waits for Spark's workers, so their usage isn't reported to a parent.
    """
    peak: list[int] = []
    used: dict[Path, float] = {}
    while not asked.poll():
        family = _family(session)
        used |= family
        peak = max(peak, sorted(map(_memory, family), reverse=True), key=sum)
        sleep(0.5)
    asked.recv()
    asked.send((peak, sum(used.values())))


def _family(session: int) -> dict[Path, float]:
    """The processes of a session, with the processor time of each."""
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
    """The signatures per second of two processes; the processor seconds for each."""

    rate: float
    cost: float


def _floor() -> _Floor:
    with child_processes.context("fork").Pool(2) as pool:
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
