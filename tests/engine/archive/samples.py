"""The archives in `tests/data`, unpacked if needed."""

import tarfile
from pathlib import Path

DATA = Path(__file__).parents[2] / "data" / "archives"
VARIANTS = DATA / "variants"


def unpack(name: str, folder: Path) -> Path:
    """Unpack `name.tar.xz` into `folder`; return the folder in it."""
    with tarfile.open(DATA / f"{name}.tar.xz") as archive:
        # Python 3.11.2 (Debian 12) ignores this attribute; `filter=` would be an error there.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)
    return folder / name
