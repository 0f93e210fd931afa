"""The files of this repository, as tracked by Git."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tracked(*patterns: str) -> tuple[Path, ...]:
    """The tracked files that match one of Git's patterns, or all files without a pattern."""
    # Git has to list a checkout of another user (a container's volume), too.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", *patterns]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    files = (ROOT / name for name in answer.stdout.split("\0") if name)
    return tuple(file for file in files if file.is_file())


def text(file: Path) -> str | None:
    """The content of a file, None if it isn't text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


@cache
def parsed(file: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(file.read_text())


def name(file: Path) -> str:
    """A file's path relative to the repository."""
    return file.relative_to(ROOT).as_posix()
