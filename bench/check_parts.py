"""The cost of the parts of a check, in microseconds of processor time per message.

    python bench/check_parts.py [--small] [--messages N]

An import checks every message in these steps. Each step processes the same generated messages,
alternating with the others, and the minimum of several rounds is reported, to reduce the effect of
other load. The table also has the time that libsodium alone takes for the same signatures.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

sys.path.insert(0, str(Path(__file__).parents[1]))

from tanglescope.engine.archive.checking import check_unsigned
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import START
from tanglescope.engine.archive.splitting import read_part
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.parts import FEW_VALUES, StagedFile
from tanglescope.engine.pipeline.memory import seldom_collected
from tanglescope.engine.store.arrivals.extracts import Positioned, extract
from tests.engine.pipeline.generated import network, write

ROUNDS = 5
RUN = 2000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="1,000 messages")
    parser.add_argument("--messages", type=int, default=10_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, seldom_collected():
        archive = Path(folder) / "archive.ndjson"
        write(archive, "ndjson", network(1_000 if wanted.small else wanted.messages))
        records, parts = _parts(archive)
        least = dict.fromkeys(parts, float("inf"))
        for _ in range(ROUNDS):
            for name, part in parts.items():
                started = process_time()
                part()
                least[name] = min(least[name], process_time() - started)
    print(f"{records:,} records, load {os.getloadavg()[0]:.1f}")
    floor = least["libsodium alone"]
    for name, took in least.items():
        print(f"{name:28} {1e6 * took / records:6.1f} us, {took / floor:.3f} of libsodium")


def _parts(archive: Path) -> tuple[int, dict[str, Callable[[], object]]]:
    """The number of records, and the steps of their check, each for all records."""

    def read() -> list[Positioned]:
        found = list(read_part(open_archive(archive), START, None))
        for _, record in found:
            record.value  # noqa: B018 - some readers parse when it is asked for
        return found

    positioned = read()
    checked = [(start, *check_unsigned(record)) for start, record in positioned]
    claims = [claim for _, _, claim in checked if claim is not None]
    good = [
        (start, found.message, found.record.received, found.verdict)
        for start, found, _ in checked
        if found.message is not None and found.verdict.is_good
    ]
    rows = [extract(*each) for each in good]

    def put_down() -> None:
        with StagedFile(archive.with_suffix(".parquet"), schemas.GOOD, FEW_VALUES) as file:
            for first in range(0, len(rows), RUN):
                file.rows(rows[first : first + RUN])

    return len(positioned), {
        "libsodium alone": lambda: [
            _is_signed(each.signature + each.text, each.public) for each in claims
        ],
        "read, Record, value": read,
        "canonical text, id, rules": lambda: [check_unsigned(record) for _, record in positioned],
        "signature": lambda: [claim.holds() for claim in claims],
        "extract": lambda: [extract(*each) for each in good],
        "Arrow and Parquet": put_down,
    }


def _is_signed(signed: bytes, public: bytes) -> bool:
    try:
        crypto_sign_open(signed, public)
    except BadSignatureError:
        return False
    return True


if __name__ == "__main__":
    main()
