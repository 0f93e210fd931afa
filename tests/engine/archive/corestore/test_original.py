"""New stores, written by the original program if Node is available."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.archive.corestore.bases import agreement, graph_of
from tanglescope.engine.archive.corestore.copies import read_corestore
from tanglescope.engine.archive.corestore.cores import Trust
from tanglescope.engine.archive.corestore.storage import CorestoreError
from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.named import linearize

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parent / "original.js"
PACKAGE = {
    "name": "original",
    "private": True,
    "dependencies": {"autobase": "7.28.1", "corestore": "7.12.5", "hypercore": "11.39.5"},
    "overrides": {"hypercore-storage": "3.3.1"},
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the original is installed."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("Node isn't installed")
    folder = tmp_path_factory.mktemp("original")
    (folder / "package.json").write_text(json.dumps(PACKAGE))
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
    installed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"autobase can't be installed: {installed.stderr[-200:]}")
    return folder


@pytest.mark.parametrize("seed", range(1, 13))
def test_new_stores_are_read_as_the_original_shows_them(
    seed: int, packages: Path, tmp_path: Path
) -> None:
    secrecy = "encrypted" if seed % 3 == 0 else "plain"
    shape = [str(number) for number in (30 + seed * 3, seed, 2 + seed % 4)]
    command = ["node", str(SCRIPT), "make", str(tmp_path), *shape, secrecy]
    subprocess.run(command, cwd=packages, check=True, timeout=300)
    for name, known in json.loads((tmp_path / "truth.json").read_text()).items():
        [base] = read_corestore(tmp_path / name).bases
        entries = {entry.id: entry for entry in base.entries}
        assert base.problems == ()
        assert entries.keys() >= known["nodes"].keys()
        for identity, node in known["nodes"].items():
            entry = entries[identity]
            assert (list(entry.heads), entry.optimistic) == (node["heads"], node["optimistic"])
            assert (entry.content.text or None) == node["value"]
            assert entry.trust is Trust.VALID
        answer = linearize(graph_of(base), "autobase")
        view = set(known["view"])
        assert [each for each in answer["order"] if each in view] == known["view"]
        final = answer["order"][: answer["confirmed"]]
        assert sum(each in view for each in final) == known["confirmed"]
        signed = [each for each in base.signed or () if each in view]
        assert signed == known["view"][: known["signed"]]
        assert agreement(base.signed, base.shown, answer["order"]).conflict is None


@pytest.fixture
def writer(packages: Path, tmp_path: Path) -> Iterator[Path]:
    """A store to which the original appends during the test."""
    command = ["node", str(SCRIPT), "append", str(tmp_path / "store")]
    with subprocess.Popen(
        command, cwd=packages, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"ready\n"
        yield tmp_path / "store"
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_store_is_read_while_the_original_appends(writer: Path) -> None:
    counts = []
    for _ in range(40):
        try:
            [base] = read_corestore(writer).bases
        except CorestoreError:
            continue  # may hit the moment between two files
        assert base.problems == ()
        assert all(entry.trust is Trust.VALID for entry in base.entries)
        counts.append(len(base.entries))
    assert len(counts) > 30
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


def test_a_store_is_followed_while_the_original_appends(writer: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        follower = library.follow(writer)
        counts = []
        for _ in range(10):
            follower.poll()
            counts += [each.messages for each in library.conversations(kind="autobase")]
        assert counts == sorted(counts)
        assert counts[-1] > counts[0] > 0
        assert len(library.quarantine) == 0
