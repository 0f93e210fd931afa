"""Archives that wait for the thread that reads them."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.system.files import note_left
from tanglescope.viewer.workers.frame_clock import FrameClock
from tanglescope.viewer.workers.ingest import IngestWorker
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


@pytest.mark.usefixtures("application")
def test_an_archive_that_is_cancelled_before_its_first_record_is_not_read(tmp_path: Path) -> None:
    database = tmp_path / "own.db"
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    worker = IngestWorker(database, FrameClock(lambda _: None))
    worker.cancel()
    for is_cancelled in (True, False):
        worker.read(archive)
        request = worker._next()
        assert request is not None
        if is_cancelled:  # as while a reply is being signed
            worker.cancel()
        with Library.open(database) as library:
            worker._read(library, request, {})
            assert len(library) == (0 if is_cancelled else 1)
    note_left(archive)  # as at the end of the thread, which was never started
