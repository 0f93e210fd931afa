"""The JSON text that PZP hashes and signs: RFC 8785, of values as JavaScript holds them."""

from typing import Any

import rfc8785

from engine.wording import tr


class NotCanonicalError(ValueError):
    """A value that RFC 8785 has no text for."""


def dumps(value: Any) -> bytes:
    """The canonical UTF-8 text of a JSON value; numbers are doubles, whatever read them."""
    try:
        try:
            return rfc8785.dumps(value)
        except rfc8785.IntegerDomainError:
            return rfc8785.dumps(_with_doubles(value))
    except RecursionError:
        raise NotCanonicalError(tr("is nested too deeply")) from None
    except (ValueError, OverflowError) as error:  # unpaired surrogates, infinity
        raise NotCanonicalError(str(error)) from None


def _with_doubles(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_doubles(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_doubles(inner) for inner in value]
    return float(value) if type(value) is int else value
