"""Programs of Node.js that do what each line of their input says, and answer with a line."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tanglescope.engine.message.identity import Identity
from tests.engine.authors import Author

MODULES = Path(os.environ.get("TANGLESCOPE_NODE_MODULES") or "")
VECTORS = Path(__file__).parents[1] / "vectors"


def slow_with(*packages: str) -> list[pytest.MarkDecorator]:
    """The marks of tests that need packages of npm."""
    missing = [each for each in packages if not (MODULES / each).exists()]
    reason = "npm's packages are not here"
    return [pytest.mark.slow, pytest.mark.skipif(bool(missing), reason=reason)]


class NodeProgram:
    """A running program."""

    def __init__(self, program: "subprocess.Popen[str]") -> None:
        self._program = program

    def answer(self, wanted: dict[str, object]) -> str:
        """What the program answers to a line."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(wanted) + "\n")
        self._program.stdin.flush()
        return self._program.stdout.readline().strip()

    def end(self) -> None:
        """Let it close its files and end."""
        self._program.communicate()


def start(script: str, folder: Path, author: Author) -> NodeProgram:
    """Start a script of `tests/vectors` with a folder, as an author."""
    folder.mkdir(exist_ok=True)
    secret = folder.with_name(f"{folder.name}.secret")
    secret.write_text(Identity(author.feed, author._secret).secret_file())
    with folder.with_name(f"{folder.name}.stderr").open("ab") as errors:
        program = subprocess.Popen(
            ["node", VECTORS / script, folder, secret],
            env={**os.environ, "NODE_PATH": str(MODULES)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    return NodeProgram(program)


@contextmanager
def running(script: str, folder: Path, author: Author) -> Iterator[NodeProgram]:
    """A program that ends with the block."""
    program = start(script, folder, author)
    try:
        yield program
    finally:
        program.end()
