from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tests.engine.store.conversations.games import Game
from tests.engine.store.libraries import library_of


@pytest.fixture
def game() -> Game:
    return Game()


@pytest.fixture
def played(game: Game, tmp_path: Path) -> Iterator[Library]:
    """A library with a game."""
    with library_of(tmp_path, *game.said) as library:
        yield library
