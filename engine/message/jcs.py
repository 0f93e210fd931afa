"""JSON as PZP hashes it: numbers as JavaScript reads them, text as RFC 8785 writes it."""

import json
from typing import NoReturn

import rfc8785

_SAFE_INTEGER = 2**53 - 1


class NotCanonicalError(ValueError):
    """A value that RFC 8785 has no text for, or text that is no JSON."""


def loads(text: str | bytes) -> object:
    """The value of a JSON text; whole numbers up to 2^53 are int, all others float."""
    try:
        return json.loads(
            text, parse_int=_number, parse_float=_number, parse_constant=_refuse_constant
        )
    except RecursionError:
        raise NotCanonicalError("is nested too deeply") from None
    except ValueError as error:
        raise NotCanonicalError(str(error)) from None


def dumps(value: object) -> bytes:
    """The canonical UTF-8 text of a value."""
    try:
        return rfc8785.dumps(value)  # type: ignore[arg-type]  # it checks the type itself
    except RecursionError:
        raise NotCanonicalError("is nested too deeply") from None
    except ValueError as error:  # unpaired surrogates, infinity
        raise NotCanonicalError(str(error)) from None


def _number(text: str) -> int | float:
    number = float(text)
    if number.is_integer() and abs(number) <= _SAFE_INTEGER:
        return int(number)
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise NotCanonicalError(f"{name} is no JSON number")
