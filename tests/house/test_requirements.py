import re
from pathlib import Path

import pytest

from tests.house.repository import ROOT, name, tracked

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def pins(lock: Path) -> set[str]:
    """The lines `package==version ; marker`."""
    return set(re.findall(r"^[a-z0-9][^\\\n]*", lock.read_text(), re.MULTILINE))


def test_there_is_a_lock_for_every_environment() -> None:
    assert [lock.name for lock in LOCKS] == ["build.txt", "dev.txt", "folder.txt", "run.txt"]


@pytest.mark.parametrize("lock", LOCKS, ids=name)
def test_a_lock_names_no_place_that_packages_come_from(lock: Path) -> None:
    places = re.compile(r"^.*(?:://|--\w*index|--find-links|\bfile:).*$", re.MULTILINE)
    assert not places.findall(lock.read_text())


@pytest.mark.parametrize("lock", LOCKS, ids=name)
def test_every_pin_has_a_hash(lock: Path) -> None:
    entries = re.split(r"^(?=[a-z0-9])", lock.read_text(), flags=re.MULTILINE)[1:]
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==[^ ]+( ;.*)? \\\n    --hash=sha256:[0-9a-f]{64}", entry)


@pytest.mark.parametrize("part", ["run", "build"])
def test_the_developers_lock_holds_the_others(part: str) -> None:
    folder = ROOT / "requirements"
    assert pins(folder / f"{part}.txt") <= pins(folder / "dev.txt")


def test_the_folder_is_built_of_what_the_program_is_tested_with_but_spark() -> None:
    run, folder = (pins(ROOT / "requirements" / f"{part}.txt") for part in ("run", "folder"))
    left_out = {pin.partition("==")[0] for pin in run - folder}
    assert left_out == {"pyspark", "py4j", "pandas", "pyarrow", "pytz", "tzdata"}


def test_archives_are_unpacked_as_every_python_3_11_can() -> None:
    """Debian 12 has 3.11.2, whose `extractall` has no filter argument."""
    asking = re.compile(r"extractall\([^)]*filter=")
    assert not [name(file) for file in tracked("*.py") if asking.search(file.read_text())]
