"""A hundred thousand messages with every fault, by both engines, in every format."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Engine, Library, import_archives
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.generated import network, write

pytestmark = [pytest.mark.slow, pytest.mark.spark]


@pytest.mark.parametrize("form", ["ndjson", "log.offset", "log.bipf"])
def test_both_engines_leave_the_same_database(form: str, tmp_path: Path) -> None:
    archive = tmp_path / f"archive.{form}"
    write(archive, form, network(100_000))
    databases = {engine: tmp_path / f"{engine}.db" for engine in (Engine.DIRECT, Engine.SPARK)}
    for engine, database in databases.items():
        report = import_archives([archive], database, engine=engine)
        assert report.added > 99_000
        assert {"id", "signature"} <= report.rules.keys()
    assert differences(*databases.values()) == []
    with Library.open(databases[Engine.SPARK], read_only=True) as library:
        assert library.check().ok
        assert max(thread.messages for thread in library.threads()) > 10_000
