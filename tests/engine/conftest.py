from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tests.engine.archive.samples import unpack
from tests.engine.authors import Author, Said, post


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thousand messages in three formats."""
    return unpack("small", tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="session")
def fixtures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred messages by ssb-fixtures in two formats."""
    return unpack("fixtures", tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="session")
def tribes2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a member of a private group, by ssb-tribes2."""
    return unpack("tribes2", tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="session")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Damaged logs."""
    return unpack("torn", tmp_path_factory.mktemp("archives"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as opened:
        yield opened


@pytest.fixture
def talk() -> dict[str, Said]:
    """A question, two concurrent answers, and a reply to both."""
    alice, bob, carol = Author("alice"), Author("bob"), Author("carol")
    question = alice.say(post("Shall we sail?"))
    yes = bob.say(post("yes", question))
    no = carol.say(post("no", question))
    both = alice.say(post("so so", question, yes, no))
    return {"question": question, "yes": yes, "no": no, "both": both}
