"""What was rescued, opened by ssb-server 16 and ssb-db2 8: they count and continue it."""

import json
import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from tanglescope.engine.archive.checking import in_chains
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.processes import check_archive
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.rescue.rescuing import rescue
from tests.engine.authors import Author, Said, post
from tests.engine.rescue.test_rescuing import WRITE, damaged, keys

MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
PROGRAMS = Path(__file__).parents[2] / "vectors" / "rescue"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(MODULES is None, reason="npm's packages are not here"),
]


@pytest.mark.parametrize(("package", "format_"), [("ssb-server", "offset"), ("ssb-db2", "bipf")])
def test_the_original_opens_counts_and_continues_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, format_: str, chance: int
) -> None:
    if not (Path(MODULES or "") / package).exists():
        pytest.skip(f"{package} is not in that folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    random, me = Random(chance), Author("me")
    people = [me, Author("ann"), Author("ben")]
    said: list[Said] = []
    for number in range(300):
        content = post(f"{number} ü 🛶", *said[:1])
        said.append(random.choice(people).say(content, received=1.6e12 + number // 3))
    end = next(each for each in reversed(said) if each.value["author"] == me.feed)
    archives = [tmp_path / name for name in WRITE]
    for archive, form in zip(archives, WRITE.values(), strict=True):
        archive.write_bytes(damaged(form([each.record for each in said]), random))
    (tmp_path / "own").write_bytes(end.line)  # else the original might continue an earlier one
    log = rescue([*archives, tmp_path / "own"], tmp_path / "out", [format_]).files[format_]
    (tmp_path / "secret").write_text(Identity(me.feed, me._secret).secret_file())
    answer = subprocess.run(
        ["node", PROGRAMS / f"{package}.js", tmp_path / "out", tmp_path / "secret"],
        env={**os.environ, "NODE_PATH": MODULES or ""},
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    found = json.loads(answer.stdout.splitlines()[-1])
    written = len(keys(log))
    assert (found["before"], found["after"]) == (written - 1, written)
    assert (found["sequence"], found["previous"]) == (end.value["sequence"] + 1, end.key)
    verdicts = in_chains(check_archive(open_archive(log)), FeedChains())
    assert {each.verdict.status for each in verdicts} <= {"valid", "gap"}
