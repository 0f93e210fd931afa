import sys
from pathlib import Path

import pytest

from tools.prepare import UnpreparedError, environment

EVERYTHING = ["venv", "build", "compile", "run", "compile", "project"]


class Machine:
    """A stand-in for venv and pip: records installations, and fails on request."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.calls: list[str] = []
        self.fails_at = ""

    def call(self, *command: str, folder: Path) -> None:
        step = "venv" if "venv" in command else self.installed(command)
        self.calls.append(step)
        if step == self.fails_at:
            raise UnpreparedError(step)
        if step == "venv":
            binaries = folder / ".venv" / "bin"
            binaries.mkdir(parents=True, exist_ok=True)
            (folder / ".venv" / "prepared.json").unlink(missing_ok=True)
            (binaries / "python").unlink(missing_ok=True)
            (binaries / "python").symlink_to(sys.executable)

    @staticmethod
    def installed(command: tuple[str, ...]) -> str:
        if "--editable" in command:
            return "project"
        return "compile" if command[-1] == environment.COMPILE else Path(command[-1]).stem

    def prepare(self, lock: str) -> list[str]:
        """The commands that `make` runs on this machine."""
        self.calls = []
        environment.prepare(lock, self.root)
        return self.calls


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "pyproject.toml").write_text("one")
    for lock in ("build", "run", "dev"):
        (tmp_path / "requirements" / f"{lock}.txt").write_text("one")
    machine = Machine(tmp_path)
    monkeypatch.setattr(environment, "call", machine.call)
    return machine


def test_the_first_call_installs_everything_in_order(machine: Machine) -> None:
    assert machine.prepare("run") == EVERYTHING


def test_the_second_call_does_nothing(machine: Machine) -> None:
    machine.prepare("run")
    assert machine.prepare("run") == []


def test_who_has_run_it_gets_the_developers_tools_on_top(machine: Machine) -> None:
    machine.prepare("run")
    assert machine.prepare("dev") == ["dev", "compile"]


def test_an_environment_for_developers_can_run_the_program(machine: Machine) -> None:
    machine.prepare("dev")
    assert machine.prepare("run") == []


@pytest.mark.parametrize("lock", ["build", "run"])
def test_changed_requirements_make_it_anew(machine: Machine, lock: str) -> None:
    machine.prepare("run")
    (machine.root / "requirements" / f"{lock}.txt").write_text("two")
    assert machine.prepare("run") == EVERYTHING


def test_a_changed_project_is_only_installed_again(machine: Machine) -> None:
    machine.prepare("run")
    (machine.root / "pyproject.toml").write_text("two")
    assert machine.prepare("run") == ["project"]


@pytest.mark.parametrize("step", dict.fromkeys(EVERYTHING))
def test_an_installation_that_broke_off_is_begun_again(machine: Machine, step: str) -> None:
    machine.fails_at = step
    with pytest.raises(UnpreparedError):
        machine.prepare("run")
    machine.fails_at = ""
    assert machine.prepare("run") == EVERYTHING


def test_an_environment_that_someone_else_made_is_replaced(machine: Machine) -> None:
    (machine.root / ".venv").mkdir()
    assert machine.prepare("run") == EVERYTHING


def test_an_environment_of_another_checkout_is_left_alone(machine: Machine, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").touch()
    (tmp_path / ".venv").symlink_to(other)
    assert machine.prepare("run") == EVERYTHING
    assert (other / "kept").exists()
    assert not (other / "bin").exists()


def test_torn_notes_make_it_anew(machine: Machine) -> None:
    machine.prepare("run")
    (machine.root / ".venv" / "prepared.json").write_text('{"run"')
    assert machine.prepare("run") == EVERYTHING


def test_an_environment_whose_python_is_gone_is_made_anew(machine: Machine) -> None:
    machine.prepare("run")
    python = machine.root / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(machine.root / "gone")
    assert machine.prepare("run") == EVERYTHING


def test_another_python_makes_it_anew(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.prepare("run")
    monkeypatch.setattr(sys, "version", "another")
    assert machine.prepare("run") == EVERYTHING
