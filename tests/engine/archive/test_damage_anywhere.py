"""Damage of any kind at several places loses only the damaged records, and is reported."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.opening import open_archive
from tests.engine.archive.test_damage import IN_PLACE, KEYS, OTHERS, bipf, keys_in
from tests.engine.archive.writers import block_log
from tests.quick import mostly_slow

Hit = tuple[int, int, bytes]
"""Where bytes are damaged, how many of them, and what is there instead."""


@st.composite
def hits(draw: st.DrawFn, whole: bytes) -> list[Hit]:
    """Up to three places in an archive where bits flip or bytes are zeroed, removed or inserted."""
    found: list[Hit] = []
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(whole) - 1))
        match draw(st.sampled_from(["flip", "zero", "cut", "insert"])):
            case "flip":
                found.append((at, 1, bytes([whole[at] ^ 1 << draw(st.integers(0, 7))])))
            case "zero":
                size = min(draw(st.integers(1, 900)), len(whole) - at)
                found.append((at, size, bytes(size)))
            case "cut":
                found.append((at, min(draw(st.integers(1, 900)), len(whole) - at), b""))
            case _:
                found.append((at, 0, draw(st.binary(min_size=1, max_size=50))))
    return sorted(found)


def damaged(whole: bytes, found: list[Hit]) -> bytes:
    for at, size, instead in reversed(found):
        whole = whole[:at] + instead + whole[at + size :]
    return whole


def lost(parts: list[bytes], found: list[Hit]) -> set[int]:
    """The numbers of the records that are damaged or next to damage."""
    numbers, begin = set(), 0
    for number, part in enumerate(parts):
        end = begin + len(part)
        if any(at <= end and begin <= at + size for at, size, _ in found):
            numbers.add(number)
        begin = end
    return numbers


@pytest.mark.parametrize(
    "name", mostly_slow(IN_PLACE, "lines", "array", "indented", "offset, old", "bipf")
)
@settings(max_examples=15)
@given(data=st.data())
def test_damage_of_any_kind_costs_only_what_it_touches(name: str, data: st.DataObject) -> None:
    write: Callable[[], list[bytes]] = IN_PLACE[name]
    parts = write()
    whole = b"".join(parts)
    found = data.draw(hits(whole))
    text = damaged(whole, found)
    assume(all(one[0] + one[1] <= other[0] for one, other in pairwise(found)))
    assume(found[0][0] > 0 and not text.startswith(OTHERS))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "archive"
        path.write_bytes(block_log([text]) if write is bipf else text)
        checked = check(open_archive(path).records())
    good = {item.record.key for item in checked if item.verdict.is_good}
    missing = {number for number, key in enumerate(KEYS) if key not in good}
    assert missing <= lost(parts, found)
    # Every run of lost records is reported between its neighbours.
    order = [item.record.key if item.verdict.is_good else None for item in checked]
    for number in sorted(missing):
        before = next((KEYS[n] for n in range(number - 1, -1, -1) if KEYS[n] in good), None)
        place = order.index(before) + 1 if before else 0
        is_reported = place < len(order) and order[place] is None
        touched = [hit for hit in found if hit[1] or hit[2]]
        was_cut_out = any(not instead for _, _, instead in touched)
        assert is_reported or was_cut_out


@pytest.mark.parametrize("size", [1, 2])
def test_bytes_lost_at_either_end_of_a_record_of_bipf_cost_that_record(size: int) -> None:
    parts = bipf()[:6]
    for number, part in enumerate(parts):
        for at in [*range(9), *range(len(part) - 12, len(part) - size + 1)]:
            cut = [*parts[:number], part[:at] + part[at + size :], *parts[number + 1 :]]
            others = {key for other, key in enumerate(KEYS[:6]) if other != number}
            assert others <= keys_in(block_log([b"".join(cut)]))
