import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import ArchiveError
from tanglescope.engine.library import Library

CONCURRENT = {
    "kind": "concurrent",
    "endContent": "a" * (1 << 18),
    "numAgents": 2,
    "txns": [
        {"parents": [], "numChildren": 2, "agent": 0, "patches": [[0, 0, "hi"]]},
        {"parents": [0], "agent": 1, "patches": [[2, 0, "!"], [0, 1, "H"]]},
        {"parents": [0], "agent": 0, "patches": [[1, 1, ""]]},
        {"parents": [1, 2], "agent": 1, "patches": []},
    ],
}
SEQUENTIAL = {
    "startContent": "",
    "endContent": "hi",
    "txns": [
        {"time": "2024-01-01T00:00:01.000Z", "patches": [[0, 0, "h"]]},
        {"time": "2024-01-01T00:00:02.000Z", "patches": [[1, 0, "i"]]},
    ],
}


def trace(tmp_path: Path, value: Any, packed: bool = False) -> Path:
    path = tmp_path / ("essay.json.gz" if packed else "essay.json")
    data = json.dumps(value).encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    return path


def test_concurrent_transactions_come_after_their_parents(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(trace(tmp_path, CONCURRENT, packed=True)).added == 4
        conversation = library.conversation("graph:essay")
        shown = conversation.messages(["0", "1", "2", "3"])
        assert [shown[key].causes for key in "0123"] == [(), ("0",), ("0",), ("1", "2")]
        assert [shown[key].author for key in "0123"] == ["0", "1", "0", "1"]
        assert shown["1"].content["text"] == "2 +“!” 0 −1 +“H”"
        assert (shown["1"].asserted, shown["1"].received) == (None, None)
        assert library.check().ok


def test_sequential_transactions_come_one_after_the_other(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(trace(tmp_path, SEQUENTIAL)).added == 2
        shown = library.conversation("graph:essay").messages(["0", "1"])
        assert shown["1"].causes == ("0",)
        assert shown["1"].asserted == 1704067202000


@pytest.mark.parametrize(
    "wrong", [7, {"parents": "0"}, {"parents": [True]}, {"parents": [[0]], "patches": {}}]
)
def test_transactions_of_a_wrong_shape_are_refused(tmp_path: Path, wrong: Any) -> None:
    value = CONCURRENT | {"txns": [*CONCURRENT["txns"], wrong]}  # type: ignore[misc]
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(trace(tmp_path, value))
        assert (report.added, report.rules) == (4, {"shape": 1})


@pytest.mark.parametrize("text", ['{"txns": 7}', '{"kind": "concurrent", "txns": [', '{"txns":'])
def test_anything_but_a_trace_is_answered_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(ArchiveError, match="can't be read as editing trace"):
        list(open_archive(path).records())
