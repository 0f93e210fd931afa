"""Hidden modules are hidden only from the thread that hides them."""

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tanglescope.engine.system.hidden_imports import hide_modules

NAME = "rlcompleter"
"""A small module of the standard library."""


@pytest.fixture(autouse=True)
def _is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, NAME, raising=False)


def test_a_module_can_not_be_found_while_it_is_hidden() -> None:
    with hide_modules(NAME), pytest.raises(ModuleNotFoundError):
        importlib.import_module(NAME)
    assert importlib.import_module(NAME)


def test_it_can_be_found_again_after_an_error() -> None:
    with pytest.raises(RuntimeError), hide_modules(NAME):
        raise RuntimeError
    assert importlib.import_module(NAME)


def test_a_module_that_is_loaded_stays_there() -> None:
    with hide_modules("json"):
        assert importlib.import_module("json")


def test_other_threads_find_it() -> None:
    with hide_modules(NAME), ThreadPoolExecutor(1) as other:
        assert other.submit(importlib.import_module, NAME).result()
