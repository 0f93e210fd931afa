"""The files of this repository, as git knows them."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tracked(*patterns: str) -> tuple[Path, ...]:
    """The tracked files that match one of git's patterns, all without any."""
    # A checkout that belongs to another user (a container's volume) may be listed, too.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", *patterns]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    files = (ROOT / name for name in answer.stdout.split("\0") if name)
    return tuple(file for file in files if file.is_file())


def text(file: Path) -> str | None:
    """What a file says, None when it isn't text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def name(file: Path) -> str:
    """A file's path as people write it."""
    return file.relative_to(ROOT).as_posix()
