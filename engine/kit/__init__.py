"""A test kit for orders: hostile graphs, laws, and `assert_convergent` for tests."""

from tanglescope.engine.kit.convergence import (
    BrokenLaw,
    NotConvergent,
    assert_convergent,
    find_breach,
    finding_in_words,
)
from tanglescope.engine.kit.hostile import KINDS, Case, hostile_cases
from tanglescope.engine.kit.properties import (
    BOUNDED_MOVES,
    CAUSES_FIRST,
    COMPLETE,
    FEWEST_EDITS,
    NEVER_RETRACTED,
    PROPERTIES,
    STABLE,
    Property,
    incremental,
)
from tanglescope.engine.linear.orders.own import NoProgram, Program

__all__ = [
    "BOUNDED_MOVES",
    "CAUSES_FIRST",
    "COMPLETE",
    "FEWEST_EDITS",
    "KINDS",
    "NEVER_RETRACTED",
    "PROPERTIES",
    "STABLE",
    "BrokenLaw",
    "Case",
    "NoProgram",
    "NotConvergent",
    "Program",
    "Property",
    "assert_convergent",
    "find_breach",
    "finding_in_words",
    "hostile_cases",
    "incremental",
]
