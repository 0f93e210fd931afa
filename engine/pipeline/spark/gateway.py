"""Gateways: the JVM that Spark's driver runs in, and the way to it.

pyspark can start a JVM itself, but doesn't let us say how: ours has to end with this process.
"""

import os
import struct
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from pyspark.find_spark_home import _find_spark_home

from engine import children
from engine.pipeline.spark import bound

_LOOK = 0.05  # seconds
_GOODBYE = 30.0  # seconds


class Gateway:
    """A JVM that waits for Python, with Spark's settings; its output goes into a log."""

    def __init__(self, folder: Path, log: Path, settings: Mapping[str, str]) -> None:
        self._told = folder / "gateway"
        submit = os.path.join(_find_spark_home(), "bin", "spark-submit")  # noqa: PTH118
        options = [word for each in settings.items() for word in ("--conf", "=".join(each))]
        environment = {
            "SPARK_CONNECT_MODE": "0",
            "_PYSPARK_DRIVER_CONN_INFO_PATH": str(self._told),
        }
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [
                    *children.python(str(bound.__file__), str(os.getpid())),
                    *(submit, *options, "pyspark-shell"),
                ],
                stdin=subprocess.PIPE,  # the JVM ends with it
                stdout=file,
                stderr=file,
                env=os.environ | environment,
            )

    def address(self) -> tuple[int, str]:
        """The port on which it listens, and the secret that it asks for. Raises `OSError`."""
        while not self._told.exists():
            if (status := self._process.poll()) is not None:
                # Killed, it had no time to write why.
                ended = ConnectionAbortedError if status < 0 else ChildProcessError
                raise ended("Java ended before it was ready")
            time.sleep(_LOOK)
        # Spark gives the file its name when all of it is written.
        told = self._told.read_bytes()
        port, length = struct.unpack_from(">ii", told)
        return port, told[8 : 8 + length].decode()

    def end(self) -> None:
        """Wait for the JVM to end, or end it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
