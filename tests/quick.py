"""Which variants of a test the quick suite runs; `make test-slow` and `make faults` run all."""

from collections.abc import Iterable

import pytest


def mostly_slow(variants: Iterable[object], *quick: object) -> list[object]:
    """The variants as parameters of a test, marked slow unless they are among the quick ones."""
    found = list(variants)
    assert all(each in found for each in quick)
    return [pytest.param(each, marks=() if each in quick else pytest.mark.slow) for each in found]
