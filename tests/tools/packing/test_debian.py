import shutil
import subprocess
from pathlib import Path

import pytest

from tanglescope import engine
from tools.packing import debian
from tools.prepare.system import LIBRARIES


def fields(control: str) -> dict[str, str]:
    lines = (line for line in control.splitlines() if not line.startswith(" "))
    return dict(line.split(": ", 1) for line in lines)


def test_it_requires_all_that_qt_loads_from_the_system() -> None:
    needed = fields(debian.control(0))["Depends"].split(", ")
    for libraries in LIBRARIES.values():
        assert set(libraries.values()) <= set(needed)
    assert any(package.startswith("libc6 (>= 2.") for package in needed)


def test_fonts_for_what_people_write_are_recommended() -> None:
    recommended = fields(debian.control(0))["Recommends"]
    assert recommended == "fonts-noto-color-emoji, fonts-noto-cjk"


def test_the_builder_can_sign_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBFULLNAME", "Ada")
    monkeypatch.setenv("DEBEMAIL", "ada@example.org")
    assert fields(debian.control(0))["Maintainer"] == "Ada <ada@example.org>"


needs_dpkg = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb isn't installed")


@needs_dpkg
def test_dpkg_reads_the_package(folder: Path, tmp_path: Path) -> None:
    package = debian.build(folder, tmp_path / "work", tmp_path)
    assert package.name == f"tanglescope_{engine.__version__}_{debian.architecture()}.deb"

    def said(*question: str) -> str:
        return subprocess.check_output(["dpkg-deb", *question, package], text=True)

    assert fields(said("--field"))["Version"] == engine.__version__
    assert int(fields(said("--field"))["Installed-Size"]) > 3
    listed = said("--contents")
    assert "./usr/bin/tanglescope -> ../lib/tanglescope/tanglescope" in listed
    assert "./usr/share/doc/tanglescope/copyright" in listed
    assert all(" root/root " in line for line in listed.splitlines())


@needs_dpkg
def test_the_license_is_there_in_debians_form(folder: Path, tmp_path: Path) -> None:
    debian.build(folder, tmp_path / "work", tmp_path)
    text = (tmp_path / "work" / "usr/share/doc/tanglescope/copyright").read_text()
    assert "\nLicense: MIT\n Permission is hereby granted" in text
    assert "\nCopyright: 2026 The Tanglescope founders\n" in text
