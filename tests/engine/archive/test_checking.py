"""Changed PZP records: all are rejected, except those that pzp-db reads in the same way."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tanglescope.engine.archive.checking import check_record
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.message import pzp
from tests.engine.archive.samples import DATA

Path = tuple[str | int, ...]


def values(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value inside a value, with its path."""
    yield path, value
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, each in inner:
            yield from values(each, (*path, name))


def others(value: Any) -> Iterator[Any]:
    """Replacements for a value, each different in JSON."""
    match value:
        case str():
            yield from (value + "a", "", None, 5, value.swapcase(), value + " ", value[::-1])
        case int() | float():
            yield from (value + 1, str(value), None, -value - 1)
        case None:
            yield from ("x", 0, {}, [])
        case list():
            yield from ([*value, "x"], value[::-1], None, {})
        case dict():
            yield from ({**value, "extra": 1}, None, [])


def changed(value: Any) -> Iterator[tuple[Path, Any]]:
    """A message with one value changed or removed, each in turn."""
    for path, old in values(value):
        for new in others(old):
            if not path:
                yield path, new
            elif new != old:
                copy = deepcopy(value)
                holder(copy, path)[path[-1]] = new
                yield path, copy
        if path:
            copy = deepcopy(value)
            del holder(copy, path)[path[-1]]
            yield path, copy


def holder(value: Any, path: Path) -> Any:
    for name in path[:-1]:
        value = value[name]
    return value


def says_the_same(path: Path, value: Any, original: Any) -> bool:
    """Whether pzp-db can't detect a change: a moot isn't signed, and only its metadata counts."""
    is_more = value == {**original, "extra": 1}
    is_erased = value == {**original, "data": None}
    is_of_moot = pzp.read(original).is_moot and path in (("sig",), ("sigkey",))
    return is_more or is_erased or is_of_moot


def test_every_change_to_a_message_of_pzp_is_found_that_pzp_db_finds() -> None:
    records = {}
    for each in open_archive(DATA / "pzp").records():
        message = pzp.read(each.value)
        records[message.kind, message.is_root, message.is_erased] = each
    tried = 0
    for record in records.values():
        assert check_record(record).verdict.is_good
        for path, value in changed(record.value):
            tried += 1
            if check_record(record._replace(value=value)).verdict.is_good:
                assert says_the_same(path, value, record.value), (path, value)
    assert len(records) > 3
    assert tried > 300
