"""Without a display there is one sentence, not Qt's core dump."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope.viewer.display import has_display, is_seen

NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always one")


@pytest.fixture(autouse=True)
def without_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "found", "seen"),
    [
        ({}, False, False),
        ({"QT_QPA_PLATFORM": "offscreen"}, True, False),
        ({"QT_QPA_PLATFORM": "xcb"}, False, False),
        ({"QT_QPA_PLATFORM": "wayland"}, False, False),
        ({"QT_QPA_PLATFORM": "linuxfb"}, True, True),
        ({"DISPLAY": ":987"}, False, False),
        ({"DISPLAY": "nowhere.invalid:0"}, False, False),
        ({"WAYLAND_DISPLAY": "wayland-987"}, False, False),
    ],
)
def test_a_display_has_to_answer(
    environment: dict[str, str], found: bool, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_display() == found
    assert is_seen() == seen


def test_wayland_answers_at_its_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "wayland-0"))
        listening.listen()
        assert has_display()
    assert not has_display()


@pytest.mark.parametrize("display", ["", ":987"])
@pytest.mark.parametrize("arguments", [[], ["window"], ["log.ndjson"]])
def test_the_window_says_that_there_is_no_display(
    display: str, arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "log.ndjson").write_text("{}")
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    done = subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", *arguments],
        cwd=tmp_path,
        env=environment | {"DISPLAY": display, "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 5
    assert done.stdout == ""
    assert done.stderr == (
        "Error: There is no display here, so no window can be opened. `tanglescope screenshot"
        " OUT.png` paints it into a file, and most commands need no display.\n"
    )
