import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tanglescope import engine
from tests.house.repository import ROOT, name, tracked


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return Path(next(WheelBuilder(str(ROOT)).build(directory=str(folder))))


def test_the_wheel_holds_all_that_the_program_reads_and_nothing_else(wheel: Path) -> None:
    packaged = {entry for entry in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in entry}
    assert packaged >= {
        f"tanglescope/{name(file)}" for file in tracked("engine", "viewer", "resources")
    }
    assert {entry.split("/")[0] for entry in packaged} == {"tanglescope"}


def test_the_wheel_brings_the_command(wheel: Path) -> None:
    [points] = [e for e in zipfile.ZipFile(wheel).namelist() if e.endswith("entry_points.txt")]
    assert (
        "tanglescope = tanglescope.viewer.__main__:main"
        in zipfile.ZipFile(wheel).read(points).decode()
    )


def test_the_wheel_runs_on_every_system(wheel: Path) -> None:
    assert wheel.name == f"tanglescope-{engine.__version__}-py3-none-any.whl"


def test_the_same_tree_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    again = Path(next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path))))
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.slow
def test_the_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    source = Path(next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path))))
    with tarfile.open(source) as archive:
        # Python 3.11.2 (Debian 12) ignores this attribute; `filter=` would be an error there.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path)
    [unpacked] = [folder for folder in tmp_path.iterdir() if folder.is_dir()]
    built = Path(next(WheelBuilder(str(unpacked)).build(directory=str(tmp_path))))
    assert sorted(zipfile.ZipFile(built).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_an_installed_wheel_works_without_network_and_checkout(wheel: Path, tmp_path: Path) -> None:
    place, home = tmp_path / "place", tmp_path / "home"
    home.mkdir()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    only_it = ["--no-index", "--no-deps", "--target", str(place), str(wheel)]
    subprocess.run([*pip, *only_it], check=True)

    def tanglescope(*arguments: str) -> str:
        return subprocess.run(
            [place / "bin" / "tanglescope", *arguments],
            cwd=home,
            env=os.environ | {"PYTHONPATH": str(place)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    sample = place / "tanglescope" / "resources" / "samples" / "gossip.ndjson"
    database, picture = home / "own.db", home / "window.png"
    assert f"tanglescope {engine.__version__}" in tanglescope("--version")
    imported = tanglescope("import", str(sample), "--database", str(database), "--json")
    assert json.loads(imported)["messages"] == 1000
    tanglescope("screenshot", str(picture), "--database", str(database), "--size", "640x400")
    assert picture.read_bytes().startswith(b"\x89PNG")
