"""Writing logs: read again, they hold the same messages."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.logs.bipf_log import decode
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.rescue import writing
from tanglescope.engine.rescue.ledger import Kept
from tanglescope.engine.rescue.writing import (
    FORMATS,
    LogTooLarge,
    encode,
    line_of,
    loses_text,
    write_log,
)
from tests.engine.archive import writers
from tests.engine.authors import Author, Said, post

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=20,
)


def kept(said: Said) -> Kept:
    return Kept(said.key, float(said.received), json_line(said.value), "")


@given(value=VALUES)
def test_bipf_is_written_as_the_original_does(value: Any) -> None:
    assert encode(value) == writers.bipf(value)


@given(value=st.text() | st.dictionaries(st.text(), st.integers(-9, 9)))
def test_bipf_is_read_back(value: Any) -> None:
    assert decode(encode(value)) == value


@pytest.mark.parametrize("format_", FORMATS)
def test_a_log_holds_the_messages_in_their_order(tmp_path: Path, format_: str) -> None:
    ann = Author("ann")
    said = [ann.say(post(f"{number} ü ☃ 🛶 " + "x" * 40 * number)) for number in range(150)]
    log = write_log(format_, map(kept, said), tmp_path)
    assert log == tmp_path / FORMATS[format_][0]
    records = list(open_archive(log).records())
    assert [record.key for record in records] == [each.key for each in said]
    assert [record.received for record in records] == [each.received for each in said]
    assert {each.verdict.status for each in check(records)} == {ValidationStatus.VALID}
    assert [path.name for path in log.parent.iterdir()] == [log.name]


def test_logs_are_byte_for_byte_those_of_the_original_programs(tmp_path: Path) -> None:
    ann = Author("ann")
    said = [ann.say(post("x" * 300 * (number % 9))) for number in range(120)]
    offset = write_log("offset", map(kept, said), tmp_path).read_bytes()
    bipf = write_log("bipf", map(kept, said), tmp_path).read_bytes()
    records = [each.record | {"timestamp": int(each.received)} for each in said]
    for record in records:
        record["value"] = record["value"] | {"timestamp": record["value"]["timestamp"]}
    assert offset == writers.offset_log(records)
    assert bipf == writers.block_log(map(writers.bipf_record, records))


def test_a_log_that_is_too_large_for_its_format_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_LARGEST_OFFSET", 1000)
    said = [Author("ann").say(post("x" * 300)) for _ in range(4)]
    with pytest.raises(LogTooLarge, match="4 GiB"):
        write_log("offset", map(kept, said), tmp_path)
    assert not (tmp_path / FORMATS["offset"][0]).exists()


def test_a_line_may_say_why_the_message_is_there() -> None:
    said = Author("ann").say(post("hello"), received=9.5)
    line = json.loads(line_of(kept(said), aside="branch"))
    assert line == {**said.record, "aside": "branch"}


@pytest.mark.parametrize(
    ("text", "loses"), [("\ud83d", True), ("🛶", False), ("\\ud83d", False), ("plain", False)]
)
def test_half_surrogates_are_noticed(text: str, loses: bool) -> None:
    assert loses_text(json_line({"text": text})) is loses
