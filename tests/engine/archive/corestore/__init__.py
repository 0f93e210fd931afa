"""Corestores written by the original program, with its results for them, in `stores/*.tar.xz`.

`plain` has batches, `growing` indexers that join, `changing` writers that are added, promoted and
removed, and optimistic entries; `encrypted` is like `changing`, with a key. In `beginning`, the
very first entry adds an indexer.
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
        # Python 3.11 has this filter from 3.11.4 on; Debian 12 has 3.11.2.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)
    return folder / "store", json.loads((folder / "truth.json").read_text())


def store(name: str) -> Path:
    """The folder of a store; read-only."""
    return _archive(name)[0]


def truth(name: str) -> dict[str, Any]:
    """The original's results for a store."""
    return _archive(name)[1]
