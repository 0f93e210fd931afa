"""Find Java and Spark before they are used, because their own errors don't say what is missing."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.pipeline.errors import NoJava, NoSpark

OLDEST = 17
INSTALL = "sudo apt install openjdk-17-jre-headless"
INSTALL_SPARK = 'pip install "tanglescope[spark]"'


def require_spark() -> None:
    """Raise `NoSpark` if this installation doesn't include it."""
    if all(map(find_spec, ("pyspark", "pandas"))):
        return
    # The standalone folder can't be extended.
    sentence = (
        tr("This build of Tanglescope comes without Spark: import with the engine Direct.")
        if getattr(sys, "frozen", False)
        else tr("Spark isn't installed; this installs it: {command}", command=INSTALL_SPARK)
    )
    raise NoSpark(sentence, at_command_line="--engine direct imports without Spark.")


def find_java() -> Path:
    """The Java that Spark will run on. Raises `NoJava`."""
    java, home = java_there(), os.environ.get("JAVA_HOME")
    age = _number(release_of(java)) if java else 0
    if java and age >= OLDEST:
        return java
    if java and age:
        why = later("Spark needs Java {oldest} or newer, and {java} is Java {age}.")
    elif java:
        why = later("Spark needs Java {oldest} or newer, and the version of {java} is unknown.")
    elif home:
        why = later("Spark needs Java {oldest} or newer, and there is none in JAVA_HOME, {home}.")
    else:
        why = later("Spark needs Java {oldest} or newer, and there is none here.")
    install = tr("Install it: {command}", command=INSTALL)
    raise NoJava(f"{tr(why, oldest=OLDEST, java=java, age=age, home=home)} {install}")


def java_there() -> Path | None:
    """The Java that would be used: that of JAVA_HOME, else the first on the PATH, if any."""
    home = os.environ.get("JAVA_HOME")
    found = str(Path(home, "bin", "java")) if home else shutil.which("java")
    return Path(found) if found is not None and os.access(found, os.X_OK) else None


def release_of(java: Path) -> str:
    """The release that a Java reports, such as `17.0.13`; `""` if it reports none."""
    try:
        answer = subprocess.run(
            [java, "-XX:-UsePerfData", "-version"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(r'version "([^"]+)"', answer.stderr)
    return found[1] if found else ""


def _number(release: str) -> int:
    found = re.match(r"(?:1\.)?(\d+)", release)
    return int(found[1]) if found else 0
