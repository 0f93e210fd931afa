import io
from pathlib import Path

import pytest

from tanglescope.engine.commandline.common import sources
from tanglescope.engine.commandline.common.answers import name_of_file
from tanglescope.engine.commandline.common.sources import (
    LineTooLong,
    bounded_lines,
    lines_of,
)


def test_lines_end_in_line_feeds_only(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes("\ufeffone\r\n\u2028two\n\nlast".encode())
    with path.open("rb") as file:
        assert list(lines_of(file)) == [b"one\r\n", "\u2028two\n".encode(), b"\n", b"last"]


@pytest.mark.parametrize("ending", ["\n", ""])
def test_a_line_may_be_as_long_as_the_limit_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 4)
    path = tmp_path / "lines"
    path.write_text("123\n123" + ending)
    with path.open("rb") as file:
        assert b"".join(lines_of(file)) == path.read_bytes()
    path.write_text("123\n1234" + "5" * len(ending) + ending + "1\n")
    with path.open() as text, pytest.raises(LineTooLong, match="line 2 is longer than"):
        list(bounded_lines(text))


def test_lines_of_what_has_no_name_are_read() -> None:
    assert list(bounded_lines(io.StringIO("a\nb"))) == ["a\n", "b"]


def test_standard_input_has_a_name_in_sentences(tmp_path: Path) -> None:
    assert name_of_file(Path("-")) == "Standard input"
    assert name_of_file(io.BytesIO()) == "Standard input"
    assert name_of_file(tmp_path / "a.ndjson") == str(tmp_path / "a.ndjson")
