from pathlib import Path

import pytest

from tests.engine.archive.samples import unpack


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thousand messages in three formats."""
    return unpack("small", tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="session")
def fixtures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred messages by ssb-fixtures in two formats."""
    return unpack("fixtures", tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="session")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Damaged logs."""
    return unpack("torn", tmp_path_factory.mktemp("archives"))
