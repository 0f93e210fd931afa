from collections.abc import Iterator

import pytest

from tanglescope.engine.linear.scuttlesort import levels


@pytest.fixture(scope="module")
def small_blocks() -> Iterator[None]:
    """Blocks so small that a few events split them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(levels, "FULL", 2)
        yield
