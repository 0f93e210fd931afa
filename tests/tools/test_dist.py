import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

from tanglescope.engine import __version__
from tools import dist


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return dist.build_wheel(dist.ROOT, folder)


def altered(wheel: Path, folder: Path, name: str, old: bytes, new: bytes) -> Path:
    """A copy of a wheel in which one file has another content."""
    copy = folder / wheel.name
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(copy, "w") as target:
        for entry in source.namelist():
            content = source.read(entry)
            if entry.endswith(name):
                assert old in content
                content = content.replace(old, new)
            target.writestr(entry, content)
    return copy


def test_nothing_is_wrong_with_what_is_built_here(wheel: Path, tmp_path: Path) -> None:
    source = Path(next(SdistBuilder(str(dist.ROOT)).build(directory=str(tmp_path))))
    assert dist.wheel_faults(wheel, dist.packaged()) == []
    assert dist.source_faults(source, dist.tracked()) == []
    kit = dist.build_wheel(dist.KIT, tmp_path)
    assert dist.wheel_faults(kit, dist.packaged_in_kit(), dist.KIT) == []


def test_what_is_missing_and_what_strayed_in_is_reported(wheel: Path) -> None:
    expected = dist.packaged() - {"tanglescope/engine/library/__init__.py"} | {
        "tanglescope/engine/gone.py"
    }
    assert dist.wheel_faults(wheel, expected) == [
        f"{wheel.name} lacks tanglescope/engine/gone.py",
        f"{wheel.name} holds tanglescope/engine/library/__init__.py, which git doesn't know",
    ]


def test_a_file_that_changed_after_it_was_recorded_is_reported(wheel: Path, tmp_path: Path) -> None:
    changed = altered(
        wheel, tmp_path, "engine/library/__init__.py", b"class Library", b"class Lybrary"
    )
    faults = dist.wheel_faults(changed, dist.packaged())
    assert faults == [f"{wheel.name}: RECORD is wrong about tanglescope/engine/library/__init__.py"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (f"\nVersion: {__version__}\n".encode(), b"\nVersion: 9\n", "says Version: 9"),
        (b"Requires-Dist: orjson", b"X-Dist: orjson", "doesn't require"),
        (b"# Tanglescope", b"# Something else", "isn't described by its readme"),
    ],
)
def test_metadata_of_something_else_is_reported(
    old: bytes, new: bytes, told: str, wheel: Path, tmp_path: Path
) -> None:
    changed = altered(wheel, tmp_path, "METADATA", old, new)
    assert any(told in fault for fault in dist.wheel_faults(changed, []))
