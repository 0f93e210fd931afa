import os

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeat what depends on chance: FAULTS=40 (as `make faults` has it) for 40 times each."""
    if "chance" in metafunc.fixturenames:
        metafunc.parametrize("chance", range(int(os.environ.get("FAULTS", "2"))))
