"""The JSON text that PZP hashes and signs: RFC 8785, of values as JavaScript holds them."""

from collections.abc import Iterable
from typing import Any

import orjson
import rfc8785

from tanglescope.engine.language.wording import tr

_SAFE_INTEGER = 2**53 - 1
_DEEPEST = 32


class NotCanonicalError(ValueError):
    """A value without a text in RFC 8785."""


def dumps(value: Any) -> bytes:
    """The canonical UTF-8 text of a JSON value; all numbers are written as doubles."""
    if _is_plain(value, _DEEPEST):
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    try:
        try:
            return rfc8785.dumps(value)
        except rfc8785.IntegerDomainError:
            return rfc8785.dumps(_with_doubles(value))
    except RecursionError:
        raise NotCanonicalError(tr("is nested too deeply")) from None
    except (ValueError, OverflowError) as error:  # unpaired surrogates, infinity
        raise NotCanonicalError(str(error)) from None


def _is_plain(value: Any, depth: int) -> bool:
    """Whether any program that sorts keys writes this value the same way, as most values."""
    inner: Iterable[Any]
    match value:
        case str():
            return value.isascii()
        case bool() | None:
            return True
        case int():
            return -_SAFE_INTEGER <= value <= _SAFE_INTEGER
        case dict():
            names, inner = value.keys(), value.values()
            if not all(type(name) is str and name.isascii() for name in names):
                return False
        case list():
            inner = value
        case _:
            return False
    return depth > 0 and all(_is_plain(each, depth - 1) for each in inner)


def _with_doubles(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_doubles(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_doubles(inner) for inner in value]
    return float(value) if type(value) is int else value
