"""No Java that is started writes statistics into a folder in /tmp, which others can read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tanglescope.engine.pipeline.errors import SparkFailed
from tanglescope.engine.pipeline.spark import session
from tanglescope.engine.pipeline.spark.java import release_of
from tanglescope.engine.pipeline.spark.session import SparkSettings

NO_STATISTICS = "-XX:-UsePerfData"
SAY_ALL = """#!/bin/sh
printf '%s\\n' "$SPARK_LAUNCHER_OPTS" "$@" >"${0%/*}/said"
exit 1
"""


def recorder(file: Path) -> Callable[[], list[str]]:
    """A program that records its arguments, after the options for Spark's launcher."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(SAY_ALL)
    file.chmod(0o755)
    return lambda: file.with_name("said").read_text().splitlines()


def test_the_java_that_is_asked_its_release_writes_no_statistics(tmp_path: Path) -> None:
    said = recorder(tmp_path / "java")
    assert release_of(tmp_path / "java") == ""
    assert said()[1:] == [NO_STATISTICS, "-version"]


@pytest.mark.parametrize("master", ["local[1]", "spark://a:1"])
def test_launcher_driver_and_executors_of_spark_write_no_statistics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, master: str
) -> None:
    said = recorder(tmp_path / "bin" / "spark-submit")
    monkeypatch.setattr(session, "_find_spark_home", lambda: str(tmp_path))
    with pytest.raises(SparkFailed):
        session._start(SparkSettings(master), tmp_path, "")
    launcher, *arguments = said()
    options = dict(each.split("=", 1) for each in arguments if each.startswith("spark."))
    assert launcher == NO_STATISTICS
    assert f'"{NO_STATISTICS}"' in options["spark.driver.extraJavaOptions"].split()
    assert options["spark.executor.extraJavaOptions"] == NO_STATISTICS
