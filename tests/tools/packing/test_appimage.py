import os
import subprocess
from pathlib import Path

import pytest

from tools.packing import appimage


def with_tool(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, program: str) -> None:
    """Put a program first on the path."""
    folder.mkdir()
    (folder / name).write_text(program)
    (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_without_the_tool_the_folder_runs(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appimage.shutil, "which", lambda _: None)
    built = appimage.build(folder, tmp_path / "work", tmp_path)
    assert built == tmp_path / "work"
    assert subprocess.check_output([built / "AppRun", "demo"], text=True) == "tanglescope demo\n"


def test_links_lead_to_the_menu_entry_and_its_icon(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appimage.shutil, "which", lambda _: None)
    built = appimage.build(folder, tmp_path / "work", tmp_path)
    assert "Icon=tanglescope\n" in (built / "tanglescope.desktop").read_text()
    assert "<svg" in (built / "tanglescope.svg").read_text()


def test_the_tool_packs_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_tool(tmp_path / "bin", monkeypatch, "appimagetool", '#!/bin/sh\nls "$2" >"$3"\n')
    built = appimage.build(folder, tmp_path / "work", tmp_path)
    assert built.suffix == ".AppImage"
    assert built.read_text().split() == ["AppRun", "tanglescope.desktop", "tanglescope.svg", "usr"]
