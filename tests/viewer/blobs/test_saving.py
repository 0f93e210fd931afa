"""A file is saved under a harmless name."""

import pytest

from tanglescope.engine.blobs.formats import PictureShape
from tanglescope.viewer.blobs.saving import file_name

JPEG = PictureShape("jpeg", 1, 1)


@pytest.mark.parametrize(
    ("name", "shape", "saved"),
    [
        ("boat.jpg", JPEG, "boat.jpg"),
        ("boat.JPEG", JPEG, "boat.JPEG"),
        ("boat.exe", JPEG, "boat.jpg"),
        ("the boat", JPEG, "the boat.jpg"),
        ("../../.ssh/keys", None, "keys"),
        ("C:\\x\\run.bat", None, "run.bat"),
        (".bashrc", None, "bashrc"),
        ("a\u202egpj.exe", None, "a_gpj.exe"),
        ("", None, "file"),
        ("", JPEG, "file.jpg"),
        ("x" * 500, None, "x" * 80),
    ],
)
def test_a_name_is_harmless(name: str, shape: PictureShape | None, saved: str) -> None:
    assert file_name(name, shape) == saved
