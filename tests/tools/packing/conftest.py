from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as `make folder` builds it, whose program answers with the words of its call."""
    folder = tmp_path / "built"
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "library.so").write_bytes(bytes(3000))
    (folder / "_internal" / "library.so").chmod(0o755)
    program = folder / "tanglescope"
    program.write_text('#!/bin/sh\necho "$(basename "$(realpath "$0")") $*"\n')
    program.chmod(0o700)
    return folder
