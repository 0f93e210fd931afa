"""Coverage-guided fuzzing of every reader and decoder, by Atheris: `make fuzz`.

    python -m tests.fuzz [--seconds 600] [TARGET...]

Each target has a process of its own and as many seconds. One that crashes, hangs for ten seconds or
takes more than a gigabyte is a failure; the bytes that caused it are left in `build/fuzz`.
Interesting inputs stay there, too, as the start of the next run.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tanglescope.engine"]):
    from tests.engine.archive.fuzzing import ON_BYTES, ON_FILES, SEEDS

FOLDER = Path("build/fuzz")
ALL = [*ON_FILES, *ON_BYTES]
LIMITS = [
    "-verbosity=0",
    "-print_final_stats=1",
    "-timeout=10",
    "-rss_limit_mb=1024",
    "-max_len=20000",
]


def main() -> int:
    """Fuzz the targets; return how many failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for each target")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(ALL))
    options = parser.parse_args()
    if options.here:
        fuzz(options.targets[0], options.seconds)
    failed = 0
    for target in options.targets or ALL:
        sys.stderr.write(f"\n{target}\n")
        command = [sys.executable, "-m", "tests.fuzz", f"--seconds={options.seconds}", "--here"]
        failed += subprocess.run([*command, target], check=False).returncode != 0
    return failed


def fuzz(target: str, seconds: int) -> None:
    """Fuzz one target in this process, which ends with it."""
    folder = FOLDER / target.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS):
        (folder / f"seed-{number}").write_bytes(seed)
    limits = [*LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={folder}-"]
    with tempfile.NamedTemporaryFile() as file:
        path = Path(file.name)

        def once(data: bytes) -> None:
            if target in ON_BYTES:
                ON_BYTES[target](data)
            else:
                path.write_bytes(data)
                ON_FILES[target](path)

        atheris.Setup([sys.argv[0], *limits, str(folder)], once)
        atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
