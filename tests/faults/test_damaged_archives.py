"""Archives that are damaged at random places, as `verify` and `import` report them."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from tanglescope.engine.library import Library
from tanglescope.viewer.command_line import cli
from tests.engine.archive.test_damage import IN_PLACE, KEYS, bipf
from tests.engine.archive.writers import block_log


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", IN_PLACE)
def test_import_quarantines_the_records_that_verify_rejects(
    tmp_path: Path, name: str, seed: int
) -> None:
    random = Random(f"{name} {seed}")
    parts = IN_PLACE[name]()
    touched = set(random.sample(range(1, len(parts)), 3))
    for number in touched:
        at, size = random.randrange(len(parts[number])), random.randrange(1, 40)
        instead = random.choice([bytes(size), random.randbytes(size), b""])
        part = parts[number]
        parts[number] = part[:at] + instead + part[at + size :]
    log = tmp_path / "log"
    text = b"".join(parts)
    log.write_bytes(block_log([text]) if IN_PLACE[name] is bipf else text)
    result = CliRunner().invoke(cli, ["verify", str(log), "--json"])
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    bad = {answer["place"] for answer in answers if answer["verdict"] == "invalid"}
    good = {answer["key"] for answer in answers if answer["verdict"] != "invalid"}
    beside = {number + step for number in touched for step in (-1, 0, 1)}
    assert {key for number, key in enumerate(KEYS) if number not in beside} <= good
    assert None not in {answer["place"] for answer in answers}
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(log)
        kept = {str(record.place) for record in library.quarantine.page()}
    assert kept == bad
