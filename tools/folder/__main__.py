"""`python -m tools.folder`: build dist/tanglescope, and print its size."""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tanglescope import engine, resources
from tanglescope.engine.system import child_processes
from tools.folder.start import MODULES

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "folder"
LOCK = ROOT / "requirements" / "folder.txt"
PLACE = ROOT / "dist" / "tanglescope"

_OPTIONS = (
    *("--name", "tanglescope", "--noconfirm", "--log-level", "WARN"),
    *("--distpath", str(PLACE.parent), "--workpath", str(BUILD), "--specpath", str(BUILD)),
    *("--paths", str(ROOT)),
    # Panels, commands and names of `engine` are imported by name when needed.
    *("--collect-submodules", "tanglescope"),
    *("--add-data", f"{ROOT / 'docs'}{os.pathsep}tanglescope/resources/manual"),
    *("--collect-data", "tanglescope.engine.archive.graphs"),
    *("--collect-data", "lark"),
    *("--collect-data", "tanglescope.resources", "--copy-metadata", "PySide6_Essentials"),
    *("--hidden-import", "_cffi_backend"),  # needed by the compiled part of PyNaCl
    *(word for name in ("pyspark", "pandas", "pyarrow", "tkinter") for word in ("--exclude", name)),
)


def main() -> None:
    """Build it; exits with 1 and an error if that fails."""
    python = _environment()
    shutil.rmtree(PLACE, ignore_errors=True)
    call(python, "-m", "PyInstaller", *_OPTIONS, str(Path(__file__).with_name("start.py")))
    _try_out(PLACE / "tanglescope")
    size = sum(file.lstat().st_size for file in PLACE.rglob("*") if not file.is_symlink())
    print(f"{PLACE.relative_to(ROOT)}: {size / 1e6:.0f} MB; its program is tanglescope")


def _try_out(program: Path) -> None:
    """Use it like a user without a checkout, Python or settings."""
    with tempfile.TemporaryDirectory() as folder, resources.sample_archive() as archive:
        alone = {"HOME": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        trap = set_traps(Path(folder))

        def answer(*words: str) -> str:
            command = [str(program), *words]
            run = subprocess.run(command, cwd=folder, env=alone, capture_output=True, check=False)
            if run.returncode:
                sys.exit(f"{' '.join(command)} failed:\n{run.stderr.decode()}")
            if trap.exists():
                sys.exit(f"{' '.join(command)} ran code of the current folder: {trap.read_text()}")
            return run.stdout.decode()

        if engine.__version__ not in answer("--version"):
            sys.exit(f"{program} says it is another version: {answer('--version')}")
        for module in MODULES:  # the window starts them
            answer("-m", module, "--help")
        answer("import", str(archive), "--database", "own.db")
        answer("check", "--database", "own.db")
        for view in ("timeline", "diagram", "replay"):
            answer("screenshot", f"{view}.png", "--database", "own.db", "--view", view)
        answer("screenshot", "german.png", "--database", "own.db", "--language", "de")


def set_traps(folder: Path) -> Path:
    """Fill a folder with modules that record that they were run; return the file they write to."""
    noted = folder / "executed"
    program = f"open({str(noted)!r}, 'a').write(__name__ + '\\n')\n"
    installed = ("tanglescope", "numpy", "pyspark", "nacl", "PySide6")
    for name in (*sys.stdlib_module_names, *installed):
        (folder / f"{name}.py").write_text(program)
    return noted


def _environment() -> Path:
    """A Python with exactly the locked packages, created again if the lock changes."""
    python, note = BUILD / "venv" / "bin" / "python", BUILD / "installed.txt"
    wanted = f"{sys.version}\n{LOCK.read_text()}"
    if not note.exists() or note.read_text() != wanted:
        print("Making an environment to build in: a minute once", flush=True)
        note.unlink(missing_ok=True)
        venv.create(BUILD / "venv", clear=True, with_pip=True)
        pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        call(python, *pip, "--no-deps", "--require-hashes", "-r", str(LOCK))
        note.write_text(wanted)
    return python


def call(*command: str | Path) -> None:
    """Run a command with visible output; exits if it fails."""
    if subprocess.run(command, cwd=ROOT, env=child_processes.environment(), check=False).returncode:
        sys.exit(f"This command failed; its output is above: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
