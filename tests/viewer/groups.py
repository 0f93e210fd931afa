"""Two groups for golden pictures: the one in the exclusion spec, and a split one."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import tools.group
from tanglescope import resources
from tanglescope.engine.library import Library
from tanglescope.engine.message.private import Keyring, read_group_keys
from tanglescope.viewer.panels.group_words import GroupStudy, one_group


@cache
def group_of_spec() -> GroupStudy:
    with resources.sample_archive("texts") as archive:
        root = json.loads(archive.with_suffix(".json").read_text())["Section 4.10.4"]["0_init"]
        return study_of(archive, root)


@cache
def split_group() -> GroupStudy:
    root = tools.group.build()[1]["0"]
    with resources.sample_archive("group") as archive:
        return study_of(archive, root)


def study_of(archive: Path, root: str) -> GroupStudy:
    with TemporaryDirectory() as folder, Library.open(Path(folder) / "library.db") as library:
        library.ingest(archive)
        with resources.sample_keys() as keys:
            library.unlock(Keyring(group_keys=read_group_keys(keys.read_text())))
        return one_group(library, root)
