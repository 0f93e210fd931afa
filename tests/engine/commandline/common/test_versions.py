import re
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope import engine
from tanglescope.viewer.command_line import cli


def lines() -> list[str]:
    answer = CliRunner().invoke(cli, ["--version"])
    assert answer.exit_code == 0
    return answer.output.splitlines()


def test_a_report_of_a_fault_can_name_all_that_is_involved() -> None:
    ours, python, qt, sqlite, spark, java, _system = lines()
    assert ours == f"tanglescope {engine.__version__}"
    assert python.startswith("Python 3.")
    assert re.fullmatch(r"Qt 6\.\d+\..*", qt)
    assert re.fullmatch(r"SQLite 3\.\d+\.\d+", sqlite)
    assert re.fullmatch(r"PySpark 4\.\d+\..*", spark)
    assert java.startswith("Java ")


def test_without_spark_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name == "pyspark":
            raise PackageNotFoundError(name)
        return "6.8.0"

    monkeypatch.setattr("tanglescope.engine.commandline.common.versions.version", version)
    assert "PySpark isn't installed" in lines()


def test_without_java_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert "Java isn't installed" in lines()


def test_a_java_that_says_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert f"Java of no known release: {java}" in lines()
