"""The messages of `corrupt.json`, each with the verdicts of the original validators."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "data" / "archives" / "corrupt.json"


@dataclass(frozen=True, slots=True)
class Case:
    """Lines of one archive, and the verdicts of ssb-validate and ssb-classic for each."""

    name: str
    lines: list[bytes]
    verdicts: list[dict[str, Any]]
    hmac_key: bytes | None


def cases() -> list[Case]:
    return [
        Case(
            case["name"],
            [line.encode() for line in case["lines"]],
            case["verdicts"],
            base64.b64decode(case["hmacKey"]) if case.get("hmacKey") else None,
        )
        for case in json.loads(FILE.read_text())["cases"]
    ]
