from engine.tangle.listing import TangleSummary, tangles_in, with_all_kinds
from engine.tangle.rules import Entry
from tests.engine.tangle.strategies import ROOT_DATA, member
from tests.vectors import tangle as vectors

ROOT, ONE, TWO, THREE, OTHER = (f"%{letter * 42}A=.sha256" for letter in "R123X")


def test_tangles_are_listed_by_name_and_root() -> None:
    game = [member(ROOT), member(ONE, ROOT, root=ROOT), member(TWO, THREE, root=ROOT)]
    chess = [member(THREE, ONE, name="chess", root=OTHER)]
    assert tangles_in(game + chess) == [
        TangleSummary("game", ROOT, 3, 1),
        TangleSummary("chess", OTHER, 1, 1),
    ]


def test_conversations_and_feeds_are_tangles_too() -> None:
    data = [TangleSummary("thread", "%A", 2, 0), TangleSummary("game", "%A", 2, 0)]
    assert with_all_kinds(data, [("%A", 5), ("%B", 9)], [("@a", 3)]) == [
        TangleSummary("game", "%A", 2, 0),
        TangleSummary("thread", "%B", 9),
        TangleSummary("thread", "%A", 5),
        TangleSummary("feed", "@a", 3),
    ]


def test_what_is_no_tangle_data_makes_no_tangle() -> None:
    tangles = {"a": None, "b": {}, "c": {"root": "%R", "previous": []}, "d": {"root": 7}}
    odd = [Entry("%1", {"tangles": tangles}), Entry("%2", {"tangles": []}), Entry("%3", "x.box")]
    assert tangles_in(odd) == []


def test_what_a_rule_excludes_makes_no_tangle() -> None:
    post = Entry("%1", {"type": "post", "tangles": {"group": ROOT_DATA, "feed": ROOT_DATA}})
    assert tangles_in([post]) == []


def test_a_message_counts_in_all_of_its_tangles() -> None:
    both = Entry(
        "%1", {"type": "group/init", "tangles": {"group": ROOT_DATA, "members": ROOT_DATA}}
    )
    assert {each.name for each in tangles_in([both])} == {"group", "members"}


def test_a_real_group_has_four_tangles() -> None:
    messages = vectors.load("ssb_tribes2")["alice"]
    found = tangles_in(Entry(each["key"], each["content"]) for each in messages)
    counts = [(each.name, each.candidates) for each in found]
    assert counts == [("group", 13), ("members", 4), ("epoch", 2), ("members", 2)]
