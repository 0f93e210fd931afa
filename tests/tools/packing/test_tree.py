import configparser
import gzip
import subprocess
from pathlib import Path

from tools.packing.tree import plant


def test_desktops_shells_and_man_find_their_files(folder: Path, tmp_path: Path) -> None:
    plant(folder, tmp_path / "usr")
    share = tmp_path / "usr" / "share"
    assert {file.relative_to(share).as_posix() for file in share.rglob("*") if file.is_file()} == {
        "applications/tanglescope.desktop",
        "bash-completion/completions/tanglescope",
        "fish/vendor_completions.d/tanglescope.fish",
        "icons/hicolor/scalable/apps/tanglescope.svg",
        "man/man1/tanglescope.1.gz",
        "metainfo/tanglescope.metainfo.xml",
        "mime/packages/tanglescope.xml",
        "zsh/vendor-completions/_tanglescope",
    }
    completion = share / "zsh" / "vendor-completions" / "_tanglescope"
    assert completion.read_text() == "tanglescope completion zsh\n"
    page = gzip.decompress((share / "man" / "man1" / "tanglescope.1.gz").read_bytes())
    assert page == b"tanglescope man\n"


def test_the_menu_starts_the_command(folder: Path, tmp_path: Path) -> None:
    plant(folder, tmp_path / "usr")
    entry = configparser.RawConfigParser()
    entry.read(tmp_path / "usr" / "share" / "applications" / "tanglescope.desktop", "utf-8")
    assert entry["Desktop Entry"]["Exec"] == "tanglescope %f"
    assert entry["Desktop Entry"]["TryExec"] == "tanglescope"
    command = tmp_path / "usr" / "bin" / "tanglescope"
    assert subprocess.check_output([command, "demo"], text=True) == "tanglescope demo\n"


def test_only_the_program_is_executable_and_everyone_can_read(folder: Path, tmp_path: Path) -> None:
    plant(folder, tmp_path / "usr")
    files = [file for file in (tmp_path / "usr").rglob("*") if file.is_file()]
    modes = {file.name: file.stat().st_mode & 0o777 for file in files}
    assert modes.pop("tanglescope") in (0o644, 0o755)  # completion for bash has this name, too
    assert set(modes.values()) == {0o644}
    program = tmp_path / "usr" / "lib" / "tanglescope" / "tanglescope"
    assert program.stat().st_mode & 0o777 == 0o755
