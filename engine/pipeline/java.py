"""Java: looked for before Spark is, because Spark's own words for its absence help nobody."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from engine.pipeline.errors import NoJava

OLDEST = 17
INSTALL = "sudo apt install openjdk-17-jre-headless"


def find_java() -> Path:
    """The Java that Spark will run on. Raises `NoJava`."""
    home = os.environ.get("JAVA_HOME")
    found = str(Path(home, "bin", "java")) if home else shutil.which("java")
    if found is None or not os.access(found, os.X_OK):
        where = f"JAVA_HOME is {home}, and there is none in it" if home else "there is none here"
        raise NoJava(f"Spark needs Java {OLDEST} or newer, and {where}. Install it: {INSTALL}")
    version = _version(found)
    if version < OLDEST:
        age = version or "of no known age"
        raise NoJava(
            f"Spark needs Java {OLDEST} or newer, and {found} is Java {age}. Install it: {INSTALL}"
        )
    return Path(found)


def _version(java: str) -> int:
    try:
        answer = subprocess.run(
            [java, "-version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = re.search(r'version "(?:1\.)?(\d+)', answer.stderr)
    return int(found[1]) if found else 0
