import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from tools import release
from tools.release import RefusedRelease

CHANGES = """# Changelog

## Unreleased

- A change.
- Another one,
  over two lines.

## 1.0.0 - 2026-11-22

- The first version.
"""


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    return subprocess.check_output(["git", *identity, *words], cwd=folder, text=True).strip()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").write_text('"""A program."""\n\n__version__ = "1.0.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def nothing() -> None:
    pass


def test_a_release_is_a_commit_and_a_tag_with_what_changed(checkout: Path) -> None:
    release.release("1.1.0", checkout, nothing)
    assert '__version__ = "1.1.0"' in (checkout / "engine" / "__init__.py").read_text()
    changes = (checkout / "CHANGELOG.md").read_text()
    assert f"\n## 1.1.0 - {date.today().isoformat()}\n\n- A change.\n" in changes
    assert "Unreleased" not in changes
    assert git(checkout, "log", "--format=%s") == "Release 1.1.0\nBegin"
    said = git(checkout, "tag", "--list", "--format=%(contents)", "v1.1.0")
    assert said == "Tanglescope 1.1.0\n\n- A change.\n- Another one,\n  over two lines."
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "rev-parse", "v1.1.0^{commit}") == git(checkout, "rev-parse", "HEAD")


def test_what_is_built_has_the_new_version(checkout: Path) -> None:
    seen: list[str] = []
    program = checkout / "engine" / "__init__.py"
    release.release("2.0.0", checkout, lambda: seen.append(program.read_text()))
    assert '"2.0.0"' in seen[0]


def test_if_it_cannot_be_built_nothing_has_changed(checkout: Path) -> None:
    def fail() -> None:
        raise RefusedRelease("It can't be built.")

    with pytest.raises(RefusedRelease, match="can't be built"):
        release.release("1.1.0", checkout, fail)
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "tag") == ""


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.0.0", "isn't newer than 1.0.0"),
        ("0.9.9", "isn't newer than 1.0.0"),
        ("1.1", "isn't a version"),
        ("v1.1.0", "isn't a version"),
    ],
)
def test_a_version_that_is_none_or_not_newer_is_refused(
    checkout: Path, version: str, why: str
) -> None:
    with pytest.raises(RefusedRelease, match=re.escape(why)):
        release.release(version, checkout, nothing)


def test_versions_are_compared_as_numbers(checkout: Path) -> None:
    release.release("1.10.0", checkout, nothing)
    (checkout / "CHANGELOG.md").write_text(CHANGES)
    git(checkout, "commit", "--quiet", "--all", "--message", "Change")
    with pytest.raises(RefusedRelease, match="isn't newer"):
        release.release("1.9.0", checkout, nothing)


def test_changes_that_are_not_committed_are_refused(checkout: Path) -> None:
    (checkout / "notes.txt").touch()
    with pytest.raises(RefusedRelease, match=r"first:\n\?\? notes.txt"):
        release.release("1.1.0", checkout, nothing)


def test_a_release_without_changes_is_refused(checkout: Path) -> None:
    release.release("1.1.0", checkout, nothing)
    with pytest.raises(RefusedRelease, match="nothing under Unreleased"):
        release.release("1.2.0", checkout, nothing)


def test_a_tag_that_exists_is_refused(checkout: Path) -> None:
    git(checkout, "tag", "v1.1.0")
    with pytest.raises(RefusedRelease, match=r"tag v1\.1\.0 exists"):
        release.release("1.1.0", checkout, nothing)
