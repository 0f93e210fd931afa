"""Corestores written by the original program, with its answers about them, in `stores/*.tar.xz`.

`plain` has batches, `growing` indexers that join, `changing` writers that are added, promoted and
removed, and optimistic entries; `encrypted` is another of these with a key. In `beginning`, the
first entry of all adds an indexer.
"""

import atexit
import json
import shutil
import tarfile
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

STORES = ("plain", "growing", "changing", "beginning", "encrypted")


@cache
def _archive(name: str) -> tuple[Path, dict[str, Any]]:
    folder = Path(mkdtemp(prefix="tanglescope-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with tarfile.open(Path(__file__).parent / "stores" / f"{name}.tar.xz") as archive:
        # Python 3.11 has no such filter before its fourth patch, and Debian 12 has the second.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)
    return folder / "store", json.loads((folder / "truth.json").read_text())


def store(name: str) -> Path:
    """The folder of a store; don't write into it."""
    return _archive(name)[0]


def truth(name: str) -> dict[str, Any]:
    """What the original said of a store."""
    return _archive(name)[1]
