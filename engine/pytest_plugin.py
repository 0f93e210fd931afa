"""The plug-in for pytest: the fixture `assert_convergent`, for orders of any package.

It is loaded in every run of pytest if Tanglescope is installed, so its imports are deferred.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command-line options."""
    group = parser.getgroup("tanglescope", "orders of graphs")
    group.addoption(
        "--order-graphs",
        type=int,
        metavar="N",
        help="number of hostile graphs that assert_convergent tries, unless a test gives one",
    )
    group.addoption(
        "--order-seed",
        type=int,
        metavar="SEED",
        help="seed of the first hostile graph, unless a test gives one",
    )


@pytest.fixture
def assert_convergent(tmp_path: Path, pytestconfig: pytest.Config) -> Callable[..., None]:
    """Fails the test if an order breaks a law: `engine.kit.assert_convergent`.

    Pictures are written to the test's own folder.
    """
    from tanglescope.engine.kit import assert_convergent as check

    asked: dict[str, Any] = {
        "graphs": pytestconfig.getoption("order_graphs"),
        "seed": pytestconfig.getoption("order_seed"),
    }
    wanted = {name: value for name, value in asked.items() if value is not None}
    return partial(check, pictures=tmp_path, **wanted)
