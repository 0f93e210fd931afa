from random import Random

from engine.linear.orders.late_causes import edits_of
from engine.linear.orders.row import FULL


def test_a_late_cause_in_its_place_by_key_moves_nothing() -> None:
    chain = [(f"{place:04}", [f"{place - 1:04}"], (place,)) for place in range(3 * FULL)]
    Random(1).shuffle(chain)
    assert edits_of(chain) == 3 * FULL


def test_what_a_late_cause_holds_back_moves_behind_it_across_blocks() -> None:
    effects = [(f"effect {place:04}", ["late"], (place,)) for place in range(2 * FULL)]
    others = [(f"other {place:04}", [], (2 * FULL + place,)) for place in range(FULL)]
    assert edits_of([*effects, *others, ("late", [], (9 * FULL,))]) == 3 * FULL + 1 + FULL


def test_an_effect_of_what_is_held_back_waits_too() -> None:
    arrivals = [("b", ["a"], (1,)), ("c", ["b"], (2,)), ("x", [], (3,)), ("a", [], (4,))]
    assert edits_of(arrivals) == 4 + 1
