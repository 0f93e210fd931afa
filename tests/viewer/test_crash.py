import faulthandler
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.viewer import crash


@pytest.fixture
def crash_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(crash, "file", lambda: tmp_path / "logs" / "crash.txt")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    enabled = faulthandler.is_enabled()
    yield tmp_path / "logs"
    if crash._open_file:
        faulthandler.disable()
        crash._open_file.close()
        crash._open_file = None
    if enabled:
        faulthandler.enable(sys.__stderr__)


def test_a_trace_is_stored_and_reported_at_the_next_start(crash_folder: Path) -> None:
    assert crash.watch() is None
    sentence = crash.note(ValueError("seven is no colour"))
    assert "seven is no colour" in sentence
    assert str(crash_folder / "crash.txt") in sentence
    left = crash.watch()
    assert left is not None
    assert "ValueError: seven is no colour" in left
    assert "seven" in crash.kept_file().read_text()
    assert crash.watch() is None


def test_a_folder_that_cannot_be_written_to_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(crash, "file", lambda: tmp_path / "file" / "crash.txt")
    assert crash.watch() is None
    assert "seven" in crash.note(ValueError("seven"))
    assert "ValueError" in capsys.readouterr().err


SECRET = {
    "a signing key": "aGVsbG8" * 12 + "aa==.ed25519",
    "a key without its suffix": "aGVsbG8" * 12 + "aa==",
    "a seed": "0f" * 32,
    "a group key": "aGVsbG8" * 6 + "a=",
}


@pytest.mark.parametrize("secret", SECRET.values(), ids=SECRET)
def test_a_report_contains_no_secret_and_no_home_folder(crash_folder: Path, secret: str) -> None:
    crash.note(ValueError(f"cannot read {secret} in {Path.home()}/.ssb/secret"))
    text = (crash_folder / "crash.txt").read_text()
    assert "cannot read (removed) in ~/.ssb/secret" in text


def test_public_keys_stay_in_a_report(crash_folder: Path) -> None:
    public = "aGVsbG8" * 6 + "a="
    names = f"@{public}.ed25519 %{public}.sha256 &{public}.sha256"
    crash.note(ValueError(names))
    assert names in (crash_folder / "crash.txt").read_text()


def test_a_report_is_for_the_user_only(crash_folder: Path) -> None:
    before = os.umask(0)
    try:
        crash.note(ZeroDivisionError("private words"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((crash_folder / "crash.txt").stat().st_mode) == 0o600
    assert stat.S_IMODE(crash_folder.stat().st_mode) == 0o700
