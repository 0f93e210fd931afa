"""A Flatpak: `flatpak.yml` packs the tree that is laid out here."""

import shutil
import subprocess
from pathlib import Path

from tanglescope import engine
from tools.packing.tree import NAME, plant

MANIFEST = Path(__file__).with_name("flatpak.yml")


def build(folder: Path, work: Path, out: Path) -> Path:
    """Lay out the tree in `work`; pack it into `out` if `flatpak-builder` is installed.

    Returns the package, or the tree. The builder downloads the runtime that the manifest names.
    """
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    plant(folder, work)
    if not shutil.which("flatpak-builder"):
        return work
    parts = {part: work.with_name(f"flatpak-{part}") for part in ("build", "state", "repo")}
    builder = ["flatpak-builder", "--force-clean", "--user", "--install-deps-from=flathub"]
    folders = [f"--state-dir={parts['state']}", f"--repo={parts['repo']}", str(parts["build"])]
    subprocess.run([*builder, *folders, str(MANIFEST)], check=True)
    package = out / f"{NAME}-{engine.__version__}.flatpak"
    [identity] = [
        line.split()[1] for line in MANIFEST.read_text().splitlines() if line.startswith("app-id:")
    ]
    bundle = ["flatpak", "build-bundle", str(parts["repo"]), str(package), identity]
    subprocess.run(bundle, check=True)
    return package
