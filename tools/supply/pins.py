"""The pinned requirements of the program, with their installed metadata."""

import re
from dataclasses import dataclass
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PIN = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; ([^\\\n]+?))? \\\n((?:    --hash=\S+(?: \\)?\n)+)", re.MULTILINE
)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of a lock: a package, its systems, and the hashes of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def license(self) -> str:
        """The license of the installed package, in any version; `""` if there is none."""
        try:
            return _license(distribution(self.name).metadata)
        except PackageNotFoundError:
            return ""


def read_pins(lock: Path = ROOT / "requirements" / "run.txt") -> list[Pin]:
    """The pins of a lock, in order."""
    return [
        Pin(name, version, marker, tuple(_HASH.findall(hashes)))
        for name, version, marker, hashes in _PIN.findall(lock.read_text("utf-8"))
    ]


def _license(metadata: PackageMetadata) -> str:
    if expression := _first(metadata, "License-Expression"):
        return expression
    classifiers = metadata.get_all("Classifier") or []
    named = [each.split(" :: ")[-1] for each in classifiers if each.startswith("License")]
    # Some packages have the whole license text here.
    stated = _first(metadata, "License").split("\n")[0].strip()
    return ", ".join(named) or stated


def _first(metadata: PackageMetadata, field: str) -> str:
    return next(iter(metadata.get_all(field) or []), "")
