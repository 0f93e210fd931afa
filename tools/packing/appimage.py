"""An AppImage: one file that runs on every Linux with the libraries of a desktop."""

import platform
import shutil
import subprocess
from pathlib import Path

from tanglescope import engine
from tools.packing.tree import NAME, plant


def build(folder: Path, work: Path, out: Path) -> Path:
    """Lay out the AppDir in `work`; pack it into `out` if `appimagetool` is installed.

    Returns the image, or the AppDir, whose `AppRun` starts the program as well.
    """
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    plant(folder, work / "usr")
    share = work / "usr" / "share"
    (work / "AppRun").symlink_to(f"usr/bin/{NAME}")
    (work / f"{NAME}.desktop").symlink_to(f"usr/share/applications/{NAME}.desktop")
    icon = next((share / "icons").rglob(f"{NAME}.svg"))
    (work / icon.name).symlink_to(icon.relative_to(work))
    if not shutil.which("appimagetool"):
        return work
    image = out / f"{NAME}-{engine.__version__}-{platform.machine()}.AppImage"
    subprocess.run(["appimagetool", "--no-appstream", str(work), str(image)], check=True)
    return image
