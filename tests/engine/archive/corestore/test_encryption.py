import pytest

from tanglescope.engine.archive.corestore.encryption import NotABaseKey, read_base_key

KEY = bytes(range(32))
Z_BASE_32 = "yyyoryarywdyqnyjbefoadeqbhebnrounoktcfaadrpbs8y7daxo"


@pytest.mark.parametrize(
    "given",
    [KEY, KEY.hex().encode(), KEY.hex().upper().encode() + b"\n", Z_BASE_32.encode()],
    ids=["bytes", "hexadecimal", "upper case", "z-base-32"],
)
def test_a_key_is_read_in_every_usual_form(given: bytes) -> None:
    assert read_base_key(given) == KEY


@pytest.mark.parametrize(
    "given",
    [
        b"",
        KEY[:-1],
        KEY.hex().encode()[:-1],
        b"g" * 64,
        Z_BASE_32[:-1].encode() + b"b",
        b"\xff" * 52,
    ],
)
def test_anything_but_a_key_is_refused_in_words(given: bytes) -> None:
    with pytest.raises(NotABaseKey, match="32 bytes"):
        read_base_key(given)
