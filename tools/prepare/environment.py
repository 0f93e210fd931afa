"""Create `.venv` from the pinned requirements, and update it when these change.

Everything is pinned by hash: first the build tools (pyspark is available as source only), then the
requirements, built by these tools, then this checkout, installed in place. A step is recorded only
at its end, so an interrupted installation never counts as complete.
"""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.prepare import UnpreparedError

ROOT = Path(__file__).resolve().parents[2]

COMPILE = """
import compileall, re, sysconfig
packages = sysconfig.get_path("purelib")
compileall.compile_dir(packages, quiet=2, workers=0, rx=re.compile(r"[/\\\\]tests?[/\\\\]"))
"""


def prepare(lock: str, root: Path = ROOT) -> None:
    """Install everything in requirements/`lock`.txt into `.venv`."""
    with one_at_a_time(root):
        Environment(root).install(lock)


@contextmanager
def one_at_a_time(root: Path) -> Iterator[None]:
    """Make two calls of make in one checkout wait for each other."""
    handle = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


class Environment:
    """The virtual environment of one checkout, with a record of its content."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / "bin" / "python"
        self.notes = self.folder / "prepared.json"

    def install(self, lock: str) -> None:
        """Do the missing steps, or all of them if a dependency has changed."""
        if not self.is_sound():
            self.make()
        if self.lacks("build"):
            self.step("build", "--require-hashes", "-r", "requirements/build.txt")
        if self.lacks(lock) and (lock != "run" or self.lacks("dev")):  # dev holds all of run
            print(f"Installing requirements/{lock}.txt into .venv: takes minutes, once", flush=True)
            self.step(
                lock, "--require-hashes", "--no-build-isolation", "-r", f"requirements/{lock}.txt"
            )
        if self.lacks("project"):
            self.step(
                "project", "--no-index", "--no-deps", "--no-build-isolation", "--editable", "."
            )

    def is_sound(self) -> bool:
        """Whether the record is still valid, and its Python runs."""
        done = self.done()
        kept = [step for step in done if step != "project"]  # installing that again is harmless
        if "python" not in done or any(done[step] != self.key(step) for step in kept):
            return False
        try:
            return subprocess.run([self.python, "-c", ""], check=False).returncode == 0
        except OSError:
            return False

    def make(self) -> None:
        """Create an empty environment, replacing an existing one."""
        print("Making .venv", flush=True)
        if self.folder.is_symlink():
            self.folder.unlink()  # the link's target belongs to others, and would be deleted
        call(sys.executable, "-m", "venv", "--clear", str(self.folder), folder=self.root)
        self.write({"python": self.key("python")})

    def step(self, name: str, *arguments: str) -> None:
        """Run pip, and record the step when it is done."""
        done = self.done()
        self.notes.unlink()
        quiet = [] if sys.stdout.isatty() else ["--quiet"]
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input", *quiet]
        call(*pip, "install", "--no-compile", *arguments, folder=self.root)
        if name != "project":
            self.compile()
        self.write(done | {name: self.key(name)})

    def compile(self) -> None:
        """Compile the installed packages, on all processors and without their tests.

        pip uses only one processor, and takes half of its time for tests that are never run.
        """
        call(str(self.python), "-c", COMPILE, folder=self.root)

    def lacks(self, step: str) -> bool:
        """Whether a step has yet to be done."""
        return self.done().get(step) != self.key(step)

    def key(self, step: str) -> str:
        """A digest of the inputs of a step."""
        digest = hashlib.sha256()
        match step:
            case "python":
                # A moved checkout breaks the scripts in bin, another Python everything.
                digest.update(f"{self.root} {sys.base_prefix} {sys.version}".encode())
            case "project":
                digest.update((self.root / "pyproject.toml").read_bytes())
            case _:
                digest.update((self.root / "requirements" / f"{step}.txt").read_bytes())
        return digest.hexdigest()

    def done(self) -> dict[str, str]:
        """The key of each completed step; empty if the record is missing or damaged."""
        try:
            notes = json.loads(self.notes.read_text())
        except (OSError, ValueError):
            return {}
        return dict(notes)

    def write(self, done: dict[str, str]) -> None:
        """Record the completed steps."""
        self.notes.write_text(json.dumps(done, indent=1))


def call(*command: str, folder: Path) -> None:
    """Run a command with visible output; raises if it fails."""
    if subprocess.run(command, cwd=folder, check=False).returncode != 0:
        raise UnpreparedError(
            f"This command failed; its output is above: {' '.join(command)}\n"
            "Nothing was kept. Remove the cause, then run make again."
        )
