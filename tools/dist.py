"""`python -m tools.dist`: build and verify the wheels and the source archive in dist/.

Their files are compared with those in git, and their metadata with pyproject.toml: a stray or
missing file is found before installation.
"""

import base64
import csv
import hashlib
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from email import message_from_bytes
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tanglescope import engine

ROOT = Path(__file__).resolve().parents[1]
KIT = ROOT / "tools" / "kit"
PACKAGES = ("engine", "viewer", "resources")


def main() -> None:
    """Build all three and report on them; exit status 1 if one of them is wrong."""
    folder = ROOT / "dist"
    wheel, kit = build_wheel(ROOT, folder), build_wheel(KIT, folder)
    source = Path(next(SdistBuilder(str(ROOT)).build(directory=str(folder))))
    found = [
        *wheel_faults(wheel, packaged()),
        *wheel_faults(kit, packaged_in_kit(), KIT),
        *source_faults(source, tracked()),
    ]
    if found:
        sys.exit("\n".join(found))
    for built in (wheel, kit, source):
        print(f"{built.relative_to(ROOT)}: {built.stat().st_size / 1024:.0f} KB, looked through")


def build_wheel(project: Path, folder: Path) -> Path:
    """Build the wheel of a folder with a pyproject.toml."""
    return Path(next(WheelBuilder(str(project)).build(directory=str(folder))))


def packaged() -> set[str]:
    """The files of a wheel: the packages, and the manual in one of them."""
    pages = {name for name in tracked("docs") if not name.startswith("docs/examples/")}
    manual = {f"resources/manual/{name.removeprefix('docs/')}" for name in pages}
    return {"tanglescope/__init__.py"} | {
        f"tanglescope/{name}" for name in tracked(*PACKAGES) | manual
    }


def packaged_in_kit() -> set[str]:
    """The files of the kit's wheel: those that its pyproject.toml lists."""
    settings = tomllib.loads((KIT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    places = settings["targets"]["wheel"]["force-include"]
    return {
        place + name.removeprefix(listed)
        for path, place in places.items()
        for listed in [path.removeprefix("../../")]
        for name in tracked(listed)
    }


def tracked(*folders: str) -> set[str]:
    """The files that git tracks in these folders, or in all."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name and not (ROOT / name).is_symlink()}


def wheel_faults(wheel: Path, expected: Iterable[str], project: Path = ROOT) -> list[str]:
    """The problems of a wheel that should contain `expected`, and say what its project says."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    about = [name for name in files if name.split("/")[0].endswith(".dist-info")]
    metadata = {Path(name).name: files[name] for name in about}
    return [
        *_content_faults(wheel, set(files) - set(about), set(expected)),
        *_record_faults(wheel, files, metadata.get("RECORD", b"").decode()),
        *_metadata_faults(wheel, metadata.get("METADATA", b""), project),
    ]


def source_faults(source: Path, expected: Iterable[str]) -> list[str]:
    """The problems of a source archive that should contain `expected`."""
    with tarfile.open(source) as archive:
        files = {
            member.name.partition("/")[2]: archive.extractfile(member)
            for member in archive
            if member.isfile()
        }
        metadata = files.pop("PKG-INFO", None)
        return [
            *_content_faults(source, set(files), set(expected)),
            *_metadata_faults(source, metadata.read() if metadata else b"", ROOT),
        ]


def _content_faults(built: Path, held: set[str], expected: set[str]) -> list[str]:
    return [
        *(f"{built.name} lacks {name}" for name in sorted(expected - held)),
        *(f"{built.name} holds {name}, which git doesn't know" for name in sorted(held - expected)),
    ]


def _record_faults(wheel: Path, files: dict[str, bytes], record: str) -> list[str]:
    noted = {row[0]: row[1] for row in csv.reader(record.splitlines())}
    return [
        f"{wheel.name}: RECORD is wrong about {name}"
        for name, content in files.items()
        if not name.endswith("/RECORD") and noted.get(name) != f"sha256={_digest(content)}"
    ]


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _metadata_faults(built: Path, metadata: bytes, folder: Path) -> list[str]:
    """The differences between the metadata of a distribution and this checkout."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    said = message_from_bytes(metadata)
    expected = {
        "Name": project["name"],
        "Version": engine.__version__,
        "Summary": project["description"],
        "License-Expression": project["license"],
        "Requires-Python": project["requires-python"],
        "Description-Content-Type": "text/markdown" if "readme" in project else None,
    }
    faults = [
        f"{built.name} says {field}: {said[field]}, not {value}"
        for field, value in expected.items()
        if said[field] != value
    ]
    required = [each for each in said.get_all("Requires-Dist", []) if "extra ==" not in each]
    if len(required) != len(project["dependencies"]):
        faults.append(f"{built.name} doesn't require what pyproject.toml requires")
    described = (folder / project["readme"]).read_text() if "readme" in project else ""
    if described.strip() != _body(metadata):
        faults.append(f"{built.name} isn't described by its readme")
    return faults


def _body(metadata: bytes) -> str:
    return metadata.decode().partition("\n\n")[2].strip()


if __name__ == "__main__":
    main()
