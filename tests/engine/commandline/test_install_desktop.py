import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tanglescope.engine.library import Library
from tanglescope.viewer.command_line import cli


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data ☃"))
    return tmp_path / "data ☃"


def install(*options: str) -> str:
    answer = CliRunner().invoke(cli, ["install-desktop", *options])
    assert answer.exit_code == 0, answer.output
    return answer.output


def entry(data: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string((data / "applications" / "tanglescope.desktop").read_text("utf-8"))
    return parser["Desktop Entry"]


def test_the_menu_starts_this_program_with_the_file_that_was_clicked(data: Path) -> None:
    assert "now in the menu" in install()
    command, _, argument = entry(data)["Exec"].rpartition(" ")
    assert argument == "%f"
    assert command.split()[0] == entry(data)["TryExec"]
    assert Path(entry(data)["TryExec"]).exists()


def test_a_place_with_a_space_is_quoted(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/my $tools/100%/python")
    install()
    assert entry(data)["Exec"] == '"/my \\\\$tools/100%%/python" -P -m tanglescope.viewer %f'


@pytest.mark.parametrize(
    ("folder", "command"),
    [
        ("/a%f", "/a%%f/python"),
        ("/a\\b", '"/a\\\\\\\\b/python"'),
        ("/a\nb", '"/a\\nb/python"'),
        ("/a`b", '"/a\\\\`b/python"'),
    ],
)
def test_no_place_becomes_a_field_or_another_command(
    data: Path, monkeypatch: pytest.MonkeyPatch, folder: str, command: str
) -> None:
    monkeypatch.setattr(sys, "executable", f"{folder}/python")
    install()
    assert entry(data)["Exec"] == f"{command} -P -m tanglescope.viewer %f"
    written = entry(data)["TryExec"].replace("\\n", "\n").replace("\\\\", "\\")
    assert written == f"{folder}/python"


def test_every_file_has_its_values_filled_in_and_is_well_formed(data: Path) -> None:
    install()
    for file in (file for file in data.rglob("*") if file.is_file()):
        if "mime" in file.parts and file.suffix != ".xml":
            continue  # the indexes made by the system
        text = file.read_bytes().decode("utf-8", "replace")
        assert not re.search(r"@[a-z]+@", text), file
        if file.suffix in (".xml", ".svg"):
            ElementTree.fromstring(text)


def test_the_desktop_associates_our_files(data: Path, tmp_path: Path) -> None:
    install()
    Library.open(tmp_path / "a.db").close()
    (tmp_path / "log.offset").write_bytes(bytes(100))
    program = (
        "import sys; from PySide6.QtCore import QMimeDatabase as Types;"
        "print(*(Types().mimeTypeForFile(path).name() for path in sys.argv[1:]))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "a.db", tmp_path / "log.offset"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == ["application/x-tanglescope", "application/x-flumelog-offset"]


def test_installed_files_are_removed_again(data: Path) -> None:
    install()
    assert "no longer in the menu" in install("--remove")
    assert not [file for file in data.rglob("*tanglescope*.*") if file.is_file()]
    install("--remove")


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_the_metadata_keep_the_rules_of_appstream(data: Path) -> None:
    install()
    file = data / "metainfo" / "tanglescope.metainfo.xml"
    answer = subprocess.run(
        ["appstreamcli", "validate", "--no-net", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not re.search(r"^E:", answer.stdout, re.MULTILINE), answer.stdout
