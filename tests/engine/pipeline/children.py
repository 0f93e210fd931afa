"""Imports in child processes, as started by the window."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

ROOT = Path(__file__).parents[3]

WITH_JVM = ("--engine", "spark")


class Child:
    """A running import; `events` are its reports, to its end."""

    def __init__(self, *arguments: object, before: Sequence[str] = (), **environment: str) -> None:
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "tanglescope.engine.pipeline", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=os.environ | environment,
            start_new_session=True,
        )

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        self.process.wait(timeout=60)

    def events(self) -> Iterator[dict[str, Any]]:
        """The reports and the answer, as they arrive."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(b"{"):
                yield json.loads(line)

    def say(self, line: str) -> None:
        """Write a line to its stdin."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def finish(self) -> tuple[dict[str, Any], int]:
        """The last report and the exit status."""
        *_, last = self.events()
        return last, self.process.wait(timeout=60)

    def family(self) -> list[int]:
        """The processes of its session: the import, the JVM and all workers."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = entry.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == self.process.pid and fields[0] != "Z":
                found.append(int(entry.parent.name))
        return found

    def wait_until_gone(self, tries: int = 200) -> None:
        """Wait until none of its processes runs any more."""
        for _ in range(tries):
            if not self.family():
                return
            Event().wait(0.1)
        raise AssertionError(f"still running: {self.family()}")
