"""`python -m tools.packing debian|appimage|flatpak`: pack the folder of `make folder`."""

import argparse
import subprocess
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "dist" / "tanglescope"
LACKING = {"appimage": "appimagetool", "flatpak": "flatpak-builder"}


def main() -> None:
    """Build the package; exits with 1 and an error if that fails."""
    parser = argparse.ArgumentParser(prog="tools.packing")
    parser.add_argument("form", choices=["debian", "appimage", "flatpak"])
    form = parser.parse_args().form
    if not FOLDER.is_dir():
        sys.exit(f"There is no {FOLDER.relative_to(ROOT)}: run `make folder` first.")
    work = ROOT / "build" / "packing" / form
    try:
        built = import_module(f"tools.packing.{form}").build(FOLDER, work, FOLDER.parent)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The package can't be built: {error}")
    print(f"{built.relative_to(ROOT)}: {_size(built) / 1e6:.0f} MB")
    if built == work:
        print(f"It isn't packed: {LACKING[form]} isn't installed.")


def _size(built: Path) -> int:
    files = built.rglob("*") if built.is_dir() else [built]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


if __name__ == "__main__":
    main()
