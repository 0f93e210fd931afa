import os

import pytest

from tests.viewer.conftest import application, open_window, settings, talk, utc

__all__ = ["application", "open_window", "settings", "talk", "utc"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeat tests that depend on chance: `FAULTS=40`, as in `make faults`, runs each 40 times."""
    if "chance" in metafunc.fixturenames:
        metafunc.parametrize("chance", range(int(os.environ.get("FAULTS", "1"))))
