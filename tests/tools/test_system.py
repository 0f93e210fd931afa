import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.prepare import UnpreparedError, system
from tools.prepare.system import Need

Program = Callable[[str, str], Path]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Makes a shell script that is the only program of its name on the PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)

    def make(name: str, script: str) -> Path:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return file

    return make


@pytest.mark.parametrize(
    ("says", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "21" 2023-09-19', 21),
        ('java version "1.8.0_292"', 1),
        ("no words that are known", 0),
    ],
)
def test_java_is_asked_its_version(program: Program, says: str, version: int) -> None:
    program("java", f"echo '{says}' >&2")
    assert system.java_version() == version


def test_java_writes_no_statistics_when_it_is_asked(program: Program) -> None:
    program("java", 'test "$*" = "-XX:-UsePerfData -version" && echo "version \\"17\\"" >&2')
    assert system.java_version() == 17


def test_java_that_only_offers_to_be_installed_is_none(program: Program) -> None:
    program("java", 'echo "version \\"17\\"" >&2; exit 1')
    assert system.java_version() == 0


def test_no_java_is_none(program: Program) -> None:
    assert system.java_version() == 0


def test_java_home_goes_before_the_path(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    program("java", "echo 'openjdk version \"17\"' >&2")
    other = program("bin/java", "echo 'openjdk version \"25\"' >&2")
    monkeypatch.setenv("JAVA_HOME", str(other.parent.parent))
    assert system.java_version() == 25


def test_a_library_that_is_not_there_cannot_be_loaded() -> None:
    assert not system.can_load("libtangled-up-in-blue.so.9")


def need(what: str, *packages: str, met: bool = False, why: str = "reasons") -> Need:
    return Need(what, why, packages, lambda: met)


def test_only_what_is_missing_is_listed_with_its_reason() -> None:
    needs = [need("ink", "ink0"), need("pen", "pen0", met=True), need("paper", "paper0")]
    assert system.listing(system.unmet(needs)) == "  ink, paper (reasons)"


def test_without_apt_the_sentence_names_the_packages(program: Program) -> None:
    with pytest.raises(UnpreparedError, match="no apt-get here") as told:
        system.apt_get([need("ink", "ink0", "ink1"), need("paper", "paper0")])
    assert "ink0 paper0" in str(told.value)
    assert "SKIP_SYSTEM=1" in str(told.value)


@pytest.mark.parametrize("sudo", ["", "exit 1"], ids=["missing", "wants a password"])
def test_without_root_and_sudo_the_sentence_gives_the_command(
    program: Program, monkeypatch: pytest.MonkeyPatch, sudo: str
) -> None:
    program("apt-get", "exit 0")
    if sudo:
        program("sudo", sudo)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(UnpreparedError, match="apt-get install --no-install-recommends ink0"):
        system.apt_get([need("ink", "ink0")])


def test_without_root_sudo_is_asked(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    program("apt-get", "exit 0")
    program("sudo", '[ "$2" = true ]')
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert system.apt_get([need("ink", "ink0")])[0] == "sudo"


def test_the_first_package_that_the_distribution_knows_is_taken(
    program: Program, tmp_path: Path
) -> None:
    program("apt-cache", '[ "$3" = ink2 ]')
    log = tmp_path / "log"
    apt = program("apt-get", f'echo "$@" >>{log}')
    system.install([need("ink", "ink1", "ink2", "ink3"), need("pen", "pen0")], [str(apt)])
    assert log.read_text().splitlines() == [
        "update",
        "install --yes --no-install-recommends ink2 pen0",
    ]


def test_a_failure_of_apt_is_reported_in_its_own_words(program: Program) -> None:
    apt = program("apt-get", "echo E: no space left; exit 100")
    with pytest.raises(UnpreparedError, match=r"E: no space left\nThis command failed"):
        system.install([need("ink", "ink0")], [str(apt)])


def test_what_is_installed_and_still_not_found_is_reported(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program("apt-get", "exit 0")
    program("env", "exit 0")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(system, "needs", lambda: [need("ink", "ink0")])
    with pytest.raises(UnpreparedError, match=r"and yet there is no\n  ink"):
        system.prepare()


def test_a_system_that_has_everything_is_left_alone(
    program: Program, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "needs", lambda: [need("ink", "ink0", met=True)])
    system.prepare()
    assert capsys.readouterr().out == ""


def test_building_the_folder_needs_more_than_running(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "needs", lambda: [need("ink", "ink0", met=True)])
    monkeypatch.setattr(system, "builders_needs", lambda: [need("quill", "quill0")])
    monkeypatch.setattr(system, "apt_get", lambda _: [str(program("apt-get", "exit 0"))])
    system.prepare("run")
    with pytest.raises(UnpreparedError, match="and yet there is no\n  quill"):
        system.prepare("folder")


def test_the_library_of_this_python_is_looked_for_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"INSTSONAME": "libpython3.11.so.1.0", "LIBDIR": str(tmp_path)}
    monkeypatch.setattr(system.sysconfig, "get_config_var", said.get)
    assert not system.has_python_library()
    (tmp_path / "x86_64-linux-gnu").mkdir()
    (tmp_path / "x86_64-linux-gnu" / "libpython3.11.so.1.0").touch()
    assert system.has_python_library()


def test_a_tool_is_looked_for_on_the_path(program: Program) -> None:
    assert not system.has_objcopy()
    program("objcopy", "exit 0")
    assert system.has_objcopy()
