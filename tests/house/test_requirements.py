import re
from pathlib import Path

import pytest

from tests.house.repository import ROOT, name

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def pins(lock: Path) -> set[str]:
    """The lines `package==version ; marker`."""
    return set(re.findall(r"^[a-z0-9][^\\\n]*", lock.read_text(), re.MULTILINE))


def test_there_is_a_lock_for_running_developing_and_building() -> None:
    assert [lock.name for lock in LOCKS] == ["build.txt", "dev.txt", "run.txt"]


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
