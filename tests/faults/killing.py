"""Programs that are killed at a random moment."""

import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]


def killed(program: str, *arguments: str | Path, chance: int, within: float = 1.5) -> list[str]:
    """Run a program, kill it some time after its first line, and return the lines of its output.

    `chance` decides the moment, so that a failure can be repeated as far as the machine allows. A
    program that ends earlier isn't killed.
    """
    moment = Random(f"{program}{chance}").uniform(0, within)
    lines: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        lines.append(process.stdout.readline().strip())
        reader = threading.Thread(target=lambda: lines.extend(map(str.strip, process.stdout or ())))
        reader.start()
        try:
            process.wait(timeout=moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        reader.join()
        process.wait()
        assert process.stderr is not None
        assert process.returncode in (0, -signal.SIGKILL), process.stderr.read()
    return [line for line in lines if line]
