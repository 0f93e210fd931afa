import os
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope.engine.system import systems

LOCKING = """
import os, sys
{there}
from tanglescope.engine.system import systems
file = os.open(sys.argv[1], os.O_RDWR)
print(systems.is_locked_now(file), systems.are_bytes_locked_now(file, 1 << 20, 10))
"""
ELSEWHERE = "import tests.elsewhere"


def seen_by_another(file: Path, there: str) -> str:
    command = [sys.executable, "-c", LOCKING.format(there=there), str(file)]
    return subprocess.check_output(command, text=True).strip()


@pytest.mark.parametrize("there", ["", ELSEWHERE])
def test_a_lock_keeps_other_processes_out_until_it_is_closed(tmp_path: Path, there: str) -> None:
    path = tmp_path / "lock"
    path.touch()
    file = os.open(path, os.O_RDWR)
    assert systems.is_locked_now(file)
    assert systems.are_bytes_locked_now(file, 1 << 20, 10)
    assert seen_by_another(path, there) == "False False"
    os.close(file)
    assert seen_by_another(path, there) == "True True"


def test_a_process_is_running_until_it_has_ended() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert systems.is_running(process.pid)
    process.communicate(b"\n")
    assert not systems.is_running(process.pid)


@pytest.mark.parametrize("has_it", [True, False])
def test_bytes_are_written_where_they_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_it: bool
) -> None:
    if not has_it:
        monkeypatch.delattr(os, "pwrite", raising=False)
    path = tmp_path / "file"
    path.write_bytes(b"abcdef")
    file = os.open(path, os.O_RDWR)
    systems.write_at(file, b"XY", 2)
    systems.write_at(file, b"Z", 0)
    os.close(file)
    assert path.read_bytes() == b"ZbXYef"


def test_without_owners_every_file_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert not systems.is_ours(tmp_path.stat())
    monkeypatch.delattr(os, "geteuid")
    assert systems.is_ours(tmp_path.stat())


def test_without_permissions_by_descriptor_none_are_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT, 0o600)
    monkeypatch.delattr(os, "fchmod", raising=False)
    systems.set_mode(file, 0o644)
    assert os.fstat(file).st_mode & 0o777 == 0o600
    os.close(file)


def test_what_asks_to_end_is_heard_if_the_system_says_it() -> None:
    assert set(systems.ENDING) >= {15}


@pytest.mark.parametrize("knows_links", [True, False])
def test_a_link_is_not_opened_safely(
    knows_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not knows_links:
        monkeypatch.delattr(os, "O_NOFOLLOW", raising=False)
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(OSError, match="link"):
        systems.open_safely(tmp_path / "link", os.O_RDONLY)
    os.close(os.open(tmp_path / "link", os.O_RDONLY | systems.OPEN_AT_ONCE))
