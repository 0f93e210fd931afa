"""Databases of an older version: made before a migration of later."""

from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from tanglescope.engine.store.files import untrusted
from tanglescope.engine.store.files.database import connect, is_outdated
from tanglescope.engine.store.files.schema import migrations
from tanglescope.engine.store.files.sqlite import Database, Migration


def release_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Release a version with a further migration: all databases made before are older."""
    steps = [*migrations._steps, Migration("toys_in_later_versions", _create_toys)]
    monkeypatch.setattr(migrations, "_steps", steps)
    monkeypatch.setattr(untrusted, "_stages", cache(untrusted._stages.__wrapped__))


def _create_toys(database: Database) -> None:
    database.execute("CREATE TABLE toys (name TEXT NOT NULL)")


def is_older(path: Path) -> bool:
    """Whether a database still is as an older version left it."""
    with closing(connect(path, read_only=True, as_written=True)) as database:
        return is_outdated(database)
