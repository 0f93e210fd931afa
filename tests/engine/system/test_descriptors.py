import os
import resource
from collections.abc import Iterator

import pytest

from tanglescope.engine.system.descriptors import TooFewFiles, require


@pytest.fixture
def few() -> Iterator[int]:
    """Allow at most 40 open files, by the hard limit too, so that it can't be raised."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    set_limit = resource.setrlimit  # a test replaces it, and ends after this fixture
    opened = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names only
    set_limit(resource.RLIMIT_NOFILE, (opened + 40, before[1]))
    yield opened + 40
    set_limit(resource.RLIMIT_NOFILE, before)


def test_available_descriptors_can_be_required(few: int) -> None:
    require(20)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == few


def test_the_limit_of_descriptors_is_raised_if_needed(few: int) -> None:
    require(60)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > few


def test_too_few_are_reported_and_none_is_left_open(
    monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with pytest.raises(TooFewFiles, match="ulimit -n"):
        require(60)
    require(20)
