"""Checking a batch, signatures last, gives the same results as checking one by one."""

import pytest

from tanglescope.engine.archive.check_results import CheckResult, check_results
from tanglescope.engine.archive.checking import check, check_record
from tanglescope.engine.archive.lines import read_line
from tanglescope.engine.archive.record import START, Place, Record
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tests.engine.authors import Author, Said, post
from tests.engine.message.corrupt import Case, cases

MINE = "%" + "A" * 43 + "=.sha256"


def record(line: bytes, number: int = 1, *, key: str | None = None) -> Record:
    found = read_line(line, Place("line", number), START)
    assert found is not None
    return found if key is None else found._replace(key=key)


def lossy(said: Said, key: str) -> Record:
    return record(said.line, key=key)._replace(is_lossy=True)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_batch_gives_the_results_of_its_records_one_by_one(case: Case) -> None:
    records = [record(line, number) for number, line in enumerate(case.lines)]
    records += [each._replace(key=MINE) for each in records]
    records += [each._replace(is_lossy=True) for each in records]
    alone = [CheckResult.of(check_record(each, case.hmac_key)) for each in records]
    assert check_results(records, case.hmac_key) == alone


def test_a_genuine_value_that_may_have_lost_text_does_not_make_a_false_key_right() -> None:
    said = Author("ann").say(post("what is this: \ufffd?"))
    genuine, false = check([lossy(said, said.key), lossy(said, MINE)])
    assert genuine.verdict.status is ValidationStatus.VALID
    assert false.verdict.rule is Rule.ID
    assert false.message is not None
    assert false.message.key == false.computed == said.key


def test_a_value_that_lost_text_goes_by_its_key() -> None:
    said = Author("ann").say(post("half \ud83d"))
    lost = Said(said.key, {**said.value, "content": post("half \ufffd")}, 5)
    (found,) = check_results([lossy(lost, said.key)])
    assert (found.verdict.status, found.key) == (ValidationStatus.UNVERIFIED, said.key)
    assert found.computed != said.key
