"""`tanglescope --version`: the versions needed in a bug report, found without starting Spark."""

import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version

from tanglescope import engine
from tanglescope.engine.pipeline.spark.java import java_there, release_of


def versions() -> str:
    """Our version first, alone on its line; then those of what it runs on, and the system."""
    return "\n".join(
        (
            f"tanglescope {engine.__version__}",
            f"Python {platform.python_version()}",
            f"Qt {_package('PySide6-Essentials')}",
            f"SQLite {sqlite3.sqlite_version}",
            f"PySpark {_package('pyspark')}",
            f"Java {_java()}",
            platform.platform(),
        )
    )


def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "isn't installed"


def _java() -> str:
    java = java_there()
    if java is None:
        return "isn't installed"
    return release_of(java) or f"of no known release: {java}"
