"""`python -m tools.supply.licenses`: check the licenses of all shipped packages.

The program is under MIT. Its dependencies may require that their license texts are kept, and Qt
that it is replaceable, which holds for a separate package.
"""

import re
import sys

from tools.supply.pins import Pin, read_pins

ALLOWED = re.compile(
    r"\b(MIT|MIT-0|BSD|BSD-3-Clause|BSD License|0BSD|Apache|Apache-2\.0|Apache Software License"
    r"|Apache License, Version 2\.0|Zlib|CC0-1\.0|Public Domain|MPL-2\.0|LGPL-3\.0-only)\b"
)


def refused(pins: list[Pin]) -> list[str]:
    """The packages that must not be shipped, or have no known license."""
    return [
        f"{pin.name} {pin.version}: {pin.license or 'no license is stated, or it is not installed'}"
        for pin in pins
        if not ALLOWED.search(pin.license)
    ]


def main() -> None:
    """Print every license; exits with 1 if one isn't allowed."""
    pins = read_pins()
    for pin in pins:
        print(f"{pin.name:24} {pin.version:12} {pin.license}")
    if bad := refused(pins):
        sys.exit("Not allowed:\n" + "\n".join(bad))


if __name__ == "__main__":
    main()
