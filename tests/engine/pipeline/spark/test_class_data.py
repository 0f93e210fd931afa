"""What a JVM has loaded helps the next one, as long as it comes from the same files."""

import os
from pathlib import Path

import pytest

from engine.pipeline.spark.class_data import ClassData


@pytest.fixture
def jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only archive of classes of the Spark that is installed here."""
    spark = tmp_path / "spark"
    jar = spark / "jars" / "spark-core.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"classes")
    (tmp_path / "java").write_bytes(b"a JVM")
    monkeypatch.setenv("SPARK_HOME", str(spark))
    return jar


def _of(folder: Path) -> ClassData:
    run = folder / "run"
    run.mkdir(exist_ok=True)
    return ClassData.of(folder / "java", folder, run)


@pytest.mark.usefixtures("jar")
def test_a_run_tells_what_it_loaded_and_the_next_one_reads_it(tmp_path: Path) -> None:
    """A JVM that is told to write finds the file; one that can read it isn't told to write."""
    first = _of(tmp_path)
    assert first.option == f"-XX:ArchiveClassesAtExit={first.told}"
    first.told.write_bytes(b"what it loaded")
    first.keep()
    second = _of(tmp_path)
    assert second.option == f"-XX:SharedArchiveFile={first.kept}"
    assert first.kept.read_bytes() == b"what it loaded"


def test_it_is_not_read_once_spark_was_installed_anew(jar: Path, tmp_path: Path) -> None:
    """Java would refuse it in silence, and start slowly ever after."""
    first = _of(tmp_path)
    first.told.write_bytes(b"what it loaded")
    first.keep()
    os.utime(jar, (1, 1))
    second = _of(tmp_path)
    assert second.option == f"-XX:ArchiveClassesAtExit={second.told}"
    second.told.write_bytes(b"what it loads now")
    second.keep()
    assert list(tmp_path.glob("classes-*")) == [second.kept]


@pytest.mark.usefixtures("jar")
def test_a_run_that_told_nothing_leaves_what_is_there(tmp_path: Path) -> None:
    """A JVM that was killed writes nothing."""
    first = _of(tmp_path)
    first.told.write_bytes(b"what it loaded")
    first.keep()
    _of(tmp_path).keep()
    assert first.kept.exists()
