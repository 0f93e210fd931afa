from pathlib import Path

import pytest

from engine.library import Inspection, Library, Proof, StoredMessage
from engine.linear.edges import Edges
from engine.store.inspection import Place
from tests.engine.reduce.scenarios import SCENARIOS, entries_of
from tests.engine.store.pzp_archives import write_log
from tests.viewer.shelf import message
from viewer import inspection_words as told

HOUR = 3_600_000.0


def inspection(shown: StoredMessage | None, *others: StoredMessage, **more: object) -> Inspection:
    usual: dict[str, object] = {
        "key": shown.key if shown else "%ghost",
        "message": shown,
        "value": None,
        "place": Place(3, 11, 1) if shown else None,
        "edges": Edges(tuple(each.key for each in others), ()),
        "others": {each.key: each for each in others},
        "names": {"@ann.ed25519": "Ann"},
    }
    return Inspection(**(usual | more))


def facts(shown: Inspection, title: str) -> dict[str, str]:
    found = next(section for section in told.sections(shown) if section.title.startswith(title))
    return {fact.label: fact.text for fact in found.facts}


def test_a_message_is_told_with_its_place() -> None:
    said = facts(inspection(message("%a")), "Message")
    assert said["Author"] == "Ann"
    assert said["Position"] == "4 of 11"
    assert said["Rank"].startswith("1 ")


def test_a_ghost_is_told_as_missing_and_promises_no_proof() -> None:
    ghost = inspection(None, edges=Edges((), ("%a",)))
    assert told.verdict(ghost)[0] == "Missing"
    assert [section.title for section in told.sections(ghost)] == [
        "Message",
        "Comes after (0)",
        "Is followed by (1)",
    ]


@pytest.mark.parametrize(
    ("asserted", "received", "cause", "words"),
    [
        (HOUR * 3, HOUR, 0.0, "At least 2 hours ahead: it came before it was written."),
        (HOUR, HOUR * 49, 0.0, "It came 2 days after that."),
        (HOUR, HOUR * 9, HOUR * 2, "It claims to be 1 hour older than what it answers"),
        (HOUR, None, HOUR * 2, "It claims to be 1 hour older than what it answers"),
        (None, HOUR, 0.0, "The author gave no time."),
    ],
)
def test_the_clock_is_held_against_what_is_known(
    asserted: float | None, received: float | None, cause: float, words: str
) -> None:
    late = message("%b", asserted=asserted, received=received)
    shown = inspection(late, message("%a", asserted=cause))
    assert facts(shown, "Times")["Clock"].startswith(words)


def test_nothing_is_said_of_a_clock_that_nothing_speaks_against() -> None:
    assert "Clock" not in facts(inspection(message("%a", received=None)), "Times")


def test_links_lead_to_messages_and_many_are_cut() -> None:
    causes = tuple(f"%{number}" for number in range(1000))
    section = told.sections(inspection(message("%a"), edges=Edges(causes, ())))[2]
    assert section.title == "Comes after (1,000)"
    assert [fact.key for fact in section.facts[:2]] == ["%0", "%1"]
    assert section.facts[-1].text == "and 980 more"


def test_what_lost_a_character_is_not_called_forged() -> None:
    lossy = inspection(message("%a", standing="unverified"))
    assert told.verdict(lossy)[0] == "Unverified"
    assert facts(lossy, "Proof")["Signature"].startswith("It can't be checked")


def texts(shown: Inspection, title: str) -> list[str]:
    found = next(section for section in told.sections(shown) if section.title.startswith(title))
    return [fact.text for fact in found.facts]


def test_the_tips_that_an_author_saw_are_told() -> None:
    one, two, old = message("%one"), message("%two"), message("%old")
    shown = inspection(message("%a"), one, two, old, tips=("%one", "%two"))
    assert texts(shown, "Tips it saw")[-1] == "1 other of its causes came before."
    assert len(texts(shown, "Tips it saw")) == 3
    joined = inspection(message("%a"), one, two, tips=("%one", "%two"))
    assert "joined 2 open ends" in texts(joined, "Tips it saw")[0]
    alone = inspection(message("%a"), one, tips=("%one",))
    assert "the only open end" in texts(alone, "Tips it saw")[0]


def test_links_that_lead_out_are_told_apart() -> None:
    shown = inspection(message("%a"), links=("%elsewhere",))
    assert texts(shown, "Links out of the thread (1)") == ["missing message %elsewher"]


def test_a_proof_is_told_step_by_step_and_ignorance_as_what_it_is() -> None:
    one = message("%one")
    after = inspection(message("%a"), one, proof=Proof("%one", "%a", ("%one", "%a")))
    assert texts(after, "Beside")[0].startswith("This one came surely after the held one. 1 signed")
    before = inspection(message("%a"), one, proof=Proof("%a", "%one", ("%a", "%one")))
    assert "surely before" in texts(before, "Beside")[0]
    apart = inspection(message("%a"), one, proof=Proof("%one", "%a", ()))
    assert "nobody can know" in texts(apart, "Beside")[0]
    far = inspection(message("%a"), proof=Proof("%0", "%a", tuple(f"%{n}" for n in range(30))))
    assert texts(far, "Beside")[-1] == "and 10 more"


def test_an_answer_that_came_before_the_asserted_time_tells_on_a_clock() -> None:
    answer = message("%later", received=HOUR)
    said = message("%a", asserted=HOUR * 4, received=None)
    shown = inspection(said, answer, edges=Edges((), ("%later",)))
    assert facts(shown, "Times")["Clock"].startswith("At least 3 hours ahead: an answer came")


def test_a_message_of_pzp_has_an_account_a_depth_and_no_time(tmp_path: Path) -> None:
    scenario = next(each for each in SCENARIOS if each["name"] == "seed-example")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write_log(tmp_path / "log", entries_of(scenario)))
        found = told.sections(library.inspect(scenario["moot"], scenario["aliases"]["m1"]))
    said = {fact.label: fact.text for section in found for fact in section.facts}
    assert (said["Domain"], said["Depth"], said["Does"]) == (
        "set_v1__follows",
        "1",
        "adds alice",
    )
    assert said.keys().isdisjoint({"Written", "Clock", "Author", "Feed", "Sequence", "Rank"})
