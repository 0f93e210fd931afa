"""A package for Debian and Ubuntu."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

from tanglescope import engine
from tools.packing.tree import NAME, packed, plant, put
from tools.prepare.system import LIBRARIES

ROOT = Path(__file__).resolve().parents[2]
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def build(folder: Path, work: Path, out: Path) -> Path:
    """Pack the program of `folder` into a package in the folder `out`."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    plant(folder, work / "usr")
    documents = work / "usr" / "share" / "doc" / NAME
    put(documents / "copyright", _copyright().encode())
    put(documents / "CHANGELOG.md.gz", packed((ROOT / "CHANGELOG.md").read_bytes()))
    files = (path for path in work.rglob("*") if not path.is_symlink() and path.is_file())
    size = sum(path.stat().st_size for path in files)
    put(work / "DEBIAN" / "control", control(size).encode())
    package = out / f"{NAME}_{engine.__version__}_{architecture()}.deb"
    # xz would save a quarter of the size, and take minutes.
    command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "--build"]
    subprocess.run([*command, str(work), str(package)], check=True, stdout=subprocess.DEVNULL)
    return package


def control(size: int) -> str:
    """The package's description of itself. `size` is that of its files."""
    libraries = [package for group in LIBRARIES.values() for package in group.values()]
    needed = [f"libc6 (>= {platform.libc_ver()[1]})", "fonts-dejavu-core", *sorted(libraries)]
    maintainer = os.environ.get("DEBFULLNAME", "The Tanglescope founders")
    address = os.environ.get("DEBEMAIL", "tanglescope@localhost")
    return f"""\
Package: {NAME}
Version: {engine.__version__}
Architecture: {architecture()}
Maintainer: {maintainer} <{address}>
Installed-Size: {size // 1024}
Depends: {", ".join(needed)}
Recommends: fonts-noto-color-emoji, fonts-noto-cjk
Section: net
Priority: optional
Description: reads and debugs conversations without a server
 Tanglescope reads archives of Secure Scuttlebutt, PZP, Autobase and other
 systems whose history is a graph. It verifies every id and signature, and
 shows each conversation as a timeline that stays in the right order while
 messages arrive. It explains why a message is in its row.
 .
 Python and Qt are part of the package; it needs no network and no Java.
"""


def architecture() -> str:
    """Debian's name of this machine's processor."""
    return _ARCHITECTURES.get(platform.machine(), platform.machine())


def _copyright() -> str:
    """Debian's form of the license; those of Qt, Python and others are beside their files."""
    title, _, text = (ROOT / "LICENSE").read_text().partition("\n\n")
    owner, _, terms = text.partition("\n\n")
    lines = (f" {line}" if line else " ." for line in terms.strip().splitlines())
    return f"""\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Tanglescope

Files: *
Copyright: {owner.removeprefix("Copyright (c) ")}
License: {title.removesuffix(" License")}
{chr(10).join(lines)}
"""
