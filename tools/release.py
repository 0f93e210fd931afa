"""`python -m tools.release 1.1.0`: all of a release that needs no network.

It puts the version into the program and the changelog, builds and verifies what is distributed,
commits, and tags. If something fails, the checkout is as it was. It prints what is left to do.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tanglescope.engine.system import child_processes

ROOT = Path(__file__).resolve().parents[1]
VERSION = Path("engine") / "__init__.py"
CHANGES = Path("CHANGELOG.md")
_ASSIGNED = re.compile(r'^__version__ = "([\d.]+)"$', re.MULTILINE)
_UNRELEASED = "## Unreleased\n"

LEFT = """\
Tanglescope {version} is committed and tagged as v{version}. In dist/ are its wheels, its source
archive and its bill of materials. What is left:
  make test-slow bare-debian     everything that CI doesn't test
  make deb folder                on the oldest system that they should run on
  git push && git push origin v{version}
  upload dist/tanglescope-{version}* and dist/tanglescope_kit-{version}* to the package index
To take it back before it is pushed: git tag -d v{version} && git reset --hard HEAD~1"""


class RefusedRelease(Exception):
    """The release can't be made; `str(error)` says why."""


def main() -> None:
    """Make the release; exits with 1 and an error if that fails."""
    parser = argparse.ArgumentParser(prog="tools.release")
    parser.add_argument("version", help="the new version, such as 1.1.0")
    version = parser.parse_args().version
    try:
        release(version, ROOT, build)
    except RefusedRelease as error:
        sys.exit(str(error))
    print(LEFT.format(version=version))


def build() -> None:
    """Build and verify the wheels, the source archive and the bill of materials."""
    made = ROOT / "dist" / "tanglescope.cdx.json"
    for words in (["tools.dist"], ["tools.supply.bom", str(made)]):
        if subprocess.run(child_processes.python("-m", *words), cwd=ROOT, check=False).returncode:
            raise RefusedRelease("It can't be built; the reason is above.")


def release(version: str, root: Path, build: Callable[[], None]) -> None:
    """Commit and tag a version of the checkout at `root`. Raises `RefusedRelease`."""
    _require_ready(version, root)
    program, changes = (root / VERSION).read_text(), (root / CHANGES).read_text()
    heading = f"## {version} - {date.today().isoformat()}\n"
    try:
        (root / VERSION).write_text(_ASSIGNED.sub(f'__version__ = "{version}"', program))
        (root / CHANGES).write_text(changes.replace(_UNRELEASED, heading, 1))
        build()
    except BaseException:
        (root / VERSION).write_text(program)
        (root / CHANGES).write_text(changes)
        raise
    _git(root, "commit", "--quiet", "--message", f"Release {version}", VERSION, CHANGES)
    notes = f"Tanglescope {version}\n\n{unreleased(changes)}"
    _git(root, "tag", "--annotate", "--cleanup=verbatim", "--message", notes, f"v{version}")


def unreleased(changes: str) -> str:
    """The part of a changelog that no version has yet."""
    _, _, after = changes.partition(_UNRELEASED)
    return after.partition("\n## ")[0].strip()


def _require_ready(version: str, root: Path) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise RefusedRelease(f"{version} isn't a version such as 1.1.0.")
    if not (found := _ASSIGNED.search((root / VERSION).read_text())):
        raise RefusedRelease(f"{VERSION} has no version.")
    if _numbers(version) <= _numbers(found[1]):
        raise RefusedRelease(
            f"{version} isn't newer than {found[1]}, the version of this checkout."
        )
    if not unreleased((root / CHANGES).read_text()):
        raise RefusedRelease(f"{CHANGES} lists nothing under Unreleased.")
    if left := _git(root, "status", "--porcelain"):
        raise RefusedRelease(f"Commit or remove these changes first:\n{left}")
    if _git(root, "tag", "--list", f"v{version}"):
        raise RefusedRelease(f"The tag v{version} exists.")


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def _git(root: Path, *words: str | Path) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RefusedRelease(f"git {words[0]} failed:\n{done.stderr.strip()}")
    return done.stdout.rstrip()


if __name__ == "__main__":
    main()
