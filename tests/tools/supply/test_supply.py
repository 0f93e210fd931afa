import json
from pathlib import Path

from tools.supply.bom import bill
from tools.supply.licenses import refused
from tools.supply.pins import Pin, read_pins

LOCK = """\
# made by hand
first==1.0 \\
    --hash=sha256:{0} \\
    --hash=sha256:{1}
    # via somebody
second==2.0 ; python_full_version >= '3.12' \\
    --hash=sha256:{1}
""".format("a" * 64, "b" * 64)


def test_a_lock_is_read_with_its_hashes_and_markers(tmp_path: Path) -> None:
    lock = tmp_path / "run.txt"
    lock.write_text(LOCK)
    assert read_pins(lock) == [
        Pin("first", "1.0", "", ("a" * 64, "b" * 64)),
        Pin("second", "2.0", "python_full_version >= '3.12'", ("b" * 64,)),
    ]


def test_every_requirement_of_the_program_is_read() -> None:
    names = {pin.name for pin in read_pins()}
    assert {"pyside6-essentials", "pyspark", "pynacl", "sqlite-utils"} <= names
    assert all(pin.hashes for pin in read_pins())


def test_everything_that_travels_along_may_do_so() -> None:
    assert refused(read_pins()) == []


def test_a_license_that_no_one_states_is_refused() -> None:
    assert refused([Pin("no-such-package", "1", "", ())]) == [
        "no-such-package 1: no license is stated, or it is not installed"
    ]


def test_the_bill_lists_everything_and_is_the_same_every_time() -> None:
    pins = read_pins()
    text = bill(pins)
    assert text == bill(pins)
    parts = {(part["name"], part["version"]) for part in json.loads(text)["components"]}
    assert parts == {(pin.name, pin.version) for pin in pins}
