"""`python -m tools.supply.bom FILE`: a reproducible bill of materials (CycloneDX).

It lists the locked packages with versions, licenses, and the hashes of their files.
"""

import sys
import uuid
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tanglescope import engine
from tools.supply.pins import Pin, read_pins

_NAMESPACE = uuid.UUID("5c0a3a0e-7f0e-4d52-9b8a-0d9f3f8f2f5e")


def bill(pins: list[Pin]) -> str:
    """The bill of materials as JSON."""
    program = Component(
        name="tanglescope",
        version=engine.__version__,
        type=ComponentType.APPLICATION,
        licenses=[DisjunctiveLicense(id="MIT")],
        bom_ref="tanglescope",
    )
    parts = [_component(pin) for pin in pins]
    bom = Bom(components=parts)
    bom.metadata.component = program
    bom.register_dependency(program, parts)
    bom.serial_number = uuid.uuid5(_NAMESPACE, repr((engine.__version__, pins)))
    bom.metadata.timestamp = None  # type: ignore[assignment]  # the same input, the same bytes
    return str(JsonV1Dot6(bom).output_as_string(indent=2)) + "\n"


def _component(pin: Pin) -> Component:
    url = PackageURL("pypi", name=pin.name, version=pin.version)
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        licenses=[DisjunctiveLicense(name=pin.license)] if pin.license else [],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in pin.hashes],
        properties=[Property(name="tanglescope:for", value=pin.marker)] if pin.marker else [],
        purl=url,
        bom_ref=f"{pin.name}@{pin.version}",
    )


def main() -> None:
    """Write the bill to the given file, or print it."""
    text = bill(read_pins())
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, "utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
