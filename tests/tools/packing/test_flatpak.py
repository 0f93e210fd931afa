import os
from pathlib import Path

import pytest
import yaml

from tools.packing import flatpak
from tools.packing.__main__ import ROOT
from tools.packing.tree import plant


def manifest() -> dict[str, object]:
    return dict(yaml.safe_load(flatpak.MANIFEST.read_text()))


def test_the_sandbox_has_no_network_and_writes_no_files_of_the_user() -> None:
    rights = manifest()["finish-args"]
    assert isinstance(rights, list)
    assert not [right for right in rights if "network" in right]
    assert [right for right in rights if "filesystem" in right] == ["--filesystem=host:ro"]


def test_what_the_manifest_renames_is_in_the_tree(folder: Path, tmp_path: Path) -> None:
    plant(folder, tmp_path / "usr")
    names = {file.name for file in (tmp_path / "usr" / "share").rglob("*")}
    renamed = {str(value) for key, value in manifest().items() if key.startswith("rename-")}
    assert len(renamed) == 3
    assert renamed <= names | {"tanglescope"}


def test_the_manifest_packs_the_tree_that_is_laid_out() -> None:
    [module] = manifest()["modules"]
    [source] = module["sources"]
    place = (flatpak.MANIFEST.parent / source["path"]).resolve()
    assert place == ROOT / "build" / "packing" / "flatpak"


def test_the_builder_gets_the_manifest(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("flatpak-builder", "flatpak"):
        (tools / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{tmp_path}/calls\n')
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    built = flatpak.build(folder, tmp_path / "work", tmp_path)
    built_by, bundled_by = (tmp_path / "calls").read_text().splitlines()
    assert built_by.endswith(str(flatpak.MANIFEST))
    assert bundled_by == (
        f"flatpak build-bundle {tmp_path}/flatpak-repo {built} com.tanglescope.Tanglescope"
    )
