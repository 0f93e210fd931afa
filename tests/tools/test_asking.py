"""The set-up asks at a terminal before it installs system packages."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SET_UP = """
import sys
from tools.prepare import UnpreparedError, system
from tools.prepare.system import Need
system.needs = lambda: [
    Need("ink", "pens write with it", ("ink0",), lambda: "installed" in open({log!r}).read())
]
system.os.geteuid = lambda: 0
try:
    system.prepare(asks={asks})
except UnpreparedError as error:
    sys.exit(str(error))
"""


class Machine:
    """A machine without some packages; its apt-get records its arguments."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self.log.touch()
        apt = folder / "apt-get"
        note = f"echo installed >>{self.log}"
        apt.write_text(f'#!/bin/sh\necho "$@" >>{self.log}\n[ $1 = update ] || {note}\n')
        apt.chmod(0o755)
        self.path = f"{folder}:/usr/bin:/bin"

    def set_up(
        self, answer: str | None, *, asks: bool = True, **environment: str
    ) -> tuple[int, str]:
        """The exit status and output of the set-up; an answer is typed at a terminal."""
        known = {k: v for k, v in os.environ.items() if k != "CI"}
        program = SET_UP.format(log=str(self.log), asks=asks)
        ours, theirs = pty.openpty()
        stream = theirs if answer is not None else subprocess.DEVNULL
        if answer is not None:
            os.write(ours, answer.encode())
        child = subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=known | {"PATH": self.path} | environment,
            stdin=stream,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        said = b""
        while piece := read(ours):
            said += piece
        os.close(ours)
        return child.wait(), said.decode().replace("\r\n", "\n")

    def installed(self) -> bool:
        return "installed" in self.log.read_text()


def read(terminal: int) -> bytes:
    """The next output of a terminal; nothing when its other end is closed."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("answer", ["y\n", "Yes\n"])
def test_a_person_who_agrees_gets_it_installed(machine: Machine, answer: str) -> None:
    status, said = machine.set_up(answer)
    assert status == 0
    assert said.count("Install it now?") == 1
    assert "apt-get install --no-install-recommends ink0" in said
    assert machine.installed()


@pytest.mark.parametrize("answer", ["\n", "n\n", "what?\n", "\x04"])
def test_a_person_who_does_not_is_shown_what_to_install(machine: Machine, answer: str) -> None:
    status, said = machine.set_up(answer)
    assert status == 1
    assert machine.log.read_text() == ""
    assert "Nothing was installed" in said
    assert said.count("apt-get install --no-install-recommends ink0") == 2
    assert "SKIP_SYSTEM=1" in said


@pytest.mark.parametrize(
    ("answer", "asks", "environment"),
    [("", False, {}), ("", True, {"CI": "true"}), (None, True, {})],
    ids=["YES=1", "CI", "no terminal"],
)
def test_without_a_terminal_it_installs(
    machine: Machine, answer: str | None, *, asks: bool, environment: dict[str, str]
) -> None:
    status, said = machine.set_up(answer, asks=asks, **environment)
    assert status == 0
    assert "Install it now?" not in said
    assert machine.installed()


def test_make_hands_on_that_nothing_is_to_be_asked() -> None:
    command = ["make", "--dry-run", "prepared-run", "YES=1"]
    ours = ("MAKE", "SKIP_SYSTEM")  # `make test SKIP_SYSTEM=1` hands it on to this test, too
    outside = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    said = subprocess.run(
        command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True
    )
    assert "-m tools.prepare  --yes run" in said.stdout
