"""Sets in stores by pzp-db and pzp-set themselves, before and after erasing and deleting."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.engine.commandline.graphs import run
from tests.vectors import pzp

MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
"""A folder in which npm has installed what `make.js` asks for."""


def sets_in(store: Path) -> dict[str, dict[str, Any]]:
    """Our results for the sets in a store, by their roots."""
    assert run("verify", str(store)).exit_code == 0
    answer = run("reduce", str(store), "--prune", "--lipmaa", "--json")
    assert answer.exit_code == 0, answer.stderr
    return {found["root"]: found for found in map(json.loads, answer.stdout.splitlines())}


def agree(ours: dict[str, Any], said: dict[str, Any]) -> None:
    """Compare our result for a set with that of the originals."""
    assert ours["order"] == said["order"]
    assert ours["set"] == said["values"]
    assert sorted(ours["tips"]) == said["tips"]
    assert ours["max_depth"] == said["maxDepth"]
    assert ours["warnings"] == []
    assert ours["lipmaa"] == {}


@pytest.mark.slow
@pytest.mark.skipif(MODULES is None or shutil.which("node") is None, reason="no Node, no packages")
@pytest.mark.parametrize("seed", range(12))
def test_new_stores_by_the_originals_agree(tmp_path: Path, seed: int) -> None:
    assert MODULES is not None
    script = shutil.copy(Path(pzp.__file__).parent / "make.js", tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    made = subprocess.run(
        ["node", script, str(tmp_path / "stores"), str(seed)],
        capture_output=True, timeout=120, check=True, cwd=tmp_path,
    )  # fmt: skip
    said = json.loads(made.stdout)

    # The second device wrote to the set of the first account, and pruned nothing.
    shared = said["before"][0]
    whole = sets_in(tmp_path / "stores" / "two")[shared["root"]]
    agree(whole, shared)
    erased, deleted = set(said["erased"]), set(said["deleted"])
    mentioned = {*whole["order"]} - {shared["root"]}
    assert {*whole["erasable"]} - {shared["root"]} == erased & mentioned
    assert {*whole["deletable"]} == deleted & mentioned

    pruned = sets_in(tmp_path / "stores" / "one")
    assert pruned.keys() == {each["root"] for each in said["after"]}
    for each in said["after"]:
        agree(pruned[each["root"]], each)
    assert pruned[shared["root"]]["set"] == whole["pruned"]["after"]
