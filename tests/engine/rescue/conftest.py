from tests.faults.conftest import pytest_generate_tests

__all__ = ["pytest_generate_tests"]
