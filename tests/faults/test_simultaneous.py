"""Several processes open one new database at the same moment: each finds it complete.

20 rounds; 200 with `make faults`.
"""

import multiprocessing
import os
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from tanglescope.engine.store.files.database import connect

ROUNDS = 5 * int(os.environ.get("FAULTS", "4"))

PROCESSES = 2


@pytest.mark.parametrize(
    "read_only",
    [False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["both write", "one only reads"],
)
def test_processes_that_open_a_new_database_at_once_all_can(
    tmp_path: Path, read_only: bool
) -> None:
    spawning = multiprocessing.get_context("spawn")
    together = spawning.Barrier(PROCESSES)
    ends = [spawning.Pipe() for _ in range(PROCESSES)]
    openers = [
        spawning.Process(target=open_each, args=(theirs, together, read_only and number == 1))
        for number, (_, theirs) in enumerate(ends)
    ]
    for opener in openers:
        opener.start()
    answers = []
    for number in range(ROUNDS):
        for ours, _ in ends:
            ours.send(tmp_path / f"{number}.db")
        answers += [ours.recv() for ours, _ in ends]
    for ours, _ in ends:
        ours.send(None)
    for opener in openers:
        opener.join()
    assert answers == ["made"] * ROUNDS * PROCESSES


def open_each(paths: Connection, together: Barrier, read_only: bool) -> None:
    """Open the databases that a pipe names, each at the same moment as the other process."""
    while (path := paths.recv()) is not None:
        if read_only:
            path.touch()
        together.wait()
        try:
            database = connect(path, read_only=read_only)
            tables = database.table_names()
            database.close()
            paths.send("made" if "order_blocks" in tables else f"only {tables}")
        except Exception as error:
            paths.send(f"{type(error).__name__}: {error}")
