import os
from pathlib import Path

import pytest

from engine.regular_files import is_regular, is_there, open_regular


@pytest.mark.parametrize("path", ["/x" * 5000, "/" + "y" * 300, "/a\0b", "nowhere", "\udcff"])
def test_what_cannot_be_a_path_leads_nowhere(path: str) -> None:
    assert not is_there(Path(path))
    assert not is_regular(Path(path))


def test_only_a_regular_file_is_opened_and_nothing_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"text")
    for other in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        assert is_there(other)
        assert not is_regular(other)
        with pytest.raises(OSError, match="is no regular file"):
            open_regular(other)
    assert is_regular(tmp_path / "file")
    with open_regular(tmp_path / "file") as file:
        assert file.read() == b"text"
